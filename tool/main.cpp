//===- main.cpp - musa-port ------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "commands.h"
#include "options.h"
#include "source/file_io.h"

#include "llvm/Support/raw_ostream.h"

int main(int argc, char **argv) {
  musaport::installInterruptHandler();
  llvm::Expected<musaport::Options> options = musaport::parseOptions(argc, argv);
  if (!options) {
    llvm::errs() << "musa-port: error: " << llvm::toString(options.takeError()) << '\n';
    return musaport::exitUnusable;
  }
  int status = musaport::runCommand(*options);
  llvm::outs().flush();
  if (std::error_code failure = llvm::outs().error()) {
    llvm::outs().clear_error(); // or the stream's destructor ends the process in its own way
    llvm::errs() << "musa-port: error: cannot write to standard output: " << failure.message()
                 << '\n';
    return musaport::exitUnusable;
  }
  return status;
}
