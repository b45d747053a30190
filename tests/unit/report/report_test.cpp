// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/report.h"

#include "llvm/ADT/StringExtras.h"

#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

#include <gmock/gmock.h>

#include <fstream>

using namespace musaport;
using testing::HasSubstr;
using testing::Not;
using Json = nlohmann::json;

namespace {

Report sample() {
  Report report;
  report.version = "0.1.0";
  report.architecture = "mp_31";
  report.sources = {"csrc"};
  report.output = "csrc_musa";
  report.filesPorted = 312;
  report.filesUnchanged = 40;
  report.filesCopied = 12;
  report.links = 1;
  report.excluded = 6;
  report.filesWritten = 365;
  report.edits = 1412;
  report.includesRewritten = 220;
  report.guardsTranslated = 1;
  report.renamed = {{"a.cu", "a.mu"}, {"b.cuh", "b.muh"}};
  report.skipped = {{"l", "a link to an absolute path"}};
  report.libraries = {{"runtime", 812, 0, 0}, {"torch", 600, 12, 3}};
  report.remaining = {{"CUDA_1D_KERNEL_LOOP", 12, 3, "declared by the tree", {"x.hpp", 12, 3}},
                      {"cudaFoo", 3, 1, "no MUSA counterpart: use cudaBar", {"y.cu", 1, 2}},
                      {"CUDA_KERNEL_LOOP", 1, 1, "declared by the tree", {"x.hpp", 14, 3}}};
  report.unverified = {{"cudaBaz", "musaBaz", "runtime", 12, {"y.cu", 5, 6}}};
  Diagnostic diagnostic;
  diagnostic.id = "musa-unsupported-api";
  diagnostic.severity = Severity::Error;
  diagnostic.place = {"y.cu", 1, 2};
  diagnostic.length = 7;
  diagnostic.message = "'cudaFoo' has no counterpart";
  diagnostic.notes = {"use cudaBar"};
  report.diagnostics = {diagnostic, diagnostic};
  diagnostic.id = "musa-guard";
  diagnostic.severity = Severity::Warning;
  report.diagnostics.push_back(diagnostic);
  return report;
}

std::string summary(const Report &report, bool verbose = false, bool color = false) {
  std::string result;
  llvm::raw_string_ostream out(result);
  printSummary(out, report, verbose, color);
  return result;
}

TEST(SummaryTest, SaysAllThatCounts) {
  EXPECT_EQ(summary(sample()), R"(Port        csrc -> csrc_musa (mp_31)
Files       312 ported, 40 without a change, 12 copied, 1 link, 2 renamed, 1 skipped, 6 left out
Edits       1412, of these 220 includes and 1 guard
     812  runtime
     600  torch    12 unverified, 3 with a difference
Skipped     1 file
    l: a link to an absolute path
Unverified  1 name has a MUSA name that is inferred from similar names, not verified
Remaining   16 uses of 3 CUDA names
    declared by the tree
      12  CUDA_1D_KERNEL_LOOP  x.hpp:12:3 and 2 more files
       1  CUDA_KERNEL_LOOP     x.hpp:14:3
    no MUSA counterpart: use cudaBar
       3  cudaFoo              y.cu:1:2
Findings    2 errors, 1 warning
       2  error    musa-unsupported-api
       1  warning  musa-guard
docs/reference/diagnostics/ID.md explains a finding; `musa-port explain FILE:LINE` says why a name was changed or left.
)");
}

TEST(SummaryTest, WhatIsLeftUntouchedIsNotWritten) {
  Report report = sample();
  report.filesWritten = 1;
  EXPECT_THAT(summary(report), HasSubstr("1 skipped, 6 left out, 1 written\n"));
  report.output.clear(); // --check
  EXPECT_THAT(summary(report), Not(HasSubstr("written")));
}

TEST(SummaryTest, VerboseListsRenamesAndUnverifiedNames) {
  std::string text = summary(sample(), true);
  EXPECT_THAT(text, HasSubstr("    a.cu -> a.mu\n"));
  EXPECT_THAT(text, HasSubstr("      12  cudaBaz -> musaBaz  y.cu:5:6\n"));
}

TEST(SummaryTest, LongListsAreCut) {
  Report report = sample();
  report.skipped.clear();
  for (int i = 10; i < 35; ++i)
    report.skipped.push_back({"link" + std::to_string(i), "a link"});
  std::string text = summary(report);
  EXPECT_THAT(text, HasSubstr("link19"));
  EXPECT_THAT(text, Not(HasSubstr("link20")));
  EXPECT_THAT(text, HasSubstr("    and 15 more"));
  EXPECT_THAT(summary(report, true), HasSubstr("link34"));
}

TEST(SummaryTest, NothingDone) {
  Report report;
  report.sources = {"a"};
  report.architecture = "mp_31";
  EXPECT_EQ(summary(report),
            "Port        a (mp_31)\nFiles       0 ported\nEdits       0\n"
            "Remaining   no name of CUDA's\nFindings    0 errors, 0 warnings\n"
            "`musa-port explain FILE:LINE` says why a name was changed or left.\n");
}

TEST(SummaryTest, Update) {
  Report report = sample();
  report.sources = {"old", "new"};
  report.output = "out";
  report.diagnostics.clear();
  report.update = UpdateCounts{5, 1, 2, 3, 1};
  EXPECT_EQ(summary(report),
            "Update      out: old -> new (mp_31)\n"
            "Files       5 updated, 1 merged, 2 added, 3 removed, 1 with a conflict\n"
            "Findings    0 errors, 0 warnings\n"
            "`musa-port explain FILE:LINE` says why a name was changed or left.\n");
  report.update = UpdateCounts();
  EXPECT_THAT(summary(report), HasSubstr("Files       none to change\n"));
}

TEST(SummaryTest, ColorOnlyIfAsked) {
  EXPECT_THAT(summary(sample()), Not(HasSubstr("\033")));
  EXPECT_THAT(summary(sample(), false, true), HasSubstr("\033[1mFiles"));
}

TEST(StatisticsTest, OneLine) {
  std::string text;
  llvm::raw_string_ostream out(text);
  printStatistics(out, {0.5, 4000000, 123, 430, 2});
  EXPECT_EQ(text, "430 files, 4.00 MB, 123 tokens in 0.500 s (8.0 MB/s) on 2 threads\n");
}

class ReportSchemaTest : public testing::Test {
protected:
  static Json readSchema() {
    std::ifstream stream(MUSAPORT_SOURCE_DIR "/docs/reference/report.schema.json");
    return Json::parse(stream);
  }

  static testing::AssertionResult isValid(const Json &document) {
    valijson::Schema schema;
    valijson::SchemaParser parser;
    Json schemaJson = readSchema();
    parser.populateSchema(valijson::adapters::NlohmannJsonAdapter(schemaJson), schema);
    valijson::Validator validator;
    valijson::ValidationResults results;
    if (validator.validate(schema, valijson::adapters::NlohmannJsonAdapter(document), &results))
      return testing::AssertionSuccess();
    auto failure = testing::AssertionFailure();
    valijson::ValidationResults::Error error;
    while (results.popError(error))
      failure << llvm::join(error.context, "") << ": " << error.description << '\n';
    return failure;
  }
};

TEST_F(ReportSchemaTest, FullReport) {
  Json json = Json::parse(toJson(sample()));
  EXPECT_TRUE(isValid(json));
  EXPECT_EQ(json["format"], "musa-port-report-1");
  EXPECT_EQ(json["files"]["ported"], 312);
  EXPECT_EQ(json["files"]["written"], 365);
  EXPECT_EQ(json["remaining"][1]["name"], "cudaFoo");
  EXPECT_EQ(json["remaining"][1]["line"], 1);
  EXPECT_EQ(json["renamed"][0]["to"], "a.mu");
  EXPECT_EQ(json["diagnostics"][2]["severity"], "warning");
  EXPECT_EQ(json["diagnostics"][0]["notes"], Json::array({"use cudaBar"}));
  EXPECT_EQ(json["libraries"][1]["differs"], 3);
  EXPECT_EQ(json["unverified"][0]["to"], "musaBaz");
  EXPECT_EQ(json["edits"]["includes"], 220);
}

TEST_F(ReportSchemaTest, EmptyReport) {
  Report report;
  report.architecture = "mp_22";
  EXPECT_TRUE(isValid(Json::parse(toJson(report))));
}

TEST_F(ReportSchemaTest, OneOfEverything) {
  // Arrays of one pair of strings are where an initializer list might become an object.
  Report report = sample();
  report.sources = {"a", "b"};
  report.diagnostics.resize(1);
  report.diagnostics[0].notes = {"a", "b"};
  Json json = Json::parse(toJson(report));
  EXPECT_TRUE(isValid(json));
  EXPECT_EQ(json["sources"], Json::array({"a", "b"}));
}

TEST_F(ReportSchemaTest, WhatWasParsed) {
  Report report = sample();
  report.units = {
      {"src/a.cu", "cuda", "/home/src", {"-I/home/src"}, {}},
      {"src/b.cpp", "c++", "/home/src", {}, {{{"src/b.cpp", 3, 10}, "no"}, {{}, "crashed"}}}};
  Json json = Json::parse(toJson(report));
  EXPECT_TRUE(isValid(json));
  EXPECT_EQ(json["units"][0]["arguments"], Json::array({"-I/home/src"}));
  EXPECT_EQ(json["units"][0]["errors"], Json::array());
  EXPECT_EQ(json["units"][1]["errors"][0]["line"], 3);
  EXPECT_EQ(json["units"][1]["errors"][1]["message"], "crashed");
}

TEST_F(ReportSchemaTest, InvalidUtf8IsReplaced) {
  Report report = sample();
  report.skipped = {{"\xE4.cu", "x\xFF"}};
  Json json = Json::parse(toJson(report));
  EXPECT_TRUE(isValid(json));
  EXPECT_EQ(json["skipped"][0]["path"], "\xEF\xBF\xBD.cu");
}

TEST_F(ReportSchemaTest, SchemaRefusesWhatItDoesNotKnow) {
  Json json = Json::parse(toJson(sample()));
  Json more = json;
  more["extra"] = 1;
  EXPECT_FALSE(isValid(more));
  Json less = json;
  less.erase("files");
  EXPECT_FALSE(isValid(less));
  Json wrong = json;
  wrong["diagnostics"][0]["severity"] = "fatal";
  EXPECT_FALSE(isValid(wrong));
}

} // namespace
