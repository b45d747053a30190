//===- host/driver/jit_log.cpp ----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "driver/jit_log.h"

#include "driver/driver.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace musart {

JitLog::JitLog(unsigned count, const MUjit_option *options, void **values) {
  requireDriver(count == 0 || (options != nullptr && values != nullptr));
  for (unsigned i = 0; i < count; ++i) {
    // Numbers are in the pointers themselves.
    const auto number = static_cast<unsigned>(reinterpret_cast<uintptr_t>(values[i]));
    switch (options[i]) {
    case MU_JIT_INFO_LOG_BUFFER:
      information.begin = static_cast<char *>(values[i]);
      break;
    case MU_JIT_INFO_LOG_BUFFER_SIZE_BYTES:
      information.size = number;
      information.sizeValue = &values[i];
      break;
    case MU_JIT_ERROR_LOG_BUFFER:
      errors.begin = static_cast<char *>(values[i]);
      break;
    case MU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES:
      errors.size = number;
      errors.sizeValue = &values[i];
      break;
    case MU_JIT_WALL_TIME:
      timeValue = &values[i];
      break;
    case MU_JIT_OPTIMIZATION_LEVEL:
      requireDriver(number <= 4);
      level = number;
      break;
    default: // the others are about code for a GPU
      requireDriver(options[i] >= 0 && options[i] < MU_JIT_NUM_OPTIONS);
      break;
    }
  }
  for (Buffer *buffer : {&information, &errors})
    buffer->add("");
}

void JitLog::Buffer::add(const std::string &text) {
  if (begin == nullptr || size == 0)
    return;
  const size_t length = std::min(text.size(), size - 1 - used);
  std::memcpy(begin + used, text.data(), length);
  used += length;
  begin[used] = '\0';
}

void JitLog::Buffer::writeSize() const {
  if (sizeValue != nullptr)
    *sizeValue = reinterpret_cast<void *>(used);
}

void JitLog::addErrors(const std::string &text) {
  if (!hasErrorBuffer())
    printError(text.substr(0, text.find_last_not_of('\n') + 1));
  errors.add(text);
  writeSizes();
}

void JitLog::addError(const std::string &what) {
  if (!hasErrorBuffer())
    printError(what); // which says itself that it is one
  errors.add("error: " + what + "\n");
  writeSizes();
}

void JitLog::writeSizes() const {
  information.writeSize();
  errors.writeSize();
}

void JitLog::finish(float milliseconds) {
  writeSizes();
  if (timeValue == nullptr)
    return;
  *timeValue = nullptr;
  std::memcpy(timeValue, &milliseconds, sizeof(milliseconds));
}

} // namespace musart
