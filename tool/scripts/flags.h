//===- scripts/flags.h - flags of nvcc --------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What becomes of a flag in a script, of whatever kind that is. The kind says where the flag stands
// and what its argument is, and takes out the words that go.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_SCRIPTS_FLAGS_H
#define MUSAPORT_SCRIPTS_FLAGS_H

#include "scripts/script_porter.h"

#include <optional>
#include <string>

namespace musaport {

/// A flag of nvcc's, as a rule knows it.
struct FlagUse {
  const Rule *rule = nullptr;
  bool takesNext = false; ///< its argument, or the rest of it, is the next word
  llvm::StringRef value;  ///< its argument, what $value stands for
};

/// The flag that `word` is, or begins. `next`: the word behind it, if there is one. `device`: only
/// nvcc's flags stand here.
std::optional<FlagUse> findFlag(const RuleSet &rules, llvm::StringRef word,
                                std::optional<llvm::StringRef> next, bool device);

/// Warns if `word` is a flag whose argument would have to be the next word, of which nothing is
/// known.
void warnOfLoneFlag(ScriptPorter &porter, llvm::StringRef word, bool device);

/// The same of one that `word` begins, and that goes on with something unknown.
void warnOfComposedFlag(ScriptPorter &porter, llvm::StringRef word, bool device);

/// A flag where it stands. All text is a part of the script.
struct FlagPlace {
  FlagUse use;
  llvm::StringRef word;                  ///< that it is, or begins
  llvm::StringRef quotedWord;            ///< the same with the quotes around it
  llvm::StringRef shown;                 ///< with the word behind it, if that has the argument
  std::optional<llvm::StringRef> behind; ///< the word behind all of these
  llvm::StringRef argument;              ///< what $value stands for
  llvm::StringRef quotedArgument;        ///< the same with the quotes around it
  bool isReadable = true;                ///< nothing is quoted within the argument
  bool mayGo = true;                     ///< the word may be left out
  bool mayNextGo = true;                 ///< so may the one behind it
  bool mayVanish = true;                 ///< so may both
  std::string needed;                    ///< why one of these may not
  bool isDevice = false;                 ///< only nvcc's flags stand here
  bool hasRoom = true;                   ///< several words may stand in the place of one
  llvm::StringRef separator;             ///< of those that an argument has
  llvm::StringRef blank = " ";           ///< of those that the flag becomes
};

/// What becomes of its words.
struct FlagPort {
  bool isNextDone = true; ///< nothing else is to be done about the word behind it
  bool goes = false;
  bool nextGoes = false;
};

/// Makes the edits within the words that stay. `architectures`: the flags for one that the list has
/// already; another one goes.
FlagPort portFlag(ScriptPorter &porter, const FlagPlace &place, llvm::StringSet<> &architectures);

} // namespace musaport

#endif // MUSAPORT_SCRIPTS_FLAGS_H
