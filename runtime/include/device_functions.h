//===- device_functions.h - CUDA's header name for a part of musa_runtime.h --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSA_PORT_DEVICE_FUNCTIONS_H
#define MUSA_PORT_DEVICE_FUNCTIONS_H

#include "musa_runtime.h"

#endif // MUSA_PORT_DEVICE_FUNCTIONS_H
