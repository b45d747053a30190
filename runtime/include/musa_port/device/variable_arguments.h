//===- musa_port/device/variable_arguments.h - va_arg in device code ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clang has va_start, va_copy and va_end in device code, and refuses va_arg. A va_list of a GPU is
// the address of the next argument. Each is aligned as its type. In place of a structure there is
// its address (mcc/structure_arguments.h).
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_DEVICE_VARIABLE_ARGUMENTS_H
#define MUSA_PORT_DEVICE_VARIABLE_ARGUMENTS_H

#include "musa_port/device/keywords.h"

#if defined(__MUSA_ARCH__)
namespace musa_port {

template <class T, bool IsStructure = __is_class(T) || __is_union(T)> struct PassedArgument {
  T value;
  __host__ __device__ __forceinline__ T get() const { return value; }
};
template <class T> struct PassedArgument<T, true> {
  T *address;
  __host__ __device__ __forceinline__ T get() const { return *address; }
};

template <class T>
__host__ __device__ __forceinline__ T nextArgument(__builtin_va_list &list) __attribute__((
    diagnose_if((__is_integral(T) && sizeof(T) < sizeof(int)) || __is_same(__remove_cv(T), float),
                "'va_arg' of a type that is promoted where it is passed", "warning"))) {
  using Passed = PassedArgument<T>;
  auto *argument = reinterpret_cast<Passed *>(__builtin_align_up(list, alignof(Passed)));
  list = reinterpret_cast<__builtin_va_list>(argument + 1);
  return argument->get();
}

} // namespace musa_port

#define __builtin_va_arg(list, ...) ::musa_port::nextArgument<__VA_ARGS__>(list)
#endif

#endif // MUSA_PORT_DEVICE_VARIABLE_ARGUMENTS_H
