//===- csrc/module.cpp - the extension torch_musa._MUSAC -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "bindings.h"

#include <musa_runtime_api.h>

PYBIND11_MODULE(_MUSAC, module) {
  using namespace torch_musa::python;
  module.doc() = "The device musa: what the package torch_musa calls.";
  module.attr("_musa_version") =
      std::to_string(MUSART_VERSION / 10000) + '.' + std::to_string(MUSART_VERSION / 100 % 100);
  bindDevices(module);
  bindMusart(module);
  bindStreams(module);
  bindSharing(module);
  bindMemory(module);
  bindMemorySnapshot(module);
  bindMemoryPools(module);
  bindMemoryDebug(module);
  bindRandom(module);
  bindGraphs(module);
  bindBackends(module);
  bindCpuFallback(module);
  bindDistributed(module);
  bindKernels(module);
}
