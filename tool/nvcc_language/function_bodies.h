//===- nvcc_language/function_bodies.h - what each side compiles --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nvcc compiles a source once for the device and once for the host, and checks a function's body
// where it is compiled. Clang parses and checks all bodies each time.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_NVCC_LANGUAGE_FUNCTION_BODIES_H
#define MUSAPORT_NVCC_LANGUAGE_FUNCTION_BODIES_H

#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"

#include <memory>

namespace musaport {

/// Makes `consumer` see the bodies that nvcc would compile for the side that `compiler` parses
/// next. Returns it unchanged if the source is not CUDA's.
/// - Host: the body of a function that is the device's alone is not parsed. It may call what is
///   declared only where __CUDA_ARCH__ is defined. Clang has to parse lambdas, constexpr functions
///   and functions with a deduced type. A constructor that is defined in its class is the host's,
///   too: host code makes a kernel's argument with it, and nvcc lets it.
/// - Device: a __host__ __device__ function is compiled only if device code reaches it, so that it
///   may call host functions if no kernel calls it. Not so in relocatable device code, which other
///   files can reach.
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
