//===- port_python_test.cpp ------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "scripts/python/port.h"

#include "scripts/python/rules.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <nlohmann/json.hpp>

#include <map>

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::UnorderedElementsAre;

namespace musaport {
namespace {

using Json = nlohmann::json;

RuleSet::Options optionsFor(llvm::StringRef architecture) {
  RuleSet::Options options;
  options.architecture = *findArchitecture(architecture);
  return options;
}

RuleFile ruleFile(llvm::StringRef path, llvm::StringRef text) {
  RuleFile file;
  std::vector<Diagnostic> faults;
  EXPECT_TRUE(parseRuleFile(path, text, file, faults));
  return file;
}

TEST(PythonRequest, NamesFilesAndWhoAnswers) {
  std::vector<RuleFile> files;
  for (const char *path : {"a.json", "dir/b.json"})
    files.push_back(ruleFile(path, R"({"A": "B"})"));
  RuleSet::Options options = optionsFor("mp_22");
  options.defaults = false;
  const RuleSet rules(options, std::move(files));
  const PythonRequest request = makePythonRequest({{"a \"b\".py", false}, {"c.py", true}}, rules);
  const Json json = Json::parse(request.text);
  EXPECT_EQ(json["files"], Json::parse(R"([{"path": "a \"b\".py", "launched": false},
                                           {"path": "c.py", "launched": true}])"));
  Json command = json["musa_port"];
  command.erase(0); // this program
  EXPECT_EQ(command,
            Json({"--arch", "mp_22", "--no-default-rules", "-r", "a.json", "-r", "dir/b.json"}));
  EXPECT_EQ(
      Json::parse(makePythonRequest({}, RuleSet(optionsFor("mp_31"), {})).text)["musa_port"].size(),
      3u);
}

Json described(const RuleSet &rules) { return describePythonRules(rules)["rules"]; }

TEST(PythonRules, ThoseForFlagsAreNumberedAlone) {
  const RuleSet rules(optionsFor("mp_22"), {});
  const std::vector<const Rule *> all = pythonRules(rules);
  const Json json = described(rules);
  ASSERT_LT(json.size(), all.size());
  for (size_t i = 0; i < all.size(); ++i) {
    const Rule &rule = *all[i];
    ASSERT_EQ(rule.kind == RuleKind::Flag, i >= json.size());
    if (rule.kind == RuleKind::Flag)
      continue;
    EXPECT_EQ(json[i]["from"], rule.from.str());
    const std::map<RuleKind, std::string> kinds{{RuleKind::Environment, "environment"},
                                                {RuleKind::Program, "program"},
                                                {RuleKind::Library, "library"},
                                                {RuleKind::Folder, "folder"},
                                                {RuleKind::PythonMember, "member"}};
    EXPECT_EQ(json[i]["kind"], kinds.at(rule.kind));
    EXPECT_EQ(json[i]["to"].is_null(), !rule.edits()) << rule.from.str();
  }
}

TEST(PythonRules, AreOfEveryKind) {
  std::vector<std::string> found;
  for (const Json &rule : described(RuleSet(optionsFor("mp_31"), {})))
    if (rule["from"] == "CUDA_HOME" || rule["from"] == "nvcc" || rule["from"] == "cudart" ||
        rule["from"] == "lib64")
      found.push_back(rule["kind"].get<std::string>() + " " + rule["to"].get<std::string>());
  EXPECT_THAT(found, UnorderedElementsAre("environment MUSA_HOME", "program mcc", "library musart",
                                          "folder lib"));
}

TEST(PythonRules, HaveTheUsersMembersOfModules) {
  std::vector<RuleFile> files;
  files.push_back(ruleFile("rules.json", R"({"format": "musa-port-rules-1", "library": "x",
      "python": {"members": {"supported": {"a.is_cuda_there": "is_musa_there"}}}})"));
  const Json json = described(RuleSet(optionsFor("mp_31"), std::move(files)));
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json.back()["from"], "a.is_cuda_there");
  EXPECT_EQ(json.back()["kind"], "member");
  EXPECT_EQ(json.back()["to"], "is_musa_there");
}

TEST(PythonRules, AreThoseThatDecide) {
  std::vector<RuleFile> files;
  files.push_back(ruleFile("rules.json", R"({"format": "musa-port-rules-1", "library": "x",
      "build": {"environment": {"supported": {"CUDA_HOME": "X_HOME"}}}})"));
  const RuleSet rules(optionsFor("mp_31"), std::move(files));
  std::vector<std::string> found;
  for (const Rule *rule : pythonRules(rules))
    if (rule->from == "CUDA_HOME")
      found.push_back(rule->to.str());
  EXPECT_EQ(found, (std::vector<std::string>{"X_HOME"}));
}

std::string faultOf(llvm::StringRef text, size_t files = 1) {
  llvm::Expected<std::vector<PythonAnswer>> answers = parsePythonAnswers(text, files, 3);
  return answers ? "" : llvm::toString(answers.takeError());
}

/// One file's answer, with members replaced.
std::string answer(llvm::StringRef member, llvm::StringRef value) {
  Json file = Json::parse(R"({"path": "x", "edits": [], "decisions": [], "diagnostics": []})");
  file[member.str()] = Json::parse(value.str());
  return Json{{"files", {file}}}.dump();
}

TEST(PythonAnswers, AreRead) {
  llvm::Expected<std::vector<PythonAnswer>> answers = parsePythonAnswers(R"({"files": [
      {"path": "x", "edits": [{"start": 2, "end": 6, "text": "musa"}, {"start": 6, "end": 6, "text": ""}],
       "decisions": [{"start": 2, "end": 6, "name": "cuda", "to": "musa", "by": "python"},
                     {"start": 2, "end": 6, "name": "cuda", "to": null, "by": 2},
                     {"start": 7, "end": 9, "name": "a.cu", "to": "a.mu", "by": "file"},
                     {"start": 7, "end": 9, "name": "A", "to": "A", "by": "macro"},
                     {"start": 7, "end": 9, "name": "_a.cu", "to": "_a.mu", "by": "file end"}],
       "diagnostics": [{"line": 3, "column": 4, "length": 5, "severity": "error", "message": "m", "note": "n"},
                       {"line": 4, "column": 1, "length": 1, "severity": "warning", "message": "", "note": ""},
                       {"line": 5, "column": 1, "length": 1, "severity": "remark", "message": "", "note": ""}]},
      {"path": "y", "edits": [], "decisions": [], "diagnostics": []}]})",
                                                                         2, 3);
  ASSERT_TRUE(bool(answers)) << llvm::toString(answers.takeError());
  const PythonAnswer &first = (*answers)[0];
  ASSERT_THAT(first.edits, SizeIs(2));
  EXPECT_EQ(first.edits[0].offset, 2u);
  EXPECT_EQ(first.edits[0].length, 4u);
  EXPECT_EQ(first.edits[0].text, "musa");
  using By = PythonAnswer::Decision::By;
  ASSERT_THAT(first.decisions, SizeIs(5));
  EXPECT_EQ(first.decisions[0].by, By::Python);
  EXPECT_EQ(first.decisions[0].to, "musa");
  EXPECT_EQ(first.decisions[1].by, By::Rule);
  EXPECT_EQ(first.decisions[1].rule, 2u);
  EXPECT_EQ(first.decisions[1].to, std::nullopt);
  EXPECT_EQ(first.decisions[4].by, By::FileEnd);
  EXPECT_EQ(first.decisions[2].by, By::File);
  EXPECT_EQ(first.decisions[3].by, By::Macro);
  ASSERT_THAT(first.remarks, SizeIs(3));
  EXPECT_EQ(first.remarks[1].severity, Severity::Warning);
  EXPECT_EQ(first.remarks[2].severity, Severity::Remark);
  EXPECT_EQ(first.remarks[0].severity, Severity::Error);
  EXPECT_EQ(first.remarks[0].note, "n");
  EXPECT_THAT((*answers)[1].edits, IsEmpty());
}

TEST(PythonAnswers, FaultsAreNamed) {
  EXPECT_THAT(faultOf(""), HasSubstr("not JSON"));
  EXPECT_THAT(faultOf("[]"), HasSubstr("no list 'files'"));
  EXPECT_THAT(faultOf(R"({"files": [1]})"), HasSubstr("no list 'edits'"));
  EXPECT_THAT(faultOf(answer("edits", "[]"), 2), HasSubstr("the wrong number of files"));
  EXPECT_THAT(faultOf(answer("edits", "[{}]")), HasSubstr("no number 'start'"));
  EXPECT_THAT(faultOf(answer("edits", R"([{"start": 5, "end": 4, "text": ""}])")),
              HasSubstr("an end before its start"));
  EXPECT_THAT(faultOf(answer("edits", R"([{"start": -1, "end": 4, "text": ""}])")),
              HasSubstr("no number 'start'"));
  EXPECT_THAT(faultOf(answer("edits", R"([{"start": 1.5, "end": 1e30, "text": ""}])")),
              HasSubstr("no number 'start'"));
  EXPECT_THAT(faultOf(answer("edits", R"([{"start": 0, "end": 4, "text": ""},
                                          {"start": 3, "end": 5, "text": ""}])")),
              HasSubstr("edits that overlap"));
  EXPECT_THAT(faultOf(answer("edits", R"([{"start": 1, "end": 4}])")), HasSubstr("no text 'text'"));
  const std::string decision = R"([{"start": 0, "end": 1, "name": "x", "to": "y", "by": )";
  EXPECT_THAT(faultOf(answer("decisions", decision + "3}]")),
              HasSubstr("the number of a rule that does not exist"));
  EXPECT_THAT(faultOf(answer("decisions", decision + "\"me\"}]")),
              HasSubstr("a decision with an unknown 'by'"));
  EXPECT_EQ(faultOf(answer("decisions", decision + "2}]")), "");
  EXPECT_THAT(faultOf(answer("diagnostics", "[{}]")), HasSubstr("no number 'line'"));
}

} // namespace
} // namespace musaport
