//===- host/model/trace.h - tells a profiler what happens -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_MODEL_TRACE_H
#define MUSAPORT_HOST_MODEL_TRACE_H

#include "musa_port/host/trace.h"

#include <atomic>

namespace musart {

extern std::atomic<const __musa_trace_listener *> traceListener;

/// While this object exists, the calling thread is in this call. Nothing happens if nobody listens,
/// or if the thread is in a call already.
class TracedCall {
public:
  TracedCall(const char *function, const void *parameters, bool isDriver) noexcept
      : listener(traceListener.load(std::memory_order_acquire)) {
    if (listener != nullptr) [[unlikely]]
      begin(function, parameters, isDriver);
  }
  TracedCall(const TracedCall &) = delete;
  TracedCall &operator=(const TracedCall &) = delete;

  /// The call ends with this result.
  template <typename Result> Result end(Result result) noexcept {
    if (listener != nullptr) [[unlikely]]
      finish(&result);
    return result;
  }

private:
  void begin(const char *function, const void *parameters, bool isDriver) noexcept;
  void finish(void *result) noexcept;

  const __musa_trace_listener *listener;
  __musa_traced_call call; ///< set only if somebody listens
};

/// Of the call that the thread is in; 0 if nobody listens.
uint32_t currentCorrelation();

/// Which call and stream an operation comes from.
struct Origin {
  uint32_t correlation = 0;
  uint64_t stream = 0;
  bool inGraph = false;
};

/// Runs `work`. If somebody listens, `describe` first fills in what it is.
template <typename Work, typename Describe>
void trace(const Origin &origin, int device, Work work, Describe describe) {
  const __musa_trace_listener *listener = traceListener.load(std::memory_order_acquire);
  if (listener == nullptr) [[likely]] {
    work();
    return;
  }
  __musa_traced_work record = {};
  record.correlation = origin.correlation;
  record.stream = origin.stream;
  record.inGraph = origin.inGraph;
  record.device = device;
  describe(record);
  record.start = listener->now();
  work();
  record.end = listener->now();
  listener->done(&record);
}

} // namespace musart

#endif // MUSAPORT_HOST_MODEL_TRACE_H
