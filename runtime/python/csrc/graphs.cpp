//===- csrc/graphs.cpp -----------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "bindings.h"

#include <ATen/musa/MUSAGraph.h>

namespace py = pybind11;

namespace torch_musa::python {
namespace {

musaStreamCaptureMode captureMode(const std::string &name) {
  if (name == "global")
    return musaStreamCaptureModeGlobal;
  if (name == "thread_local")
    return musaStreamCaptureModeThreadLocal;
  TORCH_CHECK_VALUE(name == "relaxed",
                    "capture_error_mode is 'global', 'thread_local' or 'relaxed', not '", name,
                    "'");
  return musaStreamCaptureModeRelaxed;
}

} // namespace

void bindGraphs(py::module_ &module) {
  using at::musa::MUSAGraph;
  module.def("_graph_pool_handle", quick(at::musa::graph_pool_handle));
  py::class_<MUSAGraph, std::shared_ptr<MUSAGraph>>(module, "_MUSAGraph")
      .def(py::init<>())
      .def("capture_begin",
           waiting([](MUSAGraph &graph, c10::musa::MempoolId_t pool, const std::string &mode) {
             graph.capture_begin(pool, captureMode(mode));
           }))
      .def("capture_end", waiting(&MUSAGraph::capture_end))
      .def("replay", waiting(&MUSAGraph::replay))
      .def("reset", waiting(&MUSAGraph::reset))
      .def("pool", quick(&MUSAGraph::pool))
      .def("enable_debug_mode", quick(&MUSAGraph::enable_debug_mode))
      .def("debug_dump", waiting(&MUSAGraph::debug_dump));
}

} // namespace torch_musa::python
