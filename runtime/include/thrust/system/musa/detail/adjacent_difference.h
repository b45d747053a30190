//===- adjacent_difference.h - Thrust's generic form is used -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THRUST_SYSTEM_MUSA_DETAIL_ADJACENT_DIFFERENCE_H
#define THRUST_SYSTEM_MUSA_DETAIL_ADJACENT_DIFFERENCE_H

#include <thrust/system/musa/detail/execution_policy.h>

#endif // THRUST_SYSTEM_MUSA_DETAIL_ADJACENT_DIFFERENCE_H
