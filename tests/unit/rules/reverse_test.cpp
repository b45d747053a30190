//===- reverse_test.cpp - reversed rules ------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rules/reverse.h"

#include "rules/architecture.h"
#include "rules/embedded.h"
#include "rules/rule_set.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

using namespace musaport;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

namespace {

ReversedRules reversedDefaults() {
  const embedded::Tables &tables = embedded::tables();
  return reverseRules(tables.rules, tables.guards, tables.paths);
}

/// The rules of `sections`, a user's rule file, read backwards.
class User {
public:
  explicit User(llvm::StringRef text) {
    std::vector<Diagnostic> diagnostics;
    EXPECT_TRUE(parseRuleFile("user.json", text, file, diagnostics));
    for (const Diagnostic &diagnostic : diagnostics)
      ADD_FAILURE() << diagnostic.message;
    reversed = reverseRules(file.rules, file.guards, file.paths);
  }
  /// "musaMalloc -> cudaMalloc"
  std::vector<std::string> rules() const {
    std::vector<std::string> result;
    result.reserve(reversed.rules.size());
    for (const Rule &rule : reversed.rules)
      result.push_back((rule.from + " -> " + rule.to).str());
    return result;
  }
  std::vector<std::string> left() const {
    std::vector<std::string> result;
    result.reserve(reversed.left.size());
    for (const ReversedRules::Left &left : reversed.left)
      result.push_back((left.from + ": " + left.reason).str());
    return result;
  }

  RuleFile file;
  ReversedRules reversed;
};

std::string sections(llvm::StringRef text) {
  return (R"({"format": "musa-port-rules-1", "library": "mine", )" + text + "}").str();
}

TEST(Reverse, EachKindOfName) {
  User user(sections(R"json(
    "identifiers": {"supported": {"cudaX": "musaX"}, "unverified": {"cudaY": "musaY"}},
    "headers": {"supported": {"cuda_x.h": "musa_x.h", "cuda/x/*": "musa/x/*", "a.h": "\"b.h\""}},
    "namespaces": {"supported": {"at::cuda": "at::musa"}},
    "patterns": {"supported": {"F($a, CUDA, $b)": "F($a, MUSA, $b)"}
},
    "paths": {"x/cuda/": "x/musa/"})json"));
  EXPECT_THAT(user.rules(),
              ElementsAre("musaX -> cudaX", "musaY -> cudaY", "musa_x.h -> cuda_x.h",
                          "musa/x/* -> cuda/x/*", "b.h -> a.h", "at::musa -> at::cuda",
                          "F($a, MUSA, $b) -> F($a, CUDA, $b)"));
  // CUDA's name is certain, however MUSA's came to be known.
  EXPECT_EQ(user.reversed.rules[1].status, Status::Supported);
  ASSERT_EQ(user.reversed.paths.size(), 1u);
  EXPECT_EQ(user.reversed.paths[0].from, "x/musa/");
  EXPECT_EQ(user.reversed.paths[0].to, "x/cuda/");
  EXPECT_THAT(user.left(), IsEmpty());
}

TEST(Reverse, FlatForm) {
  User user(R"({"_CUH": "_MUH", "/cuda/": "/musa/", "cudaX": "mine::musaX", "cuY": ""})");
  EXPECT_THAT(user.rules(),
              ElementsAre("_MUH -> _CUH", "/musa/ -> /cuda/", "mine::musaX -> cudaX"));
  EXPECT_EQ(user.reversed.rules[2].kind, RuleKind::Pattern);
  EXPECT_THAT(user.left(), ElementsAre("cuY: the rule deletes what it matches"));
}

TEST(Reverse, OfSeveralTheMostCertainThenTheLongerThenTheFirst) {
  User user(sections(R"(
    "identifiers": {
      "supported": {"b": "x", "a": "x", "short_": "y", "longer": "y"},
      "unverified": {"evenLongerThanThat": "y"},
      "differs": {"c": {"to": "z", "note": "n"}}})"));
  EXPECT_THAT(user.rules(), ElementsAre("x -> b", "y -> short_", "z -> c"));
  EXPECT_THAT(user.left(),
              ElementsAre("a: 'b' becomes 'x', too", "longer: 'short_' becomes 'y', too",
                          "evenLongerThanThat: 'short_' becomes 'y', too"));
}

TEST(Reverse, OfSeveralPatternsTheMostGeneral) {
  User user(sections(R"x("patterns": {"supported": {".type().f()": ".g()", ".f()": ".g()"}})x"));
  EXPECT_THAT(user.rules(), ElementsAre(".g() -> .f()"));
}

TEST(Reverse, ANameThatStandsForWhatDiffersIsSaid) {
  User user(sections(R"("identifiers": {
      "supported": {"mode": "x", "alias": "x2", "aliased": "x2"},
      "differs": {"otherMode": {"to": "x", "note": "n"}}})"));
  EXPECT_THAT(user.rules(), ElementsAre("x -> mode", "x2 -> aliased"));
  EXPECT_EQ(user.reversed.rules[0].status, Status::Differs);
  EXPECT_EQ(user.reversed.rules[0].note,
            "other CUDA names become this one, too, but behave differently");
  EXPECT_EQ(user.reversed.rules[1].status, Status::Supported);
}

TEST(Reverse, KeepsWhatIsBothSidesName) {
  User user(sections(R"("headers": {
    "keep": {"mma.h": "is MUSA's name too", "own.muh": "is theirs"},
    "supported": {"own.cuh": "own.muh"},
    "unverified": {"crt/mma.h": "mma.h"}})"));
  EXPECT_THAT(user.rules(), ElementsAre("mma.h -> ", "own.muh -> own.cuh"));
  EXPECT_THAT(user.left(), ElementsAre("crt/mma.h: 'mma.h' is CUDA's name, too"));
}

TEST(Reverse, RulesThatDifferInWhereTheyApplyBothStay) {
  User user(sections(R"("identifiers": {"supported": {
    "a": {"to": "x", "when": {"arch": ["mp_21"]}}, "b": {"to": "x", "when": {"arch": ["mp_31"]}}}})"));
  EXPECT_THAT(user.rules(), ElementsAre("x -> a", "x -> b"));
}

TEST(Reverse, WhatHasNoReverseIsLeft) {
  User user(sections(R"json(
    "identifiers": {"unsupported": {"cudaX": {"to": "musaIgnore", "note": "n"},
                                    "cudaY": {"note": "n"}}},
    "patterns": {"supported": {"f($a, $b)": "f($a)", "f()": "0"}})json"));
  EXPECT_THAT(user.rules(), IsEmpty());
  EXPECT_THAT(user.left(),
              ElementsAre("cudaX: 'musaIgnore' is only a substitute for something that MUSA lacks",
                          HasSubstr("can never match"), HasSubstr("can never match")));
}

TEST(Reverse, WhatIsMarkedIsLeftWithoutAWord) {
  const User user(R"x({"format": "musa-port-rules-1", "library": "L",
    "patterns": {"supported": {"F($x.old())": {"to": "F($x.neu())", "reverse": false}}}})x");
  EXPECT_THAT(user.rules(), IsEmpty());
  EXPECT_THAT(user.left(), IsEmpty());
}

TEST(Reverse, LevelsAreCudasVersions) {
  User user(sections(R"("guards": {
    "CUDART_VERSION": {"kind": "version", "to": "MUSART_VERSION", "level": "LEVEL"},
    "CUDA_VERSION": {"kind": "version", "to": "MUSA_VERSION", "level": "LEVEL"},
    "CUFFT_VERSION": {"kind": "version", "to": "FFT_LEVEL", "level": "FFT_LEVEL"},
    "__CUDA_ARCH__": {"kind": "architecture", "to": "__MUSA_ARCH__"}})"));
  EXPECT_THAT(user.rules(), ElementsAre("LEVEL -> CUDA_VERSION", "FFT_LEVEL -> CUFFT_VERSION",
                                        "musa_port/cuda_level.h -> cuda.h"));
  std::vector<std::string> guards;
  for (const GuardRule &guard : user.reversed.guards) {
    guards.push_back((guard.macro + " -> " + guard.to).str());
    EXPECT_EQ(guard.level, "");
  }
  EXPECT_THAT(guards,
              ElementsAre("MUSART_VERSION -> CUDART_VERSION", "MUSA_VERSION -> CUDA_VERSION",
                          "__MUSA_ARCH__ -> __CUDA_ARCH__"));
}

TEST(Reverse, Thresholds) {
  EXPECT_EQ(cudaThreshold(0), 0u);
  EXPECT_EQ(cudaThreshold(architectures().front().musaArch - 1), 1u);
  for (const embedded::Threshold &threshold : embedded::thresholds()) {
    EXPECT_EQ(cudaThreshold(threshold.musa), threshold.cuda);
    EXPECT_EQ(musaThreshold(threshold.cuda), threshold.musa);
  }
  EXPECT_EQ(cudaThreshold(211), cudaThreshold(220));
  EXPECT_EQ(cudaThreshold(210), std::nullopt); // no NVIDIA GPU stands between mp_10 and mp_21
  EXPECT_EQ(cudaThreshold(311), std::nullopt);
}

// The default rules, all of them.

TEST(ReversedDefaults, GiveEachNameBack) {
  const ReversedRules reversed = reversedDefaults();
  std::set<std::pair<uint16_t, uint32_t>> made; // one rule a line
  std::map<std::string, uint8_t> names;         // their architectures
  for (const Rule &rule : reversed.rules) {
    made.insert({rule.file, rule.line});
    uint8_t &known = names[std::to_string(int(rule.kind)) + rule.from.str()];
    const uint8_t archs = rule.archs == 0 ? 0xff : rule.archs;
    EXPECT_EQ(known & archs, 0) << rule.from.str();
    known |= archs;
  }
  for (const ReversedRules::Left &left : reversed.left)
    made.insert({left.file, left.line});
  for (const Rule &rule : embedded::tables().rules)
    if (rule.kind <= RuleKind::HeaderPart && rule.status != Status::Keep && rule.edits() &&
        rule.hasReverse)
      EXPECT_TRUE(made.count({rule.file, rule.line})) << rule.from.str();
}

TEST(ReversedDefaults, NamesThatAreNotGivenBackAreKnown) {
  // Headers that are a part of one of MUSA's are too many to list.
  std::vector<std::string> left;
  for (const ReversedRules::Left &rule : reversedDefaults().left)
    if (rule.reason != "'cuda_runtime.h' becomes 'musa_runtime.h', too" &&
        rule.reason != "'npp.h' becomes 'mupp.h', too")
      left.push_back((rule.from + ": " + rule.reason).str());
  const std::string ignored = "becomes 'MU_LAUNCH_ATTRIBUTE_IGNORE', too";
  const std::string ignoredByRuntime = "becomes 'musaLaunchAttributeIgnore', too";
  EXPECT_THAT(
      left,
      UnorderedElementsAre(
          "CUBLAS_TF32_TENSOR_OP_MATH: 'CUBLAS_TENSOR_OP_MATH' becomes 'MUBLAS_TENSOR_OP_MATH', "
          "too",
          "CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED: "
          "'CU_DEVICE_ATTRIBUTE_VIRTUAL_ADDRESS_MANAGEMENT_SUPPORTED' becomes "
          "'MU_DEVICE_ATTRIBUTE_VIRTUAL_ADDRESS_MANAGEMENT_SUPPORTED', too",
          "CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION: 'CU_LAUNCH_ATTRIBUTE_IGNORE' " +
              ignored,
          "cudaLaunchAttributeProgrammaticStreamSerialization: 'cudaLaunchAttributeIgnore' " +
              ignoredByRuntime,
          "CUTLASS_ENABLE_MUBLAS: 'CUTLASS_ENABLE_CUBLAS' becomes 'MUTLASS_ENABLE_MUBLAS', too",
          "__NVCC__: '__CUDACC__' becomes '__MUSACC__', too",
          "THCudaCheck: 'AT_CUDA_CHECK' becomes 'AT_MUSA_CHECK', too",
          "cublas.h: 'cublas_v2.h' becomes 'mublas.h', too",
          "crt/mma.h: 'mma.h' is CUDA's name, too",
          "ATen/CUDAGenerator.h: 'ATen/cuda/CUDAGeneratorImpl.h' becomes "
          "'torch_musa/csrc/aten/musa/MUSAGeneratorImpl.h', too",
          "ATen/CUDAGeneratorImpl.h: 'ATen/cuda/CUDAGeneratorImpl.h' becomes "
          "'torch_musa/csrc/aten/musa/MUSAGeneratorImpl.h', too",
          "ATen/cuda/CUDASolver.h: 'ATen/native/cuda/linalg/CUDASolver.h' becomes "
          "'torch_musa/csrc/aten/linalg/MUSASolver.h', too",
          "THC/THCDeviceUtils.cuh: 'ATen/cuda/DeviceUtils.cuh' becomes "
          "'ATen/musa/DeviceUtils.muh', too",
          "c10d/ProcessGroupNCCL.hpp: 'torch/csrc/distributed/c10d/ProcessGroupNCCL.hpp' becomes "
          "'torch_musa/csrc/distributed/ProcessGroupMCCL.h', too",
          "->type().is_cuda(): '->is_cuda()' becomes '->is_privateuseone()', too",
          ".type().is_cuda(): '.is_cuda()' becomes '.is_privateuseone()', too"));
}

TEST(ReversedDefaults, RenameNothingThatIsNotMusas) {
  for (const Rule &rule : reversedDefaults().rules) {
    if (rule.kind != RuleKind::Identifier || rule.status == Status::Keep)
      continue;
    const std::string name = rule.from.lower();
    EXPECT_TRUE(name.find("mu") != std::string::npos || name.find("mt") != std::string::npos ||
                name.find("mccl") != std::string::npos || rule.from.contains("PrivateUse1"))
        << rule.from.str();
  }
}

TEST(ReversedRuleSet, LooksUpBothFilesAndDefaults) {
  std::vector<RuleFile> files(1);
  std::vector<Diagnostic> diagnostics;
  ASSERT_TRUE(parseRuleFile("user.json", R"({
    "cudaMalloc": "musaMalloc",
    "allocate": "musaFree",
    "dropped": ""
})",
                            files[0], diagnostics));
  RuleSet::Options options;
  options.direction = Direction::MusaToCuda;
  options.architecture = *findArchitecture("mp_31");
  const RuleSet rules(options, std::move(files));
  auto first = [&](llvm::StringRef name) {
    llvm::SmallVector<const Rule *, 2> found;
    rules.identifier(name, found);
    return found.empty() ? std::string() : found.front()->to.str();
  };
  EXPECT_EQ(first("musaMemcpy"), "cudaMemcpy");
  EXPECT_EQ(first("musaFree"), "allocate"); // the user's before the default
  EXPECT_EQ(first("cudaMemcpy"), "");
  ASSERT_EQ(rules.faults().size(), 1u);
  EXPECT_EQ(rules.faults()[0].id, "musa-rule-no-reverse");
  EXPECT_EQ(rules.faults()[0].place.line, 4u);
  EXPECT_EQ(rules.faults()[0].place.column, 5u);
  EXPECT_THAT(rules.faults()[0].notes, ElementsAre("the rule deletes what it matches"));
}

} // namespace
