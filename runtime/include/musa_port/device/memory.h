//===- musa_port/device/memory.h - loads, stores and address spaces --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSA_PORT_DEVICE_MEMORY_H
#define MUSA_PORT_DEVICE_MEMORY_H

#include "musa_port/device/sync.h"
#include "musa_port/host/queries.h"

// Cache hints have no effect here. __ldcv() must see what other threads wrote, so a fence keeps the
// compiler from reusing a value that it loaded before.
template <typename T> __device__ __forceinline__ T __ldg(const T *p) { return *p; }
template <typename T> __device__ __forceinline__ T __ldcg(const T *p) { return *p; }
template <typename T> __device__ __forceinline__ T __ldca(const T *p) { return *p; }
template <typename T> __device__ __forceinline__ T __ldcs(const T *p) { return *p; }
template <typename T> __device__ __forceinline__ T __ldlu(const T *p) { return *p; }
template <typename T> __device__ __forceinline__ T __ldcv(const T *p) {
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  return *p;
}

template <typename T> struct __musa_same {
  using type = T;
};
template <typename T>
__device__ __forceinline__ void __stwb(T *p, typename __musa_same<T>::type value) {
  *p = value;
}
template <typename T>
__device__ __forceinline__ void __stcg(T *p, typename __musa_same<T>::type value) {
  *p = value;
}
template <typename T>
__device__ __forceinline__ void __stcs(T *p, typename __musa_same<T>::type value) {
  *p = value;
}
template <typename T>
__device__ __forceinline__ void __stwt(T *p, typename __musa_same<T>::type value) {
  *p = value;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

// Constant memory is part of global memory here.
__device__ __forceinline__ unsigned __isShared(const void *p) {
  const __musa_thread *self = __musa_self();
  const auto offset = static_cast<unsigned long>(static_cast<const char *>(p) - self->shared);
  return offset < __musa_shared_bytes(self);
}
__device__ __forceinline__ unsigned __isLocal(const void *p) {
  return __musa_is_local(__musa_self(), p);
}
__device__ __forceinline__ unsigned __isGlobal(const void *p) {
  return !__isShared(p) && !__isLocal(p);
}
__device__ __forceinline__ unsigned __isConstant(const void *p) { return __isGlobal(p); }
__device__ __forceinline__ unsigned __isGridConstant(const void *) { return 0; }

// An address in shared memory is the offset from its start. Elsewhere it is the pointer itself.
__device__ __forceinline__ size_t __cvta_generic_to_shared(const void *p) {
  return static_cast<size_t>(static_cast<const char *>(p) - __musa_self()->shared);
}
__device__ __forceinline__ void *__cvta_shared_to_generic(size_t address) {
  return __musa_self()->shared + address;
}
__device__ __forceinline__ size_t __cvta_generic_to_global(const void *p) {
  return reinterpret_cast<size_t>(p);
}
__device__ __forceinline__ size_t __cvta_generic_to_local(const void *p) {
  return reinterpret_cast<size_t>(p);
}
__device__ __forceinline__ size_t __cvta_generic_to_constant(const void *p) {
  return reinterpret_cast<size_t>(p);
}
__device__ __forceinline__ void *__cvta_global_to_generic(size_t address) {
  return reinterpret_cast<void *>(address);
}
__device__ __forceinline__ void *__cvta_local_to_generic(size_t address) {
  return reinterpret_cast<void *>(address);
}
__device__ __forceinline__ void *__cvta_constant_to_generic(size_t address) {
  return reinterpret_cast<void *>(address);
}

#endif // MUSA_PORT_DEVICE_MEMORY_H
