// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dataflow/warp_functions.h"

#include "source/json_schema.h"

#include "llvm/Support/MemoryBuffer.h"

#include <gtest/gtest.h>

namespace musaport {
namespace {

TEST(WarpFunctions, AreOfTheirSchema) {
  auto table = llvm::MemoryBuffer::getFile(MUSAPORT_SOURCE_DIR "/rules/gpu/warp_functions.json");
  auto schema =
      llvm::MemoryBuffer::getFile(MUSAPORT_SOURCE_DIR "/rules/schema/warp_functions.schema.json");
  ASSERT_TRUE(table && schema);
  const TextPlaces places("warp_functions.json", (*table)->getBuffer());
  std::vector<Diagnostic> diagnostics;
  std::optional<JsonValue> document = parseJson(places, "id", diagnostics);
  ASSERT_TRUE(document);
  EXPECT_TRUE(checkSchema(*document, (*schema)->getBuffer(), places, "id", diagnostics))
      << (diagnostics.empty() ? "" : diagnostics.front().message);
}

TEST(WarpFunctions, AreFoundByName) {
  const WarpFunction *shuffle = findWarpFunction("__shfl_down_sync");
  ASSERT_NE(shuffle, nullptr);
  EXPECT_EQ(shuffle->kind, WarpFunction::Kind::Down);
  EXPECT_EQ(shuffle->mask, 0U);
  EXPECT_EQ(shuffle->lane, 2U);
  EXPECT_EQ(shuffle->width, 3U);
  const WarpFunction *vote = findWarpFunction("__any_sync");
  ASSERT_NE(vote, nullptr);
  EXPECT_FALSE(vote->isShuffle());
  EXPECT_EQ(findWarpFunction("__shfl_sideways"), nullptr);
}

} // namespace
} // namespace musaport
