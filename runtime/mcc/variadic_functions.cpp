//===- mcc/variadic_functions.cpp -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "variadic_functions.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Transforms/IPO/ExpandVariadics.h"

using namespace llvm;

namespace musaport {
namespace {

/// The functions of <stdio.h> with a va_list, but for vprintf(), which is libmusart's.
constexpr StringLiteral takeLists[] = {"vasprintf", "vdprintf",  "vfprintf", "vfscanf",
                                       "vscanf",    "vsnprintf", "vsprintf", "vsscanf"};

/// Hides variadic functions that are only declared from the pass, which would change them, too.
class DeclaredFunctions {
public:
  explicit DeclaredFunctions(Module &module) : module(module) {
    for (Function &function : make_early_inc_range(module))
      if (function.isVarArg() && function.isDeclaration())
        hide(function);
  }
  DeclaredFunctions(const DeclaredFunctions &) = delete;
  DeclaredFunctions &operator=(const DeclaredFunctions &) = delete;
  ~DeclaredFunctions() {
    for (auto [function, placeholder] : hidden) {
      module.getFunctionList().insert(placeholder->getIterator(), function);
      placeholder->replaceAllUsesWith(function);
      placeholder->eraseFromParent();
    }
  }

private:
  void hide(Function &function) {
    auto *type = FunctionType::get(function.getReturnType(), /*isVarArg=*/false);
    Function *placeholder = Function::Create(type, GlobalValue::ExternalLinkage,
                                             function.getAddressSpace(), "", nullptr);
    module.getFunctionList().insert(function.getIterator(), placeholder);
    function.replaceAllUsesWith(placeholder);
    function.removeFromParent();
    hidden.emplace_back(&function, placeholder);
  }

  Module &module;
  SmallVector<std::pair<Function *, Function *>, 4> hidden;
};

} // namespace

Error expandVariadicFunctions(Module &module) {
  for (const StringRef name : takeLists)
    if (const Function *function = module.getFunction(name);
        function != nullptr && !function->use_empty())
      return createStringError("device code calls '" + name +
                               "', which takes the host's va_list; use vprintf");
  const DeclaredFunctions hidden(module);
  ModuleAnalysisManager none; // the pass asks for no analysis
  ExpandVariadicsPass(ExpandVariadicsMode::Lowering).run(module, none);
  return Error::success();
}

} // namespace musaport
