//===- musa_port/host/driver_launch.h - launches that CUDA has deprecated --*- C -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Part of musa.h, for C and C++: a function is first told its block and its parameters, and then
// launched.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_HOST_DRIVER_LAUNCH_H
#define MUSA_PORT_HOST_DRIVER_LAUNCH_H

#include "musa_port/host/driver_references.h"

#if defined(__cplusplus)
extern "C" {
#endif
#pragma GCC visibility push(default)

MUresult muFuncSetBlockShape(MUfunction hfunc, int x, int y, int z);
MUresult muFuncSetSharedSize(MUfunction hfunc, unsigned int bytes);
MUresult muParamSetSize(MUfunction hfunc, unsigned int numbytes);
MUresult muParamSeti(MUfunction hfunc, int offset, unsigned int value);
MUresult muParamSetf(MUfunction hfunc, int offset, float value);
MUresult muParamSetv(MUfunction hfunc, int offset, void *ptr, unsigned int numbytes);
MUresult muParamSetTexRef(MUfunction hfunc, int texunit, MUtexref hTexRef);
MUresult muLaunch(MUfunction f);
MUresult muLaunchGrid(MUfunction f, int grid_width, int grid_height);
MUresult muLaunchGridAsync(MUfunction f, int grid_width, int grid_height, MUstream hStream);

#pragma GCC visibility pop
#if defined(__cplusplus)
} // extern "C"
#endif

#endif /* MUSA_PORT_HOST_DRIVER_LAUNCH_H */
