//===- main.cpp - musa-port ------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "commands/commands.h"
#include "commands/options.h"
#include "report/report.h"
#include "source/file_io.h"

#include "llvm/Support/raw_ostream.h"

#include <malloc.h>

int main(int argc, char **argv) {
  // Thousands of files come and go. By default the allocator asks the system for each thread's
  // memory a page at a time, and gives it back: as many system calls as all reading and writing.
  constexpr int keptMemory = 32 << 20;
  mallopt(M_TOP_PAD, keptMemory);
  mallopt(M_TRIM_THRESHOLD, 4 * keptMemory);
  mallopt(M_MMAP_THRESHOLD, keptMemory);

  musaport::installInterruptHandler();
  llvm::Expected<musaport::Options> options = musaport::parseOptions(argc, argv);
  if (!options) {
    llvm::errs() << "musa-port: error: "
                 << musaport::forTerminal(llvm::toString(options.takeError())) << '\n';
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
