// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Clusters of blocks: who is where, the cluster's barrier, and shared memory of other blocks. Lanes
// and blocks come to each wait in orders drawn at random.
// MCC: -std=c++20
// MCC: -std=c++20 -O2
// MCC: -std=c++20 -O2 -fno-musa-split-lanes
// MCC: -std=c++20 -O2 --offload-arch=mp_22
// MCC: -std=c++20 -O2 -fmusa-rdc
// ENV: MUSA_HOST_WORKERS=3
#include "check.h"
#include "managed.h"

#include <cooperative_groups.h>
#include <initializer_list>
#include <numeric>
#include <utility>
#include <vector>

namespace cg = cooperative_groups;

/// Threads come to what follows in another order each time.
__device__ void dawdle(unsigned round) {
  unsigned state =
      (blockIdx.x * 7919 + blockIdx.y * 104729 + threadIdx.x + round * 31 + 1) * 2654435761U;
  state ^= state >> 15;
  const long long until = clock64() + state % 4096;
  while (clock64() < until)
    ;
}

/// Launches with clusters that the launch chooses.
template <typename... Parameters, typename... Arguments>
static musaError_t launch(dim3 cluster, dim3 grid, dim3 block, size_t shared,
                          void (*kernel)(Parameters...), Arguments... arguments) {
  musaLaunchAttribute attribute = {};
  attribute.id = musaLaunchAttributeClusterDimension;
  attribute.val.clusterDim = {cluster.x, cluster.y, cluster.z};
  musaLaunchConfig_t config = {};
  config.gridDim = grid;
  config.blockDim = block;
  config.dynamicSmemBytes = shared;
  config.attrs = &attribute;
  config.numAttrs = 1;
  return musaLaunchKernelEx(&config, kernel, static_cast<Parameters>(arguments)...);
}

// ---- who is where

struct Where {
  dim3 blockIndex, blocks, threadIndex, threads, clusterIndex, clusters;
  unsigned blockRank, blockCount, threadRank, threadCount, clusterRank, clusterCount;
};

__global__ void whereAmI(Where *out) {
  const cg::cluster_group cluster = cg::this_cluster();
  const cg::grid_group grid = cg::this_grid();
  Where &mine = out[grid.thread_rank()];
  mine.blockIndex = cluster.block_index();
  mine.blocks = cluster.dim_blocks();
  mine.threadIndex = cluster.thread_index();
  mine.threads = cluster.dim_threads();
  mine.blockRank = cluster.block_rank();
  mine.blockCount = cluster.num_blocks();
  mine.threadRank = cluster.thread_rank();
  mine.threadCount = cluster.num_threads();
  mine.clusterIndex = grid.cluster_index();
  mine.clusters = grid.dim_clusters();
  mine.clusterRank = static_cast<unsigned>(grid.cluster_rank());
  mine.clusterCount = static_cast<unsigned>(grid.num_clusters());
}

static bool operator==(const dim3 &a, const dim3 &b) {
  return a.x == b.x && a.y == b.y && a.z == b.z;
}

static void checkPlaces(const Where *all, dim3 cluster, dim3 grid, dim3 block) {
  size_t at = 0;
  const dim3 clusters(grid.x / cluster.x, grid.y / cluster.y, grid.z / cluster.z);
  const unsigned threads = block.x * block.y * block.z;
  for (unsigned bz = 0; bz < grid.z; ++bz)
    for (unsigned by = 0; by < grid.y; ++by)
      for (unsigned bx = 0; bx < grid.x; ++bx)
        for (unsigned rank = 0; rank < threads; ++rank) {
          const Where &one = all[at++];
          const dim3 in(bx % cluster.x, by % cluster.y, bz % cluster.z);
          const dim3 of(bx / cluster.x, by / cluster.y, bz / cluster.z);
          const unsigned blockRank = in.x + cluster.x * (in.y + cluster.y * in.z);
          CHECK(one.blockIndex == in);
          CHECK(one.blocks == cluster);
          CHECK(one.threadIndex == dim3(in.x * block.x + rank % block.x,
                                        in.y * block.y + rank / block.x % block.y,
                                        in.z * block.z + rank / block.x / block.y));
          CHECK(one.threads == dim3(cluster.x * block.x, cluster.y * block.y, cluster.z * block.z));
          CHECK(one.clusterIndex == of);
          CHECK(one.clusters == clusters);
          CHECK_EQUAL(one.blockRank, blockRank);
          CHECK_EQUAL(one.blockCount, cluster.x * cluster.y * cluster.z);
          CHECK_EQUAL(one.threadRank, blockRank * threads + rank);
          CHECK_EQUAL(one.threadCount, cluster.x * cluster.y * cluster.z * threads);
          CHECK_EQUAL(one.clusterRank, of.x + clusters.x * (of.y + clusters.y * of.z));
          CHECK_EQUAL(one.clusterCount, clusters.x * clusters.y * clusters.z);
        }
}

static void places() {
  const dim3 grid(4, 6, 2), block(4, 2, 3);
  Managed<Where> out(4 * 6 * 2 * 24);
  for (const dim3 cluster : {dim3(1), dim3(2), dim3(4, 2), dim3(2, 2, 2), dim3(1, 3, 2)}) {
    CHECK_MUSA(launch(cluster, grid, block, 0, whereAmI, out.data));
    CHECK_MUSA(musaDeviceSynchronize());
    checkPlaces(out.data, cluster, grid, block);
  }
  whereAmI<<<grid, block>>>(out.data);
  CHECK_MUSA(musaDeviceSynchronize());
  checkPlaces(out.data, dim3(1), grid, block);
}

// ---- the sum of a cluster

template <unsigned Threads>
__global__ void __cluster_dims__(4, 1, 1) sumOfCluster(const int *in, int *out) {
  __shared__ int parts[Threads];
  __shared__ int sums[1];
  const cg::cluster_group cluster = cg::this_cluster();
  dawdle(0);
  parts[threadIdx.x] = in[blockIdx.x * Threads + threadIdx.x];
  for (unsigned left = Threads / 2; left > 0; left /= 2) {
    __syncthreads();
    if (threadIdx.x < left)
      parts[threadIdx.x] += parts[threadIdx.x + left];
  }
  if (threadIdx.x == 0)
    sums[0] = parts[0];
  dawdle(1);
  cluster.sync();
  if (cluster.thread_rank() == 0) {
    int sum = 0;
    for (unsigned block = 0; block < cluster.num_blocks(); ++block)
      sum += *cluster.map_shared_rank(sums, static_cast<int>(block));
    out[blockIdx.x / cluster.num_blocks()] = sum;
  }
  cluster.sync(); // the others' memory is read until here
}

static void sums() {
  constexpr unsigned threads = 64, blocks = 40;
  Managed<int> in(threads * blocks), out(blocks / 4);
  for (unsigned i = 0; i < threads * blocks; ++i)
    in[i] = static_cast<int>(i * 37 % 101);
  sumOfCluster<threads><<<blocks, threads>>>(in.data, out.data);
  CHECK_MUSA(musaDeviceSynchronize());
  for (unsigned c = 0; c < blocks / 4; ++c)
    CHECK_EQUAL(out[c],
                std::accumulate(in.data + c * 4 * threads, in.data + (c + 1) * 4 * threads, 0));
}

// ---- a histogram whose bins are spread over the cluster's blocks

__global__ void histogram(const int *in, unsigned n, int *bins, unsigned binsOfBlock) {
  extern __shared__ int mine[];
  const cg::cluster_group cluster = cg::this_cluster();
  for (unsigned i = threadIdx.x; i < binsOfBlock; i += blockDim.x)
    mine[i] = 0;
  cluster.sync();
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const auto bin = static_cast<unsigned>(in[i]);
    int *there = cluster.map_shared_rank(mine, static_cast<int>(bin / binsOfBlock));
    atomicAdd(there + bin % binsOfBlock, 1);
  }
  cluster.sync();
  for (unsigned i = threadIdx.x; i < binsOfBlock; i += blockDim.x)
    atomicAdd(&bins[cluster.block_rank() * binsOfBlock + i], mine[i]);
}

static void histograms() {
  constexpr unsigned n = 5000, bins = 112;
  Managed<int> in(n), out(bins);
  std::vector<int> wanted(bins);
  for (unsigned i = 0; i < n; ++i) {
    in[i] = static_cast<int>(i * i * 2654435761U % bins);
    ++wanted[static_cast<size_t>(in[i])];
  }
  for (const unsigned size : {1U, 2U, 4U, 7U, 8U}) {
    for (unsigned i = 0; i < bins; ++i)
      out[i] = 0;
    CHECK_MUSA(launch(dim3(size), dim3(size * 3), dim3(48), bins / size * sizeof(int), histogram,
                      in.data, n, out.data, bins / size));
    CHECK_MUSA(musaDeviceSynchronize());
    for (unsigned i = 0; i < bins; ++i)
      CHECK_EQUAL(out[i], wanted[i]);
  }
}

// ---- a ring: each block hands its neighbor what it got

template <typename Sync> __device__ void passAround(int *out, const Sync &sync) {
  __shared__ int inbox[2][32];
  const cg::cluster_group cluster = cg::this_cluster();
  const unsigned rank = cluster.block_rank();
  const unsigned next = (rank + 1) % cluster.num_blocks();
  int value = static_cast<int>(blockIdx.x * 1000 + threadIdx.x);
  for (unsigned round = 0; round < cluster.num_blocks(); ++round) {
    int *there = cluster.map_shared_rank(&inbox[round % 2][threadIdx.x], static_cast<int>(next));
    dawdle(round);
    *there = value * 3 + static_cast<int>(rank);
    sync(round);
    value = inbox[round % 2][threadIdx.x];
  }
  cluster.sync();
  out[blockIdx.x * 32 + threadIdx.x] = value;
}

__global__ void ring(int *out) {
  passAround(out, [](unsigned) { cg::this_cluster().sync(); });
}
/// Threads do something else between their arrival and their wait.
__global__ void ringInTwoSteps(int *out) {
  passAround(out, [](unsigned round) {
    auto token = cg::this_cluster().barrier_arrive();
    dawdle(round + 100);
    __syncthreads();
    cg::this_cluster().barrier_wait(std::move(token));
  });
}
__global__ void ringByFunctions(int *out) {
  passAround(out, [](unsigned) {
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
  });
}

static void rings() {
  for (const unsigned size : {1U, 2U, 3U, 8U}) {
    const unsigned blocks = size * 4;
    Managed<int> out(blocks * 32);
    for (const auto kernel : {ring, ringInTwoSteps, ringByFunctions}) {
      CHECK_MUSA(launch(dim3(size), dim3(blocks), dim3(32), 0, kernel, out.data));
      CHECK_MUSA(musaDeviceSynchronize());
      for (unsigned block = 0; block < blocks; ++block)
        for (unsigned thread = 0; thread < 32; ++thread) {
          const unsigned first = block / size * size;
          int value = static_cast<int>(block * 1000 + thread); // after a whole round it is back
          for (unsigned step = 0; step < size; ++step)
            value = value * 3 + static_cast<int>((block - first + step) % size);
          CHECK_EQUAL(out[block * 32 + thread], value);
        }
    }
  }
}

// ---- threads that return, and those that go on

__global__ void leavers(int *out) {
  __shared__ int count;
  const cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0)
    count = 0;
  cluster.sync();
  dawdle(2);
  if (threadIdx.x % 4 == 1)
    return; // without having arrived
  auto token = cluster.barrier_arrive();
  if (threadIdx.x % 4 == 2)
    return; // having arrived
  cluster.barrier_wait(std::move(token));
  for (unsigned block = 0; block < cluster.num_blocks(); ++block)
    atomicAdd(cluster.map_shared_rank(&count, static_cast<int>(block)), 1);
  cluster.sync();
  if (threadIdx.x == 0)
    out[blockIdx.x] = count;
}

static void returning() {
  Managed<int> out(12);
  CHECK_MUSA(launch(dim3(3), dim3(12), dim3(64), 0, leavers, out.data));
  CHECK_MUSA(musaDeviceSynchronize());
  for (unsigned block = 0; block < 12; ++block)
    CHECK_EQUAL(out[block], 3 * 32);
}

// ---- addresses

struct Facts {
  unsigned own, mapped, there, elsewhere;
  bool isShared, isElsewhereShared, isSame;
};

__global__ void addresses(Facts *out, const int *global) {
  __shared__ long before;
  __shared__ int variable[5];
  const cg::cluster_group cluster = cg::this_cluster();
  const unsigned other = (cluster.block_rank() + 1) % cluster.num_blocks();
  if (threadIdx.x != 0)
    return;
  before = 0;
  int *there = cluster.map_shared_rank(variable + 3, static_cast<int>(other));
  Facts &facts = out[blockIdx.x];
  facts.own = cluster.query_shared_rank(&before);
  facts.mapped = cluster.query_shared_rank(there);
  facts.there = __cluster_query_shared_rank(variable);
  facts.elsewhere = cluster.query_shared_rank(global);
  facts.isShared = __isClusterShared(there);
  facts.isElsewhereShared = __isClusterShared(global);
  facts.isSame =
      cluster.map_shared_rank(there, static_cast<int>(cluster.block_rank())) == variable + 3;
}

static void addressFacts() {
  Managed<Facts> out(8);
  Managed<int> memory(1);
  CHECK_MUSA(launch(dim3(4), dim3(8), dim3(32), 0, addresses, out.data, memory.data));
  CHECK_MUSA(musaDeviceSynchronize());
  for (unsigned block = 0; block < 8; ++block) {
    CHECK_EQUAL(out[block].own, block % 4);
    CHECK_EQUAL(out[block].mapped, (block + 1) % 4);
    CHECK_EQUAL(out[block].there, block % 4);
    CHECK(out[block].isShared && !out[block].isElsewhereShared && out[block].isSame);
  }
}

// ---- clusters of a cooperative launch; a kernel that is no cluster's, with the launch's size

__global__ void gridOfClusters(int *out) {
  __shared__ int mine;
  const cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0)
    mine = static_cast<int>(blockIdx.x);
  cluster.sync();
  const auto last = static_cast<int>(cluster.num_blocks() - 1 - cluster.block_rank());
  if (threadIdx.x == 0)
    out[blockIdx.x] = *cluster.map_shared_rank(&mine, last);
  cg::this_grid().sync();
  if (threadIdx.x == 0)
    out[gridDim.x + blockIdx.x] = out[gridDim.x - 1 - blockIdx.x];
  cluster.sync();
}

static void cooperative() {
  Managed<int> out(16);
  musaLaunchAttribute attributes[2] = {};
  attributes[0].id = musaLaunchAttributeClusterDimension;
  attributes[0].val.clusterDim = {4, 1, 1};
  attributes[1].id = musaLaunchAttributeCooperative;
  attributes[1].val.cooperative = 1;
  musaLaunchConfig_t config = {};
  config.gridDim = dim3(8);
  config.blockDim = dim3(32);
  config.attrs = attributes;
  config.numAttrs = 2;
  CHECK_MUSA(musaLaunchKernelEx(&config, gridOfClusters, out.data));
  CHECK_MUSA(musaDeviceSynchronize());
  for (int block = 0; block < 8; ++block) {
    CHECK_EQUAL(out[block], block / 4 * 4 + 3 - block % 4);
    CHECK_EQUAL(out[8 + block], out[7 - block]);
  }
}

// ---- blocks of a cluster that wait for each other in memory; a kernel that is split

__global__ void flags(int *out) {
  __shared__ volatile int flag;
  const cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0)
    flag = 0;
  cluster.sync();
  const unsigned rank = cluster.block_rank();
  if (threadIdx.x == 0) {
    if (rank + 1 < cluster.num_blocks())
      while (flag == 0) // the later block goes first
        ;
    out[blockIdx.x] = flag + 1;
    if (rank > 0)
      *cluster.map_shared_rank(&flag, static_cast<int>(rank - 1)) = flag + 1;
  }
  cluster.sync();
}

__global__ void splitInCluster(int *out) {
  __shared__ int turned[64];
  turned[threadIdx.x] = static_cast<int>(blockIdx.x * 100 + threadIdx.x);
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] =
      turned[63 - threadIdx.x] * static_cast<int>(cg::this_cluster().num_blocks());
}

static void waitingInMemory() {
  Managed<int> out(12 * 64);
  CHECK_MUSA(launch(dim3(6), dim3(12), dim3(32), 0, flags, out.data));
  CHECK_MUSA(musaDeviceSynchronize());
  for (int block = 0; block < 12; ++block)
    CHECK_EQUAL(out[block], 6 - block % 6);
  CHECK_MUSA(launch(dim3(1, 2), dim3(2, 6), dim3(64), 0, splitInCluster, out.data));
  CHECK_MUSA(musaDeviceSynchronize());
  for (int block = 0; block < 2; ++block)
    for (int thread = 0; thread < 64; ++thread)
      CHECK_EQUAL(out[block * 64 + thread], 2 * (block * 100 + 63 - thread));
}

// ---- a kernel of clusters that device code launches

__global__ void __cluster_dims__(2) pairs(int *out) {
  __shared__ int mine;
  const cg::cluster_group cluster = cg::this_cluster();
  mine = static_cast<int>(blockIdx.x);
  cluster.sync();
  out[blockIdx.x] = *cluster.map_shared_rank(&mine, static_cast<int>(1 - cluster.block_rank()));
  cluster.sync();
}
__global__ void parent(int *out, int *error) {
  pairs<<<6, 1>>>(out);
  pairs<<<3, 1>>>(out); // half a cluster
  *error = musaGetLastError();
}

static void fromDevice() {
  Managed<int> out(6), error(1);
  parent<<<1, 1>>>(out.data, error.data);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(error[0], static_cast<int>(musaErrorInvalidClusterSize));
  for (int block = 0; block < 6; ++block)
    CHECK_EQUAL(out[block], block ^ 1);
}

int main() {
  places();
  sums();
  histograms();
  rings();
  returning();
  addressFacts();
  cooperative();
  waitingInMemory();
  fromDevice();
  return CHECK_RESULT();
}
