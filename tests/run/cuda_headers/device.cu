// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What CUDA's headers have and MUSA's have not, in device code.
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_pipeline.h>
#include <mma.h>

using namespace nvcuda;

__global__ void matrices(const half *a, const half *b, float *c, const float *t) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  wmma::load_matrix_sync(left, a, 16);
  wmma::load_matrix_sync(right, b, 16);
  wmma::mma_sync(sum, left, right, sum);
  for (int i = 0; i < sum.num_elements; ++i)
    sum.x[i] *= 2;
  wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major);
  wmma::load_matrix_sync(sum, c, 16, wmma::mem_row_major);
  wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> shorter;
  wmma::load_matrix_sync(shorter, t, 16);
  shorter.x[0] = wmma::__float_to_tf32(shorter.x[0]);
}

__global__ void copies(int *in, size_t n) {
  extern __shared__ int tile[];
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cooperative_groups::this_thread_block();
  if (block.thread_rank() == 0)
    init(&barrier, block.size());
  block.sync();
  cuda::memcpy_async(block, tile, in, sizeof(int) * n, barrier);
  auto token = barrier.arrive();
  barrier.wait(std::move(token));
  auto pipeline = cuda::make_pipeline(block, &state);
  pipeline.producer_acquire();
  cuda::memcpy_async(block, tile, in, cuda::aligned_size_t<16>(sizeof(int) * n), pipeline);
  pipeline.producer_commit();
  pipeline.consumer_wait();
  pipeline.consumer_release();
  auto own = cuda::make_pipeline();
  cuda::memcpy_async(tile, in, sizeof(int), own);
  cuda::pipeline_consumer_wait_prior<1>(own);
  __pipeline_memcpy_async(tile, in, 16);
  __pipeline_commit();
  __pipeline_wait_prior(0);
}

__global__ void __cluster_dims__(2, 1, 1) clusters(int *out) {
  auto cluster = cooperative_groups::this_cluster();
  __shared__ int mine;
  *cluster.map_shared_rank(&mine, 1) = static_cast<int>(cluster.block_rank());
  cluster.sync();
  *out = static_cast<int>(__isClusterShared(&mine));
  cudaTriggerProgrammaticLaunchCompletion();
}
