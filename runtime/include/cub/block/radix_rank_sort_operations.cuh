//===- cub/block/radix_rank_sort_operations.cuh - digits of keys --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_RADIX_RANK_SORT_OPERATIONS_CUH
#define CUB_RADIX_RANK_SORT_OPERATIONS_CUH

#include "cub/detail/radix_key.cuh"
#include "cub/util_ptx.cuh" // comes with it in CUB too

#include <cstdint>

CUB_NAMESPACE_BEGIN

/// Takes `num_bits` bits from bit `bit_start` on. Of keys, it wants the bits that sort as unsigned
/// numbers (Traits<KeyT>::TwiddleIn); those of -0 count as 0.
template <typename KeyT> struct BFEDigitExtractor {
  using TraitsT = Traits<KeyT>;
  using UnsignedBits = typename TraitsT::UnsignedBits;

  uint32_t bit_start;
  uint32_t num_bits;

  explicit __host__ __device__ BFEDigitExtractor(uint32_t bit_start = 0, uint32_t num_bits = 0)
      : bit_start(bit_start), num_bits(num_bits) {}

  __host__ __device__ uint32_t Digit(UnsignedBits key) const {
    if constexpr (TraitsT::CATEGORY == FLOATING_POINT)
      if (key == TraitsT::TwiddleIn(TraitsT::HIGH_BIT))
        key = TraitsT::TwiddleIn(UnsignedBits(0));
    const uint32_t mask = num_bits >= 32 ? ~0U : (1U << num_bits) - 1;
    return static_cast<uint32_t>(key >> bit_start) & mask;
  }
};
template <typename KeyT> struct ShiftDigitExtractor : BFEDigitExtractor<KeyT> {
  using BFEDigitExtractor<KeyT>::BFEDigitExtractor;
};

CUB_NAMESPACE_END

#endif // CUB_RADIX_RANK_SORT_OPERATIONS_CUH
