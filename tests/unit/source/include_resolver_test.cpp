//===- include_resolver_test.cpp -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "source/include_resolver.h"

#include "gtest/gtest.h"

#include <initializer_list>
#include <utility>

namespace musaport {
namespace {

/// A tree given as old and new paths.
class Includes {
public:
  Includes(std::initializer_list<std::pair<const char *, const char *>> files) {
    for (auto [path, output] : files) {
      TreeFile &file = tree.files.emplace_back();
      file.path = path;
      file.kind = FileKind::Source;
      outputs.emplace_back(output);
    }
  }

  /// What `name` in file `includer` becomes, with a ! for a name that could mean another file; "-"
  /// if it is not in the tree. `name`: in angle brackets, or else as if in quotes.
  std::string operator()(const char *includer, llvm::StringRef name) const {
    const auto found = resolve(includer, name);
    return found ? found->newName + (found->otherwise ? "!" : "") : "-";
  }

  /// The file that `name` refers to; "-" if it is not in the tree.
  std::string file(const char *includer, llvm::StringRef name) const {
    const auto found = resolve(includer, name);
    return found ? tree.files[found->file].path : "-";
  }

  std::string folder(size_t from, const char *name) const {
    return IncludeResolver(tree, outputs).newFolderName(from, name).value_or("-");
  }

private:
  std::optional<IncludeResolver::Resolution> resolve(llvm::StringRef includer,
                                                     llvm::StringRef name) const {
    const IncludeResolver resolver(tree, outputs);
    const IncludeResolver::Form form = IncludeResolver::formOf(name);
    if (form == IncludeResolver::Form::Angled)
      name = name.drop_front().drop_back();
    for (size_t i = 0; i < tree.files.size(); ++i)
      if (tree.files[i].path == includer)
        return resolver.resolve(i, name, form);
    ADD_FAILURE() << "no file " << includer.str();
    return std::nullopt;
  }

  Tree tree;
  std::vector<std::string> outputs;
};

TEST(IncludeResolver, Beside) {
  Includes includes{{"src/a.cu", "src/a.mu"},
                    {"src/b.cuh", "src/b.muh"},
                    {"src/sub/c.cuh", "src/sub/c.muh"},
                    {"inc/d.cuh", "inc/d.muh"},
                    {"src/same.h", "src/same.h"}};
  EXPECT_EQ(includes("src/a.cu", "b.cuh"), "b.muh");
  EXPECT_EQ(includes("src/a.cu", "./b.cuh"), "./b.muh");
  EXPECT_EQ(includes("src/a.cu", "sub/c.cuh"), "sub/c.muh");
  EXPECT_EQ(includes("src/a.cu", "sub/../b.cuh"), "sub/../b.muh");
  EXPECT_EQ(includes("src/a.cu", "../inc/d.cuh"), "../inc/d.muh");
  EXPECT_EQ(includes("src/a.cu", "same.h"), "same.h");
  EXPECT_EQ(includes("src/sub/c.cuh", "../b.cuh"), "../b.muh");
}

TEST(IncludeResolver, ThroughAFolderAbove) {
  Includes includes{
      {"src/a.cu", "src/a.mu"}, {"include/p/b.cuh", "include/p/b.muh"}, {"c.cuh", "c.muh"}};
  EXPECT_EQ(includes("src/a.cu", "p/b.cuh"), "p/b.muh");
  EXPECT_EQ(includes("src/a.cu", "b.cuh"), "b.muh");
  EXPECT_EQ(includes("src/a.cu", "include/p/b.cuh"), "include/p/b.muh");
  EXPECT_EQ(includes("src/a.cu", "c.cuh"), "c.muh");
}

TEST(IncludeResolver, DotsOfTheIncludePath) {
  Includes includes{{"src/sub/a.cu", "src/sub/a.mu"},
                    {"include/p/b.cuh", "include/p/b.muh"},
                    {"src/sub/p/c.cuh", "src/sub/p/c.muh"}};
  EXPECT_EQ(includes("src/sub/a.cu", "./p/b.cuh"), "./p/b.muh");
  EXPECT_EQ(includes("src/sub/a.cu", "../p/b.cuh"), "../p/b.muh");
  EXPECT_EQ(includes("src/sub/a.cu", "./p/c.cuh"), "./p/c.muh"); // beside it
  EXPECT_EQ(includes("src/sub/a.cu", "./p/../p/b.cuh"), "-");
  EXPECT_EQ(includes("src/sub/a.cu", "../../../p/b.cuh"), "-"); // outside of the tree
}

TEST(IncludeResolver, AngledNamesAreNotLookedForBesideTheFile) {
  Includes includes{{"ops/cuda/a.cu", "ops/musa/a.mu"},
                    {"ops/cuda/b.cuh", "ops/musa/b.muh"},
                    {"ops/cuda/only.h", "ops/musa/only.h"},
                    {"shims/driver.h", "shims/driver.h"}};
  EXPECT_EQ(includes("ops/cuda/a.cu", "<b.cuh>"), "b.muh");
  EXPECT_EQ(includes("ops/cuda/a.cu", "<cuda/b.cuh>"), "musa/b.muh");
  EXPECT_EQ(includes("ops/cuda/a.cu", "<./b.cuh>"), "b.muh");
  EXPECT_EQ(includes("ops/cuda/a.cu", "<../cuda/b.cuh>"), "b.muh");
  // A wrapper around a header of its own name includes the other one.
  EXPECT_EQ(includes("shims/driver.h", "<driver.h>"), "-");
  EXPECT_EQ(includes("ops/cuda/only.h", "<cuda/only.h>"), "-");
}

TEST(IncludeResolver, OfSeveralTheNearest) {
  Includes includes{{"a/common/t.cuh", "a/common/t.muh"},
                    {"b/common/t.cuh", "b/common/t.muh"},
                    {"b/src/x.cu", "b/src/x.mu"},
                    {"x.cu", "x.mu"}};
  EXPECT_EQ(includes.file("b/src/x.cu", "<t.cuh>"), "b/common/t.cuh");
  EXPECT_EQ(includes.file("b/src/x.cu", "common/t.cuh"), "b/common/t.cuh");
  EXPECT_EQ(includes.file("x.cu", "<t.cuh>"), "a/common/t.cuh");
  EXPECT_EQ(includes("x.cu", "<t.cuh>"), "t.muh");
}

TEST(IncludeResolver, NotInTheTree) {
  Includes includes{{"src/a.cu", "src/a.mu"}, {"src/b.cuh", "src/b.muh"}};
  for (const char *name : {"x.cuh", "q/b.cuh", "b.cu", "ab.cuh", ".cuh", "", "/b.cuh",
                           "../../b.cuh", "../x/../../src/b.cuh", "src"})
    EXPECT_EQ(includes("src/a.cu", name), "-") << name;
}

TEST(IncludeResolver, FoldersWithNewNames) {
  Includes includes{{"ops/cuda/a.cu", "ops/musa/a.mu"},
                    {"ops/cuda/b.cuh", "ops/musa/b.muh"},
                    {"ops/c.h", "ops/c.h"},
                    {"ops/cuda/same.h", "ops/musa/same.h"},
                    {"top.h", "top.h"}};
  EXPECT_EQ(includes("ops/cuda/a.cu", "b.cuh"), "b.muh");
  EXPECT_EQ(includes("ops/cuda/a.cu", "same.h"), "same.h");
  EXPECT_EQ(includes("ops/cuda/a.cu", "../c.h"), "../c.h");
  EXPECT_EQ(includes("ops/cuda/a.cu", "../cuda/b.cuh"), "b.muh");
  EXPECT_EQ(includes("ops/c.h", "cuda/b.cuh"), "musa/b.muh");
  EXPECT_EQ(includes("ops/c.h", "cuda/same.h"), "musa/same.h");
  EXPECT_EQ(includes("top.h", "ops/cuda/b.cuh"), "ops/musa/b.muh");
  EXPECT_EQ(includes("top.h", "cuda/same.h"), "musa/same.h");
}

TEST(IncludeResolver, OnlyTheIncluderMoves) {
  Includes includes{{"cuda/a.cu", "gpu/deep/a.mu"}, {"cuda/b.h", "cuda/b.h"}, {"c.h", "c.h"}};
  EXPECT_EQ(includes("cuda/a.cu", "b.h"), "../../cuda/b.h");
  EXPECT_EQ(includes("cuda/a.cu", "../c.h"), "../../c.h");
}

TEST(IncludeResolver, Ambiguous) {
  Includes includes{
      {"a.cu", "a.mu"}, {"x/u.cuh", "x/u.muh"}, {"y/u.cuh", "y/v.muh"}, {"z/u.cuh", "z/u.muh"}};
  EXPECT_EQ(includes("a.cu", "u.cuh"), "u.muh!");
  EXPECT_EQ(includes("a.cu", "y/u.cuh"), "y/v.muh");
  EXPECT_EQ(includes("x/u.cuh", "u.cuh"), "u.muh");
  Includes alike{{"a.cu", "a.mu"}, {"x/u.cuh", "x/u.muh"}, {"y/u.cuh", "y/u.muh"}};
  EXPECT_EQ(alike("a.cu", "u.cuh"), "u.muh");
}

TEST(IncludeResolver, FilesThatGiveWay) {
  // cuda/b.cuh is not written: musa/b.muh has its new name.
  Includes includes{{"a.cu", "a.mu"}, {"b.cuh", "b.muh"}, {"b.muh", "b.muh"}};
  EXPECT_EQ(includes("a.cu", "b.cuh"), "b.muh");
}

TEST(IncludeResolver, Folders) {
  Includes includes{{"a/cuda/deep/k.cu", "a/musa/deep/k.mu"},
                    {"a/other/x.h", "a/other/x.h"},
                    {"link", "link"},
                    {"z/link", "z/link"}};
  EXPECT_EQ(includes.folder(2, "a/cuda"), "a/musa");
  EXPECT_EQ(includes.folder(2, "a/cuda/deep"), "a/musa/deep");
  EXPECT_EQ(includes.folder(3, "../a/cuda"), "../a/musa");
  EXPECT_EQ(includes.folder(3, "../a/./other"), "../a/./other");
  EXPECT_EQ(includes.folder(2, "a/cu"), "-");
  EXPECT_EQ(includes.folder(2, "/a/cuda"), "-");
}

TEST(IncludeResolver, Templates) {
  Tree tree;
  for (const char *path : {"a/x.h.in", "cuda_config.hpp.cmake", "y.h", "z.in.h"})
    tree.files.emplace_back().path = path;
  const std::vector<std::string> outputs = {"a/x.h.in", "cuda_config.hpp.cmake", "y.h", "z.in.h"};
  const IncludeResolver includes(tree, outputs);
  EXPECT_TRUE(includes.hasTemplateOf("x.h"));
  EXPECT_TRUE(includes.hasTemplateOf("a/x.h"));
  EXPECT_FALSE(includes.hasTemplateOf("b/x.h"));
  EXPECT_TRUE(includes.hasTemplateOf("cuda_config.hpp"));
  EXPECT_FALSE(includes.hasTemplateOf("y.h"));
  EXPECT_FALSE(includes.hasTemplateOf("x.hpp"));
}

} // namespace
} // namespace musaport
