//===- source/script_names.h - what build scripts are called ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one table of the names of build scripts. It says which files of a tree are scripts, which
// function ports them (scripts/script_kinds.h), and which files musa-converter reads.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_SOURCE_SCRIPT_NAMES_H
#define MUSAPORT_SOURCE_SCRIPT_NAMES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>

namespace musaport {

enum class ScriptType : uint8_t {
  CMakePresets,
  HeaderTemplate, ///< for CMake's configure_file()
  Makefile,
  CMake,
  Python,       ///< ported by musa-converter
  VisualStudio, ///< copied: nothing of MUSA's builds it
  Copied,       ///< copied, and searched for files that the port renames
};

/// The names of a type. A `*` at the begin or the end of a name stands for any text.
struct ScriptNames {
  ScriptType type;
  llvm::ArrayRef<llvm::StringLiteral> names;
};

/// The first row that has a file's name counts.
llvm::ArrayRef<ScriptNames> scriptNames();

/// What kind of script the file is, by its name alone; nullopt if it is none.
std::optional<ScriptType> scriptTypeOf(llvm::StringRef path);

} // namespace musaport

#endif // MUSAPORT_SOURCE_SCRIPT_NAMES_H
