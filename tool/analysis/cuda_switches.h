//===- analysis/cuda_switches.h - macros that turn CUDA on ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Many projects build without CUDA, too: `#ifdef GPU`, `#include <cuda_runtime.h>`, with -DGPU in a
// Makefile. Without the macro a parser sees no CUDA code in such a tree.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_ANALYSIS_CUDA_SWITCHES_H
#define MUSAPORT_ANALYSIS_CUDA_SWITCHES_H

#include "rules/rule_set.h"
#include "source/tokens.h"

#include "llvm/ADT/ArrayRef.h"
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

  /// The macros that an #if asks for around an include of a header of CUDA's, that a script gives
  /// the compiler, and that no source defines; sorted. Macros of compilers and systems are none.
  std::vector<std::string> found() const;

private:
  /// One that a parser finds, too: cuDNN's is not there, and to turn on what needs it ends parsing.
  bool isHeaderOfCudas(llvm::StringRef name) const;
  bool isOfCompiler(llvm::StringRef name) const;

  const RuleSet &rules;
  llvm::StringSet<> asked, definedBySources, definedByScripts;
};

} // namespace musaport

#endif // MUSAPORT_ANALYSIS_CUDA_SWITCHES_H
