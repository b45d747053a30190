//===- mcc/device_action.h - Clang's work on the device's side ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_DEVICE_ACTION_H
#define MUSAPORT_MCC_DEVICE_ACTION_H

#include "nvcc_language/function_bodies.h"

#include "clang/Basic/SourceLocation.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"

#include <string>
#include <vector>

namespace clang {
class Decl;
} // namespace clang

namespace musaport {

struct LocatedMessage {
  clang::SourceLocation place;
  std::string message;
};

/// Emits IR, and remembers what only the source says of it.
class DeviceAction : public WithBodiesOfSide<clang::EmitLLVMOnlyAction> {
public:
  /// If `isSeparate`, other files may define what this one uses.
  DeviceAction(llvm::LLVMContext &context, bool isSeparate)
      : WithBodiesOfSide(&context), isSeparate(isSeparate) {}

  clang::SourceLocation locationOf(llvm::StringRef kernel) const {
    return locations.lookup(kernel);
  }
  /// What the host cannot have. Assembly is a GPU's. Without relocatable device code, what another
  /// file defines has no address here.
  llvm::ArrayRef<LocatedMessage> errors() const { return impossible; }
  /// The mangled names of the program's device functions and variables that others must define.
  llvm::ArrayRef<std::string> undefined() const { return elsewhere; }

private:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &clang,
                                                        llvm::StringRef file) override;
  void EndSourceFileAction() override;
  bool isOfProgram(const clang::Decl &declared) const;

  bool isSeparate;
  llvm::StringMap<clang::SourceLocation> locations;
  std::vector<LocatedMessage> impossible;
  std::vector<std::string> elsewhere;
};

} // namespace musaport

#endif // MUSAPORT_MCC_DEVICE_ACTION_H
