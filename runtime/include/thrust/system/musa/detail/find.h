//===- thrust/system/musa/detail/find.h - sequential algorithms, in a kernel --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THRUST_SYSTEM_MUSA_DETAIL_FIND_H
#define THRUST_SYSTEM_MUSA_DETAIL_FIND_H

#include <thrust/system/detail/sequential/find.h>
#include <thrust/system/musa/detail/run.h>

THRUST_NAMESPACE_BEGIN
namespace system::musa::detail {

MUSA_PORT_THRUST_IN_ONE_THREAD(find_if)

} // namespace system::musa::detail
THRUST_NAMESPACE_END

#endif // THRUST_SYSTEM_MUSA_DETAIL_FIND_H
