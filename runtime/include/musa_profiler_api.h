//===- musa_profiler_api.h - marks for a profiler ----------------*- C -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// musaProfilerStart and musaProfilerStop.
//===----------------------------------------------------------------------===//
#ifndef __MUSA_PROFILER_API_H__
#define __MUSA_PROFILER_API_H__

#include "musa_runtime_api.h"

#endif /* __MUSA_PROFILER_API_H__ */
