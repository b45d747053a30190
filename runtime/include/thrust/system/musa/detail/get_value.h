//===- thrust/system/musa/detail/get_value.h - see assign_value.h --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THRUST_SYSTEM_MUSA_DETAIL_GET_VALUE_H
#define THRUST_SYSTEM_MUSA_DETAIL_GET_VALUE_H

#include <thrust/system/musa/detail/assign_value.h>

#endif // THRUST_SYSTEM_MUSA_DETAIL_GET_VALUE_H
