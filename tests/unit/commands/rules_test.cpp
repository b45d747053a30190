//===- rules_test.cpp - musa-port rules -------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "commands/rules.h"

#include "rules/architecture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

using namespace musaport;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

namespace {

class RulesCommandTest : public testing::Test {
protected:
  RulesCommandTest() {
    std::string pattern = (std::filesystem::temp_directory_path() / "musaport-XXXXXX").string();
    folder = mkdtemp(pattern.data());
  }
  ~RulesCommandTest() override { std::filesystem::remove_all(folder); }

  std::string write(const std::string &name, const std::string &text) {
    std::ofstream(folder / name) << text;
    return (folder / name).string();
  }

  int run(const std::vector<std::string> &arguments, const std::vector<std::string> &files = {},
          bool defaults = true) {
    out.clear();
    err.clear();
    llvm::raw_string_ostream outStream(out), errStream(err);
    return runRulesCommand(arguments, {defaults, *findArchitecture("mp_31")}, files, outStream,
                           errStream, false);
  }

  std::filesystem::path folder;
  std::string out, err;
};

TEST_F(RulesCommandTest, List) {
  std::string mine = write("mine.json", R"x({"cudaX": "musaX", ".cuh": ".muh"})x");
  EXPECT_EQ(run({"list"}, {mine}), 0);
  EXPECT_THAT(out, HasSubstr("cudaMalloc "));
  EXPECT_THAT(out, HasSubstr("-> musaMalloc "));
  EXPECT_THAT(out, HasSubstr("version guard"));
  EXPECT_EQ(run({"list", "mine"}, {mine}), 0);
  EXPECT_EQ(out, "cudaX -> musaX  mine                supported\n"
                 ".cuh  -> .muh   mine                supported part of include paths\n");
  EXPECT_THAT(out, Not(HasSubstr("cudaMalloc")));
  EXPECT_EQ(run({"list", "nope"}), 2);
  EXPECT_THAT(err, HasSubstr("no rules for a library 'nope'; there are "));
  EXPECT_EQ(run({"list"}, {}, false), 0);
  EXPECT_THAT(out, IsEmpty());
}

TEST_F(RulesCommandTest, ShowInOrderOfPrecedence) {
  std::string mine = write("mine.json", "{\n\"cudaMalloc\": \"own\"}");
  EXPECT_EQ(run({"show", "cudaMalloc"}, {mine}), 0);
  EXPECT_THAT(
      out, testing::StartsWith(
               "cudaMalloc -> own\n  identifier, supported\n  " + mine +
               ":2\n"
               "cudaMalloc -> musaMalloc\n  identifier, supported\n  host backend: implements\n  "
               "rules/cuda-runtime.json:"));
  EXPECT_THAT(out, HasSubstr("(default), CUDA runtime API"));
  EXPECT_THAT(err, IsEmpty());
}

TEST_F(RulesCommandTest, ShowKnowsEveryKind) {
  std::string mine = write("mine.json", R"x({"format": "musa-port-rules-1", "library": "m",
    "identifiers": {"unsupported": {"gone": {"note": "use it no more"}}, "supported": {"c": {"to": "d", "when": {"in": ["call"], "arch": ["mp_31"]}}}},
    "paths": {"c10/cuda/": "c10/musa/"}})x");
  std::string parts = write("parts.json", R"x({"_CUH": "_MUH", "/cuda/": "/musa/"})x");
  auto shows = [&](const char *name, const char *text) {
    EXPECT_EQ(run({"show", name}, {mine, parts}), 0) << name;
    EXPECT_THAT(out, HasSubstr(text));
  };
  shows("gone", "gone\n  identifier, unsupported\n");
  shows("gone", "use it no more");
  shows("c", "(call; mp_31)");
  shows("c10/cuda/", "path");
  shows("c10/cuda", "path");
  shows("X_CUH", "_CUH -> _MUH\n  part of identifiers");
  shows("<a/cuda/b.h>", "/cuda/ -> /musa/\n  part of include paths");
  shows("<cuda_runtime.h>", "cuda_runtime.h -> musa_runtime.h");
  shows("at::cuda", "at::cuda -> at::musa\n  namespace");
  shows("is_cuda", ".is_cuda() -> .is_privateuseone()\n  pattern");
  shows("CUDA_VERSION", "version guard (compared as ");
  shows("__CUDA_ARCH__", "architecture guard");
}

TEST_F(RulesCommandTest, ShowTellsWhatTheHostBackendHas) {
  auto shows = [&](const char *name, const char *host) {
    EXPECT_EQ(run({"show", name}), 0) << name;
    EXPECT_THAT(out, HasSubstr(std::string("\n  host backend: ") + host + "\n")) << name;
  };
  shows("cudaMalloc", "implements");
  shows("cuda_runtime.h", "implements");
  shows("cudaArrayGetPlane", "declares"); // returns musaErrorNotSupported
  shows("cuptiProfilerInitialize", "lacks");
  shows("cupti_pcsampling.h", "lacks");
  EXPECT_EQ(run({"show", "CUDAStream"}), 0); // PyTorch's, which is not in the table
  EXPECT_THAT(out, Not(HasSubstr("host backend")));
}

TEST_F(RulesCommandTest, ShowHelpsWithUnknownNames) {
  EXPECT_EQ(run({"show", "cudaMaloc"}), 1);
  EXPECT_THAT(err, HasSubstr("there is no rule for 'cudaMaloc'"));
  EXPECT_THAT(err, HasSubstr("similar names: cudaMalloc"));
  EXPECT_EQ(run({"show", "musaMalloc"}), 1);
  EXPECT_THAT(err, HasSubstr("'cudaMalloc' becomes 'musaMalloc'"));
  EXPECT_EQ(run({"show", "Aten/cuda/CUDAContext.h"}), 1);
  EXPECT_THAT(err, HasSubstr("ATen/cuda/CUDAContext.h"));
  EXPECT_EQ(run({"show", "zzzzzzzzzzzzzzzz"}), 1);
  EXPECT_THAT(err, Not(HasSubstr("note")));
}

TEST_F(RulesCommandTest, Lint) {
  std::string good = write("good.json", R"x({"ownName": "x"})x"),
              bad = write("bad.json", "{\n  \"a\": \"a\"\n}"),
              other = write("other.json", R"x({"cudaMalloc": "x"})x"),
              broken = write("broken.json", "{,}");
  EXPECT_EQ(run({"lint", good}), 0);
  EXPECT_EQ(out, "1 rule in 1 file, no faults\n");
  EXPECT_EQ(run({"lint", good, bad}), 1);
  EXPECT_EQ(out, "2 rules in 2 files, 1 warning\n");
  EXPECT_THAT(err,
              HasSubstr("bad.json:2:3: warning: 'a' is mapped to itself [musa-rule-identity]"));
  EXPECT_EQ(run({"lint", other}), 0);
  EXPECT_EQ(out, "1 rule in 1 file, no faults, 1 remark\n");
  EXPECT_EQ(run({"lint"}, {bad}), 1);
  EXPECT_EQ(run({"lint", broken}), 2);
  EXPECT_THAT(err, HasSubstr("broken.json:1:2: error: broken JSON"));
  EXPECT_EQ(run({"lint", (folder / "none.json").string()}), 2);
  EXPECT_THAT(err, HasSubstr("none.json"));
}

TEST_F(RulesCommandTest, UnusableArguments) {
  EXPECT_EQ(run({}), 2);
  EXPECT_THAT(err, HasSubstr("rules takes list, show NAME or lint FILE"));
  EXPECT_EQ(run({"foo"}), 2);
  EXPECT_THAT(err, HasSubstr("no command 'rules foo'"));
  EXPECT_EQ(run({"show"}), 2);
  EXPECT_EQ(run({"lint"}), 2);
  EXPECT_EQ(run({"list"}, {write("broken.json", "{")}), 2);
  EXPECT_EQ(run({"show", "x"}, {(folder / "none.json").string()}), 2);
}

} // namespace
