// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches that may begin before the one in front of them has ended: they wait for it all the same.
// The events that a launch records.
// MCC: -std=c++20
// MCC: -std=c++20 -O2
// ENV: MUSA_HOST_WORKERS=2
#include "check.h"
#include "managed.h"

#include <vector>

__global__ void addTo(int *values, int n, int value) {
  for (int i = static_cast<int>(threadIdx.x + blockIdx.x * blockDim.x); i < n;
       i += static_cast<int>(blockDim.x * gridDim.x))
    values[i] = values[i] * 2 + value;
}
/// Waits for what another stream's kernel does.
__global__ void waitFor(int *flag, int *seen) {
  while (__atomic_load_n(flag, __ATOMIC_ACQUIRE) == 0)
    ;
  *seen = *flag;
}
__global__ void set(int *flag, int value) { __atomic_store_n(flag, value, __ATOMIC_RELEASE); }

struct Launcher {
  explicit Launcher(musaStream_t stream, dim3 grid = 4) {
    config.gridDim = grid;
    config.blockDim = dim3(64);
    config.stream = stream;
    config.attrs = attributes;
  }
  Launcher &serialized() {
    musaLaunchAttribute &one = attributes[config.numAttrs++];
    one.id = musaLaunchAttributeProgrammaticStreamSerialization;
    one.val.programmaticStreamSerializationAllowed = 1;
    return *this;
  }
  Launcher &whenBegun(musaEvent_t event, int flags = 0) {
    musaLaunchAttribute &one = attributes[config.numAttrs++];
    one.id = musaLaunchAttributeLaunchCompletionEvent;
    one.val.launchCompletionEvent = {event, flags};
    return *this;
  }
  Launcher &whenDone(musaEvent_t event, int atBlockStart = 0) {
    musaLaunchAttribute &one = attributes[config.numAttrs++];
    one.id = musaLaunchAttributeProgrammaticEvent;
    one.val.programmaticEvent = {event, 0, atBlockStart};
    return *this;
  }
  musaLaunchAttribute attributes[3] = {};
  musaLaunchConfig_t config = {};
};

static void inOrder() {
  constexpr int n = 10'000;
  Managed<int> values(n);
  musaStream_t stream;
  CHECK_MUSA(musaStreamCreate(&stream));
  int wanted = 0;
  for (int round = 1; round <= 20; ++round) {
    CHECK_MUSA(
        musaLaunchKernelEx(&Launcher(stream).serialized().config, addTo, values.data, n, round));
    wanted = wanted * 2 + round;
  }
  CHECK_MUSA(musaStreamSynchronize(stream));
  for (int i = 0; i < n; ++i)
    CHECK_EQUAL(values[static_cast<size_t>(i)], wanted);

  // The same as a graph.
  musaGraph_t graph;
  musaGraphExec_t executable;
  CHECK_MUSA(musaStreamBeginCapture(stream, musaStreamCaptureModeGlobal));
  for (int round = 1; round <= 3; ++round)
    CHECK_MUSA(
        musaLaunchKernelEx(&Launcher(stream).serialized().config, addTo, values.data, n, round));
  CHECK_MUSA(musaStreamEndCapture(stream, &graph));
  CHECK_MUSA(musaGraphInstantiate(&executable, graph, 0));
  CHECK_MUSA(musaGraphLaunch(executable, stream));
  CHECK_MUSA(musaStreamSynchronize(stream));
  for (int round = 1; round <= 3; ++round)
    wanted = wanted * 2 + round;
  for (int i = 0; i < n; ++i)
    CHECK_EQUAL(values[static_cast<size_t>(i)], wanted);
  CHECK_MUSA(musaGraphExecDestroy(executable));
  CHECK_MUSA(musaGraphDestroy(graph));
  CHECK_MUSA(musaStreamDestroy(stream));
}

static void events() {
  Managed<int> flag(1), seen(1), values(100);
  musaStream_t first, second;
  CHECK_MUSA(musaStreamCreate(&first));
  CHECK_MUSA(musaStreamCreate(&second));
  musaEvent_t event, timed, shared;
  CHECK_MUSA(musaEventCreateWithFlags(&event, musaEventDisableTiming));
  CHECK_MUSA(musaEventCreate(&timed));
  CHECK_MUSA(musaEventCreateWithFlags(&shared, musaEventDisableTiming | musaEventInterprocess));

  // The first kernel ends when the second one has run, which begins when the first one has begun.
  Launcher waits(first, 1);
  waits.config.blockDim = dim3(1);
  waits.whenBegun(event);
  CHECK_MUSA(musaLaunchKernelEx(&waits.config, waitFor, flag.data, seen.data));
  CHECK_MUSA(musaStreamWaitEvent(second, event, 0));
  set<<<1, 1, 0, second>>>(flag.data, 42);
  CHECK_MUSA(musaStreamSynchronize(first));
  CHECK_EQUAL(seen[0], 42);
  CHECK_MUSA(musaEventSynchronize(event));

  // Whoever waits for the event sees what the kernel has done.
  for (const int atBlockStart : {0, 1}) {
    values[99] = 0;
    CHECK_MUSA(musaLaunchKernelEx(&Launcher(first).whenDone(event, atBlockStart).config, addTo,
                                  values.data, 100, 5));
    CHECK_MUSA(musaStreamWaitEvent(second, event, 0));
    addTo<<<1, 64, 0, second>>>(values.data, 100, 1);
    CHECK_MUSA(musaStreamSynchronize(second));
    CHECK_EQUAL(values[99], 11);
    CHECK_MUSA(musaEventQuery(event));
  }

  const auto refuses = [&](const Launcher &launcher, musaError_t wanted) {
    values[99] = 7;
    CHECK_EQUAL(musaLaunchKernelEx(&launcher.config, addTo, values.data, 100, 5), wanted);
    CHECK_EQUAL(musaGetLastError(), wanted);
    CHECK_MUSA(musaDeviceSynchronize());
    CHECK_EQUAL(values[99], 7);
  };
  refuses(Launcher(first).whenDone(timed), musaErrorInvalidValue);
  refuses(Launcher(first).whenBegun(timed), musaErrorInvalidValue);
  refuses(Launcher(first).whenDone(shared), musaErrorInvalidValue);
  refuses(Launcher(first).whenBegun(event, musaEventRecordExternal), musaErrorInvalidValue);
  refuses(Launcher(first).whenBegun(nullptr), musaErrorInvalidResourceHandle);
  CHECK_MUSA(musaEventDestroy(event));
  refuses(Launcher(first).whenDone(event), musaErrorInvalidResourceHandle);
  CHECK_MUSA(musaEventDestroy(timed));
  CHECK_MUSA(musaEventDestroy(shared));
}

/// A captured event joins another stream to the graph.
static void captured() {
  Managed<int> values(100);
  musaStream_t first, second;
  CHECK_MUSA(musaStreamCreate(&first));
  CHECK_MUSA(musaStreamCreate(&second));
  musaEvent_t event, joined;
  CHECK_MUSA(musaEventCreateWithFlags(&event, musaEventDisableTiming));
  CHECK_MUSA(musaEventCreateWithFlags(&joined, musaEventDisableTiming));
  CHECK_MUSA(musaStreamBeginCapture(first, musaStreamCaptureModeGlobal));
  CHECK_MUSA(
      musaLaunchKernelEx(&Launcher(first).whenDone(event).config, addTo, values.data, 100, 5));
  CHECK_MUSA(musaStreamWaitEvent(second, event, 0));
  addTo<<<1, 64, 0, second>>>(values.data, 100, 1);
  CHECK_MUSA(musaEventRecord(joined, second));
  CHECK_MUSA(musaStreamWaitEvent(first, joined, 0));
  musaGraph_t graph;
  CHECK_MUSA(musaStreamEndCapture(first, &graph));
  musaGraphExec_t executable;
  CHECK_MUSA(musaGraphInstantiate(&executable, graph, 0));
  CHECK_MUSA(musaGraphLaunch(executable, first));
  CHECK_MUSA(musaStreamSynchronize(first));
  CHECK_EQUAL(values[99], 11);
  CHECK_MUSA(musaGraphExecDestroy(executable));

  // Edges of a programmatic launch are accepted, and wait as others do.
  musaGraphNode_t nodes[2];
  size_t count = 2;
  CHECK_MUSA(musaGraphGetNodes(graph, nodes, &count));
  CHECK_EQUAL(count, size_t{2});
  musaGraphEdgeData edge = {};
  edge.type = musaGraphDependencyTypeProgrammatic;
  edge.from_port = musaGraphKernelNodePortProgrammatic;
  CHECK_MUSA(musaStreamBeginCaptureToGraph(first, graph, &nodes[1], &edge, 1,
                                           musaStreamCaptureModeGlobal));
  addTo<<<1, 64, 0, first>>>(values.data, 100, 3);
  CHECK_MUSA(musaStreamEndCapture(first, &graph));
  edge.type = 7;
  CHECK_EQUAL(
      musaStreamBeginCaptureToGraph(first, graph, &nodes[1], &edge, 1, musaStreamCaptureModeGlobal),
      musaErrorInvalidValue);
  musaGetLastError();
  CHECK_MUSA(musaGraphInstantiate(&executable, graph, 0));
  values[99] = 0;
  CHECK_MUSA(musaGraphLaunch(executable, first));
  CHECK_MUSA(musaStreamSynchronize(first));
  CHECK_EQUAL(values[99], 25);
}

int main() {
  inOrder();
  events();
  captured();
  CHECK_EQUAL(musaGetLastError(), musaSuccess);
  return CHECK_RESULT();
}
