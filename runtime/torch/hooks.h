//===- torch/hooks.h - hooks of the device `musa` for libtorch --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_TORCH_HOOKS_H
#define MUSAPORT_TORCH_HOOKS_H

#include <ATen/detail/PrivateUse1HooksInterface.h>

namespace torch_musa {

/// What libtorch's device-independent code needs from `musa`: devices, generators, pinned memory.
struct Hooks final : at::PrivateUse1HooksInterface {
  void init() const override;
  bool hasPrimaryContext(c10::DeviceIndex device) const override;

  c10::DeviceIndex deviceCount() const override;
  c10::DeviceIndex getCurrentDevice() const override;
  void setCurrentDevice(c10::DeviceIndex device) const override;
  c10::DeviceIndex exchangeDevice(c10::DeviceIndex device) const override;
  c10::DeviceIndex maybeExchangeDevice(c10::DeviceIndex device) const override;

  const at::Generator &getDefaultGenerator(c10::DeviceIndex device = -1) const override;
  at::Generator getNewGenerator(c10::DeviceIndex device = -1) const override;

  at::Allocator *getPinnedMemoryAllocator() const override;
  bool isPinnedPtr(const void *data) const override;
  at::Device getDeviceFromPtr(void *data) const override;
  void resizePrivateUse1Bytes(const c10::Storage &storage, size_t size) const override;
};

} // namespace torch_musa

#endif
