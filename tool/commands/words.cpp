//===- commands/words.cpp - for musa-converter -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "commands/session.h"

#include "scripts/python/questions.h"
#include "tree/single_source.h"

#include <iostream>

namespace musaport {

/// Answers the questions on standard input, one a line, until its end.
int Session::answerWords() {
  // Rules are those of the command line: whoever asks has read the project file.
  settings.rules.defaults = options.defaultRules.value_or(true);
  settings.ruleFiles = options.rules;
  if (llvm::Error error = settleArchitecture())
    return refuse(std::move(error));
  llvm::Expected<std::unique_ptr<RuleSet>> rules = loadRules();
  if (!rules)
    return refuse(rules.takeError());
  PythonQuestions questions(**rules,
                            [&](llvm::StringRef text) { return portSingleSource(**rules, text); });
  for (std::string question; std::getline(std::cin, question);) {
    llvm::Expected<std::string> answer = questions.answer(question);
    if (!answer)
      return refuse("cannot answer musa-converter: " + llvm::toString(answer.takeError()));
    llvm::outs() << *answer << '\n';
    llvm::outs().flush();
  }
  return exitDone;
}

} // namespace musaport
