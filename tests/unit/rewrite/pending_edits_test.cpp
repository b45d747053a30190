//===- pending_edits_test.cpp ----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/pending_edits.h"

#include "gtest/gtest.h"

namespace musaport {
namespace {

/// The edits of one text.
class Edits {
public:
  explicit Edits(std::string source) : bytes(std::move(source)), tokens(tokenize(bytes)) {}

  /// The text with all that stays.
  std::string finish() {
    std::vector<NameUse> uses(2);
    std::string edited = applyEdits(bytes, pending.finish(uses));
    counts = {uses[0].count, uses[1].count};
    return edited;
  }

private:
  const std::string bytes;
  const std::vector<Token> tokens;
  const SourceText text{bytes, tokens};

public:
  PendingEdits pending{text};
  std::pair<uint64_t, uint64_t> counts;
};

constexpr auto ofToken = PendingEdits::ofToken;
constexpr auto notCounted = PendingEdits::notCounted;

TEST(PendingEdits, AreInTheOrderOfTheText) {
  Edits edits("a b c d");
  edits.pending.replaceToken(2, "C", 0);
  edits.pending.replaceToken(0, "A", 0);
  edits.pending.replaceToken(3, "D", 1);
  EXPECT_EQ(edits.finish(), "A b C D");
  EXPECT_EQ(edits.counts, std::pair(uint64_t{2}, uint64_t{1}));
}

TEST(PendingEdits, KeepLinesAndComments) {
  Edits edits("a\\\nb c /* why */ d");
  edits.pending.replaceToken(0, "X", 0);
  edits.pending.replace({1, 3}, "Y", 0, 2);
  EXPECT_EQ(edits.finish(), "X\\\n Y /* why */ ");
}

TEST(PendingEdits, Insertions) {
  Edits edits("a\r\n  b");
  edits.pending.replace({1, 1}, "x ", notCounted, ofToken);
  edits.pending.insertLines(1, {"line", "two"}, notCounted);
  EXPECT_EQ(edits.finish(), "a\r\n  line\r\n  two\r\n  x b");
}

TEST(PendingEdits, ALongerOneTakesBackShorterOnes) {
  Edits edits("a b c d");
  edits.pending.replaceToken(0, "A", 0);
  edits.pending.replaceToken(1, "B", 0);
  edits.pending.replaceToken(2, "C", 0);
  EXPECT_TRUE(edits.pending.takeBack({1, 4}, 3));
  edits.pending.replace({1, 4}, "all", 1, 3);
  EXPECT_FALSE(edits.pending.takeBack({2, 3}, 4)) << "it covers more";
  EXPECT_FALSE(edits.pending.takeBack({1, 4}, 3)) << "its rank is no higher";
  EXPECT_EQ(edits.finish(), "A all");
  EXPECT_EQ(edits.counts, std::pair(uint64_t{1}, uint64_t{1}));
}

TEST(PendingEdits, AUsersRuleIsAboveAllDefaultOnes) {
  Rule user, cuda;
  user.owner = Owner::User;
  EXPECT_GT(PendingEdits::rankOf(user, 1), PendingEdits::highestDefault);
  EXPECT_LT(PendingEdits::rankOf(cuda, 1000), PendingEdits::highestDefault);
  EXPECT_GT(PendingEdits::rankOf(cuda, 2), PendingEdits::rankOf(cuda, 1));
  Edits edits("a b c");
  edits.pending.replace({1, 2}, "B", 0, PendingEdits::rankOf(user, 1));
  EXPECT_TRUE(edits.pending.hasAbove(PendingEdits::highestDefault, {0, 3}));
  EXPECT_FALSE(edits.pending.hasAbove(PendingEdits::highestDefault, {2, 3}));
}

TEST(PendingEdits, CoverTokens) {
  Edits edits("a b c d");
  edits.pending.replace({1, 3}, "x", 0, 2);
  EXPECT_FALSE(edits.pending.covers(0));
  EXPECT_TRUE(edits.pending.covers(1));
  EXPECT_TRUE(edits.pending.covers(2));
  EXPECT_FALSE(edits.pending.covers(3));
}

} // namespace
} // namespace musaport
