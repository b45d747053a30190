//===- analysis/torch_folders.h - where PyTorch's headers are ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_ANALYSIS_TORCH_FOLDERS_H
#define MUSAPORT_ANALYSIS_TORCH_FOLDERS_H

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace musaport {

/// Whether a header of this name is PyTorch's: torch/extension.h, ATen/ATen.h.
bool isTorchHeader(llvm::StringRef name);

/// The folders of the headers of PyTorch and Python that this machine has, as a build of an
/// extension names them: those of the active virtual environment, or else of the system. Empty
/// without PyTorch.
std::vector<std::string> torchFolders();

/// What a build of an extension defines for each source, as Clang's options: c10::Half has
/// operators of its own. Some builds undefine these macros: `-U__CUDA_NO_HALF_OPERATORS__`.
std::vector<std::string> torchMacros();

} // namespace musaport

#endif // MUSAPORT_ANALYSIS_TORCH_FOLDERS_H
