// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/diagnostic_pages.h"
#include "report/report.h"

#include <nlohmann/json.hpp>

#include <gmock/gmock.h>

using namespace musaport;
using testing::HasSubstr;
using testing::StartsWith;
using Json = nlohmann::json;

namespace {

Diagnostic finding(std::string file, uint32_t line, uint32_t column, std::string sourceLine,
                   uint32_t length) {
  Diagnostic diagnostic;
  diagnostic.id = "musa-unsupported-api";
  diagnostic.severity = Severity::Error;
  diagnostic.place = {std::move(file), line, column};
  diagnostic.sourceLine = std::move(sourceLine);
  diagnostic.length = length;
  diagnostic.message = "'f' has no counterpart";
  return diagnostic;
}

Json runOf(std::vector<Diagnostic> diagnostics, llvm::StringRef folder = "/home/src") {
  Report report;
  report.version = "1.2.3";
  report.diagnostics = std::move(diagnostics);
  Json json = Json::parse(toSarif(report, folder));
  EXPECT_EQ(json["version"], "2.1.0");
  EXPECT_EQ(json["runs"].size(), 1u);
  return json["runs"][0];
}

Json locationOf(Diagnostic diagnostic, llvm::StringRef folder = "/home/src") {
  return runOf({std::move(diagnostic)}, folder)["results"][0]["locations"][0]["physicalLocation"];
}

Json regionOf(llvm::StringRef line, uint32_t column, uint32_t length) {
  return locationOf(finding("a.cu", 7, column, line.str(), length))["region"];
}

Json region(uint32_t start, uint32_t end) {
  return {{"startLine", 7}, {"startColumn", start}, {"endColumn", end}};
}

std::string fingerprintOf(const Json &result) {
  return result["partialFingerprints"]["primaryLocationLineHash"];
}

} // namespace

TEST(Sarif, Tool) {
  Json run = runOf({});
  EXPECT_EQ(run["tool"]["driver"]["name"], "musa-port");
  EXPECT_EQ(run["tool"]["driver"]["version"], "1.2.3");
  EXPECT_EQ(run["results"], Json::array());
  EXPECT_EQ(run["columnKind"], "utf16CodeUnits");
}

TEST(Sarif, Rules) {
  Diagnostic other = finding("a.cu", 1, 1, "f", 1);
  other.id = "musa-output-collision";
  other.severity = Severity::Remark;
  Json run = runOf({finding("a.cu", 1, 1, "f", 1), other, finding("a.cu", 2, 1, "f", 1)});
  Json rules = run["tool"]["driver"]["rules"];
  ASSERT_EQ(rules.size(), 2u);
  EXPECT_EQ(rules[1]["id"], "musa-output-collision");
  EXPECT_EQ(rules[1]["shortDescription"]["text"], "two files would become one.");
  EXPECT_THAT(rules[1]["help"]["markdown"], StartsWith("# musa-output-collision\n"));
  EXPECT_EQ(run["results"][2]["ruleIndex"], 0);
  EXPECT_EQ(run["results"][1]["ruleIndex"], 1);
  EXPECT_EQ(run["results"][1]["ruleId"], "musa-output-collision");
  EXPECT_EQ(run["results"][0]["level"], "error");
  EXPECT_EQ(run["results"][1]["level"], "note");
}

TEST(Sarif, NotesArePartOfTheMessage) {
  Diagnostic diagnostic = finding("a.cu", 1, 1, "f", 1);
  diagnostic.notes = {"use g", "or h"};
  EXPECT_EQ(runOf({diagnostic})["results"][0]["message"]["text"],
            "'f' has no counterpart\nuse g\nor h");
}

TEST(Sarif, FilesAreRelativeToTheWorkingFolder) {
  auto uri = [](std::string file) {
    return locationOf(finding(std::move(file), 1, 1, "f", 1))["artifactLocation"];
  };
  EXPECT_EQ(runOf({})["originalUriBaseIds"]["%SRCROOT%"]["uri"], "file:///home/src/");
  EXPECT_EQ(runOf({}, "/")["originalUriBaseIds"]["%SRCROOT%"]["uri"], "file:///");
  const Json inside = {{"uri", "x/a.cu"}, {"uriBaseId", "%SRCROOT%"}};
  EXPECT_EQ(uri("x/a.cu"), inside);
  EXPECT_EQ(uri("./x/../x/a.cu"), inside);
  EXPECT_EQ(uri("/home/src/x/a.cu"), inside);
  EXPECT_EQ(uri("/home/src2/a.cu"), (Json{{"uri", "file:///home/src2/a.cu"}}));
  EXPECT_EQ(uri("../a.cu"), (Json{{"uri", "file:///home/a.cu"}}));
  EXPECT_EQ(uri("a b%#?:\xff\xc3\xa4.cu")["uri"], "a%20b%25%23%3F%3A%FF%C3%A4.cu");
}

TEST(Sarif, ColumnsAreUtf16) {
  EXPECT_EQ(regionOf("  f(x);", 3, 1), region(3, 4));
  EXPECT_EQ(regionOf("\xc3\xa4 f", 4, 1), region(3, 4));          // U+00E4: 2 bytes, 1 unit
  EXPECT_EQ(regionOf("\xf0\x9f\x98\x80 f", 6, 1), region(4, 5));  // U+1F600: 4 bytes, 2 units
  EXPECT_EQ(regionOf("f(\xf0\x9f\x98\x80)", 1, 7), region(1, 6)); // within the region
  EXPECT_EQ(regionOf("\xff\xe4 f", 4, 1), region(4, 5));          // no UTF-8
  EXPECT_EQ(regionOf("asm(", 1, 40), region(1, 5));               // on to the next line
  EXPECT_EQ(regionOf("", 12, 1), (Json{{"startLine", 7}}));       // a line that is too long
}

TEST(Sarif, AFileAsAWholeHasNoRegion) {
  EXPECT_FALSE(locationOf(finding("a.cu", 0, 0, "", 1)).contains("region"));
  EXPECT_FALSE(runOf({finding("", 0, 0, "", 1)})["results"][0].contains("locations"));
}

TEST(Sarif, FingerprintsOutliveMovedLines) {
  Json results = runOf({finding("a.cu", 1, 1, "f(x);", 1), finding("a.cu", 9, 1, "f(x);", 1),
                        finding("a.cu", 10, 1, "f(y);", 1)})["results"];
  Json moved = runOf({finding("a.cu", 3, 3, "  f(x);", 1), finding("a.cu", 12, 1, "f(x);", 1),
                      finding("a.cu", 13, 1, "f(y);", 1)})["results"];
  for (size_t i = 0; i < 3; ++i)
    EXPECT_EQ(fingerprintOf(results[i]), fingerprintOf(moved[i]));
  EXPECT_NE(fingerprintOf(results[0]), fingerprintOf(results[1]));
  EXPECT_NE(fingerprintOf(results[0]), fingerprintOf(results[2]));
}

TEST(Sarif, BytesThatAreNoUtf8) {
  Diagnostic diagnostic = finding("a.cu", 1, 1, "\xff", 1);
  diagnostic.message = "\xff";
  EXPECT_EQ(runOf({diagnostic})["results"][0]["message"]["text"], "\xef\xbf\xbd");
}

TEST(DiagnosticPages, Pages) {
  EXPECT_THAT(diagnosticPage("musa-unsupported-api").str(), HasSubstr("no counterpart"));
  EXPECT_THAT(diagnosticPage("musa-version-value").str(), StartsWith("# musa-version-value\n"));
  EXPECT_EQ(diagnosticPage("musa-unsupported"), "");
  EXPECT_EQ(diagnosticSummary("musa-python"),
            "something in a Python file is not ported, or the port is uncertain.");
  EXPECT_EQ(
      diagnosticSummary("musa-arch-guard"),
      "a condition on __CUDA_ARCH__ cannot be translated, or has the wrong result in the port.");
  EXPECT_EQ(diagnosticSummary("musa-none"), "musa-none");
}
