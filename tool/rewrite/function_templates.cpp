//===- rewrite/function_templates.cpp ---------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/function_templates.h"

#include "rewrite/declarators.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using llvm::StringRef;

namespace musaport {
namespace {

/// How many parameters the template's head from tokens[open] to tokens[close] has.
size_t countParameters(const SourceText &text, size_t open, size_t close) {
  size_t count = close > open + 1 ? 1 : 0;
  int depth = 0;
  for (size_t i = open + 1; i < close; ++i) {
    const bool opens = text.is(i, clang::tok::less) || text.is(i, clang::tok::l_paren);
    const bool closes = text.is(i, clang::tok::greater) || text.is(i, clang::tok::r_paren);
    depth += opens ? 1 : closes ? -1 : text.is(i, clang::tok::greatergreater) ? -2 : 0;
    count += depth == 0 && text.is(i, clang::tok::comma) ? 1 : 0;
  }
  return count;
}

/// The one whose head is tokens[i], `template`; its signature has no namespaces, and is empty if it
/// is none.
FunctionTemplate functionTemplateAt(const SourceText &text, size_t i) {
  const std::optional<size_t> behind =
      text.is(i + 1, clang::tok::less) ? behindAngles(text, i + 1) : std::nullopt;
  if (!behind || *behind == i + 3) // template <> is a specialization
    return {};
  FunctionTemplate found;
  const size_t end = std::min(text.tokens.size(), i + longestDeclaration);
  for (size_t at = *behind; at + 1 < end && !text.isInDirective(at); ++at) {
    const Token &token = text.tokens[at];
    if (token.isIdentifier()) {
      const StringRef word = text.bytes(at);
      if (word == "class" || word == "struct" || word == "using" || word == "friend" ||
          word == "template" || word == "operator")
        break;
      if (word == "static")
        found.staticWord = at;
    } else if (token.is(clang::tok::less)) {
      const std::optional<size_t> behindType = behindAngles(text, at);
      if (!behindType)
        break;
      at = *behindType - 1;
    } else if (token.is(clang::tok::l_paren)) {
      const std::optional<size_t> behindList =
          behindBrackets(text, at, clang::tok::l_paren, clang::tok::r_paren);
      if (!behindList)
        break;
      const StringRef name = text.bytes(at - 1);
      if (isAttributeName(name)) {
        at = *behindList - 1;
        continue;
      }
      found.isDefined = text.is(*behindList, clang::tok::l_brace);
      if (text.tokens[at - 1].isIdentifier() && !text.is(at - 2, clang::tok::coloncolon) &&
          (found.isDefined || text.is(*behindList, clang::tok::semi)))
        found.signature =
            (name + "<" + llvm::Twine(countParameters(text, i + 1, *behind - 1)) + ">").str() +
            spellParameters(text, at, *behindList - 1);
      break;
    } else if (!token.is(clang::tok::coloncolon) && !token.is(clang::tok::star) &&
               !token.is(clang::tok::amp)) {
      break;
    }
  }
  return found;
}

/// "a::b::" of `namespace a::b {`, whose { is tokens[brace]; nullopt if it opens something else.
std::optional<std::string> namespaceAt(const SourceText &text, size_t brace) {
  if (brace > 1 && text.isStringLiteral(brace - 1) && text.bytes(brace - 2) == "extern")
    return "";
  size_t first = brace;
  while (first > 0 &&
         (text.tokens[first - 1].isIdentifier() || text.is(first - 1, clang::tok::coloncolon)) &&
         text.bytes(first - 1) != "namespace")
    --first;
  if (first == 0 || text.bytes(first - 1) != "namespace")
    return std::nullopt;
  std::string name;
  for (size_t i = first; i < brace; ++i)
    name += text.bytes(i);
  return name + "::";
}

/// Whether `file`, or one that it includes, is among `files`.
bool sees(const SourceText &text, size_t file, llvm::ArrayRef<size_t> files,
          const IncludeResolver &includes) {
  if (llvm::is_contained(files, file))
    return true;
  for (size_t i = 0; i < text.tokens.size(); ++i) {
    if (!text.is(i, clang::tok::header_name))
      continue;
    const StringRef header = text.bytes(i);
    const auto found =
        includes.resolve(file, header.drop_front().drop_back(), IncludeResolver::formOf(header));
    if (found && llvm::is_contained(files, found->file))
      return true;
  }
  return false;
}

} // namespace

std::vector<FunctionTemplate> findFunctionTemplates(StringRef buffer,
                                                    llvm::ArrayRef<Token> tokens) {
  const SourceText text{buffer, tokens};
  std::vector<FunctionTemplate> found;
  std::vector<std::optional<std::string>> scopes; // what each open { is
  size_t others = 0;                              // that are no namespaces
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (text.isInDirective(i))
      continue;
    if (text.is(i, clang::tok::l_brace)) {
      scopes.push_back(others == 0 ? namespaceAt(text, i) : std::nullopt);
      others += scopes.back() ? 0 : 1;
    } else if (text.is(i, clang::tok::r_brace) && !scopes.empty()) {
      others -= scopes.back() ? 0 : 1;
      scopes.pop_back();
    } else if (others == 0 && tokens[i].isIdentifier() && text.bytes(i) == "template") {
      FunctionTemplate one = functionTemplateAt(text, i);
      if (one.signature.empty())
        continue;
      for (size_t scope = scopes.size(); scope-- > 0;)
        one.signature.insert(0, *scopes[scope]);
      found.push_back(std::move(one));
    }
  }
  return found;
}

std::vector<size_t> findWrongStatics(const SourceText &text, const DeclaredTemplates &declared,
                                     size_t file, const IncludeResolver &includes) {
  std::vector<size_t> found;
  if (declared.empty())
    return found;
  for (const FunctionTemplate &one : findFunctionTemplates(text.buffer, text.tokens)) {
    if (!one.isDefined || one.staticWord == 0)
      continue;
    const auto known = declared.find(one.signature);
    if (known != declared.end() && sees(text, file, known->second, includes))
      found.push_back(one.staticWord);
  }
  return found;
}

std::vector<std::string> findDeclaredTemplates(StringRef buffer, llvm::ArrayRef<Token> tokens) {
  std::vector<std::string> found;
  for (FunctionTemplate &one : findFunctionTemplates(buffer, tokens))
    if (one.staticWord == 0 && !one.isDefined)
      found.push_back(std::move(one.signature));
  llvm::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

} // namespace musaport
