//===- torch/profiler.cpp - the device's events for torch.profiler -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A plugin of Kineto, which is PyTorch's tracer: what MUPTI records while a trace runs becomes
// Kineto's activities. An operator pushes its number (pushCorrelationId), MUPTI records it with
// each call of the runtime, and a call's number is in the records of the work that it started.
//===----------------------------------------------------------------------===//
#define KINETO_NAMESPACE libkineto
#include <kineto/libkineto.h>
#include <kineto/output_base.h>

#include "mupti.h"
#include "musa_runtime_api.h"

#include <cstdlib>
#include <cxxabi.h>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <unistd.h>
#include <unordered_map>
#include <vector>

namespace torch_musa {
namespace {

using libkineto::ActivityType;
using libkineto::GenericTraceActivity;

constexpr size_t bufferBytes = size_t{1} << 20;

/// What MUPTI has recorded since the last take(). Traces do not overlap.
class Records {
public:
  using Buffer = std::vector<uint8_t>;

  static Records &all() {
    static auto *result = new Records;
    return *result;
  }
  std::vector<Buffer> take() {
    const std::lock_guard lock(mutex);
    return std::exchange(buffers, {});
  }

private:
  Records() { muptiActivityRegisterCallbacks(request, complete); }

  static void request(uint8_t **buffer, size_t *size, size_t *maxNumRecords) {
    *buffer = static_cast<uint8_t *>(std::aligned_alloc(ACTIVITY_RECORD_ALIGNMENT, bufferBytes));
    *size = *buffer != nullptr ? bufferBytes : 0;
    *maxNumRecords = 0;
  }
  static void complete(MUcontext, uint32_t, uint8_t *buffer, size_t, size_t validSize) {
    {
      const std::lock_guard lock(all().mutex);
      all().buffers.emplace_back(buffer, buffer + validSize);
    }
    std::free(buffer);
  }

  std::mutex mutex;
  std::vector<Buffer> buffers;
};

/// Calls `visit` with each record.
template <typename Visit> void forEach(std::vector<Records::Buffer> &buffers, Visit visit) {
  for (Records::Buffer &buffer : buffers) {
    MUpti_Activity *record = nullptr;
    while (muptiActivityGetNextRecord(buffer.data(), buffer.size(), &record) == MUPTI_SUCCESS)
      visit(*record);
  }
}

template <typename Record> const Record &as(const MUpti_Activity &record) {
  return reinterpret_cast<const Record &>(record);
}

/// Which kinds of records an activity that PyTorch asks for needs.
const std::map<ActivityType, std::vector<MUpti_ActivityKind>> &kindsOf() {
  static const std::map<ActivityType, std::vector<MUpti_ActivityKind>> result = {
      {ActivityType::GPU_MEMCPY, {MUPTI_ACTIVITY_KIND_MEMCPY, MUPTI_ACTIVITY_KIND_MEMCPY2}},
      {ActivityType::GPU_MEMSET, {MUPTI_ACTIVITY_KIND_MEMSET}},
      {ActivityType::GPU_USER_ANNOTATION, {MUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION}},
      {ActivityType::CONCURRENT_KERNEL,
       {MUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, MUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION}},
      {ActivityType::PRIVATEUSE1_RUNTIME, {MUPTI_ACTIVITY_KIND_RUNTIME}},
      {ActivityType::PRIVATEUSE1_DRIVER, {MUPTI_ACTIVITY_KIND_DRIVER}}};
  return result;
}

// PyTorch makes these calls at every turn. They start nothing.
constexpr MUpti_CallbackId leftOut[] = {MUPTI_RUNTIME_TRACE_CBID_musaGetDevice_v3020,
                                        MUPTI_RUNTIME_TRACE_CBID_musaSetDevice_v3020,
                                        MUPTI_RUNTIME_TRACE_CBID_musaGetLastError_v3020,
                                        MUPTI_RUNTIME_TRACE_CBID_musaPeekAtLastError_v3020};

std::string demangle(const char *name) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void *)> text(
      abi::__cxa_demangle(name, nullptr, nullptr, &status), std::free);
  return status == 0 ? text.get() : name;
}

const char *directionOf(uint8_t copyKind) {
  switch (copyKind) {
  case MUPTI_ACTIVITY_MEMCPY_KIND_HTOD:
    return "HtoD";
  case MUPTI_ACTIVITY_MEMCPY_KIND_DTOH:
    return "DtoH";
  case MUPTI_ACTIVITY_MEMCPY_KIND_DTOD:
    return "DtoD";
  case MUPTI_ACTIVITY_MEMCPY_KIND_HTOH:
    return "HtoH";
  case MUPTI_ACTIVITY_MEMCPY_KIND_PTOP:
    return "PtoP";
  default:
    return "Array";
  }
}

const char *memoryName(uint16_t kind) {
  switch (kind) {
  case MUPTI_ACTIVITY_MEMORY_KIND_PAGEABLE:
    return "Pageable";
  case MUPTI_ACTIVITY_MEMORY_KIND_PINNED:
    return "Pinned";
  case MUPTI_ACTIVITY_MEMORY_KIND_DEVICE:
    return "Device";
  case MUPTI_ACTIVITY_MEMORY_KIND_MANAGED:
    return "Managed";
  case MUPTI_ACTIVITY_MEMORY_KIND_ARRAY:
    return "Array";
  default:
    return "Unknown";
  }
}

/// The numbers that were on top of a thread's stacks when it made a call.
struct Pushed {
  int32_t operation = 0;
  int32_t annotation = 0;
};

class Session final : public libkineto::IActivityProfilerSession {
public:
  explicit Session(const std::set<ActivityType> &types) {
    for (const auto &[type, needed] : kindsOf())
      if (types.count(type) != 0)
        kinds.insert(needed.begin(), needed.end());
    wantsAnnotations = types.count(ActivityType::GPU_USER_ANNOTATION) != 0;
  }

  void start() override {
    Records::all().take();
    for (const MUpti_CallbackId function : leftOut)
      muptiActivityEnableRuntimeApi(function, 0);
    for (const MUpti_ActivityKind kind : kinds)
      if (muptiActivityEnable(kind) != MUPTI_SUCCESS)
        problems.push_back("MUPTI has no records of kind " + std::to_string(kind));
    status_ = libkineto::TraceStatus::RECORDING;
  }

  void stop() override {
    for (const MUpti_ActivityKind kind : kinds)
      muptiActivityDisable(kind);
    muptiActivityFlushAll(0);
    buffers = Records::all().take();
    size_t dropped = 0;
    muptiActivityGetNumDroppedRecords(nullptr, 0, &dropped);
    if (dropped != 0)
      problems.push_back("no memory for " + std::to_string(dropped) + " events of the device");
    status_ = libkineto::TraceStatus::PROCESSING;
  }

  std::vector<std::string> errors() override { return problems; }

  void processTrace(libkineto::ActivityLogger &logger) override {
    processTrace(
        logger, [](int32_t) -> const libkineto::ITraceActivity * { return nullptr; }, 0, 0);
  }

  void processTrace(libkineto::ActivityLogger &logger,
                    libkineto::getLinkedActivityCallback getLinkedActivity, int64_t startTime,
                    int64_t endTime) override {
    linked = std::move(getLinkedActivity);
    trace = std::make_unique<libkineto::CpuTraceBuffer>();
    trace->span = libkineto::TraceSpan(startTime, endTime, "MUSA");
    trace->gpuOpCount = 0;
    forEach(buffers, [&](const MUpti_Activity &record) { collect(record); });
    forEach(buffers, [&](const MUpti_Activity &record) { convert(record); });
    if (wantsAnnotations)
      addAnnotations();
    for (const auto &activity : trace->activities)
      activity->log(logger);
    buffers.clear();
  }

  std::unique_ptr<libkineto::DeviceInfo> getDeviceInfo() override {
    if (streams.empty())
      return nullptr;
    const int64_t device = streams.begin()->first;
    return std::make_unique<libkineto::DeviceInfo>(device, libkineto::kExceedMaxPid + device,
                                                   "musa", "GPU " + std::to_string(device));
  }

  std::vector<libkineto::ResourceInfo> getResourceInfos() override {
    std::vector<libkineto::ResourceInfo> result;
    for (const auto &[device, stream] : streams)
      result.emplace_back(device, stream, stream, "stream " + std::to_string(stream));
    return result;
  }

  std::unique_ptr<libkineto::CpuTraceBuffer> getTraceBuffer() override { return std::move(trace); }

  /// Objects of JSON, with commas between them: TensorBoard's plugin shows them.
  std::string getDeviceProperties() override {
    int count = 0;
    std::string result;
    if (musaGetDeviceCount(&count) != musaSuccess)
      return result;
    for (int device = 0; device < count; ++device) {
      musaDeviceProp is = {};
      if (musaGetDeviceProperties(&is, device) != musaSuccess)
        continue;
      result += fmt::format(
          R"({}{{"id": {}, "name": "{}", "totalGlobalMem": {}, "computeMajor": {}, "computeMinor": {}, )"
          R"("maxThreadsPerBlock": {}, "maxThreadsPerMultiprocessor": {}, "regsPerBlock": {}, )"
          R"("warpSize": {}, "sharedMemPerBlock": {}, "numSms": {}}})",
          result.empty() ? "" : ", ", device, is.name, is.totalGlobalMem, is.major, is.minor,
          is.maxThreadsPerBlock, is.maxThreadsPerMultiProcessor, is.regsPerBlock, is.warpSize,
          is.sharedMemPerBlock, is.multiProcessorCount);
    }
    return result;
  }

  void pushCorrelationId(uint64_t id) override {
    muptiActivityPushExternalCorrelationId(MUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, id);
  }
  void popCorrelationId() override {
    muptiActivityPopExternalCorrelationId(MUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, nullptr);
  }
  void pushUserCorrelationId(uint64_t id) override {
    muptiActivityPushExternalCorrelationId(MUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM1, id);
  }
  void popUserCorrelationId() override {
    muptiActivityPopExternalCorrelationId(MUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM1, nullptr);
  }

private:
  using Place = std::pair<int64_t, int64_t>; ///< device and stream

  /// What the activities need to know of others.
  void collect(const MUpti_Activity &record) {
    switch (record.kind) {
    case MUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION: {
      const auto &external = as<MUpti_ActivityExternalCorrelation>(record);
      Pushed &known = pushed[external.correlationId];
      (external.externalKind == MUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0 ? known.operation
                                                                        : known.annotation) =
          static_cast<int32_t>(external.externalId);
      break;
    }
    case MUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
      collectWork(as<MUpti_ActivityKernel9>(record));
      break;
    case MUPTI_ACTIVITY_KIND_MEMCPY:
      collectWork(as<MUpti_ActivityMemcpy5>(record));
      break;
    case MUPTI_ACTIVITY_KIND_MEMCPY2:
      collectWork(as<MUpti_ActivityMemcpyPtoP4>(record));
      break;
    case MUPTI_ACTIVITY_KIND_MEMSET:
      collectWork(as<MUpti_ActivityMemset4>(record));
      break;
    default:
      break;
    }
  }
  template <typename Record> void collectWork(const Record &record) {
    startsWork.insert(record.correlationId);
    streams.emplace(record.deviceId, record.streamId);
  }

  void convert(const MUpti_Activity &record) {
    switch (record.kind) {
    case MUPTI_ACTIVITY_KIND_RUNTIME:
      addCall(as<MUpti_ActivityAPI>(record), ActivityType::PRIVATEUSE1_RUNTIME,
              MUPTI_CB_DOMAIN_RUNTIME_API);
      break;
    case MUPTI_ACTIVITY_KIND_DRIVER:
      addCall(as<MUpti_ActivityAPI>(record), ActivityType::PRIVATEUSE1_DRIVER,
              MUPTI_CB_DOMAIN_DRIVER_API);
      break;
    case MUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
      addKernel(as<MUpti_ActivityKernel9>(record));
      break;
    case MUPTI_ACTIVITY_KIND_MEMCPY:
      addCopy(as<MUpti_ActivityMemcpy5>(record));
      break;
    case MUPTI_ACTIVITY_KIND_MEMCPY2:
      addCopy(as<MUpti_ActivityMemcpyPtoP4>(record));
      break;
    case MUPTI_ACTIVITY_KIND_MEMSET:
      addFill(as<MUpti_ActivityMemset4>(record));
      break;
    default:
      break;
    }
  }

  GenericTraceActivity &add(ActivityType type, const std::string &name, uint64_t start,
                            uint64_t end) {
    trace->emplace_activity(trace->span, type, name);
    GenericTraceActivity &activity = *trace->activities.back();
    activity.startTime = static_cast<int64_t>(start);
    activity.endTime = static_cast<int64_t>(end);
    return activity;
  }

  /// The activity belongs to the operator that made the call, and the call to the work.
  void link(GenericTraceActivity &activity, uint32_t correlation, bool isCall) {
    activity.id = static_cast<int32_t>(correlation);
    activity.addMetadata("correlation", correlation);
    if (const auto found = pushed.find(correlation); found != pushed.end())
      activity.linked = linked(found->second.operation);
    if (startsWork.count(correlation) == 0)
      return;
    activity.flow.id = correlation;
    activity.flow.type = libkineto::kLinkAsyncCpuGpu;
    activity.flow.start = isCall ? 1 : 0;
  }

  void addCall(const MUpti_ActivityAPI &call, ActivityType type, MUpti_CallbackDomain domain) {
    const char *known = nullptr;
    muptiGetCallbackName(domain, call.cbid, &known);
    std::string name = known != nullptr ? known : "unknown";
    if (const size_t version = name.rfind("_v");
        version != std::string::npos && type == ActivityType::PRIVATEUSE1_RUNTIME)
      name.resize(version); // musaMemcpy_v3020
    GenericTraceActivity &activity = add(type, name, call.start, call.end);
    activity.device = static_cast<int32_t>(call.processId);
    activity.resource = static_cast<int32_t>(call.threadId);
    activity.threadId = static_cast<int32_t>(call.threadId);
    activity.addMetadata("cbid", call.cbid);
    link(activity, call.correlationId, true);
  }

  template <typename Record>
  GenericTraceActivity &addWork(const Record &record, ActivityType type, const std::string &name) {
    GenericTraceActivity &activity = add(type, name, record.start, record.end);
    activity.device = static_cast<int32_t>(record.deviceId);
    activity.resource = static_cast<int32_t>(record.streamId);
    activity.addMetadata("device", record.deviceId);
    activity.addMetadata("context", record.contextId);
    activity.addMetadata("stream", record.streamId);
    link(activity, record.correlationId, false);
    ++trace->gpuOpCount;
    extend(record);
    return activity;
  }

  void addKernel(const MUpti_ActivityKernel9 &kernel) {
    GenericTraceActivity &activity =
        addWork(kernel, ActivityType::CONCURRENT_KERNEL, demangle(kernel.name));
    const auto size = [](int32_t x, int32_t y, int32_t z) {
      return "[" + std::to_string(x) + ", " + std::to_string(y) + ", " + std::to_string(z) + "]";
    };
    activity.addMetadata("grid", size(kernel.gridX, kernel.gridY, kernel.gridZ));
    activity.addMetadata("block", size(kernel.blockX, kernel.blockY, kernel.blockZ));
    activity.addMetadata("registers per thread", uint32_t{kernel.registersPerThread});
    activity.addMetadata("shared memory", kernel.staticSharedMemory + kernel.dynamicSharedMemory);
  }

  template <typename Record> void addCopy(const Record &copy) {
    GenericTraceActivity &activity =
        addWork(copy, ActivityType::GPU_MEMCPY,
                std::string("Memcpy ") + directionOf(copy.copyKind) + " (" +
                    memoryName(copy.srcKind) + " -> " + memoryName(copy.dstKind) + ")");
    addBytes(activity, copy);
  }

  void addFill(const MUpti_ActivityMemset4 &fill) {
    GenericTraceActivity &activity =
        addWork(fill, ActivityType::GPU_MEMSET,
                std::string("Memset (") + memoryName(fill.memoryKind) + ")");
    addBytes(activity, fill);
  }

  template <typename Record> void addBytes(GenericTraceActivity &activity, const Record &record) {
    const uint64_t bytes = record.bytes;
    const uint64_t time = record.end - record.start;
    activity.addMetadata("bytes", bytes);
    if (time != 0) // bytes per nanosecond are GB/s
      activity.addMetadata("memory bandwidth (GB/s)",
                           static_cast<double>(bytes) / static_cast<double>(time));
  }

  // -------------------------------------------------------------------- annotations of the program

  struct Extent {
    uint64_t start = 0;
    uint64_t end = 0;
  };

  /// What a record_function() of the program started spans on a stream from its first to its last.
  template <typename Record> void extend(const Record &record) {
    const auto found = pushed.find(record.correlationId);
    if (found == pushed.end() || found->second.annotation == 0)
      return;
    Extent &extent = annotated[{found->second.annotation, {record.deviceId, record.streamId}}];
    if (extent.end == 0 || record.start < extent.start)
      extent.start = record.start;
    extent.end = std::max<uint64_t>(extent.end, record.end);
  }

  void addAnnotations() {
    for (const auto &[key, extent] : annotated) {
      const auto &[id, place] = key;
      const libkineto::ITraceActivity *of = linked(id);
      if (of == nullptr)
        continue;
      GenericTraceActivity &activity =
          add(ActivityType::GPU_USER_ANNOTATION, of->name(), extent.start, extent.end);
      activity.device = static_cast<int32_t>(place.first);
      activity.resource = static_cast<int32_t>(place.second);
      activity.id = id;
      activity.linked = of;
    }
  }

  std::set<MUpti_ActivityKind> kinds;
  bool wantsAnnotations = false;
  std::vector<std::string> problems;
  std::vector<Records::Buffer> buffers;
  libkineto::getLinkedActivityCallback linked;
  std::unique_ptr<libkineto::CpuTraceBuffer> trace;
  std::unordered_map<uint32_t, Pushed> pushed; ///< by the call
  std::set<uint32_t> startsWork;               ///< calls
  std::set<Place> streams;
  std::map<std::pair<int32_t, Place>, Extent> annotated;
};

class Profiler final : public libkineto::IActivityProfiler {
public:
  const std::string &name() const override {
    static const std::string name = "musa";
    return name;
  }

  const std::set<ActivityType> &availableActivities() const override {
    static const std::set<ActivityType> result = [] {
      std::set<ActivityType> types;
      for (const auto &[type, kinds] : kindsOf())
        types.insert(type);
      return types;
    }();
    return result;
  }

  std::unique_ptr<libkineto::IActivityProfilerSession>
  configure(const std::set<ActivityType> &types, const libkineto::Config &) override {
    // PyTorch asks for calls of the runtime also where it asks for the CPU only.
    if (types.count(ActivityType::CONCURRENT_KERNEL) == 0)
      return nullptr;
    return std::make_unique<Session>(types);
  }

  std::unique_ptr<libkineto::IActivityProfilerSession>
  configure(int64_t, int64_t, const std::set<ActivityType> &types,
            const libkineto::Config &config) override {
    return configure(types, config);
  }
};

[[maybe_unused]] const bool registered = [] {
  libkineto::api().registerProfilerFactory([] { return std::make_unique<Profiler>(); });
  return true;
}();

} // namespace
} // namespace torch_musa
