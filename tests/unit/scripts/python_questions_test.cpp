//===- python_questions_test.cpp -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "scripts/python/questions.h"

#include "scripts/python/rules.h"
#include "scripts/script.h"
#include "source/script_names.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <nlohmann/json.hpp>

namespace musaport {
namespace {

using Json = nlohmann::ordered_json;

class Questions : public testing::Test {
protected:
  Json ask(const Json &question) {
    llvm::Expected<std::string> answer = questions.answer(question.dump());
    if (!answer) {
      ADD_FAILURE() << llvm::toString(answer.takeError());
      return {};
    }
    return Json::parse(*answer);
  }

  /// Words that may all go, and make room for others.
  Json port(const std::vector<std::string> &words, bool device = true) {
    Json question = {
        {"ask", "words"}, {"flags", true}, {"device", device}, {"words", Json::array()}};
    for (const std::string &word : words)
      question["words"].push_back(word.empty()
                                      ? Json(nullptr)
                                      : Json{{"text", word}, {"may_go", true}, {"separator", "|"}});
    return ask(question);
  }

  const RuleSet rules{{true, *findArchitecture("mp_31")}, {}};
  PythonQuestions questions{rules, [](llvm::StringRef) { return FileResult(); }};
};

Json edit(size_t word, size_t start, size_t end, const char *text) {
  return {{"word", word}, {"start", start}, {"last", word}, {"end", end}, {"text", text}};
}

TEST_F(Questions, FlagsGoAndOthersStay) {
  const Json answer = port({"-O2", "-Xptxas", "-v", "-G"});
  EXPECT_EQ(answer["edits"], Json::array());
  EXPECT_EQ(answer["dropped"], Json({1, 2, 3}));
  EXPECT_EQ(port({"-G"}, /*device=*/false)["dropped"], Json::array());
}

TEST(SourceQuestion, TheSourcesPortAnswers) {
  const RuleSet rules({true, *findArchitecture("mp_31")}, {});
  std::string asked;
  PythonQuestions questions(rules, [&](llvm::StringRef text) {
    asked = text.str();
    FileResult port;
    port.edits.push_back({3, 4, "musa"});
    Diagnostic &diagnostic = port.diagnostics.emplace_back();
    diagnostic.id = "musa-x";
    diagnostic.severity = Severity::Error;
    diagnostic.place = {"", 2, 5};
    diagnostic.length = 7;
    diagnostic.message = "no";
    diagnostic.notes = {"do", "more"};
    return port;
  });
  const Json answer = Json::parse(
      llvm::cantFail(questions.answer(Json{{"ask", "source"}, {"text", "é\n__global__"}}.dump())));
  EXPECT_EQ(asked, "é\n__global__");
  EXPECT_EQ(answer["edits"], Json::array({{{"start", 3}, {"end", 7}, {"text", "musa"}}}));
  EXPECT_EQ(answer["remarks"], Json::array({{{"line", 2},
                                             {"column", 5},
                                             {"length", 7},
                                             {"id", "musa-x"},
                                             {"severity", "error"},
                                             {"message", "no"},
                                             {"note", "do"}}}));
}

TEST_F(Questions, AnArgumentIsSeveralWords) {
  const Json answer = port({"-Xcompiler", "-fPIC,-lineinfo,-L/usr/local/cuda"});
  EXPECT_EQ(answer["edits"], Json({edit(1, 5, 16, "|"), edit(1, 18, 33, "/usr/local/musa")}));
  EXPECT_EQ(answer["dropped"], Json::array({0}));
  EXPECT_EQ(port({"-x", "cu"})["edits"], Json::array({edit(0, 0, 2, "-x|musa")}));
}

TEST_F(Questions, WhatIsDecidedNamesItsRule) {
  const Json answer = port({"-lcudart"});
  ASSERT_EQ(answer["decisions"].size(), 1u);
  const Json &decision = answer["decisions"][0];
  EXPECT_EQ(decision["name"], "cudart");
  EXPECT_EQ(decision["to"], "musart");
  EXPECT_EQ(pythonRules(rules).at(decision["by"].get<size_t>())->from, "cudart");
}

TEST_F(Questions, OfTwoArchitecturesOneIsEnough) {
  const Json answer = port({"-arch=sm_70", "--offload-arch=mp_31"});
  EXPECT_EQ(answer["dropped"], Json::array({0}));
}

TEST_F(Questions, AWordThatMayNotGoIsSaid) {
  const Json answer = ask(Json::parse(
      R"({"ask": "words", "flags": true, "words": [{"text": "-lineinfo"}, {"text": "-x"}, {"text": "cu", "may_go": true}]})"));
  EXPECT_EQ(answer["edits"], Json::array());
  EXPECT_EQ(answer["dropped"], Json::array());
  ASSERT_EQ(answer["remarks"].size(), 2u);
  EXPECT_EQ(answer["remarks"][0]["message"],
            "'-lineinfo' is an nvcc flag, and this argument may be needed here");
  EXPECT_EQ(answer["remarks"][1]["note"], "for mcc it is '-x musa'");
}

TEST_F(Questions, ComposedFlags) {
  const Json answer = ask(Json::parse(
      R"({"ask": "words", "flags": true, "words": [{"text": "-arch=sm_", "composed": true}]})"));
  EXPECT_EQ(answer["remarks"][0]["message"],
            "'-arch=sm_' is an nvcc flag, and it is put together from parts");
}

TEST_F(Questions, SearchedFlags) {
  const Json answer = ask(Json::parse(
      R"({"ask": "words", "flags": true, "words": [{"text": "-gencode", "searched": true}, {"text": "-O", "searched": true}]})"));
  ASSERT_EQ(answer["remarks"].size(), 1u);
  EXPECT_EQ(answer["remarks"][0]["message"],
            "'-gencode' is an nvcc flag, and it is searched for among flags that are ported");
}

TEST_F(Questions, WhatIsNoCommandLineHasNoFlags) {
  const Json answer = ask(Json::parse(
      R"({"ask": "words", "words": [{"text": "-lineinfo"}, {"text": "-DWITH_CUDA"}, {"text": "/opt/cuda/bin/nvcc"},
          {"text": "nvcc"}, {"text": "nvcc", "called": true}, {"text": "lib64", "behind_toolkit": true}]})"));
  EXPECT_EQ(answer["macros"], Json::array());
  EXPECT_EQ(answer["edits"], Json({edit(2, 0, 9, "/usr/local/musa"), edit(2, 14, 18, "mcc"),
                                   edit(4, 0, 4, "mcc"), edit(5, 0, 5, "lib")}));
}

TEST_F(Questions, MacrosAreNamed) {
  EXPECT_EQ(port({"-DWITH_CUDA=1"})["macros"],
            Json::parse(R"([{"word": 0, "start": 2, "last": 0, "end": 11}])"));
  EXPECT_EQ(ask({{"ask", "macro"}, {"name", "WITH_CUDA"}}),
            Json::parse(R"({"known": true, "to": "WITH_MUSA"})"));
  EXPECT_EQ(ask({{"ask", "macro"}, {"name", "MINE"}}),
            Json::parse(R"({"known": false, "to": null})"));
}

TEST_F(Questions, Folders) {
  EXPECT_EQ(ask({{"ask", "folder"}, {"path", "/usr/local/cuda-11.8"}})["toolkit"], true);
  EXPECT_EQ(ask({{"ask", "folder"}, {"path", "/usr"}})["toolkit"], false);
}

TEST_F(Questions, FilesOfPython) {
  const Json files = ask({{"ask", "rules"}})["files"];
  ASSERT_FALSE(files.empty());
  for (const Json &name : files)
    EXPECT_EQ(scriptTypeOf(name.get<std::string>()), ScriptType::Python) << name;
}

TEST_F(Questions, Remarks) {
  const Json decisions = port({"-rdc=true", "-std=c++14", "-lcudart"})["decisions"];
  const Json remarks = ask({{"ask", "remarks"}, {"decisions", decisions}})["remarks"];
  ASSERT_EQ(remarks.size(), 3u);
  EXPECT_EQ(remarks[0]["severity"], "error");
  EXPECT_EQ(remarks[0]["message"], "'-rdc=true' has no counterpart in MUSA");
  EXPECT_EQ(remarks[1]["message"], "'-std=c++14' becomes '-std=c++17', which differs");
  EXPECT_TRUE(remarks[2].is_null());
}

TEST(QuestionsAboutMacros, NothingIsSaidOfOneThatDiffers) {
  std::vector<RuleFile> files(1);
  std::vector<Diagnostic> faults;
  ASSERT_TRUE(parseRuleFile("rules.json", R"({"format": "musa-port-rules-1", "library": "x",
      "identifiers": {"differs": {"HAS_CU": {"to": "HAS_MU", "note": "scripts define it"}}}})",
                            files[0], faults));
  const RuleSet rules({true, *findArchitecture("mp_31")}, std::move(files));
  const std::optional<Rule> rule = findMacro("HAS_CU", rules);
  ASSERT_TRUE(rule.has_value());
  EXPECT_EQ(rule->to, "HAS_MU");
  EXPECT_EQ(rule->status, Status::Supported);
  PythonQuestions questions(rules, [](llvm::StringRef) { return FileResult(); });
  EXPECT_EQ(
      llvm::cantFail(questions.answer(
          R"({"ask": "remarks", "decisions": [{"name": "HAS_CU", "to": "HAS_MU", "by": "macro"}]})")),
      R"({"remarks":[null]})");
}

TEST_F(Questions, OthersAreErrors) {
  for (const char *question : {"x", "{}", R"({"ask": "time"})", R"({"ask": "words"})",
                               R"({"ask": "words", "words": [1]})"}) {
    llvm::Expected<std::string> answer = questions.answer(question);
    EXPECT_FALSE(bool(answer)) << question;
    llvm::consumeError(answer.takeError());
  }
}

} // namespace
} // namespace musaport
