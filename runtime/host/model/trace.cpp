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

bool __musa_traced_stream(musaStream_t stream, bool per_thread, uint64_t *id, int *device) {
  try {
    std::optional<PerThreadDefault> own;
    if (per_thread)
      own.emplace();
    const std::shared_ptr<Stream> found = findStream(stream);
    *id = found->id;
    *device = found->device.ordinal;
    return true;
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
