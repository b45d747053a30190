//===- rewrite/scopes.cpp --------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/scopes.h"

using llvm::StringRef;

namespace musaport {
namespace {

/// Deeper nesting is no program's, and each #if keeps a copy of what surrounds it.
constexpr size_t deepestNamespace = 1000;
constexpr size_t deepestConditional = 256;
/// What stands between `namespace` and its brace, attributes included, in tokens.
constexpr size_t longestHead = 1024;

} // namespace

void ScopeTracker::visit(size_t i, StringRef directive) {
  const Token &token = tokens[i];
  if (token.flags & Token::InDirective) {
    if (token.is(clang::tok::hash) && (token.flags & Token::StartOfLine))
      visitConditional(directive);
    return;
  }
  switch (token.kind) {
  case clang::tok::raw_identifier:
    if (token.length == 9 && text(i) == "namespace")
      visitNamespace(i);
    break;
  case clang::tok::semi:
    head = i + 1;
    break;
  case clang::tok::l_brace:
    ++depth;
    if (deviceDepth == 0 && isDeviceHead(i))
      deviceDepth = depth;
    head = i + 1;
    if (!pending.empty() && i == pendingBrace && scopes.size() < deepestNamespace) {
      scopes.push_back({depth, pending.size()});
      components.append(pending);
      pending.clear();
    }
    break;
  case clang::tok::r_brace:
    if (!scopes.empty() && scopes.back().depth == depth) {
      components.resize(components.size() - scopes.back().components);
      scopes.pop_back();
    }
    if (deviceDepth == depth)
      deviceDepth = 0;
    if (depth > 0)
      --depth;
    head = i + 1;
    break;
  default:
    break;
  }
}

/// Whether the tokens before the brace tokens[end] make it that of a device function.
bool ScopeTracker::isDeviceHead(size_t end) const {
  bool isDevice = false;
  for (size_t i = head; i < end; ++i) {
    if (!tokens[i].isIdentifier() || (tokens[i].flags & Token::InDirective))
      continue;
    const StringRef word = text(i);
    if (word == "__host__")
      return false;
    isDevice |= word == "__global__" || word == "__device__";
  }
  return isDevice;
}

void ScopeTracker::visitNamespace(size_t i) {
  llvm::SmallVector<StringRef, 4> names;
  size_t at = i + 1;
  int brackets = 0; // of attributes
  bool expectsName = true;
  for (; at < tokens.size() && at < i + longestHead; ++at) {
    const Token &token = tokens[at];
    if (token.is(clang::tok::l_paren) || token.is(clang::tok::l_square)) {
      ++brackets;
    } else if (token.is(clang::tok::r_paren) || token.is(clang::tok::r_square)) {
      --brackets;
    } else if (brackets > 0) {
      if (token.is(clang::tok::l_brace) || token.is(clang::tok::semi))
        return; // no attribute's bracket
    } else if (token.isIdentifier()) {
      // Other words are attributes, or macros that stand for some.
      if (expectsName && text(at) != "inline" && text(at) != "__attribute__") {
        names.push_back(text(at));
        expectsName = false;
      }
    } else if (token.is(clang::tok::coloncolon)) {
      expectsName = true;
    } else {
      break;
    }
  }
  if (at >= tokens.size())
    return;
  if (tokens[at].is(clang::tok::l_brace)) {
    pending = names;
    pendingBrace = at;
  } else if (tokens[at].is(clang::tok::semi) && i > 0 && text(i - 1) == "using" &&
             names.size() == 1) {
    used.push_back(names.front());
  }
}

void ScopeTracker::visitConditional(StringRef directive) {
  if (directive == "if" || directive == "ifdef" || directive == "ifndef") {
    if (++conditionalDepth <= deepestConditional)
      conditionals.push_back({depth, deviceDepth, scopes, components});
  } else if (directive.starts_with("el")) {
    if (conditionals.empty() || conditionalDepth != conditionals.size())
      return;
    depth = conditionals.back().depth;
    deviceDepth = conditionals.back().deviceDepth;
    scopes = conditionals.back().scopes;
    components = conditionals.back().components;
  } else if (directive == "endif" && conditionalDepth > 0) {
    if (--conditionalDepth < conditionals.size())
      conditionals.pop_back();
  }
}

} // namespace musaport
