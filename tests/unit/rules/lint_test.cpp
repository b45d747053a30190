//===- lint_test.cpp - faults of rule files ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rules/lint.h"

#include "llvm/Support/MemoryBuffer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

using namespace musaport;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

RuleFile read(llvm::StringRef path, llvm::StringRef text) {
  RuleFile file;
  std::vector<Diagnostic> diagnostics;
  EXPECT_TRUE(parseRuleFile(path, text, file, diagnostics)) << path.str();
  for (const Diagnostic &diagnostic : diagnostics)
    ADD_FAILURE() << path.str() << ":" << diagnostic.place.line << ": " << diagnostic.message;
  return file;
}

/// "file:line:column: [id] message; note" of what is found in files 1.json, 2.json, ...
std::vector<std::string> lint(std::initializer_list<std::string> texts, bool withDefaults = false) {
  std::vector<RuleFile> files;
  for (const std::string &text : texts)
    files.push_back(read(std::to_string(files.size() + 1) + ".json", text));
  std::vector<std::string> result;
  for (const Diagnostic &diagnostic : lintRules(files, withDefaults)) {
    std::string line = diagnostic.place.file + ":" + std::to_string(diagnostic.place.line) + ":" +
                       std::to_string(diagnostic.place.column) + ": [" + diagnostic.id.str() +
                       "] " + diagnostic.message;
    for (const std::string &note : diagnostic.notes)
      line += "; " + note;
    if (diagnostic.severity == Severity::Remark)
      line += " (remark)";
    if (diagnostic.id != "musa-rule-unbalanced") // which may write what no compiler takes
      EXPECT_NE(diagnostic.severity, Severity::Error);
    result.push_back(line);
  }
  return result;
}

std::string native(llvm::StringRef sections) {
  return ("{\"format\": \"musa-port-rules-1\", \"library\": \"x\",\n" + sections + "}").str();
}

TEST(Lint, FindsNothingInGoodRules) {
  EXPECT_THAT(
      lint(
          {R"x({"_CU_H_": "_MU_H_", "_CUH": "_MUH", "__NVCC__": "__MUSACC__", "::cuda::": "::musa::",
    "#include <c10/cuda/CUDAGuard.h>": "#include \"torch_musa/csrc/core/MUSAGuard.h\"",
    "/cuda/": "/musa/", ", CUDA,": ", PrivateUse1,", ".cuh": ".muh", ".is_cuda()": ".is_privateuseone()"})x"}),
      IsEmpty());
}

TEST(Lint, FindsTheMisprintsOfTheMmcvChapter) {
  EXPECT_THAT(lint({"{\n  \"#include <Aten/cuda/CUDAContext.h>\": \"#include \\\"x.h\\\"\",\n  "
                    "\"::cuda::\": \"::musa:\"\n}"},
                   true),
              ElementsAre(AllOf(HasSubstr("1.json:2:3: [musa-rule-never-matches] no header is "
                                          "called 'Aten/cuda/CUDAContext.h'"),
                                HasSubstr("did you mean 'ATen/cuda/CUDAContext.h'?")),
                          AllOf(HasSubstr("1.json:3:3: [musa-rule-unbalanced] '::cuda::' -> "
                                          "'::musa:': the sides end with '::' and ':'"))));
}

TEST(Lint, Duplicates) {
  EXPECT_THAT(
      lint({native(
          "\"identifiers\": {\"supported\": {\"a\": \"b\"},\n \"keep\": {\"a\": \"stays\"}}")}),
      ElementsAre("1.json:3:11: [musa-rule-duplicate] 'a' is given twice; the first is in line 2, "
                  "and it wins"));
  EXPECT_THAT(
      lint({R"x({"a": "b"})x", R"x({"a": "b"})x"}),
      ElementsAre(
          "1.json:1:2: [musa-rule-duplicate] 'a' is given in two files; the other is 2.json:1"));
  EXPECT_THAT(lint({R"x({"f ( a )": "b", "f(a)": "c"})x"}),
              ElementsAre(HasSubstr("[musa-rule-duplicate] 'f(a)' is given twice")));
  EXPECT_THAT(lint({R"x({"f($a)": "g($a)"})x", R"x({"f($b)": "g($b)"})x"}),
              ElementsAre(HasSubstr("'f($a)'")));
  EXPECT_THAT(
      lint({R"x({"#include <x.h>": "#include <y.h>", "#include \"x.h\"": "#include <z.h>"})x"}),
      ElementsAre(HasSubstr("[musa-rule-duplicate] 'x.h' is given twice")));
  EXPECT_THAT(
      lint({native(
          R"x("guards": {"V": {"kind": "version", "to": "W", "level": "L"}}, "identifiers": {"supported": {"V": "X"}})x")}),
      ElementsAre(HasSubstr("'V' is also a guard")));
}

TEST(Lint, Shadowed) {
  EXPECT_THAT(lint({R"x({"a": "b"})x", R"x({"a": "c"})x"}),
              ElementsAre("1.json:1:2: [musa-rule-shadowed] the rule for 'a' is never used: "
                          "2.json:1 comes before it; of two files, the later wins"));
  EXPECT_THAT(lint({R"x({"x.is_cuda()": "x.f()"})x", R"x({".is_cuda()": ".g()"})x"}),
              ElementsAre(HasSubstr("1.json:1:2: [musa-rule-shadowed] the rule for 'x.is_cuda()' "
                                    "is never used: '.is_cuda()', 2.json:1,")));
  EXPECT_THAT(lint({R"x({".is_cuda()": ".g()"})x", R"x({"x.is_cuda()": "x.f()"})x"}), IsEmpty());
  EXPECT_THAT(lint({R"x({"x.is_cuda()": "x.f()", ".is_cuda()": ".g()"})x"}), IsEmpty());
  EXPECT_THAT(
      lint({native(R"x("headers": {"supported": {"cuda/std/*": "a/*", "cuda/std/x": "y"}})x"),
            native(R"x("headers": {"supported": {"cuda/*": "b/*"}})x")}),
      ElementsAre(HasSubstr("the rule for 'cuda/std/*' is never used: 'cuda/*', 2.json:2")));
  EXPECT_THAT(
      lint({native(R"x("namespaces": {"supported": {"my::at::cuda": "my::at::m"}})x"),
            native(R"x("namespaces": {"supported": {"at::cuda": "at::n"}})x")}),
      ElementsAre(HasSubstr("the rule for 'my::at::cuda' is never used: 'at::cuda', 2.json:2")));
  EXPECT_THAT(
      lint({native(R"x("paths": {"cuda/": "musa/"})x"), native(R"x("paths": {"cuda/": "mu/"})x")}),
      ElementsAre(HasSubstr("1.json:2:11: [musa-rule-shadowed] the rule for 'cuda/'")));
  EXPECT_THAT(lint({native(R"x("guards": {"V": {"kind": "version", "to": "W", "level": "L"}})x"),
                    native(R"x("guards": {"V": {"kind": "version", "to": "X", "level": "L"}})x")}),
              ElementsAre(HasSubstr("[musa-rule-shadowed] the rule for 'V'")));
}

TEST(Lint, RulesThatApplyElsewhereDoNotShadow) {
  EXPECT_THAT(lint({native(R"x("namespaces": {"supported": {"at::cuda": "at::m"}})x"),
                    native(R"x("namespaces": {"supported": {"cuda": "n"}})x")}),
              IsEmpty());
  EXPECT_THAT(
      lint({native(
          R"x("identifiers": {"supported": {"a": "b"}, "unverified": {"a": {"to": "c", "when": {"in": ["call"]}}}})x")}),
      IsEmpty());
  EXPECT_THAT(
      lint(
          {R"x({"a": "b"})x",
           native(
               R"x("identifiers": {"supported": {"a": {"to": "c", "when": {"arch": ["mp_21"]}}}})x")}),
      IsEmpty());
  EXPECT_THAT(
      lint(
          {native(
               R"x("identifiers": {"supported": {"a": {"to": "c", "when": {"in": ["string"]}}}})x"),
           R"x({"a": "b"})x"}),
      IsEmpty());
  EXPECT_THAT(
      lint(
          {native(
               R"x("identifiers": {"supported": {"a": {"to": "c", "when": {"arch": ["mp_21"], "in": ["call"]}}}})x"),
           R"x({"a": "b"})x"}),
      ElementsAre(HasSubstr("[musa-rule-shadowed]")));
}

TEST(Lint, RulesForBuildScripts) {
  EXPECT_THAT(
      lint({native(R"x("build": {"flags": {"supported": {"-a": "-b", "-a=$value": "-c=$value",
    "-d": {"to": "", "when": {"in": ["device"]}}, "-e": {"to": "", "when": {"in": ["flags"]}}}},
    "environment": {"supported": {"A_B": "C"}},
    "folders": {"supported": {"/usr/a": "/usr/b"}}, "programs": {"supported": {"a-b": "c"}}},
    "cmake": {"commands": {"supported": {"a_b": "c"}}, "variables": {"supported": {"A_*": "B_*", "A_C": "D"}}})x")}),
      IsEmpty());
  EXPECT_THAT(
      lint({native(
          R"x("build": {"flags": {"supported": {"-a": {"to": "", "when": {"in": ["macro"]}}}},
    "environment": {"supported": {"A-B": "C", "D": {"to": "E", "when": {"in": ["call"]}}}},
    "folders": {"supported": {"usr/a/": "/b"}}, "programs": {"supported": {"a/b": "c"}}},
    "cmake": {"commands": {"supported": {"A_b": "c"}}},
    "identifiers": {"supported": {"x": {"to": "y", "when": {"in": ["device", "flags"]}}}})x")}),
      testing::UnorderedElementsAre(HasSubstr("a flag is never in a source file"),
                                    HasSubstr("name of an environment variable"),
                                    HasSubstr("'in' has no effect"), HasSubstr("ends with '/'"),
                                    HasSubstr("a program is named without its folder"),
                                    HasSubstr("write 'a_b'"), HasSubstr("'x' is not a flag")));
  EXPECT_THAT(lint({native(R"x("build": {"flags": {"supported": {"-a=b_$value": "-c"}}})x"),
                    native(R"x("build": {"flags": {"supported": {"-a=$value": "-d"}}})x")}),
              ElementsAre(HasSubstr("'-a=$value', 2.json:2, comes before it")));
  EXPECT_THAT(lint({native(R"x("build": {"flags": {"supported": {"-a=b": "-c"}}})x"),
                    native(R"x("build": {"flags": {"supported": {"-a=$value": {"to": "-d",
                      "when": {"in": ["device"]}}}}})x")}),
              IsEmpty());
  EXPECT_THAT(lint({native(R"x("cmake": {"variables": {"supported": {"A_B_*": "C_*"}}})x"),
                    native(R"x("cmake": {"variables": {"supported": {"A_*": "D_*"}}})x")}),
              ElementsAre(HasSubstr("'A_*', 2.json:2, comes before it")));
}

TEST(Lint, Identity) {
  EXPECT_THAT(lint({R"x({"a": "a", "f (x)": "f(x)", "_A": "_A", "/a/": "/a/"})x"}),
              ElementsAre(HasSubstr("[musa-rule-identity] 'a' is mapped to itself; to keep a name, "
                                    "give its rule the status 'keep'"),
                          HasSubstr("'f (x)' is mapped"), HasSubstr("'_A' is mapped"),
                          HasSubstr("'/a/' is mapped")));
  EXPECT_THAT(
      lint({native(
          R"x("paths": {"cuda/": "cuda/"}, "namespaces": {"supported": {"a::b": "a::b"}}, "headers": {"supported": {"x.h": "x.h"}})x")}),
      ElementsAre(HasSubstr("identity"), HasSubstr("identity"), HasSubstr("identity")));
  EXPECT_THAT(
      lint({native(
          R"x("identifiers": {"differs": {"a": {"to": "a", "note": "counts from one"}}})x")}),
      IsEmpty());
}

TEST(Lint, Unbalanced) {
  EXPECT_THAT(lint({R"x({"f(cuda)": "g(musa"})x"}),
              ElementsAre(HasSubstr("[musa-rule-unbalanced] 'f(cuda)' -> 'g(musa': the brackets")));
  EXPECT_THAT(lint({R"x({"f(cuda": "g(musa"})x"}), IsEmpty());
  EXPECT_THAT(lint({R"x({"cuda::": "musa"})x"}),
              ElementsAre(HasSubstr("the sides end with '::' and 'musa'")));
  EXPECT_THAT(lint({R"x({"::cuda": "musa"})x"}),
              ElementsAre(HasSubstr("the sides begin with '::' and 'musa'")));
  EXPECT_THAT(lint({R"x({"a": "f(b"})x"}), ElementsAre(HasSubstr("unbalanced brackets")));
  EXPECT_THAT(lint({R"x({"a": "f(b)[1]"})x"}), IsEmpty());
  EXPECT_THAT(lint({R"x({"/cuda/": "/musa"})x"}),
              ElementsAre(HasSubstr("only one side begins or ends with '/'")));
  EXPECT_THAT(lint({R"x({".cuh": "muh"})x"}), ElementsAre(HasSubstr("the '.' is lost")));
  EXPECT_THAT(lint({R"x({".cuh": "_musa.muh"})x"}), IsEmpty());
  EXPECT_THAT(lint({R"x({"_CU_H_": "_MU_H"})x"}),
              ElementsAre(HasSubstr("only one side begins or ends with '_'")));
  EXPECT_THAT(lint({R"x({", CUDA,": "", "_CU_": ""})x"}), IsEmpty());
}

TEST(Lint, NeverMatches) {
  EXPECT_THAT(
      lint({R"x({"class": "x"})x"}),
      ElementsAre("1.json:1:2: [musa-rule-never-matches] 'class' is a keyword of C++, not a name"));
  EXPECT_THAT(lint({R"x({"_": "x_"})x"}),
              testing::Contains(HasSubstr("'_' is not a part of a name")));
  EXPECT_THAT(lint({native(R"x("patterns": {"supported": {"f /* x */ (a)": "g(a)"}})x")}),
              ElementsAre(HasSubstr("the comment in 'f /* x */ (a)' matches nothing")));
  EXPECT_THAT(lint({R"x({"f(\"cuda\")": "f(\"musa\")"})x"}),
              ElementsAre(AllOf(HasSubstr("only exactly this string"), HasSubstr("(remark)"))));
  EXPECT_THAT(lint({R"x({"a / cuda.h": "b / c.h"})x"}),
              ElementsAre(HasSubstr("no #include has white space in its name")));
  EXPECT_THAT(lint({R"x({"#include < x.h >": "#include <y.h>"})x"}),
              ElementsAre(HasSubstr("is the space a typo?")));
  EXPECT_THAT(
      lint({native(
          R"x("headers": {"supported": {"x.h": {"to": "y.h", "when": {"in": ["call"]}}}})x")}),
      ElementsAre(HasSubstr("which 'when' excludes")));
  EXPECT_THAT(
      lint({native(
          R"x("identifiers": {"supported": {"x": {"to": "y", "when": {"in": ["include"]}}}})x")}),
      ElementsAre(HasSubstr("'when' asks for one")));
}

TEST(Lint, ComparesWithTheDefaults) {
  EXPECT_THAT(
      lint(
          {R"x({"cudaMalloc": "musaMalloc", ".is_cuda()": ".is_privateuseone()", "noDefault": "x"})x"},
          true),
      IsEmpty());
  EXPECT_THAT(lint({R"x({"cudaMalloc": "myMalloc"})x"}, true),
              ElementsAre(AllOf(HasSubstr("[musa-rule-shadowed] 'cudaMalloc' becomes 'myMalloc' "
                                          "here and becomes 'musaMalloc' by the default rules"),
                                HasSubstr("rules/cuda-runtime.json:"), HasSubstr("(remark)"))));
  EXPECT_THAT(lint({R"x({".is_cuda()": ".is_musa()"})x"}, true),
              ElementsAre(HasSubstr("(remark)")));
  EXPECT_THAT(lint({R"x({"cudaMalloc": "myMalloc"})x"}, false), IsEmpty());
}

TEST(Lint, ShowsTheSourceLine) {
  std::vector<RuleFile> files;
  files.push_back(read("x.json", "{\r\n  \"a\": \"a\"\r\n}"));
  std::vector<Diagnostic> diagnostics = lintRules(files, false);
  ASSERT_EQ(diagnostics.size(), 1u);
  EXPECT_EQ(diagnostics[0].sourceLine, "  \"a\": \"a\"");
  EXPECT_EQ(diagnostics[0].place.column, 3u);
  EXPECT_EQ(diagnostics[0].length, 3u);
}

/// The default files themselves: no fault, and no name in two of them.
TEST(DefaultRules, AreClean) {
  std::vector<RuleFile> files;
  size_t rules = 0;
  for (const auto &entry : std::filesystem::directory_iterator(MUSAPORT_SOURCE_DIR "/rules")) {
    const std::string path = entry.path().string();
    if (entry.path().extension() != ".json")
      continue;
    auto buffer = llvm::MemoryBuffer::getFile(path);
    ASSERT_TRUE(bool(buffer));
    files.push_back(read(path, (*buffer)->getBuffer()));
    rules += files.back().rules.size();
  }
  EXPECT_GT(rules, 10000u);
  for (const Diagnostic &diagnostic : lintRules(files, true))
    ADD_FAILURE() << diagnostic.place.file << ":" << diagnostic.place.line << ": "
                  << diagnostic.message;
}

} // namespace
