//===- ptx_fuzzer.cpp - any bytes with asm statements -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each asm statement of the input is translated, for warps of both sizes, within a macro and
// outside of one. A translation has its brackets in pairs; what has none is said, on one line.
//===----------------------------------------------------------------------===//
#include "ptx/translation.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace musaport::ptx {
namespace {

[[noreturn]] void fail(const char *what, llvm::StringRef input, llvm::StringRef output) {
  std::fprintf(stderr, "%s\n--- input\n%s\n--- output\n%s\n", what, input.str().c_str(),
               output.str().c_str());
  std::abort();
}

bool hasPairedBrackets(llvm::StringRef text) {
  std::string open;
  for (const Token &token : tokenize(text)) {
    switch (token.kind) {
    case clang::tok::l_paren:
      open.push_back(')');
      break;
    case clang::tok::l_square:
      open.push_back(']');
      break;
    case clang::tok::l_brace:
      open.push_back('}');
      break;
    case clang::tok::r_paren:
    case clang::tok::r_square:
    case clang::tok::r_brace:
      if (open.empty() || open.back() != text[token.offset])
        return false;
      open.pop_back();
      break;
    default:
      break;
    }
  }
  return open.empty();
}

bool isOneLine(llvm::StringRef text) { return !text.empty() && !text.contains('\n'); }

void check(llvm::StringRef input, const AsmStatement &statement, const Surroundings &surroundings) {
  const Translation translation = translate(statement, Table::embedded(), surroundings);
  switch (translation.result) {
  case Translation::Result::NotPtx:
    break;
  case Translation::Result::Translated:
    for (const AsmOperand &operand : statement.operands)
      if (!hasPairedBrackets(operand.expression))
        return; // `a[1)]`: no C++ before either
    if (!hasPairedBrackets(translation.text))
      fail("a translation has brackets that do not pair", input, translation.text);
    break;
  case Translation::Result::Reported:
    if (!isOneLine(translation.reason))
      fail("what has no translation has no reason on a line", input, translation.reason);
    break;
  }
  for (const Message &message : messagesOf(translation))
    if (!isOneLine(message.text))
      fail("a message is no line", input, message.text);
}

void check(llvm::StringRef input) {
  const std::vector<Token> tokens = tokenize(input);
  for (size_t at = 0; at < tokens.size(); ++at)
    if (std::optional<AsmStatement> statement = readAsmStatement(input, tokens, at))
      for (unsigned lanes : {32u, 128u})
        for (bool inMacro : {false, true})
          check(input, *statement, {inMacro, lanes});
}

} // namespace
} // namespace musaport::ptx

// The name is libFuzzer's.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const std::string text(reinterpret_cast<const char *>(data), size); // with a NUL behind it
  if (musaport::whyNotTokenized(text).empty())
    musaport::ptx::check(text);
  return 0;
}
