// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels share out dynamic shared memory by the sizes of CUB's storages, and read vectors behind
// one. As in CUB, the size of each that has any is a multiple of 16.
// QUIET:
#include "check.h"

#include <cub/cub.cuh>
#include <musa_runtime.h>

namespace {

constexpr int threads = 64, items = 4;
using Load = cub::BlockLoad<float, threads, items, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
using Store = cub::BlockStore<float, threads, items, cub::BLOCK_STORE_TRANSPOSE>;
using Scan = cub::BlockScan<float, threads>;
using Exchange = cub::BlockExchange<char, 33, 3>;
using Reduce = cub::BlockReduce<char, threads>;
using Sort = cub::BlockRadixSort<unsigned char, 33, 1>;
using WarpLoad = cub::WarpLoad<float, items, cub::WARP_LOAD_TRANSPOSE>;
static_assert(sizeof(Load::TempStorage) % 16 == 0 && sizeof(Store::TempStorage) % 16 == 0);
static_assert(sizeof(Scan::TempStorage) % 16 == 0 && sizeof(Exchange::TempStorage) % 16 == 0);
static_assert(sizeof(Reduce::TempStorage) % 16 == 0 && sizeof(Sort::TempStorage) % 16 == 0);
static_assert(sizeof(WarpLoad::TempStorage) % 16 == 0);

/// Each thread hands its four values to the next.
__global__ void turn(const float *in, float *out) {
  extern __shared__ char shared[];
  auto &load = reinterpret_cast<Load::TempStorage &>(shared);
  auto &scan = reinterpret_cast<Scan::TempStorage &>(*(shared + sizeof(Load::TempStorage)));
  auto *exchange =
      reinterpret_cast<float4 *>(shared + sizeof(Load::TempStorage) + sizeof(Scan::TempStorage));
  float values[items];
  Load(load).Load(in, values);
  float sum = 0;
  Scan(scan).ExclusiveSum(values[0], sum);
  __syncthreads();
  exchange[threadIdx.x] = *reinterpret_cast<float4 *>(values);
  __syncthreads();
  const float4 others = exchange[(threadIdx.x + 1) % threads];
  *reinterpret_cast<float4 *>(out + threadIdx.x * items) =
      make_float4(others.x + sum, others.y, others.z, others.w);
}

} // namespace

int main() {
  float *in = nullptr, *out = nullptr;
  CHECK_MUSA(musaMallocManaged(&in, threads * items * sizeof(float)));
  CHECK_MUSA(musaMallocManaged(&out, threads * items * sizeof(float)));
  for (int i = 0; i < threads * items; ++i)
    in[i] = static_cast<float>(i);
  constexpr size_t shared =
      sizeof(Load::TempStorage) + sizeof(Scan::TempStorage) + threads * sizeof(float4);
  turn<<<1, threads, shared>>>(in, out);
  CHECK_MUSA(musaDeviceSynchronize());
  float sum = 0; // of the first values of the threads before
  for (int thread = 0; thread < threads; ++thread) {
    const int from = (thread + 1) % threads * items;
    CHECK_EQUAL(out[thread * items], static_cast<float>(from) + sum);
    CHECK_EQUAL(out[thread * items + 3], static_cast<float>(from + 3));
    sum += static_cast<float>(thread * items);
  }
  return CHECK_RESULT();
}
