//===- musa_runtime.h - the MUSA runtime, for host and device code ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mcc includes it in every .mu file. Without mcc, it offers the runtime API and the vector types.
//===----------------------------------------------------------------------===//
#ifndef __MUSA_RUNTIME_H__
#define __MUSA_RUNTIME_H__

#include "musa_port/device/keywords.h"
#if defined(__MUSACC__)
#include "musa_port/device/standard.h"
#endif
#include "library_types.h"
#include "musa_runtime_api.h"
#include "vector_functions.h"
#include "vector_types.h"

#if defined(__MUSACC__)
#include "musa_port/device/atomics.h"
#include "musa_port/device/bits.h"
#include "musa_port/device/builtin_variables.h"
#include "musa_port/device/casts.h"
#include "musa_port/device/cluster.h"
#include "musa_port/device/control.h"
#include "musa_port/device/math.h"
#include "musa_port/device/memory.h"
#include "musa_port/device/rounding.h"
#include "musa_port/device/runtime_api.h"
#include "musa_port/device/simd.h"
#include "musa_port/device/surface.h"
#include "musa_port/device/sync.h"
#include "musa_port/device/texture_levels.h"
#include "musa_port/device/variable_arguments.h"
#include "musa_port/device/warp.h"
#include "musa_port/host/kernel_entry.h"
#include "musa_port/host/launch.h"
#include "musa_port/texture_reference.h"
#endif

#endif // __MUSA_RUNTIME_H__
