//===- unit/host/device_test.h - a device, and work that logs its order --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_UNIT_HOST_DEVICE_TEST_H
#define MUSAPORT_UNIT_HOST_DEVICE_TEST_H

#include "model/device.h"
#include "model/error.h"
#include "model/operation.h"
#include "model/stream.h"
#include "gtest/gtest.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace musart {

/// A stream that calls pass() waits until the test calls open().
class Gate {
public:
  void open() {
    const std::lock_guard lock(mutex);
    isOpen = true;
    changed.notify_all();
  }
  void pass() {
    std::unique_lock lock(mutex);
    changed.wait(lock, [this] { return isOpen; });
  }

private:
  std::mutex mutex;
  std::condition_variable changed;
  bool isOpen = false;
};

/// The error that `call` throws, or musaSuccess if it throws none.
template <typename Call> musaError_t errorOf(Call call) {
  try {
    call();
    return musaSuccess;
  } catch (const ApiError &error) {
    return error.code;
  }
}

/// Each test starts with a device in its initial state.
class DeviceTest : public ::testing::Test {
protected:
  ~DeviceTest() override { device.reset(); }

  std::shared_ptr<Stream> makeStream(unsigned flags = musaStreamDefault) {
    return device.createStream(flags, 0);
  }
  /// Work that calls `body` on the host. Only the test's own thread may create it.
  CallHost call(std::function<void()> body) {
    bodies.push_back(std::move(body));
    return {[](void *data) { (*static_cast<std::function<void()> *>(data))(); }, &bodies.back()};
  }
  CallHost say(const std::string &what) {
    return call([this, what] {
      const std::lock_guard lock(mutex);
      log.push_back(what);
    });
  }
  CallHost pass(Gate &gate) {
    return call([&] { gate.pass(); });
  }

  Device &device = currentDevice();
  std::vector<std::string> log; ///< read it only after the streams are done

private:
  std::mutex mutex;
  std::deque<std::function<void()>> bodies;
};

} // namespace musart

#endif // MUSAPORT_UNIT_HOST_DEVICE_TEST_H
