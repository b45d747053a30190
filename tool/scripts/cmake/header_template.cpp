//===- scripts/cmake/header_template.cpp - ports header templates -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "scripts/cmake/passes.h"
#include "scripts/cmake/port.h"
#include "source/name_characters.h"

using llvm::StringRef;

namespace musaport {
namespace {

/// Whether what follows `text` is in a string literal: it is mostly shown to people.
bool isInQuotes(StringRef text) { return text.substr(text.rfind('\n') + 1).count('"') % 2 == 1; }

} // namespace

FileResult portHeaderTemplate(size_t file, StringRef shownPath, StringRef buffer,
                              const ScriptContext &context) {
  cmake::Porter porter(file, shownPath, buffer, context, {});
  cmake::Argument all;
  all.text = buffer;
  for (const CMakeReference &reference : findReferences(buffer)) {
    all.isProse = isInQuotes(buffer.take_front(reference.begin));
    cmake::portReference(porter, all, reference);
  }
  const RuleSet &rules = context.rules;
  for (StringRef macro : macrosOfTemplate(buffer)) {
    // The scripts' variable of the same name, or the sources' macro.
    const Rule *rule = porter.ruleFor(RuleKind::CMakeVariable, macro);
    const std::optional<Rule> named = findMacro(macro, rules);
    if (!rule && named && !rules.yieldsToTree(*named))
      rule = &*named;
    if (rule && rule->edits() && rule->status != Status::Keep)
      porter.warn(porter.rangeOf(macro),
                  "'" + macro + "' stays here, but is called '" + rule->to + "' elsewhere",
                  "rename it here and where it is used");
  }
  return porter.recorder.finish();
}

std::vector<StringRef> macrosOfTemplate(StringRef buffer) {
  std::vector<StringRef> macros;
  for (StringRef line : llvm::split(buffer, '\n')) {
    line = line.ltrim(" \t");
    if (!line.consume_front("#"))
      continue;
    line = line.ltrim(" \t");
    StringRef directive = line.take_while(isNameCharacter);
    if (directive != "define" && directive != "cmakedefine" && directive != "cmakedefine01")
      continue;
    StringRef name = line.drop_front(directive.size()).ltrim(" \t").take_while(isNameCharacter);
    if (!name.empty())
      macros.push_back(name);
  }
  return macros;
}

} // namespace musaport
