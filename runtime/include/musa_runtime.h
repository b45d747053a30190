//===- musa_runtime.h - the MUSA runtime, for host and device code ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef __MUSA_RUNTIME_H__
#define __MUSA_RUNTIME_H__

#include "musa_port/device/keywords.h"
#include "vector_types.h"
#include "musa_runtime_api.h"

#if defined(__MUSACC__)
#include "musa_port/host/launch.h"
#include "musa_port/host/kernel_entry.h"
#include "musa_port/device/builtin_variables.h"
#include "musa_port/device/sync.h"
#endif

#endif // __MUSA_RUNTIME_H__
