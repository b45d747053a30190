//===- run.h - how algorithms run: kernels of few blocks, or one thread -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THRUST_SYSTEM_MUSA_DETAIL_RUN_H
#define THRUST_SYSTEM_MUSA_DETAIL_RUN_H

#include "cub/detail/device_sort.cuh"
#include <thrust/detail/raw_pointer_cast.h>
#include <thrust/detail/seq.h>
#include <thrust/system/musa/detail/execution_policy.h>
#include <thrust/system/musa/error.h>

THRUST_NAMESPACE_BEGIN
namespace detail {
template <typename T, typename Policy> class temporary_array;
}
namespace system::musa::detail {

namespace cub = CUB_NS_QUALIFIER; // a program may wrap CUB's namespace

/// Calls host() on the host. In device code an algorithm runs in the thread that calls it, as in
/// Thrust without dynamic parallelism: device(seq). The kernels that `host` launches are
/// instantiated on both sides, since it is a lambda in the caller's body.
template <typename Host, typename Device>
__host__ __device__ inline decltype(auto) on_side([[maybe_unused]] Host host,
                                                  [[maybe_unused]] Device device) {
#ifdef __MUSA_ARCH__
  thrust::detail::seq_t seq;
  return device(seq);
#else
  return host();
#endif
}

template <typename Policy> inline void finish(Policy &policy, musaError_t status) {
  if (status == musaSuccess && waits(policy))
    status = musaStreamSynchronize(stream_of(policy));
  throw_on_error(status, "running an algorithm of thrust::musa");
}

/// Temporary device memory. It comes from the policy's allocator, if the policy has one.
template <typename Policy> class device_memory {
public:
  device_memory(Policy &policy, size_t bytes) : memory(0 /*not initialised*/, policy, bytes) {}
  void *get() { return thrust::raw_pointer_cast(memory.data()); }

private:
  thrust::detail::temporary_array<char, Policy> memory;
};

/// Calls an algorithm of cub::detail twice: for the size of its temporary storage, then to run it.
template <typename Policy, typename Call> inline void run_cub(Policy &policy, Call call) {
  size_t bytes = 0;
  throw_on_error(call(static_cast<void *>(nullptr), bytes));
  device_memory<Policy> memory(policy, bytes);
  const musaError_t status = call(memory.get(), bytes);
  // The temporary storage is freed on return, so wait for the stream whatever the policy says.
  throw_on_error(status);
  throw_on_error(musaStreamSynchronize(stream_of(policy)), "running an algorithm of thrust::musa");
}

/// Runs body(i) in a kernel for each i in [0, n).
template <typename Policy, typename Body>
inline void for_indices(Policy &policy, long long n, Body body) {
  if (n <= 0)
    return;
  const cub::detail::parts_of parts(n, false, 1024);
  finish(policy,
         cub::detail::launch(parts.count, stream_of(policy), [=] __device__(int part) mutable {
           for (long long i = parts.first(part); i < parts.last(part); ++i)
             body(i);
         }));
}

/// Runs `get()` in a kernel and returns its result to the host.
template <typename Result, typename Policy, typename Get>
inline Result result_of(Policy &policy, Get get) {
  device_memory<Policy> memory(policy, sizeof(Result));
  auto *where = static_cast<Result *>(memory.get());
  throw_on_error(cub::detail::launch(1, stream_of(policy), [=] __device__(int) mutable {
    cub::detail::construct(where, static_cast<Result>(get()));
  }));
  alignas(Result) unsigned char bytes[sizeof(Result)];
  throw_on_error(
      musaMemcpyAsync(bytes, where, sizeof(Result), musaMemcpyDeviceToHost, stream_of(policy)));
  throw_on_error(musaStreamSynchronize(stream_of(policy)), "running an algorithm of thrust::musa");
  return *reinterpret_cast<Result *>(bytes);
}

/// Defines the system's `name` as Thrust's sequential algorithm, run by one thread of a kernel. A
/// CPU runs it fast, and the order of the operations is the documented one.
#define MUSA_PORT_THRUST_IN_ONE_THREAD(name)                                                       \
  struct sequential_##name {                                                                       \
    template <typename... Arguments>                                                               \
    __host__ __device__ auto operator()(Arguments... arguments) const                              \
        -> decltype(thrust::system::detail::sequential::name(                                      \
            std::declval<thrust::detail::seq_t &>(), arguments...)) {                              \
      thrust::detail::seq_t policy;                                                                \
      return thrust::system::detail::sequential::name(policy, arguments...);                       \
    }                                                                                              \
  };                                                                                               \
  template <typename Derived, typename... Arguments>                                               \
  __host__ __device__ auto name(execution_policy<Derived> &policy, Arguments... arguments)         \
      -> decltype(sequential_##name()(arguments...)) {                                             \
    return on_side(                                                                                \
        [&] __host__() {                                                                           \
          return in_one_thread<sequential_##name>(thrust::detail::derived_cast(policy),            \
                                                  arguments...);                                   \
        },                                                                                         \
        [&] __device__(thrust::detail::seq_t &) { return sequential_##name()(arguments...); });    \
  }

template <typename Algorithm, typename Policy, typename... Arguments>
inline auto in_one_thread(Policy &policy, Arguments... arguments) {
  using Result = decltype(Algorithm()(arguments...));
  auto call = [=] __device__() mutable { return Algorithm()(arguments...); };
  if constexpr (std::is_void<Result>::value)
    finish(policy,
           cub::detail::launch(1, stream_of(policy), [=] __device__(int) mutable { call(); }));
  else
    return result_of<Result>(policy, call);
}

} // namespace system::musa::detail
THRUST_NAMESPACE_END

// This header includes algorithms that need the declarations above, so it comes last.
#include <thrust/detail/temporary_array.h>

#endif // THRUST_SYSTEM_MUSA_DETAIL_RUN_H
