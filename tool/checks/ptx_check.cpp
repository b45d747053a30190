//===- checks/ptx_check.cpp ------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "checks/ptx_check.h"

#include "clang/ASTMatchers/ASTMatchers.h"

using namespace clang::ast_matchers;

namespace musaport {
namespace {

ptx::AsmOperand operandOf(llvm::StringRef name, llvm::StringRef constraint, bool isOutput) {
  ptx::AsmOperand operand;
  operand.name = name.str();
  operand.constraint = constraint.str();
  operand.isOutput = isOutput;
  return operand;
}

/// Its text and the kinds of its operands, by which it is decided whether there is a translation.
ptx::AsmStatement statementOf(const clang::GCCAsmStmt &from) {
  ptx::AsmStatement statement;
  statement.isVolatile = from.isVolatile();
  statement.text = from.getAsmString()->getString().str();
  statement.operands.reserve(from.getNumOutputs() + from.getNumInputs());
  for (unsigned i = 0; i < from.getNumOutputs(); ++i)
    statement.operands.push_back(
        operandOf(from.getOutputName(i), from.getOutputConstraint(i), /*isOutput=*/true));
  for (unsigned i = 0; i < from.getNumInputs(); ++i)
    statement.operands.push_back(
        operandOf(from.getInputName(i), from.getInputConstraint(i), /*isOutput=*/false));
  return statement;
}

} // namespace

void PtxCheck::registerMatchers(MatchFinder &finder) {
  finder.addMatcher(asmStmt().bind("asm"), this);
}

std::optional<ptx::Translation> PtxCheck::translationOfTokens(const clang::GCCAsmStmt &statement,
                                                              const clang::SourceManager &sources) {
  const auto [file, offset] =
      sources.getDecomposedLoc(sources.getSpellingLoc(statement.getAsmLoc()));
  const llvm::StringRef buffer = sources.getBufferData(file);
  auto [found, isNew] = tokensOf.try_emplace(file);
  if (isNew && whyNotTokenized(buffer).empty())
    found->second = tokenize(buffer);
  const std::vector<Token> &tokens = found->second;
  const auto *token = llvm::partition_point(
      llvm::ArrayRef(tokens), [&](const Token &other) { return other.offset < offset; });
  const size_t i = static_cast<size_t>(token - tokens.data());
  if (i == tokens.size() || tokens[i].offset != offset)
    return std::nullopt;
  const std::optional<ptx::AsmStatement> read = ptx::readAsmStatement(buffer, tokens, i);
  if (!read)
    return std::nullopt;
  if (read->isTooLong || read->hasBranches()) // the port itself says so
    return ptx::Translation();
  const bool inMacro = tokens[i].flags & Token::InDirective;
  return ptx::translate(*read, ptx::Table::embedded(),
                        {inMacro, context.rules.architecture().warpSize, "carry"});
}

void PtxCheck::run(const MatchFinder::MatchResult &result) {
  const auto *statement = result.Nodes.getNodeAs<clang::GCCAsmStmt>("asm");
  if (statement == nullptr || !result.Context->getLangOpts().CUDAIsDevice) // the host's is not PTX
    return;
  const clang::SourceManager &sources = *result.SourceManager;
  const ptx::Translation whole =
      ptx::translate(statementOf(*statement), ptx::Table::embedded(),
                     {false, context.rules.architecture().warpSize, "carry"});
  if (whole.result == ptx::Translation::Result::NotPtx)
    return;
  std::optional<ptx::Translation> ported = translationOfTokens(*statement, sources);
  using Result = ptx::Translation::Result;
  // The port itself says what it can read.
  if (ported ? ported->result != Result::Reported || ported->instruction == whole.instruction
             : whole.result != Result::Reported)
    return;
  if (!ported)
    ported = whole;
  ported->instruction = whole.instruction;
  for (const ptx::Message &message : ptx::messagesOf(*ported))
    if (message.severity == Severity::Error)
      report(sources, statement->getAsmLoc(), message.severity, message.text, {message.note});
}

} // namespace musaport
