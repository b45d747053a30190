//===- scripts/cmake/values.cpp - what each value belongs to ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "scripts/cmake/languages.h"
#include "scripts/cmake/passes.h"

#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace musaport::cmake {
namespace {

Holds holdsOfValue(Porter &porter, const Command &command, const Argument &value) {
  if (value.role == Role::DeviceFlag)
    return Holds::Flags;
  if (!value.holder)
    return Holds::Anything;
  const Argument &holder = command.arguments[*value.holder];
  if (holder.role != Role::Property)
    return porter.holdsOf(holder.text);
  const Rule *rule = porter.ruleFor(RuleKind::CMakeProperty, holder.text);
  return rule ? rule->holds : Holds::Anything;
}

/// By the name of what they are the values of, or because another language is among them.
void findPerhapsLanguages(StringRef variable, llvm::ArrayRef<Argument *> values) {
  const bool areLanguages =
      isCalledLanguage(variable) || llvm::any_of(values, [](const Argument *value) {
        return llvm::any_of(llvm::split(value->text, ';'),
                            [](StringRef word) { return word == "C" || word == "CXX"; });
      });
  for (Argument *value : values)
    value->perhapsLanguages = areLanguages && value->holds == Holds::Anything;
}

void enterLoop(Porter &porter, Command &command) {
  StringRef variable = command.text(0);
  auto isLanguage = [&](StringRef name) { return porter.holdsOf(name) == Holds::Languages; };
  bool areLanguages = !command.arguments.empty() &&
                      loopsOverLanguages(porter.buffer, porter.script, command, porter.rules);
  std::vector<Argument *> items;
  for (Argument &argument : command.arguments) {
    if (argument.role == Role::LoopItem) {
      items.push_back(&argument);
      areLanguages = areLanguages || isLanguage(soleVariable(argument.text));
    } else if (argument.role == Role::LoopList) {
      areLanguages = areLanguages || isLanguage(argument.text);
    }
  }
  porter.loops.push_back(areLanguages ? variable : StringRef());
  if (!areLanguages && porter.holdsOf(variable) == Holds::Libraries)
    for (Argument *item : items)
      item->holds = Holds::Libraries;
  if (!areLanguages)
    return findPerhapsLanguages(variable, items);
  for (Argument *item : items) {
    item->holds = Holds::Languages;
    item->kind = RuleKind::CMakeLanguage;
  }
}

/// Whose flags follow the name of a program.
FlagsOf flagsOfProgram(Porter &porter, StringRef program) {
  const StringRef variable = soleVariable(program);
  if (!variable.empty())
    return nvccsOrAny(porter.holdsOf(variable) == Holds::Program);
  if (isCudaCompiler(porter.rules, program, porter.found))
    return FlagsOf::Nvcc;
  return program.contains('$') ? FlagsOf::Any : FlagsOf::Others;
}

/// Those in `COMMAND nvcc -c x.cu && strip x.o VERBATIM` are nvcc's up to &&.
void findArgumentsOfCompiler(Porter &porter, Command &command) {
  constexpr StringRef operators[] = {"&&", "||", "|", ";"};
  FlagsOf flags = FlagsOf::Any;
  for (size_t i = 0; i < command.arguments.size(); ++i) {
    Argument &argument = command.arguments[i];
    const bool isKeyword = argument.role != Role::CommandWord;
    if (isKeyword && argument.text != "COMMAND") {
      flags = FlagsOf::Any;
    } else if (isKeyword || llvm::is_contained(operators, argument.text)) {
      flags = flagsOfProgram(porter, command.text(i + 1));
    } else if (flags == FlagsOf::Nvcc && !argument.isQuoted) {
      argument.holds = Holds::Flags;
      argument.isDroppable = true;
    } else {
      argument.isOthers = flags == FlagsOf::Others;
    }
  }
}

} // namespace

void findValues(Porter &porter, Command &command) {
  if (command.lower == "endforeach" && !porter.loops.empty())
    porter.loops.pop_back();
  std::vector<Argument *> ofVariable;
  for (Argument &argument : command.arguments) {
    if (traitsOf(argument.role).share == Share::None)
      continue;
    argument.holds = holdsOfValue(porter, command, argument);
    if (argument.holds == Holds::Languages)
      argument.kind = RuleKind::CMakeLanguage;
    if (argument.role == Role::Value || argument.role == Role::Element)
      ofVariable.push_back(&argument);
  }
  if (!ofVariable.empty())
    if (const std::optional<size_t> holder = ofVariable.front()->holder)
      findPerhapsLanguages(command.text(*holder), ofVariable);
  if (command.lower == "foreach")
    enterLoop(porter, command);
  findArgumentsOfCompiler(porter, command);
}

} // namespace musaport::cmake
