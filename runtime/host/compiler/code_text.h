//===- host/compiler/code_text.h - host code as text ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a program asks for as PTX it takes for text: it reads it line by line, measures it by
// strlen(), or writes it to a stream. MTRTC gives it host code in this form.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_HOST_COMPILER_CODE_TEXT_H
#define MUSAPORT_HOST_COMPILER_CODE_TEXT_H

#include <optional>
#include <string>
#include <string_view>

namespace musart {

/// Lines of a comment, a directive with the number of bytes, and hexadecimal digits.
std::string textOfCode(std::string_view code);

/// The code of a text that textOfCode() has made, and that ends with a null; nullopt if `text` is
/// another one, or not all of it. More blanks and line breaks do no harm.
std::optional<std::string> codeOfText(const char *text);
/// The code if `bytes` are such a text, otherwise `bytes`.
std::string codeOf(std::string bytes);

} // namespace musart

#endif // MUSAPORT_HOST_COMPILER_CODE_TEXT_H
