//===- scripts/cmake/presets.cpp - ports CMakePresets.json ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "scripts/cmake/port.h"

#include "source/json_text.h"

using llvm::StringRef;

namespace musaport {
namespace {

class PresetsPorter {
public:
  PresetsPorter(size_t file, StringRef shownPath, StringRef buffer, const ScriptContext &context)
      : file(file), shownPath(shownPath), buffer(buffer), context(context),
        recorder(shownPath, buffer, context) {}

  FileResult run();

private:
  void portPreset(const JsonValue &preset);
  void portKey(const JsonMember &variable, RuleKind kind);
  void portName(StringRef name, ByteRange range, RuleKind kind);
  void portValue(StringRef variable, const JsonValue &value);
  void portCondition(const JsonValue &condition);
  void portReferences(const JsonValue &value);

  size_t file;
  StringRef shownPath;
  StringRef buffer;
  const ScriptContext &context;
  ScriptRecorder recorder;
};

void PresetsPorter::portKey(const JsonMember &variable, RuleKind kind) {
  const ByteRange range{variable.keyRange.begin + 1, variable.keyRange.end - 1};
  if (buffer.slice(range.begin, range.end) == variable.key)
    portName(variable.key, range, kind);
}

void PresetsPorter::portName(StringRef name, ByteRange range, RuleKind kind) {
  llvm::SmallVector<const Rule *, 2> found;
  context.rules.script(kind, name, found);
  if (found.empty())
    return;
  const Rule &rule = *found.front();
  if (!rule.edits() || rule.to.contains("::")) {
    recorder.leave(rule, range, name);
  } else {
    std::string to = rule.to.str();
    if (rule.from.ends_with("*"))
      to = (rule.to.drop_back() + name.drop_front(rule.from.size() - 1)).str();
    recorder.edit(range, to);
    recorder.count(rule, range, name, to);
  }
}

/// The value is ported as what a script gives the variable by set().
void PresetsPorter::portValue(StringRef variable, const JsonValue &value) {
  if (!value.isString() || value.string.empty())
    return;
  const ByteRange range{value.range.begin + 1, value.range.end - 1};
  const std::string before = "set(" + variable.str() + " \"";
  const std::string script = before + value.string + "\")";
  ScriptContext inner = context;
  inner.decisions = nullptr; // their places are not this text's
  FileResult result = portCMake(file, shownPath, script, inner);
  const size_t first = before.size(), last = first + value.string.size();
  llvm::erase_if(result.edits, [&](const Edit &edit) {
    return edit.offset < first || edit.offset + edit.length > last;
  });
  // The variable's own name is portKey()'s.
  llvm::erase_if(result.uses, [&](const NameUse &use) { return use.column <= first; });
  if (result.edits.empty() && result.diagnostics.empty())
    return;
  if (buffer.slice(range.begin, range.end) != value.string) {
    recorder
        .diagnose(buildScriptId, Severity::Warning, value.range,
                  "a value with escapes in it is not ported")
        .notes.push_back("write it for MUSA");
    return;
  }
  for (Edit &edit : result.edits) {
    const auto begin = static_cast<uint32_t>(range.begin + edit.offset - first);
    recorder.edit({begin, begin + edit.length}, std::move(edit.text));
  }
  recorder.countWithin(range, result);
}

/// What is compared: all strings but those that say how.
void PresetsPorter::portCondition(const JsonValue &condition) {
  portValue("condition", condition);
  for (const JsonValue &element : condition.elements)
    portCondition(element);
  for (const JsonMember &member : condition.members)
    if (member.key != "type")
      portCondition(member.value);
}

/// $env{NAME} and $penv{NAME} in all strings that CMake expands macros in.
void PresetsPorter::portReferences(const JsonValue &value) {
  for (const JsonValue &element : value.elements)
    portReferences(element);
  for (const JsonMember &member : value.members)
    if (member.key != "name" && member.key != "displayName" && member.key != "description" &&
        member.key != "vendor" && member.key != "$comment")
      portReferences(member.value);
  if (!value.isString())
    return;
  StringRef text = buffer.slice(value.range.begin, value.range.end);
  for (size_t at = text.find('$'); at != StringRef::npos; at = text.find('$', at + 1)) {
    StringRef rest = text.substr(at);
    if (!rest.consume_front("$env{") && !rest.consume_front("$penv{"))
      continue;
    StringRef name = rest.take_until([](char c) { return c == '}'; });
    const auto begin = static_cast<uint32_t>(name.data() - buffer.data());
    portName(name, {begin, begin + static_cast<uint32_t>(name.size())}, RuleKind::Environment);
  }
}

void PresetsPorter::portPreset(const JsonValue &preset) {
  if (const JsonValue *condition = preset.find("condition"))
    portCondition(*condition);
  if (const JsonValue *variables = preset.find("cacheVariables");
      variables && variables->isObject())
    for (const JsonMember &variable : variables->members) {
      portKey(variable, RuleKind::CMakeVariable);
      const JsonValue *inner = variable.value.find("value"); // of {"type": ..., "value": ...}
      portValue(variable.key, inner ? *inner : variable.value);
    }
  if (const JsonValue *variables = preset.find("environment"); variables && variables->isObject())
    for (const JsonMember &variable : variables->members) {
      portKey(variable, RuleKind::Environment);
      portValue("ENV{" + variable.key + "}", variable.value);
    }
}

FileResult PresetsPorter::run() {
  const TextPlaces places(shownPath, buffer);
  std::vector<Diagnostic> faults;
  std::optional<JsonValue> document = parseJson(places, buildScriptId, faults);
  for (const Diagnostic &fault : faults)
    recorder
        .diagnose(buildScriptId, Severity::Warning, {0, 0}, fault.message + ": copied, not ported")
        .place = fault.place;
  if (!document || !document->isObject())
    return recorder.finish();
  for (const JsonMember &member : document->members)
    if (StringRef(member.key).ends_with("Presets") && member.value.isArray())
      for (const JsonValue &preset : member.value.elements)
        if (preset.isObject()) {
          portPreset(preset);
          portReferences(preset);
        }
  return recorder.finish();
}

} // namespace

FileResult portCMakePresets(size_t file, StringRef shownPath, StringRef buffer,
                            const ScriptContext &context) {
  return PresetsPorter(file, shownPath, buffer, context).run();
}
} // namespace musaport
