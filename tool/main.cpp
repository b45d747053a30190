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
  return musaport::runCommand(*options);
}
