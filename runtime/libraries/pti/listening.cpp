//===- libraries/pti/listening.cpp -----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "listening.h"

#include "names.h"

#include <atomic>
#include <chrono>
#include <mutex>
#include <unistd.h>

namespace musaport::pti {
namespace {

std::atomic<MUpti_TimestampCallbackFunc> clockOfProgram = nullptr;

/// Of the call that the thread is in: calls are not nested.
thread_local uint64_t startOfCall = 0;

void begin(__musa_traced_call *call) {
  const MUpti_CallbackId cbid = callbackOf(call->function, call->isDriver);
  if (cbid == 0)
    return;
  recordBegin(*call);
  callBack(*call, cbid, MUPTI_API_ENTER);
  startOfCall = now();
}

void end(__musa_traced_call *call) {
  const MUpti_CallbackId cbid = callbackOf(call->function, call->isDriver);
  if (cbid == 0)
    return;
  recordEnd(*call, cbid, startOfCall);
  callBack(*call, cbid, MUPTI_API_EXIT);
}

void done(const __musa_traced_work *work) { recordWork(*work); }

constexpr __musa_trace_listener listener = {begin, end, now, done};

} // namespace

void updateListening() {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  __musa_listen(isAnyEnabled() || hasSubscriber() ? &listener : nullptr);
}

uint64_t now() {
  if (const MUpti_TimestampCallbackFunc clock = clockOfProgram)
    return clock();
  const auto since1970 = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(since1970).count());
}

uint32_t processId() { return static_cast<uint32_t>(getpid()); }

uint32_t threadId() {
  static thread_local const auto id = static_cast<uint32_t>(gettid());
  return id;
}

} // namespace musaport::pti

using namespace musaport::pti;

extern "C" {

MUptiResult muptiActivityRegisterTimestampCallback(MUpti_TimestampCallbackFunc funcTimestamp) {
  if (funcTimestamp == nullptr)
    return MUPTI_ERROR_INVALID_PARAMETER;
  clockOfProgram = funcTimestamp;
  return MUPTI_SUCCESS;
}

MUptiResult muptiGetTimestamp(uint64_t *timestamp) {
  if (timestamp == nullptr)
    return MUPTI_ERROR_INVALID_PARAMETER;
  *timestamp = now();
  return MUPTI_SUCCESS;
}

} // extern "C"
