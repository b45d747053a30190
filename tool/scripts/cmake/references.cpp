//===- scripts/cmake/references.cpp - ports references to variables -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "scripts/cmake/passes.h"

#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace musaport::cmake {

void portReference(Porter &porter, const Argument &argument, const CMakeReference &reference) {
  StringRef name = argument.text.slice(reference.nameBegin, reference.nameEnd);
  const ByteRange range{argument.begin + reference.nameBegin, argument.begin + reference.nameEnd};
  const ByteRange whole{argument.begin + reference.begin, argument.begin + reference.end};
  if (reference.kind == CMakeReference::Kind::Environment) {
    porter.apply(RuleKind::Environment, name, range);
    return;
  }
  const Rule *rule = porter.ruleFor(RuleKind::CMakeVariable, name);
  if (rule && rule->status == Status::Unsupported && !rule->edits() && argument.isProse) {
    porter.recorder.leave(nullptr, range, name, Outcome::NoAnswer, "stands in a message");
    return;
  }
  if (rule && rule->to.contains("::")) {
    porter.applyRule(*rule, name, whole, rule->to);
    return;
  }
  rule = porter.applyVariable(name, range, /*isReference=*/true);
  if (rule && !rule->level.empty() && rule->edits() && !argument.isProse &&
      argument.role != Role::Operand)
    porter.warnOfVersion(whole, name);
}

void portReferences(Porter &porter, const Command &command) {
  const std::map<uint32_t, uint32_t> before = porter.edited;
  auto next = before.begin();
  for (const Argument &argument : command.arguments) {
    if (argument.isLiteral || argument.isDropped)
      continue;
    for (const CMakeReference &reference : findReferences(argument.text)) {
      const uint32_t begin = argument.begin + reference.begin;
      const uint32_t end = argument.begin + reference.end;
      while (next != before.end() && next->second <= begin)
        ++next;
      if (next != before.end() && next->first < end)
        continue; // it is edited, or goes
      portReference(porter, argument, reference);
    }
  }
}

} // namespace musaport::cmake
