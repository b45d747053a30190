//===- cub/detail/brought_headers.cuh - what comes with CUB's device-wide algorithms --*- C++
//-*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUB's are built from these, so programs that include a device-wide algorithm use them without an
// include of their own.
#ifndef CUB_BROUGHT_HEADERS_CUH
#define CUB_BROUGHT_HEADERS_CUH

#include "cub/block/block_adjacent_difference.cuh"
#include "cub/block/block_discontinuity.cuh"
#include "cub/block/block_exchange.cuh"
#include "cub/block/block_load.cuh"
#include "cub/block/block_merge_sort.cuh"
#include "cub/block/block_radix_sort.cuh"
#include "cub/block/block_reduce.cuh"
#include "cub/block/block_run_length_decode.cuh"
#include "cub/block/block_scan.cuh"
#include "cub/block/block_store.cuh"
#include "cub/grid/grid_mapping.cuh"
#include "cub/grid/grid_queue.cuh"
#include "cub/iterator/cache_modified_input_iterator.cuh"
#include "cub/iterator/constant_input_iterator.cuh"

#endif // CUB_BROUGHT_HEADERS_CUH
