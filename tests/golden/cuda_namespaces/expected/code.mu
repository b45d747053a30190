#include <musa/atomic>
#include <musa/std/tuple>
#include <mma.h>
#include <thrust/sort.h>
#include <thrust/system/musa/execution_policy.h>

__device__ musa::std::tuple<int, float> pair;
__device__ ::musa::std::tuple<int, float> same;

__global__ void multiply(const __half *a, float *c) {
  mtmusa::wmma::fragment<mtmusa::wmma::accumulator, 16, 16, 16, float> sum;
  using namespace mtmusa;
  wmma::fill_fragment(sum, 0.f);
  wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major);
}

void sort(int *begin, int *end, musaStream_t stream) {
  thrust::sort(thrust::musa::par.on(stream), begin, end);
  cub::DeviceScan::InclusiveSum(nullptr, *begin, begin, end, 1, stream);
  musa::atomic<int, musa::thread_scope_device> counter;
}

using namespace musa;
using musa::newer_than_the_rules;
namespace groups = cooperative_groups;

__device__ int last(musa::atomic<int> &counter) {
  return counter.load(musa::memory_order_acquire) + musa::ceil_div(3, 2);
}
