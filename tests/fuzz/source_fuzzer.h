//===- source_fuzzer.h - what fuzzers of sources share ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_TESTS_FUZZ_SOURCE_FUZZER_H
#define MUSAPORT_TESTS_FUZZ_SOURCE_FUZZER_H

#include "ptx/asm_statement.h"
#include "rewrite/source_strings.h"
#include "tree/port_tree.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <cstdio>
#include <cstdlib>

namespace musaport {

[[noreturn]] inline void fail(llvm::StringRef what, llvm::StringRef input, llvm::StringRef output,
                              llvm::StringRef again = {}) {
  std::fprintf(stderr, "%s\n--- input\n%s\n--- output\n%s\n", what.str().c_str(),
               input.str().c_str(), output.str().c_str());
  if (!again.empty())
    std::fprintf(stderr, "--- output of the output\n%s\n", again.str().c_str());
  std::abort();
}

/// What lies between the tokens, and the tokens that are no code: what a port never changes.
/// Backslash-newlines move with the token they split, so white space and they are left out; so are
/// asm statements, if PTX is translated. A raw string that holds a source is one inside.
inline std::string untouchable(llvm::StringRef text, bool withAsm) {
  std::string result;
  uint32_t end = 0;
  auto append = [&](llvm::StringRef bytes) {
    for (char c : bytes)
      if (!llvm::isSpace(c) && c != '\\')
        result += c;
  };
  const std::vector<Token> tokens = tokenize(text);
  for (size_t i = 0; i < tokens.size(); ++i) {
    append(text.slice(end, tokens[i].offset));
    if (!withAsm)
      if (std::optional<ptx::AsmStatement> statement = ptx::readAsmStatement(text, tokens, i))
        i = statement->last - 1;
    const Token &token = tokens[i];
    switch (token.kind) {
    case clang::tok::string_literal:
    case clang::tok::wide_string_literal:
    case clang::tok::utf8_string_literal:
    case clang::tok::utf16_string_literal:
    case clang::tok::utf32_string_literal:
    case clang::tok::char_constant:
    case clang::tok::unknown: {
      const llvm::StringRef literal = text.substr(token.offset, token.length);
      const std::string source = sourceInString({text, tokens}, i).str();
      if (source.empty())
        append(literal);
      else
        append(untouchable(source, withAsm));
      break;
    }
    default:
      break;
    }
    end = token.end();
  }
  append(text.substr(end));
  return result;
}

/// Whether `part` is what is left of `whole` if some bytes are left out.
inline bool isLeftOf(llvm::StringRef part, llvm::StringRef whole) {
  for (char c : part) {
    const size_t at = whole.find(c);
    if (at == llvm::StringRef::npos)
      return false;
    whole = whole.drop_front(at + 1);
  }
  return true;
}

inline bool isOneLine(llvm::StringRef text) {
  return !text.empty() && !text.contains('\n') && !text.contains('\r');
}

/// What a diagnostic underlines is in the file, and its line is the file's.
inline void checkPlace(const Diagnostic &diagnostic, llvm::StringRef input) {
  const Place &place = diagnostic.place;
  auto failFor = [&](llvm::StringRef what) {
    fail(what, input,
         (diagnostic.id + ", " + llvm::Twine(place.line) + ":" + llvm::Twine(place.column) + ": " +
          diagnostic.message)
             .str());
  };
  if (!isOneLine(diagnostic.message) || !llvm::all_of(diagnostic.notes, isOneLine))
    failFor("what is said is no line");
  if (place.line == 0)
    return;
  llvm::StringRef rest = input;
  for (uint32_t line = 1; line < place.line; ++line) {
    if (!rest.contains('\n'))
      failFor("there is no such line");
    rest = rest.drop_front(rest.find('\n') + 1);
  }
  if (!rest.starts_with(diagnostic.sourceLine))
    failFor("the line is not the file's");
  if (place.column == 0 || place.column - 1 + diagnostic.length > rest.size())
    failFor("what is underlined is not in the file");
}

/// Ports `input`, and the result once more. Nothing but code is changed, and all of it at once.
inline std::string checkPort(llvm::StringRef name, llvm::StringRef input, const RuleSet &rules,
                             const PortOptions &options) {
  Report report;
  const std::string ported = portBuffer(name, input, rules, report, options);
  if (report.edits == 0 && ported != input)
    fail("no edit, and the bytes differ", input, ported);
  for (const Diagnostic &diagnostic : report.diagnostics)
    checkPlace(diagnostic, input);
  // Bytes with a NUL are no text; a header that is included for a version guard adds lines.
  if (ported.find('\0') == std::string::npos) {
    const bool withAsm = !options.translatePtx;
    if (withAsm ? untouchable(input, true) != untouchable(ported, true)
                : !isLeftOf(untouchable(input, false), untouchable(ported, true)))
      fail("a comment or a string changed", input, ported);
  }

  Report second;
  const std::string again = portBuffer(name, ported, rules, second, options);
  if (again != ported)
    fail("porting the port changes it", input, ported, again);
  if (second.edits != 0)
    fail("porting the port counts edits", input, ported, again);
  return ported;
}

} // namespace musaport

#endif // MUSAPORT_TESTS_FUZZ_SOURCE_FUZZER_H
