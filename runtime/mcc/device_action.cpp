//===- mcc/device_action.cpp ------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "device_action.h"

#include "retarget.h"
#include "structure_arguments.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclBase.h"
#include "clang/Basic/SourceManager.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Module.h"

namespace musaport {
namespace {

/// Clang gives a static variable that the host can name a name of its own, but only from where it
/// has seen the host do so. What it made before uses the plain name.
void unifyStaticVariables(llvm::Module &module) {
  llvm::SmallVector<llvm::GlobalVariable *, 8> marked;
  for (llvm::GlobalVariable &variable : module.globals())
    if (variable.getName().contains(staticMark))
      marked.push_back(&variable);
  for (llvm::GlobalVariable *variable : marked) {
    llvm::GlobalVariable *early =
        module.getNamedGlobal(variable->getName().split(staticMark).first);
    if (early == nullptr || !early->isDeclaration())
      continue;
    early->replaceAllUsesWith(variable);
    early->eraseFromParent();
  }
}

/// A kernel that no device code of this file uses. The host's launch of it calls a stub, which the
/// file has that defines the kernel.
bool isKernelOfHost(const clang::Decl &declared, const llvm::GlobalValue &value) {
  return declared.hasAttr<clang::CUDAGlobalAttr>() &&
         llvm::none_of(value.users(),
                       [](const llvm::User *user) { return llvm::isa<llvm::Instruction>(user); });
}

} // namespace

/// Not libmusart's or the C library's, whose code is the host's.
bool DeviceAction::isOfProgram(const clang::Decl &declared) const {
  return (declared.hasAttr<clang::CUDADeviceAttr>() || declared.hasAttr<clang::CUDAGlobalAttr>() ||
          declared.hasAttr<clang::CUDAConstantAttr>()) &&
         !getCompilerInstance().getSourceManager().isInSystemHeader(declared.getLocation());
}

std::unique_ptr<clang::ASTConsumer> DeviceAction::CreateASTConsumer(clang::CompilerInstance &clang,
                                                                    llvm::StringRef file) {
  std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
  consumers.push_back(passStructuresByAddress());
  consumers.push_back(WithBodiesOfSide::CreateASTConsumer(clang, file));
  return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
}

void DeviceAction::EndSourceFileAction() {
  clang::CodeGenerator *generator = getCodeGenerator();
  if (llvm::Module *module = generator != nullptr ? generator->GetModule() : nullptr) {
    for (const DeviceKernel &kernel : findKernels(*module)) {
      const llvm::StringRef name = kernel.function->getName();
      if (const clang::Decl *declared = generator->GetDeclForMangledName(name))
        locations[name] = declared->getLocation();
      if (kernel.function->isVarArg())
        impossible.push_back(
            {locations[name], "kernel function '" + llvm::demangle(name.str()) +
                                  "' must not have a variable number of arguments"});
    }
    if (isSeparate)
      unifyStaticVariables(*module);
    for (const llvm::GlobalValue *undefined : findUndefined(*module)) {
      const clang::Decl *declared = generator->GetDeclForMangledName(undefined->getName());
      if (declared == nullptr || !isOfProgram(*declared) || isKernelOfHost(*declared, *undefined))
        continue;
      if (isSeparate)
        elsewhere.push_back(undefined->getName().str());
      else
        impossible.push_back({declared->getLocation(), describe(*undefined) +
                                                           " is not defined in this file; compile "
                                                           "and link with -fmusa-rdc"});
    }
    for (const unsigned place : findAssembly(*module, isSeparate))
      impossible.push_back({clang::SourceLocation::getFromRawEncoding(place),
                            "the host has no assembler for a GPU's asm statement; "
                            "'musa-port --analyze' translates PTX, see docs/reference/ptx.md"});
  }
  WithBodiesOfSide::EndSourceFileAction();
}

} // namespace musaport
