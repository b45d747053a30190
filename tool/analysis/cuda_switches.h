//===- analysis/cuda_switches.h - macros that builds define -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Many projects build without CUDA, too: `#ifdef GPU`, `#include <cuda_runtime.h>`, with -DGPU in a
// Makefile. Without the macro a parser sees no CUDA code in such a tree. Others leave the choice of
// a type or a size to the build, -DPRECISION=2 or -DBLOCK=256, and do not compile without it.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_ANALYSIS_CUDA_SWITCHES_H
#define MUSAPORT_ANALYSIS_CUDA_SWITCHES_H

#include "rules/rule_set.h"
#include "source/tokens.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"

#include <string>
#include <vector>

namespace musaport {

/// Collects from a tree's files, in any order.
class CudaSwitches {
public:
  explicit CudaSwitches(const RuleSet &rules) : rules(rules) {}

  void addSource(llvm::StringRef text, llvm::ArrayRef<Token> tokens);
  /// A Makefile, a CMake file, a setup.py.
  void addScript(llvm::StringRef text);

  /// What a compiler is to define, NAME or NAME=VALUE, sorted: the macros that an #if asks for
  /// around an include of a header of CUDA's, or anywhere if they are called as WITH_CUDA is; those
  /// without which sources stop with an #error, as the first script has them; and those that
  /// sources use, if all scripts give them the same value, other than 0 and 1, which turn things
  /// on. A script gives all of them to the compiler, and no source defines them. Macros of
  /// compilers and systems are none.
  std::vector<std::string> found() const;

private:
  void addDefinition(llvm::StringRef text);
  /// One that a parser finds, too: cuDNN's is not there, and to turn on what needs it ends parsing.
  bool isHeaderOfCudas(llvm::StringRef name) const;
  bool isOfCompiler(llvm::StringRef name) const;

  const RuleSet &rules;
  llvm::StringSet<> asked, used, definedBySources, definedByScripts;
  llvm::StringSet<> demanded;
  llvm::StringMap<std::string> firstDefinitions; ///< NAME or NAME=VALUE
  llvm::StringMap<std::string> values; ///< that scripts give; empty for one that has several
};

} // namespace musaport

#endif // MUSAPORT_ANALYSIS_CUDA_SWITCHES_H
