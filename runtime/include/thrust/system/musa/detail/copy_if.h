//===- thrust/system/musa/detail/copy_if.h - sequential algorithms, in a kernel --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THRUST_SYSTEM_MUSA_DETAIL_COPY_IF_H
#define THRUST_SYSTEM_MUSA_DETAIL_COPY_IF_H

#include <thrust/system/detail/sequential/copy_if.h>
#include <thrust/system/musa/detail/run.h>

THRUST_NAMESPACE_BEGIN
namespace system::musa::detail {

MUSA_PORT_THRUST_IN_ONE_THREAD(copy_if)

} // namespace system::musa::detail
THRUST_NAMESPACE_END

#endif // THRUST_SYSTEM_MUSA_DETAIL_COPY_IF_H
