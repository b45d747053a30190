// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "edits/edit.h"

#include <gtest/gtest.h>

#include <vector>

using namespace musaport;

namespace {

std::string apply(llvm::StringRef buffer, const std::vector<Edit> &edits) {
  return applyEdits(buffer, edits);
}

TEST(ApplyEditsTest, NoEdits) {
  EXPECT_EQ(apply("", {}), "");
  EXPECT_EQ(apply("abc", {}), "abc");
}

TEST(ApplyEditsTest, ReplaceInsertRemove) {
  EXPECT_EQ(apply("cudaMalloc(p)", {{0, 4, "musa"}}), "musaMalloc(p)");
  EXPECT_EQ(apply("ab", {{0, 0, "<"}, {1, 0, "|"}, {2, 0, ">"}}), "<a|b>");
  EXPECT_EQ(apply("abc", {{0, 3, ""}}), "");
  EXPECT_EQ(apply("abc", {{0, 1, "xx"}, {1, 1, ""}, {2, 1, "yy"}}), "xxyy");
  EXPECT_EQ(apply("", {{0, 0, "x"}}), "x");
}

TEST(ApplyEditsTest, AnyBytes) {
  llvm::StringRef buffer("a\0\xFF\r\nb", 6);
  EXPECT_EQ(apply(buffer, {{0, 1, "A"}}), llvm::StringRef("A\0\xFF\r\nb", 6).str());
}

} // namespace
