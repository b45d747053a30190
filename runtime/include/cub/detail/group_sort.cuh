//===- cub/detail/group_sort.cuh - sorts of the items of a block or warp --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_GROUP_SORT_CUH
#define CUB_GROUP_SORT_CUH

#include "cub/detail/group.cuh"
#include "cub/detail/sequential_sort.cuh"

CUB_NAMESPACE_BEGIN

namespace detail {

/// Sorts the first `count` items of a group. ToStriped selects a striped result over a blocked one.
template <bool ToStriped, typename Key, typename Value, int Threads, int Items, typename Less>
__device__ inline void sort_group(items_of_group<Key, Value, Threads, Items> &group, int count,
                                  Less less) {
  constexpr bool pairs = !std::is_same<Value, NullType>::value;
  constexpr int all = Threads * Items;
  scratch_array<Key> keys(2 * all);
  scratch_array<Value> values(pairs ? 2 * all : 1);
  for (int i = 0; i < all; ++i) {
    ::new (static_cast<void *>(keys.data() + i)) Key(group.key(i));
    ::new (static_cast<void *>(keys.data() + all + i)) Key(group.key(i));
    if constexpr (pairs) {
      ::new (static_cast<void *>(values.data() + i)) Value(group.value(i));
      ::new (static_cast<void *>(values.data() + all + i)) Value(group.value(i));
    }
  }
  const items_ref<Key *, Value *> items{keys.data(), values.data()};
  const items_ref<Key *, Value *> scratch{keys.data() + all, values.data() + (pairs ? all : 0)};
  sort_run(items, scratch, 0, count, less);
  for (int i = 0; i < all; ++i) {
    const int to = ToStriped ? i % Threads * Items + i / Threads : i;
    group.key(to) = keys[i];
    if constexpr (pairs)
      group.value(to) = values[i];
  }
}

} // namespace detail

CUB_NAMESPACE_END

#endif // CUB_GROUP_SORT_CUH
