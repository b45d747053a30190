//===- source/ignore.cpp - gitignore patterns -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matching backtracks to the last star only, within a name as well as between names: what an
// earlier star could take instead, the last one can take too. That bounds the time by pattern
// length times text length.
//===----------------------------------------------------------------------===//
#include "source/ignore.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

#include <optional>

using namespace llvm;

namespace musaport {

namespace {

/// [:alpha:] and its kin, for ASCII.
std::optional<bool> isInNamedClass(StringRef name, unsigned char c) {
  if (name == "alpha")
    return isAlpha(c);
  if (name == "digit")
    return isDigit(c);
  if (name == "alnum")
    return isAlnum(c);
  if (name == "upper")
    return c >= 'A' && c <= 'Z';
  if (name == "lower")
    return c >= 'a' && c <= 'z';
  if (name == "xdigit")
    return isHexDigit(c);
  if (name == "space")
    return isSpace(c);
  if (name == "blank")
    return c == ' ' || c == '\t';
  if (name == "punct")
    return isPrint(c) && c != ' ' && !isAlnum(c);
  if (name == "print")
    return isPrint(c);
  if (name == "graph")
    return isPrint(c) && c != ' ';
  if (name == "cntrl")
    return c < 0x20 || c == 0x7f;
  return std::nullopt;
}

/// Takes a bracket expression off the front of `glob` ("[" included) and says whether it has `c` in
/// it; nothing if it is not a complete one.
std::optional<bool> takeBracket(StringRef &glob, unsigned char c) {
  StringRef rest = glob.drop_front();
  bool negated = rest.consume_front("!") || rest.consume_front("^");
  bool found = false;
  auto takeChar = [&]() -> unsigned char {
    if (rest.front() == '\\' && rest.size() > 1)
      rest = rest.drop_front();
    unsigned char result = rest.front();
    rest = rest.drop_front();
    return result;
  };
  for (bool first = true; !rest.empty(); first = false) {
    if (rest.front() == ']' && !first) {
      glob = rest.drop_front();
      return found != negated;
    }
    size_t nameEnd = rest.starts_with("[:") ? rest.find(":]", 2) : StringRef::npos;
    if (nameEnd != StringRef::npos) {
      std::optional<bool> inClass = isInNamedClass(rest.slice(2, nameEnd), c);
      if (!inClass)
        return std::nullopt;
      found |= *inClass;
      rest = rest.drop_front(nameEnd + 2);
      continue;
    }
    unsigned char low = takeChar();
    unsigned char high = low;
    if (rest.size() > 1 && rest[0] == '-' && rest[1] != ']') {
      rest = rest.drop_front();
      high = takeChar();
    }
    found |= low <= c && c <= high;
  }
  return std::nullopt;
}

/// Takes what matches exactly one byte off the front of `glob`, which must not be empty or start
/// with a star.
bool takeOne(StringRef &glob, unsigned char c) {
  if (glob.front() == '[')
    return *takeBracket(glob, c); // add() made sure that it is complete
  bool escaped = glob.consume_front("\\");
  bool matches = glob.front() == static_cast<char>(c) || (!escaped && glob.front() == '?');
  glob = glob.drop_front();
  return matches;
}

/// One name against one glob, neither with a slash.
bool matchName(StringRef glob, StringRef name, size_t &steps) {
  std::optional<StringRef> retryGlob; // behind the last star seen
  StringRef retryName;
  for (;; ++steps) {
    if (glob.starts_with("*")) {
      glob = glob.ltrim('*');
      if (glob.empty())
        return true;
      retryGlob = glob;
      retryName = name;
      continue;
    }
    if (name.empty())
      return glob.empty();
    if (!glob.empty() && takeOne(glob, name.front())) {
      name = name.drop_front();
      continue;
    }
    if (!retryGlob)
      return false;
    retryName = retryName.drop_front();
    glob = *retryGlob;
    name = retryName;
  }
}

/// The same one level up: names against globs, of which `**` takes any number of names, but at
/// least one at the end.
bool matchPath(ArrayRef<std::string> globs, ArrayRef<StringRef> names, size_t &steps) {
  std::optional<ArrayRef<std::string>> retryGlobs;
  ArrayRef<StringRef> retryNames;
  for (;; ++steps) {
    if (!globs.empty() && globs.front() == "**") {
      globs = globs.drop_front();
      if (globs.empty())
        return !names.empty();
      retryGlobs = globs;
      retryNames = names;
      continue;
    }
    if (names.empty())
      return globs.empty();
    if (!globs.empty() && matchName(globs.front(), names.front(), steps)) {
      globs = globs.drop_front();
      names = names.drop_front();
      continue;
    }
    if (!retryGlobs)
      return false;
    retryNames = retryNames.drop_front();
    globs = *retryGlobs;
    names = retryNames;
  }
}

Error checkGlob(StringRef glob) {
  while (!glob.empty()) {
    if (glob.front() == '[') {
      if (!takeBracket(glob, 0))
        return createStringError("a [ without its ], or an unknown [:class:]");
    } else if (glob.front() == '\\' && glob.size() == 1) {
      return createStringError("a backslash at the end");
    } else {
      glob = glob.drop_front(glob.front() == '\\' ? 2 : 1);
    }
  }
  return Error::success();
}

} // namespace

Error IgnoreList::add(StringRef text) {
  if (text.starts_with("#"))
    return createStringError("a comment; write \\# for a name that starts with #");
  Pattern pattern;
  pattern.negated = text.consume_front("!");
  // A space at the end counts only behind a backslash, which itself is not escaped.
  while (text.ends_with(" ")) {
    size_t backslashes = text.drop_back().size() - text.drop_back().rtrim('\\').size();
    if (backslashes % 2 == 1)
      break;
    text = text.drop_back();
  }
  pattern.foldersOnly = text.consume_back("/");
  if (text.empty())
    return createStringError("an empty pattern");
  bool anchored = text.contains('/');
  text.consume_front("/");
  if (!anchored)
    pattern.segments.emplace_back("**");
  SmallVector<StringRef> segments;
  text.split(segments, '/');
  for (StringRef segment : segments) {
    if (segment.empty())
      return createStringError("a // matches no path");
    if (segment == "." || segment == "..")
      return createStringError("no path in a tree has a part " + segment);
    if (Error error = checkGlob(segment))
      return error;
    pattern.segments.push_back(segment.str());
  }
  patterns.push_back(std::move(pattern));
  return Error::success();
}

IgnoreList::Match IgnoreList::match(StringRef path, bool isFolder, size_t &steps) const {
  if (patterns.empty())
    return Match::None;
  SmallVector<StringRef> names;
  path.split(names, '/');
  for (auto pattern = patterns.rbegin(); pattern != patterns.rend(); ++pattern)
    if ((isFolder || !pattern->foldersOnly) && matchPath(pattern->segments, names, steps))
      return pattern->negated ? Match::Negated : Match::Ignore;
  return Match::None;
}

} // namespace musaport
