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

void NeededHeaders::needStandard(llvm::ArrayRef<LackingHeader> headers) {
  for (const LackingHeader &lacking : headers) {
    const StringRef buffer = port.text.buffer;
    size_t lineBegin = 0;
    for (uint32_t line = 1; line < lacking.line && lineBegin < buffer.size(); ++line)
      lineBegin = std::min(buffer.find('\n', lineBegin), buffer.size() - 1) + 1;
    size_t first = 0;
    while (first + 1 < port.text.tokens.size() && port.text.tokens[first].offset < lineBegin)
      ++first;
    needed.push_back({StringRef(lacking.header).drop_front().drop_back().str(),
                      "CUDA's headers, or those of another compiler, include " + lacking.header +
                          ": this source uses it, and includes it too late or never",
                      first, /*isStandard=*/true});
  }
}

void NeededHeaders::insert(const LevelHeader &level) {
  for (const Need &need : needed) {
    const StringRef header = need.header;
    if (!need.isStandard && included.contains(header))
      continue;
    llvm::SmallVector<const Rule *, 2> rules;
    port.rules.header(header, rules);
    const StringRef name = !rules.empty() && rules.front()->edits() ? rules.front()->to : header;
    const size_t at = level.placeBefore(need.first);
    const std::string include = ("#include <" + name + ">").str();
    const PendingEdits::Use counted = port.recorder.useOfInclude(name, at);
    if (port.isDeviceFile || need.isStandard)
      port.edits.insertLines(at, {include}, counted);
    else // a part of a build without MUSA, too
      port.edits.insertLines(at, {"#if defined(__MUSACC__)", include, "#endif"}, counted);
    port.recorder.decide(at, need.why, NameUse::ofInclude, {}, TokenRange{at, at});
    ++port.recorder.result.includesRewritten;
  }
}

} // namespace musaport
