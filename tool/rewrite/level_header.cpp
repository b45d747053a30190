//===- rewrite/level_header.cpp ---------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/level_header.h"

#include "llvm/ADT/StringSwitch.h"

using llvm::StringRef;

namespace musaport {

/// Whether mcc compiles, or a header of MUSA's runtime or driver was included.
static constexpr llvm::StringLiteral seesMusa =
    "#if defined(__MUSACC__) || defined(MUSA_VERSION) || defined(MUSART_VERSION)";
static constexpr llvm::StringLiteral findsHeader =
    "#if defined(__MUSACC__) || __has_include(<musa_port/cuda_level.h>)";

void LevelHeader::visit(size_t i) {
  const SourceText &text = port.text;
  if (!text.isInDirective(i)) {
    // An #include within the arguments of a macro is an error, whatever braces are in them.
    const bool isBehindStatement =
        i == 0 || text.isInDirective(i - 1) || text.is(i - 1, clang::tok::semi) ||
        text.is(i - 1, clang::tok::l_brace) || text.is(i - 1, clang::tok::r_brace);
    if (text.startsLine(i) && parentheses == 0 && isBehindStatement)
      statement = i;
    braces += text.is(i, clang::tok::l_brace) ? 1 : text.is(i, clang::tok::r_brace) ? -1 : 0;
    parentheses += text.is(i, clang::tok::l_paren) ? 1 : 0;
    parentheses -= text.is(i, clang::tok::r_paren) && parentheses > 0 ? 1 : 0;
    return;
  }
  if (!text.startsLine(i))
    return;
  directive = i;
  const StringRef word = port.directives.word();
  if (word.starts_with("include") || word == "import") {
    if (firstInclude == nowhere && firstUse == nowhere && port.directives.depth() == 0 &&
        braces == 0)
      firstInclude = i;
    // It may bring MUSA's headers.
    for (Group &group : groups)
      group.hasLevel = false;
  } else if (word == "if" || word == "ifdef" || word == "ifndef") {
    groups.push_back({i});
  } else if (word.starts_with("el")) {
    groups.back().hasLevel = false;
  } else if (word == "endif" && groups.size() > 1) {
    groups.pop_back();
  }
}

void LevelHeader::see(StringRef name, bool isCudas) {
  isIncluded |= name == levelHeader;
  needsCuda |= isCudas && port.directives.depth() == 0;
}

void LevelHeader::useAt(size_t i) {
  if (firstUse == nowhere)
    firstUse = i;
  const StringRef word = port.directives.word();
  // Nothing can be included between an #if and its #elif: the header goes before the #if, and is
  // there for what follows the #endif, too.
  const bool isCondition =
      groups.size() > 1 && llvm::StringSwitch<bool>(word).Cases("if", "elif", true).Default(false);
  const size_t group = groups.size() - (isCondition ? 2 : 1);
  if (llvm::any_of(llvm::ArrayRef(groups).take_front(group + 1),
                   [](const Group &outer) { return outer.hasLevel; }))
    return;
  const bool isInMacro = word == "define";
  groups[group].hasLevel = !isInMacro;
  if (isCondition)
    uses.push_back({groups.back().begin});
  else
    uses.push_back({port.text.isInDirective(i) ? directive : statement, isInMacro});
}

/// The first token behind the include guard or #pragma once.
size_t LevelHeader::fileStart() const {
  const SourceText &text = port.text;
  size_t at = 0;
  auto skipLine = [&] {
    do
      ++at;
    while (at < text.tokens.size() && !text.startsLine(at));
  };
  if (port.directives.hasIncludeGuard()) {
    skipLine();
    skipLine();
  }
  while (at + 2 < text.tokens.size() && text.is(at, clang::tok::hash) &&
         text.bytes(at + 1) == "pragma" && text.bytes(at + 2) == "once")
    skipLine();
  return at;
}

void LevelHeader::insertIfUsed() {
  if (!isUsed() || isIncluded)
    return;
  const std::string include = ("#include <" + levelHeader + ">").str();
  if (!port.isDeviceFile && !needsCuda) {
    for (const Use &use : uses)
      insert(use.before, {use.isInMacro ? findsHeader : seesMusa, include, "#endif"});
    return;
  }
  insert(placeBefore(firstUse), {include});
}

size_t LevelHeader::placeBefore(size_t use) const {
  size_t at = firstInclude != nowhere && firstInclude <= use ? firstInclude : fileStart();
  if (at > use) // in the include guard itself
    for (at = use; at > 0 && !port.text.startsLine(at);)
      --at;
  return at;
}

void LevelHeader::insert(size_t at, llvm::ArrayRef<StringRef> lines) {
  port.edits.insertLines(at, lines, port.recorder.useOfInclude(levelHeader, at));
  port.recorder.decide(at, "defines the levels that this file's guards use", NameUse::ofInclude, {},
                       TokenRange{at, at});
  ++port.recorder.result.includesRewritten;
}

} // namespace musaport
