//===- musa_port/device/standard.h - C's and C++'s headers for device code --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A .mu file may use these headers without an include, as a .cu file may under nvcc, in host and in
// device code. Device code runs on the CPU, so it calls the functions of the host's C library.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_DEVICE_STANDARD_H
#define MUSA_PORT_DEVICE_STANDARD_H

#include "musa_port/device/keywords.h"

// What std::array::at() and the like of libstdc++ call. In device code there are no exceptions.
namespace std {
template <class... Arguments>
[[noreturn]] __device__ void __throw_out_of_range_fmt(const char *, Arguments...); // control.h
} // namespace std

// These come first, outside the pragma. So what the headers below include of the C++ library stays
// host code: other parts of it overload those functions. Device code may call constexpr functions.
#include <cstddef>
#include <limits>
#include <type_traits>

// A folder of the command line may have a time.h or a string.h of its own: these are the system's.
#if __has_include_next(<stdlib.h>)
#define __MUSA_HAS_NEXT
#endif

#pragma clang force_cuda_host_device begin
#ifdef __MUSA_HAS_NEXT
#include_next <stdlib.h>
#else
#include <stdlib.h>
#endif
#pragma clang force_cuda_host_device end

// Some of these include Clang's own <new>. Its device code calls malloc() and free() of <stdlib.h>.
#include <array>
#include <utility>

// <malloc.h> and Clang's <mm_malloc.h>, which <immintrin.h> includes, declare functions of
// <stdlib.h> again: as host functions, which is an error, if they come after the pragma.
#if defined(__MUSA_ARCH__)
// The C library's inline functions of <stdio.h> use stdout, which is the host's.
#pragma push_macro("__USE_EXTERN_INLINES")
#undef __USE_EXTERN_INLINES
#endif
#pragma clang force_cuda_host_device begin
#include <cmath>
#include <cstdint>
#include <cstdlib>
#ifdef __MUSA_HAS_NEXT
#include_next <limits.h>
#include_next <malloc.h>
#include_next <math.h>
#include_next <stdint.h>
#include_next <stdio.h>
#include_next <string.h>
#else
#include <limits.h>
#include <malloc.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#endif
#if __has_include(<mm_malloc.h>)
#include <mm_malloc.h>
#endif
#pragma clang force_cuda_host_device end
#if defined(__MUSA_ARCH__)
#pragma pop_macro("__USE_EXTERN_INLINES")
#endif

// Clang's own <new>. Its operators new and delete for device code call malloc() and free().
#include <new>

#ifdef __MUSA_HAS_NEXT
#include_next <assert.h>
#include_next <time.h>
#else
#include <assert.h>
#include <time.h>
#endif
#undef __MUSA_HAS_NEXT

#endif // MUSA_PORT_DEVICE_STANDARD_H
