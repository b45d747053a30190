//===- cub/detail/group.cuh - one thread works for all of its block or warp --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads of a block are fibers of one CPU thread: the stack of each can be read by all. So a
// thread shows the others where its items are, and where a GPU's threads would exchange them
// through shared memory, the first thread moves them, in one sequential loop.
//===----------------------------------------------------------------------===//
#ifndef CUB_DETAIL_GROUP_CUH
#define CUB_DETAIL_GROUP_CUH

#include "cub/util_ptx.cuh"

CUB_NAMESPACE_BEGIN
namespace detail {

/// What a thread shows.
template <typename Key, typename Value> struct items_of_thread {
  Key *keys;
  Value *values;
};

/// The items of all threads of a group, by rank: Items of thread 0, then those of thread 1, ...
template <typename Key, typename Value, int Threads, int Items> struct items_of_group {
  items_of_thread<Key, Value> threads[Threads];
  __device__ Key &key(int i) const { return threads[i / Items].keys[i % Items]; }
  __device__ Value &value(int i) const { return threads[i / Items].values[i % Items]; }
};

/// Memory on the heap, for the thread that works for all.
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

/// Calls `work(group)` in the first thread of a block, when all have come; nobody goes on before it
/// is done. `shared` is the block's.
template <int Threads, int Items, typename Key, typename Value, typename Work>
__device__ inline void lead_block(items_of_group<Key, Value, Threads, Items> &shared, int rank,
                                  Key *keys, Value *values, Work work) {
  shared.threads[rank] = {keys, values};
  CTA_SYNC();
  if (rank == 0)
    work(shared);
  CTA_SYNC();
}

/// The same for the Threads of a logical warp.
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
