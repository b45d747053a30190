//===- scripts/cmake/removal.cpp - removes dropped words --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "scripts/cmake/passes.h"

using llvm::StringRef;

namespace musaport::cmake {
namespace {

/// The words [first, last] of one argument, which stand side by side.
void removeWords(Porter &porter, llvm::ArrayRef<Word> words, size_t first, size_t last) {
  auto areBeside = [&](size_t a, size_t b) {
    return b < words.size() && a < words.size() && words[a].argument == words[b].argument &&
           words[a].at.group == words[b].at.group;
  };
  uint32_t begin = words[first].begin, end = words[last].range().end;
  if (areBeside(last, last + 1))
    end = words[last + 1].begin;
  else if (first > 0 && areBeside(first - 1, first))
    begin = words[first - 1].range().end;
  porter.edit({begin, end}, "");
}

/// Of the words [first, end) of one argument those that are dropped.
void removeSome(Porter &porter, llvm::ArrayRef<Word> words, size_t first, size_t end) {
  for (size_t i = first; i < end; ++i) {
    if (!words[i].isDropped)
      continue;
    size_t last = i;
    while (last + 1 < end && words[last + 1].isDropped &&
           words[last + 1].at.group == words[i].at.group)
      ++last;
    removeWords(porter, words, i, last);
    i = last;
  }
}

} // namespace

void removeDropped(Porter &porter, Command &command) {
  const llvm::ArrayRef<Word> words = command.words;
  for (size_t first = 0; first < words.size();) {
    Argument &argument = command.arguments[words[first].argument];
    size_t end = first;
    bool all = true; // of the argument
    for (; end < words.size() && words[end].argument == words[first].argument; ++end)
      all &= words[end].isDropped;
    // Not if a generator expression begins or ends in it.
    all &= argument.text.find_first_of("<>") == StringRef::npos;
    if (all && argument.isDroppable)
      porter.remove(argument);
    else if (all) // set(NAME) would have no value at all
      porter.edit(argument.range(),
                  argument.isQuoted || argument.role != Role::Value ? "" : "\"\"");
    else
      removeSome(porter, words, first, end);
    first = end;
  }
}

} // namespace musaport::cmake
