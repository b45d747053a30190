//===- rule_set_test.cpp - lookup of rules ----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rules/rule_set.h"

#include "rules/architecture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

using namespace musaport;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

RuleFile file(llvm::StringRef text, llvm::StringRef path = "user.json") {
  RuleFile result;
  std::vector<Diagnostic> diagnostics;
  EXPECT_TRUE(parseRuleFile(path, text, result, diagnostics));
  for (const Diagnostic &diagnostic : diagnostics)
    ADD_FAILURE() << diagnostic.message;
  return result;
}

RuleFile native(llvm::StringRef sections, llvm::StringRef path = "user.json") {
  return file(
      ("{\"format\": \"musa-port-rules-1\", \"library\": \"mine\", " + sections + "}").str(), path);
}

template <typename... Files> std::unique_ptr<RuleSet> only(Files... files) {
  std::vector<RuleFile> list;
  (list.push_back(std::move(files)), ...);
  return std::make_unique<RuleSet>(RuleSet::Options{/*defaults=*/false, *findArchitecture("mp_31")},
                                   std::move(list));
}

template <typename... Files> std::unique_ptr<RuleSet> over(Files... files) {
  std::vector<RuleFile> list;
  (list.push_back(std::move(files)), ...);
  return std::make_unique<RuleSet>(RuleSet::Options{/*defaults=*/true, *findArchitecture("mp_31")},
                                   std::move(list));
}

std::vector<std::string> targets(const llvm::SmallVectorImpl<const Rule *> &rules) {
  std::vector<std::string> result;
  for (const Rule *rule : rules)
    result.push_back(rule->to.str());
  return result;
}

std::vector<std::string> identifier(const RuleSet &rules, llvm::StringRef name) {
  llvm::SmallVector<const Rule *, 4> found;
  rules.identifier(name, found);
  return targets(found);
}

std::vector<std::string> header(const RuleSet &rules, llvm::StringRef name) {
  llvm::SmallVector<const Rule *, 4> found;
  rules.header(name, found);
  return targets(found);
}

std::vector<std::string> namespaces(const RuleSet &rules, llvm::StringRef name) {
  llvm::SmallVector<const Rule *, 4> found;
  rules.namespaces(name, found);
  return targets(found);
}

std::vector<std::string> patterns(const RuleSet &rules, llvm::StringRef name) {
  llvm::SmallVector<const Pattern *, 4> found;
  rules.patterns(name, found);
  std::vector<std::string> result;
  for (const Pattern *pattern : found)
    result.push_back(pattern->rule->to.str());
  return result;
}

std::vector<std::string> sources(llvm::ArrayRef<const Rule *> rules) {
  std::vector<std::string> result;
  for (const Rule *rule : rules)
    result.push_back(rule->from.str());
  return result;
}

TEST(RuleSet, WithoutRulesKnowsNothing) {
  auto rules = only();
  EXPECT_THAT(identifier(*rules, "cudaMalloc"), IsEmpty());
  EXPECT_THAT(header(*rules, "cuda.h"), IsEmpty());
  EXPECT_THAT(namespaces(*rules, "cuda"), IsEmpty());
  EXPECT_THAT(patterns(*rules, "is_cuda"), IsEmpty());
  EXPECT_EQ(rules->guard("CUDA_VERSION"), nullptr);
  EXPECT_EQ(rules->fileCount(), 0u);
  EXPECT_EQ(rules->contexts(), 0);
  EXPECT_FALSE(rules->portsDeclared("pytorch"));
  rules->forEach([](const Rule &) { ADD_FAILURE(); });
}

TEST(RuleSet, LookUpsReplaceWhatTheyAreGiven) {
  auto rules = only(file(R"x({"a": "b"})x"));
  llvm::SmallVector<const Rule *, 4> found;
  rules->identifier("a", found);
  rules->identifier("a", found);
  EXPECT_EQ(found.size(), 1u);
  rules->identifier("c", found);
  EXPECT_EQ(found.size(), 0u);
}

TEST(RuleSet, TheLaterFileWinsAndTheUserOverTheDefaults) {
  auto rules = over(file(R"x({"cudaMalloc": "first"})x", "1.json"),
                    file(R"x({"cudaMalloc": "second"})x", "2.json"));
  EXPECT_THAT(identifier(*rules, "cudaMalloc"), ElementsAre("second", "first", "musaMalloc"));
  llvm::SmallVector<const Rule *, 4> found;
  rules->identifier("cudaMalloc", found);
  EXPECT_EQ(found[0]->owner, Owner::User);
  EXPECT_EQ(found[2]->owner, Owner::Cuda);
  EXPECT_EQ(rules->file(found[0]->file).path, "2.json");
  EXPECT_EQ(rules->file(found[0]->file).library, "2");
  EXPECT_FALSE(rules->file(found[0]->file).isDefault);
  EXPECT_EQ(rules->file(found[2]->file).path, "rules/cuda-runtime.json");
  EXPECT_EQ(rules->file(found[2]->file).library, "cuda-runtime");
  EXPECT_TRUE(rules->file(found[2]->file).isDefault);
}

TEST(RuleSet, ANativeFileOfTheUsersIsTheUsers) {
  auto rules = only(native(R"x("owner": "framework", "identifiers": {"supported": {"a": "b"}})x"));
  llvm::SmallVector<const Rule *, 4> found;
  rules->identifier("a", found);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0]->owner, Owner::User);
}

TEST(RuleSet, RulesForOtherArchitecturesDoNotExist) {
  const char *text = R"x("identifiers": {
    "supported": {"a": "everywhere"},
    "unverified": {"a": {"to": "old", "when": {"arch": ["mp_21", "mp_22"]}}, "b": {"to": "new", "when": {"arch": ["mp_31"]}}}},
    "patterns": {"supported": {"x.c": {"to": "x.d", "when": {"arch": ["mp_21"]}}}})x";
  auto rules = only(native(text));
  EXPECT_THAT(identifier(*rules, "a"), ElementsAre("everywhere"));
  EXPECT_THAT(identifier(*rules, "b"), ElementsAre("new"));
  EXPECT_THAT(patterns(*rules, "c"), IsEmpty());
  std::vector<RuleFile> files;
  files.push_back(native(text));
  RuleSet old({false, *findArchitecture("mp_21")}, std::move(files));
  EXPECT_THAT(identifier(old, "a"), ElementsAre("old", "everywhere")); // the limited one first
  EXPECT_THAT(identifier(old, "b"), IsEmpty());
  EXPECT_THAT(patterns(old, "c"), ElementsAre("x.d"));
  int count = 0;
  old.forEach([&](const Rule &) { ++count; });
  EXPECT_EQ(count, 3);
}

TEST(RuleSet, DefaultsLimitRulesByProperty) {
  for (unsigned i = 0; i < architectures().size(); ++i) {
    const RuleSet rules({true, i}, {});
    llvm::SmallVector<const Rule *, 4> found;
    rules.identifier("hsin", found);
    EXPECT_EQ(found.size(), architectures()[i].warpSize == 128 ? 1u : 0u)
        << architectures()[i].name.str();
  }
}

TEST(RuleSet, Headers) {
  auto rules = over(
      native(R"x("headers": {"supported": {"cuda/*": "own/*", "cuda/std/atomic*": "a*"}})x",
             "1.json"),
      native(R"x("headers": {"supported": {"cuda/std/atomic": "whole", "cuda/s*": "own/s*"}})x",
             "2.json"));
  EXPECT_THAT(header(*rules, "cuda/std/atomic"),
              ElementsAre("whole", "own/s*", "a*", "own/*", "musa/std/*"));
  EXPECT_THAT(header(*rules, "cuda_runtime.h"), ElementsAre("musa_runtime.h"));
  EXPECT_THAT(header(*rules, "cuda/"), ElementsAre("own/*"));
  EXPECT_THAT(header(*rules, "cuda_runtime.hh"), IsEmpty());
  EXPECT_THAT(header(*rules, ""), IsEmpty());
}

TEST(RuleSet, Namespaces) {
  auto rules = only(
      native(
          R"x("namespaces": {"supported": {"cuda": "musa", "at::cuda": "at::musa", "a::b::cuda": "a::b::c"}})x"),
      native(R"x("namespaces": {"supported": {"x::cuda": "x::musa"}})x"));
  EXPECT_THAT(namespaces(*rules, "cuda"), ElementsAre("x::musa", "a::b::c", "at::musa", "musa"));
  EXPECT_THAT(namespaces(*rules, "at"), IsEmpty());
  EXPECT_THAT(namespaces(*over(), "cuda"), testing::Contains("at::musa"));
}

TEST(RuleSet, Patterns) {
  auto rules = over(file(R"x({".is_cuda()": "1", "x.is_cuda()": "2"})x"),
                    file(R"x({"y.is_cuda()": "3", "::is_cuda": "4"})x"));
  EXPECT_THAT(patterns(*rules, "is_cuda"),
              ElementsAre("3", "4", "2", "1", "->is_privateuseone()", ".is_privateuseone()",
                          "->is_privateuseone()", ".is_privateuseone()"));
  std::vector<std::string> all;
  rules->forEachPattern([&](const Pattern &pattern) { all.push_back(pattern.rule->to.str()); });
  ASSERT_GT(all.size(), 4u);
  all.resize(4);
  EXPECT_THAT(all, ElementsAre("3", "4", "2", "1"));
}

TEST(RuleSet, Parts) {
  auto rules = only(file(R"x({"_CU": "1", "_CUH": "2", "/cuda/": "3", ".cuh": "4"})x"),
                    file(R"x({"_CU": "5", "/cuda/": "6"})x"));
  EXPECT_THAT(sources(rules->identifierParts()), ElementsAre("_CUH", "_CU", "_CU"));
  EXPECT_EQ(rules->identifierParts()[1]->to, "5");
  EXPECT_THAT(sources(rules->headerParts()), ElementsAre("/cuda/", "/cuda/", ".cuh"));
  EXPECT_EQ(rules->headerParts()[0]->to, "6");
  EXPECT_THAT(sources(over()->identifierParts()), IsEmpty());
}

TEST(RuleSet, GuardsAndPaths) {
  auto rules = over(
      native(R"x("guards": {"CUDA_VERSION": {"kind": "version", "to": "A", "level": "B"}},
                              "paths": {"cuda": "m1", "c10/cuda": "m2"})x"),
      native(
          R"x("guards": {"MINE": {"kind": "architecture", "to": "C"}}, "paths": {"cuda": "m3"})x"));
  ASSERT_NE(rules->guard("CUDA_VERSION"), nullptr);
  EXPECT_EQ(rules->guard("CUDA_VERSION")->level, "B");
  EXPECT_EQ(rules->guard("MINE")->kind, GuardRule::Kind::Architecture);
  ASSERT_NE(rules->guard("__CUDA_ARCH__"), nullptr);
  EXPECT_EQ(rules->guard("__CUDA_ARCH__")->to, "__MUSA_ARCH__");
  EXPECT_EQ(rules->guard("NONE"), nullptr);
  std::vector<std::string> to;
  for (const PathRule &path : rules->paths().take_front(3))
    to.push_back(path.to.str());
  EXPECT_THAT(to, ElementsAre("m3", "m2", "m1"));
  std::vector<std::string> macros;
  rules->forEachGuard([&](const GuardRule &guard) { macros.push_back(guard.macro.str()); });
  EXPECT_EQ(macros.back(), "MINE");
  EXPECT_EQ(llvm::count(macros, "CUDA_VERSION"), 1);
}

TEST(RuleSet, PortsDeclaredAndContexts) {
  auto rules = only(native(
      R"x("ports_declared": ["pytorch"], "identifiers": {"supported": {"a": {"to": "b", "when": {"in": ["string"]}}}})x"));
  EXPECT_TRUE(rules->portsDeclared("pytorch"));
  EXPECT_FALSE(rules->portsDeclared("mine"));
  EXPECT_EQ(rules->contexts(), InString);
}

TEST(RuleSet, VisitsFileByFile) {
  auto rules = over(file(R"x({"a": "b", ".cuh": ".muh"})x"));
  uint16_t last = 0;
  uint32_t line = 0;
  size_t count = 0;
  rules->forEach([&](const Rule &rule) {
    EXPECT_TRUE(rule.file > last || (rule.file == last && rule.line >= line));
    last = rule.file;
    line = rule.line;
    ++count;
  });
  EXPECT_EQ(last, rules->fileCount() - 1);
  EXPECT_GT(count, 10000u);
}

TEST(RuleSet, FindsEveryDefaultRule) {
  auto rules = over();
  llvm::SmallVector<const Rule *, 4> found;
  rules->forEach([&](const Rule &rule) {
    if (rule.kind == RuleKind::Identifier)
      rules->identifier(rule.from, found);
    else if (rule.kind == RuleKind::Header)
      rules->header(rule.from, found);
    else if (rule.kind == RuleKind::Namespace)
      rules->namespaces(rule.from.substr(rule.from.rfind(':') + 1), found);
    else
      return;
    EXPECT_TRUE(llvm::is_contained(found, &rule)) << rule.from.str();
  });
  for (llvm::StringRef name : {"", "cudaMallo", "cudaMallocc", "CUDAMALLOC", "x"})
    EXPECT_THAT(identifier(*rules, name), IsEmpty()) << name.str();
}

TEST(Architectures, AreThoseOfTheTable) {
  ASSERT_TRUE(findArchitecture("mp_31").has_value());
  const Architecture &mp31 = architectures()[*findArchitecture("mp_31")];
  EXPECT_EQ(mp31.name, "mp_31");
  EXPECT_EQ(mp31.musaArch, 310u);
  EXPECT_EQ(mp31.warpSize, 32u);
  EXPECT_EQ(architectures()[*findArchitecture("mp_22")].warpSize, 128u);
  EXPECT_EQ(architectures()[*findArchitecture("mp_21")].sharedMemoryPerBlock, 28672u);
  EXPECT_FALSE(findArchitecture("sm_80").has_value());
}

TEST(Architectures, Thresholds) {
  EXPECT_EQ(musaThreshold(0), 0u);
  EXPECT_EQ(musaThreshold(800), 220u);
  EXPECT_EQ(musaThreshold(900), 310u);
  // What every MUSA GPU meets.
  for (unsigned cuda : {1u, 300u, 600u, 750u}) {
    ASSERT_TRUE(musaThreshold(cuda).has_value());
    EXPECT_LE(*musaThreshold(cuda), architectures().front().musaArch);
  }
  EXPECT_EQ(musaThreshold(1000), std::nullopt);
  EXPECT_EQ(musaThreshold(~0u), std::nullopt);
}

} // namespace
