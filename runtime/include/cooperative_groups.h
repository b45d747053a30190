//===- cooperative_groups.h - groups of threads ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tile of at most 32 threads lies within 32 lanes of a warp, and its threads wait through a lane
// mask. If warps have 128 lanes, tiles of 64 and 128 threads lie within a warp too. Larger tiles
// exchange values through memory that the kernel provides: block_tile_memory.
//===----------------------------------------------------------------------===//
#ifndef _COOPERATIVE_GROUPS_H_
#define _COOPERATIVE_GROUPS_H_

#include "musa_port/host/queries.h"
#include "musa_runtime.h"

#if defined(__MUSACC__)

namespace cooperative_groups {

// __MUSA_PLACE (sync.h) is the caller's file and line. __MUSA_CG_PLACE passes them on.
#define __MUSA_CG __device__ __forceinline__
#define __MUSA_CG_PLACE __file, __line

namespace details {

using rank_t = unsigned long long;

__MUSA_CG unsigned block_threads() {
  const __musa_dim size = __musa_self()->block_dim;
  return size.x * size.y * size.z;
}
__MUSA_CG rank_t grid_blocks() {
  const __musa_dim size = __musa_self()->grid_dim;
  return rank_t{size.x} * size.y * size.z;
}
__MUSA_CG rank_t block_rank() {
  const __musa_thread *self = __musa_self();
  return self->block_idx.x + rank_t{self->grid_dim.x} *
                                 (self->block_idx.y + rank_t{self->grid_dim.y} * self->block_idx.z);
}
__MUSA_CG dim3 to_dim3(__musa_dim from) { return dim3(from.x, from.y, from.z); }

/// Returns the `value` of lane `from` (0 to 31) to all lanes in `mask`. Works for any size of T.
template <typename T>
__MUSA_CG T from_lane(unsigned mask, const T &value, unsigned from, const char *file,
                      unsigned line) {
  constexpr unsigned words = (sizeof(T) + 7) / 8;
  unsigned long parts[words] = {};
  __builtin_memcpy(parts, &value, sizeof(T));
  for (unsigned i = 0; i < words; ++i)
    parts[i] = __musa_shuffle_index(mask, parts[i], static_cast<int>(from), 32, file, line);
  T result;
  __builtin_memcpy(static_cast<void *>(&result), parts, sizeof(T));
  return result;
}

/// The values of a group's threads, ordered by rank.
template <typename T, unsigned Most> class gathered {
public:
  __MUSA_CG T &operator[](unsigned rank) { return reinterpret_cast<T &>(bytes[rank]); }
  unsigned count = 0;

private:
  alignas(T) unsigned char bytes[Most][sizeof(T)];
};

/// Collects the values of the lanes in `mask`, out of a group of `Most` lanes of the warp.
template <unsigned Most, typename T>
__MUSA_CG gathered<T, Most> gather(unsigned mask, const T &value, const char *file, unsigned line) {
  gathered<T, Most> result;
  for (unsigned word = 0; word < sizeof(T); word += 8) {
    const unsigned bytes = sizeof(T) - word < 8 ? sizeof(T) - word : 8;
    unsigned long part = 0;
    __builtin_memcpy(&part, reinterpret_cast<const char *>(&value) + word, bytes);
    const __musa_lanes *all = __musa_wait_lanes(__musa_self(), mask, Most, part, file, line);
    unsigned count = 0;
    for (unsigned lane = 0; lane < Most; ++lane)
      if (all->arrived[lane / 32] >> lane % 32 & 1)
        __builtin_memcpy(reinterpret_cast<char *>(&result[count++]) + word, &all->values[lane],
                         bytes);
    result.count = count;
  }
  return result;
}

/// The n-th lane in `mask`.
__MUSA_CG unsigned lane_of(unsigned mask, unsigned n) {
  for (; n > 0; --n)
    mask &= mask - 1;
  return static_cast<unsigned>(__builtin_ctz(mask | 1U << 31));
}

/// Renumbers lanes: bit r of the result is set if `lanes` has the lane of rank r in `mask`.
__MUSA_CG unsigned by_rank(unsigned mask, unsigned lanes) {
  unsigned result = 0;
  for (unsigned rank = 0; mask != 0; ++rank, mask &= mask - 1)
    result |= static_cast<unsigned>((lanes & mask & (0 - mask)) != 0) << rank;
  return result;
}

/// A group of lanes, which a mask of 32 lanes describes.
class lanes {
public:
  __MUSA_CG explicit lanes(unsigned mask) : mask(mask) {}

  __MUSA_CG void sync(__MUSA_PLACE) const {
    __musa_wait_lanes(__musa_self(), mask, 32, 0, __MUSA_CG_PLACE);
  }
  __MUSA_CG unsigned num_threads() const { return static_cast<unsigned>(__popc(mask)); }
  __MUSA_CG unsigned size() const { return num_threads(); }
  __MUSA_CG unsigned thread_rank() const {
    return static_cast<unsigned>(__popc(mask & __get_lanemask_lt()));
  }

  template <typename T> __MUSA_CG T shfl(const T &value, int rank, __MUSA_PLACE) const {
    return get(value, static_cast<unsigned>(rank) % num_threads(), __MUSA_CG_PLACE);
  }
  template <typename T> __MUSA_CG T shfl_up(const T &value, unsigned delta, __MUSA_PLACE) const {
    const unsigned rank = thread_rank();
    return get(value, delta > rank ? rank : rank - delta, __MUSA_CG_PLACE);
  }
  template <typename T> __MUSA_CG T shfl_down(const T &value, unsigned delta, __MUSA_PLACE) const {
    const unsigned rank = thread_rank();
    return get(value, delta >= num_threads() - rank ? rank : rank + delta, __MUSA_CG_PLACE);
  }
  template <typename T> __MUSA_CG T shfl_xor(const T &value, unsigned bits, __MUSA_PLACE) const {
    const unsigned rank = thread_rank();
    const unsigned from = rank ^ bits;
    return get(value, from < num_threads() ? from : rank, __MUSA_CG_PLACE);
  }

  __MUSA_CG int any(int predicate, __MUSA_PLACE) const {
    return __any_sync(mask, predicate, __MUSA_CG_PLACE);
  }
  __MUSA_CG int all(int predicate, __MUSA_PLACE) const {
    return __all_sync(mask, predicate, __MUSA_CG_PLACE);
  }
  __MUSA_CG unsigned ballot(int predicate, __MUSA_PLACE) const {
    return by_rank(mask, __ballot_sync(mask, predicate, __MUSA_CG_PLACE));
  }
  template <typename T> __MUSA_CG unsigned match_any(T value, __MUSA_PLACE) const {
    return by_rank(mask, __match_any_sync(mask, value, __MUSA_CG_PLACE));
  }
  template <typename T> __MUSA_CG unsigned match_all(T value, int &all, __MUSA_PLACE) const {
    return by_rank(mask, __match_all_sync(mask, value, &all, __MUSA_CG_PLACE));
  }

  // For the cooperative_groups headers only.
  __MUSA_CG unsigned _lane_mask() const { return mask; }
  template <typename T> __MUSA_CG gathered<T, 32> _gather(const T &value, __MUSA_PLACE) const {
    return gather<32>(mask, value, __MUSA_CG_PLACE);
  }

protected:
  template <typename T>
  __MUSA_CG T get(const T &value, unsigned rank, const char *file, unsigned line) const {
    return from_lane(mask, value, lane_of(mask, rank), file, line);
  }

  unsigned mask;
};

/// The mask of the caller's tile of `size` threads, a power of two up to 32.
__MUSA_CG unsigned tile_mask(unsigned size) {
  const unsigned first = __musa_lane32() & ~(size - 1);
  const unsigned all = size == 32 ? ~0U : (1U << size) - 1;
  // A block's last tile may have fewer threads.
  const unsigned before = __musa_self()->rank - __musa_lane32();
  const unsigned there = block_threads() - before;
  return (all << first) & (there >= 32 ? ~0U : (1U << there) - 1);
}

} // namespace details

// ---- groups

/// The memory in which the threads of tiles larger than a warp exchange values.
template <unsigned MaxBlockSize = 1024> struct block_tile_memory {
  unsigned long _values[MaxBlockSize];
};
namespace details {
using tile_memory = unsigned long *; ///< points to block_tile_memory's values, or is null
} // namespace details

class thread_block {
public:
  thread_block() = default;
  __MUSA_CG explicit thread_block(details::tile_memory memory) : memory(memory) {}
  __MUSA_CG static void sync(__MUSA_PLACE) { __musa_syncthreads(__MUSA_CG_PLACE); }
  __MUSA_CG static unsigned thread_rank() { return __musa_self()->rank; }
  __MUSA_CG static dim3 group_index() { return details::to_dim3(__musa_self()->block_idx); }
  __MUSA_CG static dim3 thread_index() { return details::to_dim3(__musa_self()->thread_idx); }
  __MUSA_CG static dim3 group_dim() { return details::to_dim3(__musa_self()->block_dim); }
  __MUSA_CG static dim3 dim_threads() { return group_dim(); }
  __MUSA_CG static unsigned num_threads() { return details::block_threads(); }
  __MUSA_CG static unsigned size() { return num_threads(); }

  /// sync() split in two: the wait is wholly in barrier_wait().
  struct arrival_token {};
  __MUSA_CG static arrival_token barrier_arrive() { return {}; }
  __MUSA_CG static void barrier_wait(arrival_token &&, __MUSA_PLACE) { sync(__MUSA_CG_PLACE); }

  __MUSA_CG details::tile_memory _memory() const { return memory; }

private:
  details::tile_memory memory = nullptr;
};
__MUSA_CG thread_block this_thread_block() { return thread_block(); }
template <unsigned MaxBlockSize>
__MUSA_CG thread_block this_thread_block(block_tile_memory<MaxBlockSize> &memory) {
  return thread_block(memory._values);
}

class grid_group {
public:
  __MUSA_CG static void sync(__MUSA_PLACE) { __musa_wait_grid(__musa_self(), __MUSA_CG_PLACE); }
  __MUSA_CG static bool is_valid() { return __musa_is_cooperative(__musa_self()); }
  __MUSA_CG static unsigned long long size() {
    return details::grid_blocks() * details::block_threads();
  }
  __MUSA_CG static unsigned long long num_threads() { return size(); }
  __MUSA_CG static unsigned long long thread_rank() {
    return details::block_rank() * details::block_threads() + __musa_self()->rank;
  }
  __MUSA_CG static dim3 group_dim() { return details::to_dim3(__musa_self()->grid_dim); }
  __MUSA_CG static dim3 dim_blocks() { return group_dim(); }
  __MUSA_CG static unsigned long long num_blocks() { return details::grid_blocks(); }
  __MUSA_CG static dim3 block_index() { return details::to_dim3(__musa_self()->block_idx); }
  __MUSA_CG static unsigned long long block_rank() { return details::block_rank(); }
  __MUSA_CG static dim3 dim_clusters() { return __clusterGridDimInClusters(); }
  __MUSA_CG static unsigned long long num_clusters() {
    return details::grid_blocks() / __clusterSizeInBlocks();
  }
  __MUSA_CG static dim3 cluster_index() { return __clusterIdx(); }
  __MUSA_CG static unsigned long long cluster_rank() {
    const dim3 at = cluster_index();
    const dim3 size = dim_clusters();
    return at.x + details::rank_t{size.x} * (at.y + details::rank_t{size.y} * at.z);
  }

  struct arrival_token {};
  __MUSA_CG static arrival_token barrier_arrive() { return {}; }
  __MUSA_CG static void barrier_wait(arrival_token &&, __MUSA_PLACE) { sync(__MUSA_CG_PLACE); }
};
__MUSA_CG grid_group this_grid() { return {}; }

/// A cluster of blocks: one block, if the launch has no clusters.
class cluster_group {
public:
  struct arrival_token {};
  __MUSA_CG static arrival_token barrier_arrive(__MUSA_PLACE) {
    __cluster_barrier_arrive(__MUSA_CG_PLACE);
    return {};
  }
  __MUSA_CG static void barrier_wait(__MUSA_PLACE) { __cluster_barrier_wait(__MUSA_CG_PLACE); }
  __MUSA_CG static void barrier_wait(arrival_token &&, __MUSA_PLACE) {
    __cluster_barrier_wait(__MUSA_CG_PLACE);
  }
  __MUSA_CG static void sync(__MUSA_PLACE) {
    __cluster_barrier_arrive(__MUSA_CG_PLACE);
    __cluster_barrier_wait(__MUSA_CG_PLACE);
  }

  __MUSA_CG static unsigned query_shared_rank(const void *address) {
    return __cluster_query_shared_rank(address);
  }
  template <typename T> __MUSA_CG static T *map_shared_rank(T *address, int rank, __MUSA_PLACE) {
    const auto *any = const_cast<const void *>(static_cast<const volatile void *>(address));
    return static_cast<T *>(
        __cluster_map_shared_rank(any, static_cast<unsigned>(rank), __MUSA_CG_PLACE));
  }

  __MUSA_CG static dim3 block_index() { return __clusterRelativeBlockIdx(); }
  __MUSA_CG static unsigned block_rank() { return __clusterRelativeBlockRank(); }
  __MUSA_CG static dim3 dim_blocks() { return __clusterDim(); }
  __MUSA_CG static unsigned num_blocks() { return __clusterSizeInBlocks(); }
  __MUSA_CG static dim3 thread_index() {
    const dim3 block = block_index();
    const __musa_thread *self = __musa_self();
    return dim3(block.x * self->block_dim.x + self->thread_idx.x,
                block.y * self->block_dim.y + self->thread_idx.y,
                block.z * self->block_dim.z + self->thread_idx.z);
  }
  __MUSA_CG static unsigned thread_rank() {
    return block_rank() * details::block_threads() + __musa_self()->rank;
  }
  __MUSA_CG static dim3 dim_threads() {
    const dim3 blocks = dim_blocks();
    const __musa_dim block = __musa_self()->block_dim;
    return dim3(blocks.x * block.x, blocks.y * block.y, blocks.z * block.z);
  }
  __MUSA_CG static unsigned num_threads() { return num_blocks() * details::block_threads(); }
  __MUSA_CG static unsigned size() { return num_threads(); }
};
__MUSA_CG cluster_group this_cluster() { return {}; }

/// The lanes that were active together when the group was made.
class coalesced_group : public details::lanes {
public:
  __MUSA_CG explicit coalesced_group(unsigned mask, unsigned groups = 1, unsigned group = 0)
      : lanes(mask), groups(groups), group(group) {}
  __MUSA_CG unsigned meta_group_size() const { return groups; }
  __MUSA_CG unsigned meta_group_rank() const { return group; }

private:
  unsigned groups;
  unsigned group;
};
__MUSA_CG coalesced_group coalesced_threads(__MUSA_PLACE) {
  return coalesced_group(__activemask(__MUSA_CG_PLACE));
}

namespace details {

/// A tile of at most 32 threads, with a size known at compile time.
template <unsigned Size> class small_tile : public lanes {
public:
  static_assert(Size > 0 && (Size & (Size - 1)) == 0, "a tile's size is a power of two");
  __MUSA_CG explicit small_tile(tile_memory = {}) : lanes(tile_mask(Size)) {}
  __MUSA_CG static constexpr unsigned num_threads() { return Size; }
  __MUSA_CG static constexpr unsigned size() { return Size; }
  __MUSA_CG static unsigned thread_rank() { return __musa_self()->rank % Size; }

  template <typename T> __MUSA_CG T shfl(const T &value, int rank, __MUSA_PLACE) const {
    return at(value, static_cast<unsigned>(rank) % Size, __MUSA_CG_PLACE);
  }
  template <typename T> __MUSA_CG T shfl_up(const T &value, unsigned delta, __MUSA_PLACE) const {
    const unsigned rank = thread_rank();
    return at(value, delta > rank ? rank : rank - delta, __MUSA_CG_PLACE);
  }
  template <typename T> __MUSA_CG T shfl_down(const T &value, unsigned delta, __MUSA_PLACE) const {
    const unsigned rank = thread_rank();
    return at(value, delta >= Size - rank ? rank : rank + delta, __MUSA_CG_PLACE);
  }
  template <typename T> __MUSA_CG T shfl_xor(const T &value, unsigned bits, __MUSA_PLACE) const {
    const unsigned rank = thread_rank();
    const unsigned from = rank ^ bits;
    return at(value, from < Size ? from : rank, __MUSA_CG_PLACE);
  }
  __MUSA_CG unsigned ballot(int predicate, __MUSA_PLACE) const {
    return __ballot_sync(mask, predicate, __MUSA_CG_PLACE) >> first();
  }
  template <typename T> __MUSA_CG unsigned match_any(T value, __MUSA_PLACE) const {
    return __match_any_sync(mask, value, __MUSA_CG_PLACE) >> first();
  }
  template <typename T> __MUSA_CG unsigned match_all(T value, int &all, __MUSA_PLACE) const {
    return __match_all_sync(mask, value, &all, __MUSA_CG_PLACE) >> first();
  }

protected:
  __MUSA_CG static unsigned first() { return __musa_lane32() & ~(Size - 1); }
  template <typename T>
  __MUSA_CG T at(const T &value, unsigned rank, const char *file, unsigned line) const {
    return from_lane(mask, value, first() + rank, file, line);
  }
};

struct votes {
  unsigned yes;
  unsigned cast;
};

/// The common part of tiles of more than 32 threads. `Exchange` provides sync(), _gather() for the
/// values of all threads, at() for the value of one thread, and count() for votes.
template <unsigned Size, typename Exchange> class large_tile : public Exchange {
public:
  static_assert((Size & (Size - 1)) == 0, "a tile's size is a power of two");
  __MUSA_CG explicit large_tile(tile_memory memory = {}) : Exchange(memory) {}
  __MUSA_CG static constexpr unsigned num_threads() { return Size; }
  __MUSA_CG static constexpr unsigned size() { return Size; }
  __MUSA_CG static unsigned thread_rank() { return __musa_self()->rank % Size; }
  template <typename T> __MUSA_CG T shfl(const T &value, int rank, __MUSA_PLACE) const {
    return this->at(value, static_cast<unsigned>(rank) % Size, __MUSA_CG_PLACE);
  }
  template <typename T> __MUSA_CG T shfl_up(const T &value, unsigned delta, __MUSA_PLACE) const {
    const unsigned rank = thread_rank();
    return this->at(value, delta > rank ? rank : rank - delta, __MUSA_CG_PLACE);
  }
  template <typename T> __MUSA_CG T shfl_down(const T &value, unsigned delta, __MUSA_PLACE) const {
    const unsigned rank = thread_rank();
    return this->at(value, delta >= Size - rank ? rank : rank + delta, __MUSA_CG_PLACE);
  }
  template <typename T> __MUSA_CG T shfl_xor(const T &value, unsigned bits, __MUSA_PLACE) const {
    return this->at(value, (thread_rank() ^ bits) % Size, __MUSA_CG_PLACE);
  }
  __MUSA_CG int any(int predicate, __MUSA_PLACE) const {
    return this->count(predicate != 0, __MUSA_CG_PLACE).yes != 0;
  }
  __MUSA_CG int all(int predicate, __MUSA_PLACE) const {
    const votes result = this->count(predicate != 0, __MUSA_CG_PLACE);
    return result.yes == result.cast;
  }
};
/// Exchanges values through the lanes of a warp that has at least `Size` lanes.
template <unsigned Size> class warp_exchange {
public:
  __MUSA_CG void sync(__MUSA_PLACE) const { wait(0, __MUSA_CG_PLACE); }
  template <typename T> __MUSA_CG gathered<T, Size> _gather(const T &value, __MUSA_PLACE) const {
    return gather<Size>(~0U, value, __MUSA_CG_PLACE);
  }

protected:
  __MUSA_CG explicit warp_exchange(tile_memory) {}
  __MUSA_CG votes count(bool predicate, const char *file, unsigned line) const {
    const __musa_lanes *all = wait(predicate, file, line);
    votes result = {0, 0};
    for (unsigned lane = 0; lane < Size; ++lane) {
      const unsigned there = all->arrived[lane / 32] >> lane % 32 & 1;
      result.cast += there;
      result.yes += there & static_cast<unsigned>(all->values[lane]);
    }
    return result;
  }
  template <typename T>
  __MUSA_CG T at(const T &value, unsigned rank, const char *file, unsigned line) const {
    constexpr unsigned words = (sizeof(T) + 7) / 8;
    unsigned long parts[words] = {};
    __builtin_memcpy(parts, &value, sizeof(T));
    for (unsigned i = 0; i < words; ++i)
      parts[i] = __musa_shuffle_index(~0U, parts[i], static_cast<int>(rank), Size, file, line);
    T result;
    __builtin_memcpy(static_cast<void *>(&result), parts, sizeof(T));
    return result;
  }

private:
  __MUSA_CG static const __musa_lanes *wait(unsigned long value, const char *file, unsigned line) {
    return __musa_wait_lanes(__musa_self(), ~0U, Size, value, file, line);
  }
};

/// Exchanges values through block_tile_memory.
template <unsigned Size> class memory_exchange {
public:
  __MUSA_CG void sync(__MUSA_PLACE) const {
    __musa_wait_tile(__musa_self(), Size, __MUSA_CG_PLACE);
  }
  template <typename T> __MUSA_CG gathered<T, Size> _gather(const T &value, __MUSA_PLACE) const {
    gathered<T, Size> result;
    result.count = threads();
    for (unsigned word = 0; word < sizeof(T); word += 8) {
      const unsigned bytes = sizeof(T) - word < 8 ? sizeof(T) - word : 8;
      unsigned long part = 0;
      __builtin_memcpy(&part, reinterpret_cast<const char *>(&value) + word, bytes);
      const unsigned long *parts = share(part, __MUSA_CG_PLACE);
      for (unsigned rank = 0; rank < result.count; ++rank)
        __builtin_memcpy(reinterpret_cast<char *>(&result[rank]) + word, &parts[rank], bytes);
      sync(__MUSA_CG_PLACE);
    }
    return result;
  }

protected:
  __MUSA_CG explicit memory_exchange(tile_memory memory) : memory(memory) {}
  __MUSA_CG votes count(bool predicate, const char *file, unsigned line) const {
    const unsigned long *cast = share(predicate, file, line);
    votes result = {0, threads()};
    for (unsigned rank = 0; rank < result.cast; ++rank)
      result.yes += static_cast<unsigned>(cast[rank]);
    sync(file, line);
    return result;
  }
  template <typename T>
  __MUSA_CG T at(const T &value, unsigned rank, const char *file, unsigned line) const {
    constexpr unsigned words = (sizeof(T) + 7) / 8;
    const unsigned from = rank < threads() ? rank : __musa_self()->rank - first();
    unsigned long parts[words] = {};
    __builtin_memcpy(parts, &value, sizeof(T));
    for (unsigned i = 0; i < words; ++i) {
      parts[i] = share(parts[i], file, line)[from];
      sync(file, line);
    }
    T result;
    __builtin_memcpy(static_cast<void *>(&result), parts, sizeof(T));
    return result;
  }

private:
  __MUSA_CG static unsigned first() { return __musa_self()->rank & ~(Size - 1); }
  /// The number of threads in the tile. A block's last tile may have fewer than `Size`.
  __MUSA_CG static unsigned threads() {
    const unsigned left = block_threads() - first();
    return left < Size ? left : Size;
  }
  /// Shares `value` and returns the values of all threads, which are valid until the next sync().
  __MUSA_CG const unsigned long *share(unsigned long value, const char *file, unsigned line) const {
    __musa_thread *self = __musa_self();
    if (memory == nullptr)
      __musa_fail(self, "has a tile larger than a warp, but no block_tile_memory for it", file,
                  line);
    memory[self->rank] = value;
    sync(file, line);
    return memory + first();
  }

  tile_memory memory;
};

#if defined(__MUSA_PORT_WARP_SIZE__)
constexpr unsigned warp_lanes = __MUSA_PORT_WARP_SIZE__;
#else
constexpr unsigned warp_lanes = 128; // the host only parses tiles and makes none
#endif
template <unsigned Size, bool IsSmall = Size <= 32, bool InWarp = Size <= warp_lanes>
struct choose_tile {
  using type = small_tile<Size>;
};
template <unsigned Size> struct choose_tile<Size, false, true> {
  using type = large_tile<Size, warp_exchange<Size>>;
};
template <unsigned Size> struct choose_tile<Size, false, false> {
  using type = large_tile<Size, memory_exchange<Size>>;
};
template <unsigned Size> using tile = typename choose_tile<Size>::type;

} // namespace details

/// `Parent` is the group that was divided, or void if a block was.
template <unsigned Size, typename Parent = void>
class thread_block_tile : public details::tile<Size> {
public:
  __MUSA_CG explicit thread_block_tile(details::tile_memory memory = {})
      : details::tile<Size>(memory) {}
  __MUSA_CG static constexpr unsigned meta_group_size() {
    static_assert(Parent::num_threads() >= Size, "a tile is no larger than its parent");
    return Parent::num_threads() / Size;
  }
  __MUSA_CG static unsigned meta_group_rank() { return Parent::thread_rank() / Size; }
};
template <unsigned Size> class thread_block_tile<Size, void> : public details::tile<Size> {
public:
  __MUSA_CG explicit thread_block_tile(details::tile_memory memory = {})
      : details::tile<Size>(memory) {}
  template <typename Parent>
  __MUSA_CG thread_block_tile(const thread_block_tile<Size, Parent> &other)
      : details::tile<Size>(other) {}
  __MUSA_CG static unsigned meta_group_size() {
    return (details::block_threads() + Size - 1) / Size;
  }
  __MUSA_CG static unsigned meta_group_rank() { return __musa_self()->rank / Size; }
};
template <unsigned Size>
class thread_block_tile<Size, thread_block> : public thread_block_tile<Size, void> {
public:
  using thread_block_tile<Size, void>::thread_block_tile;
};

/// A group that is either a whole block or some lanes of a warp.
class thread_group {
public:
  __MUSA_CG thread_group(const thread_block &) : isBlock(true), lanes(0) {}
  __MUSA_CG thread_group(const details::lanes &group) : isBlock(false), lanes(group._lane_mask()) {}
  __MUSA_CG void sync(__MUSA_PLACE) const {
    if (isBlock)
      __musa_syncthreads(__MUSA_CG_PLACE);
    else
      lanes.sync(__MUSA_CG_PLACE);
  }
  __MUSA_CG unsigned long long size() const {
    return isBlock ? details::block_threads() : lanes.size();
  }
  __MUSA_CG unsigned long long num_threads() const { return size(); }
  __MUSA_CG unsigned long long thread_rank() const {
    return isBlock ? __musa_self()->rank : lanes.thread_rank();
  }

private:
  bool isBlock;
  details::lanes lanes;
  friend __device__ thread_group tiled_partition(const thread_group &parent, unsigned size);
};

// ---- partitions

template <unsigned Size>
__MUSA_CG thread_block_tile<Size, thread_block> tiled_partition(const thread_block &parent) {
  return thread_block_tile<Size, thread_block>(parent._memory());
}
template <unsigned Size, unsigned ParentSize, typename Grandparent>
__MUSA_CG thread_block_tile<Size, thread_block_tile<ParentSize, Grandparent>>
tiled_partition(const thread_block_tile<ParentSize, Grandparent> &) {
  static_assert(Size <= ParentSize && Size <= details::warp_lanes,
                "a tile of a tile must not be larger than its parent or a warp");
  return thread_block_tile<Size, thread_block_tile<ParentSize, Grandparent>>();
}
template <unsigned Size> __MUSA_CG coalesced_group tiled_partition(const coalesced_group &parent) {
  const unsigned rank = parent.thread_rank() / Size;
  unsigned mask = 0;
  for (unsigned i = rank * Size; i < (rank + 1) * Size && i < parent.num_threads(); ++i)
    mask |= 1U << details::lane_of(parent._lane_mask(), i);
  return coalesced_group(mask, (parent.num_threads() + Size - 1) / Size, rank);
}
/// For a size known only at run time. It must be a power of two up to 32.
__MUSA_CG thread_group tiled_partition(const thread_group &parent, unsigned size) {
  if (parent.isBlock)
    return details::lanes(details::tile_mask(size));
  const unsigned lanes = parent.lanes._lane_mask();
  const unsigned first = parent.lanes.thread_rank() / size * size;
  unsigned mask = 0;
  for (unsigned i = first; i < first + size && i < parent.lanes.num_threads(); ++i)
    mask |= 1U << details::lane_of(lanes, i);
  return details::lanes(mask);
}

/// Divides the group into groups of threads with equal labels.
template <typename Label, typename Group>
__MUSA_CG coalesced_group labeled_partition(const Group &group, Label label, __MUSA_PLACE) {
  const unsigned mask = group._lane_mask();
  const unsigned same = __match_any_sync(mask, label, __MUSA_CG_PLACE);
  // Groups are numbered in the order of their first lanes, so find the first lane of each group.
  const unsigned first = 1U << __builtin_ctz(same);
  const bool isFirst = first == __get_lanemask_eq();
  const unsigned leaders = __ballot_sync(mask, isFirst, __MUSA_CG_PLACE);
  return coalesced_group(same, static_cast<unsigned>(__popc(leaders)),
                         static_cast<unsigned>(__popc(leaders & (first - 1))));
}
template <typename Group>
__MUSA_CG coalesced_group binary_partition(const Group &group, bool predicate, __MUSA_PLACE) {
  const unsigned mask = group._lane_mask();
  const unsigned yes = __ballot_sync(mask, predicate, __MUSA_CG_PLACE);
  if (yes == mask || yes == 0)
    return coalesced_group(mask);
  return coalesced_group(predicate ? yes : mask & ~yes, 2, predicate ? 1 : 0);
}

// ---- one thread

class thread_itself {
public:
  __MUSA_CG static void sync() {}
  __MUSA_CG static constexpr unsigned num_threads() { return 1; }
  __MUSA_CG static constexpr unsigned size() { return 1; }
  __MUSA_CG static constexpr unsigned thread_rank() { return 0; }
};
__MUSA_CG thread_itself this_thread() { return {}; }

/// Calls f(arguments...) on one thread of the group.
template <typename Group, typename F, typename... Arguments>
__MUSA_CG void invoke_one(const Group &group, F &&f, Arguments &&...arguments) {
  if (group.thread_rank() == 0)
    static_cast<F &&>(f)(static_cast<Arguments &&>(arguments)...);
}
/// Calls f(arguments...) on one thread and returns its result to all threads of the group.
template <typename Group, typename F, typename... Arguments>
__MUSA_CG auto invoke_one_broadcast(const Group &group, F &&f, Arguments &&...arguments)
    -> decltype(static_cast<F &&>(f)(static_cast<Arguments &&>(arguments)...)) {
  decltype(static_cast<F &&>(f)(static_cast<Arguments &&>(arguments)...)) result{};
  if (group.thread_rank() == 0)
    result = static_cast<F &&>(f)(static_cast<Arguments &&>(arguments)...);
  return group.shfl(result, 0);
}

template <typename Group> __MUSA_CG void sync(const Group &group, __MUSA_PLACE) {
  group.sync(__MUSA_CG_PLACE);
}
__MUSA_CG void sync(const thread_itself &) {}

#undef __MUSA_CG_PLACE
#undef __MUSA_CG

} // namespace cooperative_groups

#endif // __MUSACC__

#endif // _COOPERATIVE_GROUPS_H_
