//===- cuda_pipeline.h - another name of cuda_pipeline_primitives.h ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include <cuda_pipeline_primitives.h>
