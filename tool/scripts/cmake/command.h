//===- scripts/cmake/command.h - the command being ported -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One command of a script: its arguments, their roles, and the words in them. The passes (passes.h)
// record their decisions here.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_SCRIPTS_CMAKE_COMMAND_H
#define MUSAPORT_SCRIPTS_CMAKE_COMMAND_H

#include "rules/rule.h"
#include "scripts/cmake/commands.h"
#include "scripts/cmake/parser.h"
#include "scripts/cmake/roles.h"
#include "scripts/flags.h"
#include "source/text_places.h"

#include <optional>
#include <string>
#include <vector>

namespace musaport::cmake {

struct Argument {
  uint32_t token = 0;
  uint32_t begin = 0;   ///< where its content begins
  llvm::StringRef text; ///< its content
  bool isQuoted = false;
  bool isLiteral = false; ///< a bracket argument, which is not evaluated

  Role role = Role::Plain;
  std::optional<size_t> holder;  ///< the argument that names what this is a value of
  Holds holds = Holds::Anything; ///< what that variable or property holds
  std::optional<RuleKind> kind;  ///< the whole argument may be a name of this kind
  bool maybeVariable = false;    ///< may be a variable's name
  bool isProse = false;          ///< only references to variables are ported
  bool perhapsLanguages = false; ///< a word CUDA in it may or may not be the language
  bool isDroppable = false;      ///< may be removed as a whole
  bool isOthers = false;         ///< an argument of a program that is not nvcc
  bool isDropped = false;

  ByteRange range() const { return {begin, begin + static_cast<uint32_t>(text.size())}; }
};

struct Word {
  size_t argument = 0;
  CMakeWord at;
  llvm::StringRef text;
  uint32_t begin = 0; ///< offset in the file
  FlagsOf flags = FlagsOf::Any;
  bool isDropped = false;
  bool isDone = false;

  ByteRange range() const { return {begin, begin + static_cast<uint32_t>(text.size())}; }
};

struct Command {
  size_t number = 0;    ///< index in the script
  llvm::StringRef name; ///< as written
  std::string lower;
  bool isRenamed = false; ///< a rule renames it
  std::vector<Argument> arguments;
  std::vector<Word> words; ///< set by splitArguments()

  /// The text of argument `i`, or an empty string.
  llvm::StringRef text(size_t i) const {
    return i < arguments.size() ? arguments[i].text : llvm::StringRef();
  }
};

/// Reads command `number` of a script. Its arguments have no roles yet.
Command readCommand(llvm::StringRef buffer, const CMakeScript &script, size_t number);

void giveRoles(const Signature &signature, Command &command);

} // namespace musaport::cmake

#endif // MUSAPORT_SCRIPTS_CMAKE_COMMAND_H
