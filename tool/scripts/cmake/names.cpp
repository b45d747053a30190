//===- scripts/cmake/names.cpp - ports names in scripts ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "scripts/cmake/passes.h"

#include "llvm/ADT/StringSwitch.h"

using llvm::StringRef;

namespace musaport::cmake {
namespace {

bool isFalse(StringRef value) {
  const std::string upper = value.upper();
  return llvm::StringSwitch<bool>(upper)
      .Cases("", "0", "OFF", "NO", "FALSE", "N", "IGNORE", true)
      .Default(false);
}

bool isVariableName(StringRef text) {
  return !text.empty() && llvm::all_of(text, [](char c) {
    return llvm::isAlnum(c) || StringRef("_.-+/${}@").contains(c);
  });
}

/// Ports a name that is turned off: how it differs when it is on does not matter, and is not said.
void applyTurnedOff(Porter &porter, const Rule &rule, const Argument &argument) {
  Rule same = rule;
  same.status = Status::Supported;
  porter.applyRule(same, argument.text, argument.range(), rule.to);
}

/// `asksNothing`: the value behind it is false.
void portVariable(Porter &porter, const Argument &argument, bool asksNothing) {
  StringRef text = argument.text;
  if (StringRef inner = text; inner.consume_front("ENV{") && inner.consume_back("}")) {
    porter.apply(RuleKind::Environment, inner, {argument.begin + 4, argument.range().end - 1});
    return;
  }
  if (text.starts_with("-") || text.starts_with("$"))
    return;
  const Rule *rule = porter.ruleFor(RuleKind::CMakeVariable, text);
  if (!rule)
    return;
  if (argument.role == Role::Own && rule->owner == Owner::Framework)
    return porter.warn(argument.range(), "'" + text + "' stays; it may be the name of a variable",
                       rule->to.empty()
                           ? rule->note.str()
                           : "elsewhere the variable is called '" + rule->to.str() + "'");
  if (rule->status == Status::Unsupported && asksNothing)
    return;
  if (rule->status == Status::Differs && asksNothing)
    return applyTurnedOff(porter, *rule, argument);
  if (rule->to.contains("::"))
    return porter.recorder.leave(rule, argument.range(), text, Outcome::NoAnswer,
                                 ("a reference to it becomes " + rule->to).str());
  porter.applyVariable(text, argument.range(), /*isReference=*/false);
}

} // namespace

void portCommandName(Porter &porter, Command &command) {
  const ByteRange range = porter.rangeOf(command.name);
  const Rule *rule = porter.ruleFor(RuleKind::CMakeCommand, command.lower);
  if (!rule) {
    if (!porter.found.empty())
      porter.recorder.leave(porter.found.front(), range, command.name, Outcome::Declared,
                            "declared by the tree");
    return;
  }
  // Commands are written in any case.
  const bool isUpper = llvm::none_of(command.name, llvm::isLower);
  const auto [name, arguments] = StringRef(rule->to).split('(');
  porter.applyRule(*rule, command.name, range, isUpper ? name.upper() : name.str());
  command.isRenamed = rule->edits() && rule->status != Status::Keep;
  if (command.isRenamed && !arguments.empty()) {
    const uint32_t close =
        porter.script.tokens[porter.script.commands[command.number].close].offset;
    porter.edit({close, close}, arguments.drop_front().drop_back().str());
  }
}

void portNames(Porter &porter, Command &command) {
  const std::vector<Argument> &arguments = command.arguments;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const Argument &argument = arguments[i];
    if (argument.isLiteral || argument.isProse)
      continue;
    const bool asksNothing = i + 1 < arguments.size() && isFalse(arguments[i + 1].text);
    if (argument.kind) {
      const Rule *rule = porter.ruleFor(*argument.kind, argument.text);
      if (rule && rule->status == Status::Unsupported && asksNothing)
        continue; // CUDA_PTX_COMPILATION OFF
      if (rule && rule->status == Status::Differs && asksNothing) {
        applyTurnedOff(porter, *rule, argument);
        continue;
      }
      if (porter.apply(*argument.kind, argument.text, argument.range()))
        continue;
    }
    if (argument.maybeVariable && isVariableName(argument.text))
      portVariable(porter, argument, asksNothing);
  }
}

} // namespace musaport::cmake
