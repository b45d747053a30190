//===- scripts/cmake/commands.h - CMake's commands --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of CMake's commands, rules/scripts/cmake_commands.json, embedded at build time.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_SCRIPTS_CMAKE_COMMANDS_H
#define MUSAPORT_SCRIPTS_CMAKE_COMMANDS_H

#include "scripts/cmake/roles.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <vector>

namespace musaport::cmake {

/// The roles of consecutive arguments.
struct RoleList {
  enum class Then : uint8_t {
    End,      ///< other arguments follow after the list
    Last,     ///< the last role applies to all further arguments
    Beginning ///< the list repeats
  };
  std::vector<Role> roles;
  Then then = Then::End;

  /// The role of argument `i`; nullopt past the end.
  std::optional<Role> at(size_t i) const;
  /// Whether a keyword may take the place of argument `i`.
  bool mayEndAt(size_t i) const;
};

/// A row of the table.
struct Signature {
  enum class Declares : uint8_t { Nothing, Command, Package, Target, Variable };
  std::vector<llvm::StringRef> first; ///< allowed first arguments; empty: any
  RoleList arguments;
  llvm::StringMap<RoleList> keywords;
  Declares declares = Declares::Nothing; ///< what the first argument names
  /// The package that has to be found before, where an argument is the language; empty: none.
  llvm::StringRef needs;
};

/// `name`: the command's name in lower case. `first`: its first argument, or an empty string.
/// `isOwn`: the command is a function of the project, whatever its name.
const Signature &signatureOf(llvm::StringRef name, llvm::StringRef first, bool isOwn);

} // namespace musaport::cmake

#endif // MUSAPORT_SCRIPTS_CMAKE_COMMANDS_H
