//===- thrust/system/musa/detail/scan_by_key.h - sequential algorithms, in a kernel -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THRUST_SYSTEM_MUSA_DETAIL_SCAN_BY_KEY_H
#define THRUST_SYSTEM_MUSA_DETAIL_SCAN_BY_KEY_H

#include <thrust/system/detail/sequential/scan_by_key.h>
#include <thrust/system/musa/detail/run.h>

THRUST_NAMESPACE_BEGIN
namespace system::musa::detail {

MUSA_PORT_THRUST_IN_ONE_THREAD(inclusive_scan_by_key)
MUSA_PORT_THRUST_IN_ONE_THREAD(exclusive_scan_by_key)

} // namespace system::musa::detail
THRUST_NAMESPACE_END

#endif // THRUST_SYSTEM_MUSA_DETAIL_SCAN_BY_KEY_H
