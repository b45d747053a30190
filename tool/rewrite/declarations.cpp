//===- rewrite/declarations.cpp --------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/declarations.h"

#include "rewrite/declaration_words.h"
#include "rewrite/include_guard.h"
#include "rewrite/source_text.h"

#include <optional>

using clang::tok::TokenKind;
using llvm::StringRef;

namespace musaport {
namespace {

/// How far back the beginning of a declaration is looked for, in tokens. No real one is as long, so
/// that a name's replacement by several tokens does not change what is found.
constexpr size_t maxDeclarationLength = 1024;
/// How long a list of parameters may be, in tokens.
constexpr size_t maxParameterLength = 4096;
/// The same for an enum.
constexpr size_t maxEnumLength = 65536;
/// How far back a list of declarators or parameters may begin. Each name in it is looked at, also
/// in tables of thousands.
constexpr size_t maxListLength = 256;

class DeclarationFinder {
public:
  DeclarationFinder(StringRef buffer, llvm::ArrayRef<Token> tokens,
                    llvm::function_ref<DeclarationSearch(StringRef)> searchFor)
      : buffer(buffer), tokens(tokens), searchFor(searchFor) {}

  Declarations run() {
    found.includeGuard = findIncludeGuard(buffer, tokens);
    found.numbers = findNumberMacros(buffer, tokens);
    for (size_t i = 0; i < tokens.size(); ++i) {
      if (!tokens[i].isIdentifier())
        continue;
      if (isWord(i, "enum"))
        findEnumerators(i);
      if (inDirective(i) && i >= 2 && (tokens[i - 2].flags & Token::StartOfLine) &&
          (isWord(i - 1, "include") || isWord(i - 1, "include_next")))
        found.includeMacros.push_back(text(i).str());
      const DeclarationSearch search = searchFor(text(i));
      if (search != DeclarationSearch::No && isDeclaredAt(i, search))
        (search == DeclarationSearch::Scope ? found.scopes : found.names).push_back(text(i).str());
      if (search == DeclarationSearch::Likely && !SourceText{buffer, tokens}.isPlainCall(i))
        found.usedOtherwise.push_back(text(i).str());
    }
    for (std::vector<std::string> *names : {&found.names, &found.scopes, &found.usedOtherwise}) {
      llvm::sort(*names);
      names->erase(llvm::unique(*names), names->end());
    }
    return std::move(found);
  }

private:
  StringRef text(size_t i) { return spelling(buffer, tokens[i], storage); }
  bool is(size_t i, TokenKind kind) const { return i < tokens.size() && tokens[i].is(kind); }
  bool isWord(size_t i, StringRef word) {
    return i < tokens.size() && tokens[i].isIdentifier() && text(i) == word;
  }
  bool inDirective(size_t i) const { return tokens[i].flags & Token::InDirective; }

  bool isDeclaredAt(size_t i, DeclarationSearch search) {
    if (search == DeclarationSearch::Scope)
      return !inDirective(i) && (declaresNamespace(i) || declaresType(i));
    return declaresAt(i) || (search == DeclarationSearch::Likely && likelyDeclaresAt(i));
  }

  bool declaresAt(size_t i) {
    if (inDirective(i))
      return i > 0 && isWord(i - 1, "define") && is(i - 2, clang::tok::hash);
    return declaresType(i) || declaresAlias(i) || declaresFunctionOrVariable(i);
  }

  /// class [[attributes]] alignas(8) EXPORT_MACRO Name final : Base {
  bool declaresType(size_t i) {
    if (is(i + 1, clang::tok::colon)) {
      if (!braceFollows(i + 1))
        return false; // enum class Name : int;
    } else if (!is(i + 1, clang::tok::l_brace) && !isWord(i + 1, "final")) {
      return false;
    }
    for (size_t back = i; back-- > 0 && i - back < maxDeclarationLength;) {
      if (is(back, clang::tok::r_paren) || is(back, clang::tok::r_square)) {
        back = openingOf(back);
        if (back == 0)
          return false;
        continue;
      }
      if (!tokens[back].isIdentifier())
        return false;
      StringRef word = text(back);
      if (word == "class" || word == "struct" || word == "union" || word == "enum")
        return true;
    }
    return false;
  }

  /// Whether a { comes before the next ;.
  bool braceFollows(size_t i) const {
    for (size_t end = i + maxDeclarationLength; i < tokens.size() && i < end; ++i) {
      if (is(i, clang::tok::l_brace))
        return true;
      if (is(i, clang::tok::semi))
        return false;
    }
    return false;
  }

  /// The bracket that the closing one at `i` belongs to; 0 if there is none in this statement.
  size_t openingOf(size_t i) const {
    int depth = 0;
    for (size_t back = i + 1; back-- > 0 && i - back < maxDeclarationLength;) {
      if (inDirective(back))
        return 0;
      switch (tokens[back].kind) {
      case clang::tok::semi:
      case clang::tok::l_brace:
      case clang::tok::r_brace:
        return 0;
      case clang::tok::r_paren:
      case clang::tok::r_square:
        ++depth;
        break;
      case clang::tok::l_paren:
      case clang::tok::l_square:
        if (--depth == 0)
          return back;
        break;
      default:
        break;
      }
    }
    return 0;
  }

  /// using Name = ...;   typedef ... Name;
  bool declaresAlias(size_t i) {
    if (i > 0 && isWord(i - 1, "using"))
      return is(i + 1, clang::tok::equal);
    if (!is(i + 1, clang::tok::semi))
      return false;
    for (size_t back = i; back-- > 0 && i - back < maxDeclarationLength;) {
      if (is(back, clang::tok::semi) || inDirective(back))
        return false;
      if (isWord(back, "typedef"))
        return true;
    }
    return false;
  }

  bool declaresFunctionOrVariable(size_t i) {
    // A::name(...) {...} defines what A declares: the name is A's.
    if (i == 0 || is(i - 1, clang::tok::coloncolon))
      return false;
    if (is(i + 1, clang::tok::l_paren)) {
      if (!hasBody(i + 1))
        return false;
    } else if (!is(i + 1, clang::tok::equal) && !is(i + 1, clang::tok::semi) &&
               !is(i + 1, clang::tok::l_square) && !is(i + 1, clang::tok::l_brace)) {
      return false;
    }
    return typeStandsBefore(i);
  }

  /// Whether the parameter list that opens at `i` is followed by a function body.
  bool hasBody(size_t i) {
    int depth = 0;
    for (size_t end = i + maxParameterLength; i < tokens.size() && i < end; ++i) {
      if (is(i, clang::tok::l_paren))
        ++depth;
      else if (is(i, clang::tok::r_paren) && --depth == 0)
        break;
    }
    depth = 0;
    for (size_t end = i + maxDeclarationLength; ++i < tokens.size() && i < end;) {
      if (is(i, clang::tok::l_brace))
        return true;
      depth += is(i, clang::tok::l_paren) ? 1 : 0;
      depth -= is(i, clang::tok::r_paren) ? 1 : 0;
      // What may stand between: const, noexcept(...), override, -> type, : initialisers.
      if (is(i, clang::tok::semi) || is(i, clang::tok::r_brace) || is(i, clang::tok::equal) ||
          depth < 0 || inDirective(i))
        return false;
    }
    return false;
  }

  /// Whether the tokens back to the start of the statement can only be the type of a declaration.
  bool typeStandsBefore(size_t i) {
    bool hasType = false;
    int angles = 0; // commas separate declarators, unless they are in <...>
    for (size_t back = i; back-- > 0 && i - back < maxDeclarationLength;) {
      if (inDirective(back))
        return hasType;
      switch (tokens[back].kind) {
      case clang::tok::semi:
      case clang::tok::l_brace:
      case clang::tok::r_brace:
      case clang::tok::colon: // public:
        return hasType;
      case clang::tok::r_paren: // __launch_bounds__(n), alignas(n)
      case clang::tok::r_square: {
        size_t open = openingOf(back);
        if (open == 0)
          return false;
        // Its name is no type, and `if (...) f(...)` no declaration.
        back = open;
        if (is(open, clang::tok::l_paren) && tokens[open - 1].isIdentifier()) {
          if (isStatementWord(text(open - 1)))
            return false;
          back = open - 1;
        }
        break;
      }
      case clang::tok::raw_identifier:
        if (isStatementWord(text(back)))
          return false;
        hasType |= !isSpecifier(text(back));
        break;
      case clang::tok::greater:
        ++angles;
        break;
      case clang::tok::greatergreater:
        angles += 2;
        break;
      case clang::tok::less:
        --angles;
        break;
      case clang::tok::comma:
        if (angles <= 0)
          return false;
        break;
      case clang::tok::coloncolon:
      case clang::tok::star:
      case clang::tok::amp:
      case clang::tok::ampamp:
      case clang::tok::numeric_constant:
        break;
      case clang::tok::string_literal: // extern "C"
        if (back == 0 || !isWord(back - 1, "extern"))
          return false;
        break;
      default:
        return false;
      }
    }
    return hasType;
  }

  bool likelyDeclaresAt(size_t i) {
    return i > 0 && !inDirective(i) &&
           (declaresNamespace(i) || definesMemberOrSpecialization(i) || endsStructure(i) ||
            declaresInList(i) || constructsLocal(i) || isTemplateParameter(i) || isBinding(i) ||
            isFunctionPointer(i) || isLabel(i) || declaresTypeAhead(i));
  }

  /// template <class Name, typename... Name, int Name = 3>
  bool isTemplateParameter(size_t i) {
    if (!is(i + 1, clang::tok::comma) && !is(i + 1, clang::tok::equal) && !closesAngle(i + 1))
      return false;
    size_t type = i - 1;
    if (type > 0 && is(type, clang::tok::ellipsis))
      --type;
    if (type == 0 || !tokens[type].isIdentifier())
      return false;
    int depth = 0;
    for (size_t back = i; back-- > 0 && i - back < maxListLength;) {
      depth -= angleOf(back);
      if (depth < 0)
        return back > 0 && isWord(back - 1, "template");
      if (is(back, clang::tok::semi) || is(back, clang::tok::l_brace) ||
          is(back, clang::tok::r_brace))
        return false;
    }
    return false;
  }

  /// auto [Name, Name] = ...;   const auto &[Name, Name] : list
  bool isBinding(size_t i) {
    if (!is(i + 1, clang::tok::comma) && !is(i + 1, clang::tok::r_square))
      return false;
    size_t back = i;
    while (back > 1 && i - back < maxListLength &&
           (tokens[back].isIdentifier() || is(back, clang::tok::comma)))
      --back;
    if (!is(back, clang::tok::l_square) || back == 0)
      return false;
    --back;
    return isWord(isPointerOperator(back) && back > 0 ? back - 1 : back, "auto");
  }

  /// void (*Name)(int);   void (Type::*Name)(int);
  bool isFunctionPointer(size_t i) {
    if (i < 2 || !is(i - 1, clang::tok::star) || !is(i + 1, clang::tok::r_paren) ||
        !is(i + 2, clang::tok::l_paren))
      return false;
    size_t open = i - 2;
    while (open > 0 && (tokens[open].isIdentifier() || is(open, clang::tok::coloncolon)))
      --open;
    return is(open, clang::tok::l_paren) && open > 0 && typeStandsBefore(open);
  }

  /// Name: statement;
  bool isLabel(size_t i) const {
    return is(i + 1, clang::tok::colon) &&
           (is(i - 1, clang::tok::semi) || is(i - 1, clang::tok::l_brace) ||
            is(i - 1, clang::tok::r_brace));
  }

  /// class Name;
  bool declaresTypeAhead(size_t i) {
    return is(i + 1, clang::tok::semi) &&
           (isWord(i - 1, "class") || isWord(i - 1, "struct") || isWord(i - 1, "union"));
  }

  /// namespace a::Name {   namespace Name = a;
  bool declaresNamespace(size_t i) {
    size_t first = i;
    while (first >= 2 && is(first - 1, clang::tok::coloncolon))
      first -= 2;
    return first > 0 && isWord(first - 1, "namespace") &&
           !(first > 1 && isWord(first - 2, "using"));
  }

  /// void A::Name(...) {   float Name<float>(...) {
  bool definesMemberOrSpecialization(size_t i) {
    size_t open = i + 1;
    if (is(open, clang::tok::less))
      while (open < tokens.size() && open - i < maxListLength && !is(open, clang::tok::l_paren) &&
             !is(open, clang::tok::semi) && !is(open, clang::tok::l_brace))
        ++open;
    return is(open, clang::tok::l_paren) && hasBody(open) && typeStandsBefore(i);
  }

  /// struct {...} Name;   typedef struct {...} Name;
  bool endsStructure(size_t i) {
    if (!is(i - 1, clang::tok::r_brace) || !is(i + 1, clang::tok::semi))
      return false;
    const std::optional<size_t> open = openingBrace(i - 1);
    for (size_t back = open.value_or(0); back-- > 0 && *open - back < maxListLength;) {
      if (isWord(back, "struct") || isWord(back, "union") || isWord(back, "class") ||
          isWord(back, "enum"))
        return true;
      if (is(back, clang::tok::semi) || is(back, clang::tok::l_brace) ||
          is(back, clang::tok::r_brace) || is(back, clang::tok::equal))
        return false;
    }
    return false;
  }

  /// The { of the } at `i`; of the block that tokens[i] is in, if it is another token.
  std::optional<size_t> openingBrace(size_t i) const {
    int depth = 0;
    for (size_t back = i; back-- > 0 && i - back < maxDeclarationLength;) {
      if (inDirective(back))
        continue;
      if (is(back, clang::tok::r_brace))
        ++depth;
      else if (is(back, clang::tok::l_brace) && depth-- == 0)
        return back;
    }
    return std::nullopt;
  }

  /// Whether it is a block of statements that tokens[i] is in. Nobody declares functions there.
  bool isInBlock(size_t i) {
    const std::optional<size_t> open = openingBrace(i);
    if (!open || *open == 0)
      return false;
    return is(*open - 1, clang::tok::r_paren) || isWord(*open - 1, "else") ||
           isWord(*open - 1, "do") || isWord(*open - 1, "try") || isWord(*open - 1, "const");
  }

  /// { T Name(...);
  bool constructsLocal(size_t i) {
    if (!is(i + 1, clang::tok::l_paren) || !(isTypeName(i - 1) || closesAngle(i - 1)) ||
        !typeStandsBefore(i) || !isInBlock(i))
      return false;
    const std::optional<size_t> start = startOfList(i);
    return start && anglesMatch(*start, i);
  }

  /// T Name, *Name, Name = 0;   void f(const T &Name, T *Name) {   for (auto &Name : list)
  bool declaresInList(size_t i) {
    if (i + 1 >= tokens.size())
      return false;
    switch (tokens[i + 1].kind) {
    case clang::tok::semi:
    case clang::tok::comma:
    case clang::tok::colon:
    case clang::tok::equal:
    case clang::tok::r_paren:
    case clang::tok::l_square:
    case clang::tok::l_brace:
      break;
    default:
      return false;
    }
    if (isTypeName(i - 1))
      return true; // two names beside each other
    const std::optional<size_t> start = startOfList(i);
    if (is(i - 1, clang::tok::coloncolon) || !start || isInInitializer(*start))
      return false;
    size_t before = i - 1; // the name's * and &
    while (before > *start && (isPointerOperator(before) || isWord(before, "const")))
      --before;
    const bool inParentheses = *start > 0 && is(*start - 1, clang::tok::l_paren);
    const bool isLoop = inParentheses && *start > 1 && isWord(*start - 2, "for");
    if (is(before, clang::tok::comma) && (!inParentheses || isLoop))
      return followsDeclarator(*start, before);
    if (inParentheses)
      return declaresParameter(*start, i);
    return !is(i + 1, clang::tok::r_paren) && typeStandsBefore(i); // for (;; a & b)
  }

  /// Whether the list that begins at `begin` is one of values: = {   f({   {{
  bool isInInitializer(size_t begin) const {
    return begin > 1 && is(begin - 1, clang::tok::l_brace) &&
           (is(begin - 2, clang::tok::equal) || is(begin - 2, clang::tok::l_paren) ||
            is(begin - 2, clang::tok::comma) || is(begin - 2, clang::tok::l_brace));
  }

  bool isPointerOperator(size_t i) const {
    return is(i, clang::tok::star) || is(i, clang::tok::amp) || is(i, clang::tok::ampamp);
  }

  bool closesAngle(size_t i) const {
    return is(i, clang::tok::greater) || is(i, clang::tok::greatergreater);
  }

  /// By how much a token opens or closes <...>.
  int angleOf(size_t i) const {
    if (is(i, clang::tok::less))
      return 1;
    return is(i, clang::tok::greater) ? -1 : is(i, clang::tok::greatergreater) ? -2 : 0;
  }

  bool anglesMatch(size_t begin, size_t end) const {
    int depth = 0;
    for (size_t at = begin; at < end && depth >= 0; ++at)
      depth += angleOf(at);
    return depth == 0;
  }

  /// Whether a type may end with the name at `i`: int, std::string, __restrict__.
  bool isTypeName(size_t i) {
    return tokens[i].isIdentifier() && !inDirective(i) && !isStatementWord(text(i)) &&
           !isOperatorWord(text(i)) && !isSpecifier(text(i));
  }

  /// The first token of the statement, or after the (, that tokens[i] is in.
  std::optional<size_t> startOfList(size_t i) const {
    for (size_t back = i; back-- > 0 && i - back < maxListLength;) {
      if (inDirective(back))
        return back + 1;
      switch (tokens[back].kind) {
      case clang::tok::semi:
      case clang::tok::l_brace:
      case clang::tok::r_brace:
      case clang::tok::l_paren:
        return back + 1;
      case clang::tok::l_square:
        return std::nullopt;
      case clang::tok::r_paren:
      case clang::tok::r_square:
        back = openingOf(back);
        if (back == 0)
          return std::nullopt;
        break;
      default:
        break;
      }
    }
    return i < maxListLength ? std::optional<size_t>(0) : std::nullopt;
  }

  /// Whether the comma at `comma` separates declarators: `T a`, `T *a = 0` or `T a[2]` begin the
  /// statement.
  bool followsDeclarator(size_t begin, size_t comma) {
    if (!anglesMatch(begin, comma))
      return false; // it separates a template's arguments
    size_t last = begin;
    int angles = 0;
    for (; last < comma; ++last) {
      angles += angleOf(last);
      if (angles == 0 && (is(last, clang::tok::comma) || is(last, clang::tok::equal)))
        break;
      if (tokens[last].isIdentifier() && isStatementWord(text(last)))
        return false;
    }
    size_t name = last > begin ? last - 1 : begin;
    if (is(name, clang::tok::r_square))
      name = openingOf(name) - 1;
    if (name <= begin || name >= last || !tokens[name].isIdentifier())
      return false;
    size_t type = name - 1;
    while (type > begin && isPointerOperator(type))
      --type;
    return closesAngle(type) || isTypeName(type);
  }

  /// Whether tokens[i] is a parameter, or what a loop or condition declares, of the list that
  /// begins at `begin`.
  bool declaresParameter(size_t begin, size_t i) {
    const size_t open = begin - 1;
    if (open == 0 || !typeEndsAt(i))
      return false;
    if (is(open - 1, clang::tok::r_square)) // a lambda's
      return hasBody(open);
    if (!tokens[open - 1].isIdentifier())
      return false;
    const StringRef word = text(open - 1);
    if (word == "catch")
      return true;
    if (word == "for" || word == "if" || word == "while")
      return is(i + 1, clang::tok::colon) || is(i + 1, clang::tok::equal);
    if (isStatementWord(word) || !typeStandsBefore(open - 1))
      return false;
    // f(a & b), as a call's argument or a variable's, and not f(T &b)
    return hasBody(open) ||
           (!(open > 1 && is(open - 2, clang::tok::coloncolon)) && !isInBlock(open));
  }

  /// Whether a type stands between the comma or bracket before tokens[i] and it.
  bool typeEndsAt(size_t i) {
    bool hasType = false;
    int angles = 0;
    for (size_t back = i; back-- > 0 && i - back < maxListLength;) {
      angles -= angleOf(back);
      if (angles < 0)
        return false;
      switch (tokens[back].kind) {
      case clang::tok::l_paren:
        return hasType;
      case clang::tok::comma:
        if (angles == 0)
          return hasType;
        break;
      case clang::tok::raw_identifier:
        hasType |= isTypeName(back);
        break;
      case clang::tok::greater:
      case clang::tok::greatergreater:
      case clang::tok::less:
      case clang::tok::coloncolon:
      case clang::tok::star:
      case clang::tok::amp:
      case clang::tok::ampamp:
      case clang::tok::numeric_constant:
        break;
      default:
        return false;
      }
    }
    return false;
  }

  void findEnumerators(size_t i) {
    size_t open = i;
    while (open < tokens.size() && !is(open, clang::tok::l_brace)) {
      if (is(open, clang::tok::semi) || is(open, clang::tok::r_paren) || open - i > 16)
        return;
      ++open;
    }
    int depth = 0;
    bool expectsName = false;
    for (size_t at = open; at < tokens.size() && at - open < maxEnumLength; ++at) {
      if (inDirective(at))
        continue;
      if (is(at, clang::tok::l_brace) || is(at, clang::tok::l_paren))
        ++depth;
      else if ((is(at, clang::tok::r_brace) || is(at, clang::tok::r_paren)) && --depth == 0)
        return;
      if (expectsName && tokens[at].isIdentifier() &&
          searchFor(text(at)) > DeclarationSearch::Scope)
        found.names.push_back(text(at).str());
      expectsName = depth == 1 && (is(at, clang::tok::l_brace) || is(at, clang::tok::comma));
    }
  }

  StringRef buffer;
  llvm::ArrayRef<Token> tokens;
  llvm::function_ref<DeclarationSearch(StringRef)> searchFor;
  Declarations found;
  std::string storage;
};

} // namespace

Declarations findDeclarations(StringRef buffer, llvm::ArrayRef<Token> tokens,
                              llvm::function_ref<DeclarationSearch(StringRef)> searchFor) {
  return DeclarationFinder(buffer, tokens, searchFor).run();
}

} // namespace musaport
