//===- scripts/cmake/command.h - a command that is visited ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One command of a script: its arguments, what each is, and the words in them. The passes over it
// (passes.h) note in here what they have decided.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_SCRIPTS_CMAKE_COMMAND_H
#define MUSAPORT_SCRIPTS_CMAKE_COMMAND_H

#include "rules/rule.h"
#include "scripts/cmake/commands.h"
#include "scripts/cmake/parser.h"
#include "scripts/cmake/roles.h"
#include "source/text_places.h"

#include <optional>
#include <string>
#include <vector>

namespace musaport::cmake {

struct Argument {
  uint32_t token = 0;
  uint32_t begin = 0;   ///< of its content
  llvm::StringRef text; ///< its content
  bool isQuoted = false;
  bool isLiteral = false; ///< a bracket argument: nothing in it is evaluated

  Role role = Role::Plain;
  std::optional<size_t> holder;  ///< the argument that names what it is a value of
  Holds holds = Holds::Anything; ///< what it is a value of
  std::optional<RuleKind> kind;  ///< all of it may be a name of this kind
  bool maybeVariable = false;    ///< may be the name of a variable
  bool isProse = false;          ///< only references to variables are ported
  bool perhapsLanguages = false; ///< it is not certain that a word CUDA is the language
  bool isDroppable = false;      ///< may be left out as a whole
  bool isDropped = false;

  ByteRange range() const { return {begin, begin + static_cast<uint32_t>(text.size())}; }
};

struct Word {
  size_t argument = 0;
  CMakeWord at;
  llvm::StringRef text;
  uint32_t begin = 0;    ///< in the file
  bool isDevice = false; ///< only nvcc's flags stand here
  bool isDropped = false;
  bool isDone = false;

  ByteRange range() const { return {begin, begin + static_cast<uint32_t>(text.size())}; }
};

struct Command {
  size_t number = 0;    ///< in the script
  llvm::StringRef name; ///< as it is written
  std::string lower;
  bool isRenamed = false; ///< a rule has another name for it
  std::vector<Argument> arguments;
  std::vector<Word> words; ///< once splitArguments() was here

  /// The text of argument `i`, or an empty string.
  llvm::StringRef text(size_t i) const {
    return i < arguments.size() ? arguments[i].text : llvm::StringRef();
  }
};

/// Command `number` of a script, whose arguments have no roles yet.
Command readCommand(llvm::StringRef buffer, const CMakeScript &script, size_t number);

void giveRoles(const Signature &signature, Command &command);

} // namespace musaport::cmake

#endif // MUSAPORT_SCRIPTS_CMAKE_COMMAND_H
