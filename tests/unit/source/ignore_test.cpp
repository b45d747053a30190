// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "source/ignore.h"

#include <gtest/gtest.h>

using namespace musaport;
using Match = IgnoreList::Match;

namespace {

bool matches(llvm::StringRef pattern, llvm::StringRef path, bool isFolder = false) {
  IgnoreList list;
  llvm::Error error = list.add(pattern);
  EXPECT_FALSE(static_cast<bool>(error)) << pattern.str();
  llvm::consumeError(std::move(error));
  return list.match(path, isFolder) == Match::Ignore;
}

std::string fault(llvm::StringRef pattern) {
  IgnoreList list;
  return llvm::toString(list.add(pattern));
}

TEST(IgnoreTest, NameMatchesInEveryFolder) {
  EXPECT_TRUE(matches("a.cu", "a.cu"));
  EXPECT_TRUE(matches("a.cu", "x/y/a.cu"));
  EXPECT_FALSE(matches("a.cu", "ba.cu"));
  EXPECT_FALSE(matches("a.cu", "a.cu/b"));
  EXPECT_FALSE(matches("a.cu", "a.cuh"));
}

TEST(IgnoreTest, SlashAnchorsAtTheRoot) {
  EXPECT_TRUE(matches("/a", "a"));
  EXPECT_FALSE(matches("/a", "x/a"));
  EXPECT_TRUE(matches("x/a", "x/a"));
  EXPECT_FALSE(matches("x/a", "y/x/a"));
}

TEST(IgnoreTest, SlashAtTheEndMeansFolders) {
  EXPECT_TRUE(matches("build/", "build", true));
  EXPECT_FALSE(matches("build/", "build", false));
  EXPECT_TRUE(matches("build/", "x/build", true));
  EXPECT_FALSE(matches("/build/", "x/build", true));
}

TEST(IgnoreTest, Stars) {
  EXPECT_TRUE(matches("*.cu", "x/a.cu"));
  EXPECT_TRUE(matches("*", "a"));
  EXPECT_TRUE(matches("x/*", "x/a"));
  EXPECT_FALSE(matches("x/*", "x/a/b"));
  EXPECT_FALSE(matches("x*b", "x/b"));
  EXPECT_TRUE(matches("a*b*c", "a_b_b_c"));
  EXPECT_FALSE(matches("a*b*c", "a_b_b_d"));
  EXPECT_TRUE(matches("a**c", "abc"));
  EXPECT_FALSE(matches("x/a**c", "x/a/c"));
}

TEST(IgnoreTest, QuestionMark) {
  EXPECT_TRUE(matches("?.cu", "a.cu"));
  EXPECT_FALSE(matches("?.cu", ".cu"));
  EXPECT_FALSE(matches("x?y", "x/y"));
}

TEST(IgnoreTest, DoubleStars) {
  EXPECT_TRUE(matches("**/a", "a"));
  EXPECT_TRUE(matches("**/a", "x/y/a"));
  EXPECT_TRUE(matches("x/**", "x/a"));
  EXPECT_TRUE(matches("x/**", "x/a/b"));
  EXPECT_FALSE(matches("x/**", "x", true));
  EXPECT_TRUE(matches("x/**/b", "x/b"));
  EXPECT_TRUE(matches("x/**/b", "x/1/2/b"));
  EXPECT_FALSE(matches("x/**/b", "y/x/b"));
  EXPECT_TRUE(matches("**/x/**/y/*.h", "1/x/2/x/3/y/4/y/a.h"));
  EXPECT_FALSE(matches("**/x/**/y/*.h", "1/x/2/y/3/a.h"));
  EXPECT_TRUE(matches("**", "a/b"));
}

TEST(IgnoreTest, Classes) {
  EXPECT_TRUE(matches("[ab].c", "a.c"));
  EXPECT_FALSE(matches("[ab].c", "c.c"));
  EXPECT_TRUE(matches("[!ab].c", "c.c"));
  EXPECT_FALSE(matches("[^ab].c", "a.c"));
  EXPECT_TRUE(matches("[a-cx]", "b"));
  EXPECT_TRUE(matches("[a-cx]", "x"));
  EXPECT_FALSE(matches("[a-cx]", "d"));
  EXPECT_TRUE(matches("[]x]", "]"));
  EXPECT_TRUE(matches("[!]x]", "a"));
  EXPECT_TRUE(matches("[a-]", "-"));
  EXPECT_TRUE(matches("[\\]]", "]"));
  EXPECT_TRUE(matches("[[:digit:]_]", "7"));
  EXPECT_TRUE(matches("[[:digit:]_]", "_"));
  EXPECT_FALSE(matches("[[:digit:]_]", "a"));
  EXPECT_TRUE(matches("[\xC0-\xFF]x", "\xE4x"));
}

TEST(IgnoreTest, Escapes) {
  EXPECT_TRUE(matches("\\#x", "#x"));
  EXPECT_TRUE(matches("\\!x", "!x"));
  EXPECT_TRUE(matches("\\*", "*"));
  EXPECT_FALSE(matches("\\*", "a"));
  EXPECT_TRUE(matches("\\?", "?"));
  EXPECT_FALSE(matches("\\?", "a"));
  EXPECT_TRUE(matches("\\a", "a"));
  EXPECT_TRUE(matches("a  ", "a"));
  EXPECT_TRUE(matches("a\\ ", "a "));
  EXPECT_TRUE(matches("a\\  ", "a "));
  EXPECT_TRUE(matches("a b", "a b"));
}

TEST(IgnoreTest, LastMatchWins) {
  IgnoreList list;
  EXPECT_TRUE(list.empty());
  EXPECT_EQ(list.match("a.h", false), Match::None);
  for (const char *pattern : {"*.h", "!keep.h", "/keep.h"})
    EXPECT_EQ(llvm::toString(list.add(pattern)), "");
  EXPECT_FALSE(list.empty());
  EXPECT_EQ(list.match("a.h", false), Match::Ignore);
  EXPECT_EQ(list.match("x/keep.h", false), Match::Negated);
  EXPECT_EQ(list.match("keep.h", false), Match::Ignore);
  EXPECT_EQ(list.match("a.c", false), Match::None);
}

TEST(IgnoreTest, ImpossiblePatternsAreErrors) {
  for (const char *pattern : {"", " ", "!", "/", "!/", "# x", "[ab", "x[", "a//b", "../a", "./a",
                              "a/..", "x\\", "[[:nothing:]]", "[a/b]"})
    EXPECT_NE(fault(pattern), "") << pattern;
}

/// How many steps it takes to find that the pattern does not match.
size_t stepsToFail(llvm::StringRef pattern, llvm::StringRef path) {
  IgnoreList list;
  EXPECT_EQ(llvm::toString(list.add(pattern)), "");
  size_t steps = 0;
  EXPECT_EQ(list.match(path, false, steps), Match::None);
  return steps;
}

TEST(IgnoreTest, StepsAreBoundedByPatternTimesPath) {
  for (int stars : {1, 10, 40}) {
    std::string glob, folders;
    for (int i = 0; i < stars; ++i) {
      glob += "*a";
      folders += "**/a/";
    }
    for (int size : {100, 1000, 10000}) {
      std::string path;
      for (int i = 0; i < size; ++i)
        path += "a/";
      const size_t bound = 2 * static_cast<size_t>(2 * stars + 2) * (size + 1);
      EXPECT_LE(stepsToFail("/" + glob + "b", std::string(size, 'a')), bound)
          << stars << " " << size;
      EXPECT_LE(stepsToFail(folders + "b", path + "a"), bound) << stars << " " << size;
    }
  }
}

} // namespace
