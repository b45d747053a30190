//===- musaProfiler.h - marks for a profiler, driver API ---------*- C -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// muProfilerStart and muProfilerStop.
//===----------------------------------------------------------------------===//
#ifndef __MUSA_PROFILER_H__
#define __MUSA_PROFILER_H__

#include "musa.h"

#endif /* __MUSA_PROFILER_H__ */
