//===- host/model/trace.cpp -------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "model/trace.h"

#include "model/device.h"
#include "model/error.h"
#include "model/image.h"
#include "model/stream.h"

#include <optional>

namespace musart {
namespace {

thread_local __musa_traced_call *callOfThread = nullptr;

uint32_t nextCorrelation() {
  static std::atomic<uint32_t> last = 0;
  const uint32_t next = ++last;
  return next != 0 ? next : ++last;
}

} // namespace

std::atomic<const __musa_trace_listener *> traceListener = nullptr;

void TracedCall::begin(const char *function, const void *parameters, bool isDriver) noexcept {
  if (callOfThread != nullptr) {
    listener = nullptr;
    return;
  }
  call = {function, parameters, nullptr, isDriver, nextCorrelation(), 0};
  callOfThread = &call;
  listener->begin(&call);
}

void TracedCall::finish(void *result) noexcept {
  call.result = result;
  listener->end(&call);
  callOfThread = nullptr;
}

uint32_t currentCorrelation() {
  if (traceListener.load(std::memory_order_relaxed) == nullptr) [[likely]]
    return 0;
  return callOfThread != nullptr ? callOfThread->correlation : 0;
}

} // namespace musart

using namespace musart;

extern "C" {

void __musa_listen(const __musa_trace_listener *listener) { traceListener = listener; }

int __musa_seen_device(void) { return currentOrdinal(); }

bool __musa_seen_properties(int device, musaDeviceProp *properties) {
  const Device *seen = seenDevice(device);
  if (seen != nullptr)
    *properties = seen->properties();
  return seen != nullptr;
}

bool __musa_seen_stream(musaStream_t stream, bool per_thread, int device,
                        __musa_traced_stream *to) {
  try {
    std::optional<PerThreadDefault> own;
    if (per_thread)
      own.emplace();
    std::shared_ptr<Stream> found;
    if (!isDefaultStream(stream))
      found = findStream(stream);
    else if (Device *seen = seenDevice(device); seen != nullptr)
      found = defaultStream(*seen, stream);
    if (found != nullptr)
      *to = {found->id, found->device.ordinal, found->flags, found->priority};
    return found != nullptr;
  } catch (const ApiError &) {
    return false;
  }
}

const char *__musa_traced_name(const void *function) {
  try {
    return findFunction(function).kernel->name;
  } catch (const ApiError &) {
    return nullptr;
  }
}

} // extern "C"
