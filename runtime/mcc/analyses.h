//===- mcc/analyses.h - what passes ask of code -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_ANALYSES_H
#define MUSAPORT_MCC_ANALYSES_H

#include "llvm/Passes/PassBuilder.h"

namespace musaport {

/// LLVM's analyses, for passes over a function that run before Clang's. An object is for one
/// function, whose results it keeps.
struct Analyses {
  Analyses() {
    llvm::PassBuilder builder;
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(graphs);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, graphs, modules);
  }

  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager graphs;
  llvm::ModuleAnalysisManager modules;
};

} // namespace musaport

#endif // MUSAPORT_MCC_ANALYSES_H
