//===- rewrite/compiler_macros.cpp ------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/compiler_macros.h"

using llvm::StringRef;

namespace musaport {
namespace {

constexpr llvm::StringLiteral nvccsMacro = "__CUDACC__";

} // namespace

CompilerMacros::CompilerMacros(SourcePort &port, KnownNames &names) : port(port), names(names) {
  llvm::SmallVector<const Rule *, 2> rules;
  port.rules.identifier(nvccsMacro, rules);
  if (!rules.empty() && rules.front()->edits())
    compilerMacro = rules.front()->to;
}

void CompilerMacros::visit(size_t i) {
  const auto onGpu = [this](size_t name) { return isDefined(name, Compiler::OfGpu); };
  const auto elsewhere = [this](size_t name) { return isDefined(name, Compiler::Other); };
  const auto always = [this](size_t name) { return alwaysAtEachLevel(name); };
  const auto unknown = [](size_t) -> std::optional<bool> { return std::nullopt; };
  const DeadBranches::Facts compilers[] = {{onGpu, always}, {elsewhere, unknown}};
  const StringRef directive = port.directives.word();
  port.branches.visit(i, directive,
                      llvm::ArrayRef(compilers).take_front(port.isDeviceFile ? 1 : 2));
  withGpuFacts([&](DeadBranches::Facts facts) { port.deviceBranches.visit(i, directive, facts); });
}

GuardTranslation CompilerMacros::translationOf(const GuardRule &guard, size_t i,
                                               StringRef directive) const {
  return translateGuard(guard, port.rules.direction(), port.text.buffer, port.text.tokens, i,
                        directive, port.context.numbers);
}

const KnownName &CompilerMacros::nameAt(size_t i) {
  return names.lookUp(spelling(port.text.buffer, port.text.tokens[i], storage));
}

bool CompilerMacros::isArchitecture(size_t i) {
  const GuardRule *guard = nameAt(i).guard;
  return guard && guard->kind == GuardRule::Kind::Architecture;
}

/// MUSA lacks what a rule calls unsupported, and the port includes a header that defines the levels
/// for the GPU's compiler. Which of them another compiler has depends on what it includes.
std::optional<bool> CompilerMacros::isDefined(size_t i, Compiler compiler) {
  const KnownName &known = nameAt(i);
  const std::optional<bool> ofGpuAlone =
      compiler == Compiler::OfGpu ? std::optional(true) : std::nullopt;
  if (known.guard && !known.guard->level.empty() && known.guard->to == known.guard->level)
    return ofGpuAlone;
  if (known.isDeclared || known.isOwn)
    return std::nullopt;
  for (const Rule *rule : known.rules)
    if (port.text.isPlaceOf(*rule, i)) {
      if (rule->status == Status::Unsupported && !rule->edits())
        return false;
      if (rule->edits() && rule->to == compilerMacro)
        return compiler == Compiler::OfGpu;
      break;
    }
  return std::nullopt;
}

std::optional<bool> CompilerMacros::alwaysOnGpu(size_t i) {
  return isArchitecture(i) ? translationOf(*nameAt(i).guard, i, "if").always : std::nullopt;
}

std::optional<bool> CompilerMacros::alwaysAtEachLevel(size_t i) {
  const GuardRule *guard = nameAt(i).guard;
  return guard && guard->kind == GuardRule::Kind::Version ? translationOf(*guard, i, "if").always
                                                          : std::nullopt;
}

} // namespace musaport
