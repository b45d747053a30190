//===- host/model/image.h - what the program's device images hold --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_MODEL_IMAGE_H
#define MUSAPORT_HOST_MODEL_IMAGE_H

#include "musa_port/host/device_image.h"

#include <atomic>
#include <cstddef>
#include <vector>

namespace musart {

/// A kernel of an image, and what the program has set for it. Lives as long as its image.
struct Function {
  const __musa_kernel *kernel = nullptr;
  const void *stub = nullptr;                  ///< what host code has of it
  unsigned musaArch = 0;                       ///< 0: any
  std::atomic<int> maxDynamicSharedBytes = -1; ///< musaFuncSetAttribute; -1: not set
  std::atomic<int> sharedCarveout = -1;
};

struct Variable {
  void *address = nullptr;
  size_t size = 0;
};

/// By the address that host code has: the stub of a kernel. Throws musaErrorInvalidDeviceFunction.
Function &findFunction(const void *stub);
/// By the address of the host's shadow. Throws musaErrorInvalidSymbol.
Variable findVariable(const void *shadow);
/// By their mangled names, in all images or in one. Null if there is none.
Function *findFunctionNamed(const char *name, const __musa_device_image *image = nullptr);
const __musa_variable *findVariableNamed(const char *name,
                                         const __musa_device_image *image = nullptr);
/// Of the program's own images; of a library's if the program has none; 0 if nobody has one.
unsigned programArchitecture();
/// Gives all variables the values that they began with.
void resetVariables();
/// For lookup by name, as modules offer it.
std::vector<const __musa_device_image *> registeredImages();

} // namespace musart

#endif // MUSAPORT_HOST_MODEL_IMAGE_H
