//===- scripts/python/port.cpp - ports Python files -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "scripts/python/port.h"

#include "scripts/python/rules.h"
#include "scripts/script_porter.h"
#include "source/json_text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>

using llvm::StringRef;

namespace musaport {
namespace {

constexpr llvm::StringLiteral pythonId = "musa-python";
constexpr llvm::StringLiteral programName = "musa-converter";

/// How long one file may take: LibCST needs 2 to 3 s for 200 kB.
constexpr std::chrono::minutes patience{10};

/// The exit status of musa-converter without LibCST.
constexpr int withoutLibcst = 3;

/// Its path: what MUSA_CONVERTER says, the one beside this program, or that of PATH.
std::string findConverter() {
  if (const char *given = std::getenv("MUSA_CONVERTER"); given && *given)
    return given;
  const std::string self = llvm::sys::fs::getMainExecutable(nullptr, nullptr);
  llvm::SmallString<256> beside(llvm::sys::path::parent_path(self));
  llvm::sys::path::append(beside, programName);
  if (llvm::sys::fs::can_execute(beside))
    return beside.str().str();
  llvm::ErrorOr<std::string> inPath = llvm::sys::findProgramByName(programName);
  return inPath ? *inPath : "";
}

//===--- The answer ----------------------------------------------------------//

/// Reads what is as expected; `fault` says what was not.
class AnswerReader {
public:
  AnswerReader(size_t rules) : rules(rules) {}

  std::optional<std::string> fault;

  PythonAnswer read(const JsonValue &file) {
    PythonAnswer answer;
    uint64_t end = 0;
    for (const JsonValue &edit : list(file, "edits")) {
      const ByteRange range = rangeOf(edit);
      if (range.begin < end)
        fail("edits that overlap");
      end = range.end;
      answer.edits.push_back({range.begin, range.end - range.begin, text(edit, "text")});
    }
    for (const JsonValue &decision : list(file, "decisions"))
      answer.decisions.push_back(readDecision(decision));
    for (const JsonValue &remark : list(file, "diagnostics"))
      answer.remarks.push_back({number(remark, "line"), number(remark, "column"),
                                number(remark, "length"),
                                llvm::StringSwitch<Severity>(text(remark, "severity"))
                                    .Case("error", Severity::Error)
                                    .Case("remark", Severity::Remark)
                                    .Default(Severity::Warning),
                                text(remark, "message"), text(remark, "note")});
    return answer;
  }

  const std::vector<JsonValue> &list(const JsonValue &object, StringRef key) {
    static const std::vector<JsonValue> none;
    const JsonValue *value = object.find(key);
    if (value && value->isArray())
      return value->elements;
    fail("no list '" + key + "'");
    return none;
  }

private:
  void fail(const llvm::Twine &what) {
    if (!fault)
      fault = what.str();
  }

  PythonAnswer::Decision readDecision(const JsonValue &decision) {
    using By = PythonAnswer::Decision::By;
    PythonAnswer::Decision result;
    result.range = rangeOf(decision);
    result.name = text(decision, "name");
    const JsonValue *to = decision.find("to"), *by = decision.find("by");
    if (to && to->isString())
      result.to = to->string;
    if (by && by->kind == JsonValue::Kind::Number) {
      result.by = By::Rule;
      result.rule = number(decision, "by");
      if (result.rule >= rules)
        fail("the number of a rule that does not exist");
    } else if (by && by->string == "file") {
      result.by = By::File;
    } else if (by && by->string == "file end") {
      result.by = By::FileEnd;
    } else if (by && by->string == "folder") {
      result.by = By::Folder;
    } else if (by && by->string == "macro") {
      result.by = By::Macro;
    } else if (!by || by->string != "python") {
      fail("a decision with an unknown 'by'");
    }
    return result;
  }

  std::string text(const JsonValue &object, StringRef key) {
    const JsonValue *value = object.find(key);
    if (value && value->isString())
      return value->string;
    fail("no text '" + key + "'");
    return {};
  }

  uint32_t number(const JsonValue &object, StringRef key) {
    const JsonValue *value = object.find(key);
    if (value && value->kind == JsonValue::Kind::Number && value->number >= 0 &&
        value->number <= UINT32_MAX && value->number == std::floor(value->number))
      return static_cast<uint32_t>(value->number);
    fail("no number '" + key + "'");
    return 0;
  }

  ByteRange rangeOf(const JsonValue &object) {
    const ByteRange range{number(object, "start"), number(object, "end")};
    if (range.begin > range.end)
      fail("an end before its start");
    return range;
  }

  size_t rules;
};

//===--- The port of a file --------------------------------------------------//

class PythonPorter final : public ScriptPorter {
public:
  PythonPorter(size_t file, StringRef shownPath, StringRef buffer, const ScriptContext &context,
               const PythonRequest &request)
      : ScriptPorter(file, shownPath, buffer, context), request(request),
        places(shownPath, buffer) {}

  FileResult run(const PythonAnswer &answer);

  std::optional<StringRef> behindToolkit(StringRef /*path*/) override { return std::nullopt; }

private:
  bool fits(const PythonAnswer &answer) const;
  void apply(const PythonAnswer::Decision &decision);
  void say(const PythonAnswer::Remark &remark);

  const PythonRequest &request;
  TextPlaces places;
};

bool PythonPorter::fits(const PythonAnswer &answer) const {
  auto ends = [&](uint64_t end) { return end <= buffer.size(); };
  return llvm::all_of(
             answer.edits,
             [&](const Edit &edit) { return ends(uint64_t{edit.offset} + edit.length); }) &&
         llvm::all_of(answer.decisions, [&](const PythonAnswer::Decision &decision) {
           return ends(decision.range.end);
         });
}

void PythonPorter::apply(const PythonAnswer::Decision &decision) {
  using By = PythonAnswer::Decision::By;
  StringRef text = buffer.slice(decision.range.begin, decision.range.end);
  switch (decision.by) {
  case By::Rule:
    if (const Rule &rule = *request.rules[decision.rule]; decision.to)
      count(rule, decision.range, decision.name, *decision.to);
    else
      leave(rule, decision.range, decision.name);
    break;
  case By::Python:
    if (decision.to)
      recorder.count("python", decision.range, decision.name, *decision.to);
    break;
  case By::File:
    portFiles(text, text, "a MUSA source ends in .mu");
    break;
  case By::FileEnd: {
    // As if a variable had what is before it.
    FileNames names = portFileNames(file, ("}" + text).str(), context);
    for (FileNameEdit &name : names.edits) {
      --name.begin;
      --name.end;
    }
    recorder.remarkOn(names, rangeOf(text), text, "a MUSA source ends in .mu");
    applyNames(names, text);
    break;
  }
  case By::Folder:
    applyNames(portFolderNames(text, context), text);
    break;
  case By::Macro:
    portMacro(text);
    break;
  }
}

void PythonPorter::say(const PythonAnswer::Remark &remark) {
  const uint32_t lines = places.line(static_cast<uint32_t>(buffer.size()));
  StringRef line = places.lineText(std::clamp(remark.line, 1u, lines));
  const auto begin = static_cast<uint32_t>(
      line.data() - buffer.data() + std::min<size_t>(std::max(1u, remark.column) - 1, line.size()));
  Diagnostic &diagnostic =
      recorder.diagnose(pythonId, remark.severity, {begin, begin + remark.length}, remark.message);
  if (!remark.note.empty())
    diagnostic.notes.push_back(remark.note);
}

FileResult PythonPorter::run(const PythonAnswer &answer) {
  if (!fits(answer)) {
    recorder
        .diagnose(pythonId, Severity::Error, {0, 0},
                  "the file changed while it was ported: it is copied as it is")
        .notes.push_back("port the tree again");
    return recorder.finish();
  }
  for (const Edit &edit : answer.edits)
    recorder.edit({edit.offset, edit.offset + edit.length}, edit.text);
  for (const PythonAnswer::Decision &decision : answer.decisions)
    apply(decision);
  for (const PythonAnswer::Remark &remark : answer.remarks)
    say(remark);
  return recorder.finish();
}

/// This program, as musa-converter starts it to ask what becomes of words by the same rules.
std::vector<std::string> selfWith(const RuleSet &rules) {
  std::vector<std::string> command{llvm::sys::fs::getMainExecutable(nullptr, nullptr), "--arch",
                                   rules.architecture().name.str()};
  if (!rules.hasDefaults())
    command.push_back("--no-default-rules");
  for (size_t i = 0; i < rules.fileCount(); ++i)
    if (const RuleSet::FileInfo &file = rules.file(static_cast<uint16_t>(i)); !file.isDefault)
      command.insert(command.end(), {"-r", file.path.str()});
  return command;
}

} // namespace

PythonRequest makePythonRequest(llvm::ArrayRef<PythonFile> files, const RuleSet &rules) {
  using Json = nlohmann::ordered_json;
  PythonRequest request;
  request.rules = pythonRules(rules);
  Json json = {{"musa_port", selfWith(rules)}, {"files", Json::array()}};
  for (const PythonFile &file : files)
    json["files"].push_back(Json{{"path", file.path}, {"launched", file.isLaunched}});
  request.text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  return request;
}

llvm::Expected<std::vector<PythonAnswer>> parsePythonAnswers(StringRef text, size_t files,
                                                             size_t rules) {
  const TextPlaces places("", text);
  std::vector<Diagnostic> faults;
  std::optional<JsonValue> document = parseJson(places, pythonId, faults);
  if (!document)
    return llvm::createStringError("the answer is not JSON: " + faults.front().message);
  AnswerReader reader(rules);
  std::vector<PythonAnswer> answers;
  for (const JsonValue &file : reader.list(*document, "files"))
    answers.push_back(reader.read(file));
  if (!reader.fault && answers.size() != files)
    reader.fault = "the wrong number of files";
  if (reader.fault)
    return llvm::createStringError("the answer has " + *reader.fault);
  return answers;
}

PythonPort::PythonPort(llvm::ArrayRef<PythonFile> files, const RuleSet &rules)
    : request(makePythonRequest(files, rules)), files(files.size()) {
  const std::string program = findConverter();
  if (program.empty()) {
    problem = {true, (programName + " is not installed").str(), ""};
    return;
  }
  llvm::Expected<ChildProcess> started = ChildProcess::start({program, "--json"}, request.text);
  if (started)
    child.emplace(std::move(*started));
  else
    problem = {false, llvm::toString(started.takeError()), ""};
}

std::optional<PythonPort::Problem> PythonPort::finish() {
  if (problem)
    return problem;
  llvm::Expected<ChildProcess::Result> result = child->finish(patience);
  if (!result)
    return Problem{false, (programName + ": ").str() + llvm::toString(result.takeError()), ""};
  if (result->status == withoutLibcst || result->status == ChildProcess::notFound)
    return Problem{true, StringRef(result->errors).rtrim().str(), ""};
  if (result->status != 0) {
    // Of a traceback the last line says what happened, the others where.
    const StringRef all = StringRef(result->errors).rtrim();
    const StringRef last = all.substr(all.rfind('\n') + 1);
    return Problem{false, (programName + " failed: " + last).str(),
                   last.size() < all.size() ? all.str() : ""};
  }
  llvm::Expected<std::vector<PythonAnswer>> parsed =
      parsePythonAnswers(result->output, files, request.rules.size());
  if (!parsed)
    return Problem{false, (programName + ": ").str() + llvm::toString(parsed.takeError()), ""};
  answers = std::move(*parsed);
  return std::nullopt;
}

FileResult PythonPort::port(size_t number, size_t file, StringRef shownPath, StringRef buffer,
                            const ScriptContext &context) const {
  return PythonPorter(file, shownPath, buffer, context, request).run(answers[number]);
}

} // namespace musaport
