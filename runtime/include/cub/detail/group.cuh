//===- cub/detail/group.cuh - one thread works for all of its block or warp --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The threads of a block are fibers of one CPU thread, so each can read the stacks of the others.
// A GPU's threads would exchange items through shared memory. Here, each thread publishes where
// its items are, and the first thread moves all of them in one sequential loop.
//===----------------------------------------------------------------------===//
#ifndef CUB_DETAIL_GROUP_CUH
#define CUB_DETAIL_GROUP_CUH

#include "cub/util_ptx.cuh"

CUB_NAMESPACE_BEGIN
namespace detail {

/// Pointers to the items of one thread.
template <typename Key, typename Value> struct items_of_thread {
  Key *keys;
  Value *values;
};

/// The items of all threads of a group (block or warp), ordered by rank: `Items` for each thread.
template <typename Key, typename Value, int Threads, int Items> struct items_of_group {
  items_of_thread<Key, Value> threads[Threads];
  __device__ Key &key(int i) const { return threads[i / Items].keys[i % Items]; }
  __device__ Value &value(int i) const { return threads[i / Items].values[i % Items]; }
};

/// A heap array for the thread that works on behalf of its whole group.
template <typename T> class scratch_array {
public:
  __device__ explicit scratch_array(long long n)
      : items(static_cast<T *>(malloc(sizeof(T) * static_cast<size_t>(n)))) {
    if (items == nullptr)
      __musa_fail(__musa_self(), "has no memory left for the items of its group", __FILE__,
                  __LINE__);
  }
  __device__ ~scratch_array() { free(items); }
  scratch_array(const scratch_array &) = delete;
  scratch_array &operator=(const scratch_array &) = delete;
  __device__ T *data() const { return items; }
  __device__ T &operator[](long long i) const { return items[i]; }

private:
  T *items;
};

/// Waits for all threads of a block, then calls `work(group)` in the first one. The others wait
/// until it returns. `shared` lies in the block's shared memory.
template <int Threads, int Items, typename Key, typename Value, typename Work>
__device__ inline void lead_block(items_of_group<Key, Value, Threads, Items> &shared, int rank,
                                  Key *keys, Value *values, Work work) {
  shared.threads[rank] = {keys, values};
  CTA_SYNC();
  if (rank == 0)
    work(shared);
  CTA_SYNC();
}

/// Does what lead_block does, for the `Threads` lanes of a logical warp.
template <int Threads, int Items, typename Key, typename Value, typename Work>
__device__ inline void lead_warp(const logical_warp<Threads> &warp, Key *keys, Value *values,
                                 Work work) {
  const items_of_thread<Key, Value> mine{keys, values};
  warp_exchange(warp, warp.mask, mine, [&](const warp_values<items_of_thread<Key, Value>> &all) {
    if (warp.lane == 0) {
      items_of_group<Key, Value, Threads, Items> group;
      for (int i = 0; i < Threads; ++i)
        group.threads[i] = all[i];
      work(group);
    }
    return 0;
  });
}

} // namespace detail
CUB_NAMESPACE_END

#endif // CUB_DETAIL_GROUP_CUH
