//===- commands/commands.cpp ------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "commands/commands.h"
#include "commands/session.h"
#include "commands/version.h"

namespace musaport {

int runCommand(const Options &options) {
  switch (options.command) {
  case Options::Command::Help:
    printHelp(llvm::outs(), options.helpOf);
    return exitDone;
  case Options::Command::PrintOptions:
    printOptions(llvm::outs());
    return exitDone;
  case Options::Command::Version:
    llvm::outs() << "musa-port " << version << '\n';
    return exitDone;
  case Options::Command::Check:
    return Session(options).check();
  case Options::Command::ListChecks:
    return Session(options).listChecks();
  case Options::Command::Rules:
    return Session(options).rulesCommand();
  case Options::Command::Explain:
    return Session(options).explain();
  case Options::Command::AnswerWords:
    return Session(options).answerWords();
  case Options::Command::Update:
    return Session(options).update();
  case Options::Command::Port:
    return Session(options).port();
  }
  return exitUnusable;
}

} // namespace musaport
