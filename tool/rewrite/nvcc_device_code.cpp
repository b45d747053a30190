//===- rewrite/nvcc_device_code.cpp - statements of device code -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/brackets.h"
#include "rewrite/nvcc_dialect.h"
#include "source/text_places.h"

#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace musaport {
namespace {

/// Whether a statement may begin at tokens[i].
bool beginsStatement(const SourceText &text, size_t i) {
  return i == 0 || text.isInDirective(i - 1) || text.is(i - 1, clang::tok::semi) ||
         text.is(i - 1, clang::tok::l_brace) || text.is(i - 1, clang::tok::r_brace) ||
         text.is(i - 1, clang::tok::r_paren) || text.is(i - 1, clang::tok::colon) ||
         text.bytes(i - 1) == "else" || text.bytes(i - 1) == "do";
}

/// Whether tokens[i] is the < of a template's arguments behind a member's name, as `t.get<1>()`.
bool isMembersAngle(const SourceText &text, size_t i) {
  return i > 2 && text.is(i, clang::tok::less) && text.tokens[i - 1].isIdentifier() &&
         (text.is(i - 2, clang::tok::period) || text.is(i - 2, clang::tok::arrow) ||
          text.is(i - 2, clang::tok::coloncolon));
}

bool endsStatement(const SourceText &text, size_t i) {
  return text.is(i, clang::tok::semi) || text.is(i, clang::tok::l_brace) ||
         text.is(i, clang::tok::r_brace);
}

} // namespace

/// ParserFacts::mends by offset.
std::map<uint32_t, Mend> NvccDialect::mendsOf(const SourcePort &port) {
  std::map<uint32_t, Mend> all;
  if (port.facts == nullptr || port.facts->mends.empty())
    return all;
  const TextPlaces places("", port.text.buffer);
  for (const auto &[mend, line, column] : port.facts->mends)
    if (const StringRef text = places.lineText(line); column > 0 && column <= text.size())
      all[text.data() - port.text.buffer.data() + column - 1] = mend;
  return all;
}

/// For Clang, it is a builtin function, which can only be called.
void NvccDialect::dropUncalled(size_t i) {
  if (!text.is(i + 1, clang::tok::semi) || !isBefore(i + 1, i) || !beginsStatement(text, i))
    return;
  name(i, "'__syncthreads' is not called here: for nvcc, and in the port, this does nothing",
       "call it: __syncthreads()", Severity::Warning);
  edit({{i, i + 1}, "(void)0", "a function's name as a statement"});
}

/// Clang names the first such place of a statement, at the expression's begin or at the member's
/// name. It does not say whether the others are templates, too: then a person has to write it.
void NvccDialect::addTemplateKeyword(size_t i) {
  const auto mend = mends.find(text.tokens[i].offset);
  if (mend == mends.end() || mend->second != Mend::TemplateKeyword)
    return;
  size_t first = i, angle = 0;
  while (first > 0 && i - first < longestRun && isBefore(first - 1, i) &&
         !endsStatement(text, first - 1))
    --first;
  for (size_t at = first; at < text.tokens.size() && at - first < 2 * longestRun &&
                          isBefore(at, i) && !endsStatement(text, at);
       ++at) {
    if (!isMembersAngle(text, at))
      continue;
    if (angle != 0)
      return;
    angle = at;
  }
  if (angle > i)
    edit({{angle - 1, angle - 1}, "template ", "a member template of a template's parameter"});
}

/// Whether tokens[i] is in the body of a function.
bool NvccDialect::isLocal(size_t i) const {
  int depth = 0;
  for (size_t at = i; at > 1 && i - at < longestClass; --at) {
    depth += text.isInDirective(at - 1) ? 0 : depthOf(text.tokens[at - 1]);
    if (depth > 0)
      return text.is(at - 1, clang::tok::l_brace) &&
             (beginsStatement(text, at - 1) || text.bytes(at - 2) == "const");
  }
  return false;
}

/// Whether a local reference is as good as a static variable in what is behind tokens[i], up to the
/// block's end: lambdas would capture it, local classes may not use it, and nothing may jump past
/// it.
bool NvccDialect::isPlainBehind(size_t i) const {
  static constexpr StringRef others[] = {"case", "default", "goto", "struct", "class", "union"};
  int depth = 0;
  for (size_t at = i; at < text.tokens.size(); ++at) {
    if (text.isInDirective(at))
      continue;
    depth += depthOf(text.tokens[at]);
    if (depth < 0)
      return true;
    const bool isLambda = text.is(at, clang::tok::l_square) && at > 0 &&
                          (!text.tokens[at - 1].isIdentifier() || text.bytes(at - 1) == "return") &&
                          !text.is(at - 1, clang::tok::r_paren) &&
                          !text.is(at - 1, clang::tok::r_square);
    const bool isLabel = text.is(at, clang::tok::colon) && at > 1 &&
                         text.tokens[at - 1].isIdentifier() && beginsStatement(text, at - 1);
    if (isLambda || isLabel || llvm::is_contained(others, text.bytes(at)))
      return false;
  }
  return false;
}

/// nvcc calls no constructor for such a variable, nor does the port: it makes it a reference to an
/// array of bytes.
void NvccDialect::leaveUnconstructed(size_t i) {
  if (mends.empty())
    return;
  const size_t first = i > 0 && text.bytes(i - 1) == "static" ? i - 1 : i;
  if (!beginsStatement(text, first) || text.bytes(i + 1) == "alignas" ||
      (first > 0 && !endsStatement(text, first - 1)))
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
  if (name == 0 || !isAlone || !text.is(end, clang::tok::semi) || !isBefore(end, i) ||
      !isLocal(first) || !isPlainBehind(end))
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
