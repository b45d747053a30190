//===- device_system.h - which system device_vector and thrust::device are of -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THRUST_DETAIL_CONFIG_DEVICE_SYSTEM_H
#define THRUST_DETAIL_CONFIG_DEVICE_SYSTEM_H

#include "musa_runtime.h"

// Replaces the installed Thrust's header of this name. With mcc, thrust::musa takes the place of
// Thrust's CUDA system. Other compilers cannot compile device code, so they get the CPU system.
#define THRUST_DEVICE_SYSTEM_CUDA 1
#define THRUST_DEVICE_SYSTEM_OMP 2
#define THRUST_DEVICE_SYSTEM_TBB 3
#define THRUST_DEVICE_SYSTEM_CPP 4
#define THRUST_DEVICE_SYSTEM_MUSA 5

#if !defined(THRUST_DEVICE_SYSTEM) || THRUST_DEVICE_SYSTEM == THRUST_DEVICE_SYSTEM_CUDA
#undef THRUST_DEVICE_SYSTEM
#if defined(__MUSACC__)
#define THRUST_DEVICE_SYSTEM THRUST_DEVICE_SYSTEM_MUSA
#else
#define THRUST_DEVICE_SYSTEM THRUST_DEVICE_SYSTEM_CPP
#endif
#endif

#if THRUST_DEVICE_SYSTEM == THRUST_DEVICE_SYSTEM_MUSA
#define __THRUST_DEVICE_SYSTEM_NAMESPACE musa
#elif THRUST_DEVICE_SYSTEM == THRUST_DEVICE_SYSTEM_OMP
#define __THRUST_DEVICE_SYSTEM_NAMESPACE omp
#elif THRUST_DEVICE_SYSTEM == THRUST_DEVICE_SYSTEM_TBB
#define __THRUST_DEVICE_SYSTEM_NAMESPACE tbb
#else
#define __THRUST_DEVICE_SYSTEM_NAMESPACE cpp
#endif
// clang-format off
#define __THRUST_DEVICE_SYSTEM_ROOT thrust/system/__THRUST_DEVICE_SYSTEM_NAMESPACE
// clang-format on

// Where __CUDACC__ is not defined, libcu++ does not mark its functions for host and device. The
// pragma marks those that Thrust uses. For C++20 they include <memory>, whose functions stay the
// host's.
#if defined(__MUSACC__)
#if __cplusplus >= 202002L
#include <memory>
#endif
#pragma clang force_cuda_host_device begin
#include <cuda/std/cstdint>
#include <cuda/std/limits>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
#pragma clang force_cuda_host_device end
#endif

#endif // THRUST_DETAIL_CONFIG_DEVICE_SYSTEM_H
