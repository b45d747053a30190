//===- host/exec/condition.h - what a conditional node asks for -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_EXEC_CONDITION_H
#define MUSAPORT_HOST_EXEC_CONDITION_H

#include <atomic>
#include <cstdint>
#include <memory>

namespace musart {

/// A number that kernels set, by its handle, and that decides what of a graph runs. All copies of a
/// graph share it.
class Condition {
public:
  /// `assignsDefault`: each launch of a graph begins with the default.
  static std::shared_ptr<Condition> make(unsigned defaultValue, bool assignsDefault);
  /// Null if no such condition exists.
  static std::shared_ptr<Condition> find(uint64_t handle);
  Condition(const Condition &) = delete;
  Condition &operator=(const Condition &) = delete;
  ~Condition();

  uint64_t handle() const { return number; }
  unsigned value() const { return current.load(std::memory_order_acquire); }
  void set(unsigned value) { current.store(value, std::memory_order_release); }
  void beginLaunch() {
    if (assignsDefault)
      set(defaultValue);
  }

  bool isUsed = false; ///< by a conditional node

private:
  Condition(uint64_t number, unsigned defaultValue, bool assignsDefault)
      : number(number), defaultValue(defaultValue), assignsDefault(assignsDefault) {}

  const uint64_t number; ///< never reused
  const unsigned defaultValue;
  const bool assignsDefault;
  std::atomic<unsigned> current = 0;
};

} // namespace musart

#endif // MUSAPORT_HOST_EXEC_CONDITION_H
