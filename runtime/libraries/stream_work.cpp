//===- libraries/stream_work.cpp -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "stream_work.h"

#include <memory>

namespace musaport {
namespace {

using Work = std::function<void()>;

void runOnce(void *data) {
  const std::unique_ptr<Work> work(static_cast<Work *>(data));
  (*work)();
}
void run(void *data) { (*static_cast<Work *>(data))(); }
void destroy(void *data) { delete static_cast<Work *>(data); }

} // namespace

musaError_t submit(musaStream_t stream, Work work) {
  musaStreamCaptureStatus status = musaStreamCaptureStatusNone;
  musaGraph_t graph = nullptr;
  if (musaError_t error = musaStreamGetCaptureInfo(stream, &status, nullptr, &graph);
      error != musaSuccess)
    return error;
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
