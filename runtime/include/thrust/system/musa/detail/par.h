//===- thrust/system/musa/detail/par.h - thrust::musa::par --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THRUST_SYSTEM_MUSA_DETAIL_PAR_H
#define THRUST_SYSTEM_MUSA_DETAIL_PAR_H

#include <thrust/detail/dependencies_aware_execution_policy.h>
#include <thrust/system/musa/detail/execution_policy.h>

THRUST_NAMESPACE_BEGIN
namespace system::musa::detail {

struct execute_on_stream : stream_policy<execute_on_stream, true> {
  using stream_policy::stream_policy;
};
struct execute_on_stream_nosync : stream_policy<execute_on_stream_nosync, false> {
  using stream_policy::stream_policy;
};
struct par_t : execution_policy<par_t>,
               thrust::detail::allocator_aware_execution_policy<waiting_policy>,
               thrust::detail::dependencies_aware_execution_policy<waiting_policy> {
  using stream_attachment_type = execute_on_stream;
  __host__ __device__ constexpr par_t() {}
  execute_on_stream on(musaStream_t stream) const { return execute_on_stream(stream); }
};
struct par_nosync_t : stream_policy<par_nosync_t, false>,
                      thrust::detail::allocator_aware_execution_policy<not_waiting_policy> {
  using stream_attachment_type = execute_on_stream_nosync;
  __host__ __device__ par_nosync_t() : stream_policy(nullptr) {}
  execute_on_stream_nosync on(musaStream_t stream) const {
    return execute_on_stream_nosync(stream);
  }
};

} // namespace system::musa::detail
THRUST_NAMESPACE_END

THRUST_NAMESPACE_BEGIN
namespace system::musa {
THRUST_INLINE_CONSTANT detail::par_t par;
static const detail::par_nosync_t par_nosync;
} // namespace system::musa
namespace musa {
using system::musa::par;
using system::musa::par_nosync;
} // namespace musa
THRUST_NAMESPACE_END

#endif // THRUST_SYSTEM_MUSA_DETAIL_PAR_H
