//===- thrust/system/musa/detail/remove.h - sequential algorithms, in a kernel --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THRUST_SYSTEM_MUSA_DETAIL_REMOVE_H
#define THRUST_SYSTEM_MUSA_DETAIL_REMOVE_H

#include <thrust/system/detail/sequential/remove.h>
#include <thrust/system/musa/detail/run.h>

THRUST_NAMESPACE_BEGIN
namespace system::musa::detail {

MUSA_PORT_THRUST_IN_ONE_THREAD(remove_if)
MUSA_PORT_THRUST_IN_ONE_THREAD(remove_copy_if)

} // namespace system::musa::detail
THRUST_NAMESPACE_END

#endif // THRUST_SYSTEM_MUSA_DETAIL_REMOVE_H
