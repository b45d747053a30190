//===- mcc/device_launches.h - kernels that device code launches --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_DEVICE_LAUNCHES_H
#define MUSAPORT_MCC_DEVICE_LAUNCHES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace llvm {
class Constant;
class Function;
class Module;
} // namespace llvm

namespace musaport {

/// For `kernel<<<...>>>(...)` in device code Clang calls the kernel like a function, behind a call
/// that has the configuration. Makes both a call of libmusart (musa_port/host/device_launches.h),
/// with the kernel's row in the image. The row's address is the kernel's in device code, so that it
/// can be launched by its address.
llvm::Error lowerDeviceLaunches(llvm::Module &module, llvm::ArrayRef<llvm::Function *> kernels);

/// Launches name a kernel's row in the device image before there is one: here it is.
void connectDeviceLaunches(llvm::Module &module, llvm::StringRef kernel, llvm::Constant &row);

} // namespace musaport

#endif // MUSAPORT_MCC_DEVICE_LAUNCHES_H
