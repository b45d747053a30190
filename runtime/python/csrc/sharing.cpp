//===- csrc/sharing.cpp - tensors and events of several processes -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What torch.multiprocessing sends of a storage, and what it makes of that in another process, as
// for CUDA: see CudaIPCTypes.h of PyTorch, whose port counts the users.
//===----------------------------------------------------------------------===//
#include "bindings.h"

#include <ATen/MapAllocator.h>
#include <ATen/musa/MUSAContext.h>
#include <ATen/musa/MUSAEvent.h>
#include <c10/musa/MUSAGuard.h>
#include <torch/csrc/MusaIPCTypes.h>

#include <cstring>
#include <memory>
#include <string>

namespace py = pybind11;

namespace torch_musa::python {
namespace {

/// Where the number of a storage's users is: a file in shared memory, and which of its numbers.
struct Counter {
  std::string file;
  uint64_t index = 0;

  /// One user less. If the file is gone, so is the process that would have asked.
  void release() const {
    constexpr int flags = at::ALLOCATOR_MAPPED_SHAREDMEM | at::ALLOCATOR_MAPPED_NOCREATE;
    try {
      const at::DataPtr counters = at::RefcountedMapAllocator::makeDataPtr(
          file.c_str(), flags, sizeof(int64_t) * torch::MUSA_IPC_REF_COUNTER_FILE_SIZE, nullptr);
      __atomic_fetch_sub(static_cast<int64_t *>(counters.get()) + index, 1, __ATOMIC_ACQ_REL);
    } catch (const c10::Error &) {
    }
  }
};

/// Storage of another process, until it is freed here.
struct Received {
  std::shared_ptr<void> memory;
  Counter counter;
  c10::DeviceIndex device;

  static void free(void *pointer) {
    const std::unique_ptr<Received> received(static_cast<Received *>(pointer));
    const c10::musa::MUSAGuard guard(received->device);
    // Work that uses it is done before its owner may use it for something else.
    c10::musa::stream_synchronize(c10::musa::getCurrentMUSAStream(received->device));
    received->memory.reset();
    received->counter.release();
  }
};

/// (handle of the memory, offset in it, file of the counter, index in it, handle of the event that
/// is to be waited for; empty: none). The storage is then freed when its other users are gone, too.
py::tuple share(const at::Storage &storage) {
  const py::gil_scoped_release released; // the memory may be large
  TORCH_CHECK(!storage.unsafeGetStorageImpl()->received_cuda(),
              "Attempted to send a MUSA tensor received from another process; this is not "
              "supported. Consider cloning it before sending.");
  const c10::musa::MUSAGuard guard(storage.device());
  auto shared = c10::musa::MUSACachingAllocator::shareIpcHandle(storage.mutable_data());
  at::DataPtr old = storage.set_data_ptr(
      torch::GetNewRefCountedSentData(storage.mutable_data(), storage.device()));
  auto *sent = static_cast<torch::MusaIPCSentData *>(storage.data_ptr().get_context());
  sent->set_original_ptr(std::move(old));
  musaIpcEventHandle_t event = {};
  if (sent->event_sync_required_)
    C10_MUSA_CHECK(musaIpcGetEventHandle(&event, sent->event_));
  const py::gil_scoped_acquire acquired;
  return py::make_tuple(py::bytes(shared.handle), shared.offset, sent->handle(), sent->offset(),
                        sent->event_sync_required_ ? py::bytes(event.reserved, sizeof event)
                                                   : py::bytes());
}

/// A handle that another process has sent as bytes.
template <typename Handle> Handle toHandle(const std::string &bytes) {
  Handle handle = {};
  if (bytes.size() != sizeof handle)
    throw py::value_error("a handle has " + std::to_string(sizeof handle) + " bytes, not " +
                          std::to_string(bytes.size()));
  std::memcpy(&handle, bytes.data(), sizeof handle);
  return handle;
}

/// The storage of `bytes` bytes that share() has described in another process.
at::Storage receive(c10::DeviceIndex device, size_t bytes, const std::string &memory,
                    ptrdiff_t offset, std::string counterFile, uint64_t counter,
                    const std::string &event) {
  const c10::musa::MUSAGuard guard(device);
  if (!event.empty()) {
    const auto handle = toHandle<musaIpcEventHandle_t>(event);
    at::musa::MUSAEvent(device, &handle).block(c10::musa::getCurrentMUSAStream(device));
  }
  auto received =
      std::make_unique<Received>(Received{c10::musa::MUSACachingAllocator::getIpcDevPtr(memory),
                                          {std::move(counterFile), counter},
                                          device});
  void *data = static_cast<char *>(received->memory.get()) + offset;
  at::Storage storage(c10::Storage::use_byte_size_t(), bytes,
                      at::DataPtr(data, received.release(), &Received::free,
                                  c10::Device(c10::DeviceType::PrivateUse1, device)),
                      /*allocator=*/nullptr, /*resizable=*/false);
  storage.unsafeGetStorageImpl()->set_received_cuda(true);
  return storage;
}

} // namespace

void bindSharing(py::module_ &module) {
  module.def("_share_storage", quick(share));
  module.def("_receive_storage",
             quick([](c10::DeviceIndex device, size_t bytes, const py::bytes &memory,
                      ptrdiff_t offset, std::string file, uint64_t index, const py::bytes &event) {
               return receive(device, bytes, memory, offset, std::move(file), index, event);
             }));
  module.def("_release_counter", quick([](std::string file, uint64_t index) {
               Counter{std::move(file), index}.release();
             }));
  module.def("_ipc_collect", waiting([] { torch::MusaIPCCollect(); }));

  // Events that torch.Event cannot make.
  using at::musa::MUSAEvent;
  py::class_<MUSAEvent>(module, "_SharedEvent")
      .def(py::init([](bool enableTiming, bool blocking) {
        unsigned flags = musaEventInterprocess;
        flags |= enableTiming ? musaEventDefault : musaEventDisableTiming;
        return std::make_unique<MUSAEvent>(flags | (blocking ? musaEventBlockingSync : 0u));
      }))
      .def(py::init([](c10::DeviceIndex device, const py::bytes &bytes) {
        const auto handle = toHandle<musaIpcEventHandle_t>(bytes);
        return std::make_unique<MUSAEvent>(device, &handle);
      }))
      .def("record", quick([](MUSAEvent &event, c10::StreamId id, c10::DeviceIndex device,
                              int64_t type) { event.record(toStream(id, device, type)); }))
      .def("wait", quick([](MUSAEvent &event, c10::StreamId id, c10::DeviceIndex device,
                            int64_t type) { event.block(toStream(id, device, type)); }))
      .def("query", quick([](const MUSAEvent &event) { return event.query(); }))
      .def("synchronize", waiting([](const MUSAEvent &event) { event.synchronize(); }))
      .def("handle",
           quick([](const MUSAEvent &event) { return reinterpret_cast<uintptr_t>(event.event()); }))
      .def("ipc_handle", quick([](MUSAEvent &event) {
             musaIpcEventHandle_t handle = {};
             event.ipc_handle(&handle);
             return py::bytes(handle.reserved, sizeof handle);
           }));
}

} // namespace torch_musa::python
