//===- cub/grid/grid_queue.cuh - a counter that blocks take work from --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_GRID_QUEUE_CUH
#define CUB_GRID_QUEUE_CUH

#include "cub/util_debug.cuh"

CUB_NAMESPACE_BEGIN

/// Two counters in device memory: the items put in (Fill), and the items taken out (Drain).
template <typename OffsetT> class GridQueue {
public:
  __host__ __device__ static size_t AllocationSize() { return sizeof(OffsetT) * 2; }
  __host__ __device__ GridQueue() : counters(nullptr) {}
  __host__ __device__ GridQueue(void *d_storage) : counters(static_cast<OffsetT *>(d_storage)) {}
  __host__ musaError_t FillAndResetDrain(OffsetT fill_size, musaStream_t stream = 0) {
    const OffsetT values[2] = {fill_size, 0};
    return CubDebug(
        musaMemcpyAsync(counters, values, sizeof(values), musaMemcpyHostToDevice, stream));
  }
  __host__ musaError_t ResetDrain(musaStream_t stream = 0) {
    return CubDebug(musaMemsetAsync(counters + 1, 0, sizeof(OffsetT), stream));
  }
  __host__ musaError_t ResetFill(musaStream_t stream = 0) {
    return CubDebug(musaMemsetAsync(counters, 0, sizeof(OffsetT), stream));
  }
  __host__ musaError_t FillSize(OffsetT &fill_size, musaStream_t stream = 0) {
    return CubDebug(
        musaMemcpyAsync(&fill_size, counters, sizeof(OffsetT), musaMemcpyDeviceToHost, stream));
  }
  __device__ OffsetT Drain(OffsetT num_items) { return atomicAdd(counters + 1, num_items); }
  __device__ OffsetT Fill(OffsetT num_items) { return atomicAdd(counters, num_items); }

private:
  OffsetT *counters;
};

CUB_NAMESPACE_END

#endif // CUB_GRID_QUEUE_CUH
