//===- cub/detail/type_traits.cuh - see cub/util_type.cuh --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_DETAIL_TYPE_TRAITS_CUH
#define CUB_DETAIL_TYPE_TRAITS_CUH
#include "cub/util_type.cuh"
#endif
