//===- unit/mcc/ir_test.h - LLVM IR parsed from text ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_UNIT_MCC_IR_TEST_H
#define MUSAPORT_UNIT_MCC_IR_TEST_H

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

#include <memory>
#include <string>

namespace musaport {

class IrTest : public ::testing::Test {
protected:
  /// Parses `text` as a module. If that fails, the test fails, and the module is empty.
  llvm::Module &parse(llvm::StringRef text) {
    llvm::SMDiagnostic error;
    module = llvm::parseAssemblyString(text, error, context);
    if (!module) {
      ADD_FAILURE() << error.getMessage().str() << " in: " << error.getLineContents().str();
      module = std::make_unique<llvm::Module>("empty", context);
    }
    return *module;
  }

  bool isWellFormed() const { return !llvm::verifyModule(*module, &llvm::errs()); }

  static std::string print(const llvm::Function &function) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    function.print(stream);
    return text;
  }

  /// The number of instructions of class Kind.
  template <typename Kind> static size_t count(const llvm::Function &function) {
    return llvm::count_if(llvm::instructions(function), [](const llvm::Instruction &instruction) {
      return llvm::isa<Kind>(instruction);
    });
  }

  /// The number of calls of the function named `callee`.
  static size_t countCalls(const llvm::Function &function, llvm::StringRef callee) {
    return llvm::count_if(llvm::instructions(function), [&](const llvm::Instruction &instruction) {
      const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      return call != nullptr && call->getCalledFunction() != nullptr &&
             call->getCalledFunction()->getName() == callee;
    });
  }

  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
};

} // namespace musaport

#endif // MUSAPORT_UNIT_MCC_IR_TEST_H
