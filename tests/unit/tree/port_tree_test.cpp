//===- port_tree_test.cpp --------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tree/port_tree.h"

#include "rules/architecture.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using testing::ElementsAre;

namespace musaport {
namespace {

struct Ported {
  std::string text;
  Report report;

  std::vector<std::string> ids() const {
    std::vector<std::string> all;
    all.reserve(report.diagnostics.size());
    for (const Diagnostic &diagnostic : report.diagnostics)
      all.push_back(diagnostic.id.str());
    return all;
  }
};

/// By the default rules, or by `rules`, a native file, alone.
Ported port(llvm::StringRef name, llvm::StringRef text, Direction direction = Direction::CudaToMusa,
            llvm::StringRef rules = {}) {
  std::vector<RuleFile> files;
  std::vector<Diagnostic> faults;
  if (!rules.empty())
    EXPECT_TRUE(parseRuleFile("rules.json", rules, files.emplace_back(), faults));
  RuleSet::Options options;
  options.defaults = rules.empty();
  options.direction = direction;
  options.architecture = *findArchitecture("mp_31");
  const RuleSet set(options, std::move(files));
  Ported ported;
  ported.text = portBuffer(name, text, set, ported.report);
  return ported;
}

TEST(PortBuffer, WhatIsNoTextStaysAndIsSaid) {
  for (const char *name : {"x.cu", "CMakeLists.txt", "Makefile"}) {
    const std::string text("cudaFree(p);\0cudaFree(p);", 25);
    const Ported ported = port(name, text);
    EXPECT_EQ(ported.text, text) << name;
    EXPECT_THAT(ported.ids(), ElementsAre("musa-not-text")) << name;
  }
}

TEST(PortBuffer, EachKindOfFileIsPortedAsWhatItIs) {
  EXPECT_EQ(port("x.cu", "cudaFree(p); // CUDA_FOUND\n").text, "musaFree(p); // CUDA_FOUND\n");
  EXPECT_EQ(port("a.cmake", "if(CUDAToolkit_FOUND)\nendif()\n").text,
            "if(MUSAToolkit_FOUND)\nendif()\n");
  EXPECT_EQ(port("Makefile", "a: b\n\tnvcc -o a b\n").text, "a: b\n\tmcc -o a b\n");
}

TEST(PortBuffer, BuildScriptsStayOnTheWayBack) {
  const Ported ported =
      port("CMakeLists.txt", "find_package(MUSAToolkit)\n", Direction::MusaToCuda);
  EXPECT_EQ(ported.text, "find_package(MUSAToolkit)\n");
  EXPECT_THAT(ported.ids(), ElementsAre("musa-build-script"));
}

TEST(PortBuffer, TheReportCountsNames) {
  const Ported ported = port("x.cu", "a1 a2 a3 a3 a4 a4 a5 a6", Direction::CudaToMusa,
                             R"({"format": "musa-port-rules-1", "library": "demo", "identifiers": {
                "supported": {"a1": "b1"}, "unverified": {"a2": "b2"},
                "differs": {"a3": {"to": "b3", "note": "n"}},
                "unsupported": {"a4": {"note": "n"}, "a5": {"to": "b5", "note": "n"}},
                "keep": {"a6": "reason"}}})");
  EXPECT_EQ(ported.report.edits, 5u);
  ASSERT_EQ(ported.report.libraries.size(), 1u);
  EXPECT_EQ(ported.report.libraries[0].library, "demo");
  EXPECT_EQ(ported.report.libraries[0].unverified, 1u);
  EXPECT_EQ(ported.report.libraries[0].differs, 2u);
  ASSERT_EQ(ported.report.unverified.size(), 1u);
  EXPECT_EQ(ported.report.unverified[0].from, "a2");
  ASSERT_EQ(ported.report.remaining.size(), 2u);
  EXPECT_EQ(ported.report.remaining[0].name, "a4");
  EXPECT_EQ(ported.report.remaining[0].count, 2u);
  EXPECT_EQ(ported.report.remaining[0].first.column, 13u);
}

} // namespace
} // namespace musaport
