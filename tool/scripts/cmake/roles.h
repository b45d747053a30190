//===- scripts/cmake/roles.h - the roles of arguments -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The roles of a CMake command's arguments, as far as the port distinguishes them.
// rules/scripts/cmake_commands.json assigns them.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_SCRIPTS_CMAKE_ROLES_H
#define MUSAPORT_SCRIPTS_CMAKE_ROLES_H

#include "rules/rule.h"

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>

namespace musaport::cmake {

enum class Role : uint8_t {
  Plain,       ///< not a variable's name
  Any,         ///< a word, possibly a variable's name
  Word,        ///< the same; may be a compiler flag
  CommandWord, ///< the same, in a command line: may be the name of a program
  /// The same, for a function of the project, which may count its arguments and have keywords that
  /// look like variables. A quoted sentence is prose.
  Own,
  Prose,  ///< text for people
  Source, ///< source code of a program

  Variable,      ///< a variable; what follows is its value or is compared with it
  Value,         ///< a variable's whole value
  Element,       ///< an element of the list in a variable
  NeededElement, ///< the same; the list must not become empty
  Text,          ///< appended to a variable's value without a separator
  Compared,      ///< compared with a variable's value
  Operand,       ///< an operand of a condition

  LoopVariable,
  LoopItem, ///< an item of a loop's list
  LoopList, ///< the name of a variable with a loop's items

  Property,        ///< a property's name, followed by its value
  PropertyValue,   ///< the whole value of a property
  PropertyElement, ///< an element of the list in a property
  PropertyOrVariable,

  Language,
  Feature, ///< a compiler feature
  Module,
  Package,
  Environment, ///< an environment variable
  Symbol,      ///< a name in the sources
  Header,
  HeaderOrWord,
  Definition, ///< a macro definition
  Folder,     ///< a folder of the tree, beside the script

  Library,
  Link,       ///< a library or flag, in a list
  Flag,       ///< a compiler flag, in a list
  DeviceFlag, ///< the same, for nvcc only
  /// The variable in which FindCUDA stores the flags for the architectures that follow.
  ArchitectureFlags,
};

/// How much of a value an argument is.
enum class Share : uint8_t { None, Whole, Element, Text };

/// What all arguments with a role have in common.
struct RoleTraits {
  Role role = Role::Plain;
  llvm::StringRef name = {};  ///< the role's name in the table of commands
  bool maybeVariable = false; ///< may be a variable's name if unquoted
  bool takesFlags = false;    ///< words starting with - are flags
  bool isProse = false;       ///< only references to variables are ported
  bool isLibrary = false;
  std::optional<RuleKind> kind = std::nullopt; ///< the whole argument is a name of this kind
  Share share = Share::None;
};

const RoleTraits &traitsOf(Role role);

/// The role with this name, if there is one.
std::optional<Role> roleCalled(llvm::StringRef name);

} // namespace musaport::cmake

#endif // MUSAPORT_SCRIPTS_CMAKE_ROLES_H
