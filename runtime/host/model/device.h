//===- host/model/device.h - a device and its context -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_MODEL_DEVICE_H
#define MUSAPORT_HOST_MODEL_DEVICE_H

#include "exec/execution.h"
#include "model/memory_pool.h"
#include "model/stream.h"

#include "driver_types.h"

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <vector>

namespace musart {

struct Allocation;
struct Architecture;

/// The limits of a launch.
struct LaunchLimits {
  int warpSize = 0;
  int threadsPerBlock = 0; ///< in total and per dimension
  int blocksPerGrid = 0;   ///< per dimension
  int threadsPerMultiprocessor = 0;
  int blocksPerMultiprocessor = 0;
  int multiprocessors = 0;
  size_t sharedBytesPerBlock = 0;
  size_t sharedBytesPerMultiprocessor = 0;
};

/// A device as the program sees it, with the single context that the runtime API gives it.
class Device {
public:
  explicit Device(int ordinal);
  Device(const Device &) = delete;
  Device &operator=(const Device &) = delete;

  const int ordinal; ///< its number in the program

  const LaunchLimits &launchLimits() const;
  musaDeviceProp properties() const;
  ExecutionOptions executionOptions() const;

  // The error because of which the context is lost.
  bool isLost() const { return error() != musaSuccess; }
  musaError_t error() const { return lostFor.load(std::memory_order_acquire); }
  void lose(musaError_t error);
  /// The program ends, and what its streams still have to do is not done.
  void abandon();

  // Streams.
  std::shared_ptr<Stream> legacyStream();
  std::shared_ptr<Stream> createStream(unsigned flags, int priority);
  /// Waits until all streams have finished all work submitted so far.
  void synchronize();
  bool isIdle() const;
  void reset();
  /// Waits like synchronize(), but runs no operation on this thread.
  void awaitAll();
  /// Submits an operation to a stream, after the operations of other streams that the rules of
  /// stream 0 require to come first.
  uint64_t enqueueInOrder(Stream &stream, Operation operation, bool wakeThread);
  /// Call this when the stream is idle and will receive no more work.
  void forget(const Stream &stream);

  // Memory.
  /// Throws musaErrorMemoryAllocation if the device has too little memory left.
  void *allocate(Allocation request);
  /// The same check without an allocation.
  void requireFree(size_t bytes) const;
  size_t freeBytes() const;
  size_t totalBytes() const;
  const std::shared_ptr<MemoryPool> defaultPool;
  std::shared_ptr<MemoryPool> currentPool() const;
  void setPool(std::shared_ptr<MemoryPool> next);

  // Settings made by the program.
  size_t limit(musaLimit which) const;
  void setLimit(musaLimit which, size_t value);
  std::atomic<unsigned> flags = musaDeviceScheduleAuto;
  std::atomic<musaFuncCache> cacheConfig = musaFuncCachePreferNone;
  bool canAccess(int peer) const;
  bool enablePeer(int peer);
  bool disablePeer(int peer);

private:
  std::vector<std::shared_ptr<Stream>> allStreams() const;

  mutable std::mutex mutex;
  std::atomic<musaError_t> lostFor = musaSuccess;
  std::shared_ptr<Stream> legacy;
  std::vector<std::shared_ptr<Stream>> streams; ///< all streams that have work or may receive some
  std::map<musaLimit, size_t> limits;
  std::set<int> peers;
  std::shared_ptr<MemoryPool> pool;
};

/// The devices that the program may use. devices() throws musaErrorNoDevice if there are none.
const std::vector<std::unique_ptr<Device>> &devices();
const std::vector<std::unique_ptr<Device>> &devicesIfAny();
/// Throws musaErrorInvalidDevice.
Device &deviceAt(int ordinal);
/// For a profiler, whose question does not initialize the driver; null: there is none.
Device *seenDevice(int ordinal);
/// The calling thread's current device.
Device &currentDevice();
void setCurrentDevice(int ordinal);
/// The error because of which the calling thread's current device is lost; musaSuccess if it is
/// not.
musaError_t contextError();
/// Whether the calling thread has used the runtime API and so has a context.
extern thread_local bool usesRuntime;
/// Whether the program has asked for the devices, which initializes the driver.
bool devicesExist();
int currentOrdinal();

/// A row of the architecture table, rules/gpu/architectures.json.
struct Architecture {
  const char *name; ///< mp_31
  unsigned musaArch;
  unsigned warpSize;
  size_t sharedMemoryPerBlock;
  size_t sharedMemoryPerMultiprocessor;
  size_t constantMemory;
  const char *product; ///< the first product; empty if there is none
};
extern const Architecture architectures[];
extern const size_t architectureCount;
extern const Architecture &defaultArchitecture; ///< of a program without device code
extern const size_t sharedMemoryReserved;       ///< bytes reserved in each kernel
/// The architecture of the devices: MUSA_HOST_ARCH, or else the program's at the first call.
const Architecture &deviceArchitecture();

/// Waits for all work of all devices without running any of it. For the end of the program.
void finishAllWork();

} // namespace musart

#endif // MUSAPORT_HOST_MODEL_DEVICE_H
