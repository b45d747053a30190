//===- thrust/system/musa/detail/reduce.h - reductions --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THRUST_SYSTEM_MUSA_DETAIL_REDUCE_H
#define THRUST_SYSTEM_MUSA_DETAIL_REDUCE_H

#include <thrust/distance.h>
#include <thrust/system/detail/sequential/reduce.h>
#include <thrust/system/musa/detail/run.h>

THRUST_NAMESPACE_BEGIN
namespace system::musa::detail {

template <typename T, typename Policy, typename Iterator, typename Op>
inline T launch_reduce(Policy &policy, Iterator first, long long n, T init, Op op) {
  device_memory<Policy> memory(policy, sizeof(T));
  auto *where = static_cast<T *>(memory.get());
  run_cub(policy, [&](void *scratch, size_t &bytes) {
    return cub::detail::reduce_items<T>(
        scratch, bytes, n, stream_of(policy),
        [=] __device__(long long i) { return static_cast<T>(first[i]); }, op,
        [=] __device__(const T *result) mutable {
          cub::detail::construct(where,
                                 result != nullptr ? static_cast<T>(op(init, *result)) : init);
        });
  });
  alignas(T) unsigned char bytes[sizeof(T)];
  throw_on_error(musaMemcpy(bytes, where, sizeof(T), musaMemcpyDeviceToHost), "reading a sum");
  return *reinterpret_cast<T *>(bytes);
}
template <typename Derived, typename Iterator, typename T, typename Op>
__host__ __device__ T reduce(execution_policy<Derived> &policy, Iterator first, Iterator last,
                             T init, Op op) {
  return on_side(
      [&] __host__() {
        return launch_reduce<T>(thrust::detail::derived_cast(policy), first,
                                static_cast<long long>(thrust::distance(first, last)), init, op);
      },
      [&] __device__(thrust::detail::seq_t & seq) {
        return thrust::system::detail::sequential::reduce(seq, first, last, init, op);
      });
}

} // namespace system::musa::detail
THRUST_NAMESPACE_END

#endif // THRUST_SYSTEM_MUSA_DETAIL_REDUCE_H
