//===- tests/unit/temporary_folder.h - files for a test ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_TESTS_UNIT_TEMPORARY_FOLDER_H
#define MUSAPORT_TESTS_UNIT_TEMPORARY_FOLDER_H

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

namespace musaport {

/// A new folder that the destructor removes. File names are relative to the folder.
class TemporaryFolder {
public:
  TemporaryFolder() {
    std::string pattern = std::filesystem::temp_directory_path() / "musa-port-test-XXXXXX";
    if (!mkdtemp(pattern.data()))
      ADD_FAILURE() << "cannot make " << pattern;
    folder = pattern;
  }
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
  }

  std::string path(const std::string &name = "") const {
    return name.empty() ? folder.string() : (folder / name).string();
  }

  /// Writes a file, and creates the folders that lead to it.
  void write(const std::string &name, const std::string &bytes = "") const {
    std::filesystem::create_directories((folder / name).parent_path());
    std::ofstream(folder / name, std::ios::binary) << bytes;
  }

  void makeFolder(const std::string &name) const {
    std::filesystem::create_directories(folder / name);
  }

  void link(const std::string &name, const std::string &target) const {
    std::filesystem::create_directories((folder / name).parent_path());
    std::filesystem::create_symlink(target, folder / name);
  }

  std::string read(const std::string &name) const {
    std::ifstream stream(folder / name, std::ios::binary);
    EXPECT_TRUE(stream) << name;
    return std::string(std::istreambuf_iterator<char>(stream), {});
  }

  /// All files and folders in it. The name of a folder ends with a slash.
  std::set<std::string> list() const {
    std::set<std::string> result;
    for (const auto &entry : std::filesystem::recursive_directory_iterator(folder)) {
      std::string name = entry.path().lexically_relative(folder);
      result.insert(entry.is_directory() && !entry.is_symlink() ? name + "/" : name);
    }
    return result;
  }

private:
  std::filesystem::path folder;
};

} // namespace musaport

#endif // MUSAPORT_TESTS_UNIT_TEMPORARY_FOLDER_H
