//===- port_python_test.cpp ------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "scripts/port_python.h"

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

TEST(PythonRequest, NamesFilesAndRules) {
  const RuleSet rules(optionsFor("mp_22"), {});
  const PythonRequest request = makePythonRequest({{"a \"b\".py", false}, {"c.py", true}}, rules);
  const Json json = Json::parse(request.text);
  EXPECT_EQ(json["architecture"], "mp_22");
  EXPECT_EQ(json["files"], Json::parse(R"([{"path": "a \"b\".py", "launched": false},
                                           {"path": "c.py", "launched": true}])"));
  ASSERT_EQ(json["rules"].size(), request.rules.size());
  for (size_t i = 0; i < request.rules.size(); ++i) {
    const Rule &rule = *request.rules[i];
    EXPECT_EQ(json["rules"][i]["from"], rule.from.str());
    const std::map<RuleKind, std::string> kinds{
        {RuleKind::Flag, "flag"},       {RuleKind::Environment, "environment"},
        {RuleKind::Program, "program"}, {RuleKind::Library, "library"},
        {RuleKind::Folder, "folder"},   {RuleKind::PythonMember, "member"}};
    EXPECT_EQ(json["rules"][i]["kind"], kinds.at(rule.kind));
    EXPECT_EQ(json["rules"][i]["to"].is_null(), !rule.edits()) << rule.from.str();
  }
}

TEST(PythonRequest, HasEveryKindOfRuleForBuildScripts) {
  const RuleSet rules(optionsFor("mp_31"), {});
  const Json json = Json::parse(makePythonRequest({}, rules).text);
  std::vector<std::string> found;
  for (const Json &rule : json["rules"])
    if (rule["from"] == "CUDA_HOME" || rule["from"] == "nvcc" || rule["from"] == "cudart" ||
        rule["from"] == "lib64")
      found.push_back(rule["kind"].get<std::string>() + " " + rule["to"].get<std::string>());
  EXPECT_THAT(found, UnorderedElementsAre("environment MUSA_HOME", "program mcc", "library musart",
                                          "folder lib"));
}

TEST(PythonRequest, HasTheUsersMembersOfModules) {
  std::vector<RuleFile> files;
  std::vector<Diagnostic> faults;
  ASSERT_TRUE(parseRuleFile("rules.json", R"({"format": "musa-port-rules-1", "library": "x",
      "python": {"members": {"supported": {"a.is_cuda_there": "is_musa_there"}}}})",
                            files.emplace_back(), faults));
  const RuleSet rules(optionsFor("mp_31"), std::move(files));
  const PythonRequest request = makePythonRequest({}, rules);
  ASSERT_FALSE(request.rules.empty());
  EXPECT_EQ(request.rules.back()->from, "a.is_cuda_there");
  const Json json = Json::parse(request.text);
  EXPECT_EQ(json["rules"].back()["kind"], "member");
  EXPECT_EQ(json["rules"].back()["to"], "is_musa_there");
}

TEST(PythonRequest, HasTheUsersRulesFirst) {
  std::vector<RuleFile> files;
  std::vector<Diagnostic> faults;
  ASSERT_TRUE(parseRuleFile("rules.json", R"({"format": "musa-port-rules-1", "library": "x",
      "build": {"environment": {"supported": {"CUDA_HOME": "X_HOME"}}}})",
                            files.emplace_back(), faults));
  const RuleSet rules(optionsFor("mp_31"), std::move(files));
  std::vector<std::string> found;
  for (const Rule *rule : makePythonRequest({}, rules).rules)
    if (rule->from == "CUDA_HOME")
      found.push_back(rule->to.str());
  EXPECT_EQ(found, (std::vector<std::string>{"X_HOME", "MUSA_HOME"}));
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
                     {"start": 7, "end": 9, "name": "A", "to": "A", "by": "macro"}],
       "diagnostics": [{"line": 3, "column": 4, "length": 5, "severity": "error", "message": "m", "note": "n"}]},
      {"path": "y", "edits": [], "decisions": [], "diagnostics": []}]})",
                                                                         2, 3);
  ASSERT_TRUE(bool(answers)) << llvm::toString(answers.takeError());
  const PythonAnswer &first = (*answers)[0];
  ASSERT_THAT(first.edits, SizeIs(2));
  EXPECT_EQ(first.edits[0].offset, 2u);
  EXPECT_EQ(first.edits[0].length, 4u);
  EXPECT_EQ(first.edits[0].text, "musa");
  using By = PythonAnswer::Decision::By;
  ASSERT_THAT(first.decisions, SizeIs(4));
  EXPECT_EQ(first.decisions[0].by, By::Python);
  EXPECT_EQ(first.decisions[0].to, "musa");
  EXPECT_EQ(first.decisions[1].by, By::Rule);
  EXPECT_EQ(first.decisions[1].rule, 2u);
  EXPECT_EQ(first.decisions[1].to, std::nullopt);
  EXPECT_EQ(first.decisions[2].by, By::File);
  EXPECT_EQ(first.decisions[3].by, By::Macro);
  ASSERT_THAT(first.remarks, SizeIs(1));
  EXPECT_EQ(first.remarks[0].severity, Severity::Error);
  EXPECT_EQ(first.remarks[0].note, "n");
  EXPECT_THAT((*answers)[1].edits, IsEmpty());
}

TEST(PythonAnswers, FaultsAreNamed) {
  EXPECT_THAT(faultOf(""), HasSubstr("no JSON"));
  EXPECT_THAT(faultOf("[]"), HasSubstr("no list 'files'"));
  EXPECT_THAT(faultOf(R"({"files": [1]})"), HasSubstr("no list 'edits'"));
  EXPECT_THAT(faultOf(answer("edits", "[]"), 2), HasSubstr("another number of files"));
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
              HasSubstr("a rule that there is not"));
  EXPECT_THAT(faultOf(answer("decisions", decision + "\"me\"}]")),
              HasSubstr("a decision by something unknown"));
  EXPECT_EQ(faultOf(answer("decisions", decision + "2}]")), "");
  EXPECT_THAT(faultOf(answer("diagnostics", "[{}]")), HasSubstr("no number 'line'"));
}

} // namespace
} // namespace musaport
