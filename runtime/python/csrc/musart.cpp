//===- csrc/musart.cpp - the functions of the runtime that torch.musa.musart() has -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "bindings.h"

#include <c10/musa/MUSAException.h>
#include <c10/musa/MUSAGuard.h>
#include <musa_profiler_api.h>
#include <musa_runtime_api.h>

namespace py = pybind11;

namespace torch_musa::python {
namespace {

/// The caller has the status: the check after the next launch must not find it again.
musaError_t reported(musaError_t status) {
  if (status != musaSuccess)
    (void)musaGetLastError();
  return status;
}

} // namespace

void bindMusart(py::module_ &module) {
  auto runtime = module.def_submodule("_musart", "Functions of the MUSA runtime.");
  py::enum_<musaError_t>(runtime, "musaError").value("success", musaSuccess);
  runtime.def("musaGetErrorString", musaGetErrorString);
  runtime.def("musaProfilerStart", [] { return reported(musaProfilerStart()); });
  runtime.def("musaProfilerStop", [] { return reported(musaProfilerStop()); });
  runtime.def("musaHostRegister", [](uintptr_t address, size_t size, unsigned flags) {
    const py::gil_scoped_release unlocked;
    return reported(musaHostRegister(reinterpret_cast<void *>(address), size, flags));
  });
  runtime.def("musaHostUnregister", [](uintptr_t address) {
    const py::gil_scoped_release unlocked;
    return reported(musaHostUnregister(reinterpret_cast<void *>(address)));
  });
  runtime.def("musaStreamCreate", [](uintptr_t stream) {
    return reported(musaStreamCreate(reinterpret_cast<musaStream_t *>(stream)));
  });
  runtime.def("musaStreamDestroy", [](uintptr_t stream) {
    return reported(musaStreamDestroy(reinterpret_cast<musaStream_t>(stream)));
  });
  runtime.def("musaMemGetInfo", quick([](c10::DeviceIndex device) {
                const c10::musa::MUSAGuard guard(device);
                size_t available = 0;
                size_t total = 0;
                C10_MUSA_CHECK(musaMemGetInfo(&available, &total));
                return std::make_pair(available, total);
              }));
}

} // namespace torch_musa::python
