//===- host/model/shared_file.h - memory of several processes ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_MODEL_SHARED_FILE_H
#define MUSAPORT_HOST_MODEL_SHARED_FILE_H

#include <cstddef>
#include <optional>
#include <sys/types.h>

namespace musart {

/// What another process needs to open a SharedFile, as long as its maker keeps the file.
struct SharedFileName {
  pid_t process = 0;
  int file = -1;
  ino_t inode = 0; ///< tells whether the file is still the same one
};

/// A file in memory that other processes of the same user can open. Closes it at the end.
class SharedFile {
public:
  /// A new one, filled with zeros. Throws ApiError{musaErrorMemoryAllocation} if it cannot be made.
  explicit SharedFile(size_t bytes);
  /// Opens that of another process; none if the process or its file is gone, or may not be opened.
  static std::optional<SharedFile> open(const SharedFileName &name);
  SharedFile(SharedFile &&other) noexcept;
  ~SharedFile();
  SharedFile(const SharedFile &) = delete;
  SharedFile &operator=(const SharedFile &) = delete;
  SharedFile &operator=(SharedFile &&) = delete;

  SharedFileName name() const;
  size_t bytes() const;
  ino_t inode() const;
  /// Maps all of it, `at` an address in place of what is there, or anywhere. Throws
  /// ApiError{musaErrorMemoryAllocation}.
  char *map(char *at = nullptr) const;
  /// Says in the file, until this process ends, that it is there.
  void announceProcess();
  /// Whether the process announced itself, and is there. Not for the calling process.
  bool isThere(pid_t process) const;

private:
  explicit SharedFile(int file) : file(file) {}
  int file = -1;
};

} // namespace musart

#endif // MUSAPORT_HOST_MODEL_SHARED_FILE_H
