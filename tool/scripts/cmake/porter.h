//===- scripts/cmake/porter.h - what a script's passes share ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the passes over the commands of one script share: what is known of variables, and edits that
// more than one of them makes.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_SCRIPTS_CMAKE_PORTER_H
#define MUSAPORT_SCRIPTS_CMAKE_PORTER_H

#include "scripts/cmake/command.h"
#include "scripts/cmake/parser.h"
#include "scripts/script_porter.h"

#include <vector>

namespace musaport::cmake {

class Porter : public ScriptPorter {
public:
  Porter(size_t file, llvm::StringRef shownPath, llvm::StringRef buffer,
         const ScriptContext &context, CMakeScript script)
      : ScriptPorter(file, shownPath, buffer, context), script(std::move(script)) {}

  std::optional<llvm::StringRef> behindToolkit(llvm::StringRef path) override;

  /// What a variable, which may be one of the environment (`ENV{NAME}`), is known to hold.
  Holds holdsOf(llvm::StringRef variable);
  /// The same for the variable that `reference` in `text` is to.
  Holds holdsOf(llvm::StringRef text, const CMakeReference &reference);
  /// Whether `word` is the name of the language for which MUSA has another.
  bool isCudaLanguage(llvm::StringRef word);

  /// `range`: of the name alone, which may have references in it. Returns what was applied.
  const Rule *applyVariable(llvm::StringRef name, ByteRange range, bool isReference);
  /// What is compared with a number of CUDA's becomes the level that MUSA has.
  void replaceByLevel(const Rule &rule, ByteRange range, llvm::StringRef name);
  /// With the white space before it.
  void remove(Argument &argument);
  /// Of the word CUDA where it may be the language.
  void warnOfLanguage(llvm::StringRef word);
  /// Of CUDA's version where it becomes MUSA's.
  void warnOfVersion(ByteRange range, llvm::StringRef name);

  const CMakeScript script;
  /// The variables of the foreach() around a command that are languages; others are empty.
  std::vector<llvm::StringRef> loops;
  llvm::StringSet<> composedTargets; ///< names that were warned of
};

/// The variable that `text` is a reference to, and nothing else; or an empty string.
llvm::StringRef soleVariable(llvm::StringRef text);

} // namespace musaport::cmake

#endif // MUSAPORT_SCRIPTS_CMAKE_PORTER_H
