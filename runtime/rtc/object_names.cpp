//===- rtc/object_names.cpp ------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "object_names.h"

#include <cctype>
#include <elf.h>
#include <span>
#include <string_view>

namespace mtrtc {
namespace {

/// What mcc wrote a moment ago: nothing in it is checked.
class ObjectFile {
public:
  explicit ObjectFile(const std::string &bytes) : begin(bytes.data()) {
    const auto &header = *at<Elf64_Ehdr>(0);
    sections = {at<Elf64_Shdr>(header.e_shoff), header.e_shnum};
    for (const Elf64_Shdr &section : sections)
      if (section.sh_type == SHT_SYMTAB) {
        symbols = rows<Elf64_Sym>(section);
        names = begin + sections[section.sh_link].sh_offset;
      }
  }

  /// Of what is at the address that is stored in a variable.
  std::string_view targetOf(std::string_view variable) const {
    for (const Elf64_Sym &symbol : symbols)
      if (nameOf(symbol) == variable)
        return targetAt(symbol.st_shndx, symbol.st_value);
    return {};
  }

private:
  template <typename T> const T *at(size_t offset) const {
    return reinterpret_cast<const T *>(begin + offset);
  }
  template <typename T> std::span<const T> rows(const Elf64_Shdr &section) const {
    return {at<T>(section.sh_offset), section.sh_size / sizeof(T)};
  }
  std::string_view nameOf(const Elf64_Sym &symbol) const { return names + symbol.st_name; }

  std::string_view targetAt(unsigned section, size_t offset) const {
    for (const Elf64_Shdr &table : sections) {
      if (table.sh_type != SHT_RELA || table.sh_info != section)
        continue;
      for (const Elf64_Rela &row : rows<Elf64_Rela>(table))
        if (row.r_offset == offset)
          return nameAt(symbols[ELF64_R_SYM(row.r_info)], static_cast<size_t>(row.r_addend));
    }
    return {};
  }
  /// What is static is known as a place in a section.
  std::string_view nameAt(const Elf64_Sym &target, size_t offset) const {
    if (ELF64_ST_TYPE(target.st_info) != STT_SECTION)
      return nameOf(target);
    for (const Elf64_Sym &symbol : symbols)
      if (symbol.st_shndx == target.st_shndx && symbol.st_value == offset &&
          ELF64_ST_TYPE(symbol.st_info) != STT_SECTION)
        return nameOf(symbol);
    return {};
  }

  const char *begin;
  std::span<const Elf64_Shdr> sections;
  std::span<const Elf64_Sym> symbols;
  const char *names = nullptr;
};

/// Clang calls a kernel's stub as the kernel, with this before the name in the source. In a mangled
/// name the length stands before that.
std::string withoutStub(std::string name) {
  constexpr std::string_view mark = "__device_stub__";
  const size_t at = name.find(mark);
  if (at == std::string::npos)
    return name;
  size_t digits = at;
  while (digits > 0 && std::isdigit(static_cast<unsigned char>(name[digits - 1])) != 0)
    --digits;
  name.erase(at, mark.size());
  if (digits < at)
    name.replace(digits, at - digits,
                 std::to_string(std::stoul(name.substr(digits, at - digits)) - mark.size()));
  return name;
}

} // namespace

std::string nameOfTarget(const std::string &object, const std::string &variable) {
  const std::string name = withoutStub(std::string(ObjectFile(object).targetOf(variable)));
  // What is static has a name of its own in relocatable device code, which host code passes on.
  for (const char *mark : {"__static__", "__intern__"})
    if (const size_t found = object.find('\0' + name + mark); found != std::string::npos)
      return object.c_str() + found + 1;
  return name;
}

} // namespace mtrtc
