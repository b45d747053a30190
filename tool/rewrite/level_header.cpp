//===- rewrite/level_header.cpp ---------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/level_header.h"

namespace musaport {

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
  size_t at = firstInclude != nowhere ? firstInclude : fileStart();
  if (at > firstUse) { // in the include guard itself
    at = firstUse;
    while (at > 0 && !port.text.startsLine(at))
      --at;
  }
  port.edits.insertLine(at, ("#include <" + levelHeader + ">").str(),
                        port.recorder.useOfTree(levelHeader, levelHeader, at));
  port.recorder.decide(at, "defines the levels that this file's guards use", NameUse::ofTree, {},
                       TokenRange{at, at});
  ++port.recorder.result.includesRewritten;
}

} // namespace musaport
