//===- mcc/driver.h - the command line of mcc --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_DRIVER_H
#define MUSAPORT_MCC_DRIVER_H

#include "llvm/ADT/ArrayRef.h"

namespace musaport {

/// mcc: compiles .mu files, hands other sources to Clang, and links. `arguments` begins with the
/// program's name. Returns the exit status.
int runDriver(llvm::ArrayRef<const char *> arguments);

} // namespace musaport

#endif // MUSAPORT_MCC_DRIVER_H
