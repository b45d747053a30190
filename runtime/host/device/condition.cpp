//===- host/device/condition.cpp - device code sets a graph's condition -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "musa_port/host/condition.h"

#include "exec/condition.h"
#include "musa_port/host/failing.h"

void __musa_set_condition(__musa_thread *thread, unsigned long long handle, unsigned value,
                          const char *file, unsigned line) {
  const std::shared_ptr<musart::Condition> condition = musart::Condition::find(handle);
  if (condition == nullptr)
    __musa_fail(thread, "sets a condition that no graph has", file, line);
  condition->set(value);
}
