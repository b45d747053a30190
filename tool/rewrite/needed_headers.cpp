//===- rewrite/needed_headers.cpp -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/needed_headers.h"

using llvm::StringRef;

namespace musaport {

bool NeededHeaders::need(StringRef header, StringRef why, size_t i) {
  if (llvm::any_of(needed, [&](const Need &other) { return other.header == header; }))
    return false;
  needed.push_back({header.str(), why.str(), i});
  return true;
}

void NeededHeaders::insert(const LevelHeader &level) {
  for (const Need &need : needed) {
    const StringRef header = need.header;
    if (included.contains(header))
      continue;
    llvm::SmallVector<const Rule *, 2> rules;
    port.rules.header(header, rules);
    const StringRef name = !rules.empty() && rules.front()->edits() ? rules.front()->to : header;
    const size_t at = level.placeBefore(need.first);
    const std::string include = ("#include <" + name + ">").str();
    const PendingEdits::Use counted = port.recorder.useOfTree(name, name, at);
    if (port.isDeviceFile)
      port.edits.insertLines(at, {include}, counted);
    else // a part of a build without MUSA, too
      port.edits.insertLines(at, {"#if defined(__MUSACC__)", include, "#endif"}, counted);
    port.recorder.decide(at, need.why, NameUse::ofTree, {}, TokenRange{at, at});
    ++port.recorder.result.includesRewritten;
  }
}

} // namespace musaport
