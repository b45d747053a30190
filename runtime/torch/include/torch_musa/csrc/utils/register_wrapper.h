//===- torch_musa/csrc/utils/register_wrapper.h - registers operators -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// torch_musa's macros. There they also write each call to a log; here torch_musa.utils.compare_tool
// does that, in Python.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_TORCH_MUSA_REGISTER_WRAPPER_H
#define MUSAPORT_TORCH_MUSA_REGISTER_WRAPPER_H

#include <torch/library.h>

/// ADVANCED_REGISTER(aten, PrivateUse1, "abs.out", AbsOut): the function AbsOut is the kernel.
#define ADVANCED_REGISTER(lib, key, yaml, func)                                                    \
  TORCH_LIBRARY_IMPL(lib, key, m) { m.impl(yaml, TORCH_FN(func)); }
/// The same for a function whose name has a namespace, with a name that has none.
#define REGISTER_IMPL(lib, key, yaml, func, name)                                                  \
  [[maybe_unused]] static constexpr auto &name = func;                                             \
  ADVANCED_REGISTER(lib, key, yaml, func)
/// The same for one more operator with that function.
#define REDEFINE_REGISTER(lib, key, yaml, func) ADVANCED_REGISTER(lib, key, yaml, func)

#endif
