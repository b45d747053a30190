//===- libraries/stream_work.cpp -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "stream_work.h"

#include "musa_port/host/host_work.h"

#include <cstdlib>
#include <memory>
#include <new>
#include <string>

namespace musaport {
namespace {

using Work = std::function<void()>;

/// The library's call has returned long ago: what fails now is an error of the device.
void run(void *data) {
  try {
    (*static_cast<Work *>(data))();
  } catch (const std::bad_alloc &) {
    __musa_host_work_failed(musaErrorMemoryAllocation, "no memory for the work of a library");
  } catch (const std::exception &error) {
    const std::string message = std::string("the work of a library failed: ") + error.what();
    __musa_host_work_failed(musaErrorUnknown, message.c_str());
  }
}
void runOnce(void *data) {
  const std::unique_ptr<Work> work(static_cast<Work *>(data));
  run(data);
}
void destroy(void *data) { delete static_cast<Work *>(data); }

/// A program may end without a wait. Libraries take down what their work needs then.
void waitForDevices() {
  int devices = 0;
  if (musaGetDeviceCount(&devices) != musaSuccess)
    return;
  for (int device = 0; device < devices; ++device)
    if (musaSetDevice(device) == musaSuccess)
      musaDeviceSynchronize();
}

} // namespace

musaError_t submit(musaStream_t stream, Work work) {
  musaStreamCaptureStatus status = musaStreamCaptureStatusNone;
  musaGraph_t graph = nullptr;
  if (musaError_t error = musaStreamGetCaptureInfo(stream, &status, nullptr, &graph);
      error != musaSuccess)
    return error;
  // Behind what the library has made first: what is registered last runs first.
  [[maybe_unused]] static const int registered = std::atexit(waitForDevices);
  auto *data = new Work(std::move(work));
  if (status != musaStreamCaptureStatusActive) {
    const musaError_t error = musaLaunchHostFunc(stream, runOnce, data);
    if (error != musaSuccess)
      destroy(data);
    return error;
  }
  musaUserObject_t object = nullptr;
  if (musaError_t error =
          musaUserObjectCreate(&object, data, destroy, 1, musaUserObjectNoDestructorSync);
      error != musaSuccess) {
    destroy(data);
    return error;
  }
  if (musaError_t error = musaGraphRetainUserObject(graph, object, 1, musaGraphUserObjectMove);
      error != musaSuccess) {
    musaUserObjectRelease(object);
    return error;
  }
  return musaLaunchHostFunc(stream, run, data);
}

} // namespace musaport
