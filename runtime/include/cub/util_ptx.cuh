//===- cub/util_ptx.cuh - lanes, shuffles, bit fields ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_UTIL_PTX_CUH
#define CUB_UTIL_PTX_CUH

#include "cub/util_type.cuh"

CUB_NAMESPACE_BEGIN

// LaneId() and WarpId() count in warps of CUB_PTX_WARP_THREADS (32) threads.
__device__ inline unsigned LaneId() { return __musa_self()->rank % CUB_PTX_WARP_THREADS; }
__device__ inline unsigned WarpId() { return __musa_self()->rank / CUB_PTX_WARP_THREADS; }
__device__ inline unsigned LaneMaskLt() { return (1U << LaneId()) - 1; }
__device__ inline unsigned LaneMaskLe() { return ~0U >> (31 - LaneId()); }
__device__ inline unsigned LaneMaskGt() { return ~LaneMaskLe(); }
__device__ inline unsigned LaneMaskGe() { return ~LaneMaskLt(); }
__device__ inline int RowMajorTid(int block_dim_x, int block_dim_y, int) {
  return static_cast<int>((threadIdx.z * static_cast<unsigned>(block_dim_y) + threadIdx.y) *
                              static_cast<unsigned>(block_dim_x) +
                          threadIdx.x);
}

/// The mask of the lanes of logical warp number `warp_id` within its 32 threads.
template <int LOGICAL_WARP_THREADS, int PTX_ARCH = 0>
__host__ __device__ inline unsigned WarpMask(unsigned warp_id) {
  if constexpr (LOGICAL_WARP_THREADS >= 32)
    return ~0U;
  else {
    const unsigned mask = ~0U >> (32 - LOGICAL_WARP_THREADS);
    return PowerOfTwo<LOGICAL_WARP_THREADS>::VALUE ? mask << (warp_id * LOGICAL_WARP_THREADS)
                                                   : mask;
  }
}

template <typename T>
__device__ inline unsigned BFE(T source, unsigned bit_start, unsigned num_bits) {
  const unsigned long long bits = static_cast<std::make_unsigned_t<T>>(source);
  return static_cast<unsigned>(bits >> bit_start) & (num_bits >= 32 ? ~0U : (1U << num_bits) - 1);
}
__device__ inline void BFI(unsigned &result, unsigned x, unsigned y, unsigned bit_start,
                           unsigned num_bits) {
  const unsigned mask = (num_bits >= 32 ? ~0U : (1U << num_bits) - 1) << bit_start;
  result = (x & ~mask) | ((y << bit_start) & mask);
}
__device__ inline unsigned IADD3(unsigned x, unsigned y, unsigned z) { return x + y + z; }
__device__ inline unsigned SHL_ADD(unsigned x, unsigned shift, unsigned addend) {
  return (x << shift) + addend;
}
__device__ inline unsigned SHR_ADD(unsigned x, unsigned shift, unsigned addend) {
  return (x >> shift) + addend;
}
[[noreturn]] __device__ inline void ThreadTrap(__MUSA_PLACE) { __trap(__file, __line); }

__device__ inline void CTA_SYNC(__MUSA_PLACE) { __musa_wait_block(__musa_self(), __file, __line); }
__device__ inline int CTA_SYNC_AND(int p, __MUSA_PLACE) {
  return __syncthreads_and(p, __file, __line);
}
__device__ inline int CTA_SYNC_OR(int p, __MUSA_PLACE) {
  return __syncthreads_or(p, __file, __line);
}
__device__ inline void WARP_SYNC(unsigned mask, __MUSA_PLACE) {
  __musa_wait_lanes(__musa_self(), mask, CUB_PTX_WARP_THREADS, 0, __file, __line);
}
__device__ inline int WARP_ANY(int p, unsigned mask, __MUSA_PLACE) {
  return __any_sync(mask, p, __file, __line);
}
__device__ inline int WARP_ALL(int p, unsigned mask, __MUSA_PLACE) {
  return __all_sync(mask, p, __file, __line);
}
__device__ inline unsigned WARP_BALLOT(int p, unsigned mask, __MUSA_PLACE) {
  return __ballot_sync(mask, p, __file, __line);
}

namespace detail {

/// Where the calling thread is in its logical warp.
template <int Threads> struct logical_warp {
#if defined(__MUSA_PORT_WARP_SIZE__)
  static_assert(Threads <= warpSize, "a logical warp is larger than the architecture's warps");
#endif
  /// Lanes in the group that waits together: 32, 64 or 128, such that it holds the logical warp.
  static constexpr int group = Threads <= 32 ? 32 : Threads <= 64 ? 64 : 128;
  int first;     ///< the rank, in the group, of the warp's first thread
  int lane;      ///< the caller's rank in the logical warp
  unsigned mask; ///< the warp's lanes, as bits of each 32 lanes
  __device__ logical_warp() : first(), lane(), mask(~0U) {
    const int in_group = static_cast<int>(__musa_self()->rank % group);
    first = in_group / Threads * Threads;
    lane = in_group % Threads;
    if constexpr (Threads < 32)
      mask = ((1U << Threads) - 1) << first;
  }
};

/// The values that the lanes of a logical warp exchanged. Index it by lane.
template <typename T> struct warp_values {
  const __musa_lanes *lanes;
  int first; ///< the rank of the logical warp's first lane in the group
  __device__ bool has(int lane) const {
    return (lanes->arrived[(first + lane) / 32] >> (first + lane) % 32 & 1) != 0;
  }
  __device__ T operator[](int lane) const {
    if constexpr (by_value) {
      T value;
      __builtin_memcpy(static_cast<void *>(&value), &lanes->values[first + lane], sizeof(T));
      return value;
    } else {
      return *reinterpret_cast<const T *>(lanes->values[first + lane]);
    }
  }
  /// The value of a lane that may not have arrived; `otherwise` if it has not.
  __device__ T get(int lane, const T &otherwise) const {
    return has(lane) ? T((*this)[lane]) : otherwise;
  }
  static constexpr bool by_value = sizeof(T) <= 8 && std::is_trivially_copyable<T>::value &&
                                   std::is_default_constructible<T>::value;
};

/// Shares `value` with the other threads of the logical warp and returns `use(all values)`. If T
/// does not fit in 64 bits, the lanes share its address and wait until all have read it.
template <int Threads, typename T, typename Use>
__device__ inline auto warp_exchange(const logical_warp<Threads> &warp, unsigned mask,
                                     const T &value, Use use) {
  unsigned long bits = 0;
  if constexpr (warp_values<T>::by_value)
    __builtin_memcpy(&bits, static_cast<const void *>(&value), sizeof(T));
  else
    bits = reinterpret_cast<unsigned long>(&value);
  const warp_values<T> values{
      __musa_wait_lanes(__musa_self(), mask, warp.group, bits, __FILE__, __LINE__), warp.first};
  if constexpr (warp_values<T>::by_value) {
    return use(values);
  } else {
    auto result = use(values);
    __musa_wait_lanes(__musa_self(), mask, warp.group, 0, __FILE__, __LINE__);
    return result;
  }
}

} // namespace detail

// A lane keeps its own value if its source lane is outside of the range that first_thread or
// last_thread limits, or if the source lane does not arrive.
template <int LOGICAL_WARP_THREADS, typename T>
__device__ inline T ShuffleUp(T input, int src_offset, int first_thread, unsigned member_mask) {
  const detail::logical_warp<LOGICAL_WARP_THREADS> warp;
  return detail::warp_exchange(warp, member_mask, input, [&](const detail::warp_values<T> &values) {
    const int from = warp.lane - src_offset;
    return from < first_thread ? input : values.get(from, input);
  });
}
template <int LOGICAL_WARP_THREADS, typename T>
__device__ inline T ShuffleDown(T input, int src_offset, int last_thread, unsigned member_mask) {
  const detail::logical_warp<LOGICAL_WARP_THREADS> warp;
  return detail::warp_exchange(warp, member_mask, input, [&](const detail::warp_values<T> &values) {
    const int from = warp.lane + src_offset;
    return from > last_thread ? input : values.get(from, input);
  });
}
template <int LOGICAL_WARP_THREADS, typename T>
__device__ inline T ShuffleIndex(T input, int src_lane, unsigned member_mask) {
  const auto from = static_cast<unsigned>(src_lane) % LOGICAL_WARP_THREADS;
  return detail::warp_exchange(detail::logical_warp<LOGICAL_WARP_THREADS>(), member_mask, input,
                               [&](const detail::warp_values<T> &values) {
                                 return values.get(static_cast<int>(from), input);
                               });
}

/// The mask of the lanes whose lowest LABEL_BITS bits of `label` equal the caller's.
template <int LABEL_BITS> __device__ inline unsigned MatchAny(unsigned label) {
  return __match_any_sync(~0U, LABEL_BITS >= 32 ? label : label & ((1U << (LABEL_BITS % 32)) - 1));
}

CUB_NAMESPACE_END

#endif // CUB_UTIL_PTX_CUH
