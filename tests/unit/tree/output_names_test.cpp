//===- output_names_test.cpp -----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tree/output_names.h"

#include "rules/architecture.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace musaport {
namespace {

std::unique_ptr<RuleSet> ruleSet(llvm::StringRef paths = {}) {
  std::vector<RuleFile> files;
  if (!paths.empty()) {
    std::vector<Diagnostic> diagnostics;
    std::string text =
        (R"({"format": "musa-port-rules-1", "library": "x", "paths": )" + paths + "}").str();
    EXPECT_TRUE(parseRuleFile("rules.json", text, files.emplace_back(), diagnostics));
  }
  RuleSet::Options options;
  options.defaults = false;
  options.architecture = *findArchitecture("mp_31");
  return std::make_unique<RuleSet>(options, std::move(files));
}

std::string output(llvm::StringRef path, llvm::StringRef paths = {}, bool renameFolders = false) {
  return outputPath(path, classifyFile(path, {}), *ruleSet(paths), renameFolders);
}

Tree treeOf(std::initializer_list<const char *> paths) {
  Tree tree;
  for (const char *path : paths) {
    TreeFile &file = tree.files.emplace_back();
    file.path = path;
    file.kind = classifyFile(path, {});
  }
  return tree;
}

/// The output paths, "" for what is not written.
std::vector<std::string> outputPaths(const Tree &tree, const RuleSet &rules, bool renameFolders,
                                     std::vector<Diagnostic> &diagnostics) {
  std::vector<std::string> outputs = outputPaths(tree, rules, renameFolders);
  std::vector<bool> written = withoutCollisions(tree, outputs, diagnostics);
  for (size_t i = 0; i < outputs.size(); ++i)
    if (!written[i])
      outputs[i].clear();
  return outputs;
}

TEST(OutputPath, Extensions) {
  EXPECT_EQ(output("a.cu"), "a.mu");
  EXPECT_EQ(output("x/y.z/a.cuh"), "x/y.z/a.muh");
  EXPECT_EQ(output("a.cu.cuh"), "a.cu.muh");
  for (const char *path :
       {"a.cpp", "a.h", "acu", "a.cuda", "a.CU", "a.cu.txt", "x.cu/a.cpp", "a.mu"})
    EXPECT_EQ(output(path), path);
}

TEST(OutputPath, Folders) {
  EXPECT_EQ(output("cuda/a.cu", {}, true), "musa/a.mu");
  EXPECT_EQ(output("a/cuda/b/CUDA/c.h", {}, true), "a/musa/b/MUSA/c.h");
  EXPECT_EQ(output("my_cuda_ops/cuda-x/a.h", {}, true), "my_musa_ops/musa-x/a.h");
  EXPECT_EQ(output("cuda/cuda/cuda.h", {}, true), "musa/musa/cuda.h");
  EXPECT_EQ(output("barracuda/cudart/a.h", {}, true), "barracuda/cudart/a.h");
  EXPECT_EQ(output("cuda.h", {}, true), "cuda.h");
  EXPECT_EQ(output("cuda/a.cu"), "cuda/a.mu");
}

TEST(OutputPath, Rules) {
  const char *rules = R"({"c10/cuda/": "c10/musa/", "CUDAStream.h": "MUSAStream.h"})";
  EXPECT_EQ(output("c10/cuda/CUDAStream.h", rules), "c10/musa/MUSAStream.h");
  EXPECT_EQ(output("x/c10/cuda/a.cu", rules), "x/c10/musa/a.mu");
  EXPECT_EQ(output("c10/cuda_x/a.h", rules), "c10/cuda_x/a.h");
  EXPECT_EQ(output("xc10/cuda/a.h", rules), "xc10/cuda/a.h");
  EXPECT_EQ(output("MyCUDAStream.h", rules), "MyCUDAStream.h");
}

TEST(OutputPaths, OneForEachFile) {
  std::vector<Diagnostic> diagnostics;
  EXPECT_THAT(
      outputPaths(treeOf({"CMakeLists.txt", "a.cu", "b.cuh"}), *ruleSet(), false, diagnostics),
      ElementsAre("CMakeLists.txt", "a.mu", "b.muh"));
  EXPECT_THAT(diagnostics, IsEmpty());
}

TEST(OutputPaths, SkippedFilesHaveNone) {
  Tree tree = treeOf({"a.cu"});
  tree.files[0].kind = FileKind::Skipped;
  std::vector<Diagnostic> diagnostics;
  EXPECT_THAT(outputPaths(tree, *ruleSet(), false, diagnostics), ElementsAre(""));
}

TEST(OutputPaths, LinksAreRenamedAsFilesAre) {
  Tree tree = treeOf({"a.cu", "b"});
  tree.files[0].kind = tree.files[1].kind = FileKind::Link;
  std::vector<Diagnostic> diagnostics;
  EXPECT_THAT(outputPaths(tree, *ruleSet(), false, diagnostics), ElementsAre("a.mu", "b"));
}

TEST(OutputPaths, TheFileThatKeepsItsNameWins) {
  std::vector<Diagnostic> diagnostics;
  EXPECT_THAT(outputPaths(treeOf({"a.cu", "a.mu"}), *ruleSet(), false, diagnostics),
              ElementsAre("", "a.mu"));
  ASSERT_EQ(diagnostics.size(), 1u);
  EXPECT_EQ(diagnostics[0].id, "musa-output-collision");
  EXPECT_EQ(diagnostics[0].severity, Severity::Error);
  EXPECT_THAT(diagnostics[0].message, HasSubstr("'a.mu' and 'a.cu'"));

  diagnostics.clear();
  EXPECT_THAT(outputPaths(treeOf({"musa/a.h", "cuda/a.h"}), *ruleSet(), true, diagnostics),
              ElementsAre("musa/a.h", ""));
  EXPECT_EQ(diagnostics.size(), 1u);
}

TEST(OutputPaths, TwoThatChangeAreBothLeftOut) {
  std::vector<Diagnostic> diagnostics;
  const auto rules = ruleSet(R"({"a/": "ops/", "b/": "ops/", "c/": "ops/"})");
  EXPECT_THAT(outputPaths(treeOf({"a/k.cu", "b/k.cu"}), *rules, false, diagnostics),
              ElementsAre("", ""));
  EXPECT_EQ(diagnostics.size(), 1u);
  diagnostics.clear();
  EXPECT_THAT(outputPaths(treeOf({"a/k.cu", "b/k.cu", "c/k.cu"}), *rules, false, diagnostics),
              ElementsAre("", "", ""));
  diagnostics.clear();
  EXPECT_THAT(outputPaths(treeOf({"a/k.cu", "b/k.cu", "ops/k.mu"}), *rules, false, diagnostics),
              ElementsAre("", "", "ops/k.mu"));
  diagnostics.clear();
  EXPECT_THAT(outputPaths(treeOf({"a/k.cu", "ops/k.mu", "z/k.cu"}), *rules, false, diagnostics),
              ElementsAre("", "ops/k.mu", "z/k.mu"));
}

TEST(OutputPaths, FileWhereAFolderHasToGo) {
  // a.mu is a folder in the tree and would be a file too.
  std::vector<Diagnostic> diagnostics;
  outputPaths(treeOf({"a.cu", "a.mu/b.h"}), *ruleSet(), false, diagnostics);
  ASSERT_EQ(diagnostics.size(), 1u);
  EXPECT_EQ(diagnostics[0].id, "musa-output-collision");
}

} // namespace
} // namespace musaport
