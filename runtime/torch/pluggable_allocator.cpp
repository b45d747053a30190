//===- torch/pluggable_allocator.cpp ---------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "torch_musa/csrc/core/MUSAPluggableAllocator.h"

#include <c10/musa/MUSAException.h>
#include <c10/musa/MUSAFunctions.h>
#include <c10/musa/MUSAGuard.h>
#include <c10/musa/MUSAStream.h>

#include <mutex>
#include <unordered_map>

namespace torch::musa::MUSAPluggableAllocator {
namespace {

namespace caching = c10::musa::MUSACachingAllocator;
using caching::MUSAAllocator;

struct Block {
  size_t size;
  c10::DeviceIndex device;
  musaStream_t stream;
};

class PluggableAllocator;

/// What frees a tensor's memory: its own allocator, though another may be current by then.
struct Owned {
  PluggableAllocator *allocator;
  void *address;
};
void freeOwned(void *owned);

class PluggableAllocator final : public MUSAAllocator {
public:
  PluggableAllocator(std::function<MallocFuncType> allocate, std::function<FreeFuncType> free)
      : allocateBlock(std::move(allocate)), freeBlock(std::move(free)) {}

  c10::DataPtr allocate(size_t size) override {
    const auto device = c10::musa::current_device();
    void *address = allocateOn(size, device, c10::musa::getCurrentMUSAStream(device));
    return {address, new Owned{this, address}, freeOwned, {c10::DeviceType::PrivateUse1, device}};
  }
  void *raw_alloc(size_t size) override {
    const auto device = c10::musa::current_device();
    return allocateOn(size, device, c10::musa::getCurrentMUSAStream(device));
  }
  void *raw_alloc_with_stream(size_t size, musaStream_t stream) override {
    return allocateOn(size, c10::musa::current_device(), stream);
  }
  void raw_delete(void *address) override;
  // A tensor's context is not its address, so that libtorch must not take one for the other.
  c10::DeleterFnPtr raw_deleter() const override { return nullptr; }
  void copy_data(void *to, const void *from, size_t size) const override {
    C10_MUSA_CHECK(musaMemcpy(to, from, size, musaMemcpyDeviceToDevice));
  }

  void init(int /*devices*/) override { isInitialized = true; }
  bool initialized() override { return isInitialized; }
  void emptyCache() override {} // nothing is kept
  void enable(bool /*value*/) override {}
  bool isEnabled() const override { return true; }
  void recordStream(const c10::DataPtr & /*block*/, c10::musa::MUSAStream /*stream*/) override {
    // As PyTorch's for CUDA: the functions are not told. They see frees in the order of the host.
  }
  void *getBaseAllocation(void *address, size_t *size) override;
  std::string name() override { return "pluggable"; }

  double getMemoryFraction(c10::DeviceIndex /*device*/) override { return 1; }
  void setMemoryFraction(double, c10::DeviceIndex) override { refuse("setMemoryFraction"); }
  void cacheInfo(c10::DeviceIndex, size_t *) override { refuse("cacheInfo"); }
  c10::CachingDeviceAllocator::DeviceStats getDeviceStats(c10::DeviceIndex) override {
    refuse("getDeviceStats");
  }
  void resetAccumulatedStats(c10::DeviceIndex) override { refuse("resetAccumulatedStats"); }
  void resetPeakStats(c10::DeviceIndex) override { refuse("resetPeakStats"); }
  caching::SnapshotInfo snapshot() override { refuse("snapshot"); }
  void beginAllocateToPool(c10::DeviceIndex, c10::musa::MempoolId_t,
                           std::function<bool(musaStream_t)>) override {
    refuse("beginAllocateToPool");
  }
  void endAllocateToPool(c10::DeviceIndex, c10::musa::MempoolId_t) override {
    refuse("endAllocateToPool");
  }
  void releasePool(c10::DeviceIndex, c10::musa::MempoolId_t) override { refuse("releasePool"); }
  caching::ShareableHandle shareIpcHandle(void *) override { refuse("shareIpcHandle"); }
  std::shared_ptr<void> getIpcDevPtr(std::string) override { refuse("getIpcDevPtr"); }
  bool isHistoryEnabled() override { return false; }
  void recordHistory(bool, caching::CreateContextFn, size_t, caching::RecordContext) override {
    refuse("recordHistory");
  }
  void attachOutOfMemoryObserver(caching::OutOfMemoryObserver) override {
    refuse("attachOutOfMemoryObserver");
  }
  void attachAllocatorTraceTracker(caching::AllocatorTraceTracker) override {
    refuse("attachAllocatorTraceTracker");
  }
  std::shared_ptr<caching::AllocatorState> getCheckpointState(c10::DeviceIndex,
                                                              c10::musa::MempoolId_t) override {
    refuse("getCheckpointState");
  }
  caching::CheckpointDelta
  setCheckpointPoolState(c10::DeviceIndex, std::shared_ptr<caching::AllocatorState>) override {
    refuse("setCheckpointPoolState");
  }
  void enablePeerAccess(c10::DeviceIndex device, c10::DeviceIndex peer) override;
  musaError_t memcpyAsync(void *to, int, const void *from, int, size_t size, musaStream_t stream,
                          bool) override {
    return musaMemcpyAsync(to, from, size, musaMemcpyDeviceToDevice, stream);
  }

private:
  [[noreturn]] static void refuse(const char *what) {
    TORCH_CHECK_NOT_IMPLEMENTED(false, "MUSAPluggableAllocator does not support ", what);
    std::abort(); // not reached
  }
  void *allocateOn(size_t size, c10::DeviceIndex device, musaStream_t stream);

  std::function<MallocFuncType> allocateBlock;
  std::function<FreeFuncType> freeBlock;
  std::mutex mutex;
  std::unordered_map<void *, Block> blocks;
  bool isInitialized = false;
};

void *PluggableAllocator::allocateOn(size_t size, c10::DeviceIndex device, musaStream_t stream) {
  if (size == 0)
    return nullptr;
  void *address = allocateBlock(size, device, stream);
  TORCH_CHECK_WITH(OutOfMemoryError, address, "The pluggable allocator gave no memory: ", size,
                   " bytes were asked for, on musa:", int{device});
  const std::lock_guard lock(mutex);
  blocks[address] = {size, device, stream};
  return address;
}

void PluggableAllocator::raw_delete(void *address) {
  if (address == nullptr)
    return;
  decltype(blocks)::node_type block;
  {
    const std::lock_guard lock(mutex);
    block = blocks.extract(address);
  }
  TORCH_CHECK(block, "The pluggable allocator is to free an address that it did not give");
  const auto &[size, device, stream] = block.mapped();
  freeBlock(address, size, device, stream);
}

void *PluggableAllocator::getBaseAllocation(void *address, size_t *size) {
  const std::lock_guard lock(mutex);
  const auto block = blocks.find(address);
  TORCH_CHECK(block != blocks.end(), "The address is not one of the pluggable allocator");
  if (size)
    *size = block->second.size;
  return address;
}

void PluggableAllocator::enablePeerAccess(c10::DeviceIndex device, c10::DeviceIndex peer) {
  const c10::musa::MUSAGuard guard(device);
  const auto status = musaDeviceEnablePeerAccess(peer, 0);
  if (status == musaErrorPeerAccessAlreadyEnabled)
    (void)musaGetLastError();
  else
    C10_MUSA_CHECK(status);
}

void freeOwned(void *owned) {
  const std::unique_ptr<Owned> block(static_cast<Owned *>(owned));
  block->allocator->raw_delete(block->address);
}

/// Allocators that were current live on: tensors free their memory until the process ends.
std::shared_ptr<MUSAAllocator> &current() {
  static auto *const allocator = new std::shared_ptr<MUSAAllocator>(caching::get(), [](auto *) {});
  return *allocator;
}

} // namespace

std::shared_ptr<MUSAAllocator> createCustomAllocator(std::function<MallocFuncType> allocate,
                                                     std::function<FreeFuncType> free) {
  return std::make_shared<PluggableAllocator>(std::move(allocate), std::move(free));
}

void changeCurrentAllocator(const std::shared_ptr<MUSAAllocator> &allocator) {
  TORCH_CHECK(!caching::get()->initialized(),
              "Can't swap an already initialized allocator: change it before the device is used");
  static auto *const kept = new std::vector<std::shared_ptr<MUSAAllocator>>;
  kept->push_back(current());
  current() = allocator;
  caching::allocator.store(allocator.get());
}

std::shared_ptr<MUSAAllocator> getCurrentAllocator() { return current(); }

} // namespace torch::musa::MUSAPluggableAllocator
