//===- scripts/cmake/porter.h - what a script's passes share ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The state that the passes over one script's commands share: what is known about variables, and
// edits that several passes make.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_SCRIPTS_CMAKE_PORTER_H
#define MUSAPORT_SCRIPTS_CMAKE_PORTER_H

#include "scripts/cmake/command.h"
#include "scripts/cmake/parser.h"
#include "scripts/script_porter.h"

#include <vector>

namespace musaport::cmake {

/// What is nested deeper in a loop is not looked at as a part of it.
inline constexpr size_t deepestLoop = 20;

class Porter : public ScriptPorter {
public:
  Porter(size_t file, llvm::StringRef shownPath, llvm::StringRef buffer,
         const ScriptContext &context, CMakeScript script)
      : ScriptPorter(file, shownPath, buffer, context), script(std::move(script)) {}

  std::optional<llvm::StringRef> behindToolkit(llvm::StringRef path) override;

  /// What a variable holds, as far as known. It may be an environment variable (`ENV{NAME}`).
  Holds holdsOf(llvm::StringRef variable);
  /// The same for the variable that `reference` in `text` refers to.
  Holds holdsOf(llvm::StringRef text, const CMakeReference &reference);
  /// Whether `word` is the name of the CUDA language, which MUSA renames.
  bool isCudaLanguage(llvm::StringRef word);

  /// `range`: of the name alone. The name may contain references. Returns the rule that was
  /// applied.
  const Rule *applyVariable(llvm::StringRef name, ByteRange range, bool isReference);
  /// Replaces a variable that is compared with a CUDA version by the corresponding level variable.
  void replaceByLevel(const Rule &rule, ByteRange range, llvm::StringRef name);
  /// Removes the argument and the white space before it.
  void remove(Argument &argument);
  /// Says that a word CUDA may be the language.
  void sayOfLanguage(llvm::StringRef word, Severity severity);
  /// A remark, if users choose what the variable is.
  Severity severityOfLanguage(llvm::StringRef variable) const {
    return context.scripts.options.contains(variable) ? Severity::Remark : Severity::Warning;
  }
  /// Warns where CUDA's version becomes MUSA's.
  void warnOfVersion(ByteRange range, llvm::StringRef name);

  const CMakeScript script;
  /// The variables of the foreach() loops around a command: the name if it holds languages, else
  /// empty.
  std::vector<llvm::StringRef> loops;
  llvm::StringSet<> composedTargets; ///< names that were already warned about
  size_t blocks = 0;                 ///< how many if(), function()... are open
  size_t added = 0;                  ///< commands that the port adds
  bool isLanguageFound = false;      ///< for the rest of the script
};

/// If `text` is exactly one reference to a variable, that variable; else an empty string.
llvm::StringRef soleVariable(llvm::StringRef text);

} // namespace musaport::cmake

#endif // MUSAPORT_SCRIPTS_CMAKE_PORTER_H
