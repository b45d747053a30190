// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "edits/edit.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <vector>

using namespace musaport;

namespace {

std::string diff(llvm::StringRef buffer, const std::vector<Edit> &edits) {
  return unifiedDiff("a.cu", "a.cu", buffer, edits);
}

/// A patch program as strict as can be: every line it skips, keeps or removes must be as the patch
/// says.
class Applier {
public:
  Applier(llvm::StringRef patch, llvm::StringRef buffer) : patch(patch), buffer(buffer) {}

  std::string apply() {
    while (!patch.starts_with("@@") && !patch.empty())
      takeLine(patch);
    while (!patch.empty())
      applyHunk();
    return result + buffer.str();
  }

private:
  static llvm::StringRef takeLine(llvm::StringRef &text) {
    llvm::StringRef line = text.take_front(text.find('\n') + 1);
    if (line.empty())
      line = text;
    text = text.drop_front(line.size());
    return line;
  }

  static std::pair<size_t, size_t> takeRange(llvm::StringRef &text) {
    size_t start = 0, count = 1;
    EXPECT_FALSE(text.consumeInteger(10, start));
    if (text.consume_front(","))
      EXPECT_FALSE(text.consumeInteger(10, count));
    return {start, count};
  }

  void applyHunk() {
    llvm::StringRef header = takeLine(patch);
    EXPECT_TRUE(header.consume_front("@@ -"));
    auto [oldStart, oldCount] = takeRange(header);
    EXPECT_TRUE(header.consume_front(" +"));
    auto [newStart, newCount] = takeRange(header);
    EXPECT_EQ(header, " @@\n");
    size_t oldFirst = oldCount == 0 ? oldStart + 1 : oldStart;
    size_t newFirst = newCount == 0 ? newStart + 1 : newStart;
    for (; oldLine < oldFirst; ++oldLine, ++newLine)
      result += takeLine(buffer);
    EXPECT_EQ(newLine, newFirst);
    while (oldLine < oldFirst + oldCount || newLine < newFirst + newCount) {
      ASSERT_FALSE(patch.empty());
      std::string line = takeLine(patch).str();
      if (patch.starts_with("\\")) {
        takeLine(patch);
        line.pop_back();
      }
      char mark = line.front();
      line.erase(0, 1);
      if (mark != '+') {
        EXPECT_EQ(takeLine(buffer), line);
        ++oldLine;
      }
      if (mark != '-') {
        result += line;
        ++newLine;
      }
    }
  }

  llvm::StringRef patch, buffer;
  std::string result;
  size_t oldLine = 1, newLine = 1;
};

TEST(UnifiedDiffTest, NothingChanges) {
  EXPECT_EQ(diff("a\n", {}), "");
  EXPECT_EQ(diff("abc\n", {{1, 1, "b"}}), "");
}

TEST(UnifiedDiffTest, SeveralEditsInALine) {
  EXPECT_EQ(diff("1\n2\n3\n4\ncudaA(cudaB)\n6\n7\n8\n9\n", {{8, 4, "musa"}, {14, 4, "musa"}}),
            "diff --git a/a.cu b/a.cu\n"
            "--- a/a.cu\n"
            "+++ b/a.cu\n"
            "@@ -2,7 +2,7 @@\n"
            " 2\n 3\n 4\n-cudaA(cudaB)\n+musaA(musaB)\n 6\n 7\n 8\n");
}

TEST(UnifiedDiffTest, AdjacentLinesAreOneChange) {
  EXPECT_EQ(diff("a\nb\n", {{0, 1, "A"}, {2, 1, "B"}}),
            "diff --git a/a.cu b/a.cu\n--- a/a.cu\n+++ b/a.cu\n"
            "@@ -1,2 +1,2 @@\n-a\n-b\n+A\n+B\n");
}

TEST(UnifiedDiffTest, HunksShareContext) {
  std::string text;
  for (char c = 'a'; c <= 'z'; ++c)
    (text += c) += '\n';
  std::string near = diff(text, {{0, 1, "A\nA"}, {14, 1, "H"}, {30, 1, "P"}});
  EXPECT_EQ(near.substr(near.find("@@")),
            "@@ -1,11 +1,12 @@\n-a\n+A\n+A\n b\n c\n d\n e\n f\n g\n-h\n+H\n i\n j\n k\n"
            "@@ -13,7 +14,7 @@\n m\n n\n o\n-p\n+P\n q\n r\n s\n");
}

TEST(UnifiedDiffTest, NoFinalNewline) {
  EXPECT_EQ(diff("a\nb", {{2, 1, "c"}}),
            "diff --git a/a.cu b/a.cu\n--- a/a.cu\n+++ b/a.cu\n@@ -1,2 +1,2 @@\n a\n-b\n"
            "\\ No newline at end of file\n+c\n\\ No newline at end of file\n");
  EXPECT_EQ(diff("a\nb", {{0, 1, "c"}}),
            "diff --git a/a.cu b/a.cu\n--- a/a.cu\n+++ b/a.cu\n@@ -1,2 +1,2 @@\n-a\n+c\n b\n"
            "\\ No newline at end of file\n");
}

TEST(UnifiedDiffTest, EmptyFiles) {
  EXPECT_EQ(diff("", {{0, 0, "a\n"}}),
            "diff --git a/a.cu b/a.cu\n--- a/a.cu\n+++ b/a.cu\n@@ -0,0 +1 @@\n+a\n");
  EXPECT_EQ(diff("a\nb\n", {{0, 4, ""}}),
            "diff --git a/a.cu b/a.cu\n--- a/a.cu\n+++ b/a.cu\n@@ -1,2 +0,0 @@\n-a\n-b\n");
}

TEST(UnifiedDiffTest, CarriageReturnsArePartOfTheLine) {
  EXPECT_EQ(
      diff("a\r\nb\r\n", {{3, 1, "c"}}),
      "diff --git a/a.cu b/a.cu\n--- a/a.cu\n+++ b/a.cu\n@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n");
}

TEST(UnifiedDiffTest, Renames) {
  EXPECT_EQ(unifiedDiff("x/a.cu", "x/a.mu", "a\n", {}),
            "diff --git a/x/a.cu b/x/a.mu\nrename from x/a.cu\nrename to x/a.mu\n");
  EXPECT_EQ(unifiedDiff("a.cu", "a.mu", "a\n", std::vector<Edit>{{0, 1, "b"}}),
            "diff --git a/a.cu b/a.mu\nrename from a.cu\nrename to a.mu\n"
            "--- a/a.cu\n+++ b/a.mu\n@@ -1 +1 @@\n-a\n+b\n");
}

TEST(UnifiedDiffTest, NamesAreQuotedAsByGit) {
  std::string spaces = unifiedDiff("a b.h", "a b.h", "a\n", std::vector<Edit>{{0, 1, "b"}});
  EXPECT_NE(spaces.find("--- a/a b.h\t\n+++ b/a b.h\t\n"), std::string::npos) << spaces;
  std::string strange = unifiedDiff("a\n\"\\\x7F.cu", "\xC3\xA4.mu", "a\n", {});
  EXPECT_EQ(strange, "diff --git \"a/a\\012\\\"\\\\\\177.cu\" b/\xC3\xA4.mu\n"
                     "rename from \"a\\012\\\"\\\\\\177.cu\"\nrename to \xC3\xA4.mu\n");
}

/// Random edits of random texts, all applied again.
TEST(UnifiedDiffTest, AppliesToWhatTheEditsMake) {
  std::mt19937 random(1);
  auto upTo = [&](size_t limit) { return static_cast<uint32_t>(random() % (limit + 1)); };
  auto randomText = [&](size_t size) {
    std::string text;
    for (size_t i = 0; i < size; ++i)
      text += "\n\nab\r"[upTo(4)];
    return text;
  };
  for (int round = 0; round < 20000; ++round) {
    std::string buffer = randomText(upTo(round % 100));
    std::vector<Edit> edits;
    uint32_t offset = 0;
    for (uint32_t count = upTo(4); count != 0; --count) {
      Edit edit;
      edit.offset = offset + upTo(std::min<size_t>(buffer.size() - offset, 30));
      edit.length = upTo(std::min<size_t>(buffer.size() - edit.offset, upTo(6)));
      edit.text = randomText(upTo(4));
      offset = edit.offset + edit.length;
      edits.push_back(edit);
    }
    std::string expected = applyEdits(buffer, edits);
    std::string patch = diff(buffer, edits);
    EXPECT_TRUE(buffer == expected || !patch.empty());
    ASSERT_EQ(Applier(patch, buffer).apply(), expected) << buffer << "----\n" << patch;
  }
}

} // namespace
