//===- analysis/leading_includes.cpp ----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "analysis/leading_includes.h"

#include "analysis/torch_folders.h"
#include "source/file_io.h"
#include "source/tokens.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"

using llvm::StringRef;

namespace musaport {
namespace {

/// Goes through a file's directives.
class DirectiveReader {
public:
  explicit DirectiveReader(StringRef text) : text(text), tokens(tokenize(text)) {}

  /// Moves to the next directive; false if there is none.
  bool next() {
    for (i = end; i < tokens.size() && !isHash(tokens[i]); ++i)
      hasCode = true;
    if (i == tokens.size())
      return false;
    for (end = i + 1; end < tokens.size() && !(tokens[end].flags & Token::StartOfLine);)
      ++end;
    return true;
  }
  /// Whether anything but directives has come so far.
  bool seesCode() const { return hasCode; }
  bool isLast() const { return end == tokens.size(); }
  /// The directive's words behind #: "ifndef", "NAME".
  StringRef word(size_t at) {
    return i + 1 + at < end ? spelling(text, tokens[i + 1 + at], storage) : StringRef();
  }
  size_t words() const { return end - i - 1; }
  /// With delimiters; empty if the directive does not name a header.
  StringRef header() {
    return word(0) == "include" && words() == 2 && tokens[i + 2].is(clang::tok::header_name)
               ? word(1)
               : StringRef();
  }

private:
  static bool isHash(const Token &token) {
    return token.is(clang::tok::hash) && (token.flags & Token::InDirective) &&
           (token.flags & Token::StartOfLine);
  }

  StringRef text;
  std::vector<Token> tokens;
  std::string storage;
  size_t i = 0, end = 0;
  bool hasCode = false;
};

} // namespace

llvm::Expected<const LeadingIncludes::Known *> LeadingIncludes::find(size_t file) {
  auto [entry, isNew] = known.try_emplace(file);
  if (isNew)
    if (llvm::Error error = read(file, entry->second))
      return std::move(error);
  return &entry->second;
}

llvm::Error LeadingIncludes::read(size_t file, Known &result) {
  const std::string path = pathUnder(tree.root, tree.files[file].path);
  if (tree.files[file].kind == FileKind::Link && !llvm::sys::fs::exists(path))
    return llvm::Error::success(); // a link to nothing, which the port keeps
  llvm::Expected<std::string> text = readFile(path);
  if (!text)
    return text.takeError();
  if (!whyNotTokenized(*text).empty())
    return llvm::Error::success();
  Known found;
  DirectiveReader reader(*text);
  std::string mayBeGuard; // of a first #ifndef; the #define behind it decides
  bool hasGuard = false;
  unsigned depth = 0; // of conditions, without the guard
  found.isAll = true;
  for (bool isFirst = true; reader.next(); isFirst = false) {
    found.isAll &= !reader.seesCode();
    const std::string kind = reader.word(0).str(), name = reader.word(1).str();
    if (!mayBeGuard.empty()) {
      hasGuard = kind == "define" && name == mayBeGuard;
      depth = hasGuard ? 0 : 1;
      found.isAll &= hasGuard;
      mayBeGuard.clear();
    }
    const bool isIf = kind == "if" || kind == "ifdef" || kind == "ifndef";
    if (kind == "pragma" && name == "once") {
      continue;
    } else if (kind == "define" || kind == "undef") {
      found.allMacros.insert(names.save(name));
    } else if (isFirst && kind == "ifndef" && !reader.seesCode()) {
      mayBeGuard = name;
    } else if (isIf || (hasGuard && depth == 0 && StringRef(kind).starts_with("el"))) {
      ++depth; // behind an #else of the guard stands what is for the second time
      found.isAll = false;
    } else if (kind == "endif" && depth > 0) {
      --depth;
    } else if (kind == "endif" && hasGuard && reader.isLast()) {
      break;
    } else if (const std::string header = reader.header().str(); !header.empty() && depth == 0) {
      if (llvm::Error error = include(file, header, found))
        return error;
    } else {
      found.isAll = false;
      found.hasForeign |= kind == "include"; // which one, or whether, is not known
    }
  }
  found.isAll &= !reader.seesCode();
  result = std::move(found);
  return llvm::Error::success();
}

llvm::Error LeadingIncludes::include(size_t includer, StringRef header, Known &result) {
  const StringRef name = header.drop_front().drop_back();
  const std::optional<IncludeResolver::Resolution> own =
      resolver.resolve(includer, name, IncludeResolver::formOf(header));
  FileStart &start = result.start;
  if (!own) {
    if (result.isAll)
      start.headers.insert(names.save(header));
    const bool isMoved = isTorchHeader(name) && !result.hasForeign;
    if (isMoved)
      start.torchHeaders.insert(names.save(header));
    if (result.isAll || isMoved)
      start.macros = result.allMacros;
    result.hasForeign |= !isTorchHeader(name) && !isNeutral(name);
    return llvm::Error::success();
  }
  llvm::Expected<const Known *> inner = find(own->file);
  if (!inner)
    return inner.takeError();
  const FileStart &other = (*inner)->start;
  const bool isMoved = !other.torchHeaders.empty() && !result.hasForeign;
  if (isMoved || (result.isAll && !other.headers.empty())) {
    start.macros = result.allMacros;
    start.macros.insert(other.macros.begin(), other.macros.end());
  }
  if (result.isAll)
    start.headers.insert(other.headers.begin(), other.headers.end());
  if (isMoved)
    start.torchHeaders.insert(other.torchHeaders.begin(), other.torchHeaders.end());
  result.allMacros.insert((*inner)->allMacros.begin(), (*inner)->allMacros.end());
  result.isAll &= (*inner)->isAll;
  result.hasForeign |= (*inner)->hasForeign;
  return llvm::Error::success();
}

} // namespace musaport
