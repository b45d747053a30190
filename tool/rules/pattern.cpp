//===- rules/pattern.cpp - token patterns -----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rules/pattern.h"

#include "source/name_characters.h"

#include "clang/Basic/TokenKinds.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <tuple>

namespace musaport {
namespace {

/// How many tokens a wildcard may stand for. Keeps a file of unclosed brackets from costing the
/// square of its length.
constexpr size_t longestRun = size_t(1) << 12;

llvm::Error failure(const llvm::Twine &reason) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), reason);
}

/// True for tokens whose kind says it all, so that the digraph <: is a [.
bool isPunctuator(uint16_t kind) {
  return clang::tok::getPunctuatorSpelling(static_cast<clang::tok::TokenKind>(kind)) != nullptr;
}

bool same(const PatternToken &a, const PatternToken &b) {
  return a.kind == b.kind && a.wildcard == b.wildcard &&
         (isPunctuator(a.kind) || a.spelling == b.spelling);
}

bool same(const PatternToken &a, llvm::StringRef buffer, const Token &b) {
  if (a.kind != b.kind)
    return false;
  if (isPunctuator(a.kind))
    return true;
  std::string storage;
  return spelling(buffer, b, storage) == a.spelling;
}

/// The closing bracket of an opening one; tok::unknown for every other token.
clang::tok::TokenKind closingBracket(uint16_t kind) {
  switch (kind) {
  case clang::tok::l_paren:
    return clang::tok::r_paren;
  case clang::tok::l_square:
    return clang::tok::r_square;
  case clang::tok::l_brace:
    return clang::tok::r_brace;
  default:
    return clang::tok::unknown;
  }
}

bool isClosingBracket(uint16_t kind) {
  return kind == clang::tok::r_paren || kind == clang::tok::r_square || kind == clang::tok::r_brace;
}

/// What a change is narrowed to: the tokens that both ends share go. The end comes first, so that
/// ", CUDA," -> "," removes the comma before the name, and with it no space is left over.
void addChange(Pattern &pattern, PatternChange change) {
  auto &[fromFirst, fromLast, toFirst, toLast] = change;
  while (fromFirst < fromLast && toFirst < toLast &&
         same(pattern.from[fromLast - 1], pattern.to[toLast - 1])) {
    --fromLast;
    --toLast;
  }
  while (fromFirst < fromLast && toFirst < toLast &&
         same(pattern.from[fromFirst], pattern.to[toFirst])) {
    ++fromFirst;
    ++toFirst;
  }
  if (fromFirst == fromLast && toFirst == toLast)
    return;
  // Behind the last token there may be none to insert before: replace the last one, too.
  if (fromFirst == fromLast && fromFirst == pattern.from.size()) {
    --fromFirst;
    --toFirst;
  }
  pattern.changes.push_back(change);
}

llvm::SmallVector<unsigned, 4> wildcardsOf(llvm::ArrayRef<PatternToken> side) {
  llvm::SmallVector<unsigned, 4> result;
  for (unsigned i = 0; i < side.size(); ++i)
    if (side[i].wildcard)
      result.push_back(i);
  return result;
}

/// Where both sides have the same wildcards in the same order, what these match stays as it is, and
/// each part between two of them is a change of its own.
void findChanges(Pattern &pattern) {
  auto from = wildcardsOf(pattern.from), to = wildcardsOf(pattern.to);
  bool inOrder = from.size() == to.size() && llvm::all_of(llvm::zip(from, to), [&](auto pair) {
                   return same(pattern.from[std::get<0>(pair)], pattern.to[std::get<1>(pair)]);
                 });
  unsigned fromStart = 0, toStart = 0;
  if (inOrder) {
    for (auto [fromWildcard, toWildcard] : llvm::zip(from, to)) {
      addChange(pattern, {fromStart, fromWildcard, toStart, toWildcard});
      fromStart = fromWildcard + 1;
      toStart = toWildcard + 1;
    }
  }
  addChange(pattern, {fromStart, static_cast<unsigned>(pattern.from.size()), toStart,
                      static_cast<unsigned>(pattern.to.size())});
}

bool isChanged(const Pattern &pattern, unsigned index) {
  return llvm::any_of(pattern.changes, [&](const PatternChange &change) {
    return change.fromFirst <= index && index < change.fromLast;
  });
}

/// Chooses the identifier that is likely to be the rarest in the source: one that is replaced,
/// and of these the longest.
std::optional<unsigned> findAnchor(const Pattern &pattern) {
  std::optional<unsigned> best;
  auto rank = [&](unsigned i) {
    return std::tuple(isChanged(pattern, i), pattern.from[i].spelling.size());
  };
  for (unsigned i = 0; i < pattern.from.size() && !pattern.from[i].wildcard; ++i)
    if (pattern.from[i].kind == clang::tok::raw_identifier && (!best || rank(i) > rank(*best)))
      best = i;
  return best;
}

class Matcher {
public:
  Matcher(const Pattern &pattern, llvm::StringRef buffer, llvm::ArrayRef<Token> tokens)
      : pattern(pattern), buffer(buffer), tokens(tokens) {}

  std::optional<PatternMatch> match(size_t begin) {
    inDirective = (tokens[begin].flags & Token::InDirective) != 0;
    const unsigned size = static_cast<unsigned>(pattern.from.size());
    size_t position = begin;
    for (unsigned i = 0; i < size; ++i) {
      starts.push_back(position);
      if (pattern.from[i].wildcard) {
        std::optional<size_t> end = runEnd(position, pattern.from[i + 1]);
        if (!end || !agreesWithEarlier(i, *end))
          return std::nullopt;
        position = *end;
      } else {
        if (position == tokens.size() || !same(pattern.from[i], buffer, tokens[position]) ||
            (position != begin && !onSameSide(tokens[position])))
          return std::nullopt;
        ++position;
      }
    }
    starts.push_back(position);

    PatternMatch result;
    result.begin = begin;
    result.end = position;
    for (const PatternChange &change : pattern.changes) {
      PatternEdit candidate = edit(change);
      if (candidate.first != candidate.last || !candidate.text.empty())
        result.edits.push_back(std::move(candidate));
    }
    return result;
  }

private:
  /// A match does not cross from code into a directive or back, nor into the next directive.
  bool onSameSide(const Token &token) const {
    bool here = (token.flags & Token::InDirective) != 0;
    return here == inDirective && !(here && (token.flags & Token::StartOfLine));
  }

  /// Where the run of a wildcard from `position` on ends: at the first `stop` outside of brackets.
  std::optional<size_t> runEnd(size_t position, const PatternToken &stop) const {
    llvm::SmallVector<uint16_t, 8> open;
    const size_t limit = std::min(tokens.size(), position + longestRun);
    for (; position < limit; ++position) {
      const Token &token = tokens[position];
      if (!onSameSide(token)) {
        if (inDirective)
          return std::nullopt;
        continue; // a directive inside of, say, an argument list: not part of the expression
      }
      if (open.empty() && same(stop, buffer, token))
        return position;
      if (clang::tok::TokenKind closing = closingBracket(token.kind);
          closing != clang::tok::unknown)
        open.push_back(closing);
      else if (isClosingBracket(token.kind) && (open.empty() || open.pop_back_val() != token.kind))
        return std::nullopt;
    }
    return std::nullopt;
  }

  /// A wildcard that stands twice in a pattern has to match the same tokens twice.
  bool agreesWithEarlier(unsigned index, size_t end) const {
    for (unsigned i = 0; i < index; ++i) {
      if (!pattern.from[i].wildcard || pattern.from[i].spelling != pattern.from[index].spelling)
        continue;
      auto first = tokens.slice(starts[i], starts[i + 1] - starts[i]);
      auto second = tokens.slice(starts[index], end - starts[index]);
      if (first.size() != second.size())
        return false;
      std::string a, b;
      for (auto [x, y] : llvm::zip(first, second))
        if (x.kind != y.kind || spelling(buffer, x, a) != spelling(buffer, y, b))
          return false;
    }
    return true;
  }

  /// The bytes that the wildcard `name` matched.
  llvm::StringRef matched(llvm::StringRef name) const {
    for (unsigned i = 0; i < pattern.from.size(); ++i) {
      if (!pattern.from[i].wildcard || pattern.from[i].spelling != name)
        continue;
      if (starts[i] == starts[i + 1])
        return "";
      return buffer.slice(tokens[starts[i]].offset, tokens[starts[i + 1] - 1].end());
    }
    return "";
  }

  /// The text of to[first, last), with the white space that `to` has between its tokens.
  std::string replacement(unsigned first, unsigned last) const {
    llvm::StringRef to = pattern.rule->to;
    std::string text;
    for (unsigned i = first; i < last; ++i) {
      const PatternToken &token = pattern.to[i];
      if (i > first)
        text += to.slice(pattern.to[i - 1].end, token.offset);
      text += token.wildcard ? matched(token.spelling) : to.slice(token.offset, token.end);
    }
    return text;
  }

  /// True if `a` before `b` would be read as one token, or as others.
  static bool wouldJoin(char a, char b) {
    if (isIdentifierByte(a))
      return isIdentifierByte(b) || b == '"' || b == '\'';
    llvm::StringRef operators = "+-*/%&|^<=:#!.";
    return operators.contains(a) &&
           (a == b || b == '=' || (a == '-' && b == '>') || (a == '<' && b == ':') ||
            (a == '<' && b == '%') || (a == '/' && b == '*'));
  }

  PatternEdit edit(const PatternChange &change) const {
    PatternEdit result;
    result.first = starts[change.fromFirst];
    result.last = starts[change.fromLast];
    result.text = replacement(change.toFirst, change.toLast);
    const bool inserts = result.first == result.last;
    const size_t begin = tokens[result.first].offset;
    const size_t end = inserts ? begin : tokens[result.last - 1].end();
    const char before = begin > 0 ? buffer[begin - 1] : '\n';
    const char after = end < buffer.size() ? buffer[end] : '\n';
    if (result.text.empty()) {
      if (!inserts && wouldJoin(before, after))
        result.text = " ";
      return result;
    }
    // White space that `to` has around the change and `from` has not; an insertion stands behind
    // the white space before it.
    if (change.toFirst < change.toLast) {
      llvm::StringRef lead = gap(pattern.rule->to, pattern.to, change.toFirst);
      llvm::StringRef trail = gap(pattern.rule->to, pattern.to, change.toLast);
      if (!inserts && gap(pattern.rule->from, pattern.from, change.fromFirst).empty() &&
          !llvm::isSpace(before))
        result.text.insert(0, lead.str());
      if (inserts ||
          (gap(pattern.rule->from, pattern.from, change.fromLast).empty() && !llvm::isSpace(after)))
        result.text += trail;
    }
    if (wouldJoin(before, result.text.front()))
      result.text.insert(0, 1, ' ');
    if (wouldJoin(result.text.back(), after))
      result.text += ' ';
    return result;
  }

  /// What stands before token `index` of one side of the pattern, after the token before it.
  static llvm::StringRef gap(llvm::StringRef text, llvm::ArrayRef<PatternToken> side,
                             unsigned index) {
    return index == 0 || index == side.size() ? ""
                                              : text.slice(side[index - 1].end, side[index].offset);
  }

  const Pattern &pattern;
  llvm::StringRef buffer;
  llvm::ArrayRef<Token> tokens;
  bool inDirective = false;
  llvm::SmallVector<size_t, 16> starts; ///< where each token of the pattern matched, and the end
};

} // namespace

std::vector<PatternToken> patternTokens(llvm::StringRef text) {
  const std::string terminated = text.str();
  std::vector<PatternToken> result;
  std::string storage;
  for (const Token &token : tokenize(terminated)) {
    PatternToken &side = result.emplace_back();
    llvm::StringRef name = spelling(terminated, token, storage);
    side.kind = token.kind;
    side.wildcard = token.isIdentifier() && name.size() > 1 && name.consume_front("$");
    side.spelling = name.str();
    side.offset = token.offset;
    side.end = token.end();
  }
  return result;
}

llvm::Expected<Pattern> compilePattern(const Rule &rule) {
  Pattern pattern;
  pattern.rule = &rule;
  pattern.from = patternTokens(rule.from);
  pattern.to = patternTokens(rule.to);
  if (pattern.from.empty())
    return failure("it has no tokens");
  for (unsigned i = 0; i < pattern.from.size(); ++i) {
    const PatternToken &token = pattern.from[i];
    if (token.kind == clang::tok::unknown)
      return failure("'" + llvm::Twine(token.spelling) + "' is not a C++ token");
    if (!token.wildcard)
      continue;
    if (i + 1 == pattern.from.size())
      return failure("nothing follows the wildcard '$" + llvm::Twine(token.spelling) +
                     "' to say where it ends");
    if (pattern.from[i + 1].wildcard)
      return failure("nothing stands between the wildcards '$" + llvm::Twine(token.spelling) +
                     "' and '$" + pattern.from[i + 1].spelling + "'");
  }
  for (const PatternToken &token : pattern.to)
    if (token.wildcard &&
        llvm::none_of(pattern.from, [&](const PatternToken &other) { return same(other, token); }))
      return failure("the wildcard '$" + llvm::Twine(token.spelling) + "' is not in the pattern");
  if (rule.edits())
    findChanges(pattern);
  std::optional<unsigned> anchor = findAnchor(pattern);
  if (!anchor)
    return failure(llvm::any_of(pattern.from, [](const auto &t) { return t.wildcard; })
                       ? "no name stands before its first wildcard"
                       : "it has no name in it");
  pattern.anchor = *anchor;
  return pattern;
}

llvm::StringRef libraryNameOf(const Pattern &pattern) {
  const uint16_t first = pattern.from.front().kind;
  const bool isOfMembers =
      !pattern.from.front().wildcard && (first == clang::tok::period || first == clang::tok::arrow);
  llvm::StringRef name;
  for (const PatternToken &token : pattern.from)
    if (!token.wildcard && token.kind == clang::tok::raw_identifier) {
      name = token.spelling;
      if (!isOfMembers)
        break;
    }
  return name;
}

std::optional<PatternMatch> matchPattern(const Pattern &pattern, llvm::StringRef buffer,
                                         llvm::ArrayRef<Token> tokens, size_t at) {
  if (at < pattern.anchor || at >= tokens.size() ||
      !same(pattern.from[pattern.anchor], buffer, tokens[at]))
    return std::nullopt;
  return Matcher(pattern, buffer, tokens).match(at - pattern.anchor);
}

} // namespace musaport
