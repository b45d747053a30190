//===- cub/grid/grid_mapping.cuh - how blocks share work --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_GRID_MAPPING_CUH
#define CUB_GRID_MAPPING_CUH

#include "cub/config.cuh"

CUB_NAMESPACE_BEGIN

enum GridMappingStrategy { GRID_MAPPING_RAKE, GRID_MAPPING_STRIP_MINE, GRID_MAPPING_DYNAMIC };

CUB_NAMESPACE_END

#endif // CUB_GRID_MAPPING_CUH
