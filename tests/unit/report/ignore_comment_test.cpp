//===- ignore_comment_test.cpp ---------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "report/ignore_comment.h"

#include "llvm/ADT/StringExtras.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace musaport {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// "3: musa-a musa-b", the line that a comment is about; with ! without a reason.
std::vector<std::string> ignored(llvm::StringRef text, CommentStyle style = CommentStyle::Cpp) {
  std::vector<std::string> all;
  for (const IgnoreComment &comment : findIgnoreComments("a.cu", text, style))
    all.push_back(std::to_string(comment.line) + ": " + llvm::join(comment.ids, " ") +
                  (comment.hasReason ? "" : "!"));
  return all;
}

TEST(IgnoreComment, OnTheSameLine) {
  EXPECT_THAT(ignored("x; // musa-port: ignore(musa-a) tested by hand\n"),
              ElementsAre("1: musa-a"));
  EXPECT_THAT(ignored("\nx; /* musa-port: ignore(musa-b, musa-a) why */ y\nz"),
              ElementsAre("2: musa-b musa-a"));
  EXPECT_THAT(ignored("x; // why // musa-port: ignore(musa-a) why"), ElementsAre("1: musa-a"));
  EXPECT_THAT(ignored("/* musa-port: ignore(musa-a) why */ x;"), ElementsAre("1: musa-a"));
}

TEST(IgnoreComment, AloneOnTheLineAbove) {
  EXPECT_THAT(ignored("  // musa-port: ignore(musa-a) why\n  x;\n"), ElementsAre("2: musa-a"));
  EXPECT_THAT(ignored("a;\r\n/* musa-port: ignore(musa-a) why */\r\nx;\r\n"),
              ElementsAre("3: musa-a"));
}

TEST(IgnoreComment, NeedsAReason) {
  EXPECT_THAT(ignored("x; // musa-port: ignore(musa-a)\n"), ElementsAre("1: musa-a!"));
  EXPECT_THAT(ignored("x; /* musa-port: ignore(musa-a) */\n"), ElementsAre("1: musa-a!"));
}

TEST(IgnoreComment, OfScripts) {
  EXPECT_THAT(ignored("x()\ny() # musa-port: ignore(musa-a) why\n", CommentStyle::Script),
              ElementsAre("2: musa-a"));
  EXPECT_THAT(ignored("## musa-port: ignore(musa-a) why\ny()\n", CommentStyle::Script),
              ElementsAre("2: musa-a"));
  EXPECT_THAT(ignored("x() // musa-port: ignore(musa-a) why\n", CommentStyle::Script), IsEmpty());
}

TEST(IgnoreComment, OtherTextIsNone) {
  EXPECT_THAT(ignored("musa-port: ignore(musa-a) why\n# musa-port: ignore(musa-a) why\n"),
              IsEmpty());
  EXPECT_THAT(ignored(""), IsEmpty());
}

TEST(IgnoreComment, HasItsPlace) {
  const std::vector<IgnoreComment> found = findIgnoreComments(
      "a.cu", "\n\n  x; // musa-port: ignore(musa-a) why\r\n", CommentStyle::Cpp);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].place.line, 3U);
  EXPECT_EQ(found[0].place.column, 6U);
  EXPECT_EQ(found[0].sourceLine, "  x; // musa-port: ignore(musa-a) why");
}

} // namespace
} // namespace musaport
