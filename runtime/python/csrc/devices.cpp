//===- csrc/devices.cpp ----------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "bindings.h"

#include "torch_musa/csrc/core/Architectures.h"

#include <ATen/Context.h>
#include <ATen/musa/MUSAContext.h>
#include <ATen/musa/Sleep.h>
#include <c10/musa/MUSAFunctions.h>
#include <c10/musa/MUSAGuard.h>
#include <musa_runtime_api.h>
#include <torch/csrc/utils/device_lazy_init.h>

#include <atomic>
#include <pthread.h>
#include <sstream>

namespace py = pybind11;

namespace torch_musa::python {
namespace {

std::atomic<bool> inBadFork{false};

/// The runtime's threads do not live on in a forked process: its first use has to be refused.
void afterFork() {
  inBadFork = true;
  torch::utils::set_requires_device_init(at::kPrivateUse1, true);
}

void initialize() {
  at::globalContext().lazyInitDevice(at::kPrivateUse1);
  static const int watched = pthread_atfork(nullptr, nullptr, afterFork);
  TORCH_CHECK(watched == 0, "Cannot register a fork handler");
}

void synchronize(c10::DeviceIndex device) {
  const c10::musa::MUSAGuard guard(device);
  c10::musa::device_synchronize();
}

int runtimeVersion() {
  int version = 0;
  C10_MUSA_CHECK(musaRuntimeGetVersion(&version));
  return version;
}

int driverVersion() {
  int version = 0;
  C10_MUSA_CHECK(musaDriverGetVersion(&version));
  return version;
}

std::string toString(const musaDeviceProp &device) {
  std::ostringstream text;
  text << "_MusaDeviceProperties(name='" << device.name << "', major=" << device.major
       << ", minor=" << device.minor << ", total_memory=" << device.totalGlobalMem / (1 << 20)
       << "MB, multi_processor_count=" << device.multiProcessorCount
       << ", warp_size=" << device.warpSize << ')';
  return text.str();
}

void bindProperties(py::module_ &module) {
  py::class_<musaDeviceProp>(module, "_MusaDeviceProperties")
      .def_property_readonly("name", [](const musaDeviceProp &it) { return std::string(it.name); })
      .def_readonly("major", &musaDeviceProp::major)
      .def_readonly("minor", &musaDeviceProp::minor)
      .def_readonly("total_memory", &musaDeviceProp::totalGlobalMem)
      .def_readonly("multi_processor_count", &musaDeviceProp::multiProcessorCount)
      .def_readonly("warp_size", &musaDeviceProp::warpSize)
      .def_readonly("max_threads_per_block", &musaDeviceProp::maxThreadsPerBlock)
      .def_readonly("max_threads_per_multi_processor", &musaDeviceProp::maxThreadsPerMultiProcessor)
      .def_readonly("shared_memory_per_block", &musaDeviceProp::sharedMemPerBlock)
      .def_readonly("shared_memory_per_multiprocessor", &musaDeviceProp::sharedMemPerMultiprocessor)
      .def_readonly("regs_per_multiprocessor", &musaDeviceProp::regsPerMultiprocessor)
      .def_readonly("L2_cache_size", &musaDeviceProp::l2CacheSize)
      .def_readonly("is_integrated", &musaDeviceProp::integrated)
      .def_readonly("is_multi_gpu_board", &musaDeviceProp::isMultiGpuBoard)
      .def("__repr__", toString);
}

} // namespace

void bindDevices(py::module_ &module) {
  bindProperties(module);
  module.def("_init", quick(initialize));
  module.def("_is_in_bad_fork", [] { return inBadFork.load(); });
  module.def("_device_count", [] { return c10::musa::device_count(); });
  module.def("_current_device", quick(c10::musa::current_device));
  module.def("_set_device", quick(c10::musa::set_device));
  module.def("_exchange_device", quick(c10::musa::ExchangeDevice));
  module.def("_maybe_exchange_device", quick(c10::musa::MaybeExchangeDevice));
  module.def("_synchronize", waiting(synchronize));
  module.def("_device_properties",
             quick([](c10::DeviceIndex device) { return *at::musa::getDeviceProperties(device); }));
  module.def("_can_access_peer", quick(at::musa::canDeviceAccessPeer));
  module.def("_has_primary_context", quick(c10::musa::hasPrimaryContext));
  module.def("_architectures", quick(architectures));
  module.def("_sleep", quick(at::musa::sleep));
  module.def("_get_sync_debug_mode", quick([] {
               return static_cast<int>(c10::musa::warning_state().get_sync_debug_mode());
             }));
  module.def("_set_sync_debug_mode", quick([](int mode) {
               c10::musa::warning_state().set_sync_debug_mode(
                   static_cast<c10::musa::SyncDebugMode>(mode));
             }));
  module.def("_runtime_version", quick(runtimeVersion));
  module.def("_driver_version", quick(driverVersion));
}

} // namespace torch_musa::python
