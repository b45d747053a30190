//===- host/compiler/code_text.cpp ------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "compiler/code_text.h"

#include <charconv>
#include <cstring>

namespace musart {
namespace {

constexpr std::string_view title =
    "//\n// Host code, made by MTRTC of musa-port. It is no PTX.\n//\n";
constexpr std::string_view directive = ".musa_host_code ";
constexpr size_t bytesInLine = 32;

constexpr std::string_view digits = "0123456789abcdef";

} // namespace

std::string textOfCode(std::string_view code) {
  std::string text(title);
  text += std::string(directive) + std::to_string(code.size());
  text.reserve(text.size() + 2 * code.size() + code.size() / bytesInLine + 2);
  for (size_t i = 0; i < code.size(); ++i) {
    if (i % bytesInLine == 0)
      text += '\n';
    const auto byte = static_cast<unsigned char>(code[i]);
    text += digits[byte / 16];
    text += digits[byte % 16];
  }
  return text + '\n';
}

std::optional<std::string> codeOfText(const char *text) {
  if (std::strncmp(text, "//", 2) != 0) // as the title begins; its end may be another
    return std::nullopt;
  const char *const found = std::strstr(text, directive.data());
  if (found == nullptr)
    return std::nullopt;
  const char *const number = found + directive.size();
  const char *const end = number + std::strcspn(number, "\r\n");
  size_t bytes = 0;
  if (std::from_chars(number, end, bytes).ec != std::errc())
    return std::nullopt;
  std::string code;
  for (const char *at = end; code.size() < bytes; at += 2) {
    at += std::strspn(at, " \t\r\n");
    unsigned char byte = 0;
    if (at[0] == '\0' || std::from_chars(at, at + 2, byte, 16).ptr != at + 2)
      return std::nullopt;
    code += static_cast<char>(byte);
  }
  return code;
}

std::string codeOf(std::string bytes) {
  std::optional<std::string> code = codeOfText(bytes.c_str());
  return code ? std::move(*code) : std::move(bytes);
}

} // namespace musart
