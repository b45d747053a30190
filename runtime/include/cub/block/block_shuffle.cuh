//===- cub/block/block_shuffle.cuh - a block shifts its items among its threads --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_BLOCK_SHUFFLE_CUH
#define CUB_BLOCK_SHUFFLE_CUH

#include "cub/util_ptx.cuh"

CUB_NAMESPACE_BEGIN

template <typename T, int BLOCK_DIM_X, int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1,
          int LEGACY_PTX_ARCH = 0>
class BlockShuffle {
  static constexpr int Threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;

public:
  struct alignas(16) TempStorage {
    detail::raw_array<T, Threads> items;
  };
  __device__ BlockShuffle() : storage(PrivateStorage()) {}
  __device__ explicit BlockShuffle(TempStorage &temp_storage) : storage(temp_storage) {}

  /// Reads the input of thread tid + distance. If there is none, `output` keeps its value.
  __device__ void Offset(T input, T &output, int distance = 1) {
    show(input);
    const int from = tid + distance;
    if (from >= 0 && from < Threads)
      output = storage.items[from];
  }
  __device__ void Rotate(T input, T &output, unsigned distance = 1) {
    show(input);
    output = storage.items[static_cast<int>((static_cast<unsigned>(tid) + distance) % Threads)];
  }
  /// Shifts items up by one: each becomes the one before. The block's first item stays.
  template <int ITEMS> __device__ void Up(T (&input)[ITEMS], T (&prev)[ITEMS]) {
    show(input[ITEMS - 1]);
    for (int i = ITEMS - 1; i > 0; --i)
      prev[i] = input[i - 1];
    if (tid > 0)
      prev[0] = storage.items[tid - 1];
  }
  template <int ITEMS> __device__ void Up(T (&input)[ITEMS], T (&prev)[ITEMS], T &block_suffix) {
    Up(input, prev);
    block_suffix = storage.items[Threads - 1];
  }
  /// Shifts items down by one: each becomes the one after. The block's last item stays.
  template <int ITEMS> __device__ void Down(T (&input)[ITEMS], T (&prev)[ITEMS]) {
    show(input[0]);
    for (int i = 0; i < ITEMS - 1; ++i)
      prev[i] = input[i + 1];
    if (tid < Threads - 1)
      prev[ITEMS - 1] = storage.items[tid + 1];
  }
  template <int ITEMS> __device__ void Down(T (&input)[ITEMS], T (&prev)[ITEMS], T &block_prefix) {
    Down(input, prev);
    block_prefix = storage.items[0];
  }

private:
  __device__ void show(const T &item) {
    storage.items.put(tid, item);
    CTA_SYNC();
  }

  __device__ static TempStorage &PrivateStorage() {
    __shared__ TempStorage storage;
    return storage;
  }

  TempStorage &storage;
  int tid = detail::linear_tid<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>();
};

CUB_NAMESPACE_END

#endif // CUB_BLOCK_SHUFFLE_CUH
