// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "model/kept_blocks.h"

#include "gtest/gtest.h"

#include <cstdlib>
#include <cstring>

using musart::KeptBlocks;
using musart::MemoryBlock;

static MemoryBlock makeBlock(size_t pages) {
  void *memory = nullptr;
  EXPECT_EQ(posix_memalign(&memory, 4096, pages * 4096), 0);
  return {static_cast<char *>(memory), pages * 4096};
}

TEST(KeptBlocks, GivesTheSmallestThatIsLargeEnough) {
  KeptBlocks kept(1 << 20);
  const MemoryBlock large = makeBlock(10);
  const MemoryBlock small = makeBlock(9);
  kept.give(large);
  kept.give(small);
  EXPECT_EQ(kept.bytes(), 19U * 4096);
  const MemoryBlock found = kept.take(8 * 4096 + 1);
  EXPECT_EQ(found.address, small.address);
  EXPECT_EQ(found.bytes, small.bytes);
  EXPECT_EQ(kept.bytes(), large.bytes);
  std::memset(found.address, 1, found.bytes);
  std::free(found.address);
}

TEST(KeptBlocks, GivesNoneThatIsMuchLargerOrTooSmall) {
  KeptBlocks kept(1 << 20);
  kept.give(makeBlock(10));
  EXPECT_EQ(kept.take(10 * 4096 + 1).address, nullptr);
  EXPECT_EQ(kept.take(7 * 4096).address, nullptr);
  EXPECT_EQ(kept.bytes(), 10U * 4096);
}

TEST(KeptBlocks, FreesTheOldestBeyondTheLimit) {
  KeptBlocks kept(20 * 4096);
  kept.give(makeBlock(8));
  const MemoryBlock second = makeBlock(9);
  kept.give(second);
  kept.give(makeBlock(10));
  EXPECT_EQ(kept.bytes(), 19U * 4096);
  EXPECT_EQ(kept.take(8 * 4096).address, second.address);
  std::free(second.address);
}

TEST(KeptBlocks, KeepsNoneThatIsLargerThanTheLimit) {
  KeptBlocks kept(8 * 4096);
  kept.give(makeBlock(4));
  kept.give(makeBlock(9));
  EXPECT_EQ(kept.bytes(), 4U * 4096);
}

TEST(KeptBlocks, KeepsSoManyThatLookingIsCheap) {
  KeptBlocks kept(1 << 30);
  for (int i = 0; i < 300; ++i)
    kept.give(makeBlock(1));
  EXPECT_EQ(kept.bytes(), 256U * 4096);
  kept.freeAll();
  EXPECT_EQ(kept.bytes(), 0U);
}
