//===- mcc/warp_meetings.h - lanes in step at volatile shared memory -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_WARP_MEETINGS_H
#define MUSAPORT_MCC_WARP_MEETINGS_H

namespace llvm {
class Module;
} // namespace llvm

namespace musaport {

/// Code that relies on the lock-step of a warp says so with volatile accesses to shared memory:
/// `sums[i] += sums[i + 8]`. Makes the lanes meet before such an access if it may follow another
/// one, one of the two writes, and nothing that waits is between them. Its kernel gets a fiber for
/// each thread. Needs shared memory in its address space.
void meetAtSharedMemory(llvm::Module &module);

} // namespace musaport

#endif // MUSAPORT_MCC_WARP_MEETINGS_H
