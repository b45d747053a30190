//===- scripts/cmake/roles.h - what an argument is --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an argument of a CMake command can be, as far as the port has to know.
// rules/scripts/cmake_commands.json says which role the arguments of a command have.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_SCRIPTS_CMAKE_ROLES_H
#define MUSAPORT_SCRIPTS_CMAKE_ROLES_H

#include "rules/rule.h"

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>

namespace musaport::cmake {

enum class Role : uint8_t {
  Plain,       ///< no name of a variable's
  Any,         ///< a word, which may be the name of a variable
  Word,        ///< the same; flags for a compiler may be among them
  CommandWord, ///< the same, of a command line: a program is called by its name
  /// The same, for a function of the project's: it may count its arguments, and have keywords that
  /// are called like variables. A quoted sentence is prose.
  Own,
  Prose,  ///< for people
  Source, ///< of a program

  Variable,      ///< whose value is, or is compared with, what follows
  Value,         ///< all of a variable's value
  Element,       ///< of the list that a variable is
  NeededElement, ///< the same; there has to be one
  Text,          ///< joined to a variable's value as it stands
  Compared,      ///< with a variable's value
  Operand,       ///< of a condition

  LoopVariable,
  LoopItem, ///< what a loop goes through
  LoopList, ///< the name of a variable with the same

  Property,        ///< the name of one, whose value follows
  PropertyValue,   ///< all of it
  PropertyElement, ///< of the list that it is
  PropertyOrVariable,

  Language,
  Feature, ///< of a compiler
  Module,
  Package,
  Environment, ///< a variable of it
  Symbol,      ///< a name of the sources'
  Header,
  HeaderOrWord,
  Definition, ///< of a macro

  Library,
  Link,       ///< a library, or a flag, in a list
  Flag,       ///< for a compiler, in a list
  DeviceFlag, ///< the same, for nvcc alone
  /// The variable that FindCUDA gives the flags for the architectures that follow.
  ArchitectureFlags,
};

/// Of a value, how much an argument is.
enum class Share : uint8_t { None, Whole, Element, Text };

/// What all arguments of a role have in common.
struct RoleTraits {
  Role role = Role::Plain;
  llvm::StringRef name = {};  ///< in the table of commands
  bool maybeVariable = false; ///< without quotes, it may be the name of a variable
  bool takesFlags = false;    ///< words that begin with - are flags
  bool isProse = false;       ///< only references to variables are ported
  bool isLibrary = false;
  std::optional<RuleKind> kind = std::nullopt; ///< all of it is a name of this kind
  Share share = Share::None;
};

const RoleTraits &traitsOf(Role role);

/// The role of this name, if there is one.
std::optional<Role> roleCalled(llvm::StringRef name);

} // namespace musaport::cmake

#endif // MUSAPORT_SCRIPTS_CMAKE_ROLES_H
