//===- rewrite/device_members.cpp -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/device_members.h"

#include "rewrite/declarators.h"
#include "rewrite/macro_definition.h"
#include "rewrite/variable_macros.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using llvm::StringRef;

namespace musaport {
namespace {

constexpr StringRef deviceWords[] = {"__host__", "__device__", "__global__"};

/// inline, __forceinline__ and the like.
bool isInline(StringRef word) { return word.contains_insensitive("inline"); }

/// The name of a function that begins at tokens[i], and the ( behind it: f, ~S, operator+.
std::optional<std::pair<std::string, size_t>> functionNameAt(const SourceText &text, size_t i) {
  if (text.is(i, clang::tok::tilde) && i + 1 < text.tokens.size() &&
      text.tokens[i + 1].isIdentifier() && text.is(i + 2, clang::tok::l_paren))
    return std::pair("~" + text.spelling(i + 1), i + 2);
  if (i >= text.tokens.size() || !text.tokens[i].isIdentifier())
    return std::nullopt;
  if (text.bytes(i) != "operator")
    return text.is(i + 1, clang::tok::l_paren) ? std::optional(std::pair(text.spelling(i), i + 1))
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

/// As in DeviceMember: of the list between tokens[open] and tokens[behind].
std::string parametersOf(const SourceText &text, size_t open, size_t behind) {
  const bool isConst = behind < text.tokens.size() && text.bytes(behind) == "const";
  return spellParameters(text, open, behind - 1) + (isConst ? " const" : "");
}

/// Reads the bodies of classes.
class MemberFinder {
public:
  MemberFinder(StringRef buffer, llvm::ArrayRef<Token> tokens) : text{buffer, tokens} {}

  std::vector<DeviceMember> run() {
    for (size_t i = 0; i < text.tokens.size(); ++i)
      if (!text.isInDirective(i))
        i = visit(i);
      else if (text.directiveAt(i).starts_with("if"))
        isConditional = true;
    return std::move(found);
  }

private:
  bool isInClass() const { return !scopes.empty() && !scopes.back().empty(); }

  void startMember() {
    words.clear();
    isConditional = isNoFunction = false;
  }

  /// Returns the last token that it has seen.
  size_t visit(size_t i) {
    const Token &token = text.tokens[i];
    if (token.is(clang::tok::l_brace)) {
      scopes.push_back(i == bodyOfClass ? className : StringRef());
      startMember();
    } else if (token.is(clang::tok::r_brace)) {
      if (!scopes.empty())
        scopes.pop_back();
      startMember();
    } else if (token.is(clang::tok::semi) || token.is(clang::tok::colon)) {
      startMember();
    } else if (token.is(clang::tok::equal)) {
      isNoFunction = true; // what is called behind it initializes a variable
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
    if (isDeviceWord(word)) {
      words.push_back(word);
      return i;
    }
    if (looksLikeMacro(word) && i + 1 < text.tokens.size() && !text.is(i + 1, clang::tok::l_paren))
      words.push_back(word);
    isNoFunction |= word == "friend" || word == "using" || word == "typedef";
    const auto function = functionNameAt(text, i);
    if (!function)
      return i;
    const std::optional<size_t> behind =
        behindBrackets(text, function->second, clang::tok::l_paren, clang::tok::r_paren);
    if (!behind)
      return i;
    if (!isNoFunction && !isAttributeName(function->first) && isOnlyDeclared(*behind))
      found.push_back({(scopes.back() + "::" + function->first).str(),
                       parametersOf(text, function->second, *behind), wordsInOrder(),
                       isConditional});
    return *behind - 1;
  }

  std::vector<std::string> wordsInOrder() const {
    std::vector<std::string> result;
    for (const StringRef word : deviceWords)
      if (llvm::is_contained(words, word))
        result.push_back(word.str());
    for (const StringRef word : words)
      if (!isDeviceWord(word))
        result.push_back(word.str());
    return result;
  }

  /// struct [[attributes]] MACRO(x) Name<float *> final : Base<int> {
  void visitClass(size_t i) {
    StringRef name;
    bool isInBases = false;
    const size_t end = std::min(text.tokens.size(), i + longestDeclaration);
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
      } else if (token.is(clang::tok::less) && !name.empty() && !isInBases) {
        const std::optional<size_t> behind = behindAngles(text, at);
        if (!behind)
          return;
        at = *behind - 1;
        name = text.buffer.slice(static_cast<size_t>(name.data() - text.buffer.data()),
                                 text.tokens[at].end());
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
    const size_t end = std::min(text.tokens.size(), i + longestDeclaration);
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
  // Of the member that is being read.
  llvm::SmallVector<StringRef, 4> words;
  bool isConditional = false;
  bool isNoFunction = false;

  size_t bodyOfClass = 0;
  StringRef className;
};

/// Whether a body, or `= default`, follows the list of parameters that begins at tokens[i]. Behind
/// a call, which looks the same, other things come.
bool hasBody(const SourceText &text, size_t i) {
  std::optional<size_t> at = behindBrackets(text, i, clang::tok::l_paren, clang::tok::r_paren);
  const size_t end = std::min(text.tokens.size(), i + longestDeclaration);
  bool isFree = false; // a list of initializers or a type: anything may come
  while (at && *at < end && !text.isInDirective(*at)) {
    const Token &token = text.tokens[*at];
    switch (token.kind) {
    case clang::tok::l_brace:
      return true;
    case clang::tok::semi:
    case clang::tok::r_brace:
      return false;
    case clang::tok::equal:
      return *at + 1 < end && text.bytes(*at + 1) == "default";
    case clang::tok::colon:
    case clang::tok::arrow:
      isFree = true;
      break;
    case clang::tok::l_paren: // noexcept(...), of a macro
      at = behindBrackets(text, *at, clang::tok::l_paren, clang::tok::r_paren);
      continue;
    case clang::tok::l_square:
      at = behindBrackets(text, *at, clang::tok::l_square, clang::tok::r_square);
      continue;
    case clang::tok::raw_identifier:
    case clang::tok::amp:
    case clang::tok::ampamp:
      break;
    default:
      if (!isFree)
        return false;
    }
    ++*at;
  }
  return false;
}

/// The < of the > at tokens[i].
std::optional<size_t> openingAngle(const SourceText &text, size_t i) {
  int depth = 0;
  for (size_t at = i + 1; at-- > 0 && i - at < longestDeclaration;) {
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

/// The [ or ( of an attribute, or of decltype, that tokens[i] closes.
std::optional<size_t> openingOfAttribute(const SourceText &text, size_t i) {
  const bool isSquare = text.is(i, clang::tok::r_square);
  const clang::tok::TokenKind close = isSquare ? clang::tok::r_square : clang::tok::r_paren;
  const clang::tok::TokenKind open = isSquare ? clang::tok::l_square : clang::tok::l_paren;
  int depth = 0;
  for (size_t at = i + 1; at-- > 0 && i - at < longestDeclaration;) {
    depth += text.is(at, close) ? 1 : 0;
    depth -= text.is(at, open) ? 1 : 0;
    if (depth > 0)
      continue;
    const bool isKnown =
        isSquare ? text.is(at + 1, clang::tok::l_square)
                 : at > 0 && text.tokens[at - 1].isIdentifier() &&
                       (isAttributeName(text.bytes(at - 1)) || looksLikeMacro(text.bytes(at - 1)));
    return isKnown ? std::optional(at) : std::nullopt;
  }
  return std::nullopt;
}

/// Whether tokens[i] is a macro that has a line for itself: it may be anything, such as the opening
/// of a namespace.
bool isLineOfMacro(const SourceText &text, size_t i) {
  return text.tokens[i].isIdentifier() && text.startsLine(i) && i + 1 < text.tokens.size() &&
         text.startsLine(i + 1) && llvm::none_of(text.bytes(i), llvm::isLower);
}

/// Where the declaration begins that tokens[i] goes on; nullopt if it is none.
std::optional<size_t> beginOfDeclaration(const SourceText &text, size_t i) {
  constexpr StringRef ofStatements[] = {"case",   "co_await", "co_return", "co_yield", "delete",
                                        "do",     "else",     "goto",      "new",      "return",
                                        "sizeof", "throw",    "typedef",   "using"};
  for (size_t at = i; at-- > 0 && i - at < longestDeclaration;) {
    if (text.isInDirective(at) || text.is(at, clang::tok::semi) ||
        text.is(at, clang::tok::l_brace) || text.is(at, clang::tok::r_brace) ||
        isLineOfMacro(text, at))
      return at + 1;
    const Token &token = text.tokens[at];
    std::optional<size_t> open = at;
    if (token.is(clang::tok::greater) || token.is(clang::tok::greatergreater))
      open = openingAngle(text, at);
    else if (token.is(clang::tok::r_square) || token.is(clang::tok::r_paren))
      open = openingOfAttribute(text, at);
    else if (token.isIdentifier() ? llvm::is_contained(ofStatements, text.bytes(at))
                                  : !token.is(clang::tok::coloncolon) &&
                                        !token.is(clang::tok::star) && !token.is(clang::tok::amp))
      return std::nullopt;
    if (!open)
      return std::nullopt;
    at = *open;
  }
  return i < longestDeclaration ? std::optional<size_t>(0) : std::nullopt;
}

/// Whether __device__ or the like stands before the declaration that begins at tokens[i], with an
/// #endif in between.
bool hasConditionalWords(const SourceText &text, size_t i, const llvm::StringSet<> &macros) {
  for (size_t at = i; at-- > 0 && i - at < longestDeclaration;) {
    if (text.isInDirective(at))
      continue;
    if (text.is(at, clang::tok::semi) || text.is(at, clang::tok::l_brace) ||
        text.is(at, clang::tok::r_brace))
      return false;
    if (isDeviceWord(text.bytes(at)) || macros.contains(text.bytes(at)))
      return true;
  }
  return false;
}

} // namespace

bool isDeviceWord(StringRef word) { return llvm::is_contained(deviceWords, word); }

std::vector<DeviceMember> findDeviceMembers(StringRef buffer, llvm::ArrayRef<Token> tokens) {
  return MemberFinder(buffer, tokens).run();
}

DeviceMacros findDeviceMacros(StringRef buffer, llvm::ArrayRef<Token> tokens) {
  const SourceText text{buffer, tokens};
  DeviceMacros found;
  for (size_t i = 0; i < tokens.size(); ++i) {
    const StringRef directive = text.directiveAt(i);
    if (directive == "undef" && i + 2 < tokens.size())
      found.undefined.push_back(text.spelling(i + 2));
    const std::optional<MacroDefinition> macro =
        directive == "define" ? findMacroDefinition(text, i) : std::nullopt;
    if (!macro || macro->hasParameters || !looksLikeMacro(text.bytes(macro->name)))
      continue;
    DeviceMacros::Definition definition{text.spelling(macro->name), {}};
    bool isWords = macro->text.first < macro->text.last;
    for (size_t k = macro->text.first; k < macro->text.last && isWords; ++k) {
      const StringRef word = text.bytes(k);
      isWords = isDeviceWord(word) || isInline(word) ||
                (text.tokens[k].isIdentifier() && looksLikeMacro(word));
      definition.words.push_back(word.str());
    }
    if (isWords)
      found.defined.push_back(std::move(definition));
  }
  return found;
}

llvm::StringSet<> resolveDeviceMacros(llvm::ArrayRef<const DeviceMacros *> ofFiles) {
  llvm::StringSet<> undefined;
  for (const DeviceMacros *ofFile : ofFiles)
    undefined.insert(ofFile->undefined.begin(), ofFile->undefined.end());
  llvm::StringMap<bool> known; // whether one stands for __device__
  const auto resolve = [&](const DeviceMacros::Definition &macro) {
    if (undefined.contains(macro.name))
      return false;
    bool isOfDevice = false;
    for (const std::string &word : macro.words) {
      const auto other = known.find(word);
      if (!isDeviceWord(word) && !isInline(word) && other == known.end())
        return false;
      isOfDevice |= word == "__device__" || (other != known.end() && other->second);
    }
    const auto [entry, isNew] = known.try_emplace(macro.name, isOfDevice);
    const bool changes = isNew || (isOfDevice && !entry->second);
    entry->second |= isOfDevice;
    return changes;
  };
  for (bool changes = true; changes;) {
    changes = false;
    for (const DeviceMacros *ofFile : ofFiles)
      for (const DeviceMacros::Definition &macro : ofFile->defined)
        changes |= resolve(macro);
  }
  llvm::StringSet<> found;
  for (const auto &macro : known)
    if (macro.second)
      found.insert(macro.first());
  return found;
}

void addDeviceMembers(DeviceMembers &all, llvm::ArrayRef<DeviceMember> found,
                      const llvm::StringSet<> &macros) {
  for (const DeviceMember &member : found) {
    MemberWords own;
    own.areMacros = true;
    for (const std::string &word : member.words) {
      const bool isMacro = macros.contains(word);
      if (!isMacro && !isDeviceWord(word))
        continue;
      own.words += (own.words.empty() ? "" : " ") + word;
      own.areMacros &= isMacro;
    }
    own.isConditional = member.isConditional && !own.words.empty();
    for (const std::string &key : {member.name, member.name + member.parameters}) {
      auto [known, isNew] = all.try_emplace(key, own);
      known->second.differ |= !isNew && known->second.words != own.words;
      known->second.isConditional |= own.isConditional;
    }
  }
}

const MemberWords *wordsOf(const DeviceMembers &members, const MemberDefinition &definition) {
  for (const std::string *name : {&definition.specialized, &definition.name})
    for (const std::string &key : {*name + definition.parameters, *name})
      if (const auto known = members.find(key); known != members.end())
        return &known->second;
  return nullptr;
}

std::optional<MemberDefinition> findMemberDefinition(const SourceText &text, size_t i,
                                                     const llvm::StringSet<> &macros) {
  if (i == 0 || text.isInDirective(i))
    return std::nullopt;
  const auto function = functionNameAt(text, i + 1);
  if (!function || !hasBody(text, function->second))
    return std::nullopt;
  const std::optional<size_t> behind =
      behindBrackets(text, function->second, clang::tok::l_paren, clang::tok::r_paren);
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
  bool hasHead = false; // of a template, no specialization's
  while (begin && text.bytes(*begin) == "template") {
    hasHead |= !text.is(*begin + 2, clang::tok::greater);
    const std::optional<size_t> behindHead = behindAngles(text, *begin + 1);
    begin = behindHead && *behindHead <= scope ? behindHead : std::nullopt;
  }
  if (!begin)
    return std::nullopt;
  MemberDefinition found;
  found.name = (text.bytes(scope) + "::" + function->first).str();
  found.specialized = (text.buffer.slice(text.tokens[scope].offset, text.tokens[i - 1].end()) +
                       "::" + function->first)
                          .str();
  found.begin = *begin;
  found.scope = scope;
  found.list = {function->second, *behind};
  found.isOfTemplate = hasHead;
  found.parameters = parametersOf(text, function->second, *behind);
  found.isBare = !hasConditionalWords(text, *begin, macros);
  for (size_t at = *begin; at < scope; ++at)
    found.isBare &= !isDeviceWord(text.bytes(at)) && !macros.contains(text.bytes(at));
  return found;
}

} // namespace musaport
