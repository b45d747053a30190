//===- execution_policy.h - the tag of the system, and policies with a stream -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THRUST_SYSTEM_MUSA_DETAIL_EXECUTION_POLICY_H
#define THRUST_SYSTEM_MUSA_DETAIL_EXECUTION_POLICY_H

#include <thrust/detail/allocator_aware_execution_policy.h>
#include <thrust/detail/config.h>
#include <thrust/detail/execution_policy.h>
#include <thrust/iterator/detail/any_system_tag.h>
#include <thrust/system/cpp/detail/execution_policy.h>

#include <cfloat> // Thrust brings it, and programs rely on it

THRUST_NAMESPACE_BEGIN
namespace system::musa::detail {

struct tag;
template <typename> struct execution_policy;
template <> struct execution_policy<tag> : thrust::execution_policy<tag> {
  using tag_type = tag;
};
struct tag : execution_policy<tag> {};
template <typename Derived> struct execution_policy : thrust::execution_policy<Derived> {
  using tag_type = tag;
  __host__ __device__ operator tag() const { return tag(); }
};

/// A policy with a stream. If `Wait`, an algorithm returns only after its work is done.
template <typename Derived, bool Wait> struct stream_policy : execution_policy<Derived> {
  __host__ __device__ explicit stream_policy(musaStream_t in = nullptr) : stream(in) {}
  Derived on(musaStream_t other) const {
    Derived result = thrust::detail::derived_cast(*this);
    result.set_stream(other);
    return result;
  }
  __host__ __device__ void set_stream(musaStream_t other) { stream = other; }

  musaStream_t stream;
};
template <typename Derived> using waiting_policy = stream_policy<Derived, true>;
template <typename Derived> using not_waiting_policy = stream_policy<Derived, false>;

/// The legacy stream, or the thread's own if the program is compiled so.
inline musaStream_t default_stream() {
#if defined(MUSA_API_PER_THREAD_DEFAULT_STREAM)
  return musaStreamPerThread;
#else
  return musaStreamLegacy;
#endif
}

template <typename Derived> musaStream_t stream_of(const execution_policy<Derived> &) {
  return default_stream();
}
template <typename Derived, bool Wait>
musaStream_t stream_of(const stream_policy<Derived, Wait> &policy) {
  return policy.stream;
}
template <typename Derived> bool waits(const execution_policy<Derived> &) { return true; }
template <typename Derived, bool Wait> bool waits(const stream_policy<Derived, Wait> &) {
  return Wait;
}

} // namespace system::musa::detail
THRUST_NAMESPACE_END

THRUST_NAMESPACE_BEGIN
namespace system::musa {
using detail::execution_policy;
using detail::tag;
} // namespace system::musa
namespace musa {
using system::musa::execution_policy;
using system::musa::tag;
} // namespace musa
THRUST_NAMESPACE_END

// par.h needs the types above. Included here, it gives every algorithm header thrust::musa::par.
#include <thrust/system/musa/detail/par.h>

#endif // THRUST_SYSTEM_MUSA_DETAIL_EXECUTION_POLICY_H
