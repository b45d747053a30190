//===- mcc/kernel_remarks.h - how kernels run, for -Rpass=musa --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_KERNEL_REMARKS_H
#define MUSAPORT_MCC_KERNEL_REMARKS_H

#include "device_action.h"
#include "retarget.h"

#include "clang/Basic/CodeGenOptions.h"

#include <vector>

namespace musaport {

/// What -Rpass=musa says of each kernel, and -Rpass-missed=musa of those that run as fibers.
/// `action` knows where kernels are; null: nowhere.
std::vector<LocatedMessage> kernelRemarks(const clang::CodeGenOptions &options,
                                          const DeviceAction *action,
                                          llvm::ArrayRef<KernelSummary> kernels);

} // namespace musaport

#endif // MUSAPORT_MCC_KERNEL_REMARKS_H
