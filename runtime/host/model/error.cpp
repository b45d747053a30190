//===- host/model/error.cpp -------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "model/error.h"

#include "model/settings.h"

#include <cstdio>

namespace musart {
namespace {

thread_local musaError_t lastError = musaSuccess;

} // namespace

musaError_t recordError(musaError_t error) {
  if (error != musaSuccess && error != musaErrorNotReady)
    lastError = error;
  return error;
}

void clearError() { lastError = musaSuccess; }
musaError_t lastErrorOfThread() { return lastError; }
void setLastErrorOfThread(musaError_t error) { lastError = error; }

void printError(const std::string &message) {
  const std::string line = "musa: error: " + message + "\n";
  std::fwrite(line.data(), 1, line.size(), stderr);
}

void printMisuse(const std::string &message) {
  if (settings().check)
    printError(message);
}

} // namespace musart
