//===- csrc/cpu_fallback.cpp -----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "bindings.h"

#include "torch_musa/csrc/core/CpuFallback.h"

namespace torch_musa::python {

void bindCpuFallback(pybind11::module_ &module) {
  module.def("_cpu_fallback_enabled", quick(cpu_fallback::enabled));
  module.def("_cpu_fallback_counts", quick(cpu_fallback::counts));
  module.def("_cpu_fallback_reset", quick(cpu_fallback::resetCounts));
}

} // namespace torch_musa::python
