//===- host/model/device.cpp ------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "model/device.h"

#include "model/allocations.h"
#include "model/array.h"
#include "model/error.h"
#include "model/event.h"
#include "model/graph_memory.h"
#include "model/image.h"
#include "model/settings.h"
#include "model/shared_memory.h"
#include "model/virtual_memory.h"
#include "musa_runtime_api.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace musart {
namespace {

std::atomic<bool> devicesUsed = false;
thread_local int ofThisThread = 0;

std::vector<std::unique_ptr<Device>> makeDevices() {
  std::vector<std::unique_ptr<Device>> result;
  result.reserve(settings().visible.size());
  for (size_t i = 0; i < settings().visible.size(); ++i)
    result.push_back(std::make_unique<Device>(static_cast<int>(i)));
  return result;
}

const std::vector<std::unique_ptr<Device>> &allDevices() {
  static auto *result = new std::vector<std::unique_ptr<Device>>(makeDevices());
  return *result;
}

constexpr size_t defaultStackBytes = 64 << 10;
constexpr int registersPerMultiprocessor = 65536;

/// Of the counter that clock64() reads, in kHz: measured once, for two milliseconds.
int timeStampRate() {
  static const int rate = [] {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point begin = Clock::now();
    const unsigned long long first = __builtin_ia32_rdtsc();
    Clock::duration passed{};
    while (passed < std::chrono::milliseconds(2))
      passed = Clock::now() - begin;
    const unsigned long long counted = __builtin_ia32_rdtsc() - first;
    const double milliseconds = std::chrono::duration<double, std::milli>(passed).count();
    return static_cast<int>(static_cast<double>(counted) / milliseconds);
  }();
  return rate;
}

AddressFacts addressFacts(const void *address) {
  AddressFacts result;
  // Reserved addresses may begin where a stack ends.
  result.isMemory = allocations().isOrWas(address) || virtualMemory().reservationOf(address);
  result.text = addressText(address);
  if (address != nullptr)
    result.text += ", " + allocations().describe(address);
  return result;
}

const Architecture &chooseArchitecture() {
  const std::string &wanted = settings().architecture;
  const unsigned program = programArchitecture();
  const Architecture *end = architectures + architectureCount;
  const Architecture *found = std::find_if(architectures, end, [&](const Architecture &one) {
    return wanted.empty() ? one.musaArch == program : one.name == wanted;
  });
  if (found != end)
    return *found;
  if (!wanted.empty())
    std::fprintf(stderr, "musa: warning: MUSA_HOST_ARCH=%s is not a known architecture\n",
                 wanted.c_str());
  return defaultArchitecture;
}

LaunchLimits makeLaunchLimits() {
  const Architecture &architecture = deviceArchitecture();
  LaunchLimits result;
  result.warpSize = static_cast<int>(architecture.warpSize);
  result.threadsPerBlock = 1024;
  result.blocksPerGrid = 0x7fffffff; // as an MTT S4000 reports, for each dimension
  result.threadsPerMultiprocessor = 2048;
  result.blocksPerMultiprocessor = 32;
  result.multiprocessors = static_cast<int>(settings().workers);
  result.sharedBytesPerBlock = architecture.sharedMemoryPerBlock;
  result.sharedBytesPerMultiprocessor = architecture.sharedMemoryPerMultiprocessor;
  return result;
}

} // namespace

// ------------------------------------------------------------------------------- the devices

const std::vector<std::unique_ptr<Device>> &devicesIfAny() {
  const auto &all = allDevices();
  if (!devicesUsed) [[unlikely]] // else threads would write it all the time
    devicesUsed = true;
  return all;
}

const std::vector<std::unique_ptr<Device>> &devices() {
  const auto &all = devicesIfAny();
  require(!all.empty(), musaErrorNoDevice);
  return all;
}

Device &deviceAt(int ordinal) {
  const auto &all = devices();
  require(ordinal >= 0 && static_cast<size_t>(ordinal) < all.size(), musaErrorInvalidDevice);
  return *all[static_cast<size_t>(ordinal)];
}

Device *seenDevice(int ordinal) {
  const auto &all = allDevices();
  return ordinal >= 0 && static_cast<size_t>(ordinal) < all.size()
             ? all[static_cast<size_t>(ordinal)].get()
             : nullptr;
}

thread_local bool usesRuntime = false;
bool devicesExist() { return devicesUsed; }

Device &currentDevice() {
  usesRuntime = true;
  return deviceAt(ofThisThread);
}
int currentOrdinal() { return ofThisThread; }
void setCurrentDevice(int ordinal) {
  ofThisThread = deviceAt(ordinal).ordinal;
  usesRuntime = true;
}

musaError_t contextError() {
  if (!devicesUsed)
    return musaSuccess;
  const auto &all = devicesIfAny();
  return all.empty() ? musaSuccess : all[static_cast<size_t>(ofThisThread)]->error();
}

void finishAllWork() {
  if (!devicesUsed)
    return;
  for (const std::unique_ptr<Device> &device : devicesIfAny())
    device->awaitAll();
}

const Architecture &deviceArchitecture() {
  static const Architecture &result = chooseArchitecture();
  return result;
}

// ------------------------------------------------------------------------------- a device

Device::Device(int ordinal)
    : ordinal(ordinal), defaultPool(std::make_shared<MemoryPool>(ordinal)), pool(defaultPool) {}

ExecutionOptions Device::executionOptions() const {
  ExecutionOptions result;
  result.warpSize = deviceArchitecture().warpSize;
  result.stackBytes = std::max(defaultStackBytes, limit(musaLimitStackSize));
  result.strict = settings().check;
  result.maxThreadsPerBlock = static_cast<unsigned>(launchLimits().threadsPerBlock);
  result.maxBlocksPerGrid = static_cast<unsigned>(launchLimits().blocksPerGrid);
  result.maxSharedBytesPerBlock = launchLimits().sharedBytesPerBlock - sharedMemoryReserved;
  result.factsOf = &addressFacts;
  return result;
}

void Device::lose(musaError_t error) {
  if (settings().abort) // a program that looks at no error would go on, and say that all is well
    std::abort();
  musaError_t none = musaSuccess;
  lostFor.compare_exchange_strong(none, error);
}

void Device::abandon() {
  musaError_t none = musaSuccess;
  lostFor.compare_exchange_strong(none, musaErrorMusartUnloading);
}

std::shared_ptr<Stream> Device::legacyStream() {
  const std::lock_guard lock(mutex);
  if (legacy == nullptr)
    legacy = std::make_shared<Stream>(*this, Stream::Kind::Legacy, musaStreamDefault, 0);
  return legacy;
}

std::shared_ptr<Stream> Device::createStream(unsigned streamFlags, int priority) {
  const auto kind = (streamFlags & musaStreamNonBlocking) != 0 ? Stream::Kind::NonBlocking
                                                               : Stream::Kind::Blocking;
  auto stream = std::make_shared<Stream>(*this, kind, streamFlags, priority);
  const std::lock_guard lock(mutex);
  streams.push_back(stream);
  return stream;
}

std::vector<std::shared_ptr<Stream>> Device::allStreams() const {
  const std::lock_guard lock(mutex);
  std::vector<std::shared_ptr<Stream>> result = streams;
  if (legacy != nullptr)
    result.push_back(legacy);
  return result;
}

void Device::synchronize() {
  for (const std::shared_ptr<Stream> &stream : allStreams())
    stream->finish();
}

void Device::awaitAll() {
  for (const std::shared_ptr<Stream> &stream : allStreams())
    stream->await(stream->lastTicket());
}

bool Device::isIdle() const {
  const auto all = allStreams();
  return std::all_of(all.begin(), all.end(), [](const std::shared_ptr<Stream> &stream) {
    return stream->kind == Stream::Kind::NonBlocking || stream->isDone();
  });
}

uint64_t Device::enqueueInOrder(Stream &stream, Operation operation, bool wakeThread) {
  const std::lock_guard lock(mutex);
  std::vector<Progress> after;
  const auto add = [&](const std::shared_ptr<Stream> &other) {
    if (!other->isDone())
      after.push_back({other, other->lastTicket()});
  };
  if (stream.kind == Stream::Kind::Legacy) {
    for (const std::shared_ptr<Stream> &other : streams)
      if (other->kind == Stream::Kind::Blocking)
        add(other);
  } else if (legacy != nullptr) {
    add(legacy);
  }
  return stream.enqueue(std::move(operation), std::move(after), wakeThread);
}

void Device::forget(const Stream &stream) {
  const std::lock_guard lock(mutex);
  std::erase_if(streams, [&](const auto &one) { return one.get() == &stream; });
}

void Device::reset() {
  synchronize();
  destroyStreamsOf(*this);
  destroyEventsOf(ordinal);
  destroyArraysOf(ordinal);
  destroyGraphMemoryOf(*this);
  allocations().freeAllOf(ordinal);
  closeMemoryOf(ordinal);
  resetVariables();
  const std::lock_guard lock(mutex);
  limits.clear();
  peers.clear();
  pool = defaultPool;
  flags = musaDeviceScheduleAuto;
  cacheConfig = musaFuncCachePreferNone;
  lostFor = musaSuccess;
}

void Device::requireFree(size_t bytes) const {
  require(bytes <= freeBytes(), musaErrorMemoryAllocation);
}

void *Device::allocate(Allocation request) {
  requireFree(request.size);
  request.device = ordinal;
  return allocations().allocate(std::move(request));
}

size_t Device::totalBytes() const { return settings().memoryBytes; }
size_t Device::freeBytes() const {
  const size_t used = allocations().used(ordinal);
  return used < totalBytes() ? totalBytes() - used : 0;
}

std::shared_ptr<MemoryPool> Device::currentPool() const {
  const std::lock_guard lock(mutex);
  return pool;
}

void Device::setPool(std::shared_ptr<MemoryPool> next) {
  const std::lock_guard lock(mutex);
  pool = std::move(next);
}

size_t Device::limit(musaLimit which) const {
  const std::lock_guard lock(mutex);
  if (const auto found = limits.find(which); found != limits.end())
    return found->second;
  switch (which) {
  case musaLimitStackSize:
    return 1024; // as a GPU says; no thread has less than defaultStackBytes
  case musaLimitPrintfFifoSize:
    return 1 << 20;
  case musaLimitMallocHeapSize:
    return 8 << 20;
  case musaLimitDevRuntimeSyncDepth: // of launches from device code, as CUDA has these two
    return 2;
  case musaLimitDevRuntimePendingLaunchCount:
    return 2048;
  case musaLimitMaxL2FetchGranularity:
    return 64;
  default:
    require(which >= musaLimitStackSize && which <= musaLimitPersistingL2CacheSize);
    throw ApiError{musaErrorUnsupportedLimit};
  }
}

void Device::setLimit(musaLimit which, size_t value) {
  limit(which); // is there one?
  const std::lock_guard lock(mutex);
  limits[which] = value;
}

bool Device::canAccess(int peer) const {
  const std::lock_guard lock(mutex);
  return peers.count(peer) != 0;
}
bool Device::enablePeer(int peer) {
  const std::lock_guard lock(mutex);
  return peers.insert(peer).second;
}
bool Device::disablePeer(int peer) {
  const std::lock_guard lock(mutex);
  return peers.erase(peer) != 0;
}

/// The same for all devices.
const LaunchLimits &Device::launchLimits() const {
  static const LaunchLimits result = makeLaunchLimits();
  return result;
}

musaDeviceProp Device::properties() const {
  const Architecture &architecture = deviceArchitecture();
  const LaunchLimits &bounds = launchLimits();
  musaDeviceProp p;
  std::memset(&p, 0, sizeof p);
  std::snprintf(p.name, sizeof p.name, "musa-port host device (%s%s%s)", architecture.name,
                architecture.product[0] != '\0' ? ", as " : "", architecture.product);
  std::snprintf(p.uuid.bytes, sizeof p.uuid.bytes, "musa-port-%04d",
                settings().visible[static_cast<size_t>(ordinal)]);
  p.totalGlobalMem = totalBytes();
  p.sharedMemPerBlock = bounds.sharedBytesPerBlock;
  // What a kernel may ask for at most: the compiler's part is not to be had.
  p.sharedMemPerBlockOptin = bounds.sharedBytesPerBlock - sharedMemoryReserved;
  p.sharedMemPerMultiprocessor = bounds.sharedBytesPerMultiprocessor;
  p.reservedSharedMemPerBlock = sharedMemoryReserved;
  p.regsPerBlock = registersPerMultiprocessor;
  p.regsPerMultiprocessor = registersPerMultiprocessor;
  p.warpSize = bounds.warpSize;
  p.memPitch = 0x7fffffff;
  p.maxThreadsPerBlock = bounds.threadsPerBlock;
  p.maxThreadsDim[0] = p.maxThreadsDim[1] = p.maxThreadsDim[2] = bounds.threadsPerBlock;
  p.maxGridSize[0] = p.maxGridSize[1] = p.maxGridSize[2] = bounds.blocksPerGrid;
  p.clockRate = timeStampRate();
  p.totalConstMem = architecture.constantMemory;
  p.major = static_cast<int>(architecture.musaArch / 100);
  p.minor = static_cast<int>(architecture.musaArch / 10 % 10);
  p.textureAlignment = allocationAlignment;
  p.texturePitchAlignment = 32;
  p.deviceOverlap = 1;
  p.multiProcessorCount = bounds.multiprocessors;
  p.canMapHostMemory = 1;
  p.computeMode = musaComputeModeDefault;
  constexpr int side = 16384;
  constexpr int layers = 2048;
  p.maxTexture1D = p.maxTexture1DMipmap = p.maxSurface1D = side;
  p.maxTexture1DLinear = 1 << 27;
  p.maxTexture2D[0] = p.maxTexture2D[1] = side;
  p.maxTexture2DMipmap[0] = p.maxTexture2DMipmap[1] = side;
  p.maxTexture2DLinear[0] = p.maxTexture2DLinear[1] = side;
  p.maxTexture2DLinear[2] = side * 16;
  p.maxTexture2DGather[0] = p.maxTexture2DGather[1] = side;
  for (int i = 0; i < 3; ++i)
    p.maxTexture3D[i] = p.maxTexture3DAlt[i] = p.maxSurface3D[i] = 2048;
  p.maxTextureCubemap = p.maxSurfaceCubemap = side;
  p.maxTexture1DLayered[0] = p.maxTexture2DLayered[0] = p.maxTexture2DLayered[1] = side;
  p.maxTexture1DLayered[1] = p.maxTexture2DLayered[2] = layers;
  p.maxTextureCubemapLayered[0] = p.maxSurfaceCubemapLayered[0] = side;
  p.maxTextureCubemapLayered[1] = p.maxSurfaceCubemapLayered[1] = layers;
  p.maxSurface2D[0] = p.maxSurface2D[1] = side;
  p.maxSurface1DLayered[0] = p.maxSurface2DLayered[0] = p.maxSurface2DLayered[1] = side;
  p.maxSurface1DLayered[1] = p.maxSurface2DLayered[2] = layers;
  p.surfaceAlignment = allocationAlignment;
  p.concurrentKernels = 1;
  p.pciBusID = settings().visible[static_cast<size_t>(ordinal)] + 1;
  p.asyncEngineCount = 1;
  p.unifiedAddressing = 1;
  p.ipcEventSupported = 1;
  p.memoryClockRate = 1'000'000;
  p.memoryBusWidth = 128;
  p.l2CacheSize = 4 << 20;
  p.maxThreadsPerMultiProcessor = bounds.threadsPerMultiprocessor;
  p.maxBlocksPerMultiProcessor = bounds.blocksPerMultiprocessor;
  p.streamPrioritiesSupported = 1;
  p.globalL1CacheSupported = 1;
  p.localL1CacheSupported = 1;
  p.managedMemory = 1;
  p.hostNativeAtomicSupported = 1;
  p.singleToDoublePrecisionPerfRatio = 2;
  p.concurrentManagedAccess = 1;
  p.computePreemptionSupported = 1;
  p.canUseHostPointerForRegisteredMem = 1;
  p.cooperativeLaunch = 1;
  p.directManagedMemAccessFromHost = 1;
  p.hostRegisterSupported = 1;
  p.hostRegisterReadOnlySupported = 1;
  p.memoryPoolsSupported = 1;
  p.clusterLaunch = 1;
  p.memoryPoolSupportedHandleTypes = musaMemHandleTypePosixFileDescriptor;
  p.unifiedFunctionPointers = 1;
  return p;
}

} // namespace musart
