//===- scripts/python/questions.cpp - answers questions about words -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "scripts/python/questions.h"

#include "edits/name_remark.h"
#include "rules/build_names.h"
#include "scripts/python/rules.h"
#include "scripts/python/words.h"

#include "llvm/ADT/DenseMap.h"

#include <nlohmann/json.hpp>

using llvm::StringRef;

namespace musaport {
namespace {

using Json = nlohmann::ordered_json;

PythonWords readWords(const Json &question) {
  PythonWords words;
  words.haveFlags = question.value("flags", false);
  words.of = question.value("others", false) ? FlagsOf::Others
                                             : nvccsOrAny(question.value("device", false));
  for (const Json &each : question.at("words")) {
    PythonWord &word = words.words.emplace_back();
    word.isKnown = !each.is_null();
    if (!word.isKnown)
      continue;
    word.text = each.at("text").get<std::string>();
    word.mayGo = each.value("may_go", false);
    word.isCalled = each.value("called", false);
    word.isBehindToolkit = each.value("behind_toolkit", false);
    word.isComposed = each.value("composed", false);
    word.isSearched = each.value("searched", false);
    if (each.contains("separator") && each["separator"].is_string())
      word.separator = each["separator"].get<std::string>();
  }
  return words;
}

Json placed(const PythonWordsPort::Range &range) {
  return {
      {"word", range.word}, {"start", range.begin}, {"last", range.lastWord}, {"end", range.end}};
}

} // namespace

struct PythonQuestions::State {
  State(const RuleSet &rules, SourcePort portSource)
      : rules(rules), portSource(std::move(portSource)), all(pythonRules(rules)),
        includes(tree, {}), context{rules, tree, includes, declared, scripts} {
    for (size_t i = 0; i < all.size(); ++i)
      numbers[all[i]] = i;
  }

  Json answer(const Json &question);
  Json answerWords(const Json &question);
  Json answerMacro(StringRef name);
  Json answerFolder(StringRef path);
  Json answerSource(StringRef text);
  Json answerRemarks(const Json &decisions);
  Json remarkOn(const Json &decision);

  const RuleSet &rules;
  const SourcePort portSource;
  std::vector<const Rule *> all;
  llvm::DenseMap<const Rule *, size_t> numbers;
  // An empty tree: the port of a tree decides the new names of files and macros.
  Tree tree;
  IncludeResolver includes;
  llvm::StringSet<> declared;
  ScriptDeclarations scripts;
  ScriptContext context;
};

Json PythonQuestions::State::answerWords(const Json &question) {
  const PythonWordsPort port = portPythonWords(readWords(question), context);
  Json answer = {{"edits", Json::array()},   {"decisions", Json::array()},
                 {"remarks", Json::array()}, {"macros", Json::array()},
                 {"dropped", port.dropped},  {"done", port.done}};
  for (const PythonWordsPort::Edited &edit : port.edits) {
    Json json = placed(edit.range);
    json["text"] = edit.text;
    answer["edits"].push_back(std::move(json));
  }
  for (const PythonWordsPort::Decided &decided : port.decisions) {
    Json json = placed(decided.range);
    json["name"] = decided.name;
    json["to"] = decided.to ? Json(*decided.to) : Json(nullptr);
    json["by"] = numbers.at(decided.rule);
    answer["decisions"].push_back(std::move(json));
  }
  for (const PythonWordsPort::Remark &remark : port.remarks) {
    Json json = placed(remark.range);
    json["severity"] = remark.severity == Severity::Error ? "error" : "warning";
    json["message"] = remark.message;
    json["note"] = remark.note;
    answer["remarks"].push_back(std::move(json));
  }
  for (const PythonWordsPort::Range &range : port.macros)
    answer["macros"].push_back(placed(range));
  return answer;
}

Json PythonQuestions::State::answerMacro(StringRef name) {
  const std::optional<Rule> rule = findMacro(name, rules);
  return {{"known", rule.has_value()},
          {"to", rule && rule->edits() ? Json(rule->to.str()) : Json(nullptr)}};
}

Json PythonQuestions::State::answerFolder(StringRef path) {
  llvm::SmallVector<const Rule *, 2> found;
  return {{"toolkit", findToolkitFolder(rules, path, found) != nullptr}};
}

Json PythonQuestions::State::answerSource(StringRef text) {
  const FileResult port = portSource(text);
  Json answer = {{"edits", Json::array()}, {"remarks", Json::array()}};
  for (const Edit &edit : port.edits)
    answer["edits"].push_back(
        {{"start", edit.offset}, {"end", edit.offset + edit.length}, {"text", edit.text}});
  for (const Diagnostic &diagnostic : port.diagnostics)
    answer["remarks"].push_back(
        {{"line", diagnostic.place.line},
         {"column", diagnostic.place.column},
         {"length", diagnostic.length},
         {"id", diagnostic.id.str()},
         {"severity", diagnostic.severity == Severity::Error     ? "error"
                      : diagnostic.severity == Severity::Warning ? "warning"
                                                                 : "remark"},
         {"message", diagnostic.message},
         {"note", diagnostic.notes.empty() ? "" : diagnostic.notes.front()}});
  return answer;
}

/// The remark on a name, or null.
Json PythonQuestions::State::remarkOn(const Json &decision) {
  const std::string name = decision.at("name").get<std::string>();
  const Json &by = decision.at("by"), &to = decision.at("to");
  const std::optional<Rule> rule =
      by.is_number() ? *all.at(by.get<size_t>()) : findMacro(name, rules);
  if (!rule)
    return nullptr;
  const std::optional<NameRemark> remark =
      remarkOnName(*rule, name, to.is_string() ? to.get<std::string>() : "", rules.direction());
  if (!remark)
    return nullptr;
  return {{"severity", remark->severity == Severity::Error ? "error" : "warning"},
          {"message", remark->message},
          {"note", rule->note.str()}};
}

Json PythonQuestions::State::answerRemarks(const Json &decisions) {
  Json remarks = Json::array();
  for (const Json &decision : decisions)
    remarks.push_back(remarkOn(decision));
  return {{"remarks", std::move(remarks)}};
}

Json PythonQuestions::State::answer(const Json &question) {
  const std::string asked = question.at("ask").get<std::string>();
  if (asked == "words")
    return answerWords(question);
  if (asked == "macro")
    return answerMacro(question.at("name").get<std::string>());
  if (asked == "folder")
    return answerFolder(question.at("path").get<std::string>());
  if (asked == "source")
    return answerSource(question.at("text").get<std::string>());
  if (asked == "remarks")
    return answerRemarks(question.at("decisions"));
  if (asked == "rules")
    return describePythonRules(rules);
  throw std::invalid_argument("unknown question '" + asked + "'");
}

PythonQuestions::PythonQuestions(const RuleSet &rules, SourcePort portSource)
    : state(std::make_unique<State>(rules, std::move(portSource))) {}
PythonQuestions::~PythonQuestions() = default;

llvm::Expected<std::string> PythonQuestions::answer(StringRef question) {
  // The library reports by exception; this is where they end.
  try {
    return state->answer(Json::parse(question.begin(), question.end()))
        .dump(-1, ' ', /*ensure_ascii=*/true, Json::error_handler_t::replace);
  } catch (const std::exception &error) {
    return llvm::createStringError(error.what());
  }
}

} // namespace musaport
