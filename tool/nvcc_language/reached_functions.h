//===- nvcc_language/reached_functions.h - what the device has to have --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_NVCC_LANGUAGE_REACHED_FUNCTIONS_H
#define MUSAPORT_NVCC_LANGUAGE_REACHED_FUNCTIONS_H

#include "clang/AST/ASTConsumer.h"

#include <memory>

namespace clang {
class CompilerInstance;
} // namespace clang

namespace musaport {

/// `consumer`, for the device's side of a file of which no other one reaches device code. A
/// function that is the host's and the device's is then the device's only if device code reaches
/// it. So nvcc lets it call what only the host has, as long as no kernel does; Clang alone refuses
/// a function that other files could call.
std::unique_ptr<clang::ASTConsumer>
withReachedFunctions(clang::CompilerInstance &compiler,
                     std::unique_ptr<clang::ASTConsumer> consumer);

} // namespace musaport

#endif // MUSAPORT_NVCC_LANGUAGE_REACHED_FUNCTIONS_H
