//===- host/model/image.h - the contents of device images -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_MODEL_IMAGE_H
#define MUSAPORT_HOST_MODEL_IMAGE_H

#include "musa_port/host/device_image.h"

#include <atomic>
#include <cstddef>
#include <vector>

namespace musart {

/// A kernel of an image and the attributes that the program has set. Lives as long as its image.
struct Function {
  const __musa_kernel *kernel = nullptr;
  const void *stub = nullptr;                  ///< its address in host code
  unsigned musaArch = 0;                       ///< value of __MUSA_ARCH__; 0: any
  std::atomic<int> maxDynamicSharedBytes = -1; ///< set by musaFuncSetAttribute; -1: not set
  std::atomic<int> sharedCarveout = -1;
  // Of clusters, as musaFuncSetAttribute has set it.
  std::atomic<int> clusterSize[3] = {}; ///< required: x, y, z; 0: not set
  std::atomic<bool> mayHaveLargeClusters = false;
  std::atomic<int> clusterPolicy = 0;
};

struct Variable {
  void *address = nullptr;
  size_t size = 0;
};

/// Finds a kernel by its address in host code, that of its stub. Throws
/// musaErrorInvalidDeviceFunction.
Function &findFunction(const void *stub);
/// Finds a variable by the address of its host shadow. Throws musaErrorInvalidSymbol.
Variable findVariable(const void *shadow);
// By mangled name. Null if there is none.

/// Finds in all images or in one.
Function *findFunctionNamed(const char *name, const __musa_device_image *image = nullptr);
/// Finds in these. A name that is another file's static variable's, too, is the one of all files.
const __musa_variable *findVariableNamed(const char *name,
                                         const std::vector<const __musa_device_image *> &images);
/// The architecture of the program's own images; if it has none, of a library's; 0 if there are no
/// images.
unsigned programArchitecture();
/// Resets all variables to their initial values.
void resetVariables();
/// For lookup by name in modules: those of the program, and of libraries that it has loaded itself.
std::vector<const __musa_device_image *> registeredImages();
/// These are a module's from now on.
void giveToModule(const std::vector<const __musa_device_image *> &images);

} // namespace musart

#endif // MUSAPORT_HOST_MODEL_IMAGE_H
