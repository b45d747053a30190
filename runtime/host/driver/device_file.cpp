//===- host/driver/device_file.cpp ------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "driver/device_file.h"

#include "driver/driver.h"

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>

namespace musart {
namespace {

bool startsWith(const char *text, std::string_view with) {
  return std::strncmp(text, with.data(), with.size()) == 0;
}

/// PTX begins with its version, behind comments.
bool isPtx(const char *text) {
  for (;;) {
    text += std::strspn(text, " \t\r\n");
    const char *end = startsWith(text, "//")   ? std::strchr(text, '\n')
                      : startsWith(text, "/*") ? std::strstr(text, "*/")
                                               : nullptr;
    if (end == nullptr)
      return startsWith(text, ".version");
    text = *end == '\n' ? end : end + 2;
  }
}

} // namespace

DeviceFile kindOf(const void *image) {
  const auto *bytes = static_cast<const char *>(image);
  if (startsWith(bytes, "!<arch>\n"))
    return DeviceFile::Archive;
  if (!startsWith(bytes, ELFMAG))
    return isPtx(bytes) ? DeviceFile::Ptx : DeviceFile::Other;
  if (bytes[EI_CLASS] != ELFCLASS64)
    return DeviceFile::Other;
  switch (static_cast<const Elf64_Ehdr *>(image)->e_type) {
  case ET_DYN:
    return DeviceFile::Library;
  case ET_REL:
    return DeviceFile::Object;
  default:
    return DeviceFile::Other;
  }
}

DeviceFile kindOf(const std::string &file) {
  const bool isCut = file.starts_with(ELFMAG) && file.size() < sizeof(Elf64_Ehdr);
  return isCut ? DeviceFile::Other : kindOf(static_cast<const void *>(file.c_str()));
}

std::string readFile(const char *path) {
  std::error_code ignored;
  std::ifstream in(path, std::ios::binary); // which opens folders, too
  requireDriver(in.is_open() && !std::filesystem::is_directory(path, ignored),
                MUSA_ERROR_FILE_NOT_FOUND);
  return {std::istreambuf_iterator<char>(in), {}};
}

size_t sizeOfElf(const void *image) {
  const auto *begin = static_cast<const char *>(image);
  const auto &header = *static_cast<const Elf64_Ehdr *>(image);
  size_t end = header.e_shoff + static_cast<size_t>(header.e_shentsize) * header.e_shnum;
  const auto *segments = reinterpret_cast<const Elf64_Phdr *>(begin + header.e_phoff);
  for (unsigned i = 0; i < header.e_phnum; ++i)
    end = std::max<size_t>(end, segments[i].p_offset + segments[i].p_filesz);
  return end;
}

} // namespace musart
