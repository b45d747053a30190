//===- host/compiler/temporary_folder.cpp --------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "compiler/temporary_folder.h"

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>

namespace fs = std::filesystem;

namespace musart {

TemporaryFolder::TemporaryFolder() {
  std::string name = fs::temp_directory_path() / "musa-rtc-XXXXXX";
  if (mkdtemp(name.data()) == nullptr)
    throw fs::filesystem_error("cannot make a folder", name,
                               std::error_code(errno, std::generic_category()));
  folder = fs::canonical(name);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(folder, ignored);
}

void TemporaryFolder::write(const fs::path &file, std::string_view text) {
  fs::create_directories(file.parent_path());
  std::ofstream out(file, std::ios::binary);
  out << text;
  if (!out.flush())
    throw fs::filesystem_error("cannot write", file, std::make_error_code(std::errc::io_error));
}

std::string TemporaryFolder::read(const fs::path &file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

} // namespace musart
