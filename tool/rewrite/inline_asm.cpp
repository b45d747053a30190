//===- rewrite/inline_asm.cpp -----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/inline_asm.h"

#include "ptx/translation.h"

#include "llvm/ADT/StringExtras.h"

#include <utility>

using llvm::StringRef;

namespace musaport {

void InlineAsm::begin(size_t i, DeadBranches::Facts facts, bool inDevice) {
  if (statement && i < statement->last)
    return;
  isDevice = inDevice;
  const llvm::ArrayRef<Token> tokens = port.text.tokens;
  std::vector<TokenRange> unread;
  statement =
      ptx::readAsmStatement(port.text.buffer, tokens, i, [&](const Token &hash, StringRef word) {
        return DeadBranches::isTrue(port.text, size_t(&hash - tokens.data()), word, facts, unread);
      });
}

std::optional<InlineAsm::Replacement> InlineAsm::finish() {
  const ptx::AsmStatement ended = *std::exchange(statement, std::nullopt);
  const TokenRange tokens{ended.first, ended.last};
  const size_t i = tokens.first;
  if (port.edits.hasAbove(rank, tokens))
    return std::nullopt;
  if (!port.context.translatesPtx) {
    if (ptx::isPtx(ended, ptx::Table::embedded(), isDevice))
      leave(i);
    return std::nullopt;
  }
  const ptx::Surroundings surroundings{port.text.isInDirective(i),
                                       port.rules.architecture().warpSize,
                                       port.context.carryChains.variable(), isDevice};
  const ptx::Translation translation = ptx::translate(ended, ptx::Table::embedded(), surroundings);
  if (translation.result == ptx::Translation::Result::NotPtx)
    return std::nullopt;

  Recorder &recorder = port.recorder;
  const bool isReported = translation.result == ptx::Translation::Result::Reported;
  if (isReported && port.deviceBranches.isDead(i))
    return leaveDead(i);
  for (const ptx::Message &message : ptx::messagesOf(translation)) {
    Diagnostic &diagnostic =
        recorder.diagnose(i, "musa-ptx", message.severity, message.text, message.note);
    if (message.severity != Severity::Error)
      diagnostic.once = recorder.onceInFile("asm " + message.note);
  }
  NameUse use;
  use.library = "PTX";
  if (isReported) {
    use.name = "asm " + translation.instruction;
    use.outcome = Outcome::NoAnswer;
    use.reason = translation.reason;
    recorder.count(recorder.useOf(std::move(use), i));
    recorder.decide(i, "stays: " + translation.instruction + ": " + translation.reason);
    return std::nullopt;
  }
  use.name = "asm " + translation.used.front();
  use.to = translation.used.size() == 1 ? "C++" : "C++, and more instructions";
  recorder.decide(i, "asm -> C++ by rules/ptx: " + llvm::join(translation.used, "; "), use.library,
                  {}, tokens);
  carry.translated(i, translation.usesCarry, headers);
  for (const StringRef header : translation.headers)
    headers.need(header, "declares what asm statements have become", i);
  // The ; goes with the text: behind the lines that are left empty it would stand alone.
  const TokenRange whole{tokens.first, tokens.last + (hasSemicolon(tokens.last) ? 1 : 0)};
  const std::string text = translation.text + (whole.last == tokens.last ? "" : ";");
  return Replacement{whole, layOut(text, whole), std::move(use)};
}

/// What has no translation, in a branch that no GPU takes.
std::nullopt_t InlineAsm::leaveDead(size_t i) {
  NameUse use;
  use.name = "asm";
  use.library = "PTX";
  use.outcome = Outcome::Kept;
  use.reason = "asm in a branch that no GPU of MUSA compiles";
  port.recorder.count(port.recorder.useOf(std::move(use), i));
  port.recorder.decide(i, "stays: no MUSA GPU's code has this branch");
  return std::nullopt;
}

/// Of a port that translates no PTX.
void InlineAsm::leave(size_t i) {
  if (port.deviceBranches.isDead(i)) {
    leaveDead(i);
    return;
  }
  Recorder &recorder = port.recorder;
  recorder
      .diagnose(i, "musa-ptx", Severity::Warning,
                "PTX has no meaning in MUSA, and asm statements stay in this port",
                "port with --analyze: it turns them into C++, or says why it cannot")
      .once = "asm statements"; // in the tree
  NameUse use;
  use.name = "asm";
  use.library = "PTX";
  use.outcome = Outcome::NoAnswer;
  use.reason = "PTX: port with --analyze";
  recorder.count(recorder.useOf(std::move(use), i));
  recorder.decide(i, "stays: PTX, which a port with --analyze turns into C++");
}

bool InlineAsm::hasSemicolon(size_t i) const {
  return port.text.is(i, clang::tok::semi) &&
         port.text.isInDirective(i) == port.text.isInDirective(i - 1);
}

/// `text` on as many lines as `tokens` have, indented as the first of them; in a macro with the
/// backslashes that are there.
std::string InlineAsm::layOut(StringRef text, TokenRange tokens) {
  const SourceText &source = port.text;
  if (!hasCarriageReturns)
    hasCarriageReturns = source.buffer.contains("\r\n");
  StringRef old =
      source.buffer.slice(source.tokens[tokens.first].offset, source.tokens[tokens.last - 1].end());
  StringRef indentation =
      port.recorder.lineOf(tokens.first).take_while([](char c) { return c == ' ' || c == '\t'; });
  const std::string ending = (source.isInDirective(tokens.first) ? " \\" : "") +
                             std::string(*hasCarriageReturns ? "\r\n" : "\n");
  size_t breaks = old.count('\n');
  llvm::SmallVector<StringRef, 16> parts;
  text.split(parts, '\n');
  std::string laidOut = parts.front().str();
  for (size_t i = 1; i < parts.size(); ++i) {
    if (breaks == 0) {
      laidOut += ' ';
    } else {
      --breaks;
      laidOut += ending;
      laidOut += indentation;
      laidOut += i + 1 < parts.size() ? "  " : "";
    }
    laidOut += parts[i];
  }
  for (; breaks > 0; --breaks)
    laidOut += ending;
  return laidOut;
}

} // namespace musaport
