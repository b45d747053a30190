//===- scripts/cmake/command.cpp - the command being ported -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "scripts/cmake/command.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace musaport::cmake {
namespace {

/// A sentence, as a project's own functions are given to describe options.
bool isSentence(StringRef text) {
  StringRef first = text.take_until(llvm::isSpace);
  return first.size() < text.size() &&
         llvm::all_of(
             first, [](char c) { return llvm::isAlnum(c) || StringRef("_,:()'").contains(c); }) &&
         !first.contains("::");
}

void give(Role role, Argument &argument) {
  const RoleTraits &traits = traitsOf(role);
  argument.role = role;
  argument.kind = traits.kind;
  argument.maybeVariable = traits.maybeVariable && !argument.isQuoted;
  argument.isProse =
      traits.isProse || (role == Role::Own && argument.isQuoted && isSentence(argument.text));
}

/// What stands before values names what they are values of.
void findHolders(Command &command) {
  std::optional<size_t> holder;
  for (size_t i = 0; i < command.arguments.size(); ++i) {
    Argument &argument = command.arguments[i];
    if (argument.role == Role::Variable || argument.role == Role::Property)
      holder = i;
    else if (traitsOf(argument.role).share != Share::None || argument.role == Role::Compared)
      argument.holder = holder;
  }
}

/// Whether arguments of the role may be left out. `areSeveral`: of those that the command has.
bool isDroppable(Role role, bool areSeveral) {
  switch (traitsOf(role).share) {
  case Share::None:
    return false;
  case Share::Whole:
    return role == Role::Value && areSeveral;
  case Share::Element:
    return role != Role::NeededElement || areSeveral;
  case Share::Text:
    return true;
  }
  llvm_unreachable("every share is above");
}

} // namespace

Command readCommand(StringRef buffer, const CMakeScript &script, size_t number) {
  const CMakeCommand &at = script.commands[number];
  const CMakeToken &name = script.tokens[at.name];
  Command command;
  command.number = number;
  command.name = buffer.substr(name.offset, name.length);
  command.lower = command.name.lower();
  for (uint32_t i = at.open + 1; i < at.close; ++i) {
    const CMakeToken &token = script.tokens[i];
    if (!token.isArgument())
      continue;
    Argument argument;
    argument.token = i;
    argument.text = contentOf(buffer, token);
    argument.begin = static_cast<uint32_t>(argument.text.data() - buffer.data());
    argument.isQuoted = token.kind == CMakeToken::Kind::Quoted;
    argument.isLiteral = token.kind == CMakeToken::Kind::Bracket;
    command.arguments.push_back(argument);
  }
  return command;
}

void giveRoles(const Signature &signature, Command &command) {
  const RoleList *behindKeyword = nullptr;
  size_t position = 0, positionBehindKeyword = 0;
  for (Argument &argument : command.arguments) {
    const bool mayBeKeyword = behindKeyword ? behindKeyword->mayEndAt(positionBehindKeyword)
                                            : signature.arguments.mayEndAt(position);
    auto keyword = signature.keywords.find(argument.text);
    if (mayBeKeyword && !argument.isQuoted && keyword != signature.keywords.end()) {
      behindKeyword = &keyword->second;
      positionBehindKeyword = 0;
      give(Role::Plain, argument);
      continue;
    }
    std::optional<Role> role;
    if (behindKeyword)
      role = behindKeyword->at(positionBehindKeyword++);
    if (!role) {
      behindKeyword = nullptr;
      role = signature.arguments.at(position++);
    }
    give(role.value_or(Role::Plain), argument);
  }
  findHolders(command);
  llvm::SmallDenseMap<Role, size_t, 4> count;
  for (const Argument &argument : command.arguments)
    ++count[argument.role];
  for (Argument &argument : command.arguments)
    argument.isDroppable = isDroppable(argument.role, count[argument.role] > 1);
}

} // namespace musaport::cmake
