//===- csrc/bindings.h - what torch_musa._MUSAC is made of -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The package calls these; programs call the package. Devices are given by their index, which the
// package has checked. An error of c10 or MUSA becomes PyTorch's exception for it.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_PYTHON_BINDINGS_H
#define MUSAPORT_PYTHON_BINDINGS_H

#include <c10/musa/MUSAStream.h>
#include <torch/csrc/Exceptions.h>
#include <torch/csrc/utils/pybind.h>

namespace torch_musa::python {

void bindDevices(pybind11::module_ &module);
void bindMusart(pybind11::module_ &module);
void bindStreams(pybind11::module_ &module);
void bindSharing(pybind11::module_ &module);
void bindMemory(pybind11::module_ &module);
void bindMemorySnapshot(pybind11::module_ &module);
void bindMemoryPools(pybind11::module_ &module);
void bindMemoryDebug(pybind11::module_ &module);
void bindRandom(pybind11::module_ &module);
void bindGraphs(pybind11::module_ &module);
void bindBackends(pybind11::module_ &module);
void bindCpuFallback(pybind11::module_ &module);
void bindDistributed(pybind11::module_ &module);
void bindKernels(pybind11::module_ &module);

/// The stream that a torch.Stream names with its three numbers.
c10::musa::MUSAStream toStream(c10::StreamId stream, c10::DeviceIndex device, int64_t type);

/// A function that holds the interpreter's lock.
template <typename Function> auto quick(Function &&function) {
  return torch::wrap_pybind_function(std::forward<Function>(function));
}

/// A function that may wait, and lets other threads run Python meanwhile.
template <typename Function> auto waiting(Function &&function) {
  return torch::wrap_pybind_function_no_gil(std::forward<Function>(function));
}

} // namespace torch_musa::python

#endif
