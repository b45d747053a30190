//===- thrust/system/musa/execution_policy.h - thrust::musa::par and the algorithms -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THRUST_SYSTEM_MUSA_EXECUTION_POLICY_H
#define THRUST_SYSTEM_MUSA_EXECUTION_POLICY_H

#include <thrust/detail/config.h>
#include <thrust/system/musa/detail/adjacent_difference.h>
#include <thrust/system/musa/detail/assign_value.h>
#include <thrust/system/musa/detail/binary_search.h>
#include <thrust/system/musa/detail/copy.h>
#include <thrust/system/musa/detail/copy_if.h>
#include <thrust/system/musa/detail/count.h>
#include <thrust/system/musa/detail/cross_system.h>
#include <thrust/system/musa/detail/equal.h>
#include <thrust/system/musa/detail/execution_policy.h>
#include <thrust/system/musa/detail/extrema.h>
#include <thrust/system/musa/detail/fill.h>
#include <thrust/system/musa/detail/find.h>
#include <thrust/system/musa/detail/for_each.h>
#include <thrust/system/musa/detail/gather.h>
#include <thrust/system/musa/detail/generate.h>
#include <thrust/system/musa/detail/get_value.h>
#include <thrust/system/musa/detail/inner_product.h>
#include <thrust/system/musa/detail/iter_swap.h>
#include <thrust/system/musa/detail/logical.h>
#include <thrust/system/musa/detail/malloc_and_free.h>
#include <thrust/system/musa/detail/merge.h>
#include <thrust/system/musa/detail/mismatch.h>
#include <thrust/system/musa/detail/par.h>
#include <thrust/system/musa/detail/partition.h>
#include <thrust/system/musa/detail/per_device_resource.h>
#include <thrust/system/musa/detail/reduce.h>
#include <thrust/system/musa/detail/reduce_by_key.h>
#include <thrust/system/musa/detail/remove.h>
#include <thrust/system/musa/detail/replace.h>
#include <thrust/system/musa/detail/reverse.h>
#include <thrust/system/musa/detail/run.h>
#include <thrust/system/musa/detail/scan.h>
#include <thrust/system/musa/detail/scan_by_key.h>
#include <thrust/system/musa/detail/scatter.h>
#include <thrust/system/musa/detail/sequence.h>
#include <thrust/system/musa/detail/set_operations.h>
#include <thrust/system/musa/detail/sort.h>
#include <thrust/system/musa/detail/swap_ranges.h>
#include <thrust/system/musa/detail/tabulate.h>
#include <thrust/system/musa/detail/temporary_buffer.h>
#include <thrust/system/musa/detail/transform.h>
#include <thrust/system/musa/detail/transform_reduce.h>
#include <thrust/system/musa/detail/transform_scan.h>
#include <thrust/system/musa/detail/uninitialized_copy.h>
#include <thrust/system/musa/detail/uninitialized_fill.h>
#include <thrust/system/musa/detail/unique.h>
#include <thrust/system/musa/detail/unique_by_key.h>

#endif // THRUST_SYSTEM_MUSA_EXECUTION_POLICY_H
