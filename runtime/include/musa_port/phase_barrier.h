//===- musa_port/phase_barrier.h - a barrier of any threads ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What musa::barrier, musa::pipeline and the __mbarrier_ functions share: a barrier in 64 bits. A
// phase ends when nobody is left to arrive and no bytes are left to come. The next one begins then,
// with as many to arrive as the barrier expects.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_PHASE_BARRIER_H
#define MUSA_PORT_PHASE_BARRIER_H

#include "musa_runtime.h"

#include <sched.h>
#include <stdint.h>

namespace musa_port {

/// Lets the other threads of the block, or those of the host, run.
__host__ __device__ __forceinline__ void yield() {
#if defined(__MUSA_ARCH__)
  __nanosleep(0);
#else
  sched_yield();
#endif
}

/// Waits until `has_come()` or until some time is over, and says which. No CPU counts more than
/// five ticks a nanosecond, so that no wait is too short.
template <typename Duration, typename Condition>
__host__ __device__ bool wait_for(const Duration &most, Condition has_come) {
  using period = typename Duration::period;
  const double ticks = 5e9 * static_cast<double>(most.count()) * period::num / period::den;
  const unsigned long long begin = __builtin_readcyclecounter();
  while (!has_come()) {
    if (static_cast<double>(__builtin_readcyclecounter() - begin) > ticks)
      return false;
    yield();
  }
  return true;
}

/// The state of a barrier is one number, so that a token is one and no update is seen in part.
class phase_barrier {
public:
  /// The most arrivals that a phase can have.
  static constexpr uint32_t most = (1U << 20) - 1;

  phase_barrier() = default;

  __host__ __device__ static constexpr uint64_t initial(uint32_t expected) {
    return uint64_t{expected} << expectedAt | expected;
  }
  __host__ __device__ __forceinline__ static bool parity(uint64_t state) {
    return state >> phaseAt != 0;
  }
  /// How many had yet to arrive.
  __host__ __device__ static uint32_t pending(uint64_t state) { return state & most; }

  constexpr __host__ __device__ explicit phase_barrier(uint32_t expected)
      : state(initial(expected)) {}
  __host__ __device__ void init(uint32_t expected) {
    __atomic_store_n(&state, initial(expected), __ATOMIC_RELEASE);
  }

  /// Arrives `arrivals` times, and `dropped` times less in each later phase; `bytes` more have to
  /// come in this one (less, if negative). The last one calls `complete` before the phase ends.
  /// Returns the state from before.
  template <typename Completion>
  __host__ __device__ uint64_t arrive(uint32_t arrivals, uint32_t dropped, int32_t bytes,
                                      Completion &complete) {
    uint64_t before = __atomic_load_n(&state, __ATOMIC_ACQUIRE);
    uint64_t after;
    do
      after = changed(before, arrivals, dropped, bytes);
    while (!__atomic_compare_exchange_n(&state, &before, after, /*weak=*/false, __ATOMIC_ACQ_REL,
                                        __ATOMIC_ACQUIRE));
    if ((after & ~(uint64_t{most} << expectedAt | phaseBit)) == 0) { // nothing is left to come
      complete();
      const uint64_t expected = after >> expectedAt & most;
      __atomic_store_n(&state, (after ^ phaseBit) | expected, __ATOMIC_RELEASE);
    }
    return before;
  }

  /// Whether the phase of this parity has ended. It is the current one, or the one before.
  __host__ __device__ __forceinline__ bool has_ended(bool phase) const {
    return parity(__atomic_load_n(&state, __ATOMIC_ACQUIRE)) != phase;
  }
  __host__ __device__ void wait(bool phase) const {
    while (!has_ended(phase))
      yield();
  }

  /// For functions that take the bits in shared memory as a number.
  __host__ __device__ __forceinline__ static phase_barrier &of(uint64_t *number) {
    return *reinterpret_cast<phase_barrier *>(number);
  }
  __host__ __device__ uint64_t *native() { return &state; }

private:
  // From the lowest bit: 20 of the pending arrivals, 20 of the expected ones, 21 of the bytes, and
  // in the highest the phase.
  static constexpr unsigned expectedAt = 20, bytesAt = 40, phaseAt = 63;
  static constexpr uint64_t phaseBit = uint64_t{1} << phaseAt;
  static constexpr uint64_t bytesMask = (uint64_t{1} << 21) - 1;

  __host__ __device__ static uint64_t changed(uint64_t from, uint32_t arrivals, uint32_t dropped,
                                              int32_t bytes) {
    const uint64_t coming =
        (from >> bytesAt) + static_cast<uint64_t>(static_cast<int64_t>(bytes)) & bytesMask;
    const uint64_t counts =
        (from & ((uint64_t{1} << bytesAt) - 1)) - arrivals - (uint64_t{dropped} << expectedAt);
    return (from & phaseBit) | coming << bytesAt | counts;
  }

  uint64_t state;
};
static_assert(sizeof(phase_barrier) == 8);

/// What ends a phase without a function of the user's.
struct no_completion {
  __host__ __device__ void operator()() const {}
};

} // namespace musa_port

#endif // MUSA_PORT_PHASE_BARRIER_H
