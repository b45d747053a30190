//===- rewrite/string_names.h - strings that name CUDA's things -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs load libraries, look up functions, call nvcc and choose devices by strings. What such a
// string means is mostly plain; what is not is said.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_REWRITE_STRING_NAMES_H
#define MUSAPORT_REWRITE_STRING_NAMES_H

#include "rewrite/source_port.h"

namespace musaport {

/// Ports the string tokens[i] if it is the file of a library ("libcudart.so.12"), has the toolkit's
/// folder ("/usr/local/cuda/lib64"), or is a device that PyTorch is given (`x.to("cuda")`). Says
/// what stays: a flag or a call of nvcc, an NVIDIA architecture, a function's name that is looked
/// up, and what may be a device. Only from CUDA to MUSA. Returns whether the string is one of
/// these.
bool portStringName(SourcePort &port, size_t i);

} // namespace musaport

#endif // MUSAPORT_REWRITE_STRING_NAMES_H
