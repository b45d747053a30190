//===- csrc/memory_debug.cpp -----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "bindings.h"

#include "torch_musa/csrc/core/MemoryDebug.h"

namespace py = pybind11;

namespace torch_musa::python {

void bindMemoryDebug(py::module_ &module) {
  using memory_debug::Damage;
  py::class_<Damage>(module, "_MemoryDamage")
      .def_property_readonly(
          "address", [](const Damage &it) { return reinterpret_cast<uintptr_t>(it.address); })
      .def_readonly("size", &Damage::size)
      .def_readonly("device", &Damage::device)
      .def_readonly("before", &Damage::before)
      .def_readonly("after", &Damage::after)
      .def_readonly("lowest", &Damage::lowest)
      .def_readonly("found_on_free", &Damage::foundOnFree)
      .def_readonly("stack", &Damage::stack)
      .def("__str__", &Damage::toString);
  module.def("_memory_debug_enable", quick(memory_debug::enable));
  module.def("_memory_debug_enabled", quick(memory_debug::enabled));
  module.def("_memory_debug_manages", quick([](uintptr_t address) {
               return memory_debug::manages(reinterpret_cast<const void *>(address));
             }));
  module.def("_memory_debug_block_count", quick(memory_debug::blockCount));
  module.def("_memory_debug_find_damage", waiting(memory_debug::findDamage));
}

} // namespace torch_musa::python
