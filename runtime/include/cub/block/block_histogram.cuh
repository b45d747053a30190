//===- cub/block/block_histogram.cuh - a block counts its items by value --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_BLOCK_HISTOGRAM_CUH
#define CUB_BLOCK_HISTOGRAM_CUH

#include "cub/block/block_discontinuity.cuh" // comes with it in CUB too
#include "cub/block/block_radix_sort.cuh"    // comes with it in CUB too
#include "cub/util_ptx.cuh"

CUB_NAMESPACE_BEGIN

enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };

template <typename T, int BLOCK_DIM_X, int ITEMS_PER_THREAD, int BINS,
          BlockHistogramAlgorithm ALGORITHM = BLOCK_HISTO_SORT, int BLOCK_DIM_Y = 1,
          int BLOCK_DIM_Z = 1, int LEGACY_PTX_ARCH = 0>
class BlockHistogram {
  static constexpr int Threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
  int tid = detail::linear_tid<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>();

public:
  struct alignas(16) TempStorage {};
  __device__ BlockHistogram() {}
  __device__ explicit BlockHistogram(TempStorage &) {}

  template <typename CounterT> __device__ void InitHistogram(CounterT histogram[BINS]) {
    for (int i = tid; i < BINS; i += Threads)
      histogram[i] = 0;
  }
  template <typename CounterT>
  __device__ void Composite(T (&items)[ITEMS_PER_THREAD], CounterT histogram[BINS]) {
    for (int i = 0; i < ITEMS_PER_THREAD; ++i)
      atomicAdd(histogram + static_cast<unsigned long>(items[i]), static_cast<CounterT>(1));
  }
  template <typename CounterT>
  __device__ void Histogram(T (&items)[ITEMS_PER_THREAD], CounterT histogram[BINS]) {
    InitHistogram(histogram);
    CTA_SYNC();
    Composite(items, histogram);
  }
};

CUB_NAMESPACE_END

#endif // CUB_BLOCK_HISTOGRAM_CUH
