//===- mcc/device_options.h - Clang's options for device code ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_DEVICE_OPTIONS_H
#define MUSAPORT_MCC_DEVICE_OPTIONS_H

#include "retarget.h"

namespace clang {
class CompilerInvocation;
class TargetInfo;
} // namespace clang

namespace musaport {

struct CompileJob;

/// What Clang's driver decided for a GPU becomes as it is for the host, and as the job says.
void adaptDeviceOptions(clang::CompilerInvocation &device, const clang::CompilerInvocation &host,
                        const CompileJob &job);

/// The CPU `target`, and how kernels run on it. `isLinked`: see HostTarget.
HostTarget hostTargetOf(const clang::TargetInfo &target, const clang::CompilerInvocation &host,
                        const CompileJob &job, bool isLinked);

} // namespace musaport

#endif // MUSAPORT_MCC_DEVICE_OPTIONS_H
