//===- analysis/standard_headers.cpp ----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "analysis/standard_headers.h"

#include "clang/Basic/CharInfo.h"
#include "clang/Tooling/Inclusions/StandardLibrary.h"

using clang::tooling::stdlib::Lang;
using clang::tooling::stdlib::Symbol;
using llvm::StringRef;

namespace musaport {
namespace {

std::string headerOf(StringRef scope, StringRef name, Lang language) {
  const std::optional<Symbol> symbol = Symbol::named(scope, name, language);
  const auto header = symbol ? symbol->header() : std::nullopt;
  return header ? header->name().str() : std::string();
}

/// The identifier behind `begin`; empty if the message does not have that.
StringRef nameBehind(StringRef message, StringRef begin) {
  const auto [before, behind] = message.split(begin);
  return behind.take_while([](char c) { return clang::isAsciiIdentifierContinue(c); });
}

} // namespace

std::string standardHeaderFor(StringRef message, StringRef unknownName) {
  // C's headers declare the global names, those of C++ need not.
  if (!unknownName.empty())
    if (std::string header = headerOf("", unknownName, Lang::C); !header.empty())
      return header;
  // "no member named 'sort' in namespace 'std'", and the same of types and templates.
  if (message.contains("in namespace 'std'"))
    return headerOf("std::", nameBehind(message, " named '"), Lang::CXX);
  // <iosfwd> and the like declare templates that others define.
  for (const StringRef begin : {"undefined template 'std::", "incomplete type 'std::"})
    if (const StringRef name = nameBehind(message, begin); !name.empty())
      return headerOf("std::", name, Lang::CXX);
  return {};
}

} // namespace musaport
