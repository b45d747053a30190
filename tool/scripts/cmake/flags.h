//===- scripts/cmake/flags.h - flags of nvcc --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_SCRIPTS_CMAKE_FLAGS_H
#define MUSAPORT_SCRIPTS_CMAKE_FLAGS_H

#include "scripts/cmake/command.h"
#include "scripts/cmake/porter.h"

namespace musaport::cmake {

/// Ports word `i` if it is a flag. `architectures`: see musaport::portFlag().
void portFlag(Porter &porter, Command &command, size_t i, llvm::StringSet<> &architectures);

} // namespace musaport::cmake

#endif // MUSAPORT_SCRIPTS_CMAKE_FLAGS_H
