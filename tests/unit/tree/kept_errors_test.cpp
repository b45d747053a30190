//===- unit/tree/kept_errors_test.cpp ---------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tree/kept_errors.h"

#include "gmock/gmock.h"

namespace musaport {
namespace {

using ::testing::IsEmpty;

ParsedUnit unit(std::vector<ParsedUnit::Error> errors, llvm::StringRef language = "cuda") {
  return {"a.cu", language, "/", {}, std::move(errors)};
}

TEST(KeptErrors, AreTheFirstOfEachCudaSource) {
  const ErrorsOfFiles found = firstErrors({unit({{{"a.cu", 2, 1}, "no"}, {{"a.cu", 3, 1}, "more"}}),
                                           unit({{{"b.cuh", 1, 5}, "in a header"}}),
                                           unit({{{"b.cuh", 1, 5}, "in a header"}}), unit({}),
                                           unit({{{"c.cpp", 1, 1}, "of the host"}}, "c++")});
  ASSERT_EQ(found.size(), 2U);
  ASSERT_EQ(found.lookup("a.cu").size(), 1U);
  EXPECT_EQ(found.lookup("a.cu")[0].message, "no");
  EXPECT_EQ(found.lookup("b.cuh").size(), 1U);
}

TEST(KeptErrors, NothingIsKnownBehindAMissingHeader) {
  EXPECT_TRUE(firstErrors({unit({{{"a.cu", 1, 10}, "'Eigen/Dense' file not found"},
                                 {{"a.cu", 2, 1}, "unknown type name 'T'"}})})
                  .empty());
}

/// The diagnostics of a file whose error is in `line`; its second line is edited.
std::vector<Diagnostic> reported(uint32_t line) {
  FileRecord file;
  file.shownPath = "src/a.cu";
  file.bytes = "one\ntwo\r\nthree\n";
  file.result.edits.push_back({.offset = 5, .length = 1, .text = "x"});
  ErrorsOfFiles errors;
  errors["src/a.cu"].push_back({{"src/a.cu", line, 1}, "unknown type name 'T'"});
  errors["src/b.cu"].push_back({{"src/b.cu", 1, 1}, "another file's"});
  reportKeptErrors(file, errors);
  return file.result.diagnostics;
}

TEST(KeptErrors, OfLinesThatThePortChangesNothingIsKnown) { EXPECT_THAT(reported(2), IsEmpty()); }

TEST(KeptErrors, OfLinesWithAnErrorNothingMoreIsSaid) {
  FileRecord file;
  file.shownPath = "a.cu";
  file.bytes = "one\ntwo\n";
  Diagnostic &known = file.result.diagnostics.emplace_back();
  known.place = {"a.cu", 2, 3};
  known.severity = Severity::Warning;
  ErrorsOfFiles errors;
  errors["a.cu"].push_back({{"a.cu", 2, 1}, "unknown type name 'T'"});
  reportKeptErrors(file, errors);
  EXPECT_EQ(file.result.diagnostics.size(), 2U);
  reportKeptErrors(file, errors);
  EXPECT_EQ(file.result.diagnostics.size(), 2U);
}

TEST(KeptErrors, AreReportedAtTheirPlaces) {
  for (const auto &[line, text] :
       {std::pair<uint32_t, const char *>{1, "one"}, {3, "three"}, {4, ""}, {9, ""}}) {
    const std::vector<Diagnostic> found = reported(line);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].id, "musa-parse-error");
    EXPECT_EQ(found[0].severity, Severity::Error);
    EXPECT_EQ(found[0].place.line, line);
    EXPECT_EQ(found[0].sourceLine, text);
    EXPECT_THAT(found[0].message, ::testing::HasSubstr("unknown type name 'T'"));
  }
}

} // namespace
} // namespace musaport
