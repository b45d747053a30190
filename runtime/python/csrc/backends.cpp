//===- csrc/backends.cpp - flags of torch.backends -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "bindings.h"

#include "torch_musa/csrc/aten/mudnn/Handle.h"

#include <ATen/Context.h>
#include <ATen/musa/MUSAContext.h>

namespace py = pybind11;

namespace torch_musa::python {

void bindBackends(py::module_ &module) {
  // One flag for products and convolutions; the ported code asks for each by its own.
  module.def("_get_allow_tf32", quick([] { return at::globalContext().allowTF32CuBLAS(); }));
  module.def("_set_allow_tf32", quick([](bool value) {
               at::globalContext().setAllowTF32CuBLAS(value);
               at::globalContext().setAllowTF32CuDNN(value);
             }));
  module.attr("_mudnn_version") = MUDNN_VERSION;
  module.def("_blas_handle", quick([] {
               return reinterpret_cast<uintptr_t>(at::musa::getCurrentMUSABlasHandle());
             }));
  module.def("_blaslt_handle", quick([] {
               return reinterpret_cast<uintptr_t>(at::musa::getCurrentMUSABlasLtHandle());
             }));
  // muBLAS's handles keep a workspace each, as cuBLAS's do.
  module.def("_clear_blas_workspaces", quick([] { at::musa::clearMublasWorkspaces(); }));
}

} // namespace torch_musa::python
