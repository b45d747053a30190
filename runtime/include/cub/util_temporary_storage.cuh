//===- cub/util_temporary_storage.cuh - see cub/util_device.cuh --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_UTIL_TEMPORARY_STORAGE_CUH
#define CUB_UTIL_TEMPORARY_STORAGE_CUH

#include "cub/util_device.cuh"

CUB_NAMESPACE_BEGIN

CUB_NAMESPACE_END

#endif // CUB_UTIL_TEMPORARY_STORAGE_CUH
