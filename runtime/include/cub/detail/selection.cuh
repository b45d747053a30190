//===- cub/detail/selection.cuh - which items are selected, and where they go --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_DETAIL_SELECTION_CUH
#define CUB_DETAIL_SELECTION_CUH

#include "cub/detail/algorithms.cuh"

CUB_NAMESPACE_BEGIN
namespace detail {

/// Each of these decides by index whether an item is selected: by_flag uses the item's flag,
/// by_flag_if a condition on that flag, and by_item a condition on the item itself.
template <typename Flags> struct by_flag {
  Flags flags;
  __device__ bool operator()(long long i) { return static_cast<bool>(flags[i]); }
};
template <typename Flags, typename Condition> struct by_flag_if {
  Flags flags;
  Condition condition;
  __device__ bool operator()(long long i) { return static_cast<bool>(condition(flags[i])); }
};
template <typename Items, typename Condition> struct by_item {
  Items items;
  Condition condition;
  __device__ bool operator()(long long i) {
    return static_cast<bool>(condition(static_cast<value_t<Items>>(items[i])));
  }
};
/// Copies item i of the input to place k of the output.
template <typename Items, typename Output> struct put_item {
  Items items;
  Output output;
  __device__ void operator()(long long i, long long k) { output[k] = items[i]; }
};

} // namespace detail
CUB_NAMESPACE_END

#endif // CUB_DETAIL_SELECTION_CUH
