//===- torch/memory_debug.cpp ----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "torch_musa/csrc/core/MemoryDebug.h"

#include "forwarding_allocator.h"

#include <c10/musa/MUSAException.h>
#include <c10/musa/MUSAFunctions.h>
#include <c10/musa/MUSAGraphsC10Utils.h>
#include <c10/musa/MUSAGuard.h>
#include <torch/csrc/profiler/combined_traceback.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <iostream>
#include <map>
#include <mutex>
#include <set>
#include <sstream>
#include <string_view>

namespace torch_musa::memory_debug {
namespace {

/// Blocks stay aligned as the caching allocator aligns them.
constexpr size_t guardSize = 512;
using Guard = std::array<uint8_t, guardSize>;

/// No value that a program writes by chance repeats in it.
constexpr Guard guardBytes() {
  Guard bytes{};
  uint32_t state = 0x6d757361;
  for (auto &byte : bytes) {
    state = state * 1664525 + 1013904223;
    byte = static_cast<uint8_t>(state >> 24);
  }
  return bytes;
}
constexpr Guard intact = guardBytes();

struct Block {
  size_t size = 0;
  c10::DeviceIndex device = 0;
  musaStream_t stream = nullptr; ///< that it was allocated on
  std::shared_ptr<torch::CapturedTraceback> traceback;
};

char *guardBefore(void *block) { return static_cast<char *>(block) - guardSize; }
char *guardAfter(void *block, size_t size) { return static_cast<char *>(block) + size; }

/// Frames that say nothing of who allocates: this allocator's own, and the dispatcher's.
bool isPlumbing(const std::string &function) {
  for (const char *prefix : {"torch::unwind::", "torch::CapturedTraceback::",
                             "torch_musa::memory_debug::", "c10::impl::"})
    if (function.compare(0, std::string_view(prefix).size(), prefix) == 0)
      return true;
  return false;
}

/// Python's frames are among the C++ ones, each where it called them.
std::string stackOf(torch::CapturedTraceback *traceback) {
  if (!traceback)
    return {};
  const auto symbolized = torch::symbolize({traceback});
  std::ostringstream text;
  for (const auto index : symbolized.tracebacks.at(0)) {
    const auto &frame = symbolized.all_frames.at(index);
    if (isPlumbing(frame.funcname))
      continue;
    text << "    " << frame.funcname;
    if (frame.lineno != 0)
      text << " (" << frame.filename << ':' << frame.lineno << ')';
    text << '\n';
  }
  return text.str();
}

/// What is written in the guard bytes, if anything is. Everything that could write has ended.
std::optional<Damage> examine(void *address, const Block &block) {
  Guard before{};
  Guard after{};
  C10_MUSA_CHECK(
      musaMemcpy(before.data(), guardBefore(address), guardSize, musaMemcpyDeviceToHost));
  C10_MUSA_CHECK(
      musaMemcpy(after.data(), guardAfter(address, block.size), guardSize, musaMemcpyDeviceToHost));
  if (before == intact && after == intact)
    return std::nullopt;

  Damage damage;
  damage.address = address;
  damage.size = block.size;
  damage.device = block.device;
  for (size_t i = 0; i < guardSize; ++i) {
    damage.before += before[i] != intact[i];
    damage.after += after[i] != intact[i];
  }
  const Guard &first = damage.before ? before : after;
  const auto place = std::mismatch(first.begin(), first.end(), intact.begin()).first;
  damage.lowest =
      place - first.begin() +
      (damage.before ? -static_cast<ptrdiff_t>(guardSize) : static_cast<ptrdiff_t>(block.size));
  damage.stack = stackOf(block.traceback.get());
  return damage;
}

bool capturing() {
  return c10::musa::currentStreamCaptureStatusMayInitCtx() != c10::musa::CaptureStatus::None;
}

class GuardingAllocator final : public ForwardingAllocator {
public:
  using ForwardingAllocator::ForwardingAllocator;

  std::atomic<bool> guarding{false};

  c10::DataPtr allocate(size_t size) override;
  c10::DeleterFnPtr raw_deleter() const override;
  void *raw_alloc(size_t size) override;
  void *raw_alloc_with_stream(size_t size, musaStream_t stream) override;
  void raw_delete(void *address) override;
  void *getBaseAllocation(void *address, size_t *size) override;
  void recordStream(const c10::DataPtr &pointer, c10::musa::MUSAStream stream) override;
  caching::ShareableHandle shareIpcHandle(void *address) override;

  bool manages(const void *address);
  size_t blockCount();
  std::vector<Damage> findDamage();

private:
  /// While work is captured nothing can be waited for, and blocks are a graph's own.
  bool guards(size_t size) const { return guarding && size != 0 && !capturing(); }
  void *watch(void *base, size_t size, musaStream_t stream);
  bool isWatched(void *address);
  void release(void *address, const Block &block);

  std::mutex mutex;
  std::map<void *, Block> blocks; ///< by the address that the program has
  std::vector<Damage> foundOnFree;
};

GuardingAllocator &instance();

void deleteBlock(void *address) { instance().raw_delete(address); }

void *GuardingAllocator::watch(void *base, size_t size, musaStream_t stream) {
  void *address = static_cast<char *>(base) + guardSize;
  Block block{size, c10::musa::current_device(), stream,
              torch::CapturedTraceback::gather(/*python=*/true, /*script=*/false, /*cpp=*/true)};
  C10_MUSA_CHECK(musaMemcpyAsync(guardBefore(address), intact.data(), guardSize,
                                 musaMemcpyHostToDevice, stream));
  C10_MUSA_CHECK(musaMemcpyAsync(guardAfter(address, size), intact.data(), guardSize,
                                 musaMemcpyHostToDevice, stream));
  const std::lock_guard lock(mutex);
  blocks.insert_or_assign(address, std::move(block));
  return address;
}

c10::DataPtr GuardingAllocator::allocate(size_t size) {
  void *address = raw_alloc(size);
  return {address, address, &deleteBlock, {at::kPrivateUse1, c10::musa::current_device()}};
}

c10::DeleterFnPtr GuardingAllocator::raw_deleter() const { return &deleteBlock; }

void *GuardingAllocator::raw_alloc(size_t size) {
  if (!guards(size))
    return next.raw_alloc(size);
  return watch(next.raw_alloc(size + 2 * guardSize), size, c10::musa::getCurrentMUSAStream());
}

void *GuardingAllocator::raw_alloc_with_stream(size_t size, musaStream_t stream) {
  if (!guards(size))
    return next.raw_alloc_with_stream(size, stream);
  return watch(next.raw_alloc_with_stream(size + 2 * guardSize, stream), size, stream);
}

void GuardingAllocator::raw_delete(void *address) {
  decltype(blocks)::node_type watched;
  {
    const std::lock_guard lock(mutex);
    watched = blocks.extract(address);
  }
  if (watched)
    release(address, watched.mapped());
  else
    next.raw_delete(address);
}

void GuardingAllocator::release(void *address, const Block &block) {
  std::optional<Damage> damage;
  // A block is often freed where nothing may be thrown, and at exit, when the device is gone.
  try {
    const c10::musa::MUSAGuard device(block.device);
    if (!capturing() && musaStreamSynchronize(block.stream) == musaSuccess)
      damage = examine(address, block);
  } catch (const std::exception &error) {
    std::cerr << "torch_musa: the guard bytes of a freed block could not be read: " << error.what()
              << '\n';
  }
  next.raw_delete(guardBefore(address));
  if (!damage)
    return;
  damage->foundOnFree = true;
  std::cerr << "torch_musa: " << damage->toString() << std::flush;
  const std::lock_guard lock(mutex);
  foundOnFree.push_back(std::move(*damage));
}

bool GuardingAllocator::isWatched(void *address) {
  const std::lock_guard lock(mutex);
  return blocks.count(address) != 0;
}

void *GuardingAllocator::getBaseAllocation(void *address, size_t *size) {
  return next.getBaseAllocation(isWatched(address) ? guardBefore(address) : address, size);
}

void GuardingAllocator::recordStream(const c10::DataPtr &pointer, c10::musa::MUSAStream stream) {
  if (pointer.get_deleter() != &deleteBlock) {
    next.recordStream(pointer, stream);
    return;
  }
  // The allocator behind knows the block by its own address and deleter.
  void *base = isWatched(pointer.get()) ? guardBefore(pointer.get()) : pointer.get();
  c10::DataPtr own(base, base, next.raw_deleter(), pointer.device());
  next.recordStream(own, stream);
  (void)own.release_context();
}

caching::ShareableHandle GuardingAllocator::shareIpcHandle(void *address) {
  if (!isWatched(address))
    return next.shareIpcHandle(address);
  auto handle = next.shareIpcHandle(guardBefore(address));
  handle.offset += guardSize;
  return handle;
}

bool GuardingAllocator::manages(const void *address) {
  const std::lock_guard lock(mutex);
  auto above = blocks.upper_bound(const_cast<void *>(address));
  if (above == blocks.begin())
    return false;
  const auto &[start, block] = *--above;
  return static_cast<const char *>(address) < static_cast<const char *>(start) + block.size;
}

size_t GuardingAllocator::blockCount() {
  const std::lock_guard lock(mutex);
  return blocks.size();
}

std::vector<Damage> GuardingAllocator::findDamage() {
  std::vector<Damage> found;
  std::map<void *, Block> watched;
  {
    const std::lock_guard lock(mutex);
    found.swap(foundOnFree);
    watched = blocks;
  }
  std::set<c10::DeviceIndex> devices;
  for (const auto &entry : watched)
    devices.insert(entry.second.device);
  for (const auto device : devices) {
    const c10::musa::MUSAGuard guard(device);
    c10::musa::device_synchronize();
  }
  // A block that another thread frees meanwhile stays mapped, but may be another's by now.
  for (const auto &[address, block] : watched) {
    if (!isWatched(address))
      continue;
    const c10::musa::MUSAGuard guard(block.device);
    if (auto damage = examine(address, block))
      found.push_back(std::move(*damage));
  }
  return found;
}

/// Never destroyed: blocks are freed until the process ends.
GuardingAllocator &instance() {
  static auto *const allocator = new GuardingAllocator(*caching::get());
  return *allocator;
}

} // namespace

std::string Damage::toString() const {
  std::ostringstream text;
  text << "a block of " << size << " bytes at " << address << " on musa:" << int{device}
       << " was written past its ends: " << before << " guard bytes before it and " << after
       << " after it, the first at byte " << lowest << " of the block"
       << (foundOnFree ? " (found when it was freed)" : "") << ".\n  It was allocated by\n"
       << stack;
  return text.str();
}

void enable(bool value) {
  GuardingAllocator &allocator = instance();
  allocator.guarding = value;
  // It stays in place: it has to see its blocks freed.
  caching::allocator.store(&allocator);
}

void enableByEnvironment() {
  const char *text = std::getenv("TORCH_MUSA_MEMORY_DEBUG");
  if (text && *text && std::string_view(text) != "0")
    enable(true);
}

bool enabled() { return caching::get() == &instance() && instance().guarding; }

bool manages(const void *address) { return instance().manages(address); }

size_t blockCount() { return instance().blockCount(); }

std::vector<Damage> findDamage() { return instance().findDamage(); }

} // namespace torch_musa::memory_debug
