//===- cub/block/block_exchange.cuh - a block rearranges its items --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_BLOCK_EXCHANGE_CUH
#define CUB_BLOCK_EXCHANGE_CUH

#include "cub/util_ptx.cuh"
#include "cub/warp/warp_exchange.cuh" // comes with it in CUB too

CUB_NAMESPACE_BEGIN

template <typename T, int BLOCK_DIM_X, int ITEMS_PER_THREAD, bool WARP_TIME_SLICING = false,
          int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1, int LEGACY_PTX_ARCH = 0>
class BlockExchange {
  static constexpr int Threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
  static constexpr int ITEMS = ITEMS_PER_THREAD;
  static constexpr int Warp = Threads < CUB_PTX_WARP_THREADS ? Threads : CUB_PTX_WARP_THREADS;

  // at(t, i) is the place of item `i` of thread `t` in the sequence.
  struct Blocked {
    __device__ static int at(int t, int i) { return t * ITEMS + i; }
  };
  struct Striped {
    __device__ static int at(int t, int i) { return i * Threads + t; }
  };
  struct WarpStriped {
    __device__ static int at(int t, int i) { return t / Warp * Warp * ITEMS + i * Warp + t % Warp; }
  };

public:
  struct alignas(16) TempStorage {
    detail::raw_array<T, Threads * ITEMS> items;
  };

  __device__ BlockExchange() : storage(PrivateStorage()) {}
  __device__ explicit BlockExchange(TempStorage &temp_storage) : storage(temp_storage) {}

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
  template <typename OutputT>
  __device__ void WarpStripedToBlocked(const T (&input)[ITEMS], OutputT (&output)[ITEMS]) {
    move(input, output, WarpStriped{}, Blocked{});
  }
  __device__ void WarpStripedToBlocked(T (&items)[ITEMS]) { WarpStripedToBlocked(items, items); }
  template <typename OutputT>
  __device__ void BlockedToWarpStriped(const T (&input)[ITEMS], OutputT (&output)[ITEMS]) {
    move(input, output, Blocked{}, WarpStriped{});
  }
  __device__ void BlockedToWarpStriped(T (&items)[ITEMS]) { BlockedToWarpStriped(items, items); }

  // Each item goes to the place that its rank names.
  template <typename OutputT, typename OffsetT>
  __device__ void ScatterToBlocked(const T (&input)[ITEMS], OutputT (&output)[ITEMS],
                                   OffsetT (&ranks)[ITEMS]) {
    scatter(input, output, ranks, Blocked{}, [](int) { return true; });
  }
  template <typename OffsetT>
  __device__ void ScatterToBlocked(T (&items)[ITEMS], OffsetT (&ranks)[ITEMS]) {
    ScatterToBlocked(items, items, ranks);
  }
  template <typename OutputT, typename OffsetT>
  __device__ void ScatterToStriped(const T (&input)[ITEMS], OutputT (&output)[ITEMS],
                                   OffsetT (&ranks)[ITEMS]) {
    scatter(input, output, ranks, Striped{}, [](int) { return true; });
  }
  template <typename OffsetT>
  __device__ void ScatterToStriped(T (&items)[ITEMS], OffsetT (&ranks)[ITEMS]) {
    ScatterToStriped(items, items, ranks);
  }
  /// Items with a negative rank are dropped.
  template <typename OutputT, typename OffsetT>
  __device__ void ScatterToStripedGuarded(const T (&input)[ITEMS], OutputT (&output)[ITEMS],
                                          OffsetT (&ranks)[ITEMS]) {
    scatter(input, output, ranks, Striped{}, [&](int i) { return ranks[i] >= 0; });
  }
  template <typename OffsetT>
  __device__ void ScatterToStripedGuarded(T (&items)[ITEMS], OffsetT (&ranks)[ITEMS]) {
    ScatterToStripedGuarded(items, items, ranks);
  }
  template <typename OutputT, typename OffsetT, typename ValidFlag>
  __device__ void ScatterToStripedFlagged(const T (&input)[ITEMS], OutputT (&output)[ITEMS],
                                          OffsetT (&ranks)[ITEMS], ValidFlag (&is_valid)[ITEMS]) {
    scatter(input, output, ranks, Striped{}, [&](int i) { return static_cast<bool>(is_valid[i]); });
  }
  template <typename OffsetT, typename ValidFlag>
  __device__ void ScatterToStripedFlagged(T (&items)[ITEMS], OffsetT (&ranks)[ITEMS],
                                          ValidFlag (&is_valid)[ITEMS]) {
    ScatterToStripedFlagged(items, items, ranks, is_valid);
  }

private:
  template <typename OutputT, typename From, typename To>
  __device__ void move(const T (&input)[ITEMS], OutputT (&output)[ITEMS], From, To) {
    for (int i = 0; i < ITEMS; ++i)
      storage.items.put(From::at(tid, i), input[i]);
    CTA_SYNC();
    for (int i = 0; i < ITEMS; ++i)
      output[i] = storage.items[To::at(tid, i)];
  }
  template <typename OutputT, typename OffsetT, typename To, typename Valid>
  __device__ void scatter(const T (&input)[ITEMS], OutputT (&output)[ITEMS],
                          OffsetT (&ranks)[ITEMS], To, Valid valid) {
    for (int i = 0; i < ITEMS; ++i)
      if (valid(i))
        storage.items.put(static_cast<int>(ranks[i]), input[i]);
    CTA_SYNC();
    for (int i = 0; i < ITEMS; ++i)
      output[i] = storage.items[To::at(tid, i)];
  }

  __device__ static TempStorage &PrivateStorage() {
    __shared__ TempStorage storage;
    return storage;
  }

  TempStorage &storage;
  int tid = detail::linear_tid<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>();
};

CUB_NAMESPACE_END

#endif // CUB_BLOCK_EXCHANGE_CUH
