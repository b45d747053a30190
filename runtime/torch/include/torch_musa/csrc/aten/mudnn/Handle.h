//===- torch_musa/csrc/aten/mudnn/Handle.h - muDNN's handle -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_TORCH_MUSA_ATEN_MUDNN_HANDLE_H
#define MUSAPORT_TORCH_MUSA_ATEN_MUDNN_HANDLE_H

#include <mudnn.h>

namespace at {

/// The calling thread's handle for the current device. Its calls are ordered by the current stream.
::musa::dnn::Handle &GetMudnnHandle();

} // namespace at

#endif
