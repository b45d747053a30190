//===- tests/unit/check_test.h - the findings of one check ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_TESTS_UNIT_CHECK_TEST_H
#define MUSAPORT_TESTS_UNIT_CHECK_TEST_H

#include "analysis/analysis.h"
#include "analysis/own_names.h"
#include "checks/check_table.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "gtest/gtest.h"

#include <set>

namespace musaport {

/// CUDA's keywords and launch functions, as CUDA's headers declare them.
inline constexpr const char *cudaKeywords = R"(
#pragma once
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
typedef __SIZE_TYPE__ size_t;
struct dim3 { unsigned x, y, z; __host__ __device__ dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1); };
typedef struct stream *cudaStream_t;
typedef int cudaError_t;
extern "C" __host__ __device__ unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0, cudaStream_t stream = 0);
extern "C" cudaError_t cudaLaunchKernel(const void *, dim3, dim3, void **, size_t, cudaStream_t);
)";

/// The inputs of a test's build apart from its source.
struct TestBuild {
  std::string cuda;                   ///< more text for CUDA's headers
  std::vector<std::string> arguments; ///< arguments for Clang
  bool hasFp64 = true;
};

/// What the check `id` finds in a .cu file with this text.
inline std::vector<Finding> analyzed(llvm::StringRef id, llvm::StringRef text,
                                     llvm::StringRef architecture, const TestBuild &build,
                                     std::vector<std::string> *errors) {
  auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  files->addFile("/cuda/musa_port/nvcc.h", 0,
                 llvm::MemoryBuffer::getMemBufferCopy(cudaKeywords + build.cuda));
  files->addFile("/src/a.cu", 0, llvm::MemoryBuffer::getMemBuffer(text));
  const TranslationUnit unit{
      .folder = "/src", .file = "a.cu", .arguments = build.arguments, .hasFp64 = build.hasFp64};
  std::vector<const CheckDescription *> checks;
  for (const CheckDescription &check : allChecks())
    if (check.id == id)
      checks.push_back(&check);
  EXPECT_EQ(checks.size(), 1U) << id.str();
  RuleSet::Options options;
  options.architecture = *findArchitecture(architecture);
  const RuleSet rules(options, {});
  const ParseHeaders headers{files, "/cuda", "/clang"};
  const Analysis analysis{
      checks, rules, [](llvm::StringRef file) { return file == "/src/a.cu"; },
      llvm::cantFail(viewMacros(cudaArchitectureOf(rules.architecture()), headers))};
  llvm::Expected<UnitFindings> found = analyze(unit, analysis, headers);
  if (!found) {
    ADD_FAILURE() << llvm::toString(found.takeError());
    return {};
  }
  for (const Finding &finding : found->findings) {
    EXPECT_EQ(finding.file, "/src/a.cu");
    EXPECT_EQ(finding.id, id);
  }
  for (const ParseError &error : found->errors) {
    if (errors)
      errors->push_back(std::to_string(error.line) + ": " + error.message);
    else
      ADD_FAILURE() << error.line << ": " << error.message;
  }
  OwnNames names(found->names);
  names.visitSource("/src/a.cu", text);
  llvm::erase_if(found->findings, [&](const Finding &each) { return !names.allow(each); });
  return std::move(found->findings);
}

/// The findings as "line: message".
inline std::vector<std::string> findingsIn(llvm::StringRef id, llvm::StringRef text,
                                           llvm::StringRef architecture = "mp_31",
                                           const TestBuild &build = {},
                                           std::vector<std::string> *errors = nullptr) {
  std::vector<std::string> result;
  for (const Finding &finding : analyzed(id, text, architecture, build, errors)) {
    const auto line = text.take_front(finding.offset).count('\n') + 1;
    result.push_back(std::to_string(line) + ": " + finding.message);
  }
  return result;
}

/// Applies the fixes of all findings to `text`.
inline std::string fixedBy(llvm::StringRef id, llvm::StringRef text,
                           llvm::StringRef architecture = "mp_31", const TestBuild &build = {}) {
  std::set<Fix> fixes;
  for (const Finding &finding : analyzed(id, text, architecture, build, nullptr))
    fixes.insert(finding.fixes.begin(), finding.fixes.end());
  std::string result = text.str();
  for (const Fix &fix : llvm::reverse(fixes))
    result.replace(fix.offset, fix.length, fix.text);
  return result;
}

} // namespace musaport

#endif // MUSAPORT_TESTS_UNIT_CHECK_TEST_H
