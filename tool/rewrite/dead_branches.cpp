//===- rewrite/dead_branches.cpp --------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/dead_branches.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using llvm::StringRef;

namespace musaport {
namespace {

using Truth = std::optional<bool>; ///< nothing: it depends on the build

/// How deep parentheses are followed. What is deeper counts as unknown.
constexpr unsigned maxDepth = 64;

/// The condition of an #if or #elif, read as far as `defined`, names and numbers go.
class Condition {
public:
  Condition(const SourceText &text, size_t first, DeadBranches::Facts facts,
            std::vector<TokenRange> &unread)
      : text(text), at(first), end(text.behindDirective(first)), facts(facts), unread(unread) {}

  Truth read() {
    const Truth truth = readOr(0);
    return at == end ? truth : std::nullopt;
  }

private:
  bool is(clang::tok::TokenKind kind) const { return at < end && text.is(at, kind); }

  /// Operands joined by `op`. One with the value `deciding` decides, and the rest is not read.
  template <typename Operand>
  Truth readChain(clang::tok::TokenKind op, bool deciding, Operand readOperand) {
    Truth result = readOperand();
    while (is(op)) {
      const size_t first = ++at;
      const Truth operand = readOperand();
      if (result == deciding)
        unread.push_back({first, at});
      else if (operand == deciding)
        result = deciding;
      else if (!operand)
        result = std::nullopt;
    }
    return result;
  }

  Truth readOr(unsigned depth) {
    return readChain(clang::tok::pipepipe, true, [&] { return readAnd(depth); });
  }
  Truth readAnd(unsigned depth) {
    return readChain(clang::tok::ampamp, false, [&] { return readOperand(depth); });
  }

  /// An operand of && and ||. What calculates is unknown, and what compares is if nobody knows.
  Truth readOperand(unsigned depth) {
    const size_t first = at;
    const Truth truth = readUnary(depth);
    if (endsOperand())
      return truth;
    for (int open = 0; at < end && (open > 0 || !endsOperand()); ++at) {
      open += is(clang::tok::l_paren);
      open -= is(clang::tok::r_paren);
    }
    if (at - first != 3) // X >= 300, and nothing around it
      return std::nullopt;
    return facts.compares(text.tokens[first].isIdentifier() ? first : first + 2);
  }
  /// A ? ends one, too, and the condition is unknown then: what it chooses comes behind it.
  bool endsOperand() const {
    return at == end || is(clang::tok::ampamp) || is(clang::tok::pipepipe) ||
           is(clang::tok::r_paren) || is(clang::tok::question);
  }

  Truth readUnary(unsigned depth) {
    bool isNegated = false;
    for (; is(clang::tok::exclaim); ++at)
      isNegated = !isNegated;
    Truth truth = readPrimary(depth);
    return truth ? Truth(*truth != isNegated) : truth;
  }

  Truth readPrimary(unsigned depth) {
    if (is(clang::tok::l_paren) && depth < maxDepth) {
      ++at;
      const Truth truth = readOr(depth + 1);
      if (!is(clang::tok::r_paren))
        return std::nullopt;
      ++at;
      return truth;
    }
    if (is(clang::tok::numeric_constant)) {
      const StringRef number = text.bytes(at++);
      return number == "0" ? Truth(false) : number == "1" ? Truth(true) : std::nullopt;
    }
    if (!is(clang::tok::raw_identifier))
      return std::nullopt;
    if (text.bytes(at) == "defined")
      return readDefined();
    // A name that is not defined is 0; one that is may be anything.
    return facts.isDefined(at++) == false ? Truth(false) : std::nullopt;
  }

  Truth readDefined() {
    ++at;
    const bool hasParentheses = is(clang::tok::l_paren);
    at += hasParentheses;
    if (!is(clang::tok::raw_identifier))
      return std::nullopt;
    const Truth truth = facts.isDefined(at++);
    if (hasParentheses && is(clang::tok::r_paren))
      ++at;
    return truth;
  }

  const SourceText &text;
  size_t at, end;
  DeadBranches::Facts facts;
  std::vector<TokenRange> &unread;
};

} // namespace

bool DeadBranches::isDead(size_t i) const {
  return !readers.empty() &&
         llvm::all_of(readers, [i](const Reader &reader) { return reader.isDead(i); });
}

bool DeadBranches::Reader::isDead(size_t i) const {
  return (!levels.empty() && levels.back().isDead) ||
         llvm::any_of(unread, [&](TokenRange range) { return range.first <= i && i < range.last; });
}

bool DeadBranches::isQuestion(const SourceText &text, size_t i, StringRef directive) {
  if (directive == "ifdef" || directive == "ifndef" || directive == "elifdef" ||
      directive == "elifndef" || directive == "undef")
    return true;
  if (directive != "if" && directive != "elif")
    return false;
  const size_t before = text.is(i - 1, clang::tok::l_paren) ? i - 2 : i - 1;
  if (text.bytes(before) == "defined")
    return true;
  auto ends = [&](size_t at) {
    return at >= text.tokens.size() || text.startsLine(at) || !text.isInDirective(at) ||
           text.is(at, clang::tok::ampamp) || text.is(at, clang::tok::pipepipe) ||
           text.is(at, clang::tok::r_paren);
  };
  const bool begins = text.tokens[i - 1].isIdentifier() || text.is(i - 1, clang::tok::exclaim) ||
                      text.is(i - 1, clang::tok::l_paren) || text.is(i - 1, clang::tok::ampamp) ||
                      text.is(i - 1, clang::tok::pipepipe);
  return begins && ends(i + 1);
}

std::optional<bool> DeadBranches::isTrue(const SourceText &text, size_t i, StringRef directive,
                                         Facts facts, std::vector<TokenRange> &unread) {
  const size_t first = i + 2;
  if (directive == "if" || directive == "elif")
    return Condition(text, first, facts, unread).read();
  if (first >= text.tokens.size() || !text.tokens[first].isIdentifier() || text.startsLine(first))
    return std::nullopt;
  const std::optional<bool> known = facts.isDefined(first);
  const bool isNegated = directive == "ifndef" || directive == "elifndef";
  return known ? std::optional(*known != isNegated) : known;
}

void DeadBranches::beginDirective(size_t i, StringRef directive, Facts facts,
                                  Reader &reader) const {
  std::vector<Level> &levels = reader.levels;
  reader.unread.clear();
  const bool opens = directive == "if" || directive == "ifdef" || directive == "ifndef";
  if (opens)
    levels.push_back({reader.isDead(i), false, false});
  if (levels.empty())
    return;
  Level &level = levels.back();
  if (directive == "endif") {
    levels.pop_back();
  } else if (directive == "else") {
    level.isDead = level.isParentDead || level.isTaken;
  } else if (opens || directive.starts_with("elif")) {
    const std::optional<bool> truth = isTrue(text, i, directive, facts, reader.unread);
    level.isDead = level.isParentDead || level.isTaken || truth == false;
    level.isTaken |= truth == true;
  }
}

} // namespace musaport
