//===- scripts/make/words.h - the words of commands -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the words of Makefiles are, as far as both passes over a tree have to know: which command
// they stand in, and which variables they refer to.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_SCRIPTS_MAKE_WORDS_H
#define MUSAPORT_SCRIPTS_MAKE_WORDS_H

#include "scripts/make/parser.h"
#include "scripts/script.h"

#include "llvm/ADT/ArrayRef.h"

namespace musaport::make {

struct Word {
  MakeWord at;
  llvm::StringRef text; ///< without quotes around it
  bool device = false;
  bool prose = false; ///< for people: only references to variables follow
  bool done = false;
  bool dropped = false;
};

/// The words of `text`, and what is known of the commands that they stand in.
std::vector<Word> readWords(llvm::StringRef text, bool device, const RuleSet &rules,
                            const MakeVariables &variables);

/// What follows word `i` in its list.
std::optional<llvm::StringRef> textBehind(llvm::ArrayRef<Word> words, size_t i);

/// Whether make finds as many opening as closing brackets in `text`, and no closing one too early.
/// It counts those in quotes, too: a function's text may end at a bracket that the shell would not
/// see.
bool hasPairedBrackets(llvm::StringRef text);

/// Whether nvcc alone is given a variable's value: by its name, NVCCFLAGS or CUDA_FLAGS, or by its
/// use.
bool isForNvcc(llvm::StringRef variable, const MakeVariables &variables);

/// Whether the value of a call of `function` is one of those that it is given, or some of them.
bool selects(llvm::StringRef function);

/// All references in `text`, those within others too.
std::vector<MakeReference> allReferences(llvm::StringRef text);

/// The variable that `text` is a reference to, and nothing else.
llvm::StringRef soleVariable(llvm::StringRef text);

/// What a program is called by: behind references, folders, and the marks of a recipe.
llvm::StringRef programOf(llvm::StringRef word);

/// The reference that the architecture in a flag's argument is made of; `isNumber`: it is the
/// number in compute_70 and sm_70. An empty one if the argument says it.
llvm::StringRef architectureReference(llvm::StringRef flag, bool &isNumber);

} // namespace musaport::make

#endif // MUSAPORT_SCRIPTS_MAKE_WORDS_H
