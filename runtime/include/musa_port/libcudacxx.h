//===- musa_port/libcudacxx.h - cuda::std by its names here --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Uses the installed libcu++. Its functions are for host and device only if __CUDACC__ is defined,
// so the headers in musa/ make them so. musa/barrier, latch, semaphore and pipeline are our own:
// outside nvcc, those of libcu++ wait with host functions (sched_yield, nanosleep, its clocks), and
// Clang allows no __shared__ variable whose type has a constructor that does something.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_LIBCUDACXX_H
#define MUSA_PORT_LIBCUDACXX_H

#include "musa_runtime.h"

// libcu++ includes these C++ library headers. Included here first, their functions stay host code.
#include <atomic>
#include <chrono>
#include <cmath>
#include <complex>
#include <functional>
#include <memory>
#include <sstream>
#include <thread>

#pragma clang force_cuda_host_device begin
#include <cuda/std/type_traits>
#pragma clang force_cuda_host_device end

namespace musa {
namespace std = ::cuda::std;
} // namespace musa

#endif // MUSA_PORT_LIBCUDACXX_H
