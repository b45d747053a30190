// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Graphs that are recorded from streams: fork and join, what a capture contains, and what it
// refuses.
#include "check.h"

#include <algorithm>
#include <thread>
#include <vector>

namespace {

constexpr int count = 1000;
constexpr size_t bytes = count * sizeof(int);

__global__ void add(int *data, int addend) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count)
    data[i] += addend;
}

__global__ void sum(const int *a, const int *b, int *to) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count)
    to[i] = a[i] + b[i];
}

bool isAll(const std::vector<int> &values, int expected) {
  return std::all_of(values.begin(), values.end(), [=](int one) { return one == expected; });
}

struct Fixture {
  int *a = nullptr;
  int *b = nullptr;
  std::vector<int> result = std::vector<int>(count, -1);
  musaStream_t stream = nullptr;
  musaStream_t other = nullptr;
  musaEvent_t fork = nullptr;
  musaEvent_t join = nullptr;
  Fixture() {
    CHECK_MUSA(musaMalloc(&a, bytes));
    CHECK_MUSA(musaMalloc(&b, bytes));
    CHECK_MUSA(musaStreamCreate(&stream));
    CHECK_MUSA(musaStreamCreate(&other));
    CHECK_MUSA(musaEventCreate(&fork));
    CHECK_MUSA(musaEventCreate(&join));
  }
  ~Fixture() {
    CHECK_MUSA(musaEventDestroy(fork));
    CHECK_MUSA(musaEventDestroy(join));
    CHECK_MUSA(musaStreamDestroy(other));
    CHECK_MUSA(musaStreamDestroy(stream));
    CHECK_MUSA(musaFree(a));
    CHECK_MUSA(musaFree(b));
    CHECK_EQUAL(musaGetLastError(), musaSuccess);
  }
  void begin(musaStreamCaptureMode mode = musaStreamCaptureModeGlobal) {
    CHECK_MUSA(musaStreamBeginCapture(stream, mode));
  }
  musaGraph_t end() {
    musaGraph_t graph = nullptr;
    CHECK_MUSA(musaStreamEndCapture(stream, &graph));
    CHECK(graph != nullptr);
    return graph;
  }
  /// The capture was spoiled: no graph comes of it, and the stream works again.
  void endInvalid(musaError_t why = musaErrorStreamCaptureInvalidated) {
    musaGraph_t graph = reinterpret_cast<musaGraph_t>(1);
    CHECK_EQUAL(musaStreamEndCapture(stream, &graph), why);
    CHECK(graph == nullptr);
    CHECK_EQUAL(musaGetLastError(), why);
    CHECK_EQUAL(status(stream), musaStreamCaptureStatusNone);
    CHECK_EQUAL(status(other), musaStreamCaptureStatusNone);
    CHECK_MUSA(musaMemsetAsync(a, 0, bytes, stream));
    CHECK_MUSA(musaStreamSynchronize(stream));
  }
  static musaStreamCaptureStatus status(musaStream_t of) {
    musaStreamCaptureStatus result = musaStreamCaptureStatusInvalidated;
    CHECK_MUSA(musaStreamIsCapturing(of, &result));
    return result;
  }
};

/// The error of the call, which is also the last.
#define CHECK_FAILS(call, error)                                                                   \
  do {                                                                                             \
    CHECK_EQUAL(call, error);                                                                      \
    CHECK_EQUAL(musaGetLastError(), error);                                                        \
  } while (false)

size_t nodesOf(musaGraph_t graph) {
  size_t result = 0;
  CHECK_MUSA(musaGraphGetNodes(graph, nullptr, &result));
  return result;
}

size_t edgesOf(musaGraph_t graph) {
  size_t result = 0;
  CHECK_MUSA(musaGraphGetEdges(graph, nullptr, nullptr, &result));
  return result;
}

int calls = 0;
void call(void *data) { calls += *static_cast<int *>(data); }

void testOneStream() {
  Fixture f;
  int amount = 5;
  std::vector<int> source(count, 100);
  f.begin();
  CHECK_EQUAL(Fixture::status(f.stream), musaStreamCaptureStatusActive);
  CHECK_EQUAL(Fixture::status(f.other), musaStreamCaptureStatusNone);
  // From memory that the program changes before the launch: a graph reads it then.
  CHECK_MUSA(musaMemcpyAsync(f.a, source.data(), bytes, musaMemcpyHostToDevice, f.stream));
  CHECK_MUSA(musaMemsetAsync(f.b, 0, bytes, f.stream));
  add<<<8, 128, 0, f.stream>>>(f.b, 7);
  sum<<<8, 128, 0, f.stream>>>(f.a, f.b, f.a);
  CHECK_MUSA(musaMemcpyAsync(f.result.data(), f.a, bytes, musaMemcpyDeviceToHost, f.stream));
  CHECK_MUSA(musaLaunchHostFunc(f.stream, call, &amount));
  musaGraph_t graph = f.end();
  CHECK_EQUAL(nodesOf(graph), 6u);
  CHECK_EQUAL(edgesOf(graph), 5u);
  CHECK_MUSA(musaStreamSynchronize(f.stream));
  CHECK(isAll(f.result, -1)); // nothing has run
  CHECK_EQUAL(calls, 0);
  musaGraphNode_t nodes[6];
  size_t six = 6;
  CHECK_MUSA(musaGraphGetNodes(graph, nodes, &six));
  const musaGraphNodeType types[] = {musaGraphNodeTypeMemcpy, musaGraphNodeTypeMemset,
                                     musaGraphNodeTypeKernel, musaGraphNodeTypeKernel,
                                     musaGraphNodeTypeMemcpy, musaGraphNodeTypeHost};
  for (int i = 0; i < 6; ++i) {
    musaGraphNodeType type;
    CHECK_MUSA(musaGraphNodeGetType(nodes[i], &type));
    CHECK_EQUAL(type, types[i]);
  }
  musaKernelNodeParams params;
  CHECK_MUSA(musaGraphKernelNodeGetParams(nodes[2], &params));
  CHECK(params.func == reinterpret_cast<void *>(add));
  CHECK_EQUAL(*static_cast<int *>(params.kernelParams[1]), 7);
  musaMemcpy3DParms copy;
  CHECK_MUSA(musaGraphMemcpyNodeGetParams(nodes[4], &copy));
  CHECK(copy.dstPtr.ptr == f.result.data() && copy.srcPtr.ptr == f.a &&
        copy.extent.width == bytes && copy.kind == musaMemcpyDeviceToHost);

  musaGraphExec_t exec;
  CHECK_MUSA(musaGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  for (int round = 1; round <= 3; ++round) {
    std::fill(source.begin(), source.end(), round * 10);
    CHECK_MUSA(musaGraphLaunch(exec, f.stream));
    CHECK_MUSA(musaStreamSynchronize(f.stream));
    CHECK(isAll(f.result, round * 10 + 7));
    CHECK_EQUAL(calls, 5 * round);
  }
  // A captured launch of a graph is a graph in the graph.
  f.begin();
  CHECK_MUSA(musaGraphLaunch(exec, f.stream));
  add<<<8, 128, 0, f.stream>>>(f.a, 1000);
  CHECK_MUSA(musaMemcpyAsync(f.result.data(), f.a, bytes, musaMemcpyDeviceToHost, f.stream));
  musaGraph_t outer = f.end();
  CHECK_EQUAL(nodesOf(outer), 3u);
  musaGraphExec_t outerExec;
  CHECK_MUSA(musaGraphInstantiate(&outerExec, outer));
  CHECK_MUSA(musaGraphLaunch(outerExec, f.stream));
  CHECK_MUSA(musaStreamSynchronize(f.stream));
  CHECK(isAll(f.result, 1037));
  CHECK_EQUAL(calls, 20);
  CHECK_MUSA(musaGraphExecDestroy(outerExec));
  CHECK_MUSA(musaGraphDestroy(outer));
  CHECK_MUSA(musaGraphExecDestroy(exec));
  CHECK_MUSA(musaGraphDestroy(graph));
}

/// Puts fill(a), fork, add(b) in the other stream, join, sum into the capture.
void forkAndJoin(Fixture &f, int addA, int addB) {
  CHECK_MUSA(musaMemsetAsync(f.a, 0, bytes, f.stream));
  CHECK_MUSA(musaMemsetAsync(f.b, 0, bytes, f.stream));
  CHECK_MUSA(musaEventRecord(f.fork, f.stream));
  CHECK_MUSA(musaStreamWaitEvent(f.other, f.fork, 0));
  add<<<8, 128, 0, f.other>>>(f.b, addB);
  add<<<8, 128, 0, f.stream>>>(f.a, addA);
  CHECK_MUSA(musaEventRecord(f.join, f.other));
  CHECK_MUSA(musaStreamWaitEvent(f.stream, f.join, 0));
  sum<<<8, 128, 0, f.stream>>>(f.a, f.b, f.a);
  CHECK_MUSA(musaMemcpyAsync(f.result.data(), f.a, bytes, musaMemcpyDeviceToHost, f.stream));
}

void testTwoStreams() {
  Fixture f;
  f.begin();
  forkAndJoin(f, 1, 2);
  CHECK_EQUAL(Fixture::status(f.other), musaStreamCaptureStatusActive);
  unsigned long long ids[2] = {};
  musaStreamCaptureStatus status;
  CHECK_MUSA(musaStreamGetCaptureInfo(f.stream, &status, &ids[0]));
  musaGraph_t captured = nullptr;
  const musaGraphNode_t *dependencies = nullptr;
  size_t dependencyCount = 0;
  CHECK_MUSA(musaStreamGetCaptureInfo_v2(f.other, &status, &ids[1], &captured, &dependencies,
                                         &dependencyCount));
  CHECK(ids[0] == ids[1] && ids[0] != 0 && status == musaStreamCaptureStatusActive);
  CHECK_EQUAL(dependencyCount, 1u);
  musaGraphNodeType type;
  CHECK_MUSA(musaGraphNodeGetType(dependencies[0], &type));
  CHECK_EQUAL(type, musaGraphNodeTypeKernel);
  musaGraph_t graph = f.end();
  CHECK(graph == captured);
  CHECK_EQUAL(Fixture::status(f.other), musaStreamCaptureStatusNone);
  CHECK_EQUAL(nodesOf(graph), 6u);
  CHECK_EQUAL(edgesOf(graph), 6u); // fill-fill, fill-add twice, add-sum twice, sum-copy
  musaGraphExec_t exec;
  CHECK_MUSA(musaGraphInstantiate(&exec, graph));
  for (int i = 0; i < 3; ++i) {
    std::fill(f.result.begin(), f.result.end(), -1);
    CHECK_MUSA(musaGraphLaunch(exec, i == 1 ? f.other : f.stream));
    CHECK_MUSA(musaDeviceSynchronize());
    CHECK(isAll(f.result, 3));
  }
  // The same again with other numbers updates it.
  f.begin();
  forkAndJoin(f, 10, 20);
  musaGraph_t second = f.end();
  musaGraphExecUpdateResultInfo info;
  CHECK_MUSA(musaGraphExecUpdate(exec, second, &info));
  CHECK_MUSA(musaGraphLaunch(exec, f.stream));
  CHECK_MUSA(musaStreamSynchronize(f.stream));
  CHECK(isAll(f.result, 30));
  CHECK_MUSA(musaGraphExecDestroy(exec));
  CHECK_MUSA(musaGraphDestroy(second));
  CHECK_MUSA(musaGraphDestroy(graph));
}

/// Branches that do not come back.
void testUnjoined() {
  Fixture f;
  f.begin();
  CHECK_MUSA(musaMemsetAsync(f.a, 0, bytes, f.stream));
  CHECK_MUSA(musaEventRecord(f.fork, f.stream));
  CHECK_MUSA(musaStreamWaitEvent(f.other, f.fork, 0));
  add<<<8, 128, 0, f.other>>>(f.a, 1);
  f.endInvalid(musaErrorStreamCaptureUnjoined);
  // A branch that has done nothing is joined.
  f.begin();
  CHECK_MUSA(musaMemsetAsync(f.a, 0, bytes, f.stream));
  CHECK_MUSA(musaEventRecord(f.fork, f.stream));
  CHECK_MUSA(musaStreamWaitEvent(f.other, f.fork, 0));
  CHECK_MUSA(musaGraphDestroy(f.end()));
  // The end is the beginning's stream's.
  f.begin();
  CHECK_MUSA(musaEventRecord(f.fork, f.stream));
  CHECK_MUSA(musaStreamWaitEvent(f.other, f.fork, 0));
  musaGraph_t graph;
  CHECK_FAILS(musaStreamEndCapture(f.other, &graph), musaErrorStreamCaptureUnmatched);
  f.endInvalid();
  CHECK_FAILS(musaStreamEndCapture(f.stream, &graph), musaErrorIllegalState);
}

void testRefused() {
  Fixture f;
  CHECK_FAILS(musaStreamBeginCapture(nullptr, musaStreamCaptureModeGlobal),
              musaErrorStreamCaptureUnsupported);
  CHECK_FAILS(musaStreamBeginCapture(f.stream, static_cast<musaStreamCaptureMode>(7)),
              musaErrorInvalidValue);
  f.begin();
  CHECK_FAILS(musaStreamBeginCapture(f.stream, musaStreamCaptureModeGlobal), musaErrorIllegalState);
  CHECK_FAILS(musaStreamSynchronize(f.stream), musaErrorStreamCaptureUnsupported);
  CHECK_EQUAL(Fixture::status(f.stream), musaStreamCaptureStatusInvalidated);
  CHECK_FAILS(musaMemsetAsync(f.a, 0, bytes, f.stream), musaErrorStreamCaptureInvalidated);
  f.endInvalid();
  f.begin();
  CHECK_FAILS(musaStreamQuery(f.stream), musaErrorStreamCaptureUnsupported);
  f.endInvalid();
  f.begin();
  CHECK_FAILS(musaDeviceSynchronize(), musaErrorStreamCaptureUnsupported);
  f.endInvalid();
  f.begin();
  CHECK_FAILS(musaStreamAddCallback(
                  f.stream, [](musaStream_t, musaError_t, void *) {}, nullptr, 0),
              musaErrorStreamCaptureUnsupported);
  f.endInvalid();
  // An event of a capture is no point in time.
  f.begin();
  CHECK_MUSA(musaEventRecord(f.fork, f.stream));
  CHECK_FAILS(musaEventSynchronize(f.fork), musaErrorCapturedEvent);
  f.endInvalid();
  CHECK_FAILS(musaEventQuery(f.fork), musaErrorCapturedEvent);
  CHECK_MUSA(musaEventRecord(f.fork, f.stream));
  CHECK_MUSA(musaEventSynchronize(f.fork));
  // Nor does a capture wait for one that is.
  f.begin();
  CHECK_FAILS(musaStreamWaitEvent(f.stream, f.fork, 0), musaErrorStreamCaptureIsolation);
  f.endInvalid();
  // Two captures are not mixed.
  f.begin();
  CHECK_MUSA(musaStreamBeginCapture(f.other, musaStreamCaptureModeGlobal));
  CHECK_MUSA(musaEventRecord(f.fork, f.stream));
  CHECK_FAILS(musaStreamWaitEvent(f.other, f.fork, 0), musaErrorStreamCaptureMerge);
  musaGraph_t graph;
  CHECK_FAILS(musaStreamEndCapture(f.other, &graph), musaErrorStreamCaptureInvalidated);
  f.endInvalid();
}

/// Stream 0 and streams that it would wait for.
void testLegacyStream() {
  Fixture f;
  int *memory = f.a;
  f.begin();
  add<<<1, 1>>>(memory, 1);
  CHECK_EQUAL(musaGetLastError(), musaErrorStreamCaptureImplicit);
  f.endInvalid();
  f.begin();
  CHECK_FAILS(musaMemcpy(f.result.data(), f.a, bytes, musaMemcpyDeviceToHost),
              musaErrorStreamCaptureImplicit);
  f.endInvalid();
  f.begin();
  musaStreamCaptureStatus status;
  CHECK_FAILS(musaStreamIsCapturing(nullptr, &status), musaErrorStreamCaptureImplicit);
  f.endInvalid();
  // A stream that does not wait for stream 0 can be captured beside it.
  musaStream_t free;
  CHECK_MUSA(musaStreamCreateWithFlags(&free, musaStreamNonBlocking));
  CHECK_MUSA(musaStreamBeginCapture(free, musaStreamCaptureModeGlobal));
  add<<<8, 128, 0, free>>>(f.a, 1);
  CHECK_MUSA(musaMemset(f.a, 0, bytes));
  CHECK_MUSA(musaMemcpy(f.result.data(), f.a, bytes, musaMemcpyDeviceToHost));
  CHECK(isAll(f.result, 0));
  CHECK_MUSA(musaStreamIsCapturing(nullptr, &status));
  CHECK_EQUAL(status, musaStreamCaptureStatusNone);
  musaGraph_t graph;
  CHECK_MUSA(musaStreamEndCapture(free, &graph));
  CHECK_EQUAL(nodesOf(graph), 1u);
  CHECK_MUSA(musaGraphDestroy(graph));
  CHECK_MUSA(musaStreamDestroy(free));
}

/// A stream that is destroyed while it is captured. Its work stays; the origin ends the capture.
void testDestroyed() {
  Fixture f;
  musaStream_t side = nullptr;
  const auto fork = [&] {
    CHECK_MUSA(musaMemsetAsync(f.a, 0, bytes, f.stream));
    CHECK_MUSA(musaStreamCreateWithFlags(&side, musaStreamNonBlocking));
    CHECK_MUSA(musaEventRecord(f.fork, f.stream));
    CHECK_MUSA(musaStreamWaitEvent(side, f.fork, 0));
    add<<<8, 128, 0, side>>>(f.a, 5);
  };
  f.begin();
  fork();
  CHECK_MUSA(musaEventRecord(f.join, side));
  CHECK_MUSA(musaStreamWaitEvent(f.stream, f.join, 0));
  CHECK_MUSA(musaStreamDestroy(side));
  musaGraph_t graph = f.end();
  CHECK_EQUAL(nodesOf(graph), 2u);
  CHECK_MUSA(musaGraphDestroy(graph));
  f.begin();
  fork();
  CHECK_MUSA(musaStreamDestroy(side));
  f.endInvalid(musaErrorStreamCaptureUnjoined);
}

/// With the stream that a capture began in it is over, and forbids nothing any more.
void testOriginDestroyed() {
  Fixture f;
  musaStream_t origin = nullptr;
  CHECK_MUSA(musaStreamCreate(&origin));
  CHECK_MUSA(musaStreamBeginCapture(origin, musaStreamCaptureModeGlobal));
  CHECK_MUSA(musaMemsetAsync(f.a, 0, bytes, origin));
  CHECK_MUSA(musaEventRecord(f.fork, origin));
  CHECK_MUSA(musaStreamWaitEvent(f.stream, f.fork, 0));
  CHECK_EQUAL(Fixture::status(f.stream), musaStreamCaptureStatusActive);
  CHECK_MUSA(musaStreamDestroy(origin));
  CHECK_EQUAL(Fixture::status(f.stream), musaStreamCaptureStatusNone);
  int *memory = nullptr;
  CHECK_MUSA(musaMalloc(&memory, 4));
  CHECK_MUSA(musaFree(memory));
  // So with a thread's own stream.
  std::thread([&] {
    CHECK_MUSA(musaStreamBeginCapture(musaStreamPerThread, musaStreamCaptureModeGlobal));
    CHECK_MUSA(musaMemsetAsync(f.a, 0, bytes, musaStreamPerThread));
  }).join();
  CHECK_MUSA(musaMalloc(&memory, 4));
  CHECK_MUSA(musaFree(memory));
  CHECK_MUSA(musaDeviceSynchronize());
}

/// A launch of a graph becomes a node that does what the launch would.
void testLaunch() {
  Fixture f;
  f.begin();
  CHECK_MUSA(musaMemsetAsync(f.a, 0, bytes, f.stream));
  add<<<8, 128, 0, f.stream>>>(f.a, 3);
  add<<<8, 128, 0, f.stream>>>(f.a, 20);
  CHECK_MUSA(musaMemcpyAsync(f.result.data(), f.a, bytes, musaMemcpyDeviceToHost, f.stream));
  musaGraph_t inner = f.end();
  std::vector<musaGraphNode_t> nodes(4);
  size_t number = nodes.size();
  CHECK_MUSA(musaGraphGetNodes(inner, nodes.data(), &number));
  musaGraphExec_t innerExec, exec;
  CHECK_MUSA(musaGraphInstantiate(&innerExec, inner));
  CHECK_MUSA(musaGraphNodeSetEnabled(innerExec, nodes[2], 0));
  f.begin();
  CHECK_MUSA(musaGraphLaunch(innerExec, f.stream));
  musaGraph_t outer = f.end();
  CHECK_EQUAL(nodesOf(outer), 1u);
  CHECK_MUSA(musaGraphInstantiate(&exec, outer));
  CHECK_MUSA(musaGraphLaunch(exec, f.stream));
  CHECK_MUSA(musaStreamSynchronize(f.stream));
  CHECK(isAll(f.result, 3));
  CHECK_MUSA(musaGraphExecDestroy(exec));
  CHECK_MUSA(musaGraphExecDestroy(innerExec));
  CHECK_MUSA(musaGraphDestroy(outer));
  CHECK_MUSA(musaGraphDestroy(inner));
  // One that allocates can be no node.
  int *memory = nullptr;
  f.begin();
  CHECK_MUSA(musaMallocAsync(&memory, bytes, f.stream));
  inner = f.end();
  CHECK_MUSA(musaGraphInstantiate(&innerExec, inner));
  f.begin();
  CHECK_FAILS(musaGraphLaunch(innerExec, f.stream), musaErrorNotSupported);
  CHECK_MUSA(musaGraphDestroy(f.end()));
  CHECK_MUSA(musaGraphExecDestroy(innerExec));
  CHECK_MUSA(musaGraphDestroy(inner));
}

/// What the modes forbid, here and in other threads.
void testModes() {
  Fixture f;
  int *memory = nullptr;
  const auto elsewhere = [&](auto calls) { std::thread(calls).join(); };
  f.begin(musaStreamCaptureModeGlobal);
  CHECK_FAILS(musaFree(nullptr), musaErrorStreamCaptureUnsupported);
  f.endInvalid();
  f.begin(musaStreamCaptureModeRelaxed);
  add<<<1, 5000, 0, f.stream>>>(f.a, 1); // the graph lacks it
  CHECK_EQUAL(musaGetLastError(), musaErrorInvalidConfiguration);
  f.endInvalid();
  f.begin(musaStreamCaptureModeGlobal);
  CHECK_FAILS(musaMalloc(&memory, 4), musaErrorStreamCaptureUnsupported);
  f.endInvalid();
  f.begin(musaStreamCaptureModeGlobal);
  elsewhere([&] { CHECK_FAILS(musaMalloc(&memory, 4), musaErrorStreamCaptureUnsupported); });
  f.endInvalid();
  f.begin(musaStreamCaptureModeThreadLocal);
  elsewhere([&] {
    CHECK_MUSA(musaMalloc(&memory, 4));
    CHECK_MUSA(musaFree(memory));
    musaGraph_t graph;
    CHECK_FAILS(musaStreamEndCapture(f.stream, &graph), musaErrorStreamCaptureWrongThread);
  });
  CHECK_MUSA(musaGraphDestroy(f.end()));
  f.begin(musaStreamCaptureModeThreadLocal);
  CHECK_FAILS(musaFree(f.b), musaErrorStreamCaptureUnsupported);
  f.endInvalid();
  f.begin(musaStreamCaptureModeRelaxed);
  CHECK_MUSA(musaMalloc(&memory, 4));
  elsewhere([&] { CHECK_MUSA(musaFree(memory)); });
  elsewhere([&] { CHECK_MUSA(musaGraphDestroy(f.end())); });
  // A thread may take the responsibility.
  musaStreamCaptureMode mode = musaStreamCaptureModeRelaxed;
  f.begin(musaStreamCaptureModeGlobal);
  CHECK_MUSA(musaThreadExchangeStreamCaptureMode(&mode));
  CHECK_EQUAL(mode, musaStreamCaptureModeGlobal);
  CHECK_MUSA(musaMalloc(&memory, 4));
  CHECK_MUSA(musaThreadExchangeStreamCaptureMode(&mode));
  CHECK_EQUAL(mode, musaStreamCaptureModeRelaxed);
  CHECK_MUSA(musaGraphDestroy(f.end()));
  CHECK_MUSA(musaFree(memory));
}

/// Nodes that a capture and the program add to the same graph; events from outside.
void testMixed() {
  Fixture f;
  musaGraph_t graph;
  CHECK_MUSA(musaGraphCreate(&graph, 0));
  musaMemsetParams params = {};
  params.dst = f.a;
  params.elementSize = 4;
  params.value = 3;
  params.width = count;
  params.height = 1;
  musaGraphNode_t fill;
  CHECK_MUSA(musaGraphAddMemsetNode(&fill, graph, nullptr, 0, &params));
  CHECK_MUSA(musaStreamBeginCaptureToGraph(f.stream, graph, &fill, nullptr, 1,
                                           musaStreamCaptureModeGlobal));
  CHECK_MUSA(musaStreamWaitEvent(f.stream, f.fork, musaEventWaitExternal));
  add<<<8, 128, 0, f.stream>>>(f.a, 4);
  musaGraph_t captured = nullptr;
  const musaGraphNode_t *dependencies = nullptr;
  size_t dependencyCount = 0;
  musaStreamCaptureStatus status;
  CHECK_MUSA(musaStreamGetCaptureInfo(f.stream, &status, nullptr, &captured, &dependencies,
                                      &dependencyCount));
  CHECK(captured == graph && dependencyCount == 1);
  // What the program adds itself, and makes the stream go on from.
  void *arguments[] = {&f.a, nullptr};
  int addend = 50;
  arguments[1] = &addend;
  musaKernelNodeParams kernel = {};
  kernel.func = reinterpret_cast<void *>(add);
  kernel.gridDim = dim3(8);
  kernel.blockDim = dim3(128);
  kernel.kernelParams = arguments;
  musaGraphNode_t own;
  CHECK_MUSA(musaGraphAddKernelNode(&own, graph, dependencies, 1, &kernel));
  CHECK_MUSA(
      musaStreamUpdateCaptureDependencies(f.stream, &own, 1, musaStreamSetCaptureDependencies));
  CHECK_MUSA(musaMemcpyAsync(f.result.data(), f.a, bytes, musaMemcpyDeviceToHost, f.stream));
  CHECK_MUSA(musaEventRecordWithFlags(f.join, f.stream, musaEventRecordExternal));
  CHECK(f.end() == graph);
  CHECK_EQUAL(nodesOf(graph), 6u);
  CHECK_EQUAL(edgesOf(graph), 5u);
  musaGraphExec_t exec;
  CHECK_MUSA(musaGraphInstantiate(&exec, graph));
  CHECK_MUSA(musaEventRecord(f.fork, f.other));
  CHECK_MUSA(musaGraphLaunch(exec, f.stream));
  CHECK_MUSA(musaEventSynchronize(f.join));
  CHECK(isAll(f.result, 57));
  CHECK_MUSA(musaGraphExecDestroy(exec));
  CHECK_MUSA(musaGraphDestroy(graph));
}

/// Memory in stream order becomes memory of the graph.
void testMemory() {
  Fixture f;
  int *memory = nullptr;
  f.begin();
  CHECK_MUSA(musaMallocAsync(&memory, bytes, f.stream));
  CHECK_MUSA(musaMemsetAsync(memory, 0, bytes, f.stream));
  add<<<8, 128, 0, f.stream>>>(memory, 11);
  CHECK_MUSA(musaMemcpyAsync(f.result.data(), memory, bytes, musaMemcpyDeviceToHost, f.stream));
  CHECK_MUSA(musaFreeAsync(memory, f.stream));
  CHECK_FAILS(musaFreeAsync(f.a, f.stream), musaErrorInvalidValue);
  musaGraph_t graph = f.end();
  CHECK_EQUAL(nodesOf(graph), 5u);
  musaGraphExec_t exec;
  CHECK_MUSA(musaGraphInstantiate(&exec, graph));
  CHECK_MUSA(musaGraphDestroy(graph));
  for (int i = 0; i < 2; ++i) {
    std::fill(f.result.begin(), f.result.end(), -1);
    CHECK_MUSA(musaGraphLaunch(exec, f.stream));
    CHECK_MUSA(musaStreamSynchronize(f.stream));
    CHECK(isAll(f.result, 11));
  }
  CHECK_MUSA(musaGraphExecDestroy(exec));
}

/// Several threads capture at the same time, each its own.
void testThreads() {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([t] {
      int *memory = nullptr;
      std::vector<int> result(count);
      musaStream_t stream;
      CHECK_MUSA(musaMalloc(&memory, bytes));
      CHECK_MUSA(musaStreamCreate(&stream));
      for (int round = 0; round < 20; ++round) {
        CHECK_MUSA(musaStreamBeginCapture(stream, musaStreamCaptureModeThreadLocal));
        CHECK_MUSA(musaMemsetAsync(memory, 0, bytes, stream));
        for (int i = 0; i <= t; ++i)
          add<<<8, 128, 0, stream>>>(memory, round);
        CHECK_MUSA(musaMemcpyAsync(result.data(), memory, bytes, musaMemcpyDeviceToHost, stream));
        musaGraph_t graph;
        CHECK_MUSA(musaStreamEndCapture(stream, &graph));
        musaGraphExec_t exec;
        CHECK_MUSA(musaGraphInstantiate(&exec, graph));
        CHECK_MUSA(musaGraphLaunch(exec, stream));
        CHECK_MUSA(musaStreamSynchronize(stream));
        CHECK(isAll(result, round * (t + 1)));
        CHECK_MUSA(musaGraphExecDestroy(exec));
        CHECK_MUSA(musaGraphDestroy(graph));
      }
      CHECK_MUSA(musaStreamDestroy(stream));
      CHECK_MUSA(musaFree(memory));
    });
  for (std::thread &thread : threads)
    thread.join();
}

} // namespace

int main() {
  testOneStream();
  testTwoStreams();
  testUnjoined();
  testDestroyed();
  testOriginDestroyed();
  testLaunch();
  testRefused();
  testLegacyStream();
  testModes();
  testMixed();
  testMemory();
  testThreads();
  return CHECK_RESULT();
}
