//===- musa_port/libcudacxx.h - cuda::std by its names here --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// libcu++ is the one that is installed. Its functions are for both sides only where __CUDACC__ is
// defined; the headers in musa/ make them so. barrier, latch, semaphore and pipeline are not among
// them: outside of nvcc, libcu++'s wait with functions of the host (sched_yield, nanosleep, its
// clocks), and Clang takes no __shared__ variable of a type whose constructor does something.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_LIBCUDACXX_H
#define MUSA_PORT_LIBCUDACXX_H

#include "musa_runtime.h"

// What libcu++ includes of the C++ library, which is for the host.
#include <atomic>
#include <chrono>
#include <cmath>
#include <complex>
#include <functional>
#include <sstream>
#include <thread>

#pragma clang force_cuda_host_device begin
#include <cuda/std/type_traits>
#pragma clang force_cuda_host_device end

namespace musa {
namespace std = ::cuda::std;
} // namespace musa

#endif // MUSA_PORT_LIBCUDACXX_H
