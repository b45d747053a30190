//===- cub/block/block_run_length_decode.cuh - a block expands runs into items --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_BLOCK_RUN_LENGTH_DECODE_CUH
#define CUB_BLOCK_RUN_LENGTH_DECODE_CUH

#include "cub/block/block_scan.cuh"     // comes with it in CUB too
#include "cub/thread/thread_search.cuh" // comes with it in CUB too
#include "cub/util_ptx.cuh"

CUB_NAMESPACE_BEGIN

template <typename ItemT, int BLOCK_DIM_X, int RUNS_PER_THREAD, int DECODED_ITEMS_PER_THREAD,
          typename DecodedOffsetT = unsigned, int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1>
class BlockRunLengthDecode {
  static constexpr int Threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
  static constexpr int Runs = Threads * RUNS_PER_THREAD;

public:
  struct alignas(16) TempStorage {
    detail::raw_array<ItemT, Runs> values;
    DecodedOffsetT offsets[Runs]; ///< the index of each run's first decoded item
    DecodedOffsetT size;
  };

  template <typename RunLengthT, typename TotalDecodedSizeT>
  __device__ BlockRunLengthDecode(TempStorage &temp_storage, ItemT (&run_values)[RUNS_PER_THREAD],
                                  RunLengthT (&run_lengths)[RUNS_PER_THREAD],
                                  TotalDecodedSizeT &total_decoded_size)
      : storage(temp_storage) {
    for (int i = 0; i < RUNS_PER_THREAD; ++i) {
      storage.values.put(tid * RUNS_PER_THREAD + i, run_values[i]);
      storage.offsets[tid * RUNS_PER_THREAD + i] = static_cast<DecodedOffsetT>(run_lengths[i]);
    }
    CTA_SYNC();
    if (tid == 0) {
      storage.size = 0;
      for (DecodedOffsetT &offset : storage.offsets) {
        const DecodedOffsetT length = offset;
        offset = storage.size;
        storage.size += length;
      }
    }
    CTA_SYNC();
    total_decoded_size = static_cast<TotalDecodedSizeT>(storage.size);
  }
  template <typename UserRunOffsetT>
  __device__ BlockRunLengthDecode(TempStorage &temp_storage, ItemT (&run_values)[RUNS_PER_THREAD],
                                  UserRunOffsetT (&run_offsets)[RUNS_PER_THREAD])
      : storage(temp_storage) {
    for (int i = 0; i < RUNS_PER_THREAD; ++i) {
      storage.values.put(tid * RUNS_PER_THREAD + i, run_values[i]);
      storage.offsets[tid * RUNS_PER_THREAD + i] = static_cast<DecodedOffsetT>(run_offsets[i]);
    }
    CTA_SYNC();
  }

  /// Decodes a blocked window from `from_decoded_offset` on. Past the end, it repeats the last run.
  template <typename RelativeOffsetT>
  __device__ void RunLengthDecode(ItemT (&decoded_items)[DECODED_ITEMS_PER_THREAD],
                                  RelativeOffsetT (&item_offsets)[DECODED_ITEMS_PER_THREAD],
                                  DecodedOffsetT from_decoded_offset = 0) {
    for (int i = 0; i < DECODED_ITEMS_PER_THREAD; ++i) {
      const auto at = static_cast<DecodedOffsetT>(
          from_decoded_offset + DecodedOffsetT(tid * DECODED_ITEMS_PER_THREAD + i));
      int run = 0, end = Runs; // finds the last run that begins at or before `at`
      while (end - run > 1) {
        const int middle = run + (end - run) / 2;
        if (at < storage.offsets[middle])
          end = middle;
        else
          run = middle;
      }
      decoded_items[i] = storage.values[run];
      item_offsets[i] = static_cast<RelativeOffsetT>(at - storage.offsets[run]);
    }
  }
  __device__ void RunLengthDecode(ItemT (&decoded_items)[DECODED_ITEMS_PER_THREAD],
                                  DecodedOffsetT from_decoded_offset = 0) {
    DecodedOffsetT offsets[DECODED_ITEMS_PER_THREAD];
    RunLengthDecode(decoded_items, offsets, from_decoded_offset);
  }

private:
  TempStorage &storage;
  int tid = detail::linear_tid<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>();
};

CUB_NAMESPACE_END

#endif // CUB_BLOCK_RUN_LENGTH_DECODE_CUH
