//===- torch_musa/csrc/aten/utils/Context.h - settings of the program -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_TORCH_MUSA_ATEN_CONTEXT_H
#define MUSAPORT_TORCH_MUSA_ATEN_CONTEXT_H

#include "torch_musa/csrc/aten/utils/Utils.h"
#include "torch_musa/csrc/core/MUSAFunctions.h"

#include <ATen/Context.h>

namespace at::musa {

/// PyTorch has all settings in its own context. These are the names that torch_musa has for them.
class Context {
public:
  static bool HasMUSA() { return device_count() > 0; }
  static bool hasMUSART() { return true; }
  void LazyInitMUSA() { at::globalContext().lazyInitDevice(kMUSA); }

  /// One flag for products and convolutions.
  bool GetAllowTF32() const { return at::globalContext().allowTF32CuBLAS(); }
  void SetAllowTF32(bool allow) {
    at::globalContext().setAllowTF32CuBLAS(allow);
    at::globalContext().setAllowTF32CuDNN(allow);
  }

  /// No setting of muBLAS's workspace changes its results.
  static bool checkMuBLASConfigDeterministic() { return true; }
  void alertMuBLASConfigNotDeterministic() const {}
};

inline Context &GlobalContext() {
  static Context context;
  return context;
}
inline void Init() { GlobalContext().LazyInitMUSA(); }
inline bool HasMUSA() { return Context::HasMUSA(); }

} // namespace at::musa

#endif
