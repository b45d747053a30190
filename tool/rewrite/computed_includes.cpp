//===- rewrite/computed_includes.cpp ----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/computed_includes.h"

#include "rewrite/path_macros.h"

#include <algorithm>

using llvm::StringRef;

namespace musaport {

void ComputedIncludes::visit(TokenRange tokens) {
  const SourceText &text = port.text;
  if (tokens.last == tokens.first + 1 && text.tokens[tokens.first].isIdentifier())
    return nameFolder(tokens.first);
  for (size_t i = tokens.first; i < tokens.last;) {
    size_t end = i;
    while (end < tokens.last && isOfPath(text.tokens[end]) &&
           (end == i || text.tokens[end].offset == text.tokens[end - 1].end()))
      ++end;
    if (end > i)
      visitPath({i, end});
    i = std::max(end, i + 1);
  }
}

void ComputedIncludes::visitPath(TokenRange tokens) {
  const SourceText &text = port.text;
  std::string path;
  for (size_t i = tokens.first; i < tokens.last; ++i) {
    const bool isMacro =
        text.tokens[i].isIdentifier() && port.context.includeMacros.contains(text.bytes(i));
    path += isMacro ? std::string(text.tokens[i].length, '$') : text.bytes(i).str(); // any folder
  }
  if (StringRef(path).contains('/'))
    renameFolders(tokens, path);
  renameFile(tokens, path);
}

void ComputedIncludes::renameFolders(TokenRange tokens, StringRef path) {
  for (const RenamedFolders::Name &name : port.context.includes.folders().namesIn(path))
    replace(tokens, name.begin, name.end, name.text);
}

void ComputedIncludes::renameFile(TokenRange tokens, StringRef path) {
  const size_t begin = path.rfind('/') + 1;
  const StringRef name = path.substr(begin);
  if (!name.contains('.') || name.contains('$'))
    return;
  const auto file = port.context.includes.resolve(port.file, name, IncludeResolver::Form::Angled);
  if (file && !file->otherwise && file->newName != name)
    replace(tokens, begin, path.size(), file->newName);
}

void ComputedIncludes::nameFolder(size_t i) {
  const StringRef word = port.text.bytes(i);
  for (const RenamedFolders::Name &name : port.context.includes.folders().namesIn(word))
    port.recorder.diagnose(i, "musa-dangling-include", Severity::Error,
                           "includes are made of this macro, but the port renames the folder '" +
                               word.str() + "' to '" + name.text + "'",
                           "write '" + name.text +
                               "' if nothing but includes uses the macro; else give the includes "
                               "a macro of their own");
}

void ComputedIncludes::replace(TokenRange tokens, size_t begin, size_t end, StringRef to) {
  const SourceText &text = port.text;
  const size_t offset = text.tokens[tokens.first].offset;
  TokenRange part{tokens.last, tokens.first};
  for (size_t i = tokens.first; i < tokens.last; ++i)
    if (text.tokens[i].offset >= offset + begin && text.tokens[i].end() <= offset + end) {
      part.first = std::min(part.first, i);
      part.last = i + 1;
    }
  const StringRef from = text.buffer.slice(offset + begin, offset + end);
  port.edits.replace(part, to, port.recorder.useOfTree(from, to, part.first),
                     static_cast<PendingEdits::Rank>(part.last - part.first));
  port.recorder.decide(part.first, "a part of an include's path", NameUse::ofTree, {}, part);
}

} // namespace musaport
