//===- nvcc_language/reached_functions.cpp ----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "nvcc_language/reached_functions.h"

#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/MultiplexConsumer.h"

#include <vector>

namespace musaport {
namespace {

/// Clang defers what it has to say of a function that is inline until something reaches it.
class HostDeviceFunctions : public clang::ASTConsumer {
  /// Called before a body is parsed, and so before its calls are judged.
  bool shouldSkipFunctionBody(clang::Decl *declared) override {
    if (auto *function = llvm::dyn_cast_or_null<clang::FunctionDecl>(declared))
      if (function->hasAttr<clang::CUDAHostAttr>() && function->hasAttr<clang::CUDADeviceAttr>())
        function->setImplicitlyInline();
    return false;
  }
};

} // namespace

std::unique_ptr<clang::ASTConsumer>
withReachedFunctions(clang::CompilerInstance &compiler,
                     std::unique_ptr<clang::ASTConsumer> consumer) {
  compiler.getFrontendOpts().SkipFunctionBodies = true; // so that HostDeviceFunctions is asked
  std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
  consumers.push_back(std::make_unique<HostDeviceFunctions>());
  consumers.push_back(std::move(consumer));
  return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
}

} // namespace musaport
