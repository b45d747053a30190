//===- rewrite/nvcc_types.cpp - types as nvcc takes them --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/brackets.h"
#include "rewrite/declaration_words.h"
#include "rewrite/nvcc_dialect.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

#include <algorithm>

using llvm::StringRef;

namespace musaport {
namespace {

/// What begins a declaration of a C++ class, and of no struct of C. So does a member function's
/// body.
constexpr StringRef wordsOfClasses[] = {"private", "protected", "public", "template",
                                        "using",   "virtual",   "friend"};

} // namespace

/// Before a type the word says nothing of the pointer behind it.
void NvccDialect::dropRestrict(size_t i) {
  if (i == 0 || !isBefore(i - 1, i))
    return;
  const Token &word = text.tokens[i];
  auto drop = [&](StringRef construct) {
    port.edits.replaceWithin(i, word.offset, text.tokens[i + 1].offset - word.offset, "",
                             recordUse({i, i + 1}, construct));
  };
  // Behind a type that is no pointer yet.
  if ((isArithmeticType(text.bytes(i - 1)) || isTypeOfNumbers(text.bytes(i - 1))) &&
      isBefore(i + 3, i)) {
    const size_t next = text.bytes(i + 1) == "const" ? i + 2 : i + 1;
    const bool isPointer = text.is(next, clang::tok::star) || (text.is(next, clang::tok::l_paren) &&
                                                               text.is(next + 1, clang::tok::star));
    const bool isValueOrArray =
        text.tokens[next].isIdentifier() &&
        (text.is(next + 1, clang::tok::comma) || text.is(next + 1, clang::tok::r_paren) ||
         text.is(next + 1, clang::tok::l_square));
    if (isPointer || isValueOrArray)
      return drop("__restrict__ of what is no pointer");
  }
  if (!text.is(i - 1, clang::tok::l_paren) && !text.is(i - 1, clang::tok::comma) &&
      text.bytes(i - 1) != "const")
    return;
  // A type and a *, or a type, a name and a [: what is before them is no pointer yet.
  size_t at = i + 1;
  size_t names = 0;
  for (const size_t end = std::min(text.tokens.size(), i + longestRun); at < end; ++at) {
    if (!isBefore(at, i))
      return;
    if (text.is(at, clang::tok::star) || text.is(at, clang::tok::l_square))
      break;
    if (!text.tokens[at].isIdentifier() && !text.is(at, clang::tok::coloncolon))
      return;
    names += text.tokens[at].isIdentifier() ? 1 : 0;
  }
  const bool isArray = text.is(at, clang::tok::l_square);
  if (names >= (isArray ? 2 : 1) && (isArray || text.is(at, clang::tok::star)))
    drop("__restrict__ before a type");
}

void NvccDialect::renameTypeof(size_t i) {
  if (!port.isDeviceFile || !text.is(i + 1, clang::tok::l_paren))
    return;
  if (i > 0 && (text.is(i - 1, clang::tok::period) || text.is(i - 1, clang::tok::arrow) ||
                text.is(i - 1, clang::tok::coloncolon) ||
                (text.isInDirective(i) && text.bytes(i - 1) == "define")))
    return;
  edit({{i, i + 1}, "__typeof__", "typeof"});
}

bool NvccDialect::isInEnum(size_t i) const {
  int depth = 0;
  const size_t begin = i - std::min(i, longestRun);
  for (size_t at = i; at-- > begin;) {
    if (text.isInDirective(at))
      continue;
    depth -= depthOf(text.tokens[at]);
    if (depth >= 0 || !text.is(at, clang::tok::l_brace))
      continue;
    for (size_t word = at; word-- > begin;) { // enum class Name : unsigned
      if (text.bytes(word) == "enum")
        return true;
      if (!text.tokens[word].isIdentifier() && !text.is(word, clang::tok::colon) &&
          !text.is(word, clang::tok::coloncolon))
        return false;
    }
    return false;
  }
  return false;
}

/// Before C++20 that is undefined, and so no constant. Negated last, it is the same number.
void NvccDialect::negateShift(size_t i) {
  const auto isOperand = [&](size_t at) {
    return text.is(at, clang::tok::numeric_constant) || text.tokens[at].isIdentifier();
  };
  if (i == 0 || i + 4 >= text.tokens.size() || !text.is(i + 1, clang::tok::numeric_constant) ||
      !text.is(i + 2, clang::tok::lessless) || !isOperand(i + 3))
    return;
  const bool isUnary = text.is(i - 1, clang::tok::l_paren) || text.is(i - 1, clang::tok::equal);
  const bool isWhole = text.is(i + 4, clang::tok::r_paren) || text.is(i + 4, clang::tok::comma) ||
                       text.is(i + 4, clang::tok::r_brace);
  if (isUnary && isWhole && isInEnum(i))
    edit({{i, i + 4},
          "-(" + text.spelling(i + 1) + " << " + text.spelling(i + 3) + ")",
          "a shift of a negative number"});
}

/// Clang computes the linkage of such a class before it has read the typedef's name. The name is
/// then given too late, unless the class has it, too. C has no such class.
void NvccDialect::nameClass(size_t i) {
  if (text.isInDirective(i) || i + 2 >= text.tokens.size() ||
      (text.bytes(i + 1) != "struct" && text.bytes(i + 1) != "class" &&
       text.bytes(i + 1) != "union") ||
      !text.is(i + 2, clang::tok::l_brace))
    return;
  auto beginsMember = [&](size_t at) {
    return text.is(at - 1, clang::tok::l_brace) || text.is(at - 1, clang::tok::semi) ||
           text.is(at - 1, clang::tok::r_brace) || text.is(at - 1, clang::tok::colon);
  };
  auto endsDeclarator = [&](size_t at) { // C may have a member of this name
    return text.is(at, clang::tok::semi) || text.is(at, clang::tok::comma) ||
           text.is(at, clang::tok::l_square) || text.is(at, clang::tok::colon);
  };
  const size_t open = i + 2;
  const size_t end = std::min(text.tokens.size(), open + longestClass);
  int depth = 0;
  bool isClass = false;
  llvm::StringSet<> names; // of members, perhaps
  size_t close = open;
  for (; close < end; ++close) {
    if (text.isInDirective(close))
      continue;
    depth += depthOf(text.tokens[close]);
    if (depth == 0)
      break;
    names.insert(text.bytes(close));
    if (depth == 1)
      isClass |= (beginsMember(close) && llvm::is_contained(wordsOfClasses, text.bytes(close))) ||
                 (text.bytes(close) == "operator" && !endsDeclarator(close + 1));
    else if (depth == 2 && text.is(close, clang::tok::l_brace))
      isClass |= text.is(close - 1, clang::tok::r_paren) || text.bytes(close - 1) == "const" ||
                 text.bytes(close - 1) == "noexcept";
  }
  if (isClass && text.is(close, clang::tok::r_brace) && close + 2 < text.tokens.size() &&
      text.tokens[close + 1].isIdentifier() && text.is(close + 2, clang::tok::semi) &&
      !names.contains(text.bytes(close + 1)))
    edit({{open, open}, text.spelling(close + 1) + " ", "a class that only its typedef names"});
}

} // namespace musaport
