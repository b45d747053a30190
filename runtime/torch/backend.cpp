//===- torch/backend.cpp - the device's name, hooks and allocator -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that has loaded this library has the device `musa`: nothing is to be called first.
//===----------------------------------------------------------------------===//
#include "hooks.h"

#include <ATen/Context.h>
#include <ATen/core/GeneratorForPrivateuseone.h>
#include <ATen/musa/MUSAGeneratorImpl.h>
#include <c10/core/Allocator.h>
#include <c10/core/DeviceType.h>
#include <c10/musa/MUSACachingAllocator.h>

namespace c10::musa::_internal {
// Defined by the ported c10; its only declaration is in the hooks that these take the place of.
void setHasPrimaryContext(bool (*function)(DeviceIndex));
} // namespace c10::musa::_internal

namespace torch_musa {
namespace {

Hooks &hooks() {
  static Hooks instance;
  return instance;
}

/// The allocator of the moment, which may change (the debug allocator): libtorch keeps the first
/// that it is given.
class CurrentAllocator final : public c10::Allocator {
public:
  c10::DataPtr allocate(size_t size) override {
    at::globalContext().lazyInitDevice(at::kPrivateUse1);
    return current().allocate(size);
  }
  c10::DeleterFnPtr raw_deleter() const override { return current().raw_deleter(); }
  void copy_data(void *to, const void *from, size_t size) const override {
    current().copy_data(to, from, size);
  }

private:
  static c10::Allocator &current() { return *c10::musa::MUSACachingAllocator::get(); }
};

at::Generator newGenerator(c10::DeviceIndex device) { return hooks().getNewGenerator(device); }

bool registerBackend() {
  c10::register_privateuse1_backend("musa");
  at::RegisterPrivateUse1HooksInterface(&hooks());
  static CurrentAllocator allocator;
  c10::SetAllocator(c10::DeviceType::PrivateUse1, &allocator);
  c10::musa::_internal::setHasPrimaryContext(
      [](c10::DeviceIndex device) { return hooks().hasPrimaryContext(device); });
  return true;
}

[[maybe_unused]] const bool registered = registerBackend();
REGISTER_GENERATOR_PRIVATEUSE1(newGenerator)

} // namespace
} // namespace torch_musa
