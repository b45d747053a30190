//===- mcc/kernel_remarks.cpp ----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "kernel_remarks.h"

#include "llvm/Demangle/Demangle.h"

#include <string>

namespace musaport {

std::vector<LocatedMessage> kernelRemarks(const clang::CodeGenOptions &options,
                                          const DeviceAction *action,
                                          llvm::ArrayRef<KernelSummary> kernels) {
  const bool saysHow = options.OptimizationRemark.patternMatches("musa");
  const bool saysWhyNot = options.OptimizationRemarkMissed.patternMatches("musa");
  std::vector<LocatedMessage> remarks;
  for (const KernelSummary &kernel : kernels) {
    const bool isMissed = !kernel.whyFibers.empty();
    if (!(isMissed ? saysWhyNot : saysHow))
      continue;
    std::string text = "kernel '" + llvm::demangle(kernel.name) + "' " + kernel.way;
    text += isMissed ? ": " + kernel.whyFibers + " [-Rpass-missed=musa]" : " [-Rpass=musa]";
    remarks.push_back(
        {action != nullptr ? action->locationOf(kernel.name) : clang::SourceLocation(),
         std::move(text)});
  }
  return remarks;
}

} // namespace musaport
