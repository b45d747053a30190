//===- host/driver/context.cpp ----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "driver/context.h"

#include "driver/driver.h"
#include "model/allocations.h"
#include "model/device.h"
#include "musa_runtime_api.h"

#include <memory>
#include <mutex>
#include <unordered_map>

namespace musart {
namespace {

struct ContextState {
  int device = 0;
  unsigned flags = 0;
  uint64_t id = 0;
  bool isPrimary = false;
  unsigned retained = 0; ///< of a primary one
};

struct Contexts {
  std::mutex mutex;
  std::unordered_map<MUcontext, std::unique_ptr<ContextState>> all;
  MUcontext primary[maxDevices] = {};
  uint64_t lastId = 0;

  MUcontext add(ContextState state) {
    state.id = ++lastId;
    auto made = std::make_unique<ContextState>(state);
    const auto handle = reinterpret_cast<MUcontext>(made.get());
    all[handle] = std::move(made);
    return handle;
  }
  bool exists(MUcontext handle) const { return all.count(handle) != 0; }
  ContextState &find(MUcontext handle) {
    requireDriver(handle != nullptr, MUSA_ERROR_INVALID_CONTEXT);
    const auto found = all.find(handle);
    requireDriver(found != all.end(), MUSA_ERROR_CONTEXT_IS_DESTROYED);
    return *found->second;
  }
  MUcontext primaryOf(int device) {
    MUcontext &handle = primary[static_cast<size_t>(deviceAt(device).ordinal)];
    if (handle == nullptr)
      handle = add({device, 0, 0, true, 0});
    return handle;
  }
};

Contexts &contexts() {
  static auto *result = new Contexts;
  return *result;
}

/// A thread's current contexts; in a plain array, so that it can be used to the thread's very end.
struct Stack {
  static constexpr size_t capacity = 64;
  MUcontext items[capacity];
  size_t size;
};
thread_local Stack stack = {};

bool exists(MUcontext context) {
  Contexts &all = contexts();
  const std::lock_guard lock(all.mutex);
  return all.exists(context);
}

/// The runtime API's device follows the top, unless another thread has destroyed that.
void follow() {
  if (stack.size > 0 && exists(stack.items[stack.size - 1]))
    setCurrentDevice(deviceOf(stack.items[stack.size - 1]));
}

void push(MUcontext context) {
  deviceOf(context);
  requireDriver(stack.size < Stack::capacity);
  stack.items[stack.size++] = context;
  follow();
}

void requireFlags(unsigned flags) { requireDriver((flags & ~unsigned{MU_CTX_FLAGS_MASK}) == 0); }

} // namespace

int deviceOf(MUcontext context) {
  Contexts &all = contexts();
  const std::lock_guard lock(all.mutex);
  return all.find(context).device;
}

MUcontext primaryContext(int device) {
  Contexts &all = contexts();
  const std::lock_guard lock(all.mutex);
  return all.primaryOf(device);
}

/// The stack stays as it is.
MUcontext seenContext() {
  if (stack.size == 0)
    return usesRuntime ? primaryContext(currentOrdinal()) : nullptr;
  const MUcontext top = stack.items[stack.size - 1];
  const bool isOther = deviceOf(top) != currentOrdinal(); // by musaSetDevice
  return isOther ? primaryContext(currentOrdinal()) : top;
}

MUcontext currentContext() {
  const MUcontext result = seenContext();
  if (stack.size > 0)
    stack.items[stack.size - 1] = result;
  return result;
}

void requireContext() { requireDriver(currentContext() != nullptr, MUSA_ERROR_INVALID_CONTEXT); }

bool isDriverInitialized() { return devicesExist(); }

} // namespace musart

using namespace musart;

extern "C" {

// ------------------------------------------------------------------------------- for a profiler

MUcontext __musa_seen_context(void) {
  try {
    return seenContext();
  } catch (...) { // another thread has destroyed it
    return nullptr;
  }
}

int __musa_seen_device_of(MUcontext context) {
  try {
    return deviceOf(context);
  } catch (const DriverError &) {
    return -1;
  }
}

// ------------------------------------------------------------------------------- initialization

MUresult muInit(unsigned Flags) {
  return driver<Needs::Nothing>([&] {
    requireDriver(Flags == 0);
    devices();
  });
}

// ------------------------------------------------------------------------------- primary contexts

MUresult muDevicePrimaryCtxRetain(MUcontext *pctx, MUdevice dev) {
  return driver<Needs::Init>([&] {
    requireDriver(pctx != nullptr);
    Contexts &all = contexts();
    const std::lock_guard lock(all.mutex);
    *pctx = all.primaryOf(dev);
    ++all.find(*pctx).retained;
  });
}

MUresult muDevicePrimaryCtxRelease(MUdevice dev) {
  return driver<Needs::Init>([&] {
    Contexts &all = contexts();
    const std::lock_guard lock(all.mutex);
    ContextState &state = all.find(all.primaryOf(dev));
    requireDriver(state.retained > 0, MUSA_ERROR_INVALID_CONTEXT);
    --state.retained;
  });
}

MUresult muDevicePrimaryCtxReset(MUdevice dev) {
  return driver<Needs::Init>([&] { deviceAt(dev).reset(); });
}

MUresult muDevicePrimaryCtxSetFlags(MUdevice dev, unsigned flags) {
  return driver<Needs::Init>([&] {
    requireFlags(flags);
    deviceAt(dev).flags = flags;
  });
}

MUresult muDevicePrimaryCtxGetState(MUdevice dev, unsigned *flags, int *active) {
  return driver<Needs::Init>([&] {
    requireDriver(flags != nullptr && active != nullptr);
    Contexts &all = contexts();
    const std::lock_guard lock(all.mutex);
    const bool isRetained = all.find(all.primaryOf(dev)).retained > 0;
    *flags = deviceAt(dev).flags;
    *active = isRetained || (usesRuntime && currentOrdinal() == dev) ? 1 : 0;
  });
}

// ------------------------------------------------------------------------------- contexts

MUresult muCtxCreate(MUcontext *pctx, unsigned flags, MUdevice dev) {
  return driver<Needs::Init>([&] {
    requireDriver(pctx != nullptr);
    requireFlags(flags);
    Contexts &all = contexts();
    MUcontext made = nullptr;
    {
      const std::lock_guard lock(all.mutex);
      made = all.add({deviceAt(dev).ordinal, flags, 0, false, 0});
    }
    push(made);
    *pctx = made;
  });
}

/// The device's memory, streams and events stay: they belong to the device.
MUresult muCtxDestroy(MUcontext ctx) {
  return driver<Needs::Init>([&] {
    Contexts &all = contexts();
    int device = 0;
    {
      const std::lock_guard lock(all.mutex);
      const ContextState &state = all.find(ctx);
      requireDriver(!state.isPrimary, MUSA_ERROR_INVALID_CONTEXT);
      device = state.device;
      all.all.erase(ctx);
    }
    deviceAt(device).synchronize();
    if (stack.size > 0 && stack.items[stack.size - 1] == ctx)
      --stack.size;
    follow();
  });
}

MUresult muCtxPushCurrent(MUcontext ctx) {
  return driver<Needs::Init>([&] { push(ctx); });
}

MUresult muCtxPopCurrent(MUcontext *pctx) {
  return driver<Needs::Init>([&] {
    requireDriver(stack.size > 0, MUSA_ERROR_INVALID_CONTEXT);
    MUcontext top = stack.items[stack.size - 1];
    if (exists(top))
      top = currentContext();
    --stack.size;
    if (pctx != nullptr)
      *pctx = top;
    follow();
  });
}

/// In the place of the top; null takes it away.
MUresult muCtxSetCurrent(MUcontext ctx) {
  return driver<Needs::Init>([&] {
    if (ctx != nullptr)
      deviceOf(ctx);
    if (stack.size > 0)
      --stack.size;
    if (ctx != nullptr)
      push(ctx);
    else
      follow();
  });
}

MUresult muCtxGetCurrent(MUcontext *pctx) {
  return driver<Needs::Init>([&] {
    requireDriver(pctx != nullptr);
    *pctx = currentContext();
  });
}

MUresult muCtxGetDevice(MUdevice *device) {
  return driver([&] {
    requireDriver(device != nullptr);
    *device = deviceOf(currentContext());
  });
}

MUresult muCtxGetFlags(unsigned *flags) {
  return driver([&] {
    requireDriver(flags != nullptr);
    Contexts &all = contexts();
    const MUcontext current = currentContext();
    const std::lock_guard lock(all.mutex);
    const ContextState &state = all.find(current);
    *flags = state.isPrimary ? deviceAt(state.device).flags.load() : state.flags;
  });
}

MUresult muCtxGetId(MUcontext ctx, unsigned long long *ctxId) {
  return driver<Needs::Init>([&] {
    requireDriver(ctxId != nullptr);
    const MUcontext wanted = ctx != nullptr ? ctx : currentContext();
    Contexts &all = contexts();
    const std::lock_guard lock(all.mutex);
    *ctxId = all.find(wanted).id;
  });
}

/// CUDA's answer for contexts that muCtxCreate makes.
MUresult muCtxGetApiVersion(MUcontext ctx, unsigned *version) {
  return driver<Needs::Init>([&] {
    requireDriver(version != nullptr);
    deviceOf(ctx != nullptr ? ctx : currentContext());
    *version = 3020;
  });
}

MUresult muCtxSynchronize(void) {
  return driver([] { return musaDeviceSynchronize(); });
}

MUresult muCtxSetLimit(MUlimit limit, size_t value) {
  return driver([&] { return musaDeviceSetLimit(static_cast<musaLimit>(limit), value); });
}
MUresult muCtxGetLimit(size_t *pvalue, MUlimit limit) {
  return driver([&] { return musaDeviceGetLimit(pvalue, static_cast<musaLimit>(limit)); });
}

MUresult muCtxGetCacheConfig(MUfunc_cache *pconfig) {
  return driver([&] {
    requireDriver(pconfig != nullptr);
    musaFuncCache config;
    check(musaDeviceGetCacheConfig(&config));
    *pconfig = static_cast<MUfunc_cache>(config);
  });
}
MUresult muCtxSetCacheConfig(MUfunc_cache config) {
  return driver([&] { return musaDeviceSetCacheConfig(static_cast<musaFuncCache>(config)); });
}

MUresult muCtxGetSharedMemConfig(MUsharedconfig *pConfig) {
  return driver([&] {
    requireDriver(pConfig != nullptr);
    musaSharedMemConfig config;
    check(musaDeviceGetSharedMemConfig(&config));
    *pConfig = static_cast<MUsharedconfig>(config);
  });
}
MUresult muCtxSetSharedMemConfig(MUsharedconfig config) {
  return driver(
      [&] { return musaDeviceSetSharedMemConfig(static_cast<musaSharedMemConfig>(config)); });
}

MUresult muCtxGetStreamPriorityRange(int *leastPriority, int *greatestPriority) {
  return driver([&] { return musaDeviceGetStreamPriorityRange(leastPriority, greatestPriority); });
}

MUresult muCtxEnablePeerAccess(MUcontext peerContext, unsigned Flags) {
  return driver([&] { return musaDeviceEnablePeerAccess(deviceOf(peerContext), Flags); });
}
MUresult muCtxDisablePeerAccess(MUcontext peerContext) {
  return driver([&] { return musaDeviceDisablePeerAccess(deviceOf(peerContext)); });
}

} // extern "C"
