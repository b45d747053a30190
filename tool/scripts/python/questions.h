//===- scripts/python/questions.h - answers questions about words -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// musa-converter finds the words of command lines in Python files and asks musa-port how to port
// them, because the rules for flags, folders, libraries and programs are the same in all scripts.
// Questions and answers are lines of JSON (docs/reference/converter.md).
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_SCRIPTS_PYTHON_QUESTIONS_H
#define MUSAPORT_SCRIPTS_PYTHON_QUESTIONS_H

#include "edits/result.h"
#include "rules/rule_set.h"

#include "llvm/Support/Error.h"

#include <functional>
#include <memory>
#include <string>

namespace musaport {

class PythonQuestions {
public:
  /// Ports the text of a CUDA source, which a string of the script holds.
  using SourcePort = std::function<FileResult(llvm::StringRef)>;
  PythonQuestions(const RuleSet &rules, SourcePort portSource);
  ~PythonQuestions();

  /// `question` is one line without its newline. Fails if it is not a valid question.
  llvm::Expected<std::string> answer(llvm::StringRef question);

private:
  struct State;
  std::unique_ptr<State> state;
};

} // namespace musaport

#endif // MUSAPORT_SCRIPTS_PYTHON_QUESTIONS_H
