// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A barrier of the whole grid, which takes a cooperative launch.
#include "check.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void sum(unsigned *values, unsigned n, unsigned *valid) {
  const cg::grid_group grid = cg::this_grid();
  if (grid.thread_rank() == 0)
    *valid = grid.is_valid();
  // Halves what is left, with all threads of the grid at each step.
  for (unsigned left = n / 2; left > 0; left /= 2) {
    for (auto i = static_cast<unsigned>(grid.thread_rank()); i < left;
         i += static_cast<unsigned>(grid.size()))
      values[i] += values[i + left];
    grid.sync();
  }
}

int main() {
  constexpr unsigned n = 4096;
  unsigned *values;
  unsigned *valid;
  CHECK_MUSA(musaMallocManaged(&values, n * sizeof(unsigned)));
  CHECK_MUSA(musaMallocManaged(&valid, sizeof(unsigned)));
  for (unsigned i = 0; i < n; ++i)
    values[i] = i;
  *valid = 0;
  unsigned count = n;
  void *arguments[] = {&values, &count, &valid};
  CHECK_MUSA(musaLaunchCooperativeKernel(reinterpret_cast<void *>(sum), dim3(4), dim3(64),
                                         arguments, 0, nullptr));
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(values[0], n * (n - 1) / 2);
  CHECK_EQUAL(*valid, 1U);
  return CHECK_RESULT();
}
