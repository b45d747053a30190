//===- scripts/python/questions.h - what words become -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// musa-converter finds the words of command lines in Python files, and asks musa-port what becomes
// of them: the rules for flags, folders, libraries and programs are those of all scripts. A
// question is a line of JSON, and so is its answer (docs/reference/converter.md).
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_SCRIPTS_PYTHON_QUESTIONS_H
#define MUSAPORT_SCRIPTS_PYTHON_QUESTIONS_H

#include "rules/rule_set.h"

#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace musaport {

class PythonQuestions {
public:
  explicit PythonQuestions(const RuleSet &rules);
  ~PythonQuestions();

  /// One line, without its end. An error if it is no question.
  llvm::Expected<std::string> answer(llvm::StringRef question);

private:
  struct State;
  std::unique_ptr<State> state;
};

} // namespace musaport

#endif // MUSAPORT_SCRIPTS_PYTHON_QUESTIONS_H
