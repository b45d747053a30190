//===- unit/tree/kept_errors_test.cpp ---------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tree/kept_errors.h"

#include "gmock/gmock.h"

namespace musaport {
namespace {

using llvm::StringRef;
using ::testing::IsEmpty;

ParsedUnit unit(std::vector<ParsedUnit::Error> errors, llvm::StringRef language = "cuda") {
  return {"a.cu", language, "/", {}, std::move(errors)};
}

TEST(KeptErrors, AreTheFirstOfEachCudaSource) {
  const ErrorsOfFiles found = errorsToKeep(
      {unit({{{"a.cu", 2, 1}, "no"}, {{"a.cu", 3, 1}, "more"}}),
       unit({{{"b.cuh", 1, 5}, "in a header"}}), unit({{{"b.cuh", 1, 5}, "in a header"}}), unit({}),
       unit({{{"c.cpp", 1, 1}, "of the host"}}, "c++")});
  ASSERT_EQ(found.size(), 2U);
  const FileErrors ofA = found.lookup("a.cu");
  ASSERT_EQ(ofA.ofSources.size(), 1U);
  ASSERT_EQ(ofA.ofSources[0].size(), 1U);
  EXPECT_EQ(ofA.ofSources[0][0].message, "no");
  EXPECT_EQ(found.lookup("b.cuh").ofSources.size(), 2U);
}

TEST(KeptErrors, NothingIsKnownBehindAMissingHeader) {
  EXPECT_TRUE(errorsToKeep({unit({{{"a.cu", 1, 10}, "'Eigen/Dense' file not found"},
                                  {{"a.cu", 2, 1}, "unknown type name 'T'"}})})
                  .empty());
}

/// A source's only error.
void add(ErrorsOfFiles &errors, const ParsedUnit::Error &error) {
  errors[error.place.file].ofSources.push_back({error});
}

/// The diagnostics of a file whose error is in `line`; its second line is edited.
std::vector<Diagnostic> reported(uint32_t line) {
  FileRecord file;
  file.shownPath = "src/a.cu";
  file.bytes = "one\ntwo\r\nthree\n";
  file.result.edits.push_back({.offset = 5, .length = 1, .text = "x"});
  ErrorsOfFiles errors;
  add(errors, {{"src/a.cu", line, 1}, "unknown type name 'T'", "T"});
  add(errors, {{"src/b.cu", 1, 1}, "another file's"});
  reportKeptErrors(file, errors, {});
  return file.result.diagnostics;
}

TEST(KeptErrors, OfLinesThatThePortChangesNothingIsKnown) { EXPECT_THAT(reported(2), IsEmpty()); }

TEST(KeptErrors, ANewNameMendsWhatIsAtItsPlaceAlone) {
  const StringRef bytes = "cuPoint a(1);\n"; // the tree's own type: both names are declared alike
  for (const auto &[column, length, text, isKept] :
       {std::tuple<uint32_t, uint32_t, const char *, bool>{9, 7, "muPoint", true},
        {1, 7, "muPoint", false},
        {8, 7, "muPoint", false}, // right behind it
        {9, 7, "muPoint const", false},
        {9, 0, "__device__ ", false}}) {
    FileRecord file;
    file.shownPath = "a.cu";
    file.bytes = bytes.str();
    file.result.edits.push_back({.offset = 0, .length = length, .text = text});
    ErrorsOfFiles errors;
    add(errors, {{"a.cu", 1, column}, "reference to a host function"});
    reportKeptErrors(file, errors, {});
    EXPECT_EQ(file.result.diagnostics.size(), isKept ? 1U : 0U) << column << ' ' << text;
  }
}

TEST(KeptErrors, ARenameLeavesTwoDefinitions) {
  FileRecord file;
  file.shownPath = "a.cu";
  file.bytes = "struct cudaTextureDesc {};\n"; // a header has it, too
  file.result.edits.push_back({.offset = 7, .length = 15, .text = "musaTextureDesc"});
  ErrorsOfFiles errors;
  add(errors, {{"a.cu", 1, 8}, "redefinition of 'cudaTextureDesc'"});
  reportKeptErrors(file, errors, {});
  EXPECT_EQ(file.result.diagnostics.size(), 1U);
}

TEST(KeptErrors, OfLinesWithAnErrorNothingMoreIsSaid) {
  FileRecord file;
  file.shownPath = "a.cu";
  file.bytes = "one\ntwo\n";
  Diagnostic &known = file.result.diagnostics.emplace_back();
  known.place = {"a.cu", 2, 3};
  known.severity = Severity::Warning;
  ErrorsOfFiles errors;
  add(errors, {{"a.cu", 2, 1}, "unknown type name 'T'", "T"});
  reportKeptErrors(file, errors, {});
  EXPECT_EQ(file.result.diagnostics.size(), 2U);
  reportKeptErrors(file, errors, {});
  EXPECT_EQ(file.result.diagnostics.size(), 2U);
}

TEST(KeptErrors, OfAnUnknownNameItsOwnEditCounts) {
  for (const auto &[column, edited, isKept] : {std::tuple<uint32_t, uint32_t, bool>{1, 8, true},
                                               {1, 0, false},
                                               {9, 0, true},
                                               {3, 8, false}}) {
    FileRecord file;
    file.shownPath = "a.cu";
    file.bytes = "texture<float> t;\n"; // no name is unknown at column 3
    file.result.edits.push_back({.offset = edited, .length = 5, .text = "x"});
    ErrorsOfFiles errors;
    add(errors, {{"a.cu", 1, column}, "an error", column == 9 ? "float" : "texture"});
    reportKeptErrors(file, errors, {});
    EXPECT_EQ(file.result.diagnostics.size(), isKept ? 1U : 0U) << column << ' ' << edited;
  }
}

TEST(KeptErrors, ALaterOneCountsIfItIsOfANameThatTheTreeLacks) {
  const ErrorsOfFiles errors =
      errorsToKeep({unit({{{"a.cu", 1, 1}, "expected expression"},
                          {{"a.cu", 2, 1}, "use of undeclared identifier 'scanf_s'", "scanf_s"},
                          {{"a.cu", 3, 1}, "use of undeclared identifier 'n'", "n"}})});
  for (const bool isDeclared : {false, true}) {
    FileRecord file;
    file.shownPath = "a.cu";
    file.bytes = "k << <1, 1>> >();\nscanf_s(x);\nn;\n";
    file.result.edits.push_back({.offset = 2, .length = 4, .text = "<<<"});
    llvm::StringSet<> declared;
    declared.insert("n"); // it may be unknown because of the first
    if (isDeclared)
      declared.insert("scanf_s");
    reportKeptErrors(file, errors, declared);
    ASSERT_EQ(file.result.diagnostics.size(), isDeclared ? 0U : 1U);
    if (!isDeclared)
      EXPECT_EQ(file.result.diagnostics[0].place.line, 2U);
  }
}

TEST(KeptErrors, ALaterOneCountsIfItIsOfTheFirstOnesKind) {
  const ErrorsOfFiles errors =
      errorsToKeep({unit({{{"a.cu", 1, 1}, "variable-sized object may not be initialized"},
                          {{"a.cu", 2, 1}, "no member named 'x'"}, // perhaps because of the first
                          {{"a.cu", 3, 1}, "variable-sized object may not be initialized"},
                          {{"a.cu", 4, 1}, "variable-sized object may not be initialized"}})});
  for (const bool isPorted : {false, true}) {
    FileRecord file;
    file.shownPath = "a.cu";
    file.bytes = "one\ntwo\nthree\nfour\n";
    if (isPorted)
      file.result.edits.push_back({.offset = 0, .length = 3, .text = "1;"});
    reportKeptErrors(file, errors, {});
    ASSERT_EQ(file.result.diagnostics.size(), 1U);
    EXPECT_EQ(file.result.diagnostics[0].place.line, isPorted ? 3U : 1U);
  }
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
