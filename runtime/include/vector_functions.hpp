//===- vector_functions.hpp - another name of vector_functions.h --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "vector_functions.h"
