// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "edits/merge.h"

#include "../temporary_folder.h"
#include "edits/line_diff.h"

#include "llvm/ADT/StringExtras.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <random>

using namespace musaport;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

struct Merged {
  std::string text;
  std::vector<size_t> conflicts;
};

Merged merge(llvm::StringRef base, llvm::StringRef ours, llvm::StringRef theirs) {
  Merge merge = mergeTexts(base, ours, theirs, {"ours", "theirs"});
  Merged merged{applyEdits(ours, merge.edits), std::move(merge.conflicts)};
  const std::vector<llvm::StringRef> lines = splitLines(merged.text);
  size_t markers = 0;
  for (llvm::StringRef line : lines)
    markers += line.starts_with("<<<<<<< ");
  EXPECT_EQ(merged.conflicts.size(), markers);
  for (size_t line : merged.conflicts)
    EXPECT_TRUE(lines.at(line - 1).starts_with("<<<<<<< ours")) << line;
  return merged;
}

/// The merged text, which has no conflicts.
std::string clean(llvm::StringRef base, llvm::StringRef ours, llvm::StringRef theirs) {
  Merged merged = merge(base, ours, theirs);
  EXPECT_THAT(merged.conflicts, IsEmpty()) << merged.text;
  return merged.text;
}

TEST(Merge, BothSidesChange) {
  EXPECT_EQ(clean("a\nb\nc\n", "A\nb\nc\n", "a\nb\nC\n"), "A\nb\nC\n");
  EXPECT_EQ(clean("a\nb\nc\n", "a\nb\nc\nd\n", "b\nc\n"), "b\nc\nd\n");
  EXPECT_EQ(clean("a\nb\nc\nd\n", "a\nx\ny\nd\n", "a\nx\ny\nd\nz\n"), "a\nx\ny\nd\nz\n");
}

TEST(Merge, Conflict) {
  Merged merged = merge("a\nb\nc\nd\ne\n", "a\nB\nc\nd\ne\n", "a\nb2\nc\nd\nE\n");
  EXPECT_EQ(merged.text, "a\n<<<<<<< ours\nB\n=======\nb2\n>>>>>>> theirs\nc\nd\nE\n");
  EXPECT_THAT(merged.conflicts, ElementsAre(2));
}

TEST(Merge, ChangesThatTouchAreAConflict) {
  EXPECT_EQ(merge("a\nb\n", "A\nb\n", "a\nB\n").text,
            "<<<<<<< ours\nA\nb\n=======\na\nB\n>>>>>>> theirs\n");
  EXPECT_EQ(merge("a\nb\n", "a\nx\nb\n", "a\ny\nb\n").text,
            "a\n<<<<<<< ours\nx\n=======\ny\n>>>>>>> theirs\nb\n");
}

TEST(Merge, ChangeOfWhatIsTakenAwayIsAConflict) {
  EXPECT_EQ(merge("a\nb\nc\n", "a\nc\n", "a\nB\nc\n").text,
            "a\n<<<<<<< ours\n=======\nB\n>>>>>>> theirs\nc\n");
}

TEST(Merge, WhatBothChangedAlikeIsNoPartOfAConflict) {
  EXPECT_EQ(merge("a\n", "x\n1\n2\n3\n4\nour y\n", "x\n1\n2\n3\n4\ntheir y\n").text,
            "x\n1\n2\n3\n4\n<<<<<<< ours\nour y\n=======\ntheir y\n>>>>>>> theirs\n");
}

TEST(Merge, ConflictsSideBySideAreOne) {
  std::string base = "a\n1\n2\n3\nb\n1\n2\n3\n4\nc\n}\n\n}\n\n}\nd\n";
  auto with = [&](llvm::StringRef side) {
    std::string text;
    for (llvm::StringRef line : splitLines(base))
      text += line >= "a" && line < "e" ? (side + line).str() : line.str();
    return text;
  };
  EXPECT_EQ(
      merge(base, with("our "), with("their ")).text,
      "<<<<<<< ours\nour a\n1\n2\n3\nour b\n=======\ntheir a\n1\n2\n3\ntheir b\n>>>>>>> theirs\n"
      "1\n2\n3\n4\n"
      "<<<<<<< ours\nour c\n}\n\n}\n\n}\nour d\n=======\ntheir c\n}\n\n}\n\n}\ntheir d\n"
      ">>>>>>> theirs\n");
}

TEST(Merge, FilesThatBothAdded) {
  EXPECT_EQ(clean("", "a\nb\n", "a\nb\n"), "a\nb\n");
  EXPECT_EQ(merge("", "a\n", "b\n").text, "<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n");
  EXPECT_EQ(clean("a\n", "", "a\n"), "");
}

TEST(Merge, MissingFinalNewlines) {
  EXPECT_EQ(clean("a\nb\nc", "A\nb\nc", "a\nb\nc\n"), "A\nb\nc\n");
  EXPECT_EQ(clean("a\nb\nc\n", "a\nb\nc", "A\nb\nc\n"), "A\nb\nc");
  EXPECT_EQ(merge("a\nb", "a\nours", "a\ntheirs").text,
            "a\n<<<<<<< ours\nours\n=======\ntheirs\n>>>>>>> theirs\n");
}

TEST(Merge, LineEndings) {
  EXPECT_EQ(clean("a\r\nb\r\nc\r\n", "A\r\nb\r\nc\r\n", "a\r\nb\r\nC\n"), "A\r\nb\r\nC\n");
  EXPECT_EQ(merge("a\r\nb\r\n", "a\r\nx\r\n", "a\r\ny").text,
            "a\r\n<<<<<<< ours\r\nx\r\n=======\r\ny\r\n>>>>>>> theirs\r\n");
}

TEST(Merge, LinesAddedBesideEqualOnes) {
  EXPECT_EQ(clean("f\n}\n\ng\n}\n", "f\n}\n\nh\n}\n\ng\n}\n", "F\n}\n\ng\n}\n"),
            "F\n}\n\nh\n}\n\ng\n}\n");
  EXPECT_EQ(clean("x\nx\nx\n", "x\nx\nx\nx\n", "x\nx\nx\nx\n"), "x\nx\nx\nx\n");
}

/// A text of some lines, and changed versions of it.
class RandomTexts {
public:
  explicit RandomTexts(unsigned seed, unsigned vocabulary)
      : generator(seed), vocabulary(vocabulary) {}

  unsigned below(unsigned end) {
    return std::uniform_int_distribution<unsigned>(0, end - 1)(generator);
  }

  std::vector<std::string> lines(unsigned count) {
    std::vector<std::string> result;
    result.reserve(count);
    for (unsigned i = 0; i < count; ++i)
      result.push_back(line(i));
    return result;
  }

  std::vector<std::string> edited(const std::vector<std::string> &lines, llvm::StringRef side) {
    std::vector<std::string> result;
    for (const std::string &old : lines) {
      const unsigned what = below(12);
      if (what == 0)
        continue;
      if (what == 1 || what == 2)
        // Of both sides or of one.
        result.push_back(vocabulary ? line(0) : ((below(2) ? "both" : side) + old).str());
      if (what != 2)
        result.push_back(old);
    }
    return result;
  }

  std::string join(const std::vector<std::string> &lines) {
    std::string text = llvm::join(lines, "\n");
    return lines.empty() || below(4) == 0 ? text : text + "\n";
  }

private:
  /// Of a vocabulary, so that lines are there repeatedly; of none, the one for `number`.
  std::string line(unsigned number) {
    return vocabulary ? std::string(1 + below(3), 'a' + below(vocabulary))
                      : "line " + std::to_string(number);
  }

  std::mt19937 generator;
  unsigned vocabulary;
};

TEST(MergeProperty, WhatOneSideChangedIsTaken) {
  for (unsigned seed = 0; seed < 600; ++seed) {
    RandomTexts random(seed, seed % 3 == 0 ? 0 : seed % 3 == 1 ? 2 : 9);
    const std::vector<std::string> lines = random.lines(random.below(40));
    const std::string base = random.join(lines);
    const std::string ours = random.join(random.edited(lines, "our "));
    const std::string theirs = random.join(random.edited(lines, "their "));
    EXPECT_EQ(clean(base, base, ours), ours) << seed;
    EXPECT_EQ(clean(base, ours, base), ours) << seed;
    EXPECT_EQ(clean(base, ours, ours), ours) << seed;
    // What was merged, merged once more: the same, if it is clear which line is which.
    const Merged once = merge(base, ours, theirs);
    if (once.conflicts.empty() && seed % 3 == 0)
      EXPECT_EQ(clean(base, once.text, theirs), once.text) << seed;
  }
}

TEST(MergeProperty, AgreesWithGit) {
  if (std::system("git --version > /dev/null 2>&1") != 0)
    GTEST_SKIP() << "no git";
  TemporaryFolder folder;
  for (unsigned seed = 0; seed < 150; ++seed) {
    // Each line is there once: which lines changed has one answer.
    RandomTexts random(seed, 0);
    const std::vector<std::string> lines = random.lines(random.below(30));
    const std::string base = random.join(lines);
    const std::string ours = random.join(random.edited(lines, "our "));
    const std::string theirs = random.join(random.edited(lines, "their "));
    folder.write("base", base);
    folder.write("ours", ours);
    folder.write("theirs", theirs);
    const std::string command = "cd '" + folder.path() +
                                "' && git merge-file -p -q -L ours -L base -L theirs "
                                "ours base theirs > merged";
    const int status = std::system(command.c_str());
    const Merged merged = merge(base, ours, theirs);
    EXPECT_EQ(merged.text, folder.read("merged")) << seed;
    EXPECT_EQ(WEXITSTATUS(status), static_cast<int>(merged.conflicts.size())) << seed;
  }
}

TEST(MergeProperty, LargeTextsTakeNoSquareOfTime) {
  // Would take hours if every line was compared with every other one.
  constexpr unsigned count = 300'000;
  std::string same, other, nested;
  for (unsigned i = 0; i < count; ++i) {
    same += "x\n";
    other += i % 2 ? "y\n" : "x\n";
    nested += std::to_string(i % 7 * i % 1000) + "\n";
  }
  EXPECT_EQ(clean(same, same, other), other);
  EXPECT_EQ(clean(other, nested, other), nested);
  EXPECT_FALSE(merge(same, other, nested).conflicts.empty());
}

TEST(LineDiff, FewestLines) {
  auto diff = [](llvm::StringRef oldText, llvm::StringRef newText) {
    std::string result;
    for (const LineChange &change : diffLines(splitLines(oldText), splitLines(newText)))
      result += std::to_string(change.oldBegin) + "-" + std::to_string(change.oldEnd) + ">" +
                std::to_string(change.newBegin) + "-" + std::to_string(change.newEnd) + " ";
    return result;
  };
  EXPECT_EQ(diff("", ""), "");
  EXPECT_EQ(diff("a\n", "a"), "0-1>0-1 ");
  EXPECT_EQ(diff("a\nb\nc\na\nb\nb\na\n", "c\nb\na\nb\na\nc\n"),
            "0-2>0-0 3-3>1-2 5-6>4-4 7-7>5-6 ");
  EXPECT_EQ(diff("a\nb\nc\n", "c\na\nb\n"), "0-0>0-1 2-3>3-3 ");
  EXPECT_EQ(diff("a\na\n", "a\na\na\na\n"), "2-2>2-4 ");
}

} // namespace
