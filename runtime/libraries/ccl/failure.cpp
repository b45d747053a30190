//===- libraries/ccl/failure.cpp -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "failure.h"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <new>
#include <string_view>

namespace musaport::ccl {
namespace {

std::mutex mutex;
std::string &message() {
  static auto *result = new std::string; // streams work while the program ends
  return *result;
}

bool isPrinted() {
  const char *level = std::getenv("MCCL_DEBUG");
  for (const char *with : {"WARN", "INFO", "TRACE"})
    if (level != nullptr && std::string_view(level) == with)
      return true;
  return false;
}

} // namespace

void require(bool condition, mcclResult_t otherwise, const char *message) {
  if (!condition)
    throw Failure{otherwise, message};
}
void require(bool condition, const char *message) {
  require(condition, mcclInvalidArgument, message);
}
void requireMusa(musaError_t error) {
  if (error != musaSuccess)
    throw Failure{mcclUnhandledMusaError, musaGetErrorString(error)};
}

Failure currentFailure() {
  try {
    throw;
  } catch (const Failure &failure) {
    return failure;
  } catch (const std::bad_alloc &) {
    return {mcclSystemError, "no memory"}; // short enough to need none
  } catch (const std::exception &error) {
    return {mcclInternalError, error.what()};
  } catch (...) {
    return {mcclInternalError, "unknown"};
  }
}

void note(const Failure &failure) {
  const std::lock_guard lock(mutex);
  try {
    message() = failure.message;
  } catch (const std::bad_alloc &) {
    message().clear(); // the result says enough
  }
  if (isPrinted())
    std::fprintf(stderr, "mccl: %s\n", failure.message.c_str());
}

std::string lastMessage() {
  const std::lock_guard lock(mutex);
  return message();
}

} // namespace musaport::ccl
