//===- renamed_folders_test.cpp ---------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "source/renamed_folders.h"

#include "gtest/gtest.h"

using namespace musaport;

namespace {

/// What a path becomes in a tree with src/cuda/ops and one/gpu, two/gpu of different new names.
std::string port(std::string path) {
  Tree tree;
  std::vector<std::string> outputs;
  auto add = [&](const char *from, const char *to) {
    TreeFile file;
    file.path = from;
    tree.files.push_back(std::move(file));
    outputs.emplace_back(to);
  };
  add("one/gpu/a.cu", "one/first/a.mu");
  add("src/cuda/ops/a.cu", "src/musa/ops/a.mu");
  add("two/gpu/a.cu", "two/second/a.mu");
  const RenamedFolders folders(tree, outputs);
  size_t shift = 0;
  for (const RenamedFolders::Name &name : folders.namesIn(path)) {
    const size_t length = name.end - name.begin;
    path.replace(name.begin + shift, length, name.text);
    shift += name.text.size() - length;
  }
  return path;
}

TEST(RenamedFolders, AreFoundByTheEndOfTheirPaths) {
  EXPECT_EQ(port("src/cuda"), "src/musa");
  EXPECT_EQ(port("cuda/ops/*.cu"), "musa/ops/*.cu");
  EXPECT_EQ(port("../src/cuda/ops"), "../src/musa/ops");
  EXPECT_EQ(port("${DIR}/cuda"), "${DIR}/musa");
  EXPECT_EQ(port("-Isrc/cuda"), "-Isrc/musa");
  EXPECT_EQ(port("src:src/cuda:./cuda"), "src:src/musa:./musa");
}

TEST(RenamedFolders, OthersStay) {
  EXPECT_EQ(port("lib/cuda"), "lib/cuda");
  EXPECT_EQ(port("/opt/cuda"), "/opt/cuda");
  EXPECT_EQ(port("https://x.org/src/cuda"), "https://x.org/src/cuda");
  EXPECT_EQ(port("src/cuda_ops"), "src/cuda_ops");
}

TEST(RenamedFolders, OneOfSeveralHasToBeSaid) {
  EXPECT_EQ(port("one/gpu"), "one/first");
  EXPECT_EQ(port("${DIR}/gpu"), "${DIR}/gpu");
}

} // namespace
