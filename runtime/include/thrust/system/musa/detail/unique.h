//===- thrust/system/musa/detail/unique.h - sequential algorithms, in a kernel --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THRUST_SYSTEM_MUSA_DETAIL_UNIQUE_H
#define THRUST_SYSTEM_MUSA_DETAIL_UNIQUE_H

#include <thrust/system/detail/sequential/unique.h>
#include <thrust/system/musa/detail/run.h>

THRUST_NAMESPACE_BEGIN
namespace system::musa::detail {

MUSA_PORT_THRUST_IN_ONE_THREAD(unique)
MUSA_PORT_THRUST_IN_ONE_THREAD(unique_copy)
MUSA_PORT_THRUST_IN_ONE_THREAD(unique_count)

} // namespace system::musa::detail
THRUST_NAMESPACE_END

#endif // THRUST_SYSTEM_MUSA_DETAIL_UNIQUE_H
