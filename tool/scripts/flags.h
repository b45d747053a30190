//===- scripts/flags.h - ports nvcc's flags ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ports a flag in a script of any kind. The kind of script finds the flag and its argument, and
// removes the words that are dropped.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_SCRIPTS_FLAGS_H
#define MUSAPORT_SCRIPTS_FLAGS_H

#include "rules/build_names.h"
#include "scripts/script_porter.h"

#include <optional>
#include <string>

namespace musaport {

/// Warns if `word` is a flag whose argument must be the next word, and that word is unknown.
void warnOfLoneFlag(ScriptPorter &porter, llvm::StringRef word, FlagsOf of);

/// Warns if `word` starts a flag that continues with something unknown.
void warnOfComposedFlag(ScriptPorter &porter, llvm::StringRef word, FlagsOf of);

/// Warns if `word`, which flags are searched for, starts one that the port changes.
void warnOfSearchedFlag(ScriptPorter &porter, llvm::StringRef word, FlagsOf of);

/// A flag and its context. All texts are parts of the script.
struct FlagPlace {
  FlagUse use;
  llvm::StringRef word;       ///< the word that is, or starts with, the flag
  llvm::StringRef quotedWord; ///< the same with the quotes around it
  llvm::StringRef shown;      ///< in messages: with the next word if that is its argument
  std::optional<llvm::StringRef> behind; ///< the word after the flag and its argument
  llvm::StringRef argument;              ///< the value of $value
  llvm::StringRef quotedArgument;        ///< the same with the quotes around it
  bool isReadable = true;                ///< no part of the argument is quoted
  bool isWhole = false;                  ///< commas in the argument separate nothing
  bool mayGo = true;                     ///< the flag's word may be removed
  bool mayNextGo = true;                 ///< the next word may be removed
  bool mayVanish = true;                 ///< both may be removed
  std::string needed;                    ///< why one of these may not be removed
  FlagsOf of = FlagsOf::Any;             ///< whose flags occur here
  bool hasRoom = true;                   ///< one word may be replaced by several
  llvm::StringRef separator;             ///< separates the words of an argument
  llvm::StringRef blank = " ";           ///< separates the words that replace the flag
};

/// What happens to the flag's words.
struct FlagPort {
  bool isNextDone = true; ///< the next word needs no further porting
  bool goes = false;
  bool nextGoes = false;
};

/// Edits the words that stay. `architectures`: the architecture flags that the list already has;
/// duplicates are dropped.
FlagPort portFlag(ScriptPorter &porter, const FlagPlace &place, llvm::StringSet<> &architectures);

} // namespace musaport

#endif // MUSAPORT_SCRIPTS_FLAGS_H
