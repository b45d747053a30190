//===- libraries/pti/listening.cpp -----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "listening.h"

#include "names.h"

#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <unistd.h>

namespace musaport::pti {
namespace {

/// Does not go back, as the system's may when it is set.
uint64_t steadyTime() {
  using std::chrono::nanoseconds;
  static const nanoseconds offset = std::chrono::system_clock::now().time_since_epoch() -
                                    std::chrono::steady_clock::now().time_since_epoch();
  const auto since1970 = std::chrono::steady_clock::now().time_since_epoch() + offset;
  return static_cast<uint64_t>(std::chrono::duration_cast<nanoseconds>(since1970).count());
}

std::atomic<Clock> clockOfProgram = &steadyTime;

/// Of the call that the thread is in: calls are not nested.
struct Start {
  Clock clock;
  uint64_t time;
};
thread_local Start startOfCall = {};

void begin(__musa_traced_call *call) {
  const MUpti_CallbackId cbid = callbackOf(call->function, call->isDriver);
  if (cbid == 0)
    return;
  recordBegin(*call);
  callBack(*call, cbid, MUPTI_API_ENTER);
  const Clock clock = currentClock();
  startOfCall = {clock, clock()};
}

void end(__musa_traced_call *call) {
  const MUpti_CallbackId cbid = callbackOf(call->function, call->isDriver);
  if (cbid == 0)
    return;
  const auto [clock, time] = startOfCall;
  recordEnd(*call, cbid, time, clock());
  callBack(*call, cbid, MUPTI_API_EXIT);
}

void done(const __musa_traced_work *work) { recordWork(*work); }

/// One for each clock, since work that has begun ends by the clock of its listener.
const __musa_trace_listener *listener() {
  static auto *all = new std::map<Clock, __musa_trace_listener>;
  const Clock clock = currentClock();
  return &all->try_emplace(clock, __musa_trace_listener{begin, end, clock, done}).first->second;
}

} // namespace

void updateListening() {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  __musa_listen(isAnyEnabled() || hasSubscriber() ? listener() : nullptr);
}

Clock currentClock() { return clockOfProgram; }

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
  updateListening();
  return MUPTI_SUCCESS;
}

MUptiResult muptiGetTimestamp(uint64_t *timestamp) {
  if (timestamp == nullptr)
    return MUPTI_ERROR_INVALID_PARAMETER;
  *timestamp = now();
  return MUPTI_SUCCESS;
}

} // extern "C"
