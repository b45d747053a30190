//===- rewrite/compiler_macros.h - what compilers of the port define -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A file may be read by the GPU's compiler, which defines __MUSACC__, and by others, which do not:
// a .cuh by what includes it, a .cu by a script that says so. What they define, and comparisons
// that have one answer at each level, decide which branches are dead (dead_branches.h).
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_REWRITE_COMPILER_MACROS_H
#define MUSAPORT_REWRITE_COMPILER_MACROS_H

#include "rewrite/guards.h"
#include "rewrite/known_names.h"
#include "rewrite/source_port.h"

#include <string>

namespace musaport {

class CompilerMacros {
public:
  CompilerMacros(SourcePort &port, KnownNames &names);

  /// Shows the token to port.branches and port.deviceBranches. Call this once per token, in order.
  void visit(size_t i);

  /// Calls `use` with what a GPU's compiler knows while it compiles for a GPU.
  template <typename Use> void withGpuFacts(Use use) {
    use({[this](size_t i) { return isArchitecture(i) ? true : isDefined(i, Compiler::OfGpu); },
         [this](size_t i) { return answerOnGpus(i); }});
  }

  GuardTranslation translationOf(const GuardRule &guard, size_t i, llvm::StringRef directive) const;

private:
  enum class Compiler { OfGpu, Other };

  const KnownName &nameAt(size_t i);
  bool isArchitecture(size_t i);
  std::optional<bool> isDefined(size_t i, Compiler compiler);
  std::optional<bool> answerOnGpus(size_t i);
  std::optional<bool> answerAtEachLevel(size_t i);

  SourcePort &port;
  KnownNames &names;
  llvm::StringRef compilerMacro; ///< what __CUDACC__ becomes
  std::string storage;           ///< of a name's spelling
};

} // namespace musaport

#endif // MUSAPORT_REWRITE_COMPILER_MACROS_H
