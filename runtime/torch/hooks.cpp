//===- torch/hooks.cpp -----------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "hooks.h"

#include "torch_musa/csrc/core/MemoryDebug.h"

#include <ATen/DeviceGuard.h>
#include <ATen/musa/MUSADevice.h>
#include <ATen/musa/MUSAGeneratorImpl.h>
#include <ATen/musa/PeerToPeerAccess.h>
#include <ATen/musa/PinnedMemoryAllocator.h>
#include <ATen/native/musa/Resize.h>
#include <c10/musa/MUSACachingAllocator.h>
#include <c10/musa/MUSAFunctions.h>
#include <musa.h>
#include <musa_runtime_api.h>

namespace torch_musa {

void Hooks::init() const {
  const auto devices = c10::musa::device_count_ensure_non_zero();
  c10::musa::MUSACachingAllocator::init(devices);
  memory_debug::enableByEnvironment();
  at::musa::detail::init_p2p_access_cache(devices);
}

bool Hooks::hasPrimaryContext(c10::DeviceIndex device) const {
  TORCH_CHECK(device >= 0 && device < deviceCount(), "There is no device musa:", int{device}, " (",
              int{deviceCount()}, " found)");
  unsigned flags = 0;
  int active = 0;
  return muDevicePrimaryCtxGetState(device, &flags, &active) == MUSA_SUCCESS && active == 1;
}

c10::DeviceIndex Hooks::deviceCount() const { return c10::musa::device_count(); }

c10::DeviceIndex Hooks::getCurrentDevice() const { return c10::musa::current_device(); }

void Hooks::setCurrentDevice(c10::DeviceIndex device) const { c10::musa::set_device(device); }

c10::DeviceIndex Hooks::exchangeDevice(c10::DeviceIndex device) const {
  return c10::musa::ExchangeDevice(device);
}

c10::DeviceIndex Hooks::maybeExchangeDevice(c10::DeviceIndex device) const {
  return c10::musa::MaybeExchangeDevice(device);
}

const at::Generator &Hooks::getDefaultGenerator(c10::DeviceIndex device) const {
  return at::musa::detail::getDefaultMUSAGenerator(device);
}

at::Generator Hooks::getNewGenerator(c10::DeviceIndex device) const {
  return at::musa::detail::createMUSAGenerator(device);
}

at::Allocator *Hooks::getPinnedMemoryAllocator() const {
  return at::musa::getPinnedMemoryAllocator();
}

bool Hooks::isPinnedPtr(const void *data) const {
  if (deviceCount() == 0)
    return false;
  // Asking makes a context on the current device: one that has it already is asked instead.
  at::OptionalDeviceGuard guard;
  if (const auto device = c10::musa::getDeviceIndexWithPrimaryContext())
    guard.reset_device({at::kPrivateUse1, *device});
  musaPointerAttributes attributes{};
  if (musaPointerGetAttributes(&attributes, data) != musaSuccess) {
    (void)musaGetLastError(); // memory that MUSA does not know is no failure
    return false;
  }
  return attributes.type == musaMemoryTypeHost;
}

at::Device Hooks::getDeviceFromPtr(void *data) const { return at::musa::getDeviceFromPtr(data); }

void Hooks::resizePrivateUse1Bytes(const c10::Storage &storage, size_t size) const {
  at::native::resize_bytes_cuda(storage.unsafeGetStorageImpl(), size);
}

} // namespace torch_musa
