//===- musa_port/device/atomics.h - atomicAdd and its kin --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each function returns the old value. All are relaxed: they order no other memory accesses. The
// _block and _system forms do the same as the plain forms here.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_DEVICE_ATOMICS_H
#define MUSA_PORT_DEVICE_ATOMICS_H

#include "musa_port/device/keywords.h"

/// Replaces *address by change(*address) in one atomic step and returns the old value.
template <typename T, typename Change>
__device__ __forceinline__ T __musa_atomic_update(T *address, Change change) {
  T old;
  __atomic_load(address, &old, __ATOMIC_RELAXED);
  T next = change(old);
  while (!__atomic_compare_exchange(address, &old, &next, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    next = change(old);
  return old;
}

#define __MUSA_ATOMIC(name, type, body)                                                            \
  __device__ __forceinline__ type atomic##name(type *address, type value){                         \
      body} __device__ __forceinline__ type atomic##name##_block(type *address, type value){       \
      body} __device__ __forceinline__ type atomic##name##_system(type *address, type value) {     \
    body                                                                                           \
  }

#define __MUSA_ATOMIC_ADD(type)                                                                    \
  __MUSA_ATOMIC(Add, type, return __atomic_fetch_add(address, value, __ATOMIC_RELAXED);)
__MUSA_ATOMIC_ADD(int)
__MUSA_ATOMIC_ADD(unsigned int)
__MUSA_ATOMIC_ADD(unsigned long long)
__MUSA_ATOMIC_ADD(float)
__MUSA_ATOMIC_ADD(double)

#define __MUSA_ATOMIC_SUB(type)                                                                    \
  __MUSA_ATOMIC(Sub, type, return __atomic_fetch_sub(address, value, __ATOMIC_RELAXED);)
__MUSA_ATOMIC_SUB(int)
__MUSA_ATOMIC_SUB(unsigned int)

#define __MUSA_ATOMIC_EXCH(type)                                                                   \
  __MUSA_ATOMIC(Exch, type, type old; __atomic_exchange(address, &value, &old, __ATOMIC_RELAXED);  \
                return old;)
__MUSA_ATOMIC_EXCH(int)
__MUSA_ATOMIC_EXCH(unsigned int)
__MUSA_ATOMIC_EXCH(unsigned long long)
__MUSA_ATOMIC_EXCH(float)

#define __MUSA_ATOMIC_BITS(type)                                                                   \
  __MUSA_ATOMIC(Min, type, return __atomic_fetch_min(address, value, __ATOMIC_RELAXED);)           \
  __MUSA_ATOMIC(Max, type, return __atomic_fetch_max(address, value, __ATOMIC_RELAXED);)           \
  __MUSA_ATOMIC(And, type, return __atomic_fetch_and(address, value, __ATOMIC_RELAXED);)           \
  __MUSA_ATOMIC(Or, type, return __atomic_fetch_or(address, value, __ATOMIC_RELAXED);)             \
  __MUSA_ATOMIC(Xor, type, return __atomic_fetch_xor(address, value, __ATOMIC_RELAXED);)
__MUSA_ATOMIC_BITS(int)
__MUSA_ATOMIC_BITS(unsigned int)
__MUSA_ATOMIC_BITS(long long)
__MUSA_ATOMIC_BITS(unsigned long long)

/// Counts up to `value`, then starts again at 0.
__MUSA_ATOMIC(Inc, unsigned int, return __musa_atomic_update(address, [value](unsigned old) {
                return old >= value ? 0U : old + 1;
              });)
/// Counts down to 0, then starts again at `value`.
__MUSA_ATOMIC(Dec, unsigned int, return __musa_atomic_update(address, [value](unsigned old) {
                return old == 0 || old > value ? value : old - 1;
              });)

#define __MUSA_ATOMIC_CAS_FORM(form, type)                                                         \
  __device__ __forceinline__ type atomicCAS##form(type *address, type expected, type value) {      \
    __atomic_compare_exchange_n(address, &expected, value, false, __ATOMIC_RELAXED,                \
                                __ATOMIC_RELAXED);                                                 \
    return expected;                                                                               \
  }
#define __MUSA_ATOMIC_CAS(type)                                                                    \
  __MUSA_ATOMIC_CAS_FORM(, type)                                                                   \
  __MUSA_ATOMIC_CAS_FORM(_block, type)                                                             \
  __MUSA_ATOMIC_CAS_FORM(_system, type)
__MUSA_ATOMIC_CAS(int)
__MUSA_ATOMIC_CAS(unsigned int)
__MUSA_ATOMIC_CAS(unsigned long long)
__MUSA_ATOMIC_CAS(unsigned short)

#undef __MUSA_ATOMIC
#undef __MUSA_ATOMIC_ADD
#undef __MUSA_ATOMIC_SUB
#undef __MUSA_ATOMIC_EXCH
#undef __MUSA_ATOMIC_BITS
#undef __MUSA_ATOMIC_CAS_FORM
#undef __MUSA_ATOMIC_CAS

#endif // MUSA_PORT_DEVICE_ATOMICS_H
