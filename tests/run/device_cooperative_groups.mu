// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Groups of a block, their collectives, and what is built on them.
// STDERR: kernel 'half\(\)': no thread can run
// MCC:
// MCC: --offload-arch=mp_22
// MCC: -fno-musa-split-lanes
#include "check.h"
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

#define EXPECT(condition)                                                                          \
  do {                                                                                             \
    if (!(condition))                                                                              \
      atomicCAS(&wrong[0], 0, __LINE__);                                                           \
  } while (false)

struct Big { // more than a lane hands over at once
  int a;
  double b;
  char c[5];
};

template <unsigned Size> __device__ void testTile(int *wrong, const cg::thread_block &block) {
  const cg::thread_block_tile<Size> tile = cg::tiled_partition<Size>(block);
  const unsigned rank = threadIdx.x % Size;
  const unsigned base = threadIdx.x / Size * Size;
  EXPECT(tile.size() == Size && tile.num_threads() == Size);
  EXPECT(tile.thread_rank() == rank);
  EXPECT(tile.meta_group_rank() == threadIdx.x / Size);
  EXPECT(tile.meta_group_size() == blockDim.x / Size);
  EXPECT(tile.shfl(threadIdx.x, 3) == base + 3 % Size);
  EXPECT(tile.shfl_up(threadIdx.x, 1) == (rank == 0 ? threadIdx.x : threadIdx.x - 1));
  EXPECT(tile.shfl_down(threadIdx.x, 2) == (rank + 2 >= Size ? threadIdx.x : threadIdx.x + 2));
  EXPECT(tile.shfl_xor(1.5 * threadIdx.x, Size / 2) == 1.5 * (threadIdx.x ^ (Size / 2)));
  const Big mine{static_cast<int>(threadIdx.x), 0.5 * threadIdx.x, {'a', 'b', 'c', 'd', 'e'}};
  const Big first = tile.shfl(mine, 0);
  EXPECT(first.a == static_cast<int>(base) && first.b == 0.5 * base && first.c[4] == 'e');
  EXPECT(tile.any(rank == Size - 1) && !tile.any(rank == Size));
  EXPECT(tile.all(rank < Size) && (Size == 1 || !tile.all(rank == 0)));
  const unsigned sum = cg::reduce(tile, threadIdx.x, cg::plus<unsigned>());
  EXPECT(sum == Size * base + Size * (Size - 1) / 2);
  EXPECT(cg::reduce(tile, static_cast<int>(rank), cg::greater<int>()) ==
         static_cast<int>(Size) - 1);
  EXPECT(cg::reduce(tile, 2.0f - rank, cg::less<float>()) == 3.0f - Size);
  EXPECT(cg::reduce(tile, 1U << rank % 32, cg::bit_or<unsigned>()) ==
         (Size >= 32 ? ~0U : (1U << Size % 32) - 1));
  EXPECT(cg::inclusive_scan(tile, rank) == rank * (rank + 1) / 2);
  EXPECT(cg::exclusive_scan(tile, 2) == static_cast<int>(2 * rank));
  EXPECT(cg::inclusive_scan(tile, rank, cg::bit_xor<unsigned>()) == (rank % 4 == 0   ? rank
                                                                     : rank % 4 == 1 ? 1
                                                                     : rank % 4 == 2 ? rank + 1
                                                                                     : 0));
  tile.sync();
}

template <unsigned Size> __device__ void testVotes(int *wrong) {
  const auto tile = cg::tiled_partition<Size>(cg::this_thread_block());
  const unsigned rank = tile.thread_rank();
  const unsigned all = Size == 32 ? ~0U : (1U << Size % 32) - 1;
  EXPECT(tile.ballot(rank % 2) == (0xaaaaaaaa & all));
  EXPECT(tile.match_any(rank / 2) == 3U << rank / 2 * 2);
  int same;
  EXPECT(tile.match_all(7.5f, same) == all && same == 1);
  EXPECT(tile.match_all(rank, same) == 0 && same == 0);
}

__global__ void tiles(int *wrong) {
  testTile<1>(wrong, cg::this_thread_block());
  testTile<2>(wrong, cg::this_thread_block());
  testTile<4>(wrong, cg::this_thread_block());
  testTile<8>(wrong, cg::this_thread_block());
  testTile<16>(wrong, cg::this_thread_block());
  testTile<32>(wrong, cg::this_thread_block());
#if __MUSA_ARCH__ < 310
  testTile<64>(wrong, cg::this_thread_block());
#endif
  testVotes<4>(wrong);
  testVotes<32>(wrong);

  const cg::thread_block block = cg::this_thread_block();
  const auto outer = cg::tiled_partition<32>(block);
  const auto inner = cg::tiled_partition<8>(outer);
  EXPECT(inner.meta_group_size() == 4 && inner.meta_group_rank() == threadIdx.x % 32 / 8);
  EXPECT(inner.shfl(threadIdx.x, 7) == threadIdx.x / 8 * 8 + 7);
  const cg::thread_block_tile<8> plain = inner;
  EXPECT(plain.thread_rank() == threadIdx.x % 8);

  const cg::thread_group whole = block;
  const cg::thread_group part = cg::tiled_partition(whole, 16);
  const cg::thread_group smaller = cg::tiled_partition(part, 4);
  EXPECT(whole.size() == 64 && whole.thread_rank() == threadIdx.x);
  EXPECT(part.size() == 16 && part.thread_rank() == threadIdx.x % 16);
  EXPECT(smaller.size() == 4 && smaller.thread_rank() == threadIdx.x % 4);
  part.sync();
  cg::sync(smaller);
  whole.sync();
}

/// Tiles of more threads than a warp has.
__global__ void largeTiles(int *wrong) {
  __shared__ cg::block_tile_memory<512> memory;
  const cg::thread_block block = cg::this_thread_block(memory);
  testTile<64>(wrong, block);
  testTile<256>(wrong, block);
  testTile<512>(wrong, block);
}

/// Two tiles of one warp of 128 lanes, or of none, in different branches.
template <unsigned Size>
__device__ void testApart(int *wrong, const cg::thread_block_tile<Size> &tile) {
  const unsigned rank = tile.thread_rank();
  if (threadIdx.x < Size) {
    EXPECT(tile.shfl(rank, 5) == 5);
    EXPECT(cg::reduce(tile, rank, cg::plus<unsigned>()) == Size * (Size - 1) / 2);
    tile.sync();
  } else {
    for (int i = 0; i < 3; ++i)
      EXPECT(tile.any(rank == Size - 1));
    EXPECT(tile.all(true) &&
           tile.shfl_down(threadIdx.x, 1) == (rank == Size - 1 ? threadIdx.x : threadIdx.x + 1));
  }
}
__global__ void tilesApart(int *wrong) {
  __shared__ cg::block_tile_memory<128> memory;
  const cg::thread_block block = cg::this_thread_block(memory);
  testApart<64>(wrong, cg::tiled_partition<64>(block));
}

/// One half waits for the other, which waits for the block.
__global__ void half() {
  __shared__ cg::block_tile_memory<64> memory;
  const auto tile = cg::tiled_partition<64>(cg::this_thread_block(memory));
  if (threadIdx.x >= 32 || tile.any(threadIdx.x == 0))
    __syncthreads();
}

__global__ void partitions(int *wrong) {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const unsigned lane = threadIdx.x % 32;

  const cg::coalesced_group half = cg::binary_partition(warp, lane < 20);
  EXPECT(half.size() == (lane < 20 ? 20 : 12));
  EXPECT(half.meta_group_size() == 2 && half.meta_group_rank() == (lane < 20 ? 1 : 0));
  const cg::coalesced_group whole = cg::binary_partition(warp, lane < 32);
  EXPECT(whole.size() == 32 && whole.meta_group_size() == 1 && whole.meta_group_rank() == 0);
  const cg::coalesced_group last = cg::binary_partition(half, lane >= 20);
  EXPECT(last.size() == half.size() && last.meta_group_size() == 1 && last.meta_group_rank() == 0);
  EXPECT(half.thread_rank() == (lane < 20 ? lane : lane - 20));
  EXPECT(half.shfl(lane, 2) == (lane < 20 ? 2 : 22));
  EXPECT(half.shfl_down(lane, 1) == (lane == 19 || lane == 31 ? lane : lane + 1));
  EXPECT(half.ballot(half.thread_rank() == 1) == 2);
  EXPECT(cg::reduce(half, 1, cg::plus<int>()) == static_cast<int>(half.size()));

  const cg::coalesced_group third = cg::labeled_partition(warp, lane % 3);
  EXPECT(third.size() == (lane % 3 < 2 ? 11 : 10));
  EXPECT(third.thread_rank() == lane / 3);
  EXPECT(third.meta_group_size() == 3 && third.meta_group_rank() == lane % 3);
  EXPECT(cg::inclusive_scan(third, 1) == static_cast<int>(lane / 3 + 1));
  EXPECT(third.shfl_up(lane, 1) == (lane < 3 ? lane : lane - 3));
  EXPECT(third.match_any(lane / 6) == 3U << lane / 6 * 2 || third.size() - lane / 6 * 2 == 1);

  if (lane % 2 == 1) {
    const cg::coalesced_group odd = cg::coalesced_threads();
    EXPECT(odd.size() == 16 && odd.thread_rank() == lane / 2);
    EXPECT(odd.shfl(lane, 0) == 1);
    EXPECT(odd.any(lane == 31) && !odd.all(lane == 31));
    const auto four = cg::tiled_partition<4>(odd);
    EXPECT(four.size() == 4 && four.thread_rank() == lane / 2 % 4);
    EXPECT(four.meta_group_rank() == lane / 8);
    unsigned calls = 0;
    cg::invoke_one(odd, [&] { ++calls; });
    EXPECT(calls == (lane == 1));
    EXPECT(cg::invoke_one_broadcast(odd, [&] { return lane + 5; }) == 6);
  }
  EXPECT(cg::this_thread().size() == 1);
}

/// 20 threads: groups of a warp that is cut short.
__global__ void cutShort(int *wrong) {
  const unsigned lane = threadIdx.x;
  const cg::coalesced_group group = cg::coalesced_threads();
  EXPECT(group.size() == 20 && group.thread_rank() == lane);
  EXPECT(group.meta_group_size() == 1 && group.meta_group_rank() == 0);
  EXPECT(group.shfl_down(lane, 1) == (lane == 19 ? 19 : lane + 1));
  EXPECT(cg::reduce(group, lane, cg::plus<unsigned>()) == 190);

  const auto eight = cg::tiled_partition<8>(group);
  EXPECT(eight.size() == (lane < 16 ? 8 : 4) && eight.thread_rank() == lane % 8);
  EXPECT(eight.meta_group_size() == 3 && eight.meta_group_rank() == lane / 8);
  EXPECT(eight.shfl(lane, 3) == lane / 8 * 8 + 3);
  EXPECT(eight.ballot(lane % 8 < 2) == 3);

  const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  EXPECT(tile.meta_group_size() == 3 && tile.meta_group_rank() == lane / 8);
  EXPECT(tile.any(lane == 19) == (lane >= 16));
  EXPECT(tile.ballot(1) == (lane < 16 ? 0xff : 0xf));
}

__global__ void blockAndGrid(int *wrong, int *copied, const int *source) {
  const cg::thread_block block = cg::this_thread_block();
  EXPECT(block.size() == 24 && block.group_dim().y == 3);
  EXPECT(block.thread_rank() == threadIdx.x + 8 * threadIdx.y);
  EXPECT(block.group_index().x == blockIdx.x && block.thread_index().y == threadIdx.y);
  const cg::grid_group grid = cg::this_grid();
  EXPECT(grid.size() == 48 && grid.num_blocks() == 2 && !grid.is_valid());
  EXPECT(grid.thread_rank() == blockIdx.x * 24 + block.thread_rank());
  EXPECT(grid.block_rank() == blockIdx.x && grid.group_dim().x == 2);

  __shared__ int buffer[77];
  cg::memcpy_async(block, buffer, source, sizeof(buffer));
  cg::wait(block);
  if (grid.block_rank() == 0)
    for (unsigned i = block.thread_rank(); i < 77; i += block.size())
      copied[i] = buffer[76 - i];
  block.sync();
}

int main() {
  static int wrong[1];
  tiles<<<1, 64>>>(wrong);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(wrong[0], 0);
  largeTiles<<<2, 512>>>(wrong);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(wrong[0], 0);
  tilesApart<<<2, 128>>>(wrong);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(wrong[0], 0);
  partitions<<<2, 64>>>(wrong);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(wrong[0], 0);
  cutShort<<<2, 20>>>(wrong);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(wrong[0], 0);
  static int source[77];
  static int copied[77];
  for (int i = 0; i < 77; ++i)
    source[i] = 3 * i;
  blockAndGrid<<<2, dim3(8, 3)>>>(wrong, copied, source);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(wrong[0], 0);
  for (int i = 0; i < 77; ++i)
    CHECK_EQUAL(copied[i], 3 * (76 - i));
  half<<<1, 64>>>();
  CHECK_EQUAL(musaDeviceSynchronize(), musaErrorLaunchFailure);
  return CHECK_RESULT();
}
