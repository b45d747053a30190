//===- mcc/kernel_entries.h - entry points of kernels for libmusart -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_KERNEL_ENTRIES_H
#define MUSAPORT_MCC_KERNEL_ENTRIES_H

#include "segment_rows.h"
#include "shared_memory.h"

#include "llvm/ADT/ArrayRef.h"

#include <array>
#include <cstdint>

namespace llvm {
class Function;
class GlobalVariable;
class Module;
} // namespace llvm

namespace musaport {

struct KernelEntry {
  llvm::Function *kernel = nullptr; ///< its last parameter is the thread
  bool needsFibers = false;
  std::optional<SplitKernel> split; ///< if set, its parts replace the kernel
  SegmentRows rows;                 ///< of its parts
  KernelSharedMemory shared;
  uint32_t maxThreads = 0;              ///< of __launch_bounds__; 0 if there is none
  std::array<uint32_t, 3> cluster = {}; ///< of __cluster_dims__; 0 if there is none
};

struct DeviceVariable {
  llvm::GlobalVariable *variable = nullptr;
  bool managed = false;
};

/// Whether `function` is a template for entries in musa_port/host/kernel_entry.h.
bool isTemplate(const llvm::Function &function);

/// Makes an entry for each kernel from the templates of musa_port/host/kernel_entry.h, and removes
/// the templates. Then adds the constant that musa_port/host/device_image.h describes.
void emitDeviceImage(llvm::Module &module, llvm::ArrayRef<KernelEntry> kernels,
                     llvm::ArrayRef<DeviceVariable> variables, unsigned musaArch);

} // namespace musaport

#endif // MUSAPORT_MCC_KERNEL_ENTRIES_H
