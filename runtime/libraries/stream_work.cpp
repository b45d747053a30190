//===- libraries/stream_work.cpp -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "stream_work.h"

#include "musa_port/host/host_work.h"

#include <atomic>
#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <unistd.h>

namespace musaport {
namespace {

using Work = std::function<void()>;

// What the library has is taken down when the program ends, which may be without a wait. So the end
// waits for the work that runs, and work that has not begun is left out. These have no destructors.
std::atomic<int> underWay = 0;
std::atomic<bool> isEnding = false;
pid_t process = 0; ///< a child has no threads that work

void end() {
  isEnding = true;
  for (int some = underWay; some != 0 && getpid() == process; some = underWay)
    underWay.wait(some);
}

/// The library's call has returned long ago: what fails now is an error of the device.
void runWork(Work &work) {
  try {
    work();
  } catch (const std::bad_alloc &) {
    __musa_host_work_failed(musaErrorMemoryAllocation, "no memory for the work of a library");
  } catch (const std::exception &error) {
    const std::string message = std::string("the work of a library failed: ") + error.what();
    __musa_host_work_failed(musaErrorUnknown, message.c_str());
  }
}
/// Once the program ends, work is neither begun nor destroyed: what it has may be gone.
template <typename Function> void unlessEnding(Function function) {
  ++underWay;
  if (!isEnding)
    function();
  --underWay;
  underWay.notify_all();
}
void run(void *data) {
  unlessEnding([=] { runWork(*static_cast<Work *>(data)); });
}
void runOnce(void *data) {
  unlessEnding([=] {
    const std::unique_ptr<Work> work(static_cast<Work *>(data));
    runWork(*work);
  });
}
void destroy(void *data) { delete static_cast<Work *>(data); }

/// Behind what the library has made until now: what is registered last runs first.
bool registerEnd() {
  process = getpid();
  return std::atexit(end) == 0;
}

} // namespace

void waitForWorkAtExit() { [[maybe_unused]] static const bool isRegistered = registerEnd(); }

musaError_t submit(musaStream_t stream, Work work, const char *name) {
  musaStreamCaptureStatus status = musaStreamCaptureStatusNone;
  musaGraph_t graph = nullptr;
  if (musaError_t error = musaStreamGetCaptureInfo(stream, &status, nullptr, &graph);
      error != musaSuccess)
    return error;
  waitForWorkAtExit();
  auto *data = new Work(std::move(work));
  if (status != musaStreamCaptureStatusActive) {
    const musaError_t error = __musa_launch_host_work(stream, runOnce, data, name);
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
  return __musa_launch_host_work(stream, run, data, name);
}

} // namespace musaport
