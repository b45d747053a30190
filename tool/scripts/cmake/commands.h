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

/// Of arguments that follow each other.
struct RoleList {
  enum class Then : uint8_t {
    End,      ///< behind them others follow
    Last,     ///< the last one is that of all that follow
    Beginning ///< they begin again
  };
  std::vector<Role> roles;
  Then then = Then::End;

  /// Of argument number `i`; none behind the end.
  std::optional<Role> at(size_t i) const;
  /// Whether a keyword may stand in the place of argument number `i`.
  bool mayEndAt(size_t i) const;
};

/// A row of the table.
struct Signature {
  enum class Declares : uint8_t { Nothing, Command, Package, Target, Variable };
  std::vector<llvm::StringRef> first; ///< what the first argument has to be one of; empty: anything
  RoleList arguments;
  llvm::StringMap<RoleList> keywords;
  Declares declares = Declares::Nothing; ///< what the first argument is the name of
};

/// `name`: of the command, in lower case. `first`: its first argument, or an empty string.
/// `isOwn`: the command is a function of the project's, whatever it is called.
const Signature &signatureOf(llvm::StringRef name, llvm::StringRef first, bool isOwn);

} // namespace musaport::cmake

#endif // MUSAPORT_SCRIPTS_CMAKE_COMMANDS_H
