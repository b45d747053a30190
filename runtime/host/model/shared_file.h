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
  /// One more for the same file; none if that is not such a file.
  static std::optional<SharedFile> ofDescriptor(int file);
  SharedFile(SharedFile &&other) noexcept;
  ~SharedFile();
  SharedFile(const SharedFile &) = delete;
  SharedFile &operator=(const SharedFile &) = delete;
  SharedFile &operator=(SharedFile &&) = delete;

  SharedFileName name() const;
  size_t bytes() const;
  /// A new file descriptor, which the caller closes. Throws ApiError{musaErrorOperatingSystem}.
  int duplicate() const;
  /// Maps all of it. Throws ApiError{musaErrorMemoryAllocation}.
  char *map() const;
  /// Maps a part of it at `at`, in place of what is there. Throws likewise.
  void mapAt(char *at, size_t offset, size_t bytes) const;
  /// Says in the file, until this process ends or closes the file, that it is there.
  void announceProcess() const;
  /// Whether another process has announced itself, and is there.
  bool isThere(pid_t process) const;

private:
  explicit SharedFile(int file) : file(file) {}
  int file = -1;
};

} // namespace musart

#endif // MUSAPORT_HOST_MODEL_SHARED_FILE_H
