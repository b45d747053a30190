//===- nvcc_language/function_bodies.cpp ------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "nvcc_language/function_bodies.h"

#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclGroup.h"
#include "clang/AST/Stmt.h"
#include "clang/Frontend/MultiplexConsumer.h"

#include <vector>

namespace musaport {
namespace {

// Clang asks shouldSkipFunctionBody() before it parses a body and checks its calls.

/// Whether the class has a constructor of the host's with the same parameters.
bool hasHostsConstructor(const clang::CXXRecordDecl &record,
                         const clang::CXXConstructorDecl &constructor) {
  return llvm::any_of(record.ctors(), [&](const clang::CXXConstructorDecl *other) {
    return other != &constructor && !other->hasAttr<clang::CUDADeviceAttr>() &&
           other->getType().getCanonicalType() == constructor.getType().getCanonicalType();
  });
}

/// Host code may make a kernel's argument with a constructor of the device's, on both sides. It is
/// then the host's, too, if it is defined in its class: other declarations would have to agree.
void shareConstructors(clang::TagDecl *tag) {
  auto *record = llvm::dyn_cast<clang::CXXRecordDecl>(tag);
  if (record == nullptr)
    return;
  for (clang::CXXConstructorDecl *constructor : record->ctors())
    if (constructor->hasAttr<clang::CUDADeviceAttr>() &&
        !constructor->hasAttr<clang::CUDAHostAttr>() &&
        constructor->isThisDeclarationADefinition() && !hasHostsConstructor(*record, *constructor))
      constructor->addAttr(clang::CUDAHostAttr::CreateImplicit(record->getASTContext()));
}

/// One that the class defines, which shareConstructors() looks at later.
bool mayBeShared(const clang::FunctionDecl &function) {
  return llvm::isa<clang::CXXConstructorDecl>(function) &&
         function.getLexicalDeclContext()->isRecord();
}

class HostBodies : public clang::ASTConsumer {
public:
  explicit HostBodies(clang::CompilerInstance &compiler) : compiler(compiler) {
    // Nothing uses what only skipped bodies use. The device's side parses all bodies of what both
    // sides have, and gives these warnings.
    for (const char *group :
         {"unneeded-internal-declaration", "unused-const-variable", "unused-function",
          "unused-member-function", "unused-private-field", "unused-template", "unused-variable"})
      compiler.getDiagnostics().setSeverityForGroup(clang::diag::Flavor::WarningOrError, group,
                                                    clang::diag::Severity::Ignored);
  }

private:
  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl *declared : group)
      giveKernelsBodies(declared);
    return true;
  }
  void HandleTagDeclDefinition(clang::TagDecl *tag) override { shareConstructors(tag); }
  /// A kernel without a body would get no function that launches it.
  void giveKernelsBodies(clang::Decl *declared) {
    if (auto *function = llvm::dyn_cast<clang::FunctionDecl>(declared)) {
      if (function->hasSkippedBody() && function->hasAttr<clang::CUDAGlobalAttr>())
        function->setBody(clang::CompoundStmt::CreateEmpty(compiler.getASTContext(), 0, false));
    } else if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(declared)) {
      for (clang::Decl *inner : llvm::cast<clang::DeclContext>(declared)->decls())
        giveKernelsBodies(inner);
    }
  }
  bool shouldSkipFunctionBody(clang::Decl *declared) override {
    const clang::FunctionDecl *function = declared->getAsFunction();
    if (function == nullptr || function->hasAttr<clang::CUDAHostAttr>() || mayBeShared(*function))
      return false;
    // A kernel in a class, which nvcc refuses, is not looked for by giveKernelsBodies().
    return function->hasAttr<clang::CUDADeviceAttr>() ||
           (function->hasAttr<clang::CUDAGlobalAttr>() &&
            !function->getLexicalDeclContext()->isRecord());
  }

  clang::CompilerInstance &compiler;
};

/// Clang defers the errors in an inline function until something reaches it.
class DeviceBodies : public clang::ASTConsumer {
public:
  explicit DeviceBodies(bool isRelocatable) : isRelocatable(isRelocatable) {}

private:
  void HandleTagDeclDefinition(clang::TagDecl *tag) override { shareConstructors(tag); }
  bool shouldSkipFunctionBody(clang::Decl *declared) override {
    clang::FunctionDecl *function = declared->getAsFunction();
    if (!isRelocatable && function != nullptr && function->hasAttr<clang::CUDAHostAttr>() &&
        function->hasAttr<clang::CUDADeviceAttr>())
      function->setImplicitlyInline();
    return false;
  }

  const bool isRelocatable;
};

} // namespace

std::unique_ptr<clang::ASTConsumer> withBodiesOfSide(clang::CompilerInstance &compiler,
                                                     std::unique_ptr<clang::ASTConsumer> consumer) {
  const clang::LangOptions &language = compiler.getLangOpts();
  if (!consumer || !language.CUDA)
    return consumer;
  compiler.getFrontendOpts().SkipFunctionBodies = true; // so that Clang asks
  std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
  if (language.CUDAIsDevice)
    consumers.push_back(std::make_unique<DeviceBodies>(language.GPURelocatableDeviceCode));
  else
    consumers.push_back(std::make_unique<HostBodies>(compiler));
  consumers.push_back(std::move(consumer));
  return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
}

} // namespace musaport
