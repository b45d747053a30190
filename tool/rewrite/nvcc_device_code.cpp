//===- rewrite/nvcc_device_code.cpp - statements of device code -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/brackets.h"
#include "rewrite/nvcc_dialect.h"

using llvm::StringRef;

namespace musaport {
namespace {

/// Whether a statement may begin at tokens[i].
bool beginsStatement(const SourceText &text, size_t i) {
  return i == 0 || text.isInDirective(i - 1) || text.is(i - 1, clang::tok::semi) ||
         text.is(i - 1, clang::tok::l_brace) || text.is(i - 1, clang::tok::r_brace) ||
         text.is(i - 1, clang::tok::r_paren) || text.bytes(i - 1) == "else";
}

} // namespace

/// For Clang, it is a builtin function, which can only be called.
void NvccDialect::dropUncalled(size_t i) {
  if (!text.is(i + 1, clang::tok::semi) || !isBefore(i + 1, i) || !beginsStatement(text, i))
    return;
  name(i, "'__syncthreads' is not called here: for nvcc, and in the port, this does nothing",
       "call it: __syncthreads()", Severity::Warning);
  edit({{i, i + 1}, "(void)0", "a function's name as a statement"});
}

void NvccDialect::addTemplateKeyword(size_t i) {
  const auto mend = mends.find(text.tokens[i].offset);
  if (mend == mends.end() || mend->second != Mend::TemplateKeyword)
    return;
  // Clang names the expression's begin or the member.
  size_t at = i;
  while (isBefore(at + 1, i) && !text.is(at + 1, clang::tok::less))
    if (!text.tokens[++at].isIdentifier() && !text.is(at, clang::tok::coloncolon) &&
        !text.is(at, clang::tok::period) && !text.is(at, clang::tok::arrow))
      return;
  if (isBefore(at + 1, i) && text.tokens[at].isIdentifier())
    edit({{at, at}, "template ", "a member template of a template's parameter"});
}

/// nvcc leaves such a variable as it is, and so does the port: by a reference to an array of bytes.
void NvccDialect::leaveUnconstructed(size_t i) {
  if (mends.empty())
    return;
  const size_t first = i > 0 && text.bytes(i - 1) == "static" ? i - 1 : i;
  if (!beginsStatement(text, first))
    return;
  size_t name = 0, end = i + 1;
  int angles = 0;
  for (; end < text.tokens.size() && isBefore(end, i) && !text.is(end, clang::tok::semi); ++end) {
    angles += static_cast<int>(anglesOf(text.tokens[end], /*isOpening=*/true));
    angles -= static_cast<int>(anglesOf(text.tokens[end], /*isOpening=*/false));
    const bool isOfAnother = text.is(end, clang::tok::comma) && angles == 0;
    if (end - i > longestRun || isOfAnother)
      return;
    const auto mend = mends.find(text.tokens[end].offset);
    if (mend != mends.end() && mend->second == Mend::SharedConstructor)
      name = end;
  }
  const bool isAlone = name + 1 == end || text.is(name + 1, clang::tok::l_square);
  int depth = 0;
  for (size_t at = name + 1; at < end; ++at) // nothing but its dimensions
    if ((depth += depthOf(text.tokens[at])) == 0 && !text.is(at, clang::tok::r_square))
      return;
  if (name == 0 || !isAlone || !text.is(end, clang::tok::semi) || !isBefore(end, i))
    return;
  const std::string variable = text.bytes(name).str();
  const std::string type = "musaPortType_" + variable;
  const std::string bytes = "musaPortBytes_" + variable;
  constexpr StringRef construct = "a constructor of a __shared__ variable";
  edit({{first, i + 1}, "typedef", construct});
  edit({{name, name + 1}, type, construct});
  edit({{end, end + 1},
        "; alignas(" + type + ") __shared__ unsigned char " + bytes + "[sizeof(" + type +
            ")]; auto &" + variable + " = reinterpret_cast<" + type + " &>(" + bytes + ");",
        construct});
}

} // namespace musaport
