//===- rewrite/compiler_macros.cpp ------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/compiler_macros.h"

#include "llvm/ADT/STLExtras.h"

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
  const auto answer = [this](size_t name) { return answerAtEachLevel(name); };
  const auto unknown = [](size_t) -> std::optional<bool> { return std::nullopt; };
  const DeadBranches::Facts ofGpu{onGpu, answer};
  const DeadBranches::Facts ofOther = port.isDeviceFile ? DeadBranches::Facts{elsewhere, answer}
                                                        : DeadBranches::Facts{elsewhere, unknown};
  const StringRef directive = port.directives.word();
  port.branches.visit(i, directive, {ofGpu, ofOther});
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

/// MUSA lacks what a rule calls unsupported. The port includes a header that defines the levels
/// where the GPU's compiler reads a file. In another file, it depends on what is included which of
/// them another compiler has. Versions of nvcc's it never has; in a device file, they are taken to
/// be asked for by device code.
std::optional<bool> CompilerMacros::isDefined(size_t i, Compiler compiler) {
  const KnownName &known = nameAt(i);
  const bool isOfGpu = compiler == Compiler::OfGpu;
  if (known.guard && !known.guard->level.empty() && known.guard->to == known.guard->level)
    return isOfGpu || port.isDeviceFile ? std::optional(true) : std::nullopt;
  if (known.isDeclared || known.isOwn)
    return std::nullopt;
  const auto *rule =
      llvm::find_if(known.rules, [&](const Rule *each) { return port.text.isPlaceOf(*each, i); });
  if (rule == known.rules.end())
    return std::nullopt;
  if ((*rule)->edits())
    return (*rule)->to == compilerMacro ? std::optional(isOfGpu) : std::nullopt;
  return (*rule)->status == Status::Unsupported ? std::optional(false) : std::nullopt;
}

std::optional<bool> CompilerMacros::answerOnGpus(size_t i) {
  return isArchitecture(i) ? translationOf(*nameAt(i).guard, i, "if").answer : std::nullopt;
}

std::optional<bool> CompilerMacros::answerAtEachLevel(size_t i) {
  const GuardRule *guard = nameAt(i).guard;
  return guard && guard->kind == GuardRule::Kind::Version ? translationOf(*guard, i, "if").answer
                                                          : std::nullopt;
}

} // namespace musaport
