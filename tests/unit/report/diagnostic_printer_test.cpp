// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/report.h"

#include <gtest/gtest.h>

using namespace musaport;

namespace {

std::string print(const Diagnostic &diagnostic, bool color = false) {
  std::string result;
  llvm::raw_string_ostream out(result);
  printDiagnostic(out, diagnostic, color);
  return result;
}

Diagnostic sample(std::string line, uint32_t column, uint32_t length) {
  Diagnostic diagnostic;
  diagnostic.id = "musa-test";
  diagnostic.place = {"a.cu", 12, column};
  diagnostic.sourceLine = std::move(line);
  diagnostic.length = length;
  diagnostic.message = "what is wrong";
  return diagnostic;
}

/// The source line and the caret line.
std::string snippet(std::string line, uint32_t column, uint32_t length) {
  std::string text = print(sample(std::move(line), column, length));
  return text.substr(text.find('\n') + 1);
}

TEST(PrintDiagnosticTest, AsClang) {
  Diagnostic diagnostic = sample("  cudaFoo(x);", 3, 7);
  diagnostic.severity = Severity::Error;
  diagnostic.notes = {"do this", "or that"};
  EXPECT_EQ(print(diagnostic), "a.cu:12:3: error: what is wrong [musa-test]\n"
                               "   12 |   cudaFoo(x);\n"
                               "      |   ^~~~~~~\n"
                               "a.cu:12:3: note: do this\n"
                               "a.cu:12:3: note: or that\n");
}

TEST(PrintDiagnosticTest, Severities) {
  Diagnostic diagnostic = sample("", 1, 1);
  EXPECT_EQ(print(diagnostic), "a.cu:12:1: warning: what is wrong [musa-test]\n");
  diagnostic.severity = Severity::Remark;
  EXPECT_EQ(print(diagnostic), "a.cu:12:1: remark: what is wrong [musa-test]\n");
}

TEST(PrintDiagnosticTest, WithoutALineOrAFile) {
  Diagnostic diagnostic = sample("", 0, 1);
  diagnostic.place.line = 0;
  diagnostic.notes = {"note"};
  EXPECT_EQ(print(diagnostic), "a.cu: warning: what is wrong [musa-test]\na.cu: note: note\n");
  diagnostic.place.file = "";
  EXPECT_EQ(print(diagnostic),
            "musa-port: warning: what is wrong [musa-test]\nmusa-port: note: note\n");
}

TEST(PrintDiagnosticTest, TabsKeepTheCaretRight) {
  EXPECT_EQ(snippet("\tab\tcd", 2, 2), "   12 |         ab      cd\n      |         ^~\n");
  EXPECT_EQ(snippet("\tab\tcd", 5, 2), "   12 |         ab      cd\n      |                 ^~\n");
}

TEST(PrintDiagnosticTest, OtherBytes) {
  EXPECT_EQ(snippet("\xC3\xA4 x", 4, 1), "   12 | \xC3\xA4 x\n      |   ^\n");
  EXPECT_EQ(snippet("\xE4\xFF x", 4, 1), "   12 | <E4><FF> x\n      |          ^\n");
  EXPECT_EQ(snippet("\xE4\xBD\xA0 x", 5, 1), "   12 | \xE4\xBD\xA0 x\n      |    ^\n");
  EXPECT_EQ(snippet("\x01 x\r", 3, 1), "   12 | <U+0001> x<U+000D>\n      |          ^\n");
  EXPECT_EQ(snippet("\xE2\x80\xAE x", 5, 1), "   12 | <U+202E> x\n      |          ^\n");
}

TEST(PrintDiagnosticTest, PlacesBehindTheLine) {
  EXPECT_EQ(snippet("ab", 3, 1), "   12 | ab\n      |   ^\n");
  EXPECT_EQ(snippet("ab", 9, 9), "   12 | ab\n      |   ^\n");
  EXPECT_EQ(snippet("ab", 2, 99), "   12 | ab\n      |  ^\n");
  EXPECT_EQ(snippet("ab", 0, 0), "   12 | ab\n      | ^\n");
}

TEST(PrintDiagnosticTest, LongLinesAreCut) {
  std::string line(1000000, 'a');
  line.replace(500000, 4, "cuda");
  std::string text = snippet(line, 500001, 4);
  EXPECT_LT(text.size(), 700u);
  size_t name = text.find("cuda"), caretLine = text.find('\n') + 1;
  ASSERT_NE(name, std::string::npos);
  EXPECT_EQ(text.find("^~~~\n") - caretLine, name);
  EXPECT_NE(text.find("| ...a"), std::string::npos);
  EXPECT_NE(text.find("a...\n"), std::string::npos);

  for (uint32_t column : {1u, 100u, 999990u, 1000001u})
    EXPECT_LT(snippet(line, column, 5000000).size(), 700u);
  std::string umlauts;
  for (int i = 0; i < 1000; ++i)
    umlauts += "\xC3\xA4";
  for (uint32_t column = 1; column < 2000; column += 2)
    EXPECT_EQ(snippet(umlauts, column, 2).find('<'), std::string::npos) << column;
}

TEST(PrintDiagnosticTest, LargeLineNumbers) {
  Diagnostic diagnostic = sample("x", 1, 1);
  diagnostic.place.line = 1234567;
  EXPECT_EQ(print(diagnostic), "a.cu:1234567:1: warning: what is wrong [musa-test]\n"
                               " 1234567 | x\n"
                               "         | ^\n");
}

TEST(PrintDiagnosticTest, Colors) {
  Diagnostic diagnostic = sample("x", 1, 1);
  diagnostic.severity = Severity::Error;
  diagnostic.notes = {"n"};
  EXPECT_EQ(
      print(diagnostic, true),
      "\033[1ma.cu:12:1: \033[0m\033[0;1;31merror: \033[0m\033[1mwhat is wrong [musa-test]\033[0m\n"
      "   12 | x\n      | \033[0;1;32m^\033[0m\n"
      "\033[1ma.cu:12:1: \033[0m\033[0;1;36mnote: \033[0mn\n");
}

} // namespace
