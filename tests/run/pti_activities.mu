// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -O1 -lmupti -lmublas
// ENV: MUSA_HOST_DEVICES=2
//
// Records of kernels, copies and fills, and of the calls that started them.
#include "pti_records.h"

#include "mublas.h"
#include "musa_runtime.h"

#include <algorithm>
#include <string>

namespace {

__global__ void increment(int *data, int by) { data[threadIdx.x + blockIdx.x * blockDim.x] += by; }

/// The record of the call with this correlation, which there is once.
MUpti_ActivityAPI callOf(uint32_t correlation) {
  MUpti_ActivityAPI result = {};
  int found = 0;
  for (const MUpti_ActivityAPI &call : Records::of<MUpti_ActivityAPI>(MUPTI_ACTIVITY_KIND_RUNTIME))
    if (call.correlationId == correlation) {
      result = call;
      ++found;
    }
  CHECK_EQUAL(found, 1);
  return result;
}

template <typename Record> void checkTimes(const Record &record) {
  CHECK(record.start != 0 && record.start <= record.end);
  const MUpti_ActivityAPI call = callOf(record.correlationId);
  CHECK(call.start <= record.start);
  CHECK_EQUAL(call.returnValue, static_cast<uint32_t>(musaSuccess));
}

constexpr int threads = 64;
constexpr int blocks = 3;
constexpr size_t bytes = sizeof(int) * threads * blocks;

void checkWork(musaStream_t stream, int *data, std::vector<int> &host) {
  uint64_t before = 0;
  CHECK_MUPTI(muptiGetTimestamp(&before));
  CHECK_MUSA(musaMemsetAsync(data, 7, bytes, stream));
  increment<<<blocks, threads, 16, stream>>>(data, 1);
  increment<<<blocks, threads, 0, stream>>>(data, 2);
  CHECK_MUSA(musaMemcpyAsync(host.data(), data, bytes, musaMemcpyDeviceToHost, stream));
  CHECK_MUSA(musaStreamSynchronize(stream));
  CHECK_EQUAL(host[5], 0x07070707 + 3);

  uint32_t streamId = 0;
  CHECK_MUPTI(muptiGetStreamId(nullptr, stream, &streamId));
  const auto kernels = Records::of<MUpti_ActivityKernel9>(MUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
  CHECK_EQUAL(kernels.size(), 2u);
  for (const MUpti_ActivityKernel9 &kernel : kernels) {
    checkTimes(kernel);
    CHECK(kernel.start >= before);
    CHECK(std::string(kernel.name).find("increment") != std::string::npos);
    CHECK_EQUAL(callOf(kernel.correlationId).cbid,
                static_cast<uint32_t>(MUPTI_RUNTIME_TRACE_CBID_musaLaunchKernel_v7000));
    CHECK_EQUAL(kernel.gridX, blocks);
    CHECK_EQUAL(kernel.gridY, 1);
    CHECK_EQUAL(kernel.blockX, threads);
    CHECK_EQUAL(kernel.streamId, streamId);
    CHECK_EQUAL(kernel.deviceId, 0u);
    CHECK_EQUAL(kernel.contextId, 1u);
  }
  CHECK(kernels[0].end <= kernels[1].start);
  CHECK(kernels[0].correlationId < kernels[1].correlationId);
  CHECK_EQUAL(kernels[0].dynamicSharedMemory, 16);
  CHECK_EQUAL(kernels[1].dynamicSharedMemory, 0);

  const auto fills = Records::of<MUpti_ActivityMemset4>(MUPTI_ACTIVITY_KIND_MEMSET);
  CHECK_EQUAL(fills.size(), 1u);
  checkTimes(fills[0]);
  CHECK_EQUAL(fills[0].bytes, bytes);
  CHECK_EQUAL(fills[0].value, 7u);
  CHECK_EQUAL(fills[0].memoryKind, static_cast<uint16_t>(MUPTI_ACTIVITY_MEMORY_KIND_DEVICE));
  CHECK(fills[0].end <= kernels[0].start);

  const auto copies = Records::of<MUpti_ActivityMemcpy5>(MUPTI_ACTIVITY_KIND_MEMCPY);
  CHECK_EQUAL(copies.size(), 1u);
  checkTimes(copies[0]);
  CHECK_EQUAL(copies[0].bytes, bytes);
  CHECK_EQUAL(copies[0].copyKind, static_cast<uint8_t>(MUPTI_ACTIVITY_MEMCPY_KIND_DTOH));
  CHECK_EQUAL(copies[0].srcKind, static_cast<uint8_t>(MUPTI_ACTIVITY_MEMORY_KIND_DEVICE));
  CHECK_EQUAL(copies[0].dstKind, static_cast<uint8_t>(MUPTI_ACTIVITY_MEMORY_KIND_PAGEABLE));
  CHECK(kernels[1].end <= copies[0].start);

  const auto waits =
      Records::of<MUpti_ActivitySynchronization>(MUPTI_ACTIVITY_KIND_SYNCHRONIZATION);
  CHECK_EQUAL(waits.size(), 1u);
  CHECK_EQUAL(static_cast<int>(waits[0].type),
              static_cast<int>(MUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_SYNCHRONIZE));
  CHECK_EQUAL(waits[0].streamId, streamId);
  CHECK(copies[0].end <= waits[0].end);
}

void checkPeers(int *data) {
  int *other = nullptr;
  CHECK_MUSA(musaSetDevice(1));
  CHECK_MUSA(musaMalloc(&other, bytes));
  CHECK_MUSA(musaSetDevice(0));
  CHECK_MUSA(musaMemcpyPeer(other, 1, data, 0, bytes));
  const auto copies = Records::of<MUpti_ActivityMemcpyPtoP4>(MUPTI_ACTIVITY_KIND_MEMCPY2);
  CHECK_EQUAL(copies.size(), 1u);
  checkTimes(copies[0]);
  CHECK_EQUAL(copies[0].srcDeviceId, 0u);
  CHECK_EQUAL(copies[0].dstDeviceId, 1u);
  CHECK_MUSA(musaFree(other));
}

/// A library's work has a record under its function's name.
void checkLibrary(float *data) {
  mublasHandle_t handle = nullptr;
  CHECK_EQUAL(static_cast<int>(mublasCreate(&handle)), 0);
  const float one = 1;
  CHECK_EQUAL(static_cast<int>(mublasSgemm(handle, MUBLAS_OP_N, MUBLAS_OP_N, 2, 2, 2, &one, data, 2,
                                           data, 2, &one, data, 2)),
              0);
  CHECK_MUSA(musaDeviceSynchronize());
  const auto kernels = Records::of<MUpti_ActivityKernel9>(MUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
  CHECK(std::string(kernels.back().name).find("gemm") != std::string::npos);
  checkTimes(kernels.back());
  CHECK_EQUAL(static_cast<int>(mublasDestroy(handle)), 0);
}

/// The kernels of a graph belong to the call that launched it.
void checkGraph(musaStream_t stream, int *data) {
  musaGraph_t graph = nullptr;
  musaGraphExec_t executable = nullptr;
  CHECK_MUSA(musaStreamBeginCapture(stream, musaStreamCaptureModeGlobal));
  increment<<<1, threads, 0, stream>>>(data, 1);
  increment<<<1, threads, 0, stream>>>(data, 1);
  CHECK_MUSA(musaStreamEndCapture(stream, &graph));
  CHECK_MUSA(musaGraphInstantiate(&executable, graph, 0));
  const size_t before =
      Records::of<MUpti_ActivityKernel9>(MUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL).size();
  CHECK_MUSA(musaGraphLaunch(executable, stream));
  CHECK_MUSA(musaStreamSynchronize(stream));
  const auto kernels = Records::of<MUpti_ActivityKernel9>(MUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
  CHECK_EQUAL(kernels.size(), before + 2);
  for (size_t i = before; i < kernels.size(); ++i)
    CHECK_EQUAL(callOf(kernels[i].correlationId).cbid,
                static_cast<uint32_t>(MUPTI_RUNTIME_TRACE_CBID_musaGraphLaunch_v10000));
  CHECK_MUSA(musaGraphExecDestroy(executable));
  CHECK_MUSA(musaGraphDestroy(graph));
}

void checkExternalCorrelation() {
  using Record = MUpti_ActivityExternalCorrelation;
  CHECK_MUPTI(muptiActivityPushExternalCorrelationId(MUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, 41));
  CHECK_MUPTI(muptiActivityPushExternalCorrelationId(MUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, 42));
  CHECK_MUSA(musaDeviceSynchronize());
  uint64_t last = 0;
  CHECK_MUPTI(
      muptiActivityPopExternalCorrelationId(MUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, &last));
  CHECK_EQUAL(last, 42u);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_MUPTI(
      muptiActivityPopExternalCorrelationId(MUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, nullptr));
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(static_cast<int>(muptiActivityPopExternalCorrelationId(
                  MUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, &last)),
              static_cast<int>(MUPTI_ERROR_QUEUE_EMPTY));
  const auto records = Records::of<Record>(MUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION);
  CHECK_EQUAL(records.size(), 2u);
  CHECK_EQUAL(records[0].externalId, 42u);
  CHECK_EQUAL(records[1].externalId, 41u);
  CHECK_EQUAL(callOf(records[0].correlationId).cbid,
              static_cast<uint32_t>(MUPTI_RUNTIME_TRACE_CBID_musaDeviceSynchronize_v3020));
}

void checkDriver(const int *data) {
  CHECK_MUPTI(muptiActivityEnable(MUPTI_ACTIVITY_KIND_DRIVER));
  int value = 0;
  CHECK_EQUAL(static_cast<int>(muMemcpyDtoH(&value, reinterpret_cast<MUdeviceptr>(data), 4)), 0);
  const auto calls = Records::of<MUpti_ActivityAPI>(MUPTI_ACTIVITY_KIND_DRIVER);
  CHECK_EQUAL(calls.size(), 1u);
  CHECK_EQUAL(calls[0].cbid, static_cast<uint32_t>(MUPTI_DRIVER_TRACE_CBID_muMemcpyDtoH_v2));
  const auto copies = Records::of<MUpti_ActivityMemcpy5>(MUPTI_ACTIVITY_KIND_MEMCPY);
  CHECK_EQUAL(copies.back().correlationId, calls[0].correlationId);
  CHECK_MUPTI(muptiActivityDisable(MUPTI_ACTIVITY_KIND_DRIVER));
}

void checkObjects() {
  CHECK_MUPTI(muptiActivityEnable(MUPTI_ACTIVITY_KIND_DEVICE));
  CHECK_MUPTI(muptiActivityEnable(MUPTI_ACTIVITY_KIND_CONTEXT));
  CHECK_MUPTI(muptiActivityEnable(MUPTI_ACTIVITY_KIND_STREAM));
  const auto devices = Records::of<MUpti_ActivityDevice5>(MUPTI_ACTIVITY_KIND_DEVICE);
  CHECK_EQUAL(devices.size(), 2u);
  musaDeviceProp properties = {};
  CHECK_MUSA(musaGetDeviceProperties(&properties, 1));
  CHECK_EQUAL(devices[1].id, 1u);
  CHECK_EQUAL(devices[1].globalMemorySize, properties.totalGlobalMem);
  CHECK(std::strcmp(devices[1].name, properties.name) == 0);
  const auto contexts = Records::of<MUpti_ActivityContext2>(MUPTI_ACTIVITY_KIND_CONTEXT);
  CHECK_EQUAL(contexts.size(), 2u);
  uint32_t nullStream = 0;
  CHECK_MUPTI(muptiGetStreamId(nullptr, nullptr, &nullStream));
  CHECK_EQUAL(static_cast<uint32_t>(contexts[0].nullStreamId), nullStream);
  musaStream_t stream = nullptr;
  CHECK_MUSA(musaStreamCreateWithFlags(&stream, musaStreamNonBlocking));
  uint32_t streamId = 0;
  CHECK_MUPTI(muptiGetStreamId(nullptr, stream, &streamId));
  const auto streams = Records::of<MUpti_ActivityStream>(MUPTI_ACTIVITY_KIND_STREAM);
  CHECK_EQUAL(streams.size(), 1u);
  CHECK_EQUAL(streams[0].streamId, streamId);
  CHECK_EQUAL(static_cast<int>(streams[0].flag),
              static_cast<int>(MUPTI_ACTIVITY_STREAM_CREATE_FLAG_NON_BLOCKING));
  CHECK_MUSA(musaStreamDestroy(stream));
}

/// Functions can be left out, and nothing is recorded once all kinds are disabled.
void checkDisabling(musaStream_t stream, int *data) {
  const auto calls = [] {
    return Records::of<MUpti_ActivityAPI>(MUPTI_ACTIVITY_KIND_RUNTIME).size();
  };
  const auto kernels = [] {
    return Records::of<MUpti_ActivityKernel9>(MUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL).size();
  };
  CHECK_MUPTI(
      muptiActivityEnableRuntimeApi(MUPTI_RUNTIME_TRACE_CBID_musaDeviceSynchronize_v3020, 0));
  const size_t before = calls();
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(calls(), before);
  CHECK_MUPTI(
      muptiActivityEnableRuntimeApi(MUPTI_RUNTIME_TRACE_CBID_musaDeviceSynchronize_v3020, 1));
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(calls(), before + 1);
  CHECK_MUPTI(muptiActivityDisable(MUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL));
  const size_t launched = kernels();
  increment<<<1, 1, 0, stream>>>(data, 1);
  CHECK_MUSA(musaStreamSynchronize(stream));
  CHECK_EQUAL(kernels(), launched);
  size_t dropped = 1;
  CHECK_MUPTI(muptiActivityGetNumDroppedRecords(nullptr, 0, &dropped));
  CHECK_EQUAL(dropped, 0u);
  CHECK_MUPTI(muptiFinalize());
  const size_t last = calls();
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(calls(), last);
}

void checkErrors() {
  const auto is = [](MUptiResult result, MUptiResult expected) {
    CHECK_EQUAL(static_cast<int>(result), static_cast<int>(expected));
  };
  is(muptiActivityEnable(MUPTI_ACTIVITY_KIND_PC_SAMPLING), MUPTI_ERROR_INVALID_KIND);
  is(muptiActivityRegisterCallbacks(nullptr, nullptr), MUPTI_ERROR_INVALID_PARAMETER);
  is(muptiActivityFlushAll(0), MUPTI_ERROR_INVALID_OPERATION);
  is(muptiGetTimestamp(nullptr), MUPTI_ERROR_INVALID_PARAMETER);
  is(muptiActivityEnableRuntimeApi(MUPTI_RUNTIME_TRACE_CBID_SIZE, 1),
     MUPTI_ERROR_INVALID_PARAMETER);
  uint32_t id = 0;
  is(muptiGetStreamId(nullptr, reinterpret_cast<MUstream>(0x1234), &id),
     MUPTI_ERROR_INVALID_STREAM);
  size_t size = 1;
  size_t value = 5;
  is(muptiActivitySetAttribute(MUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_SIZE, &size, &value),
     MUPTI_ERROR_PARAMETER_SIZE_NOT_SUFFICIENT);
  size = sizeof value;
  is(muptiActivitySetAttribute(MUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_SIZE, &size, &value),
     MUPTI_SUCCESS);
  size_t kept = 0;
  is(muptiActivityGetAttribute(MUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_SIZE, &size, &kept),
     MUPTI_SUCCESS);
  CHECK_EQUAL(kept, 5u);
  const char *text = nullptr;
  is(muptiGetResultString(MUPTI_ERROR_QUEUE_EMPTY, &text), MUPTI_SUCCESS);
  CHECK(std::strcmp(text, "MUPTI_ERROR_QUEUE_EMPTY") == 0);
  is(muptiGetErrorMessage(MUPTI_ERROR_QUEUE_EMPTY, &text), MUPTI_SUCCESS);
  CHECK(std::strcmp(text, "queue empty") == 0);
  is(muptiGetResultString(static_cast<MUptiResult>(4711), &text), MUPTI_ERROR_INVALID_PARAMETER);
  uint32_t version = 0;
  is(muptiGetVersion(&version), MUPTI_SUCCESS);
  CHECK_EQUAL(version, static_cast<uint32_t>(MUPTI_API_VERSION));
}

} // namespace

int main() {
  checkErrors();
  int *data = nullptr;
  musaStream_t stream = nullptr;
  std::vector<int> host(threads * blocks);
  CHECK_MUSA(musaMalloc(&data, bytes));
  CHECK_MUSA(musaStreamCreate(&stream));
  CHECK_MUPTI(muptiActivityRegisterCallbacks(Records::request, Records::complete));
  for (const MUpti_ActivityKind kind :
       {MUPTI_ACTIVITY_KIND_RUNTIME, MUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL,
        MUPTI_ACTIVITY_KIND_MEMCPY, MUPTI_ACTIVITY_KIND_MEMCPY2, MUPTI_ACTIVITY_KIND_MEMSET,
        MUPTI_ACTIVITY_KIND_SYNCHRONIZATION, MUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION})
    CHECK_MUPTI(muptiActivityEnable(kind));
  checkWork(stream, data, host);
  checkPeers(data);
  checkLibrary(reinterpret_cast<float *>(data));
  checkGraph(stream, data);
  checkExternalCorrelation();
  checkDriver(data);
  checkObjects();
  checkDisabling(stream, data);
  CHECK_MUSA(musaStreamDestroy(stream));
  CHECK_MUSA(musaFree(data));
  return CHECK_RESULT();
}
