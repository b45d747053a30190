//===- host/model/stream.h - ordered asynchronous work ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_MODEL_STREAM_H
#define MUSAPORT_HOST_MODEL_STREAM_H

#include "model/operation.h"

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace musart {

class Device;
class Stream;

/// A stream's progress: it has reached operation number `ticket`.
struct Progress {
  std::shared_ptr<Stream> stream;
  uint64_t ticket = 0;
};

/// A queue of operations, run in order, one at a time. They are run by the stream's own thread,
/// which starts when first needed, or by a thread that waits for them. So a program that launches
/// and then waits does not switch between threads.
class Stream : public std::enable_shared_from_this<Stream> {
public:
  enum class Kind : uint8_t {
    Legacy, ///< the device's stream 0: synchronizes with blocking streams
    Blocking,
    NonBlocking
  };

  Stream(Device &device, Kind kind, unsigned flags, int priority);

  Device &device;
  const Kind kind;
  const unsigned flags;
  const int priority;
  const uint64_t id;

  /// Appends an operation. With `wait`, returns when it is done. Throws musaErrorOperatingSystem if
  /// no thread can be created to run it.
  uint64_t submit(Operation operation, bool wait = false);
  /// Returns when all operations up to `ticket` are done. Runs them if no other thread does.
  void waitFor(uint64_t ticket);
  void finish() { waitFor(lastTicket()); }
  bool isDone();
  uint64_t lastTicket();
  /// The attribute set by musaStreamSetAttribute.
  musaLaunchAttributeValue attribute(musaLaunchAttributeID which) const;
  void setAttribute(musaLaunchAttributeID which, const musaLaunchAttributeValue &value);
  void copyAttributes(const Stream &other);
  /// No more work will be submitted. The thread finishes pending work and ends.
  void close();

  std::shared_ptr<CaptureBranch> captured; ///< null: not captured; guarded by graphMutex()

private:
  friend class Device;
  struct Item {
    Operation operation;
    std::vector<Progress> after; ///< operations of other streams to wait for
    uint32_t correlation = 0;    ///< of the call, for a profiler
  };

  uint64_t enqueue(Operation operation, std::vector<Progress> after, bool wakeThread);
  void wake();
  /// Runs the first operation of the non-empty queue, with `lock` released meanwhile.
  void runOne(std::unique_lock<std::mutex> &lock);
  void threadMain();
  /// Like waitFor(), but runs no operation.
  void await(uint64_t ticket);
  /// Sleeps at most until the ticket is done.
  void sleep(std::unique_lock<std::mutex> &lock, uint64_t ticket);

  static constexpr uint64_t nobody = ~uint64_t{0};
  mutable std::mutex mutex;
  std::map<musaLaunchAttributeID, musaLaunchAttributeValue> attributes;
  std::condition_variable work;     ///< wakes the stream's thread
  std::condition_variable progress; ///< wakes other threads
  std::deque<Item> queue;
  uint64_t submitted = 0;
  uint64_t completed = 0;
  uint64_t awaited = nobody; ///< the lowest ticket that a thread waits for
  bool running = false;      ///< a thread is running an operation
  bool hasThread = false;
  bool closing = false;
};

/// Whether it is 0, musaStreamLegacy or musaStreamPerThread, which each device has.
bool isDefaultStream(musaStream_t handle);
std::shared_ptr<Stream> defaultStream(Device &device, musaStream_t handle);
/// One of the current device's, or a handle's. Throws musaErrorInvalidResourceHandle.
std::shared_ptr<Stream> findStream(musaStream_t handle);
/// Registers the stream and returns its handle.
musaStream_t addStream(std::shared_ptr<Stream> stream);
/// Invalidates the handle. Throws musaErrorInvalidResourceHandle.
void destroyStream(musaStream_t handle);
/// While this object exists, stream 0 means the calling thread's own default stream.
class PerThreadDefault {
public:
  PerThreadDefault();
  ~PerThreadDefault();
  PerThreadDefault(const PerThreadDefault &) = delete;
  PerThreadDefault &operator=(const PerThreadDefault &) = delete;
  static bool isOn();

private:
  const bool before;
};
/// Makes `call` with that meaning of stream 0.
template <typename Call> auto perThread(Call call) {
  const PerThreadDefault stream;
  return call();
}
/// For musaDeviceReset.
void destroyStreamsOf(const Device &device);

} // namespace musart

#endif // MUSAPORT_HOST_MODEL_STREAM_H
