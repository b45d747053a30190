//===- csrc/memory_pools.cpp - pools of memory, and allocators of a program's own -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "bindings.h"

#include "torch_musa/csrc/core/MUSAPluggableAllocator.h"

#include <c10/musa/MUSACachingAllocator.h>

namespace py = pybind11;
namespace caching = c10::musa::MUSACachingAllocator;
namespace pluggable = torch::musa::MUSAPluggableAllocator;

namespace torch_musa::python {
namespace {

std::shared_ptr<caching::MUSAAllocator> customAllocator(uintptr_t allocate, uintptr_t free) {
  return pluggable::createCustomAllocator(reinterpret_cast<pluggable::MallocFuncType *>(allocate),
                                          reinterpret_cast<pluggable::FreeFuncType *>(free));
}

void beginAllocateToPool(c10::DeviceIndex device, c10::musa::MempoolId_t pool) {
  caching::beginAllocateToPool(device, pool, [](musaStream_t) { return true; });
}

} // namespace

void bindMemoryPools(py::module_ &module) {
  using c10::musa::MemPool;
  using c10::musa::MemPoolContext;
  py::class_<caching::MUSAAllocator, std::shared_ptr<caching::MUSAAllocator>>(module,
                                                                              "_MUSAAllocator");
  module.def("_custom_allocator", quick(customAllocator));
  module.def("_change_current_allocator", quick(pluggable::changeCurrentAllocator));
  module.def("_current_allocator", quick(pluggable::getCurrentAllocator));

  py::class_<MemPool, std::shared_ptr<MemPool>>(module, "_MemPool")
      .def(py::init<caching::MUSAAllocator *, bool>(), py::keep_alive<1, 2>())
      .def_property_readonly("id", &MemPool::id)
      .def_property_readonly("allocator", &MemPool::allocator, py::return_value_policy::reference)
      .def("use_count", &MemPool::use_count);
  py::class_<MemPoolContext, std::shared_ptr<MemPoolContext>>(module, "_MemPoolContext")
      .def(py::init<MemPool *>(), py::keep_alive<1, 2>())
      .def_static("active_pool", &MemPoolContext::getActiveMemPool,
                  py::return_value_policy::reference);
  module.def("_begin_allocate_to_pool", quick(beginAllocateToPool));
  module.def("_end_allocate_to_pool", quick(caching::endAllocateToPool));
  module.def("_release_pool", quick(caching::releasePool));
}

} // namespace torch_musa::python
