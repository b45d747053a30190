//===- host/compiler/temporary_folder.h - a folder for one compilation ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_COMPILER_TEMPORARY_FOLDER_H
#define MUSAPORT_HOST_COMPILER_TEMPORARY_FOLDER_H

#include <filesystem>
#include <string_view>

namespace musart {

/// Is removed with all that is in it. Functions throw std::filesystem::filesystem_error.
class TemporaryFolder {
public:
  TemporaryFolder();
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;
  ~TemporaryFolder();

  const std::filesystem::path &path() const { return folder; }

  static void write(const std::filesystem::path &file, std::string_view text);
  /// Empty if there is no such file.
  static std::string read(const std::filesystem::path &file);

private:
  std::filesystem::path folder;
};

} // namespace musart

#endif // MUSAPORT_HOST_COMPILER_TEMPORARY_FOLDER_H
