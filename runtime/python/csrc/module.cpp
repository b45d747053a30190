//===- csrc/module.cpp - the extension torch_musa._MUSAC -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "bindings.h"

PYBIND11_MODULE(_MUSAC, module) {
  using namespace torch_musa::python;
  module.doc() = "The device musa: what the package torch_musa calls.";
  bindDevices(module);
  bindStreams(module);
  bindMemory(module);
  bindMemoryDebug(module);
  bindRandom(module);
  bindGraphs(module);
  bindBackends(module);
  bindCpuFallback(module);
}
