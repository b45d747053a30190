//===- thrust/system/musa/detail/extrema.h - sequential algorithms, in a kernel --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THRUST_SYSTEM_MUSA_DETAIL_EXTREMA_H
#define THRUST_SYSTEM_MUSA_DETAIL_EXTREMA_H

#include <thrust/system/detail/sequential/extrema.h>
#include <thrust/system/musa/detail/run.h>

THRUST_NAMESPACE_BEGIN
namespace system::musa::detail {

MUSA_PORT_THRUST_IN_ONE_THREAD(min_element)
MUSA_PORT_THRUST_IN_ONE_THREAD(max_element)
MUSA_PORT_THRUST_IN_ONE_THREAD(minmax_element)

} // namespace system::musa::detail
THRUST_NAMESPACE_END

#endif // THRUST_SYSTEM_MUSA_DETAIL_EXTREMA_H
