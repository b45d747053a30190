//===- findings_test.cpp ---------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "findings/baseline.h"
#include "findings/fixes_yaml.h"
#include "findings/ignores.h"
#include "findings/line_filter.h"
#include "temporary_folder.h"

#include "clang/Tooling/DiagnosticsYaml.h"
#include "llvm/Support/Program.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <filesystem>

namespace musaport {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Diagnostic diagnostic(llvm::StringRef id, uint32_t line, std::string message = "text") {
  Diagnostic made;
  made.id = id;
  made.place = {"/src/a.cu", line, 1};
  made.message = std::move(message);
  made.sourceLine = "line";
  return made;
}

/// "3 musa-a", and what is wrong with a comment.
std::vector<std::string> afterIgnores(std::vector<Diagnostic> diagnostics, llvm::StringRef text) {
  Report report;
  report.diagnostics = std::move(diagnostics);
  report.ignores = findIgnoreComments("/src/a.cu", text, CommentStyle::Cpp);
  applyIgnores(report, [](llvm::StringRef id) {
    return id == "musa-none" ? Looked::NoSuchCheck
                             : (id == "musa-not-run" ? Looked::No : Looked::Yes);
  });
  EXPECT_THAT(report.ignores, IsEmpty());
  std::vector<std::string> all;
  all.reserve(report.diagnostics.size());
  for (const Diagnostic &each : report.diagnostics)
    all.push_back(std::to_string(each.place.line) + " " +
                  (each.id == "musa-unused-ignore" ? each.message : each.id.str()));
  return all;
}

TEST(Ignores, SilenceTheirLine) {
  EXPECT_THAT(
      afterIgnores({diagnostic("musa-a", 1), diagnostic("musa-b", 1), diagnostic("musa-a", 2)},
                   "x; // musa-port: ignore(musa-a) why\n"),
      ElementsAre("1 musa-b", "2 musa-a"));
}

TEST(Ignores, ThatSilenceNothingAreSaid) {
  EXPECT_THAT(
      afterIgnores({diagnostic("musa-a", 1)}, "x; // musa-port: ignore(musa-a, musa-b) why\n"),
      ElementsAre("1 nothing to silence: no musa-b in line 1"));
  EXPECT_THAT(afterIgnores({}, "// musa-port: ignore(musa-a) why\n"),
              ElementsAre("1 nothing to silence: no musa-a in line 2"));
  EXPECT_THAT(afterIgnores({}, "// musa-port: ignore(musa-none) why\n"),
              ElementsAre("1 no check is called 'musa-none'"));
  EXPECT_THAT(afterIgnores({}, "// musa-port: ignore(musa-not-run) why\n"), IsEmpty());
}

TEST(Ignores, NeedAReason) {
  EXPECT_THAT(afterIgnores({diagnostic("musa-a", 1)}, "x; // musa-port: ignore(musa-a)\n"),
              ElementsAre("1 musa-a", "1 a comment without a reason silences nothing"));
}

TEST(SayOnce, KeepsTheFirstOfAKey) {
  std::vector<Diagnostic> all = {diagnostic("musa-a", 1), diagnostic("musa-a", 2),
                                 diagnostic("musa-b", 3), diagnostic("musa-b", 4)};
  all[0].once = all[1].once = "key";
  sayOnce(all);
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].place.line, 1U);
}

bool takes(const std::string &filter, llvm::StringRef file, uint32_t line) {
  llvm::Expected<LineFilter> parsed = LineFilter::parse(filter);
  if (!parsed) {
    ADD_FAILURE() << llvm::toString(parsed.takeError());
    return false;
  }
  return parsed->takes({file.str(), line, 1});
}

TEST(LineFilter, TakesFilesByTheirEndAndLines) {
  const char *filter = R"([{"name":"a.cu","lines":[[1,3],[7,7]]},{"name":"b.cuh"}])";
  EXPECT_TRUE(takes(filter, "src/a.cu", 1));
  EXPECT_TRUE(takes(filter, "src/a.cu", 3));
  EXPECT_TRUE(takes(filter, "src/a.cu", 7));
  EXPECT_TRUE(takes(filter, "src/a.cu", 0));
  EXPECT_FALSE(takes(filter, "src/a.cu", 4));
  EXPECT_TRUE(takes(filter, "b.cuh", 100));
  EXPECT_FALSE(takes(filter, "c.cu", 1));
  EXPECT_FALSE(takes("[]", "a.cu", 1));
  // What is shown is relative to the folder that the tool runs in.
  const std::string folder = std::filesystem::current_path().filename().string();
  EXPECT_TRUE(takes(R"([{"name":")" + folder + R"(/a.cu"}])", "./a.cu", 1));
}

TEST(LineFilter, SaysWhatIsWrong) {
  for (const char *wrong :
       {"{", "{}", "[1]", R"([{"name":""}])", R"([{"name":"a","lines":[]}])",
        R"([{"name":"a","lines":[[3,1]]}])", R"([{"name":"a","lines":[[0,1]]}])",
        R"([{"name":"a","lines":[[1]]}])"}) {
    llvm::Expected<LineFilter> parsed = LineFilter::parse(wrong);
    EXPECT_FALSE(parsed) << wrong;
    EXPECT_THAT(llvm::toString(parsed.takeError()), HasSubstr("--line-filter"));
  }
}

TEST(Baseline, KnowsAFindingWhereverItMoved) {
  Baseline written("/src/ci");
  written.add(diagnostic("musa-a", 1));
  written.add(diagnostic("musa-a", 5));
  written.add(diagnostic("musa-b", 1, "other"));
  const std::string text = written.toJson();
  EXPECT_EQ(text, R"({
  "format": "musa-port-baseline-1",
  "findings": [
    {"file":"../a.cu","id":"musa-a","message":"text","line":"line","count":2},
    {"file":"../a.cu","id":"musa-b","message":"other","line":"line","count":1}
  ]
}
)");
  Baseline known("/src/ci");
  std::vector<Diagnostic> faults;
  ASSERT_TRUE(known.read("b.json", text, faults));
  EXPECT_TRUE(known.take(diagnostic("musa-a", 20)));
  EXPECT_TRUE(known.take(diagnostic("musa-a", 30)));
  EXPECT_FALSE(known.take(diagnostic("musa-a", 40))); // one more than there were
  EXPECT_FALSE(known.take(diagnostic("musa-b", 1)));  // another message
  EXPECT_EQ(known.left([](llvm::StringRef, llvm::StringRef file) { return file == "/src/a.cu"; }),
            1U);
  EXPECT_EQ(known.left([](llvm::StringRef id, llvm::StringRef) { return id == "musa-a"; }), 0U);
}

TEST(Baseline, SaysWhatIsWrong) {
  for (
      const char *wrong :
      {"{", "[]", R"({"format": "other", "findings": []})", R"({"format": "musa-port-baseline-1"})",
       R"({"format": "musa-port-baseline-1", "findings": [{"file": "a"}]})",
       R"({"format": "musa-port-baseline-1", "findings": [{"file": "a", "id": "b", "message": "", "line": "", "count": 0}]})"}) {
    Baseline baseline("/");
    std::vector<Diagnostic> faults;
    EXPECT_FALSE(baseline.read("b.json", wrong, faults)) << wrong;
    ASSERT_EQ(faults.size(), 1U);
    EXPECT_EQ(faults[0].id, "musa-baseline");
    EXPECT_EQ(faults[0].place.file, "b.json");
  }
}

class FixesYaml : public testing::Test {
protected:
  FixesYaml() { folder.write("a.cu", "one\ntwo\n"); }

  Diagnostic finding(std::vector<Fix> fixes) const {
    Diagnostic made = diagnostic("musa-a", 2);
    made.place = {folder.path("a.cu"), 2, 2};
    made.notes = {"a note"};
    made.fixes = std::move(fixes);
    return made;
  }
  Fix fix(uint32_t offset, uint32_t length, std::string text) const {
    return {folder.path("a.cu"), offset, length, std::move(text)};
  }

  TemporaryFolder folder;
};

TEST_F(FixesYaml, HasWhatClangTidysHas) {
  llvm::Expected<std::string> yaml = toFixesYaml(finding({fix(4, 3, "TWO"), fix(0, 0, "zero\n")}));
  ASSERT_TRUE(bool(yaml));
  clang::tooling::TranslationUnitDiagnostics read;
  llvm::yaml::Input input(*yaml);
  input >> read;
  ASSERT_FALSE(input.error());
  ASSERT_EQ(read.Diagnostics.size(), 1U);
  const clang::tooling::Diagnostic &found = read.Diagnostics[0];
  EXPECT_EQ(found.DiagnosticName, "musa-a");
  EXPECT_EQ(found.DiagLevel, clang::tooling::Diagnostic::Warning);
  EXPECT_EQ(found.Message.FilePath, folder.path("a.cu"));
  EXPECT_EQ(found.Message.FileOffset, 5U);
  ASSERT_EQ(found.Notes.size(), 1U);
  EXPECT_EQ(found.Notes[0].Message, "a note");
  EXPECT_EQ(found.Message.Fix.lookup(folder.path("a.cu")).size(), 2U);
}

TEST_F(FixesYaml, IsAppliedByClangsProgram) {
  const llvm::ErrorOr<std::string> program =
      llvm::sys::findProgramByName("clang-apply-replacements", {"/usr/lib/llvm-19/bin"});
  if (!program)
    GTEST_SKIP() << "there is no clang-apply-replacements";
  llvm::Expected<std::string> yaml = toFixesYaml(finding({fix(4, 3, "TWO"), fix(0, 0, "zero\n")}));
  ASSERT_TRUE(bool(yaml));
  folder.write("fixes/a.yaml", *yaml);
  EXPECT_EQ(llvm::sys::ExecuteAndWait(*program, {*program, folder.path("fixes")}), 0);
  EXPECT_EQ(folder.read("a.cu"), "zero\none\nTWO\n");
}

TEST_F(FixesYaml, RefusesFixesThatMeet) {
  llvm::Expected<std::string> yaml = toFixesYaml(finding({fix(4, 3, "TWO"), fix(5, 1, "x")}));
  EXPECT_FALSE(yaml);
  llvm::consumeError(yaml.takeError());
}

} // namespace
} // namespace musaport
