//===- host/exec/condition.cpp ----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "exec/condition.h"

#include <mutex>
#include <shared_mutex>
#include <unordered_map>

namespace musart {
namespace {

struct Conditions {
  std::shared_mutex mutex;
  std::unordered_map<uint64_t, std::weak_ptr<Condition>> all;
  uint64_t lastNumber = 0;
};
Conditions &conditions() {
  static auto *result = new Conditions;
  return *result;
}

} // namespace

std::shared_ptr<Condition> Condition::make(unsigned defaultValue, bool assignsDefault) {
  Conditions &known = conditions();
  const std::unique_lock lock(known.mutex);
  std::shared_ptr<Condition> made(new Condition(++known.lastNumber, defaultValue, assignsDefault));
  known.all[made->number] = made;
  return made;
}

std::shared_ptr<Condition> Condition::find(uint64_t handle) {
  Conditions &known = conditions();
  const std::shared_lock lock(known.mutex);
  const auto found = known.all.find(handle);
  return found != known.all.end() ? found->second.lock() : nullptr;
}

Condition::~Condition() {
  Conditions &known = conditions();
  const std::unique_lock lock(known.mutex);
  known.all.erase(number);
}

} // namespace musart
