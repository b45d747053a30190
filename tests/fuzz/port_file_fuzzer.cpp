//===- port_file_fuzzer.cpp - any bytes, ported -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ports any bytes with the default rules. The port must not crash, must keep comments and strings,
// and must be the same when it is ported again.
//===----------------------------------------------------------------------===//
#include "rules/architecture.h"
#include "source/tokens.h"
#include "tree/port_tree.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>

using llvm::StringRef;

namespace musaport {
namespace {

const RuleSet &defaultRules() {
  static const RuleSet rules({true, *findArchitecture("mp_31")}, {});
  return rules;
}

[[noreturn]] void fail(const char *what, StringRef input, StringRef output, StringRef again = {}) {
  std::fprintf(stderr, "%s\n--- input\n%s\n--- output\n%s\n", what, input.str().c_str(),
               output.str().c_str());
  if (!again.empty())
    std::fprintf(stderr, "--- output of the output\n%s\n", again.str().c_str());
  std::abort();
}

/// What lies between the tokens, and the tokens that are no code: what a port never changes.
/// Backslash-newlines move with the token they split, so white space and they are left out.
std::string untouchable(StringRef text) {
  std::string result;
  uint32_t end = 0;
  auto append = [&](StringRef bytes) {
    for (char c : bytes)
      if (!llvm::isSpace(c) && c != '\\')
        result += c;
  };
  for (const Token &token : tokenize(text)) {
    append(text.slice(end, token.offset));
    switch (token.kind) {
    case clang::tok::string_literal:
    case clang::tok::wide_string_literal:
    case clang::tok::utf8_string_literal:
    case clang::tok::utf16_string_literal:
    case clang::tok::utf32_string_literal:
    case clang::tok::char_constant:
    case clang::tok::unknown:
      append(text.substr(token.offset, token.length));
      break;
    default:
      break;
    }
    end = token.end();
  }
  append(text.substr(end));
  return result;
}

void check(StringRef name, StringRef input) {
  Report report;
  const std::string ported = portBuffer(name, input, defaultRules(), report);
  if (report.edits == 0 && ported != input)
    fail("no edit, and the bytes differ", input, ported);
  // Bytes with a NUL are no text; a header that is included for a version guard adds lines.
  if (ported.find('\0') == std::string::npos && untouchable(input) != untouchable(ported))
    fail("a comment or a string changed", input, ported);

  Report second;
  const std::string again = portBuffer(name, ported, defaultRules(), second);
  if (again != ported)
    fail("porting the port changes it", input, ported, again);
  if (second.edits != 0)
    fail("porting the port counts edits", input, ported, again);
}

} // namespace
} // namespace musaport

// The name is libFuzzer's.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const std::string input(reinterpret_cast<const char *>(data), size);
  musaport::check(size % 2 == 0 ? "x.cu" : "x.cuh", input);
  return 0;
}
