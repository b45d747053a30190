//===- dangling_includes_test.cpp ------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tree/dangling_includes.h"

#include "rules/architecture.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace musaport {
namespace {

/// The port of a file of a tree, given as what it includes and the edits that were made.
class DanglingIncludesTest : public testing::Test {
protected:
  DanglingIncludesTest() : rules(options(), {}) {
    for (const char *path : {"include/grid.cuh", "include/plain.h", "src/a.cu", "src/b.cuh"}) {
      TreeFile &file = tree.files.emplace_back();
      file.path = path;
      file.kind = FileKind::Source;
    }
  }

  /// The errors for src/a.cu, as LINE:COLUMN and the name. All of its header names count as
  /// referring to the tree.
  std::vector<std::string> errors(const std::string &text, std::vector<Edit> edits) {
    std::vector<Diagnostic> ofNames;
    const NewNames names(tree, rules, /*renameFolders=*/false, ofNames);
    FileRecord file;
    file.number = 2;
    file.shownPath = "src/a.cu";
    file.bytes = text;
    file.result.edits = std::move(edits);
    for (const Token &token : tokenize(text))
      if (token.is(clang::tok::header_name))
        file.result.includes.push_back({token.offset, token.length});
    DanglingIncludes(tree, names).report(file);
    std::vector<std::string> all;
    for (const Diagnostic &diagnostic : file.result.diagnostics) {
      EXPECT_EQ(diagnostic.id, "musa-dangling-include");
      EXPECT_EQ(diagnostic.severity, Severity::Error);
      const size_t begin = diagnostic.message.find('\'') + 1;
      all.push_back(std::to_string(diagnostic.place.line) + ":" +
                    std::to_string(diagnostic.place.column) + " " +
                    diagnostic.message.substr(begin, diagnostic.message.find('\'', begin) - begin));
    }
    return all;
  }

private:
  static RuleSet::Options options() {
    RuleSet::Options options;
    options.architecture = *findArchitecture("mp_31");
    return options;
  }

  RuleSet rules;
  Tree tree;
};

TEST_F(DanglingIncludesTest, AnIncludeThatDoesNotFollow) {
  EXPECT_THAT(errors("#include \"b.cuh\"\n", {}), testing::ElementsAre("1:10 b.cuh"));
  EXPECT_THAT(errors("\n#include <grid.cuh>\n", {{11, 4, "mesh"}}),
              testing::ElementsAre("2:10 mesh.cuh"));
}

TEST_F(DanglingIncludesTest, AnIncludeThatFollows) {
  EXPECT_THAT(errors("#include \"b.cuh\"\n#include <plain.h>\n#include <grid.cuh>\n",
                     {{9, 7, "\"b.muh\""}, {51, 3, "muh"}}),
              testing::IsEmpty());
}

TEST_F(DanglingIncludesTest, OneThatIsNoIncludeAnyMore) {
  EXPECT_THAT(errors("#include \"b.cuh\"\n", {{0, 16, "// gone"}}), testing::IsEmpty());
  EXPECT_THAT(errors("#include \"b.cuh\"\n", {{9, 7, "B_HEADER"}}), testing::IsEmpty());
}

TEST_F(DanglingIncludesTest, EditsBeforeAndBehindCountForNothing) {
  EXPECT_THAT(errors("int x;\n#include \"b.cuh\"\nint y;\n",
                     {{0, 3, "long"}, {16, 7, "\"b.muh\""}, {24, 3, "long"}}),
              testing::IsEmpty());
}

} // namespace
} // namespace musaport
