//===- rewrite/carry_variables.cpp ------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/carry_variables.h"

namespace musaport {
namespace {

constexpr llvm::StringLiteral header = "musa_port/carry_flag.h";

} // namespace

CarryVariables::CarryVariables(SourcePort &port, bool isNested) : port(port) {
  const CarryChains &chains = port.context.carryChains;
  if (!isNested && port.context.translatesPtx && chains.passes() && !chains.isShared())
    functions = chains.functions(port.text);
}

void CarryVariables::visit(size_t i) {
  if (next == functions.size() || i != functions[next])
    return;
  ++next;
  // Not each branch of an #if uses it.
  const std::string variable =
      (" __attribute__((unused)) unsigned " + port.context.carryChains.variable() + " = 0;").str();
  port.edits.replaceWithin(i, static_cast<uint32_t>(port.text.tokens[i].end()), 0, variable,
                           PendingEdits::notCounted);
}

void CarryVariables::translated(size_t i, bool usesCarry, NeededHeaders &headers) {
  if (!usesCarry || !port.context.carryChains.isShared() ||
      !headers.need(header, "has PTX's carry flag, which goes from function to function", i))
    return;
  port.recorder.diagnose(
      i, "musa-ptx", Severity::Warning,
      "the carry flag of the asm statements is kept in shared memory, which is slow",
      "a function of the tree reads what another one leaves, or uses it in a lambda: pass it as a "
      "parameter, or make a macro of the function");
}

} // namespace musaport
