//===- rule_file_test.cpp - reading rule files ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rules/rule_file.h"

#include "rules/architecture.h"

#include "rules/embedded.h"
#include "source/json_schema.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>

using namespace musaport;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

namespace llvm {
void PrintTo(StringRef text, std::ostream *out) { *out << text.str(); }
} // namespace llvm

namespace {

struct Parsed {
  bool ok = false;
  RuleFile file;
  std::vector<Diagnostic> diagnostics;

  explicit Parsed(llvm::StringRef text, llvm::StringRef path = "my/team.json") {
    ok = parseRuleFile(path, text, file, diagnostics);
  }
};

/// "line:column: message" of each, and its notes.
std::vector<std::string> faults(const Parsed &parsed) {
  std::vector<std::string> result;
  for (const Diagnostic &diagnostic : parsed.diagnostics) {
    EXPECT_EQ(diagnostic.id, "musa-rule-file");
    EXPECT_EQ(diagnostic.severity, Severity::Error);
    EXPECT_EQ(diagnostic.place.file, "my/team.json");
    EXPECT_THAT(diagnostic.message, testing::Not(HasSubstr("\n")));
    std::string text = std::to_string(diagnostic.place.line) + ":" +
                       std::to_string(diagnostic.place.column) + ": " + diagnostic.message;
    for (const std::string &note : diagnostic.notes)
      text += "; " + note;
    result.push_back(text);
  }
  EXPECT_EQ(parsed.ok, result.empty());
  return result;
}

std::vector<std::string> faults(llvm::StringRef text) { return faults(Parsed(text)); }

/// A native file with one section.
std::string native(llvm::StringRef section) {
  return ("{\"format\": \"musa-port-rules-1\", \"library\": \"x\",\n" + section + "}").str();
}

std::vector<std::string> nativeFaults(llvm::StringRef section) { return faults(native(section)); }

TEST(RuleFile, ReadsTheExampleOfTheManual) {
  Parsed parsed(R"x({
  "format": "musa-port-rules-1",
  "library": "cuda-runtime",
  "title": "CUDA runtime API",
  "owner": "cuda",
  "identifiers": {
    "supported":   { "cudaMalloc": "musaMalloc" },
    "unverified":  { "cudaGraphAddDependencies": "musaGraphAddDependencies" },
    "differs":     { "cudaGetErrorName": { "to": "musaGetErrorName", "note": "returns names that begin with musa" } },
    "unsupported": { "cudaLaunchDevice": { "note": "launch from the host" } },
    "keep":        { "warpSize": "is MUSA's name too" }
  },
  "headers":    { "supported": { "cuda_runtime.h": "musa_runtime.h", "cuda/std/*": "musa/std/*" } },
  "namespaces": { "supported": { "at::cuda": "at::musa" } },
  "patterns":   { "supported": { "TORCH_LIBRARY_IMPL($ns, CUDA, $m)": "TORCH_LIBRARY_IMPL($ns, PrivateUse1, $m)" } },
  "paths":      { "c10/cuda/": "c10/musa/" },
  "guards":     { "CUDA_VERSION": { "kind": "version", "to": "MUSA_VERSION", "level": "MUSAPORT_CUDA_LEVEL" },
                  "__CUDA_ARCH__": { "kind": "architecture", "to": "__MUSA_ARCH__" } },
  "ports_declared": ["pytorch"]
})x");
  EXPECT_THAT(faults(parsed), IsEmpty());
  const RuleFile &file = parsed.file;
  EXPECT_EQ(file.path, "my/team.json");
  EXPECT_EQ(file.library, "cuda-runtime");
  EXPECT_EQ(file.title, "CUDA runtime API");
  EXPECT_EQ(file.owner, Owner::Cuda);
  ASSERT_THAT(file.rules, SizeIs(9));
  EXPECT_EQ(file.rules[0].kind, RuleKind::Identifier);
  EXPECT_EQ(file.rules[0].status, Status::Supported);
  EXPECT_EQ(file.rules[0].from, "cudaMalloc");
  EXPECT_EQ(file.rules[0].to, "musaMalloc");
  EXPECT_EQ(file.rules[0].line, 7u);
  EXPECT_TRUE(file.rules[0].edits());
  EXPECT_EQ(file.rules[1].status, Status::Unverified);
  EXPECT_EQ(file.rules[2].status, Status::Differs);
  EXPECT_EQ(file.rules[2].note, "returns names that begin with musa");
  EXPECT_EQ(file.rules[3].status, Status::Unsupported);
  EXPECT_FALSE(file.rules[3].edits());
  EXPECT_EQ(file.rules[4].status, Status::Keep);
  EXPECT_EQ(file.rules[4].note, "is MUSA's name too");
  EXPECT_EQ(file.rules[4].to, "");
  EXPECT_FALSE(file.rules[4].edits());
  EXPECT_EQ(file.rules[5].kind, RuleKind::Header);
  EXPECT_EQ(file.rules[6].from, "cuda/std/*");
  EXPECT_EQ(file.rules[7].kind, RuleKind::Namespace);
  EXPECT_EQ(file.rules[8].kind, RuleKind::Pattern);
  ASSERT_THAT(file.paths, SizeIs(1));
  EXPECT_EQ(file.paths[0].to, "c10/musa/");
  EXPECT_EQ(file.paths[0].line, 16u);
  ASSERT_THAT(file.guards, SizeIs(2));
  EXPECT_EQ(file.guards[0].kind, GuardRule::Kind::Version);
  EXPECT_EQ(file.guards[0].level, "MUSAPORT_CUDA_LEVEL");
  EXPECT_EQ(file.guards[1].kind, GuardRule::Kind::Architecture);
  EXPECT_THAT(file.portsDeclared, ElementsAre("pytorch"));
}

TEST(RuleFile, ReadsWhatIsDeprecated) {
  Parsed parsed(native(R"x("identifiers": {
    "supported": {"a": {"to": "b", "deprecated": "use c()"}},
    "unsupported": {"d": {"note": "is not there", "deprecated": "use e()"}},
    "keep": {"f": {"note": "stays", "deprecated": "use g()"}}})x"));
  EXPECT_THAT(faults(parsed), IsEmpty());
  ASSERT_THAT(parsed.file.rules, SizeIs(3));
  EXPECT_EQ(parsed.file.rules[0].deprecated, "use c()");
  EXPECT_EQ(parsed.file.rules[1].deprecated, "use e()");
  EXPECT_EQ(parsed.file.rules[2].deprecated, "use g()");
}

TEST(RuleFile, RefusesWhatCannotBeDeprecated) {
  EXPECT_THAT(
      nativeFaults(
          R"x("identifiers": {"supported": {"a": {"to": "b", "deprecated": "use c()."}}})x"),
      ElementsAre(HasSubstr("must be one sentence without a full stop")));
  EXPECT_THAT(
      nativeFaults(R"x("identifiers": {"supported": {"a": {"to": "b", "deprecated": ""}}})x"),
      ElementsAre(HasSubstr("must be one sentence without a full stop")));
  EXPECT_THAT(
      nativeFaults(R"x("namespaces": {"supported": {"a": {"to": "b", "deprecated": "use c"}}})x"),
      testing::Contains(HasSubstr("has no 'deprecated'")));
  EXPECT_THAT(
      nativeFaults(R"x("identifiers": {"supported": {"a": {"to": "b", "reverse": true}}})x"),
      testing::Contains(HasSubstr("can only be false")));
  EXPECT_THAT(
      nativeFaults(
          R"x("identifiers": {"supported": {"a": {"to": "b", "defined_by_scripts": true}}})x"),
      testing::Contains(HasSubstr("has no 'defined_by_scripts'")));
  EXPECT_THAT(
      nativeFaults(
          R"x("identifiers": {"supported": {"a": {"to": "b", "note_if_compared": true}}})x"),
      testing::Contains(HasSubstr("has no 'note_if_compared'")));
  EXPECT_THAT(
      nativeFaults(
          R"x("identifiers": {"differs": {"a": {"to": "b", "note": "c", "note_if_compared": 1}}})x"),
      ElementsAre(HasSubstr("'note_if_compared' of 'a' can only be true")));
}

TEST(RuleFile, ReadsWhen) {
  Parsed parsed(native(R"x("identifiers": {"supported": {
    "a": {"to": "b", "when": {"arch": ["mp_21", "mp_22"], "in": ["call", "string"]}},
    "c": {"to": "d", "when": {"in": ["macro", "type", "include"]}}}})x"));
  EXPECT_THAT(faults(parsed), IsEmpty());
  ASSERT_THAT(parsed.file.rules, SizeIs(2));
  EXPECT_EQ(parsed.file.rules[0].contexts, InCall | InString);
  EXPECT_EQ(llvm::popcount(parsed.file.rules[0].archs), 2);
  EXPECT_EQ(parsed.file.rules[1].contexts, InMacro | InType | InInclude);
  EXPECT_EQ(parsed.file.rules[1].archs, 0);
  EXPECT_TRUE(parsed.file.rules[1].isLimited());
}

TEST(RuleFile, ReadsWhenByProperty) {
  Parsed parsed(native(R"x("identifiers": {"supported": {
    "a": {"to": "b", "when": {"from": "mp_22"}},
    "c": {"to": "d", "when": {"warp_size": 128}},
    "e": {"to": "f", "when": {"from": "mp_22", "warp_size": 128}}}})x"));
  EXPECT_THAT(faults(parsed), IsEmpty());
  ASSERT_THAT(parsed.file.rules, SizeIs(3));
  const unsigned mp22 = *findArchitecture("mp_22");
  for (unsigned i = 0; i < architectures().size(); ++i) {
    const bool isNewer = i >= mp22, isWide = architectures()[i].warpSize == 128;
    auto fits = [&](size_t rule) { return (parsed.file.rules[rule].archs >> i & 1) != 0; };
    EXPECT_EQ(fits(0), isNewer) << architectures()[i].name.str();
    EXPECT_EQ(fits(1), isWide) << architectures()[i].name.str();
    EXPECT_EQ(fits(2), isNewer && isWide) << architectures()[i].name.str();
  }
}

TEST(RuleFile, KeepsItsTextWhenItMoves) {
  Parsed parsed(R"x({"a": "b", "cudaShort": "musaShort"})x");
  RuleFile moved = std::move(parsed.file);
  std::vector<RuleFile> many;
  many.push_back(std::move(moved));
  many.emplace_back(); // moves them, as there is no room
  std::swap(many.front(), many.back());
  EXPECT_EQ(many.back().rules[0].from, "a");
  EXPECT_EQ(many.back().rules[1].to, "musaShort");
}

TEST(RuleFile, ReadsTheFlatForm) {
  // The rules of the mmcv chapter of torch_musa's manual.
  Parsed parsed(R"x({
    "_CU_H_": "_MU_H_",
    "_CUH": "_MUH",
    "__NVCC__": "__MUSACC__",
    "MMCV_WITH_CUDA": "MMCV_WITH_MUSA",
    "#include <c10/cuda/CUDAGuard.h>": "#include \"torch_musa/csrc/core/MUSAGuard.h\"",
    "#include \"x.h\"": " #include <y.h> ",
    "::cuda::": "::musa:",
    "/cuda/": "/musa/",
    ", CUDA,": ", PrivateUse1,",
    ".cuh": ".muh",
    ".is_cuda()": ".is_privateuseone()",
    "DROPPED": ""
  })x",
                "some/where/extra.json");
  EXPECT_TRUE(parsed.ok);
  const RuleFile &file = parsed.file;
  EXPECT_EQ(file.library, "extra");
  EXPECT_EQ(file.owner, Owner::User);
  std::vector<RuleKind> kinds;
  for (const Rule &rule : file.rules) {
    kinds.push_back(rule.kind);
    EXPECT_EQ(rule.status, Status::Supported);
    EXPECT_EQ(rule.owner, Owner::User);
    EXPECT_TRUE(rule.edits());
  }
  using K = RuleKind;
  EXPECT_THAT(kinds, ElementsAre(K::IdentifierPart, K::IdentifierPart, K::Identifier, K::Identifier,
                                 K::Header, K::Header, K::Pattern, K::HeaderPart, K::Pattern,
                                 K::HeaderPart, K::Pattern, K::Identifier));
  EXPECT_EQ(file.rules[4].from, "c10/cuda/CUDAGuard.h");
  EXPECT_EQ(file.rules[4].to, "\"torch_musa/csrc/core/MUSAGuard.h\"");
  EXPECT_EQ(file.rules[4].line, 6u);
  EXPECT_EQ(file.rules[5].from, "x.h");
  EXPECT_EQ(file.rules[5].to, "<y.h>");
  EXPECT_THAT(Parsed("{}").file.rules, IsEmpty());
}

TEST(RuleFile, ReadsRulesOfTextReplacersThatAreNoWholeExpressions) {
  EXPECT_THAT(faults(R"x({"TORCH_INTERNAL_ASSERT(d.is_cuda()": "TORCH_INTERNAL_ASSERT(d.is_musa()",
                         "#ifdef CUDART_VERSION": "#if 0", "at::cuda": "at::musa"})x"),
              IsEmpty());
}

TEST(ClassifyFlatKey, GoesByTheShape) {
  for (llvm::StringRef key : {"#include <a.h>", "#include \"a/b.cuh\"", "#include"})
    EXPECT_EQ(classifyFlatKey(key), RuleKind::Header) << key.str();
  for (llvm::StringRef key :
       {"/cuda/", "cuda/", "ATen/cuda/x", ".cuh", ".cu", "CUDAConfig.h", "a-b.hpp", ".h"})
    EXPECT_EQ(classifyFlatKey(key), RuleKind::HeaderPart) << key.str();
  for (llvm::StringRef key : {"_CUH", "_CU_H_", "CUDA_", "_cuda__", "__cuda_", "_"})
    EXPECT_EQ(classifyFlatKey(key), RuleKind::IdentifierPart) << key.str();
  for (llvm::StringRef key :
       {"MMCV_WITH_CUDA", "__NVCC__", "cuda", "__cuda", "cuda__", "_\x5f", "x1"})
    EXPECT_EQ(classifyFlatKey(key), RuleKind::Identifier) << key.str();
  for (llvm::StringRef key : {", CUDA,", ".is_cuda()", "::cuda::", "at::cuda", "torch.cuda", "a b",
                              "1x", "a->b.h", "<<<", "x.cuda"})
    EXPECT_EQ(classifyFlatKey(key), RuleKind::Pattern) << key.str();
}

TEST(RuleFileErrors, BrokenJson) {
  EXPECT_THAT(faults(""), ElementsAre("1:1: broken JSON: the file is empty"));
  EXPECT_THAT(faults(" \n "), ElementsAre(HasSubstr("broken JSON: the file is empty")));
  EXPECT_THAT(faults("{\"a\": 1,}"),
              ElementsAre("1:9: broken JSON: while parsing object key - unexpected '}'; expected "
                          "string literal; remove the comma after the last entry"));
  EXPECT_THAT(faults("{\"a\": \"b\"\n   \"c\": \"d\"}"),
              ElementsAre("2:4: broken JSON: while parsing object - unexpected string literal; "
                          "expected '}'; two entries are separated by a comma"));
  EXPECT_THAT(faults("{\n  // x\n\"a\": \"b\"}"),
              ElementsAre(AllOf(HasSubstr("2:3: broken JSON"), HasSubstr("JSON has no comments"))));
  EXPECT_THAT(faults("{'a': 1}"),
              ElementsAre(AllOf(HasSubstr("1:2: "), HasSubstr("double quotes"))));
  EXPECT_THAT(
      faults("{\"a\": [1"),
      ElementsAre(AllOf(HasSubstr("1:9: "), HasSubstr("the file ends before its JSON does"))));
  EXPECT_THAT(faults("{} x"), ElementsAre(HasSubstr("1:4: broken JSON")));
  EXPECT_THAT(faults("{\"a\": 1e999}"),
              ElementsAre("1:11: broken JSON: number overflow parsing '1e999'"));
  EXPECT_THAT(faults("{\"a\": \"\xff\"}"),
              ElementsAre(AllOf(HasSubstr("1:8: "), HasSubstr("UTF-8"))));
  EXPECT_THAT(faults("{\"a\": \"\\ud800\"}"), ElementsAre(HasSubstr("surrogate")));
  EXPECT_THAT(faults(llvm::StringRef("{}\0{}", 5)), ElementsAre("1:3: broken JSON: a NUL byte"));
  EXPECT_THAT(faults("\xEF\xBB\xBF{\"a\" 1}"), ElementsAre(HasSubstr("1:9: broken JSON")));
  EXPECT_THAT(faults("\xEF\xBB\xBF{\"a\": \"b\"}"), IsEmpty());
  EXPECT_THAT(faults("\xEF\xBB\xBF\xEF\xBB\xBF{\"a\": \"b\"}"),
              ElementsAre(HasSubstr("1:4: broken JSON")));
}

TEST(RuleFileErrors, TooDeep) {
  EXPECT_THAT(faults(std::string(100000, '[')),
              ElementsAre("1:33: nested more than 32 levels deep"));
  EXPECT_THAT(faults(std::string(32, '[') + std::string(32, ']')),
              ElementsAre(HasSubstr("is an object")));
}

TEST(RuleFileErrors, AKeyGivenTwice) {
  EXPECT_THAT(
      faults("{\"a\": \"b\",\n \"c\": \"d\",\n  \"a\": \"e\"}"),
      ElementsAre("3:3: the key 'a' is given twice; the first is in line 1; remove one of them"));
  EXPECT_THAT(nativeFaults(R"x("identifiers": {"supported": {"a": "b", "\u0061": "c"}})x"),
              ElementsAre(HasSubstr("2:41: the key 'a' is given twice")));
}

TEST(RuleFileErrors, NoRuleFileAtAll) {
  EXPECT_THAT(faults("[]"), ElementsAre("1:1: a rule file is an object, not an array"));
  EXPECT_THAT(faults("7"), ElementsAre("1:1: a rule file is an object, not a number"));
  EXPECT_THAT(faults("{\"a\": \"b\", \"c\": [1]}"),
              ElementsAre(AllOf(HasSubstr("1:17: 'c' is an array, and the file has no 'format'"),
                                HasSubstr("musa-port-rules-1"))));
  EXPECT_THAT(
      faults("{\"format\": \"musa-port-rules-9\"}"),
      ElementsAre(
          "1:12: unknown format 'musa-port-rules-9'; this musa-port reads 'musa-port-rules-1'"));
  EXPECT_THAT(faults("{\"format\": 1}"), ElementsAre("1:12: 'format' is a number, not a string"));
}

TEST(RuleFileErrors, Head) {
  EXPECT_THAT(faults("{\"format\": \"musa-port-rules-1\"}"),
              ElementsAre(HasSubstr("'library' is missing")));
  EXPECT_THAT(faults("{\"format\": \"musa-port-rules-1\", \"library\": \"a b\"}"),
              ElementsAre(HasSubstr("'library' is not a plain name: 'a b'")));
  EXPECT_THAT(nativeFaults(R"x("owner": "me")x"),
              ElementsAre("2:10: unknown owner 'me'; it is 'cuda' or 'framework'"));
  EXPECT_THAT(nativeFaults(R"x("title": 3)x"),
              ElementsAre("2:10: 'title' is a number, not a string"));
  EXPECT_THAT(nativeFaults(R"x("identifier": {})x"),
              ElementsAre("2:1: a rule file has no 'identifier'; did you mean 'identifiers'?"));
  EXPECT_THAT(nativeFaults(R"x("zzz": {})x"),
              ElementsAre(AllOf(HasSubstr("2:1: "), HasSubstr("there are 'format'"))));
  EXPECT_THAT(nativeFaults(R"x("ports_declared": "x")x"),
              ElementsAre("2:19: 'ports_declared' is a string, not an array"));
  EXPECT_THAT(nativeFaults(R"x("ports_declared": [null])x"),
              ElementsAre("2:20: an element of 'ports_declared' is null, not a string"));
}

TEST(RuleFileErrors, Entries) {
  auto in = [](llvm::StringRef status, llvm::StringRef entry) {
    return nativeFaults(("\"identifiers\": {\"" + status + "\": {" + entry + "}}").str());
  };
  EXPECT_THAT(nativeFaults(R"x("identifiers": [])x"),
              ElementsAre("2:16: the section is an array, not an object"));
  EXPECT_THAT(
      in("suported", ""),
      ElementsAre("2:17: the table of statuses has no 'suported'; did you mean 'supported'?"));
  EXPECT_THAT(nativeFaults(R"x("identifiers": {"keep": 1})x"),
              ElementsAre("2:25: 'keep' is a number, not an object"));
  EXPECT_THAT(in("supported", R"x("a": 1)x"),
              ElementsAre(HasSubstr("2:36: the entry 'a' is a number, not a string or an object")));
  EXPECT_THAT(in("supported", R"x("": "b")x"), ElementsAre(HasSubstr("an entry needs a name")));
  EXPECT_THAT(in("supported", R"x("a b": "c")x"),
              ElementsAre("2:31: the key is not an identifier: 'a b'"));
  EXPECT_THAT(in("supported", R"x("1a": "c")x"), ElementsAre(HasSubstr("not an identifier")));
  EXPECT_THAT(in("supported", R"x("a": "")x"), ElementsAre(HasSubstr("'a' has no 'to'")));
  EXPECT_THAT(in("supported", R"x("a": {"note": "x"})x"),
              ElementsAre(HasSubstr("'a' has no 'to'")));
  EXPECT_THAT(in("supported", R"x("a": {"to": "x", "not": "y"})x"),
              ElementsAre("2:48: the entry 'a' has no 'not'; did you mean 'note'?"));
  EXPECT_THAT(in("differs", R"x("a": "b")x"),
              ElementsAre("2:29: 'a' has no 'note'; say how it behaves differently"));
  EXPECT_THAT(in("unsupported", R"x("a": {})x"),
              ElementsAre("2:33: 'a' has no 'note'; say what to do instead"));
  EXPECT_THAT(in("unsupported", R"x("a": {"to": "", "note": "x"})x"),
              ElementsAre(HasSubstr("'to' is empty")));
  EXPECT_THAT(in("keep", R"x("a": "")x"), ElementsAre("2:26: 'a' has no 'note'; say why it stays"));
  EXPECT_THAT(in("keep", R"x("a": {"to": "b", "note": "x"})x"),
              ElementsAre(HasSubstr("'a' is kept and has a 'to'")));
  EXPECT_THAT(in("keep", R"x("a": "Stays.")x"), ElementsAre(HasSubstr("ends with a full stop")));
  EXPECT_THAT(in("supported", R"x("a": "b\nc")x"),
              ElementsAre(HasSubstr("the entry 'a' has a line end")));
  EXPECT_THAT(in("supported", R"x("a": "b\u0000")x"), ElementsAre(HasSubstr("control character")));
  EXPECT_THAT(in("supported", R"x("a\u0001": "b")x"), ElementsAre(HasSubstr("control character")));
}

TEST(RuleFileErrors, When) {
  auto when = [](llvm::StringRef text) {
    return nativeFaults(
        (R"x("identifiers": {"supported": {"a": {"to": "b", "when": )x" + text + "}}}").str());
  };
  EXPECT_THAT(when("1"), ElementsAre(HasSubstr("'when' is a number, not an object")));
  EXPECT_THAT(when("{}"), ElementsAre(HasSubstr("'when' is empty")));
  EXPECT_THAT(when(R"x({"arch": []})x"),
              ElementsAre(HasSubstr("'arch' is empty, so the rule never applies")));
  EXPECT_THAT(when(R"x({"arch": "mp_31"})x"),
              ElementsAre(HasSubstr("'arch' is a string, not an array")));
  EXPECT_THAT(when(R"x({"arch": ["sm_80"]})x"),
              ElementsAre(AllOf(HasSubstr("unknown architecture 'sm_80'"), HasSubstr("'mp_31'"))));
  EXPECT_THAT(when(R"x({"from": "mp_99"})x"),
              ElementsAre(HasSubstr("unknown architecture 'mp_99'")));
  EXPECT_THAT(when(R"x({"from": ["mp_31"]})x"),
              ElementsAre(HasSubstr("'from' is an array, not a string")));
  EXPECT_THAT(when(R"x({"warp_size": "32"})x"),
              ElementsAre(HasSubstr("'warp_size' is a string, not a number")));
  EXPECT_THAT(when(R"x({"warp_size": 7})x"),
              ElementsAre(HasSubstr("no architecture fits 'when', so the rule never applies")));
  EXPECT_THAT(when(R"x({"from": "mp_31", "warp_size": 128})x"),
              ElementsAre(HasSubstr("no architecture fits 'when'")));
  EXPECT_THAT(when(R"x({"in": ["calls"]})x"),
              ElementsAre(AllOf(HasSubstr("unknown value 'calls'"), HasSubstr("'include'"))));
  EXPECT_THAT(when(R"x({"in": [1]})x"),
              ElementsAre(HasSubstr("an element of 'in' is a number, not a string")));
  EXPECT_THAT(when(R"x({"inn": ["call"]})x"), ElementsAre(HasSubstr("did you mean 'in'?")));
}

TEST(RuleFileErrors, Headers) {
  auto header = [](llvm::StringRef entry) {
    return nativeFaults(("\"headers\": {\"supported\": {" + entry + "}}").str());
  };
  EXPECT_THAT(header(R"x("<x.h>": "y.h")x"),
              ElementsAre(HasSubstr("without its delimiters; write 'x.h'")));
  EXPECT_THAT(header(R"x("x.h": "<y.h")x"), ElementsAre(HasSubstr("'<y.h' is not a header name")));
  EXPECT_THAT(header(R"x("x.h": "<y.h\"")x"), ElementsAre(HasSubstr("is not a header name")));
  EXPECT_THAT(header(R"x("x.h": "<>")x"), ElementsAre(HasSubstr("is not a header name")));
  EXPECT_THAT(header(R"x("a*b": "c*d")x"), ElementsAre(HasSubstr("only at the end")));
  EXPECT_THAT(header(R"x("a/*": "b/**")x"), ElementsAre(HasSubstr("only at the end")));
  EXPECT_THAT(header(R"x("a/*": "b/")x"), ElementsAre(HasSubstr("both sides or neither")));
  EXPECT_THAT(header(R"x("a/": "b/*")x"), ElementsAre(HasSubstr("both sides or neither")));
  EXPECT_THAT(header(R"x("a/*": "<b/*>", "c": "\"d\"")x"), IsEmpty());
}

TEST(RuleFileErrors, NamespacesAndPatterns) {
  auto ns = [](llvm::StringRef entry) {
    return nativeFaults(("\"namespaces\": {\"supported\": {" + entry + "}}").str());
  };
  EXPECT_THAT(
      ns(R"x("at::": "at::musa")x"),
      ElementsAre(HasSubstr("'at::' is not a qualified namespace; write it as 'at::cuda'")));
  EXPECT_THAT(ns(R"x("at::cuda": "at:musa")x"),
              ElementsAre(HasSubstr("'at:musa' is not a qualified namespace")));
  EXPECT_THAT(ns(R"x("at::cuda": "musa")x"), ElementsAre(HasSubstr("only the last component")));
  EXPECT_THAT(ns(R"x("at::cuda": "c10::musa")x"),
              ElementsAre(HasSubstr("only the last component")));
  EXPECT_THAT(ns(R"x("cuda": "musa", "a::b::c": "a::b::d")x"), IsEmpty());

  auto pattern = [](llvm::StringRef entry) {
    return nativeFaults(("\"patterns\": {\"supported\": {" + entry + "}}").str());
  };
  EXPECT_THAT(pattern(R"x("($x)": "y")x"),
              ElementsAre(HasSubstr("can never match: no name stands before its first wildcard")));
  EXPECT_THAT(pattern(R"x("<<<": "y")x"), ElementsAre(HasSubstr("it has no name in it")));
  EXPECT_THAT(pattern(R"x("/* x */": "y")x"), ElementsAre(HasSubstr("it has no tokens")));
  EXPECT_THAT(pattern(R"x("f($x": "y")x"),
              ElementsAre(HasSubstr("nothing follows the wildcard '$x'")));
  EXPECT_THAT(pattern(R"x("f($x $y)": "y")x"),
              ElementsAre(HasSubstr("nothing stands between the wildcards '$x' and '$y'")));
  EXPECT_THAT(pattern(R"x("f($x)": "g($y)")x"),
              ElementsAre(HasSubstr("the wildcard '$y' is not in the pattern")));
  EXPECT_THAT(pattern(R"x("f(\"": "g")x"), ElementsAre(HasSubstr("is not a C++ token")));
}

TEST(RuleFileErrors, GuardsAndPaths) {
  auto guard = [](llvm::StringRef text) {
    return nativeFaults(("\"guards\": {" + text + "}").str());
  };
  EXPECT_THAT(nativeFaults("\"guards\": 1"), ElementsAre(HasSubstr("'guards' is a number")));
  const std::pair<llvm::StringRef, llvm::StringRef> entries[] = {
      {R"x("A B": {"kind": "version", "to": "X", "level": "Y"})x", "is not an identifier"},
      {R"x("A": "B")x", "the guard 'A' is a string, not an object"},
      {R"x("A": {"kind": "version"})x", "the guard 'A' has no 'to'"},
      {R"x("A": {"to": "B"})x", "the guard 'A' has no 'kind'"},
      {R"x("A": {"kind": "version", "to": "B"})x", "the guard 'A' has no 'level'"},
      {R"x("A": {"kind": "architecture", "to": "B", "level": "C"})x",
       "an architecture guard has no 'level'"},
      {R"x("A": {"kind": "architecture", "to": "B", "least": 1})x",
       "an architecture guard has no 'least'"},
      {R"x("A": {"kind": "version", "to": "B", "level": "C", "least": "9"})x",
       "'least' is a string, not a number"},
      {R"x("A": {"kind": "version", "to": "B", "level": "C", "least": 9.5})x",
       "'least' is no whole number"},
      {R"x("A": {"kind": "other", "to": "B"})x", "unknown kind of guard 'other'"},
      {R"x("A": {"kind": "version", "to": "B", "level": "1"})x",
       "'level' is not an identifier: '1'"}};
  for (const auto &[text, fault] : entries)
    EXPECT_THAT(guard(text), ElementsAre(HasSubstr(fault.str()))) << text.str();
  EXPECT_THAT(guard(R"x("A": {"kind": "version", "to": "B", "levl": "C"})x"),
              testing::Contains(HasSubstr("did you mean 'level'?")));

  auto path = [](llvm::StringRef text) {
    return nativeFaults(("\"paths\": {" + text + "}").str());
  };
  EXPECT_THAT(nativeFaults("\"paths\": []"), ElementsAre(HasSubstr("'paths' is an array")));
  for (llvm::StringRef bad : {"../x", "/x", "a//b", "./a", "a/../b", "", "/", "a\\\\b"})
    EXPECT_THAT(path(("\"" + bad + "\": \"y\"").str()),
                ElementsAre(HasSubstr("is not a part of a path")))
        << bad.str();
  EXPECT_THAT(path(R"x("a": "../b")x"),
              ElementsAre(HasSubstr("2:16: '../b' is not a part of a path")));
  EXPECT_THAT(path(R"x("a/": "b")x"),
              ElementsAre(HasSubstr("only one of 'a/' and 'b' ends with a /")));
  EXPECT_THAT(path(R"x("a": 1)x"),
              ElementsAre(HasSubstr("the path 'a' is a number, not a string")));
  EXPECT_THAT(path(R"x("a/b": "c", "d/": "e/f/")x"), IsEmpty());
}

TEST(RuleFileErrors, FlatForm) {
  EXPECT_THAT(
      faults(R"x({"#include <x.h": "#include <y.h>"})x"),
      ElementsAre("1:2: '#include <x.h' is not a complete #include directive; write it up to its "
                  "closing delimiter, as '#include <x.h>'"));
  EXPECT_THAT(
      faults(R"x({"#include <x.h>": ""})x"),
      ElementsAre(HasSubstr(
          "1:20: '' is not a complete #include directive; a rule cannot drop an #include")));
  EXPECT_THAT(faults(R"x({"#include <x.h>": "// gone"})x"),
              ElementsAre(HasSubstr("cannot drop an #include")));
  EXPECT_THAT(faults(R"x({"#include <x.h>": "y.h"})x"),
              ElementsAre(HasSubstr("an #include becomes another one")));
  EXPECT_THAT(faults(R"x({"#include <x.h>": "#include <y.h\""})x"),
              ElementsAre(HasSubstr("not a complete #include")));
  EXPECT_THAT(faults(R"x({"": "x"})x"), ElementsAre("1:2: an entry needs a name"));
  EXPECT_THAT(faults(R"x({"+": "-"})x"),
              ElementsAre("1:2: the pattern '+' can never match: it has no name in it"));
  EXPECT_THAT(faults(R"x({"a": "b\n"})x"),
              ElementsAre(HasSubstr("1:7: the entry 'a' has a line end")));
}

TEST(RuleFileErrors, ShowTheSourceLine) {
  Parsed parsed("{\r\n  \"+\": \"x\"\r\n}");
  ASSERT_THAT(parsed.diagnostics, SizeIs(1));
  EXPECT_EQ(parsed.diagnostics[0].sourceLine, "  \"+\": \"x\"");
  EXPECT_EQ(parsed.diagnostics[0].length, 3u);
}

TEST(RuleFileErrors, AllAtOnce) {
  EXPECT_THAT(
      nativeFaults(
          R"x("owner": "me", "identifiers": {"supported": {"a b": "c", "d": 1}}, "paths": 1)x"),
      SizeIs(4));
}

/// What the reader takes, the schema takes: the reader would otherwise report the schema's words.
TEST(RuleFileSchema, RefusesWhatTheReaderRefuses) {
  auto refuses = [](llvm::StringRef section) {
    const std::string text = native(section);
    const TextPlaces places("x.json", text);
    std::vector<Diagnostic> diagnostics;
    std::optional<JsonValue> document = parseJson(places, "id", diagnostics);
    EXPECT_TRUE(document.has_value());
    bool ok = checkSchema(*document, embedded::ruleSchema(), places, "id", diagnostics);
    EXPECT_EQ(ok, diagnostics.empty());
    return !ok;
  };
  for (llvm::StringRef section :
       {R"x("owner": "me")x",
        R"x("title": 3)x",
        R"x("identifier": {})x",
        R"x("ports_declared": "x")x",
        R"x("identifiers": [])x",
        R"x("identifiers": {"suported": {}})x",
        R"x("identifiers": {"supported": {"a": 1}})x",
        R"x("identifiers": {"supported": {"a b": "c"}})x",
        R"x("identifiers": {"supported": {"a": ""}})x",
        R"x("identifiers": {"supported": {"a": {"note": "x"}}})x",
        R"x("identifiers": {"differs": {"a": "b"}})x",
        R"x("identifiers": {"unsupported": {"a": {}}})x",
        R"x("identifiers": {"keep": {"a": "Stays."}})x",
        R"x("identifiers": {"keep": {"a": {"to": "b", "note": "x"}}})x",
        R"x("identifiers": {"supported": {"a": {"to": "b", "when": {}}}})x",
        R"x("identifiers": {"supported": {"a": {"to": "b", "when": {"in": ["calls"]}}}})x",
        R"x("identifiers": {"supported": {"a": {"to": "b", "when": {"arch": []}}}})x",
        R"x("headers": {"supported": {"<x.h>": "y.h"}})x",
        R"x("namespaces": {"supported": {"at::": "b"}})x",
        R"x("paths": {"/x": "y"})x",
        R"x("guards": {"A": {"kind": "version", "to": "B"}})x",
        R"x("guards": {"A": {"kind": "architecture", "to": "B", "level": "C"}})x"})
    EXPECT_TRUE(refuses(section)) << section.str();
  EXPECT_FALSE(refuses(R"x("identifiers": {"supported": {"a": "b"}})x"));
}

TEST(RuleFileSchema, PointsAtTheInnermostFault) {
  const std::string text = native("\"identifiers\": {\"supported\":\n {\"a\": {\"to\": \"b\", "
                                  "\"when\": {\"in\": [\"call\", \"x\"]}}}}");
  const TextPlaces places("x.json", text);
  std::vector<Diagnostic> diagnostics;
  std::optional<JsonValue> document = parseJson(places, "id", diagnostics);
  ASSERT_TRUE(document.has_value());
  EXPECT_FALSE(checkSchema(*document, embedded::ruleSchema(), places, "id", diagnostics));
  EXPECT_THAT(diagnostics, testing::Contains(testing::Field(&Diagnostic::place,
                                                            testing::Field(&Place::line, 3u))));
}

TEST(RuleFileErrors, VeryLongNames) {
  const std::string name(2000, 'a'), more(1 << 20, 'a');
  EXPECT_THAT(faults("{\"" + name + "\": \"b\"}"), IsEmpty());
  EXPECT_THAT(nativeFaults("\"identifiers\": {\"supported\": {\"" + name + "\": \"b\"}}"),
              IsEmpty());
  EXPECT_THAT(faults("{\"" + more + "\": \"b\"}"),
              ElementsAre("1:2: a string of 1048576 bytes; 2000 is the most"));
  EXPECT_THAT(faults("{\"a\": \"" + more + "\"}"),
              ElementsAre("1:7: a string of 1048576 bytes; 2000 is the most"));
  auto longFault = faults("{\"" + std::string(1999, 'a') + "+\": 1}");
  ASSERT_THAT(longFault, SizeIs(1));
  EXPECT_LT(longFault[0].size(), 500u);
}

} // namespace
