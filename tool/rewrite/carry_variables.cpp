//===- rewrite/carry_variables.cpp ------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/carry_variables.h"

namespace musaport {
namespace {

constexpr llvm::StringLiteral header = "musa_port/carry_flag.h";

} // namespace

CarryVariables::CarryVariables(SourcePort &port, bool isNested) : port(port) {
  if (!isNested && port.context.translatesPtx && port.context.carryChains.passes())
    functions = findCarryFunctions(port.text, port.context.carryChains);
}

void CarryVariables::visit(size_t i) {
  if (next == functions.size())
    return;
  const CarryFunction &function = functions[next];
  if (i == function.brace && function.flow.isClosed())
    port.edits.replaceWithin(i, static_cast<uint32_t>(port.text.tokens[i].end()), 0,
                             (" unsigned " + ptx::carryBetweenStatements + " = 0;").str(),
                             PendingEdits::notCounted);
  if (i != function.firstUse)
    return;
  if (!function.flow.isClosed())
    port.recorder
        .diagnose(i, "musa-ptx", Severity::Warning,
                  "the carry flag leaves this function, or comes from another one",
                  ("<" + header +
                   "> keeps a flag for each thread in shared memory, which is slow: make macros of "
                   "the functions, or pass the flag as a parameter")
                      .str())
        .once = port.recorder.onceInFile("carry flag");
  ++next;
}

void CarryVariables::translated(size_t i) {
  if (first || !port.context.carryChains.passes())
    return;
  const std::optional<ptx::AsmStatement> statement =
      ptx::readAsmStatement(port.text.buffer, port.text.tokens, i);
  if (statement && ptx::carryUseOf(*statement, ptx::Table::embedded()).any())
    first = i;
}

void CarryVariables::includeHeader(const LevelHeader &level) {
  if (!first)
    return;
  const size_t at = level.placeBefore(*first);
  const std::string include = ("#include <" + header + ">").str();
  const PendingEdits::Use use = port.recorder.useOfTree(header, header, at);
  if (port.isDeviceFile)
    port.edits.insertLines(at, {include}, use);
  else // a part of a build without MUSA, too
    port.edits.insertLines(at, {"#if defined(__MUSACC__)", include, "#endif"}, use);
  port.recorder.decide(at, "has PTX's carry flag, which goes from function to function",
                       NameUse::ofTree, {}, TokenRange{at, at});
  ++port.recorder.result.includesRewritten;
}

} // namespace musaport
