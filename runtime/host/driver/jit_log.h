//===- host/driver/jit_log.h - what a program wants to know of a link -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_DRIVER_JIT_LOG_H
#define MUSAPORT_HOST_DRIVER_JIT_LOG_H

#include "musa.h"

#include <cstddef>
#include <optional>
#include <string>

namespace musart {

/// The options of a link, and the program's buffers for its messages. As in CUDA, a buffer's size
/// is an option's value, and becomes what is in the buffer, in bytes without the null.
class JitLog {
public:
  /// Throws MUSA_ERROR_INVALID_VALUE. `values` stays in use, as CUDA documents.
  JitLog(unsigned count, const MUjit_option *options, void **values);

  // A program without a buffer for errors finds them on stderr.

  /// What a compiler has said, in lines.
  void addErrors(const std::string &text);
  /// One of the host's own, without "error:" and the end of the line.
  void addError(const std::string &what);
  void addInformation(const std::string &text) { information.add(text); }
  /// Writes all sizes, and the time.
  void finish(float milliseconds);

  std::optional<unsigned> level; ///< of optimization, 0 to 4

private:
  struct Buffer {
    char *begin = nullptr;
    size_t size = 0;
    void **sizeValue = nullptr; ///< the option's
    size_t used = 0;

    void add(const std::string &text);
    void writeSize() const;
  };

  bool hasErrorBuffer() const { return errors.begin != nullptr && errors.size != 0; }
  void writeSizes() const;

  Buffer information, errors;
  void **timeValue = nullptr;
};

} // namespace musart

#endif // MUSAPORT_HOST_DRIVER_JIT_LOG_H
