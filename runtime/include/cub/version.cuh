//===- cub/version.cuh - which CUB this is --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Defines macros only: programs include it before they choose a namespace for CUB.
//===----------------------------------------------------------------------===//
#ifndef CUB_VERSION_CUH
#define CUB_VERSION_CUH

// The version of CUB that has this interface.
#define CUB_VERSION 200302
#define CUB_MAJOR_VERSION (CUB_VERSION / 100000)
#define CUB_MINOR_VERSION (CUB_VERSION / 100 % 1000)
#define CUB_SUBMINOR_VERSION (CUB_VERSION % 100)
#define CUB_PATCH_NUMBER 0

#endif // CUB_VERSION_CUH
