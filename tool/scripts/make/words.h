//===- scripts/make/words.h - the words of commands -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What both passes over a tree need to know about the words of Makefiles: which command they belong
// to, and which variables they refer to.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_SCRIPTS_MAKE_WORDS_H
#define MUSAPORT_SCRIPTS_MAKE_WORDS_H

#include "scripts/flags.h"
#include "scripts/make/parser.h"
#include "scripts/script.h"

#include "llvm/ADT/ArrayRef.h"

namespace musaport::make {

struct Word {
  MakeWord at;
  llvm::StringRef text; ///< without quotes around it
  bool device = false;
  FlagsOf flags = FlagsOf::Any;
  bool prose = false; ///< text for people: only references to variables are ported
  bool done = false;
  bool dropped = false;
};

/// The words of `text`, with what is known about the commands that contain them.
std::vector<Word> readWords(llvm::StringRef text, bool device, const RuleSet &rules,
                            const MakeVariables &variables);

/// The next word in the list and command of word `i`; nullopt if there is none.
std::optional<llvm::StringRef> textBehind(llvm::ArrayRef<Word> words, size_t i);

/// Whether the brackets in `text` are balanced as make counts them. It counts those in quotes, too:
/// a function's argument may end at a bracket that the shell would take as quoted.
bool hasPairedBrackets(llvm::StringRef text);

/// Whether the value of `variable` is for nvcc alone, judging by its name (it contains nvcc or
/// cuda) or by its uses.
bool isForNvcc(llvm::StringRef variable, const MakeVariables &variables);

/// Whether a call of `function` returns one or some of the words that it is given.
bool selects(llvm::StringRef function);

/// All references in `text`, including those nested up to `deepestMakeList` levels.
std::vector<MakeReference> allReferences(llvm::StringRef text);

/// If `text` is exactly one reference to a variable, that variable; else an empty string.
llvm::StringRef soleVariable(llvm::StringRef text);

/// The variable that holds the architecture in $(NAME) or $(subst .,,$(NAME)), as 8.6 is written in
/// sm_86; else an empty string.
llvm::StringRef architectureVariable(llvm::StringRef text);

/// The name of the program in `word`: the part after references, folders, and the prefixes (@, -,
/// +) of a recipe.
llvm::StringRef programOf(llvm::StringRef word);

/// The reference that gives the architecture in a flag's argument; empty if the argument spells the
/// architecture out. `isNumber`: whether the reference stands for the number in compute_70 or
/// sm_70.
llvm::StringRef architectureReference(llvm::StringRef flag, bool &isNumber);

} // namespace musaport::make

#endif // MUSAPORT_SCRIPTS_MAKE_WORDS_H
