//===- torch/forwarding_allocator.h - an allocator that forwards to another -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_TORCH_FORWARDING_ALLOCATOR_H
#define MUSAPORT_TORCH_FORWARDING_ALLOCATOR_H

#include <c10/musa/MUSACachingAllocator.h>

namespace torch_musa {

namespace caching = c10::musa::MUSACachingAllocator;

/// Forwards everything to another allocator. Derive from it to change some of its behaviour.
class ForwardingAllocator : public caching::MUSAAllocator {
public:
  explicit ForwardingAllocator(MUSAAllocator &next) : next(next) {}

  c10::DataPtr allocate(size_t size) override { return next.allocate(size); }
  c10::DeleterFnPtr raw_deleter() const override { return next.raw_deleter(); }
  void copy_data(void *to, const void *from, size_t size) const override {
    next.copy_data(to, from, size);
  }
  void *raw_alloc(size_t size) override { return next.raw_alloc(size); }
  void *raw_alloc_with_stream(size_t size, musaStream_t stream) override {
    return next.raw_alloc_with_stream(size, stream);
  }
  void raw_delete(void *block) override { next.raw_delete(block); }
  void init(int devices) override { next.init(devices); }
  bool initialized() override { return next.initialized(); }
  double getMemoryFraction(c10::DeviceIndex device) override {
    return next.getMemoryFraction(device);
  }
  void setMemoryFraction(double fraction, c10::DeviceIndex device) override {
    next.setMemoryFraction(fraction, device);
  }
  void emptyCache() override { next.emptyCache(); }
  void enable(bool value) override { next.enable(value); }
  bool isEnabled() const override { return next.isEnabled(); }
  void cacheInfo(c10::DeviceIndex device, size_t *largest) override {
    next.cacheInfo(device, largest);
  }
  void *getBaseAllocation(void *block, size_t *size) override {
    return next.getBaseAllocation(block, size);
  }
  void recordStream(const c10::DataPtr &block, c10::musa::MUSAStream stream) override {
    next.recordStream(block, stream);
  }
  c10::CachingDeviceAllocator::DeviceStats getDeviceStats(c10::DeviceIndex device) override {
    return next.getDeviceStats(device);
  }
  void resetAccumulatedStats(c10::DeviceIndex device) override {
    next.resetAccumulatedStats(device);
  }
  void resetPeakStats(c10::DeviceIndex device) override { next.resetPeakStats(device); }
  caching::SnapshotInfo snapshot() override { return next.snapshot(); }
  void beginAllocateToPool(c10::DeviceIndex device, c10::musa::MempoolId_t pool,
                           std::function<bool(musaStream_t)> filter) override {
    next.beginAllocateToPool(device, pool, std::move(filter));
  }
  void endAllocateToPool(c10::DeviceIndex device, c10::musa::MempoolId_t pool) override {
    next.endAllocateToPool(device, pool);
  }
  void releasePool(c10::DeviceIndex device, c10::musa::MempoolId_t pool) override {
    next.releasePool(device, pool);
  }
  int getPoolUseCount(c10::DeviceIndex device, c10::musa::MempoolId_t pool) override {
    return next.getPoolUseCount(device, pool);
  }
  void ensureExistsAndIncrefPool(c10::DeviceIndex device, c10::musa::MempoolId_t pool) override {
    next.ensureExistsAndIncrefPool(device, pool);
  }
  bool checkPoolLiveAllocations(c10::DeviceIndex device, c10::musa::MempoolId_t pool,
                                const std::unordered_set<void *> &expected) override {
    return next.checkPoolLiveAllocations(device, pool, expected);
  }
  caching::ShareableHandle shareIpcHandle(void *block) override {
    return next.shareIpcHandle(block);
  }
  std::shared_ptr<void> getIpcDevPtr(std::string handle) override {
    return next.getIpcDevPtr(std::move(handle));
  }
  bool isHistoryEnabled() override { return next.isHistoryEnabled(); }
  void recordHistory(bool enabled, caching::CreateContextFn context, size_t entries,
                     caching::RecordContext when) override {
    next.recordHistory(enabled, context, entries, when);
  }
  void recordAnnotation(const std::vector<std::pair<std::string, std::string>> &text) override {
    next.recordAnnotation(text);
  }
  void attachOutOfMemoryObserver(caching::OutOfMemoryObserver observer) override {
    next.attachOutOfMemoryObserver(std::move(observer));
  }
  void attachAllocatorTraceTracker(caching::AllocatorTraceTracker tracker) override {
    next.attachAllocatorTraceTracker(std::move(tracker));
  }
  void enablePeerAccess(c10::DeviceIndex device, c10::DeviceIndex peer) override {
    next.enablePeerAccess(device, peer);
  }
  musaError_t memcpyAsync(void *to, int toDevice, const void *from, int fromDevice, size_t size,
                          musaStream_t stream, bool peerAccess) override {
    return next.memcpyAsync(to, toDevice, from, fromDevice, size, stream, peerAccess);
  }
  std::shared_ptr<caching::AllocatorState>
  getCheckpointState(c10::DeviceIndex device, c10::musa::MempoolId_t pool) override {
    return next.getCheckpointState(device, pool);
  }
  caching::CheckpointDelta
  setCheckpointPoolState(c10::DeviceIndex device,
                         std::shared_ptr<caching::AllocatorState> state) override {
    return next.setCheckpointPoolState(device, std::move(state));
  }
  std::string name() override { return next.name(); }

protected:
  MUSAAllocator &next;
};

} // namespace torch_musa

#endif
