//===- musa_port/device/builtin_variables.h - threadIdx and its kin --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSA_PORT_DEVICE_BUILTIN_VARIABLES_H
#define MUSA_PORT_DEVICE_BUILTIN_VARIABLES_H

#include "musa_port/host/kernel_entry.h"
#include "vector_types.h"

// The variables hold no data. Reading a component, or copying the variable, calls a function that
// reads the running thread's own value. Host code may name them where nothing is executed, as nvcc
// lets it: an error if a call is left once the code is made.
#define __MUSA_OF_NO_HOST                                                                          \
  __attribute__((host, error("host code has no threadIdx, blockIdx, blockDim and gridDim")))
#define __MUSA_COMPONENT(member, component)                                                        \
  __declspec(property(get = __get_##component)) unsigned component;                                \
  static __MUSA_OF_NO_HOST unsigned __get_##component();                                           \
  static __attribute__((device, always_inline)) unsigned __get_##component() {                     \
    return __musa_self()->member.component;                                                        \
  }
#define __MUSA_BUILTIN(name, member, type)                                                         \
  struct __musa_builtin_##name {                                                                   \
    __MUSA_COMPONENT(member, x)                                                                    \
    __MUSA_COMPONENT(member, y)                                                                    \
    __MUSA_COMPONENT(member, z)                                                                    \
    __MUSA_OF_NO_HOST operator dim3() const;                                                       \
    __MUSA_OF_NO_HOST operator uint3() const;                                                      \
    __attribute__((device, always_inline)) operator dim3() const { return dim3(x, y, z); }         \
    __attribute__((device, always_inline)) operator uint3() const { return uint3{x, y, z}; }       \
    void operator=(const __musa_builtin_##name &) const = delete;                                  \
    void operator&() const = delete;                                                               \
  };                                                                                               \
  extern const __attribute__((device, weak)) __musa_builtin_##name name;

__MUSA_BUILTIN(threadIdx, thread_idx, uint3)
__MUSA_BUILTIN(blockIdx, block_idx, uint3)
__MUSA_BUILTIN(blockDim, block_dim, dim3)
__MUSA_BUILTIN(gridDim, grid_dim, dim3)

#undef __MUSA_BUILTIN
#undef __MUSA_COMPONENT
#undef __MUSA_OF_NO_HOST

// Lanes per warp. For device code, mcc defines the macro from its table of architectures. Host code
// does not know its architecture when it is compiled, and asks for the device's property.
#if defined(__MUSA_PORT_WARP_SIZE__)
__attribute__((device)) constexpr int warpSize = __MUSA_PORT_WARP_SIZE__;
#else
extern const __attribute__((device)) int warpSize;
#endif

#endif // MUSA_PORT_DEVICE_BUILTIN_VARIABLES_H
