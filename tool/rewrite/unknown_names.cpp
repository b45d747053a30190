//===- rewrite/unknown_names.cpp --------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/unknown_names.h"

#include "rewrite/namespaces.h"
#include "rules/side_names.h"

using llvm::StringRef;

namespace musaport {
namespace {

/// Whether tokens[i] calls a function of one of CUDA's libraries, by its name. What the tree uses
/// otherwise, too, it may declare: in a prototype, as a pointer. So may a source in a string.
bool callsLibraryFunction(const SourcePort &port, size_t i, StringRef name) {
  const SourceText &text = port.text;
  if (!looksLikeLibraryFunction(port.source, name) || !text.isPlainCall(i) ||
      port.context.usedOtherwise.contains(name))
    return false;
  for (size_t at = 0; at < text.tokens.size(); ++at)
    if (text.tokens[at].isIdentifier() && text.bytes(at) == name && !text.isPlainCall(at))
      return false;
  return true;
}

} // namespace

void reportUnknownName(SourcePort &port, const ScopeTracker &scopes, size_t i, StringRef word,
                       const KnownName &known) {
  std::string name = word.str();
  if (known.isDeclared)
    return;
  if (word == port.source.word && namesNamespace(word, port.text, scopes, i)) {
    if (port.context.declaredScopes.contains(word))
      return;
    if (port.text.is(i + 1, clang::tok::coloncolon) && i + 2 < port.text.tokens.size())
      name += "::" + port.text.spelling(i + 2);
  } else if (!known.looksForeign || !known.rules.empty() || !known.patterns.empty() ||
             port.text.isDeclared(i)) {
    return;
  }
  const std::string source = port.source.title.str();
  port.recorder.leave(i, name, Outcome::Unknown, nullptr, "no rule knows it");
  if (callsLibraryFunction(port, i, word))
    port.recorder
        .diagnose(i, "musa-unknown-name", Severity::Error,
                  "no rule knows the function '" + name + "', and nothing in the tree declares it",
                  "it looks like a function of one of " + source +
                      "'s libraries, perhaps one that newer versions lack: call its successor, or "
                      "add a rule for it (-r)")
        .once = port.recorder.onceInFile("unknown function " + name);
  else
    port.recorder
        .diagnose(i, "musa-unknown-name", Severity::Remark,
                  "'" + name + "' looks like a name of " + source + "'s, and no rule knows it", {})
        .once = port.recorder.onceInFile("unknown " + name);
  port.recorder.decide(i, "looks like " + source + "'s, and no rule knows it");
}

} // namespace musaport
