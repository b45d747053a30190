// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/report.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/Error.h"

#include <nlohmann/json.hpp>

#include <gmock/gmock.h>

using namespace musaport;
using testing::HasSubstr;
using testing::Not;
using Json = nlohmann::json;

namespace {

Diagnostic finding(std::string file, std::string message) {
  Diagnostic diagnostic;
  diagnostic.id = "musa-unsupported-api";
  diagnostic.severity = Severity::Error;
  diagnostic.place = {std::move(file), 3, 5};
  diagnostic.length = 7;
  diagnostic.message = std::move(message);
  return diagnostic;
}

std::string between(const std::string &text, llvm::StringRef begin, llvm::StringRef end) {
  return llvm::StringRef(text).split(begin).second.split(end).first.str();
}

struct Page {
  explicit Page(const Report &report)
      : html(toHtml(report,
                    [](llvm::StringRef path) -> std::optional<std::string> {
                      if (path == "gone.cu")
                        return std::nullopt;
                      return "source of " + path.str();
                    })),
        data(Json::parse(between(html, "id=\"data\">", "</script>"))),
        sources(between(html, "id=\"sources\">", "</script>")) {}

  /// What stands in the page of view `index`: its changes, and the source.
  std::pair<Json, std::string> view(size_t index) const {
    const Json &view = data["views"][index];
    std::vector<char> packed;
    llvm::cantFail(llvm::decodeBase64(
        llvm::StringRef(sources).slice(view[3].get<size_t>(), view[4].get<size_t>()), packed));
    llvm::SmallVector<uint8_t, 0> bytes;
    llvm::cantFail(llvm::compression::zlib::decompress(
        llvm::arrayRefFromStringRef(llvm::StringRef(packed.data(), packed.size())), bytes, 10000));
    const auto [header, source] = llvm::toStringRef(bytes).split('\n');
    return {Json::parse(header.str()), source.str()};
  }

  std::string html;
  Json data;
  std::string sources;
};

} // namespace

TEST(Html, IsOnePage) {
  Page page{Report()};
  EXPECT_THAT(page.html, Not(HasSubstr("@css@")));
  EXPECT_THAT(page.html, Not(HasSubstr("@js@")));
  EXPECT_THAT(page.html, HasSubstr("default-src 'none'"));
  EXPECT_THAT(page.html, Not(testing::ContainsRegex("(src|href)=\"?[a-z/.]")));
  EXPECT_EQ(page.data["findings"], Json::array());
}

TEST(Html, SummaryIsThatOfTheJsonReport) {
  Report report;
  report.version = "1.2.3";
  report.filesPorted = 7;
  report.libraries = {{"runtime", 812, 1, 2}};
  const Json json = Json::parse(toJson(report));
  const Page page(report);
  for (const auto &[key, value] : json.items())
    if (key != "diagnostics" && key != "units") // which the page does not show
      EXPECT_EQ(page.data[key], value) << key;
}

TEST(Html, Findings) {
  Report report;
  report.diagnostics = {finding("b.cu", "m"), finding("a.cu", "m"), finding("gone.cu", "n"),
                        finding("", "n")};
  report.diagnostics[1].notes = {"one", "two"};
  report.diagnostics[1].severity = Severity::Remark;
  report.views.push_back(viewSource("b.cu", "b.mu", "int b;\n", {}));
  const Page page(report);
  ASSERT_EQ(page.data["views"].size(), 3u);
  EXPECT_EQ(page.data["views"][1][0], "b.cu");
  EXPECT_EQ(page.data["views"][1][1], "b.mu");
  EXPECT_EQ(page.view(0).second, "source of a.cu");
  EXPECT_EQ(page.view(1).second, "int b;\n");
  EXPECT_EQ(page.data["views"][2][3], page.data["views"][2][4]) << "no source";
  const Json &findings = page.data["findings"], &texts = page.data["texts"];
  ASSERT_EQ(findings.size(), 4u * 8);
  auto fields = [&](size_t i) {
    return Json(findings.begin() + 8 * i, findings.begin() + 8 * i + 5);
  };
  EXPECT_EQ(fields(0), (Json{1, 3, 5, 7, 0}));
  EXPECT_EQ(fields(1), (Json{0, 3, 5, 7, 2}));
  EXPECT_EQ(fields(3), (Json{-1, 3, 5, 7, 0}));
  EXPECT_EQ(texts[findings[8 + 5].get<size_t>()], "musa-unsupported-api");
  EXPECT_EQ(texts[findings[8 + 6].get<size_t>()], "m");
  EXPECT_EQ(texts[findings[8 + 7].get<size_t>()], "one\ntwo");
  EXPECT_EQ(page.data["ids"]["musa-unsupported-api"], "a CUDA name has no counterpart in MUSA.");
}

TEST(Html, Changes) {
  Report report;
  const std::vector<Change> changes = {{0, 1, "x", "why", "library", "note"},
                                       {2, 0, "\xff", "why", "library", "note"},
                                       {3, 1, "", "because", "", ""}};
  report.views.push_back(viewSource("a.cu", "a.mu", llvm::StringRef("a\n\xff\0c", 5), changes));
  const auto [header, source] = Page(report).view(0);
  EXPECT_EQ(source, std::string("a\n\xff\0c", 5));
  EXPECT_EQ(header["changes"],
            Json::parse(R"([[0, 1, "x", 0], [2, 0, "\ufffd", 0], [3, 1, "", 1]])"));
  EXPECT_EQ(header["reasons"], Json::parse(R"([["why", "library", "note"], ["because", "", ""]])"));
}

TEST(Html, NothingFromOutsideIsMarkup) {
  const std::string evil = "</script><script>f()</script><!-- <b> \xff \xe2\x80\xa8";
  Report report;
  report.sources = {evil};
  report.diagnostics = {finding(evil + ".cu", evil + std::string("\0", 1))};
  report.diagnostics[0].notes = {evil};
  report.remaining = {{evil, 1, 1, evil, {evil, 1, 1}}};
  report.views.push_back(viewSource(evil, evil, evil, {Change{0, 1, evil, evil, evil, evil}}));
  const Page page(report);
  const std::string data = between(page.html, "id=\"data\">", "</script>");
  EXPECT_THAT(data, Not(HasSubstr("<")));
  EXPECT_THAT(data, Not(HasSubstr("\xe2\x80\xa8")));
  EXPECT_THAT(page.sources, testing::MatchesRegex("[A-Za-z0-9+/=]*"));
  const std::string shown = "</script><script>f()</script><!-- <b> \xef\xbf\xbd \xe2\x80\xa8";
  EXPECT_EQ(page.data["sources"][0], shown);
  EXPECT_EQ(page.data["texts"][1], shown + std::string("\0", 1));
  EXPECT_EQ(page.view(0).second, evil);
}
