//===- cub/warp/warp_exchange.cuh - a logical warp rearranges its items --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_WARP_EXCHANGE_CUH
#define CUB_WARP_EXCHANGE_CUH

#include "cub/util_ptx.cuh"

CUB_NAMESPACE_BEGIN

enum WarpExchangeAlgorithm { WARP_EXCHANGE_SMEM, WARP_EXCHANGE_SHUFFLE };

template <typename T, int ITEMS_PER_THREAD, int LOGICAL_WARP_THREADS = CUB_PTX_WARP_THREADS,
          int LEGACY_PTX_ARCH = 0, WarpExchangeAlgorithm ALGORITHM = WARP_EXCHANGE_SMEM>
class WarpExchange {
  static constexpr int Threads = LOGICAL_WARP_THREADS;
  static constexpr int ITEMS = ITEMS_PER_THREAD;
  static_assert(PowerOfTwo<Threads>::VALUE && Threads <= 32, "a power of two up to 32");

  // at(t, i) is the place of item `i` of thread `t` in the sequence.
  struct Blocked {
    __device__ static int at(int t, int i) { return t * ITEMS + i; }
  };
  struct Striped {
    __device__ static int at(int t, int i) { return i * Threads + t; }
  };

public:
  struct alignas(16) TempStorage {
    detail::raw_array<T, Threads * ITEMS> items;
  };
  WarpExchange() = delete;
  __device__ explicit WarpExchange(TempStorage &temp_storage) : storage(temp_storage) {}

  template <typename OutputT>
  __device__ void StripedToBlocked(const T (&input)[ITEMS], OutputT (&output)[ITEMS]) {
    move(input, output, Striped{}, Blocked{});
  }
  __device__ void StripedToBlocked(T (&items)[ITEMS]) { StripedToBlocked(items, items); }
  template <typename OutputT>
  __device__ void BlockedToStriped(const T (&input)[ITEMS], OutputT (&output)[ITEMS]) {
    move(input, output, Blocked{}, Striped{});
  }
  __device__ void BlockedToStriped(T (&items)[ITEMS]) { BlockedToStriped(items, items); }

  template <typename OutputT, typename OffsetT>
  __device__ void ScatterToStriped(const T (&input)[ITEMS], OutputT (&output)[ITEMS],
                                   OffsetT (&ranks)[ITEMS]) {
    for (int i = 0; i < ITEMS; ++i)
      storage.items.put(static_cast<int>(ranks[i]), input[i]);
    read(output, Striped{});
  }
  template <typename OffsetT>
  __device__ void ScatterToStriped(T (&items)[ITEMS], OffsetT (&ranks)[ITEMS]) {
    ScatterToStriped(items, items, ranks);
  }

private:
  template <typename OutputT, typename From, typename To>
  __device__ void move(const T (&input)[ITEMS], OutputT (&output)[ITEMS], From, To to) {
    for (int i = 0; i < ITEMS; ++i)
      storage.items.put(From::at(warp.lane, i), input[i]);
    read(output, to);
  }
  template <typename OutputT, typename To> __device__ void read(OutputT (&output)[ITEMS], To) {
    WARP_SYNC(warp.mask);
    for (int i = 0; i < ITEMS; ++i)
      output[i] = storage.items[To::at(warp.lane, i)];
  }

  TempStorage &storage;
  const detail::logical_warp<Threads> warp;
};

CUB_NAMESPACE_END

#endif // CUB_WARP_EXCHANGE_CUH
