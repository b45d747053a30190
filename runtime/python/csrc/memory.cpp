//===- csrc/memory.cpp - the caching allocators ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "bindings.h"

#include <ATen/musa/CachingHostAllocator.h>
#include <c10/musa/MUSAAllocatorConfig.h>
#include <c10/musa/MUSACachingAllocator.h>
#include <c10/musa/MUSAException.h>
#include <c10/musa/MUSAGuard.h>
#include <musa_runtime_api.h>

#include <array>

namespace py = pybind11;
namespace caching = c10::musa::MUSACachingAllocator;

namespace torch_musa::python {
namespace {

using c10::CachingDeviceAllocator::DeviceStats;
using c10::CachingDeviceAllocator::Stat;
using c10::CachingDeviceAllocator::StatArray;

py::dict toDict(const Stat &stat) {
  py::dict values;
  values["current"] = stat.current;
  values["peak"] = stat.peak;
  values["allocated"] = stat.allocated;
  values["freed"] = stat.freed;
  return values;
}

py::dict toDict(const StatArray &stats) {
  constexpr std::array names{"all", "small_pool", "large_pool"};
  static_assert(names.size() == std::tuple_size_v<StatArray>);
  py::dict pools;
  for (size_t i = 0; i < names.size(); ++i)
    pools[names[i]] = toDict(stats[i]);
  return pools;
}

/// With the names of torch.cuda.memory_stats.
py::dict memoryStats(c10::DeviceIndex device) {
  const DeviceStats stats = caching::getDeviceStats(device);
  py::dict values;
  values["allocation"] = toDict(stats.allocation);
  values["segment"] = toDict(stats.segment);
  values["active"] = toDict(stats.active);
  values["inactive_split"] = toDict(stats.inactive_split);
  values["allocated_bytes"] = toDict(stats.allocated_bytes);
  values["reserved_bytes"] = toDict(stats.reserved_bytes);
  values["active_bytes"] = toDict(stats.active_bytes);
  values["inactive_split_bytes"] = toDict(stats.inactive_split_bytes);
  values["requested_bytes"] = toDict(stats.requested_bytes);
  values["oversize_allocations"] = toDict(stats.oversize_allocations);
  values["oversize_segments"] = toDict(stats.oversize_segments);
  values["num_alloc_retries"] = stats.num_alloc_retries;
  values["num_ooms"] = stats.num_ooms;
  values["num_sync_all_streams"] = stats.num_sync_all_streams;
  values["num_device_alloc"] = stats.num_device_alloc;
  values["num_device_free"] = stats.num_device_free;
  values["max_split_size"] = stats.max_split_size;
  return values;
}

std::pair<size_t, size_t> memoryInfo(c10::DeviceIndex device) {
  const c10::musa::MUSAGuard guard(device);
  size_t available = 0;
  size_t total = 0;
  C10_MUSA_CHECK(musaMemGetInfo(&available, &total));
  return {available, total};
}

uintptr_t allocate(size_t size, c10::DeviceIndex device, uintptr_t stream) {
  const c10::musa::MUSAGuard guard(device);
  return reinterpret_cast<uintptr_t>(
      caching::raw_alloc_with_stream(size, reinterpret_cast<musaStream_t>(stream)));
}

} // namespace

void bindMemory(py::module_ &module) {
  module.def("_memory_stats", quick(memoryStats));
  module.def("_reset_peak_memory_stats", quick(caching::resetPeakStats));
  module.def("_reset_accumulated_memory_stats", quick(caching::resetAccumulatedStats));
  module.def("_memory_info", quick(memoryInfo));
  module.def("_empty_cache", waiting(caching::emptyCache));
  module.def("_host_empty_cache", waiting(at::musa::CachingHostAllocator_emptyCache));
  module.def("_set_memory_fraction", quick(caching::setMemoryFraction));
  module.def("_get_memory_fraction", quick(caching::getMemoryFraction));
  module.def("_allocator_backend", quick(caching::name));
  module.def("_set_allocator_settings", quick(caching::setAllocatorSettings));
  module.def("_enable_allocator", quick(caching::enable));
  module.def("_caching_allocator_alloc", waiting(allocate));
  module.def("_caching_allocator_delete", waiting([](uintptr_t block) {
               caching::raw_delete(reinterpret_cast<void *>(block));
             }));
}

} // namespace torch_musa::python
