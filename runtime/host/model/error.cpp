//===- host/model/error.cpp -------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "model/error.h"

#include "model/settings.h"

#include <cstdio>

namespace musart {

void printError(const std::string &message) {
  const std::string line = "musa: error: " + message + "\n";
  std::fwrite(line.data(), 1, line.size(), stderr);
}

void printMisuse(const std::string &message) {
  if (settings().check)
    printError(message);
}

} // namespace musart
