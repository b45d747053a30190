//===- csrc/distributed.cpp - the backend mccl of torch.distributed -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "bindings.h"

#include "torch_musa/csrc/distributed/ProcessGroupMCCL.h"

#include <pybind11/chrono.h>

namespace torch_musa::python {

void bindDistributed(pybind11::module_ &module) {
  module.def("_new_mccl_backend",
             waiting([](const c10::intrusive_ptr<c10d::Store> &store, int rank, int size,
                        std::chrono::milliseconds timeout) -> c10::intrusive_ptr<c10d::Backend> {
               return c10::make_intrusive<c10d::ProcessGroupMCCL>(store, rank, size, timeout);
             }));
  module.def("_new_mccl_backend_across_hosts", &c10d::newBackendAcrossHosts);
}

} // namespace torch_musa::python
