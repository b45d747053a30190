//===- nvcc_language/function_bodies.h - what each side compiles --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nvcc compiles a source once for the device and once for the host, and judges a function's body
// where it is compiled. Clang parses all bodies each time, and judges those that no side needs.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_NVCC_LANGUAGE_FUNCTION_BODIES_H
#define MUSAPORT_NVCC_LANGUAGE_FUNCTION_BODIES_H

#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"

#include <memory>

namespace musaport {

/// `consumer`, for the side that `compiler` parses next; of a source that is not CUDA's, as it is.
/// - The host parses no body of a function that is the device's alone. It may call what is only
///   declared where __CUDA_ARCH__ is defined.
/// - The device compiles a function that is the host's, too, if device code reaches it. So it may
///   call what only the host has as long as no kernel does. Of relocatable device code, other files
///   may reach all.
std::unique_ptr<clang::ASTConsumer> withBodiesOfSide(clang::CompilerInstance &compiler,
                                                     std::unique_ptr<clang::ASTConsumer> consumer);

/// An action of Clang's with these bodies.
template <typename Action> class WithBodiesOfSide : public Action {
public:
  using Action::Action;

protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler,
                                                        llvm::StringRef file) override {
    return withBodiesOfSide(compiler, Action::CreateASTConsumer(compiler, file));
  }
};

} // namespace musaport

#endif // MUSAPORT_NVCC_LANGUAGE_FUNCTION_BODIES_H
