//===- rewrite/nvcc_dialect.cpp ---------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/nvcc_dialect.h"

#include "rewrite/brackets.h"
#include "rewrite/declarators.h"
#include "rewrite/device_members.h"
#include "rewrite/free_functions.h"
#include "rewrite/macro_definition.h"
#include "rewrite/variable_macros.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using llvm::StringRef;

namespace musaport {
namespace {

constexpr StringRef library = "nvcc's dialect";
/// What the report calls widenMacro()'s edits.
constexpr StringRef widened = "__device__ in one of two compilations";

/// What makes a declaration one of CUDA's.
constexpr StringRef deviceWords[] = {"__shared__", "__device__", "__constant__",    "__managed__",
                                     "__global__", "__host__",   "__forceinline__", "__noinline__"};
/// What else may stand before an attribute that has to come first.
constexpr StringRef otherWords[] = {"extern", "static",   "inline",       "constexpr", "constinit",
                                    "const",  "volatile", "thread_local", "__inline__"};

/// Whether __device__ stands in it, and not only in a comment.
bool hasDeviceCode(const SourceText &text) {
  if (!text.buffer.contains("__device__"))
    return false;
  for (size_t i = 0; i < text.tokens.size(); ++i)
    if (text.bytes(i) == "__device__")
      return true;
  return false;
}

} // namespace

NvccDialect::NvccDialect(SourcePort &port)
    : port(port), text(port.text), isOn(port.rules.portsFromCuda()),
      repeatsAttributes(isOn && !port.context.deviceMembers.empty()), mends(mendsOf(port)),
      isForDevice(port.isDeviceFile || hasDeviceCode(port.text)) {
  if (isOn && (isForDevice || text.buffer.contains("static")))
    definitions = findDefinitionEdits(text, port.context.functions, port.file,
                                      port.context.includes, port.context.deviceMacros);
  std::reverse(definitions.begin(), definitions.end());
}

void NvccDialect::visit(size_t i) {
  if (!isOn)
    return;
  visiting = i;
  for (auto next = planned.begin(); next != planned.end() && next->first <= i;) {
    if (next->first == i) // what is not visited stays
      apply(next->second);
    next = planned.erase(next);
  }
  switch (text.tokens[i].kind) {
  case clang::tok::less:
  case clang::tok::lessless:
  case clang::tok::lesslessless:
    return visitLaunch(i);
  case clang::tok::string_literal:
  case clang::tok::wide_string_literal:
  case clang::tok::utf8_string_literal:
  case clang::tok::utf16_string_literal:
  case clang::tok::utf32_string_literal:
  case clang::tok::char_constant:
    return separateLiteral(i);
  case clang::tok::l_square:
    if (text.is(i + 1, clang::tok::l_square))
      moveAttributes(i);
    return;
  case clang::tok::equal:
    setArrayToZero(i);
    return nameDefaultArgument(i);
  case clang::tok::coloncolon:
    return visitMember(i);
  case clang::tok::minus:
    return negateShift(i);
  case clang::tok::hash:
    quotePragma(i);
    dropUnroll(i);
    return widenMacro(i);
  case clang::tok::raw_identifier:
    agreeWithDeclaration(i);
    copyArrayValues(i);
    deduceArrayPointer(i);
    if (text.bytes(i) == "alignas")
      moveAttributes(i);
    else if (text.bytes(i) == "typedef")
      nameClass(i);
    else if (text.bytes(i) == "typeof")
      renameTypeof(i);
    else if (text.bytes(i) == "__restrict__" || text.bytes(i) == "__restrict")
      dropRestrict(i);
    else if (text.bytes(i) == "main")
      giveMainAType(i);
    else if (text.bytes(i) == "extern")
      dropBuiltinVariable(i);
    else if (text.bytes(i) == "__syncthreads")
      dropUncalled(i);
    else if (text.bytes(i) == "__shared__")
      leaveUnconstructed(i);
    addTemplateKeyword(i);
    return;
  default:
    return;
  }
}

//===--- Edits ---------------------------------------------------------------//

void NvccDialect::edit(Replacement replacement) {
  if (replacement.tokens.first <= visiting)
    apply(replacement);
  else
    planned.emplace(replacement.tokens.first, std::move(replacement));
}

void NvccDialect::apply(const Replacement &replacement) {
  const auto &[tokens, to, construct] = replacement;
  port.edits.replace(tokens, to, recordUse(tokens, construct), PendingEdits::ofToken);
}

PendingEdits::Use NvccDialect::recordUse(TokenRange tokens, StringRef construct) {
  NameUse use;
  use.name = construct.str();
  use.to = "what mcc takes";
  use.library = library;
  port.recorder.decide(tokens.first, (construct + ": nvcc takes it, mcc does not").str(), library,
                       {}, tokens);
  return port.recorder.useOf(std::move(use), tokens.first);
}

void NvccDialect::name(size_t i, std::string message, StringRef advice, Severity severity) {
  port.recorder.diagnose(i, "musa-nvcc-dialect", severity, std::move(message), advice);
}

/// Whether tokens[i] goes on where tokens[begin] stands: in the same directive, or in code.
bool NvccDialect::isBefore(size_t i, size_t begin) const {
  return i < text.tokens.size() && text.isInDirective(i) == text.isInDirective(begin) &&
         !(text.isInDirective(i) && text.startsLine(i));
}

//===--- Literals ------------------------------------------------------------//

/// C++11 reads a name behind a literal as its suffix. In files for the device alone, since other
/// compilers take it with a warning. A suffix with two underscores is nobody's own.
void NvccDialect::separateLiteral(size_t i) {
  const size_t next = i + 1;
  if (isBefore(next, i) && text.tokens[next].isIdentifier() &&
      text.tokens[next].offset == text.tokens[i].end() &&
      (port.isDeviceFile || text.bytes(next).starts_with("__")))
    edit({{next, next}, " ", "a name right behind a literal"});
}

//===--- Attributes ----------------------------------------------------------//

bool NvccDialect::isSpecifier(size_t i) const {
  return text.tokens[i].isIdentifier() && (llvm::is_contained(deviceWords, text.bytes(i)) ||
                                           llvm::is_contained(otherWords, text.bytes(i)));
}

bool NvccDialect::hasDeviceWord(TokenRange specifiers) const {
  for (size_t i = specifiers.first; i < specifiers.last; ++i)
    if (llvm::is_contained(deviceWords, text.bytes(i)))
      return true;
  return false;
}

/// Behind the alignas(...) and [[...]] that begin at tokens[i]; `i` if they do not end.
size_t NvccDialect::endOfAttributes(size_t i) const {
  size_t end = i;
  while (end < text.tokens.size()) {
    size_t at = end;
    if (text.is(at, clang::tok::l_square)) {
      if (!text.is(at + 1, clang::tok::l_square))
        return end;
    } else if (text.bytes(at) != "alignas" || !text.is(++at, clang::tok::l_paren)) {
      return end;
    }
    int depth = 0;
    const size_t limit = std::min(text.tokens.size(), at + longestRun);
    for (; at < limit && isBefore(at, i); ++at)
      if ((depth += depthOf(text.tokens[at])) == 0)
        break;
    if (depth != 0 || at == limit)
      return end;
    end = at + 1;
  }
  return end;
}

/// An attribute stands first in a declaration: what stands before it goes behind it. For Clang,
/// __shared__ and __device__ are attributes of their own, which nothing may come between.
void NvccDialect::moveAttributes(size_t i) {
  size_t first = i;
  while (first > 0 && isBefore(first - 1, i) && isSpecifier(first - 1))
    --first;
  if (first == i)
    return;
  const size_t end = endOfAttributes(i);
  if (first > 0 && isBefore(first - 1, i) && endsType(first - 1))
    return moveBehindType(i, first, end);
  size_t rest = end;
  while (rest < text.tokens.size() && isBefore(rest, i) && isSpecifier(rest))
    ++rest;
  if (end == i || end >= text.tokens.size() || !isBefore(end, i) ||
      !(hasDeviceWord({first, i}) || hasDeviceWord({end, rest})))
    return;
  for (size_t k = first; k < i; ++k)
    if (port.edits.covers(k) ||
        !isBlank(text.buffer.slice(text.tokens[k].end(), text.tokens[k + 1].offset)))
      return;
  const uint32_t begin = text.tokens[first].offset;
  const std::string moved = text.buffer.slice(begin, text.tokens[i - 1].end()).str();
  const size_t gap =
      text.buffer.slice(text.tokens[i - 1].end(), text.tokens[i].offset).find_first_of("\r\n\\");
  const uint32_t removed =
      gap == StringRef::npos ? text.tokens[i].offset - begin : static_cast<uint32_t>(moved.size());
  port.edits.replaceWithin(first, begin, removed, "", PendingEdits::notCounted);
  edit({{end, end}, moved + " ", "an attribute behind __shared__ or __device__"});
}

/// Whether tokens[i], before __shared__, may be the end of a type. A template's > is none.
bool NvccDialect::endsType(size_t i) const {
  if (text.is(i, clang::tok::greater)) {
    const std::optional<size_t> begin = startOfType(i);
    return begin && text.bytes(*begin) != "template";
  }
  return text.tokens[i].isIdentifier() || text.is(i, clang::tok::star) ||
         text.is(i, clang::tok::amp) || text.is(i, clang::tok::r_square);
}

/// Where the type begins whose last token is tokens[i]; nullopt if no declaration begins with it.
std::optional<size_t> NvccDialect::startOfType(size_t i) const {
  int angles = 0;
  for (size_t at = i + 1; at-- > 0 && i - at < longestRun && isBefore(at, i);) {
    const Token &token = text.tokens[at];
    angles += static_cast<int>(anglesOf(token, /*isOpening=*/false));
    angles -= static_cast<int>(anglesOf(token, /*isOpening=*/true));
    if (angles == 0 && (token.is(clang::tok::semi) || token.is(clang::tok::l_brace) ||
                        token.is(clang::tok::r_brace)))
      return at + 1;
    if (angles < 0 || depthOf(token) != 0 ||
        (angles == 0 && !token.isIdentifier() && !token.is(clang::tok::coloncolon) &&
         !token.is(clang::tok::less) && !token.is(clang::tok::star)))
      return std::nullopt;
    if (at == 0 || !isBefore(at - 1, i))
      return at;
  }
  return std::nullopt;
}

/// The specifiers from `first` to the attribute stand behind the type, where Clang takes them. The
/// attribute itself goes to the beginning of the declaration.
void NvccDialect::moveBehindType(size_t i, size_t first, size_t end) {
  if (end == i || end >= text.tokens.size() || !isBefore(end, i) || !hasDeviceWord({first, i}) ||
      !text.tokens[end].isIdentifier()) // [[likely]], or a[b[0]]
    return;
  const std::optional<size_t> begin = startOfType(first - 1);
  // What is moved is not ported: no name, and no comment that would be lost.
  bool isPlain = true;
  for (size_t at = i; at < end; ++at)
    isPlain &= (!text.tokens[at].isIdentifier() || text.bytes(at) == "alignas") &&
               text.buffer.slice(text.tokens[at].end(), text.tokens[at + 1].offset).trim().empty();
  if (!isPlain || !begin || text.bytes(*begin) == "template" || port.edits.covers(*begin)) {
    if (text.bytes(i) == "alignas")
      name(i, "alignas behind a type: nvcc takes it, mcc does not",
           "write it first in the declaration");
    return;
  }
  const std::string moved =
      text.buffer.slice(text.tokens[i].offset, text.tokens[end - 1].end()).str();
  port.edits.replaceWithin(*begin, text.tokens[*begin].offset, 0, moved + " ",
                           PendingEdits::notCounted);
  port.edits.replaceWithin(i, text.tokens[i].offset,
                           text.tokens[end].offset - text.tokens[i].offset, "",
                           recordUse({i, end}, "an attribute behind __shared__ or __device__"));
}

void NvccDialect::visitMember(size_t i) {
  if (!repeatsAttributes && !isForDevice)
    return;
  const std::optional<MemberDefinition> definition =
      findMemberDefinition(text, i, port.context.deviceMacros);
  if (!definition)
    return;
  if (isForDevice && definition->isOfTemplate)
    nameMembersDefault(*definition);
  if (repeatsAttributes && definition->isBare)
    repeatAttributes(i, *definition);
}

/// The argument belongs where the class declares the member, which may be in another file.
void NvccDialect::nameMembersDefault(const MemberDefinition &definition) {
  int depth = 0;
  for (size_t i = definition.list.first; i < definition.list.last; ++i) {
    depth += depthOf(text.tokens[i]);
    if (text.is(i, clang::tok::equal) && depth == 1)
      return name(i,
                  "a default argument of '" + definition.name +
                      "', a template that is declared elsewhere: nvcc takes it, mcc does not",
                  "move it to the declaration in the class");
  }
}

void NvccDialect::repeatAttributes(size_t i, const MemberDefinition &definition) {
  const MemberWords *known = wordsOf(port.context.deviceMembers, definition);
  if (known == nullptr || (known->words.empty() && !known->differ) ||
      (!isForDevice && (!known->areMacros || known->differ)))
    return;
  if (known->differ)
    return name(i, "declarations of '" + definition.name + "' differ in __device__ or the like",
                "if this one's has such words, write them before the definition's type",
                Severity::Warning);
  // In a header, a plain C++ compiler may read the definition.
  if (known->isConditional && !known->areMacros && !port.isDeviceFile)
    return name(i,
                "the definition of '" + definition.name +
                    "' lacks the words of its declaration: " + known->words,
                "write them before its type, with the declaration's condition");
  // Clang takes the words behind the type, too.
  const bool endsInName = definition.scope > 0 && text.tokens[definition.scope - 1].isIdentifier();
  const size_t at =
      port.edits.covers(definition.begin) && endsInName ? definition.scope : definition.begin;
  if (port.edits.covers(at))
    return name(i,
                "the definition of '" + definition.name +
                    "' lacks the words of its declaration: " + known->words,
                "write them before its type");
  port.edits.replaceWithin(at, text.tokens[at].offset, 0, known->words + " ",
                           recordUse({at, at + 1}, "a member's definition without __device__"));
}

/// Reads the #defines from tokens[i] on. Returns the # of the directive behind them; the text's end
/// if something else comes. `visit` is called for each.
template <typename Visit> size_t NvccDialect::skipDefinitions(size_t i, Visit visit) const {
  while (i < text.tokens.size() && text.directiveAt(i) == "define") {
    const std::optional<MacroDefinition> macro = findMacroDefinition(text, i);
    if (!macro)
      break;
    visit(*macro);
    i = macro->text.last;
  }
  return i < text.tokens.size() && text.is(i, clang::tok::hash) && text.startsLine(i)
             ? i
             : text.tokens.size();
}

/// The __CUDA_ARCH__ of `#ifdef __CUDA_ARCH__` or `#if defined(__CUDACC__) &&
/// defined(__CUDA_ARCH__)`, whose # is tokens[i], and the # of the next line; nullopt if more or
/// something else is asked.
std::optional<std::pair<size_t, size_t>> NvccDialect::questionForDevice(size_t i) const {
  std::optional<size_t> arch;
  size_t at = i + 1;
  for (; at < text.tokens.size() && text.isInDirective(at) && !text.startsLine(at); ++at) {
    const bool isName = text.bytes(at) == "__CUDA_ARCH__";
    if (text.bytes(at) == "ifndef" || text.is(at, clang::tok::exclaim) ||
        text.is(at, clang::tok::pipepipe) || (isName && arch))
      return std::nullopt;
    if (isName)
      arch = at;
  }
  if (!arch || !(text.bytes(*arch - 1) == "ifdef" || text.bytes(*arch - 1) == "defined" ||
                 text.bytes(*arch - 2) == "defined"))
    return std::nullopt;
  return std::pair(*arch, at);
}

/// A pragma in a macro's text is none for other preprocessors.
void NvccDialect::quotePragma(size_t i) {
  const std::optional<MacroDefinition> macro = findMacroDefinition(text, i);
  const std::string pragma = macro ? pragmaOperatorOf(text, *macro) : "";
  if (!pragma.empty())
    edit({macro->text, pragma, "a macro that stands for a #pragma"});
}

/// Whether the statement or declaration at tokens[i] may be a loop: also a macro, LOOP(4) {...},
/// and what has a label or an attribute.
bool NvccDialect::mayBeLoop(size_t i) const {
  constexpr StringRef loops[] = {"for", "while", "do"};
  constexpr StringRef others[] = {"if", "switch", "else"};
  const auto isLoop = [&](size_t at) {
    return at < text.tokens.size() && llvm::is_contained(loops, text.bytes(at));
  };
  if (!text.tokens[i].isIdentifier())
    return text.is(i, clang::tok::l_square) || text.is(i, clang::tok::hash);
  if (llvm::is_contained(others, text.bytes(i)))
    return false;
  size_t behind = i + 1;
  if (text.is(behind, clang::tok::l_paren))
    behind = behindBrackets(text, behind, clang::tok::l_paren, clang::tok::r_paren)
                 .value_or(text.tokens.size());
  const bool isCall = behind > i + 1 && text.is(behind, clang::tok::semi);
  const bool isMacro = text.is(behind, clang::tok::l_brace) || (behind > i + 1 && !isCall);
  return isLoop(i) || isLoop(behind) || isMacro || text.is(behind, clang::tok::colon);
}

void NvccDialect::dropUnroll(size_t i) {
  if (text.directiveAt(i) != "pragma" || i + 2 >= text.tokens.size() ||
      text.bytes(i + 2) != "unroll")
    return;
  size_t end = i + 1;
  while (isBefore(end, i))
    ++end;
  constexpr size_t farthest = 4096; // in tokens
  size_t next = end; // behind other pragmas and an #if; what an #else begins is another statement
  while (next < text.tokens.size() && next - end < farthest && text.isInDirective(next) &&
         !text.directiveAt(next).starts_with("el"))
    ++next;
  // A file that includes this one may go on with a loop.
  if (next < text.tokens.size() && next - end < farthest && !mayBeLoop(next))
    edit({{i, end}, "", "#pragma unroll before what is no loop"});
}

/// Whether the macro stands for words that only a function can have, and before no variable.
bool NvccDialect::isFunctionSpecifier(const MacroDefinition &macro) const {
  constexpr StringRef specifiers[] = {
      "(",      ")",      "__attribute__", "__device__",    "__host__",    "constexpr",
      "extern", "static", "noinline",      "always_inline", "__noinline__"};
  const StringRef macroName = text.bytes(macro.name);
  if (macro.hasParameters || !looksLikeMacro(macroName) ||
      port.context.variableMacros.contains(macroName))
    return false;
  for (size_t k = macro.text.first; k < macro.text.last; ++k)
    if (!llvm::is_contained(specifiers, text.bytes(k)) &&
        !text.bytes(k).contains_insensitive("inline"))
      return false;
  return true;
}

/// nvcc compiles a source once for the device and once for the host, and checks each function in
/// one of them only. Clang sees all functions each time: in both, the macro has to stand for both
/// sides. That is for functions alone: before a variable, the macro makes two variables of one, and
/// the host's has to stay one.
void NvccDialect::widenMacro(size_t i) {
  if (!text.startsLine(i) || !text.directiveAt(i).starts_with("if"))
    return;
  const auto question = questionForDevice(i);
  if (!question)
    return;
  const auto [arch, first] = *question;
  struct Widened {
    size_t at; ///< the __device__ of a macro
    bool isForBoth;
  };
  llvm::SmallVector<Widened, 2> device;
  bool isWhole = true;
  const size_t other = skipDefinitions(first, [&](const MacroDefinition &macro) {
    const size_t before = device.size();
    bool isForHost = false;
    for (size_t k = macro.text.first; k < macro.text.last; ++k) {
      isForHost |= text.bytes(k) == "__host__";
      if (text.bytes(k) == "__device__")
        device.push_back({k, false});
    }
    const bool isOnlyForHost = isForHost && macro.text.last - macro.text.first == 1;
    isWhole &= (isOnlyForHost || device.size() == before + 1) && isFunctionSpecifier(macro);
    if (isForHost && device.size() > before)
      device.back().isForBoth = true;
  });
  if (!isWhole || device.empty() || other == text.tokens.size() ||
      text.directiveAt(other) != "else")
    return;
  const size_t end = skipDefinitions(other + 2, [&](const MacroDefinition &macro) {
    for (size_t k = macro.text.first; k < macro.text.last; ++k)
      isWhole &= text.bytes(k) != "__device__";
    isWhole &= isFunctionSpecifier(macro);
  });
  if (!isWhole || end == other + 2 || end == text.tokens.size() || text.directiveAt(end) != "endif")
    return;
  askForCompiler(i, arch);
  for (const auto &[at, isForBoth] : device)
    if (!isForBoth)
      edit({{at, at + 1}, "__host__ __device__", widened});
}

/// Of the directive at tokens[i]: the question for __CUDA_ARCH__ goes if __CUDACC__ is asked for
/// too, and becomes one for it if not.
void NvccDialect::askForCompiler(size_t i, size_t arch) {
  const bool hasParentheses = text.bytes(arch - 1) == "(";
  const size_t question = hasParentheses ? arch - 2 : arch - 1;
  bool asksForNvcc = false;
  for (size_t k = i; k < question; ++k)
    asksForNvcc |= text.bytes(k) == "__CUDACC__";
  if (asksForNvcc && text.is(question - 1, clang::tok::ampamp))
    return edit({{question - 1, arch + (hasParentheses ? 2 : 1)}, "", widened});
  llvm::SmallVector<const Rule *, 2> rules;
  port.rules.identifier("__CUDACC__", rules);
  edit({{arch, arch + 1}, rules.empty() ? "__CUDACC__" : rules.front()->to.str(), widened});
}

/// For nvcc and its host compiler, the declaration's linkage and words count.
void NvccDialect::agreeWithDeclaration(size_t i) {
  for (; !definitions.empty() && definitions.back().token <= i; definitions.pop_back()) {
    const DefinitionEdit &definition = definitions.back();
    const size_t begin = text.tokens[i].offset;
    if (definition.token != i || i + 1 == text.tokens.size())
      continue;
    if (definition.words.empty())
      port.edits.replaceWithin(i, begin, text.tokens[i + 1].offset - begin, "",
                               recordUse({i, i + 1}, "static behind a declaration without it"));
    else if (isForDevice)
      edit({{i, i}, definition.words + " ", "a function's definition without __device__"});
  }
}

//===--- Others --------------------------------------------------------------//

/// Whether the last directive before tokens[i] is `#ifndef __CUDA_ARCH__` or `#if
/// !defined(__CUDA_ARCH__)`.
bool NvccDialect::isOnlyForHost(size_t i) const {
  constexpr StringRef questions[] = {"#ifndef__CUDA_ARCH__", "#if!defined(__CUDA_ARCH__)",
                                     "#if!defined__CUDA_ARCH__"};
  size_t end = i;
  while (end > 0 && i - end < longestRun && !text.isInDirective(end - 1))
    --end;
  size_t hash = end;
  while (hash > 0 && text.isInDirective(hash - 1) && (hash == end || !text.startsLine(hash)))
    --hash;
  std::string directive;
  for (size_t at = hash; at < end && directive.size() <= questions[1].size(); ++at)
    directive += text.bytes(at);
  return llvm::is_contained(questions, directive);
}

/// A program may have variables of these names for itself, in a namespace or for plain C++.
void NvccDialect::dropBuiltinVariable(size_t i) {
  size_t at = i + 1;
  const auto isOneOf = [&](llvm::ArrayRef<StringRef> words) {
    return at < text.tokens.size() && llvm::is_contained(words, text.bytes(at));
  };
  at += isOneOf({"const"}) ? 1 : 0;
  if (!isOneOf({"dim3", "uint3"}))
    return;
  ++at;
  if (isOneOf({"threadIdx", "blockIdx", "blockDim", "gridDim"}) &&
      text.is(at + 1, clang::tok::semi) && isBefore(at + 1, i) && isOnlyForHost(i))
    edit({{i, at + 2}, "", "a declaration of a variable that each kernel has"});
}

void NvccDialect::giveMainAType(size_t i) {
  if (!port.isDeviceFile || text.isInDirective(i) || !text.is(i + 1, clang::tok::l_paren))
    return;
  size_t before = i; // behind the last token of code
  while (before > 0 && text.isInDirective(before - 1))
    --before;
  if (before > 0 && !text.is(before - 1, clang::tok::semi) &&
      !text.is(before - 1, clang::tok::r_brace))
    return;
  const std::optional<size_t> behind =
      behindBrackets(text, i + 1, clang::tok::l_paren, clang::tok::r_paren);
  if (behind && text.is(*behind, clang::tok::l_brace))
    edit({{i, i}, "int ", "main() without a type"});
}

/// The ( of the list that tokens[i] stands in; `i` if there is none nearby.
size_t NvccDialect::openingParenthesis(size_t i) const {
  int depth = 0;
  for (size_t at = i; at-- > 0 && i - at < longestRun && isBefore(at, i);) {
    if (text.is(at, clang::tok::semi))
      return i;
    depth += depthOf(text.tokens[at]);
    if (depth > 0)
      return text.is(at, clang::tok::l_paren) ? at : i;
  }
  return i;
}

/// The name behind the = is the parameter for Clang, and something around it for nvcc. Only a
/// person knows how to call the parameter otherwise.
void NvccDialect::nameDefaultArgument(size_t i) {
  if (i < 2 || i + 2 >= text.tokens.size() || !text.tokens[i - 1].isIdentifier() ||
      !text.tokens[i + 1].isIdentifier() || text.bytes(i - 1) != text.bytes(i + 1) ||
      !(text.is(i + 2, clang::tok::comma) || text.is(i + 2, clang::tok::r_paren)))
    return;
  const Token &type = text.tokens[i - 2];
  if (!(type.isIdentifier() || type.is(clang::tok::star) || type.is(clang::tok::amp) ||
        type.is(clang::tok::greater)))
    return;
  const size_t opening = openingParenthesis(i);
  if (opening == i || opening == 0 || !text.tokens[opening - 1].isIdentifier() ||
      text.bytes(opening - 1) == "for")
    return;
  name(i - 1,
       "the default of the parameter '" + text.spelling(i - 1) +
           "' names the parameter itself: nvcc takes it, mcc does not",
       "give the parameter another name");
}

} // namespace musaport
