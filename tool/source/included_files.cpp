//===- source/included_files.cpp --------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "source/included_files.h"

#include "source/file_io.h"
#include "source/include_resolver.h"
#include "source/tokens.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"

using llvm::StringRef;

namespace musaport {
namespace {

/// Whether the `include` at an offset of `text` is a directive's, and in no comment.
bool isDirective(llvm::ArrayRef<Token> tokens, size_t offset) {
  const auto *found =
      llvm::partition_point(tokens, [&](const Token &token) { return token.offset < offset; });
  return found != tokens.end() && found->offset == offset && (found->flags & Token::InDirective);
}

/// As forEachInclude(), but sees those in comments too.
void forEachWrittenInclude(StringRef text, llvm::function_ref<void(size_t, StringRef)> visit) {
  constexpr StringRef word = "include";
  for (size_t at = text.find(word); at != StringRef::npos; at = text.find(word, at + 1)) {
    if (!text.take_front(at).rtrim(" \t").ends_with("#"))
      continue;
    const StringRef name = text.substr(at + word.size()).ltrim(" \t");
    const char closing = name.starts_with("<") ? '>' : '"';
    if (!name.starts_with("<") && !name.starts_with("\""))
      continue;
    const size_t end = name.find(closing, 1);
    if (end < name.find('\n'))
      visit(at, name.take_front(end + 1));
  }
}

} // namespace

void forEachInclude(StringRef text, llvm::function_ref<void(size_t, StringRef)> visit) {
  std::vector<Token> tokens; // once there is one
  forEachWrittenInclude(text, [&](size_t at, StringRef header) {
    if (tokens.empty() && whyNotTokenized(text).empty())
      tokens = tokenize(text);
    if (isDirective(tokens, at))
      visit(at, header);
  });
}

llvm::Error takeIncludedFiles(Tree &tree) {
  llvm::StringSet<> others; // names of files that may be meant
  std::vector<std::string> paths;
  std::vector<size_t> open;
  paths.reserve(tree.files.size());
  for (size_t i = 0; i < tree.files.size(); ++i) {
    const TreeFile &file = tree.files[i];
    paths.push_back(file.path);
    if (file.kind == FileKind::Other)
      others.insert(llvm::sys::path::filename(file.path));
    else if (file.kind == FileKind::Source)
      open.push_back(i);
  }
  const IncludeResolver resolver(tree, paths);
  while (!open.empty()) {
    const size_t includer = open.back();
    open.pop_back();
    llvm::Expected<std::string> text = readFile(pathUnder(tree.root, paths[includer]));
    if (!text)
      return text.takeError();
    std::vector<Token> tokens; // once one may be meant
    forEachWrittenInclude(*text, [&](size_t at, StringRef header) {
      const StringRef name = header.drop_front().drop_back();
      if (!others.contains(llvm::sys::path::filename(name)))
        return;
      const auto found = resolver.resolve(includer, name, IncludeResolver::formOf(header));
      if (!found || tree.files[found->file].kind != FileKind::Other)
        return;
      if (tokens.empty() && whyNotTokenized(*text).empty())
        tokens = tokenize(*text);
      if (!isDirective(tokens, at))
        return;
      tree.files[found->file].kind = FileKind::Source;
      open.push_back(found->file);
    });
  }
  return llvm::Error::success();
}

} // namespace musaport
