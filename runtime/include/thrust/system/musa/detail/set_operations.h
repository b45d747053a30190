//===- set_operations.h - sequential algorithms, in a kernel -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THRUST_SYSTEM_MUSA_DETAIL_SET_OPERATIONS_H
#define THRUST_SYSTEM_MUSA_DETAIL_SET_OPERATIONS_H

#include <thrust/system/detail/sequential/set_operations.h>
#include <thrust/system/musa/detail/run.h>

THRUST_NAMESPACE_BEGIN
namespace system::musa::detail {

MUSA_PORT_THRUST_IN_ONE_THREAD(set_difference)
MUSA_PORT_THRUST_IN_ONE_THREAD(set_intersection)
MUSA_PORT_THRUST_IN_ONE_THREAD(set_symmetric_difference)
MUSA_PORT_THRUST_IN_ONE_THREAD(set_union)

} // namespace system::musa::detail
THRUST_NAMESPACE_END

#endif // THRUST_SYSTEM_MUSA_DETAIL_SET_OPERATIONS_H
