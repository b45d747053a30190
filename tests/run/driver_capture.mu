// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Capture of streams in the driver API.
#include "check.h"

#include <algorithm>
#include <musa.h>
#include <thread>
#include <vector>

extern "C" __global__ void add(int *data, int count, int what) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count)
    data[i] += what;
}

namespace {

constexpr int count = 1000;
constexpr size_t bytes = count * sizeof(int);

#define CHECK_MU(call) CHECK_EQUAL(call, MUSA_SUCCESS)

bool isAll(const std::vector<int> &values, int expected) {
  return std::all_of(values.begin(), values.end(), [=](int one) { return one == expected; });
}

struct Fixture {
  MUmodule module = nullptr;
  MUfunction add = nullptr;
  MUdeviceptr data = 0;
  MUstream stream = nullptr, other = nullptr;
  MUevent fork = nullptr, join = nullptr;
  std::vector<int> result = std::vector<int>(count, -1);
  Fixture() {
    CHECK_MU(muModuleLoad(&module, ""));
    CHECK_MU(muModuleGetFunction(&add, module, "add"));
    CHECK_MU(muMemAlloc(&data, bytes));
    CHECK_MU(muMemsetD32(data, 0, count));
    CHECK_MU(muCtxSynchronize());
    CHECK_MU(muStreamCreate(&stream, MU_STREAM_NON_BLOCKING));
    CHECK_MU(muStreamCreate(&other, MU_STREAM_NON_BLOCKING));
    CHECK_MU(muEventCreate(&fork, MU_EVENT_DISABLE_TIMING));
    CHECK_MU(muEventCreate(&join, MU_EVENT_DISABLE_TIMING));
  }
  ~Fixture() {
    CHECK_MU(muEventDestroy(fork));
    CHECK_MU(muEventDestroy(join));
    CHECK_MU(muStreamDestroy(stream));
    CHECK_MU(muStreamDestroy(other));
    CHECK_MU(muMemFree(data));
  }
  void launch(int what, MUstream where) {
    int elements = count;
    void *arguments[] = {&data, &elements, &what};
    CHECK_MU(muLaunchKernel(add, 8, 1, 1, 128, 1, 1, 0, where, arguments, nullptr));
  }
  MUstreamCaptureStatus status(MUstream of) const {
    MUstreamCaptureStatus found = MU_STREAM_CAPTURE_STATUS_INVALIDATED;
    CHECK_MU(muStreamIsCapturing(of, &found));
    return found;
  }
};

void testCapture() {
  Fixture f;
  CHECK_EQUAL(f.status(f.stream), MU_STREAM_CAPTURE_STATUS_NONE);
  CHECK_MU(muStreamBeginCapture(f.stream, MU_STREAM_CAPTURE_MODE_GLOBAL));
  CHECK_EQUAL(f.status(f.stream), MU_STREAM_CAPTURE_STATUS_ACTIVE);
  CHECK_MU(muMemsetD32Async(f.data, 5, count, f.stream));
  CHECK_MU(muEventRecord(f.fork, f.stream));
  CHECK_MU(muStreamWaitEvent(f.other, f.fork, 0));
  f.launch(10, f.other);
  CHECK_EQUAL(f.status(f.other), MU_STREAM_CAPTURE_STATUS_ACTIVE);
  CHECK_MU(muEventRecord(f.join, f.other));
  CHECK_MU(muStreamWaitEvent(f.stream, f.join, 0));
  MUstreamCaptureStatus status = MU_STREAM_CAPTURE_STATUS_NONE;
  uint64_t id = 0;
  MUgraph graph = nullptr, ended = nullptr;
  const MUgraphNode *last = nullptr;
  const MUgraphEdgeData *edges = nullptr;
  size_t lasts = 0;
  CHECK_MU(muStreamGetCaptureInfo(f.stream, &status, &id, &graph, &last, &lasts));
  CHECK(status == MU_STREAM_CAPTURE_STATUS_ACTIVE && id != 0 && lasts == 2);
  uint64_t again = 0;
  CHECK_MU(muStreamGetCaptureInfo(f.stream, &status, &again)); // CUDA 11's form
  CHECK_EQUAL(again, id);
  CHECK_MU(muStreamGetCaptureInfo_v3(f.stream, &status, &id, &graph, &last, &edges, &lasts));
  CHECK(edges != nullptr && edges[1].type == MU_GRAPH_DEPENDENCY_TYPE_DEFAULT);
  CHECK_MU(muMemcpyDtoHAsync(f.result.data(), f.data, bytes, f.stream));
  CHECK_MU(muStreamEndCapture(f.stream, &ended));
  CHECK(ended == graph);
  size_t nodes = 0;
  CHECK_MU(muGraphGetNodes(graph, nullptr, &nodes));
  CHECK_EQUAL(nodes, size_t{3});
  CHECK(isAll(f.result, -1));

  MUgraphExec exec = nullptr;
  CHECK_MU(muGraphInstantiateWithFlags(&exec, graph, 0));
  CHECK_MU(muGraphLaunch(exec, f.stream));
  CHECK_MU(muStreamSynchronize(f.stream));
  CHECK(isAll(f.result, 15));
  CHECK_MU(muGraphExecDestroy(exec));
  CHECK_MU(muGraphDestroy(graph));
}

void testToGraph() {
  Fixture f;
  MUgraph graph = nullptr, ended = nullptr;
  CHECK_MU(muGraphCreate(&graph, 0));
  MUgraphNode first = nullptr;
  CHECK_MU(muGraphAddEmptyNode(&first, graph, nullptr, 0));
  CHECK_MU(muStreamBeginCaptureToGraph(f.stream, graph, &first, nullptr, 1,
                                       MU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
  f.launch(1, f.stream);
  MUgraphNode second = nullptr;
  CHECK_MU(muGraphAddEmptyNode(&second, graph, nullptr, 0));
  CHECK_MU(
      muStreamUpdateCaptureDependencies(f.stream, &second, 1, MU_STREAM_ADD_CAPTURE_DEPENDENCIES));
  f.launch(2, f.stream);
  CHECK_MU(muStreamUpdateCaptureDependencies_v2(f.stream, &second, nullptr, 1,
                                                MU_STREAM_SET_CAPTURE_DEPENDENCIES));
  f.launch(3, f.stream);
  CHECK_MU(muStreamEndCapture(f.stream, &ended));
  CHECK(ended == graph);
  size_t edges = 0;
  CHECK_MU(muGraphGetEdges(graph, nullptr, nullptr, &edges));
  CHECK_EQUAL(edges, size_t{4});
  CHECK_EQUAL(muStreamUpdateCaptureDependencies(f.stream, &second, 1, 0), MUSA_ERROR_ILLEGAL_STATE);
  CHECK_MU(muGraphDestroy(graph));
}

void testErrors() {
  Fixture f;
  MUgraph graph = nullptr;
  CHECK_EQUAL(muStreamEndCapture(f.stream, &graph), MUSA_ERROR_ILLEGAL_STATE);
  CHECK_EQUAL(muStreamBeginCapture(nullptr, MU_STREAM_CAPTURE_MODE_GLOBAL),
              MUSA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
  CHECK_EQUAL(muStreamBeginCapture(f.stream, static_cast<MUstreamCaptureMode>(9)),
              MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muStreamIsCapturing(f.stream, nullptr), MUSA_ERROR_INVALID_VALUE);

  CHECK_MU(muStreamBeginCapture(f.stream, MU_STREAM_CAPTURE_MODE_RELAXED));
  CHECK_EQUAL(muStreamBeginCapture(f.stream, MU_STREAM_CAPTURE_MODE_RELAXED),
              MUSA_ERROR_ILLEGAL_STATE);
  CHECK_EQUAL(muStreamSynchronize(f.stream), MUSA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
  CHECK_EQUAL(f.status(f.stream), MU_STREAM_CAPTURE_STATUS_INVALIDATED);
  CHECK_EQUAL(muStreamEndCapture(f.stream, &graph), MUSA_ERROR_STREAM_CAPTURE_INVALIDATED);
  CHECK(graph == nullptr);

  // A branch that has not come back.
  CHECK_MU(muStreamBeginCapture(f.stream, MU_STREAM_CAPTURE_MODE_RELAXED));
  CHECK_MU(muEventRecord(f.fork, f.stream));
  CHECK_MU(muStreamWaitEvent(f.other, f.fork, 0));
  f.launch(1, f.other);
  CHECK_EQUAL(muStreamEndCapture(f.stream, &graph), MUSA_ERROR_STREAM_CAPTURE_UNJOINED);

  // Another thread.
  CHECK_MU(muStreamBeginCapture(f.stream, MU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
  MUcontext context = nullptr;
  CHECK_MU(muCtxGetCurrent(&context));
  std::thread([&] {
    CHECK_MU(muCtxSetCurrent(context));
    CHECK_EQUAL(muStreamEndCapture(f.stream, &graph), MUSA_ERROR_STREAM_CAPTURE_WRONG_THREAD);
  }).join();
  CHECK_MU(muStreamEndCapture(f.stream, &graph));
  CHECK_MU(muGraphDestroy(graph));

  // A call that may wait, in a mode that forbids it.
  MUstreamCaptureMode mode = MU_STREAM_CAPTURE_MODE_RELAXED;
  CHECK_MU(muThreadExchangeStreamCaptureMode(&mode));
  CHECK_EQUAL(mode, MU_STREAM_CAPTURE_MODE_GLOBAL);
  CHECK_MU(muThreadExchangeStreamCaptureMode(&mode));
  CHECK_EQUAL(mode, MU_STREAM_CAPTURE_MODE_RELAXED);
  CHECK_EQUAL(muThreadExchangeStreamCaptureMode(nullptr), MUSA_ERROR_INVALID_VALUE);
  CHECK_MU(muStreamBeginCapture(f.stream, MU_STREAM_CAPTURE_MODE_GLOBAL));
  MUdeviceptr memory = 0;
  CHECK_EQUAL(muMemAlloc(&memory, 100), MUSA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
  CHECK_EQUAL(muStreamEndCapture(f.stream, &graph), MUSA_ERROR_STREAM_CAPTURE_INVALIDATED);
}

} // namespace

int main() {
  CHECK_MU(muInit(0));
  MUcontext context = nullptr;
  CHECK_MU(muDevicePrimaryCtxRetain(&context, 0));
  CHECK_MU(muCtxSetCurrent(context));
  testCapture();
  testToGraph();
  testErrors();
  CHECK_MU(muDevicePrimaryCtxRelease(0));
  return CHECK_RESULT();
}
