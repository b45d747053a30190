//===- csrc/random.cpp -----------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "bindings.h"

#include <ATen/musa/MUSAGeneratorImpl.h>
#include <torch/csrc/Generator.h>

namespace py = pybind11;

namespace torch_musa::python {

void bindRandom(py::module_ &module) {
  module.def("_default_generator", quick([](c10::DeviceIndex device) {
               return py::reinterpret_steal<py::object>(
                   THPGenerator_Wrap(at::musa::detail::getDefaultMUSAGenerator(device)));
             }));
}

} // namespace torch_musa::python
