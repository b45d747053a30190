//===- torch/distributed/reducer_timer.cpp - times of DDP's steps -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <ATen/musa/MUSAEvent.h>
#include <array>
#include <c10/core/DeviceGuard.h>
#include <optional>
#include <torch/csrc/distributed/c10d/reducer_timer.hpp>

namespace c10d {
namespace {

/// Measures the parts of a step of DistributedDataParallel as the device comes to them. Without it
/// DDP warns that there are no statistics of times.
class MusaTimer final : public Timer {
public:
  explicit MusaTimer(c10::Device device) : device(device) {}

  void record(Event event) override {
    Timer::record(event); // the host's time
    const c10::OptionalDeviceGuard guard(device);
    events[static_cast<std::size_t>(event)].record();
  }

  std::optional<std::int64_t> measureDifference(Event start, Event end) override {
    const c10::OptionalDeviceGuard guard(device);
    at::musa::MUSAEvent &first = events[static_cast<std::size_t>(start)];
    at::musa::MUSAEvent &last = events[static_cast<std::size_t>(end)];
    if (!first.isCreated() || !last.isCreated())
      return std::nullopt;
    first.synchronize();
    last.synchronize();
    const float milliseconds = first.elapsed_time(last);
    if (milliseconds < 0) // `last` is of an earlier step
      return std::nullopt;
    return static_cast<std::int64_t>(milliseconds * 1e6);
  }

private:
  static constexpr std::size_t count = static_cast<std::size_t>(Event::kBackwardCommEnd) + 1;

  c10::Device device;
  std::array<at::musa::MUSAEvent, count> events = {
      at::musa::MUSAEvent(musaEventDefault), at::musa::MUSAEvent(musaEventDefault),
      at::musa::MUSAEvent(musaEventDefault), at::musa::MUSAEvent(musaEventDefault),
      at::musa::MUSAEvent(musaEventDefault)};
};

C10_REGISTER_TYPED_CLASS(TimerRegistry, c10::kPrivateUse1, MusaTimer)

} // namespace
} // namespace c10d
