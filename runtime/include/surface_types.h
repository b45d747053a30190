//===- surface_types.h - surface objects -------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For C and C++.
//===----------------------------------------------------------------------===//
#ifndef __SURFACE_TYPES_H__
#define __SURFACE_TYPES_H__

#include "driver_types.h"

#define musaSurfaceType1D 0x01
#define musaSurfaceType2D 0x02
#define musaSurfaceType3D 0x03
#define musaSurfaceTypeCubemap 0x0C
#define musaSurfaceType1DLayered 0xF1
#define musaSurfaceType2DLayered 0xF2
#define musaSurfaceTypeCubemapLayered 0xFC

typedef unsigned long long musaSurfaceObject_t;

/* The host's part of a surface reference, a variable of the type surface<>. */
struct surfaceReference {
  struct musaChannelFormatDesc channelDesc;
};

enum musaSurfaceBoundaryMode {
  musaBoundaryModeZero = 0,
  musaBoundaryModeClamp = 1,
  musaBoundaryModeTrap = 2
};

enum musaSurfaceFormatMode { musaFormatModeForced = 0, musaFormatModeAuto = 1 };

#endif // __SURFACE_TYPES_H__
