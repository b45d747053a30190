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

void LevelHeader::visit(size_t i) {
  const StringRef word = port.text.startsLine(i) ? port.directives.word() : StringRef();
  if (word.empty())
    return;
  if (word == "include" && firstInclude == nowhere && firstUse == nowhere &&
      port.directives.depth() == 0)
    firstInclude = i;
  else if (word == "if" || word == "ifdef" || word == "ifndef")
    groups.push_back({i});
  else if (word.starts_with("el"))
    groups.back().hasLevel = false;
  else if (word == "endif" && groups.size() > 1)
    groups.pop_back();
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
  groups[group].hasLevel = true;
  uses.push_back(isCondition ? groups.back().begin : statementOf(i));
}

/// Where the directive or the statement begins, at the start of a line: an #include within the
/// arguments of a macro is an error.
size_t LevelHeader::statementOf(size_t i) const {
  const SourceText &text = port.text;
  while (i > 0) {
    if (text.startsLine(i) &&
        (text.isInDirective(i) || text.isInDirective(i - 1) || text.is(i - 1, clang::tok::semi) ||
         text.is(i - 1, clang::tok::l_brace) || text.is(i - 1, clang::tok::r_brace)))
      return i;
    --i;
  }
  return i;
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
    for (size_t at : uses)
      insert(at, {seesMusa, include, "#endif"});
    return;
  }
  size_t at = firstInclude != nowhere ? firstInclude : fileStart();
  if (at > firstUse) { // in the include guard itself
    at = firstUse;
    while (at > 0 && !port.text.startsLine(at))
      --at;
  }
  insert(at, {include});
}

void LevelHeader::insert(size_t at, llvm::ArrayRef<StringRef> lines) {
  port.edits.insertLines(at, lines, port.recorder.useOfTree(levelHeader, levelHeader, at));
  port.recorder.decide(at, "defines the levels that this file's guards use", NameUse::ofTree, {},
                       TokenRange{at, at});
  ++port.recorder.result.includesRewritten;
}

} // namespace musaport
