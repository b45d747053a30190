//===- csrc/streams.cpp ----------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// torch.Stream and torch.Event do what is the same for all devices; here is the rest.
//===----------------------------------------------------------------------===//
#include "bindings.h"

#include <c10/musa/MUSAGraphsC10Utils.h>
#include <c10/musa/MUSAGuard.h>

namespace py = pybind11;
using c10::musa::MUSAStream;

namespace torch_musa::python {
namespace {

py::tuple toTuple(const MUSAStream &stream) {
  const auto id = stream.pack3();
  return py::make_tuple(id.stream_id, id.device_index, static_cast<int64_t>(id.device_type));
}

/// A stream of another device makes that one current.
void setStream(c10::StreamId id, c10::DeviceIndex device, int64_t type) {
  const auto stream = toStream(id, device, type);
  if (c10::musa::current_device() != device)
    c10::musa::set_device(device);
  c10::musa::setCurrentMUSAStream(stream);
}

} // namespace

MUSAStream toStream(c10::StreamId stream, c10::DeviceIndex device, int64_t type) {
  return MUSAStream::unpack3(stream, device, static_cast<c10::DeviceType>(type));
}

void bindStreams(py::module_ &module) {
  module.def("_current_stream", quick([](c10::DeviceIndex device) {
               return toTuple(c10::musa::getCurrentMUSAStream(device));
             }));
  module.def("_default_stream", quick([](c10::DeviceIndex device) {
               return toTuple(c10::musa::getDefaultMUSAStream(device));
             }));
  module.def("_external_stream", quick([](uintptr_t stream, c10::DeviceIndex device) {
               return toTuple(c10::musa::getStreamFromExternal(
                   reinterpret_cast<musaStream_t>(stream), device));
             }));
  module.def("_set_stream", quick(setStream));
  module.def("_stream_handle", quick([](c10::StreamId id, c10::DeviceIndex device, int64_t type) {
               return reinterpret_cast<uintptr_t>(toStream(id, device, type).stream());
             }));
  module.def("_stream_priority", quick([](c10::StreamId id, c10::DeviceIndex device, int64_t type) {
               return toStream(id, device, type).priority();
             }));
  module.def("_stream_priority_range", quick(MUSAStream::priority_range));
  module.def("_is_current_stream_capturing", quick([] {
               return c10::musa::currentStreamCaptureStatusMayInitCtx() !=
                      c10::musa::CaptureStatus::None;
             }));
}

} // namespace torch_musa::python
