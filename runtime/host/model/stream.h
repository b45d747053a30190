//===- host/model/stream.h - work in order, beside the host's ---*- C++ -*-===//
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

/// That a stream has come to its operation number `ticket`.
struct Progress {
  std::shared_ptr<Stream> stream;
  uint64_t ticket = 0;
};

/// A queue of operations. They are run in order, one at a time, by the stream's own thread, which
/// starts when it is first needed, or by a thread that waits for them: the queue has no other
/// owner, so that a program that launches and waits does not switch between threads.
class Stream : public std::enable_shared_from_this<Stream> {
public:
  enum class Kind : uint8_t {
    Legacy, ///< the device's stream 0: waits for blocking streams, and they for it
    Blocking,
    NonBlocking
  };

  Stream(Device &device, Kind kind, unsigned flags, int priority);

  Device &device;
  const Kind kind;
  const unsigned flags;
  const int priority;
  const uint64_t id;

  /// Puts an operation behind the others. With `wait`, returns when it is done. Throws
  /// musaErrorOperatingSystem if the system gives no thread to run it.
  uint64_t submit(Operation operation, bool wait = false);
  /// Returns when all operations up to `ticket` are done, and runs them if nobody does.
  void waitFor(uint64_t ticket);
  void finish() { waitFor(lastTicket()); }
  bool isDone();
  uint64_t lastTicket();
  /// What musaStreamSetAttribute set.
  musaLaunchAttributeValue attribute(musaLaunchAttributeID which) const;
  void setAttribute(musaLaunchAttributeID which, const musaLaunchAttributeValue &value);
  void copyAttributes(const Stream &other);
  /// No more work comes; what is there is done. The thread ends after that.
  void close();

  std::shared_ptr<CaptureBranch> captured; ///< null: it is not; under graphMutex()

private:
  friend class Device;
  struct Item {
    Operation operation;
    std::vector<Progress> after; ///< of other streams
  };

  uint64_t enqueue(Operation operation, std::vector<Progress> after, bool wakeThread);
  void wake();
  /// Runs the first operation of the queue, which is not empty, with `lock` released meanwhile.
  void runOne(std::unique_lock<std::mutex> &lock);
  void threadMain();
  /// As waitFor(), but runs nothing.
  void await(uint64_t ticket);
  /// Until that ticket is done, or sooner.
  void sleep(std::unique_lock<std::mutex> &lock, uint64_t ticket);

  static constexpr uint64_t nobody = ~uint64_t{0};
  mutable std::mutex mutex;
  std::map<musaLaunchAttributeID, musaLaunchAttributeValue> attributes;
  std::condition_variable work;     ///< for the stream's thread
  std::condition_variable progress; ///< for others
  std::deque<Item> queue;
  uint64_t submitted = 0;
  uint64_t completed = 0;
  uint64_t awaited = nobody; ///< the lowest ticket that somebody waits for
  bool running = false;      ///< somebody runs an operation
  bool hasThread = false;
  bool closing = false;
};

/// 0, musaStreamLegacy, musaStreamPerThread or a handle. Throws musaErrorInvalidResourceHandle.
std::shared_ptr<Stream> findStream(musaStream_t handle);
/// A handle of it, for the program.
musaStream_t addStream(std::shared_ptr<Stream> stream);
/// The program has that handle no more. Throws musaErrorInvalidResourceHandle.
void destroyStream(musaStream_t handle);
/// While it exists, stream 0 is the calling thread's own.
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
/// `call`, for a program whose stream 0 that is.
template <typename Call> auto perThread(Call call) {
  const PerThreadDefault stream;
  return call();
}
/// For musaDeviceReset.
void destroyStreamsOf(const Device &device);

} // namespace musart

#endif // MUSAPORT_HOST_MODEL_STREAM_H
