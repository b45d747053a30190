//===- musa_pipeline.h - another name of musa_pipeline_primitives.h ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "musa_pipeline_primitives.h"
