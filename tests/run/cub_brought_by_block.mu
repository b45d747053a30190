// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What comes with one header of a block's algorithm.
#include "cub_test.h"

#include <cub/block/block_load.cuh>

constexpr int each = 4;

/// Item by item of the warp to item by item of the lane.
__global__ void exchange(const int *in, int *out) {
  using Exchange = cub::WarpExchange<int, each>;
  using BlockExchange = cub::BlockExchange<int, 32, each>;
  __shared__ typename Exchange::TempStorage ofWarp;
  __shared__ typename BlockExchange::TempStorage ofBlock;
  const cub::CacheModifiedInputIterator<cub::LOAD_DEFAULT, int> items(in);
  int mine[each];
  for (int i = 0; i < each; ++i)
    mine[i] = items[i * 32 + static_cast<int>(threadIdx.x)];
  Exchange(ofWarp).StripedToBlocked(mine, mine);
  BlockExchange(ofBlock).BlockedToStriped(mine, mine);
  for (int i = 0; i < each; ++i)
    out[i * 32 + static_cast<int>(threadIdx.x)] = mine[i];
}

int main() {
  std::vector<int> values;
  for (int i = 0; i < 32 * each; ++i)
    values.push_back(i * 7);
  Device<int> in(values), out(values.size());
  exchange<<<1, 32>>>(in, out);
  CHECK(out.host() == values);
  return CHECK_RESULT();
}
