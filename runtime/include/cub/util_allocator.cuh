//===- cub/util_allocator.cuh - device memory that is used again --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_UTIL_ALLOCATOR_CUH
#define CUB_UTIL_ALLOCATOR_CUH

#include "cub/util_device.cuh"
#include <map>
#include <mutex>
#include <set>
#include <vector>

CUB_NAMESPACE_BEGIN

/// Caches freed blocks for later requests. The block sizes are powers of bin_growth. The same
/// stream reuses a block at once; another stream, after the work queued before the free is done.
struct CachingDeviceAllocator {
  static constexpr unsigned INVALID_BIN = static_cast<unsigned>(-1);
  static constexpr size_t INVALID_SIZE = static_cast<size_t>(-1);
  static constexpr int INVALID_DEVICE_ORDINAL = -1;

  struct TotalBytes {
    size_t free = 0;
    size_t live = 0;
  };

  explicit CachingDeviceAllocator(unsigned bin_growth, unsigned min_bin = 1,
                                  unsigned max_bin = INVALID_BIN,
                                  size_t max_cached_bytes = INVALID_SIZE, bool skip_cleanup = false,
                                  bool = false)
      : bin_growth(bin_growth), min_bin(min_bin), max_bin(max_bin),
        max_cached_bytes(max_cached_bytes), skip_cleanup(skip_cleanup) {}
  explicit CachingDeviceAllocator(bool skip_cleanup = false, bool = false)
      : CachingDeviceAllocator(8, 3, 7, (size_t(1) << 21) * 3 - 1, skip_cleanup) {}
  ~CachingDeviceAllocator() {
    if (!skip_cleanup)
      FreeAllCached();
  }
  CachingDeviceAllocator(const CachingDeviceAllocator &) = delete;
  CachingDeviceAllocator &operator=(const CachingDeviceAllocator &) = delete;

  /// Sets the limit on cached bytes. DeviceFree checks it; blocks that are cached already stay.
  musaError_t SetMaxCachedBytes(size_t bytes) {
    const std::lock_guard<std::mutex> lock(mutex);
    max_cached_bytes = bytes;
    return musaSuccess;
  }

  musaError_t DeviceAllocate(int device, void **d_ptr, size_t bytes,
                             musaStream_t active_stream = 0) {
    *d_ptr = nullptr;
    if (device == INVALID_DEVICE_ORDINAL)
      device = CurrentDevice();
    const size_t size = binned(bytes);
    const std::lock_guard<std::mutex> lock(mutex);
    for (size_t i = 0; size != INVALID_SIZE && i < cached.size(); ++i) {
      const Block block = cached[i];
      if (block.device != device || block.bytes != size ||
          (block.stream != active_stream && musaEventQuery(block.ready) == musaErrorNotReady))
        continue;
      cached.erase(cached.begin() + static_cast<ptrdiff_t>(i));
      cached_bytes[device].free -= size;
      return begin_use(block, active_stream, d_ptr);
    }
    Block block{nullptr, size == INVALID_SIZE ? bytes : size, size != INVALID_SIZE, device, nullptr,
                nullptr};
    const SwitchDevice current(device);
    musaError_t status = musaMalloc(&block.pointer, block.bytes);
    if (status == musaErrorMemoryAllocation) {
      (void)musaGetLastError();
      free_cached(device);
      status = musaMalloc(&block.pointer, block.bytes);
    }
    if (CubDebug(status) != musaSuccess)
      return status;
    status = CubDebug(musaEventCreateWithFlags(&block.ready, musaEventDisableTiming));
    if (status == musaSuccess)
      return begin_use(block, active_stream, d_ptr);
    (void)CubDebug(musaFree(block.pointer));
    return status;
  }
  musaError_t DeviceAllocate(void **d_ptr, size_t bytes, musaStream_t active_stream = 0) {
    return DeviceAllocate(INVALID_DEVICE_ORDINAL, d_ptr, bytes, active_stream);
  }

  musaError_t DeviceFree(int device, void *d_ptr) {
    if (device == INVALID_DEVICE_ORDINAL)
      device = CurrentDevice();
    const std::lock_guard<std::mutex> lock(mutex);
    const auto found = live.find(d_ptr);
    if (found == live.end())
      return CubDebug(musaErrorInvalidValue);
    const Block block = found->second;
    live.erase(found);
    TotalBytes &total = cached_bytes[block.device];
    total.live -= block.bytes;
    const SwitchDevice current(block.device);
    if (!block.binned || total.free + block.bytes > max_cached_bytes)
      return release(block);
    total.free += block.bytes;
    cached.push_back(block);
    return CubDebug(musaEventRecord(block.ready, block.stream));
  }
  musaError_t DeviceFree(void *d_ptr) { return DeviceFree(INVALID_DEVICE_ORDINAL, d_ptr); }

  musaError_t FreeAllCached() {
    const std::lock_guard<std::mutex> lock(mutex);
    return free_cached(INVALID_DEVICE_ORDINAL);
  }

  unsigned bin_growth;
  unsigned min_bin;
  unsigned max_bin;
  size_t max_cached_bytes;
  const bool skip_cleanup;
  std::mutex mutex;
  std::map<int, TotalBytes> cached_bytes;

private:
  struct Block {
    void *pointer;
    size_t bytes;
    bool binned;
    int device;
    musaStream_t stream;
    musaEvent_t ready;
  };

  /// The size of the smallest bin that holds `bytes`; INVALID_SIZE if none does.
  size_t binned(size_t bytes) const {
    size_t size = 1;
    unsigned bin = 0;
    for (; bin < min_bin || size < bytes; ++bin) {
      if (bin >= max_bin || size > INVALID_SIZE / bin_growth)
        return INVALID_SIZE;
      size *= bin_growth;
    }
    return size;
  }
  musaError_t begin_use(Block block, musaStream_t stream, void **d_ptr) {
    block.stream = stream;
    cached_bytes[block.device].live += block.bytes;
    live[block.pointer] = block;
    *d_ptr = block.pointer;
    return musaSuccess;
  }
  static musaError_t release(const Block &block) {
    const musaError_t freed = CubDebug(musaFree(block.pointer));
    const musaError_t destroyed = CubDebug(musaEventDestroy(block.ready));
    return freed != musaSuccess ? freed : destroyed;
  }
  musaError_t free_cached(int device) {
    musaError_t status = musaSuccess;
    std::vector<Block> kept;
    for (const Block &block : cached) {
      if (device != INVALID_DEVICE_ORDINAL && block.device != device) {
        kept.push_back(block);
        continue;
      }
      const SwitchDevice current(block.device);
      cached_bytes[block.device].free -= block.bytes;
      if (const musaError_t error = release(block); status == musaSuccess)
        status = error;
    }
    cached = kept;
    return status;
  }

  std::vector<Block> cached;
  std::map<void *, Block> live;
};

CUB_NAMESPACE_END

#endif // CUB_UTIL_ALLOCATOR_CUH
