//===- rewrite/device_members.cpp -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/device_members.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using llvm::StringRef;

namespace musaport {
namespace {

/// How long the head of a class, a declaration or a list of parameters may be, in tokens.
constexpr size_t longestRun = 1024;

constexpr StringRef deviceWords[] = {"__host__", "__device__", "__global__"};

/// Behind the bracket that closes the one at tokens[i]; nullopt if none does nearby.
std::optional<size_t> behindBrackets(const SourceText &text, size_t i, clang::tok::TokenKind open,
                                     clang::tok::TokenKind close) {
  int depth = 0;
  const size_t end = std::min(text.tokens.size(), i + longestRun);
  for (size_t at = i; at < end; ++at) {
    depth += text.is(at, open) ? 1 : 0;
    depth -= text.is(at, close) ? 1 : 0;
    if (depth == 0)
      return at + 1;
  }
  return std::nullopt;
}

/// The name of a function that begins at tokens[i], and the ( behind it: f, ~S, operator+.
std::optional<std::pair<std::string, size_t>> functionNameAt(const SourceText &text, size_t i) {
  if (text.is(i, clang::tok::tilde) && i + 1 < text.tokens.size() &&
      text.tokens[i + 1].isIdentifier() && text.is(i + 2, clang::tok::l_paren))
    return std::pair("~" + text.bytes(i + 1).str(), i + 2);
  if (i >= text.tokens.size() || !text.tokens[i].isIdentifier())
    return std::nullopt;
  if (text.bytes(i) != "operator")
    return text.is(i + 1, clang::tok::l_paren)
               ? std::optional(std::pair(text.bytes(i).str(), i + 1))
               : std::nullopt;
  size_t at = i + 1;
  if (text.is(at, clang::tok::l_paren)) // operator()
    at += 2;
  for (const size_t end = std::min(text.tokens.size(), at + 8); at < end; ++at)
    if (text.is(at, clang::tok::l_paren)) {
      std::string name;
      for (size_t k = i; k < at; ++k)
        name += text.bytes(k);
      return std::pair(std::move(name), at);
    }
  return std::nullopt;
}

/// Whether a name before a ( is an attribute's, and no function's.
bool isAttributeName(StringRef name) {
  return name.starts_with("__") || name == "alignas" || name == "decltype" || name == "noexcept" ||
         name == "explicit" || name == "requires";
}

/// Reads the bodies of classes.
class MemberFinder {
public:
  MemberFinder(StringRef buffer, llvm::ArrayRef<Token> tokens) : text{buffer, tokens} {}

  std::vector<DeviceMember> run() {
    for (size_t i = 0; i < text.tokens.size(); ++i)
      if (!text.isInDirective(i))
        i = visit(i);
    return std::move(found);
  }

private:
  bool isInClass() const { return !scopes.empty() && !scopes.back().empty(); }

  /// Returns the last token that it has seen.
  size_t visit(size_t i) {
    const Token &token = text.tokens[i];
    if (token.is(clang::tok::l_brace)) {
      scopes.push_back(i == bodyOfClass ? className : StringRef());
      words.clear();
    } else if (token.is(clang::tok::r_brace)) {
      if (!scopes.empty())
        scopes.pop_back();
      words.clear();
    } else if (token.is(clang::tok::semi) || token.is(clang::tok::colon)) {
      words.clear();
    } else if (token.isIdentifier() || token.is(clang::tok::tilde)) {
      return visitWord(i);
    }
    return i;
  }

  size_t visitWord(size_t i) {
    const StringRef word = text.bytes(i);
    if (word == "class" || word == "struct" || word == "union") {
      visitClass(i);
      return i;
    }
    if (!isInClass())
      return i;
    if (llvm::is_contained(deviceWords, word)) {
      words.push_back(word);
      return i;
    }
    const auto function = functionNameAt(text, i);
    if (!function)
      return i;
    const std::optional<size_t> behind =
        behindBrackets(text, function->second, clang::tok::l_paren, clang::tok::r_paren);
    if (!behind)
      return i;
    if (!isAttributeName(function->first) && isOnlyDeclared(*behind))
      found.emplace_back((scopes.back() + "::" + function->first).str(), llvm::join(words, " "));
    return *behind - 1;
  }

  /// struct [[attributes]] MACRO(x) Name final : Base<int> {
  void visitClass(size_t i) {
    StringRef name;
    bool isInBases = false;
    const size_t end = std::min(text.tokens.size(), i + longestRun);
    for (size_t at = i + 1; at < end; ++at) {
      const Token &token = text.tokens[at];
      if (token.is(clang::tok::l_brace)) {
        bodyOfClass = at;
        className = name;
        return;
      }
      if (token.is(clang::tok::l_paren) || token.is(clang::tok::l_square)) {
        const bool isParen = token.is(clang::tok::l_paren);
        const std::optional<size_t> behind =
            behindBrackets(text, at, isParen ? clang::tok::l_paren : clang::tok::l_square,
                           isParen ? clang::tok::r_paren : clang::tok::r_square);
        if (!behind)
          return;
        at = *behind - 1;
      } else if (token.is(clang::tok::colon)) {
        isInBases = true;
      } else if (token.isIdentifier()) {
        if (!isInBases && text.bytes(at) != "final")
          name = text.bytes(at);
      } else if (!isInBases || token.is(clang::tok::semi)) {
        return; // a forward declaration, a variable, a template's parameter or argument
      }
    }
  }

  /// Whether a ; comes behind a list of parameters, before a body.
  bool isOnlyDeclared(size_t i) const {
    const size_t end = std::min(text.tokens.size(), i + longestRun);
    for (size_t at = i; at < end; ++at) {
      if (text.is(at, clang::tok::semi))
        return true;
      if (text.is(at, clang::tok::l_brace) || text.is(at, clang::tok::r_brace))
        return false;
    }
    return false;
  }

  const SourceText text;
  std::vector<DeviceMember> found;
  llvm::SmallVector<StringRef, 8> scopes; ///< of each open brace the class's name, or none
  llvm::SmallVector<StringRef, 4> words;  ///< of the member that is being read
  size_t bodyOfClass = 0;
  StringRef className;
};

/// Whether a body follows the list of parameters that begins at tokens[i].
bool hasBody(const SourceText &text, size_t i) {
  const std::optional<size_t> behind =
      behindBrackets(text, i, clang::tok::l_paren, clang::tok::r_paren);
  if (!behind)
    return false;
  const size_t end = std::min(text.tokens.size(), *behind + longestRun);
  for (size_t at = *behind; at < end; ++at) {
    if (text.is(at, clang::tok::l_brace))
      return true;
    if (text.is(at, clang::tok::semi) || text.is(at, clang::tok::r_brace) ||
        text.is(at, clang::tok::equal) || text.isInDirective(at))
      return false;
  }
  return false;
}

/// The < of the > at tokens[i].
std::optional<size_t> openingAngle(const SourceText &text, size_t i) {
  int depth = 0;
  for (size_t at = i + 1; at-- > 0 && i - at < longestRun;) {
    depth += text.is(at, clang::tok::greater) ? 1 : 0;
    depth += text.is(at, clang::tok::greatergreater) ? 2 : 0;
    depth -= text.is(at, clang::tok::less) ? 1 : 0;
    if (depth == 0)
      return at;
    if (text.is(at, clang::tok::semi) || text.is(at, clang::tok::l_brace) || text.isInDirective(at))
      break;
  }
  return std::nullopt;
}

/// Where the declaration begins that tokens[i] goes on; nullopt if it is none.
std::optional<size_t> beginOfDeclaration(const SourceText &text, size_t i) {
  for (size_t at = i; at-- > 0 && i - at < longestRun;) {
    if (text.isInDirective(at) || text.is(at, clang::tok::semi) ||
        text.is(at, clang::tok::l_brace) || text.is(at, clang::tok::r_brace))
      return at + 1;
    const Token &token = text.tokens[at];
    if (token.is(clang::tok::greater) || token.is(clang::tok::greatergreater)) {
      const std::optional<size_t> open = openingAngle(text, at);
      if (!open)
        return std::nullopt;
      at = *open;
    } else if (!token.isIdentifier() && !token.is(clang::tok::coloncolon) &&
               !token.is(clang::tok::star) && !token.is(clang::tok::amp)) {
      return std::nullopt;
    }
  }
  return i < longestRun ? std::optional<size_t>(0) : std::nullopt;
}

} // namespace

std::vector<DeviceMember> findDeviceMembers(StringRef buffer, llvm::ArrayRef<Token> tokens) {
  return MemberFinder(buffer, tokens).run();
}

void addDeviceMembers(DeviceMembers &all, llvm::ArrayRef<DeviceMember> found) {
  for (const auto &[name, words] : found)
    if (auto [known, isNew] = all.try_emplace(name, words); !isNew && known->second != words)
      known->second.clear();
}

std::optional<MemberDefinition> findMemberDefinition(const SourceText &text, size_t i) {
  if (i == 0 || text.isInDirective(i))
    return std::nullopt;
  const auto function = functionNameAt(text, i + 1);
  if (!function || !hasBody(text, function->second))
    return std::nullopt;
  size_t scope = i - 1;
  if (text.is(scope, clang::tok::greater) || text.is(scope, clang::tok::greatergreater)) {
    const std::optional<size_t> open = openingAngle(text, scope);
    if (!open || *open == 0)
      return std::nullopt;
    scope = *open - 1;
  }
  if (!text.tokens[scope].isIdentifier())
    return std::nullopt;
  std::optional<size_t> begin = beginOfDeclaration(text, scope);
  while (begin && text.bytes(*begin) == "template") {
    std::optional<size_t> behind =
        behindBrackets(text, *begin + 1, clang::tok::less, clang::tok::greater);
    begin = behind && *behind <= scope ? behind : std::nullopt;
  }
  if (!begin)
    return std::nullopt;
  MemberDefinition found;
  found.name = (text.bytes(scope) + "::" + function->first).str();
  found.begin = *begin;
  found.scope = scope;
  found.isBare = true;
  for (size_t at = *begin; at < scope; ++at)
    found.isBare &= !llvm::is_contained(deviceWords, text.bytes(at));
  return found;
}

} // namespace musaport
