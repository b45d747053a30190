// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Freed memory that the runtime keeps is there for small allocations, too, before one fails.
// NO-SANITIZER: the address space is limited
#include "check.h"

#include <fstream>
#include <sys/resource.h>
#include <unistd.h>
#include <vector>

namespace {

/// Allocates until memory runs out, and frees all. Returns how many there were.
size_t countBlocks(size_t bytes) {
  std::vector<void *> blocks;
  void *block = nullptr;
  while (musaMalloc(&block, bytes) == musaSuccess)
    blocks.push_back(block);
  CHECK_EQUAL(musaGetLastError(), musaErrorMemoryAllocation);
  for (void *one : blocks)
    CHECK_MUSA(musaFree(one));
  return blocks.size();
}

} // namespace

int main() {
  CHECK_MUSA(musaFree(nullptr));
  size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const rlim_t bytes = pages * static_cast<size_t>(sysconf(_SC_PAGESIZE)) + (size_t{256} << 20);
  const rlimit limit = {bytes, bytes};
  CHECK_EQUAL(setrlimit(RLIMIT_AS, &limit), 0);
  const size_t large = countBlocks(size_t{4} << 20);
  CHECK(large > 20);
  CHECK(countBlocks(size_t{1} << 20) >= large); // they are four times as small
  CHECK(countBlocks(size_t{8} << 20) > large / 4);
  return CHECK_RESULT();
}
