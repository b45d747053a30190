// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Graphs that are built node by node: order, parameters, updates, errors.
// ENV: MUSA_HOST_CHECK=1
#include "check.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <fstream>
#include <vector>

namespace {

constexpr int count = 1000;

__device__ int table[4];

__global__ void multiply(int *data, int factor) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count)
    data[i] *= factor;
}

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

/// Of a kernel with two parameters.
struct KernelParams {
  int *data;
  int number;
  void *arguments[2] = {&data, &number};
  musaKernelNodeParams params = {};
  KernelParams(void (*kernel)(int *, int), int *to, int value) : data(to), number(value) {
    params.func = reinterpret_cast<void *>(kernel);
    params.gridDim = dim3(8);
    params.blockDim = dim3(128);
    params.kernelParams = arguments;
  }
};

musaMemsetParams fillParams(int *data, unsigned value) {
  musaMemsetParams params = {};
  params.dst = data;
  params.value = value;
  params.elementSize = 4;
  params.width = count;
  params.height = 1;
  return params;
}

bool isAll(const std::vector<int> &values, int expected) {
  return std::all_of(values.begin(), values.end(), [=](int one) { return one == expected; });
}

struct Buffers {
  int *a = nullptr;
  int *b = nullptr;
  std::vector<int> result = std::vector<int>(count);
  musaStream_t stream = nullptr;
  Buffers() {
    CHECK_MUSA(musaMalloc(&a, count * sizeof(int)));
    CHECK_MUSA(musaMalloc(&b, count * sizeof(int)));
    CHECK_MUSA(musaStreamCreate(&stream));
  }
  ~Buffers() {
    CHECK_MUSA(musaStreamDestroy(stream));
    CHECK_MUSA(musaFree(a));
    CHECK_MUSA(musaFree(b));
  }
  void run(musaGraphExec_t exec) {
    std::fill(result.begin(), result.end(), -1);
    CHECK_MUSA(musaGraphLaunch(exec, stream));
    CHECK_MUSA(musaStreamSynchronize(stream));
  }
};

/// Edges decide, not the order in which nodes are added.
void testOrder() {
  Buffers buffers;
  musaGraph_t graph;
  CHECK_MUSA(musaGraphCreate(&graph, 0));
  musaGraphNode_t copy, times, plus, fill;
  CHECK_MUSA(musaGraphAddMemcpyNode1D(&copy, graph, nullptr, 0, buffers.result.data(), buffers.a,
                                      count * sizeof(int), musaMemcpyDeviceToHost));
  KernelParams timesParams(multiply, buffers.a, 3);
  CHECK_MUSA(musaGraphAddKernelNode(&times, graph, nullptr, 0, &timesParams.params));
  KernelParams plusParams(add, buffers.a, 2);
  CHECK_MUSA(musaGraphAddKernelNode(&plus, graph, nullptr, 0, &plusParams.params));
  const musaMemsetParams fillTo5 = fillParams(buffers.a, 5);
  CHECK_MUSA(musaGraphAddMemsetNode(&fill, graph, nullptr, 0, &fillTo5));
  const musaGraphNode_t from[] = {fill, plus, times};
  const musaGraphNode_t to[] = {plus, times, copy};
  CHECK_MUSA(musaGraphAddDependencies(graph, from, to, 3));
  CHECK_EQUAL(musaGraphAddDependencies(graph, from, to, 1), musaErrorInvalidValue); // there already
  CHECK_EQUAL(musaGetLastError(), musaErrorInvalidValue);

  // What the graph says of itself.
  size_t nodeCount = 0, rootCount = 0, edgeCount = 0;
  CHECK_MUSA(musaGraphGetNodes(graph, nullptr, &nodeCount));
  CHECK_MUSA(musaGraphGetRootNodes(graph, nullptr, &rootCount));
  CHECK_MUSA(musaGraphGetEdges(graph, nullptr, nullptr, &edgeCount));
  CHECK_EQUAL(nodeCount, 4u);
  CHECK_EQUAL(rootCount, 1u);
  CHECK_EQUAL(edgeCount, 3u);
  musaGraphNode_t root = nullptr;
  CHECK_MUSA(musaGraphGetRootNodes(graph, &root, &rootCount));
  CHECK(root == fill);
  musaGraphNode_t edgeFrom[5], edgeTo[5];
  edgeCount = 5;
  CHECK_MUSA(musaGraphGetEdges(graph, edgeFrom, edgeTo, &edgeCount));
  CHECK_EQUAL(edgeCount, 3u);
  for (size_t i = 0; i < edgeCount; ++i)
    for (int k = 0; k < 3; ++k)
      CHECK((edgeFrom[i] == from[k]) == (edgeTo[i] == to[k]));
  CHECK(edgeFrom[3] == nullptr && edgeTo[4] == nullptr);
  size_t dependencies = 1;
  musaGraphNode_t dependency = nullptr;
  CHECK_MUSA(musaGraphNodeGetDependencies(copy, &dependency, &dependencies));
  CHECK(dependencies == 1 && dependency == times);
  size_t dependents = 1;
  musaGraphNode_t dependent = nullptr;
  CHECK_MUSA(musaGraphNodeGetDependentNodes(fill, &dependent, &dependents));
  CHECK(dependents == 1 && dependent == plus);
  musaGraphNodeType type;
  CHECK_MUSA(musaGraphNodeGetType(fill, &type));
  CHECK_EQUAL(type, musaGraphNodeTypeMemset);
  CHECK_MUSA(musaGraphNodeGetType(copy, &type));
  CHECK_EQUAL(type, musaGraphNodeTypeMemcpy);

  musaGraphExec_t exec;
  CHECK_MUSA(musaGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  for (int launch = 0; launch < 3; ++launch) {
    buffers.run(exec);
    CHECK(isAll(buffers.result, (5 + 2) * 3));
  }

  // Parameters: those of the graph, which do not change what is instantiated ...
  musaKernelNodeParams got;
  CHECK_MUSA(musaGraphKernelNodeGetParams(times, &got));
  CHECK(got.func == reinterpret_cast<void *>(multiply) && got.gridDim.x == 8 &&
        got.blockDim.x == 128 && got.extra == nullptr);
  CHECK_EQUAL(*static_cast<int *>(got.kernelParams[1]), 3);
  KernelParams other(multiply, buffers.a, 10);
  CHECK_MUSA(musaGraphKernelNodeSetParams(times, &other.params));
  buffers.run(exec);
  CHECK(isAll(buffers.result, 21));
  // ... and those of what is instantiated, which do not change the graph.
  KernelParams changed(multiply, buffers.a, -1);
  CHECK_MUSA(musaGraphExecKernelNodeSetParams(exec, times, &changed.params));
  const musaMemsetParams fillTo1 = fillParams(buffers.a, 1);
  CHECK_MUSA(musaGraphExecMemsetNodeSetParams(exec, fill, &fillTo1));
  buffers.run(exec);
  CHECK(isAll(buffers.result, -3));
  std::vector<int> elsewhere(count);
  CHECK_MUSA(musaGraphExecMemcpyNodeSetParams1D(exec, copy, elsewhere.data(), buffers.a,
                                                count * sizeof(int), musaMemcpyDeviceToHost));
  buffers.run(exec);
  CHECK(isAll(elsewhere, -3) && isAll(buffers.result, -1));
  // A copy from the device does not become one to it, and a kernel no copy.
  CHECK_EQUAL(musaGraphExecMemcpyNodeSetParams1D(exec, copy, buffers.a, elsewhere.data(),
                                                 count * sizeof(int), musaMemcpyHostToDevice),
              musaErrorInvalidValue);
  CHECK_EQUAL(musaGraphExecMemcpyNodeSetParams1D(exec, times, elsewhere.data(), buffers.a, 4,
                                                 musaMemcpyDeviceToHost),
              musaErrorInvalidValue);

  // Without a node.
  CHECK_MUSA(musaGraphNodeSetEnabled(exec, times, 0));
  unsigned enabled = 1;
  CHECK_MUSA(musaGraphNodeGetEnabled(exec, times, &enabled));
  CHECK_EQUAL(enabled, 0u);
  buffers.run(exec);
  CHECK(isAll(elsewhere, 3));
  CHECK_MUSA(musaGraphNodeSetEnabled(exec, times, 1));
  buffers.run(exec);
  CHECK(isAll(elsewhere, -3));

  musaMemsetParams gotFill;
  CHECK_MUSA(musaGraphMemsetNodeGetParams(fill, &gotFill));
  CHECK(gotFill.dst == buffers.a && gotFill.value == 5 && gotFill.elementSize == 4 &&
        gotFill.width == count && gotFill.height == 1);
  musaMemcpy3DParms gotCopy;
  CHECK_MUSA(musaGraphMemcpyNodeGetParams(copy, &gotCopy));
  CHECK(gotCopy.srcPtr.ptr == buffers.a && gotCopy.dstPtr.ptr == buffers.result.data() &&
        gotCopy.extent.width == count * sizeof(int) && gotCopy.kind == musaMemcpyDeviceToHost);
  CHECK_EQUAL(musaGraphMemsetNodeGetParams(copy, &gotFill), musaErrorInvalidValue);

  CHECK_MUSA(musaGraphExecDestroy(exec));
  CHECK_EQUAL(musaGraphLaunch(exec, buffers.stream), musaErrorInvalidValue);
  CHECK_MUSA(musaGraphDestroy(graph));
  CHECK_EQUAL(musaGraphDestroy(graph), musaErrorInvalidValue);
  CHECK_EQUAL(musaGraphNodeGetType(fill, &type), musaErrorInvalidValue);
}

/// a and b on their own, then both.
void testBranches() {
  Buffers buffers;
  musaGraph_t graph;
  CHECK_MUSA(musaGraphCreate(&graph, 0));
  musaGraphNode_t fills[2], joined, copy, empty;
  const musaMemsetParams fillA = fillParams(buffers.a, 30);
  const musaMemsetParams fillB = fillParams(buffers.b, 12);
  CHECK_MUSA(musaGraphAddMemsetNode(&fills[0], graph, nullptr, 0, &fillA));
  CHECK_MUSA(musaGraphAddMemsetNode(&fills[1], graph, nullptr, 0, &fillB));
  CHECK_MUSA(musaGraphAddEmptyNode(&empty, graph, fills, 2));
  musaKernelNodeParams params = {};
  void *arguments[] = {&buffers.a, &buffers.b, &buffers.a};
  params.func = reinterpret_cast<void *>(sum);
  params.gridDim = dim3(8);
  params.blockDim = dim3(128);
  params.kernelParams = arguments;
  CHECK_MUSA(musaGraphAddKernelNode(&joined, graph, &empty, 1, &params));
  const musaGraphNode_t twice[] = {joined, joined};
  CHECK_EQUAL(musaGraphAddEmptyNode(&empty, graph, twice, 2), musaErrorInvalidValue);
  CHECK_MUSA(musaGraphAddMemcpyNode1D(&copy, graph, &joined, 1, buffers.result.data(), buffers.a,
                                      count * sizeof(int), musaMemcpyDeviceToHost));
  musaGraphExec_t exec;
  CHECK_MUSA(musaGraphInstantiateWithFlags(&exec, graph, 0));
  CHECK_MUSA(musaGraphDestroy(graph)); // what is instantiated lives on
  CHECK_MUSA(musaGraphUpload(exec, buffers.stream));
  buffers.run(exec);
  CHECK(isAll(buffers.result, 42));
  CHECK_MUSA(musaGraphExecDestroy(exec));
}

void testCycle() {
  musaGraph_t graph;
  CHECK_MUSA(musaGraphCreate(&graph, 0));
  musaGraphNode_t nodes[4];
  CHECK_MUSA(musaGraphAddEmptyNode(&nodes[0], graph, nullptr, 0));
  for (int i = 1; i < 4; ++i)
    CHECK_MUSA(musaGraphAddEmptyNode(&nodes[i], graph, &nodes[i - 1], 1));
  CHECK_EQUAL(musaGraphAddDependencies(graph, &nodes[2], &nodes[2], 1), musaErrorInvalidValue);
  CHECK_MUSA(musaGraphAddDependencies(graph, &nodes[2], &nodes[1], 1));
  musaGraphExec_t exec = nullptr;
  musaGraphInstantiateParams params = {};
  CHECK_EQUAL(musaGraphInstantiateWithParams(&exec, graph, &params), musaErrorInvalidValue);
  CHECK_EQUAL(params.result_out, musaGraphInstantiateInvalidStructure);
  CHECK(params.errNode_out == nodes[1] || params.errNode_out == nodes[2]);
  char log[32];
  musaGraphNode_t errorNode = nullptr;
  CHECK_EQUAL(musaGraphInstantiate(&exec, graph, &errorNode, log, sizeof log),
              musaErrorInvalidValue);
  CHECK(std::strstr(log, "cycle") != nullptr && errorNode != nullptr);
  CHECK_MUSA(musaGraphRemoveDependencies(graph, &nodes[2], &nodes[1], 1));
  CHECK_EQUAL(musaGraphRemoveDependencies(graph, &nodes[2], &nodes[1], 1), musaErrorInvalidValue);
  CHECK_MUSA(musaGraphInstantiate(&exec, graph, 0));
  CHECK_MUSA(musaGraphLaunch(exec, 0));
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_MUSA(musaGraphExecDestroy(exec));
  CHECK_MUSA(musaGraphDestroy(graph));
}

int calls = 0;
void call(void *data) { calls += *static_cast<int *>(data); }

/// A graph in a graph, clones, nodes that are destroyed, host functions, symbols.
void testNested() {
  Buffers buffers;
  musaGraph_t inner, outer;
  CHECK_MUSA(musaGraphCreate(&inner, 0));
  CHECK_MUSA(musaGraphCreate(&outer, 0));
  KernelParams plusParams(add, buffers.a, 1);
  musaGraphNode_t plus, fill, child, times, copy, host;
  CHECK_MUSA(musaGraphAddKernelNode(&plus, inner, nullptr, 0, &plusParams.params));
  const musaMemsetParams fillTo2 = fillParams(buffers.a, 2);
  CHECK_MUSA(musaGraphAddMemsetNode(&fill, outer, nullptr, 0, &fillTo2));
  CHECK_MUSA(musaGraphAddChildGraphNode(&child, outer, &fill, 1, inner));
  KernelParams timesParams(multiply, buffers.a, 100);
  CHECK_MUSA(musaGraphAddKernelNode(&times, outer, &child, 1, &timesParams.params));
  CHECK_MUSA(musaGraphAddMemcpyNode1D(&copy, outer, &times, 1, buffers.result.data(), buffers.a,
                                      count * sizeof(int), musaMemcpyDeviceToHost));
  int amount = 7;
  const musaHostNodeParams hostParams = {call, &amount};
  CHECK_MUSA(musaGraphAddHostNode(&host, outer, &copy, 1, &hostParams));
  CHECK_EQUAL(musaGraphAddEmptyNode(&host, outer, &plus, 1), musaErrorInvalidValue); // not its own

  // The node has a copy of the graph.
  KernelParams plus50(add, buffers.a, 50);
  CHECK_MUSA(musaGraphKernelNodeSetParams(plus, &plus50.params));
  musaGraphExec_t exec;
  CHECK_MUSA(musaGraphInstantiate(&exec, outer));
  buffers.run(exec);
  CHECK(isAll(buffers.result, 300));
  CHECK_EQUAL(calls, 7);

  // The copy can be asked for, and its nodes changed where they are instantiated.
  musaGraph_t own = nullptr;
  CHECK_MUSA(musaGraphChildGraphNodeGetGraph(child, &own));
  CHECK(own != inner);
  musaGraphNode_t ownPlus = nullptr;
  size_t one = 1;
  CHECK_MUSA(musaGraphGetNodes(own, &ownPlus, &one));
  CHECK_EQUAL(one, 1u);
  KernelParams plus3(add, buffers.a, 3);
  CHECK_MUSA(musaGraphExecKernelNodeSetParams(exec, ownPlus, &plus3.params));
  buffers.run(exec);
  CHECK(isAll(buffers.result, 500));
  CHECK_MUSA(musaGraphExecChildGraphNodeSetParams(exec, child, inner));
  buffers.run(exec);
  CHECK(isAll(buffers.result, 5200));
  CHECK_EQUAL(calls, 21);
  CHECK_MUSA(musaGraphExecDestroy(exec));

  // A clone without one of the nodes.
  musaGraph_t clone;
  CHECK_MUSA(musaGraphClone(&clone, outer));
  musaGraphNode_t cloned = nullptr;
  CHECK_MUSA(musaGraphNodeFindInClone(&cloned, times, clone));
  CHECK(cloned != nullptr && cloned != times);
  CHECK_EQUAL(musaGraphNodeFindInClone(&cloned, plus, clone), musaErrorInvalidValue);
  musaGraphNode_t clonedCopy = nullptr, clonedChild = nullptr;
  CHECK_MUSA(musaGraphNodeFindInClone(&clonedCopy, copy, clone));
  CHECK_MUSA(musaGraphNodeFindInClone(&clonedChild, child, clone));
  CHECK_MUSA(musaGraphDestroyNode(cloned));
  size_t left = 0;
  CHECK_MUSA(musaGraphGetNodes(clone, nullptr, &left));
  CHECK_EQUAL(left, 4u);
  CHECK_MUSA(musaGraphNodeGetDependencies(clonedCopy, nullptr, &left));
  CHECK_EQUAL(left, 0u);
  CHECK_MUSA(musaGraphAddDependencies(clone, &clonedChild, &clonedCopy, 1));
  CHECK_MUSA(musaGraphInstantiate(&exec, clone));
  buffers.run(exec);
  CHECK(isAll(buffers.result, 3));
  CHECK_MUSA(musaGraphExecDestroy(exec));
  CHECK_MUSA(musaGraphDestroy(clone));
  CHECK_MUSA(musaGraphDestroy(inner));
  CHECK_MUSA(musaGraphDestroy(outer));
}

void testSymbols() {
  Buffers buffers;
  musaGraph_t graph;
  CHECK_MUSA(musaGraphCreate(&graph, 0));
  const int source[] = {1, 2, 3};
  int target[4] = {};
  const int zero[4] = {};
  CHECK_MUSA(musaMemcpyToSymbol(table, zero, sizeof zero));
  musaGraphNode_t to, from;
  CHECK_MUSA(musaGraphAddMemcpyNodeToSymbol(&to, graph, nullptr, 0, table, source, sizeof source,
                                            sizeof(int), musaMemcpyHostToDevice));
  CHECK_MUSA(musaGraphAddMemcpyNodeFromSymbol(&from, graph, &to, 1, target, table, sizeof target, 0,
                                              musaMemcpyDeviceToHost));
  CHECK_EQUAL(musaGraphAddMemcpyNodeToSymbol(&to, graph, nullptr, 0, table, source, sizeof source,
                                             2 * sizeof(int), musaMemcpyHostToDevice),
              musaErrorInvalidValue);
  musaGraphExec_t exec;
  CHECK_MUSA(musaGraphInstantiate(&exec, graph));
  buffers.run(exec);
  CHECK(target[0] == 0 && target[1] == 1 && target[2] == 2 && target[3] == 3);
  CHECK_MUSA(musaGraphExecMemcpyNodeSetParamsToSymbol(exec, to, table, source, sizeof(int), 0,
                                                      musaMemcpyHostToDevice));
  buffers.run(exec);
  CHECK(target[0] == 1 && target[1] == 1 && target[2] == 2 && target[3] == 3);
  CHECK_MUSA(musaGraphExecDestroy(exec));
  CHECK_MUSA(musaGraphDestroy(graph));
}

/// fill(a, value), add(a, addend), in one of two shapes.
musaGraph_t makePair(Buffers &buffers, unsigned value, int addend, bool connected) {
  musaGraph_t graph;
  CHECK_MUSA(musaGraphCreate(&graph, 0));
  musaGraphNode_t fill, plus, copy;
  const musaMemsetParams params = fillParams(buffers.a, value);
  CHECK_MUSA(musaGraphAddMemsetNode(&fill, graph, nullptr, 0, &params));
  KernelParams plusParams(add, buffers.a, addend);
  CHECK_MUSA(musaGraphAddKernelNode(&plus, graph, &fill, connected ? 1 : 0, &plusParams.params));
  CHECK_MUSA(musaGraphAddMemcpyNode1D(&copy, graph, &plus, 1, buffers.result.data(), buffers.a,
                                      count * sizeof(int), musaMemcpyDeviceToHost));
  return graph;
}

void testUpdate() {
  Buffers buffers;
  musaGraph_t first = makePair(buffers, 1, 2, true);
  musaGraph_t second = makePair(buffers, 10, 20, true);
  musaGraph_t third = makePair(buffers, 100, 200, false);
  musaGraphExec_t exec;
  CHECK_MUSA(musaGraphInstantiate(&exec, first));
  buffers.run(exec);
  CHECK(isAll(buffers.result, 3));
  musaGraphExecUpdateResultInfo info = {};
  CHECK_MUSA(musaGraphExecUpdate(exec, second, &info));
  CHECK_EQUAL(info.result, musaGraphExecUpdateSuccess);
  CHECK_MUSA(musaGraphDestroy(second));
  buffers.run(exec);
  CHECK(isAll(buffers.result, 30));
  // Another shape, and another kind of node: nothing changes.
  CHECK_EQUAL(musaGraphExecUpdate(exec, third, &info), musaErrorGraphExecUpdateFailure);
  CHECK_EQUAL(musaGetLastError(), musaErrorGraphExecUpdateFailure);
  CHECK_EQUAL(info.result, musaGraphExecUpdateErrorTopologyChanged);
  musaGraph_t fourth;
  CHECK_MUSA(musaGraphCreate(&fourth, 0));
  musaGraphNode_t nodes[3];
  KernelParams plusParams(add, buffers.a, 1);
  CHECK_MUSA(musaGraphAddEmptyNode(&nodes[0], fourth, nullptr, 0));
  CHECK_MUSA(musaGraphAddKernelNode(&nodes[1], fourth, &nodes[0], 1, &plusParams.params));
  CHECK_MUSA(musaGraphAddMemcpyNode1D(&nodes[2], fourth, &nodes[1], 1, buffers.result.data(),
                                      buffers.a, count * sizeof(int), musaMemcpyDeviceToHost));
  musaGraphNode_t errorNode = nullptr;
  musaGraphExecUpdateResult result;
  CHECK_EQUAL(musaGraphExecUpdate(exec, fourth, &errorNode, &result),
              musaErrorGraphExecUpdateFailure);
  CHECK_EQUAL(result, musaGraphExecUpdateErrorNodeTypeChanged);
  CHECK(errorNode == nodes[0]);
  buffers.run(exec);
  CHECK(isAll(buffers.result, 30));
  CHECK_MUSA(musaGraphExecDestroy(exec));
  CHECK_MUSA(musaGraphDestroy(first));
  CHECK_MUSA(musaGraphDestroy(third));
  CHECK_MUSA(musaGraphDestroy(fourth));
}

/// Events that a launch records, and that it waits for.
void testEvents() {
  Buffers buffers;
  musaEvent_t done, begin;
  CHECK_MUSA(musaEventCreate(&done));
  CHECK_MUSA(musaEventCreate(&begin));
  musaGraph_t graph = makePair(buffers, 4, 5, true);
  musaGraphNode_t nodes[3], record, wait;
  size_t three = 3;
  CHECK_MUSA(musaGraphGetNodes(graph, nodes, &three));
  CHECK_MUSA(musaGraphAddEventRecordNode(&record, graph, &nodes[2], 1, done));
  CHECK_MUSA(musaGraphAddEventWaitNode(&wait, graph, nullptr, 0, begin));
  CHECK_MUSA(musaGraphAddDependencies(graph, &wait, &nodes[0], 1));
  musaEvent_t got = nullptr;
  CHECK_MUSA(musaGraphEventRecordNodeGetEvent(record, &got));
  CHECK(got == done);
  CHECK_MUSA(musaGraphEventWaitNodeGetEvent(wait, &got));
  CHECK(got == begin);
  musaGraphExec_t exec;
  CHECK_MUSA(musaGraphInstantiate(&exec, graph));
  // The graph starts when another stream has come to its event.
  musaStream_t other;
  CHECK_MUSA(musaStreamCreate(&other));
  CHECK_MUSA(musaMemsetAsync(buffers.b, 0, count * sizeof(int), other));
  int before = 0;
  CHECK_MUSA(
      musaLaunchHostFunc(other, [](void *data) { *static_cast<int *>(data) = calls; }, &before));
  CHECK_MUSA(musaEventRecord(begin, other));
  CHECK_MUSA(musaGraphLaunch(exec, buffers.stream));
  CHECK_MUSA(musaEventSynchronize(done));
  CHECK(isAll(buffers.result, 9));
  CHECK_EQUAL(musaEventQuery(begin), musaSuccess);
  CHECK_EQUAL(before, calls);
  float milliseconds = -1;
  CHECK_MUSA(musaEventElapsedTime(&milliseconds, begin, done));
  CHECK(milliseconds >= 0);
  CHECK_MUSA(musaGraphExecDestroy(exec));
  CHECK_MUSA(musaGraphDestroy(graph));
  CHECK_MUSA(musaStreamDestroy(other));
  CHECK_MUSA(musaEventDestroy(begin));
  CHECK_MUSA(musaEventDestroy(done));
}

/// A launch is behind what was in its stream, and before what comes; one graph does not run beside
/// itself in two streams.
void testStreams() {
  Buffers buffers;
  musaStream_t other;
  CHECK_MUSA(musaStreamCreateWithFlags(&other, musaStreamNonBlocking));
  musaGraph_t graph;
  CHECK_MUSA(musaGraphCreate(&graph, 0));
  musaGraphNode_t last = nullptr;
  KernelParams plusParams(add, buffers.a, 1);
  for (int i = 0; i < 50; ++i) {
    musaGraphNode_t next;
    CHECK_MUSA(musaGraphAddKernelNode(&next, graph, &last, i == 0 ? 0 : 1, &plusParams.params));
    last = next;
  }
  musaGraphExec_t exec;
  CHECK_MUSA(musaGraphInstantiate(&exec, graph));
  CHECK_MUSA(musaMemset(buffers.a, 0, count * sizeof(int)));
  CHECK_MUSA(musaDeviceSynchronize());
  for (int i = 0; i < 20; ++i)
    CHECK_MUSA(musaGraphLaunch(exec, i % 2 == 0 ? buffers.stream : other));
  CHECK_MUSA(musaStreamSynchronize(other));
  CHECK_MUSA(musaStreamSynchronize(buffers.stream));
  multiply<<<8, 128, 0, buffers.stream>>>(buffers.a, 2);
  CHECK_MUSA(musaGraphLaunch(exec, buffers.stream));
  multiply<<<8, 128, 0, buffers.stream>>>(buffers.a, 2);
  CHECK_MUSA(musaGraphExecDestroy(exec)); // a launch that is under way goes on
  CHECK_MUSA(musaMemcpyAsync(buffers.result.data(), buffers.a, count * sizeof(int),
                             musaMemcpyDeviceToHost, buffers.stream));
  CHECK_MUSA(musaStreamSynchronize(buffers.stream));
  CHECK(isAll(buffers.result, (20 * 50 * 2 + 50) * 2));
  CHECK_MUSA(musaGraphDestroy(graph));
  CHECK_MUSA(musaStreamDestroy(other));
}

/// Memory that a graph allocates.
void testMemory() {
  Buffers buffers;
  musaGraph_t graph;
  CHECK_MUSA(musaGraphCreate(&graph, 0));
  musaMemAllocNodeParams params = {};
  params.poolProps.allocType = musaMemAllocationTypePinned;
  params.poolProps.location.type = musaMemLocationTypeDevice;
  params.bytesize = count * sizeof(int);
  musaGraphNode_t allocate, fill, plus, copy;
  CHECK_MUSA(musaGraphAddMemAllocNode(&allocate, graph, nullptr, 0, &params));
  int *memory = static_cast<int *>(params.dptr);
  CHECK(memory != nullptr);
  const musaMemsetParams fillTo4 = fillParams(memory, 4);
  CHECK_MUSA(musaGraphAddMemsetNode(&fill, graph, &allocate, 1, &fillTo4));
  KernelParams plusParams(add, memory, 1);
  CHECK_MUSA(musaGraphAddKernelNode(&plus, graph, &fill, 1, &plusParams.params));
  CHECK_MUSA(musaGraphAddMemcpyNode1D(&copy, graph, &plus, 1, buffers.result.data(), memory,
                                      count * sizeof(int), musaMemcpyDeviceToHost));
  musaGraphExec_t exec;
  CHECK_MUSA(musaGraphInstantiate(&exec, graph));
  unsigned long long used = 1;
  CHECK_MUSA(musaDeviceGetGraphMemAttribute(0, musaGraphMemAttrUsedMemCurrent, &used));
  CHECK_EQUAL(used, 0u);
  buffers.run(exec);
  CHECK(isAll(buffers.result, 5));
  CHECK_MUSA(musaDeviceGetGraphMemAttribute(0, musaGraphMemAttrUsedMemCurrent, &used));
  CHECK_EQUAL(used, count * sizeof(int));
  // Not again before it is freed; freed is freed.
  CHECK_EQUAL(musaGraphLaunch(exec, buffers.stream), musaErrorInvalidValue);
  CHECK_MUSA(musaFreeAsync(memory, buffers.stream));
  CHECK_EQUAL(musaFreeAsync(memory, buffers.stream), musaErrorInvalidValue);
  buffers.run(exec);
  CHECK(isAll(buffers.result, 5));
  CHECK_MUSA(musaFree(memory));
  CHECK_MUSA(musaGraphExecDestroy(exec));
  // Freed by the graph itself.
  musaGraphNode_t free;
  CHECK_MUSA(musaGraphAddMemFreeNode(&free, graph, &copy, 1, memory));
  CHECK_EQUAL(musaGraphAddMemFreeNode(&free, graph, &copy, 1, buffers.a), musaErrorInvalidValue);
  CHECK_MUSA(musaGraphInstantiate(&exec, graph));
  buffers.run(exec);
  buffers.run(exec);
  CHECK(isAll(buffers.result, 5));
  CHECK_MUSA(musaDeviceGetGraphMemAttribute(0, musaGraphMemAttrUsedMemCurrent, &used));
  CHECK_EQUAL(used, 0u);
  CHECK_EQUAL(musaFree(memory), musaErrorInvalidValue);
  musaGraph_t clone;
  CHECK_EQUAL(musaGraphClone(&clone, graph), musaErrorNotSupported);
  CHECK_MUSA(musaGraphExecDestroy(exec));
  CHECK_MUSA(musaGraphDestroy(graph));
  CHECK_MUSA(musaDeviceGetGraphMemAttribute(0, musaGraphMemAttrReservedMemCurrent, &used));
  CHECK_EQUAL(used, 0u);
}

/// A graph that gives `*memory`, filled with 4, and nothing else.
musaGraphExec_t allocating(int **memory) {
  musaGraph_t graph;
  CHECK_MUSA(musaGraphCreate(&graph, 0));
  musaMemAllocNodeParams params = {};
  params.poolProps.allocType = musaMemAllocationTypePinned;
  params.poolProps.location.type = musaMemLocationTypeDevice;
  params.bytesize = count * sizeof(int);
  musaGraphNode_t allocate, fill;
  CHECK_MUSA(musaGraphAddMemAllocNode(&allocate, graph, nullptr, 0, &params));
  *memory = static_cast<int *>(params.dptr);
  const musaMemsetParams fillTo4 = fillParams(*memory, 4);
  CHECK_MUSA(musaGraphAddMemsetNode(&fill, graph, &allocate, 1, &fillTo4));
  musaGraphExec_t exec;
  CHECK_MUSA(musaGraphInstantiate(&exec, graph));
  CHECK_MUSA(musaGraphDestroy(graph));
  return exec;
}

void pass(void *isOpen) {
  while (!__atomic_load_n(static_cast<bool *>(isOpen), __ATOMIC_ACQUIRE)) {
  }
}

/// Memory is there until what was put into the stream before it was freed has run, also if nothing
/// else keeps it.
void testMemoryInOrder() {
  Buffers buffers;
  int *memory = nullptr;
  for (const bool freedByGraph : {false, true}) {
    bool isOpen = false;
    musaGraphExec_t exec = allocating(&memory);
    musaGraphExec_t freeing = nullptr;
    if (freedByGraph) {
      musaGraph_t graph;
      musaGraphNode_t node;
      CHECK_MUSA(musaGraphCreate(&graph, 0));
      CHECK_MUSA(musaGraphAddMemFreeNode(&node, graph, nullptr, 0, memory));
      CHECK_MUSA(musaGraphInstantiate(&freeing, graph));
      CHECK_MUSA(musaGraphDestroy(graph));
    }
    CHECK_MUSA(musaLaunchHostFunc(buffers.stream, &pass, &isOpen));
    CHECK_MUSA(musaGraphLaunch(exec, buffers.stream));
    CHECK_MUSA(musaGraphExecDestroy(exec));
    add<<<8, 128, 0, buffers.stream>>>(memory, 3);
    CHECK_MUSA(musaMemcpyAsync(buffers.a, memory, count * sizeof(int), musaMemcpyDeviceToDevice,
                               buffers.stream));
    if (freedByGraph) {
      CHECK_MUSA(musaGraphLaunch(freeing, buffers.stream));
      CHECK_MUSA(musaGraphExecDestroy(freeing));
    } else {
      CHECK_MUSA(musaFreeAsync(memory, buffers.stream));
    }
    __atomic_store_n(&isOpen, true, __ATOMIC_RELEASE);
    CHECK_MUSA(musaStreamSynchronize(buffers.stream));
    CHECK_MUSA(
        musaMemcpy(buffers.result.data(), buffers.a, count * sizeof(int), musaMemcpyDeviceToHost));
    CHECK(isAll(buffers.result, 7));
    unsigned long long left = 1;
    CHECK_MUSA(musaDeviceGetGraphMemAttribute(0, musaGraphMemAttrReservedMemCurrent, &left));
    CHECK_EQUAL(left, 0u);
  }
}

/// A reset frees the memory of graphs, once.
void testReset() {
  int *memory = nullptr;
  musaGraphExec_t exec = allocating(&memory);
  CHECK_MUSA(musaGraphLaunch(exec, nullptr));
  CHECK_MUSA(musaDeviceReset());
  unsigned long long left = 1;
  CHECK_MUSA(musaDeviceGetGraphMemAttribute(0, musaGraphMemAttrReservedMemCurrent, &left));
  CHECK_EQUAL(left, 0u);
  CHECK_EQUAL(musaFree(memory), musaErrorInvalidValue);
  std::vector<int *> later(4);
  for (int *&one : later)
    CHECK_MUSA(musaMalloc(&one, count * sizeof(int)));
  CHECK_MUSA(musaGraphExecDestroy(exec));
  for (int *one : later) {
    CHECK_MUSA(musaMemset(one, 0, count * sizeof(int)));
    CHECK_MUSA(musaFree(one));
  }
}

/// A cooperative kernel's blocks must all be on the device at the same time.
void testCooperative() {
  Buffers buffers;
  musaGraph_t graph;
  CHECK_MUSA(musaGraphCreate(&graph, 0));
  musaGraphNode_t small, large;
  KernelParams params(add, buffers.a, 1);
  CHECK_MUSA(musaGraphAddKernelNode(&small, graph, nullptr, 0, &params.params));
  params.params.gridDim = dim3(1 << 20);
  CHECK_MUSA(musaGraphAddKernelNode(&large, graph, nullptr, 0, &params.params));
  musaLaunchAttributeValue value = {};
  value.cooperative = 1;
  CHECK_MUSA(musaGraphKernelNodeSetAttribute(small, musaLaunchAttributeCooperative, &value));
  CHECK_EQUAL(musaGraphKernelNodeSetAttribute(large, musaLaunchAttributeCooperative, &value),
              musaErrorCooperativeLaunchTooLarge);
  CHECK_EQUAL(musaGraphKernelNodeCopyAttributes(small, large), musaErrorCooperativeLaunchTooLarge);
  CHECK_EQUAL(musaGraphKernelNodeSetParams(small, &params.params),
              musaErrorCooperativeLaunchTooLarge);
  CHECK_MUSA(musaGraphKernelNodeGetAttribute(large, musaLaunchAttributeCooperative, &value));
  CHECK_EQUAL(value.cooperative, 0);
  CHECK_MUSA(musaGraphDestroy(graph));
}

/// The general form.
void testAnyNode() {
  Buffers buffers;
  musaGraph_t graph;
  CHECK_MUSA(musaGraphCreate(&graph, 0));
  musaGraphNodeParams params = {musaGraphNodeTypeMemset};
  const musaMemsetParams fillTo6 = fillParams(buffers.a, 6);
  params.memset.dst = fillTo6.dst;
  params.memset.value = fillTo6.value;
  params.memset.elementSize = fillTo6.elementSize;
  params.memset.width = fillTo6.width;
  params.memset.height = fillTo6.height;
  musaGraphNode_t fill, plus, copy;
  CHECK_MUSA(musaGraphAddNode(&fill, graph, nullptr, 0, &params));
  params = {musaGraphNodeTypeKernel};
  struct {
    int *data;
    int addend;
  } const packed = {buffers.a, 60};
  size_t bytes = sizeof packed;
  void *extra[] = {reinterpret_cast<void *>(1),
                   const_cast<void *>(static_cast<const void *>(&packed)),
                   reinterpret_cast<void *>(2), &bytes, nullptr};
  params.kernel.func = reinterpret_cast<void *>(add);
  params.kernel.gridDim = dim3(8);
  params.kernel.blockDim = dim3(128);
  params.kernel.extra = extra;
  CHECK_MUSA(musaGraphAddNode(&plus, graph, &fill, 1, &params));
  CHECK_MUSA(musaGraphAddMemcpyNode1D(&copy, graph, &plus, 1, buffers.result.data(), buffers.a,
                                      count * sizeof(int), musaMemcpyDeviceToHost));
  musaGraphExec_t exec;
  CHECK_MUSA(musaGraphInstantiate(&exec, graph));
  buffers.run(exec);
  CHECK(isAll(buffers.result, 66));
  params = {musaGraphNodeTypeExtSemaphoreWait};
  CHECK_EQUAL(musaGraphAddNode(&plus, graph, nullptr, 0, &params), musaErrorNotSupported);
  CHECK_MUSA(musaGraphDebugDotPrint(graph, "graph.dot", musaGraphDebugDotFlagsVerbose));
  std::ifstream file("graph.dot");
  std::stringstream text;
  text << file.rdbuf();
  CHECK(text.str().find("add(int*, int)") != std::string::npos);
  CHECK(text.str().find("->") != std::string::npos);
  std::remove("graph.dot");
  CHECK_MUSA(musaGraphExecDestroy(exec));
  CHECK_MUSA(musaGraphDestroy(graph));
}

/// An object of the program's lives as long as anything that refers to it.
void testUserObjects() {
  std::atomic<int> destroyed = 0;
  const auto destroy = [](void *counter) { ++*static_cast<std::atomic<int> *>(counter); };
  musaUserObject_t object;
  CHECK_EQUAL(musaUserObjectCreate(&object, &destroyed, destroy, 1, 0), musaErrorInvalidValue);
  CHECK_MUSA(musaUserObjectCreate(&object, &destroyed, destroy, 1, musaUserObjectNoDestructorSync));
  CHECK_MUSA(musaUserObjectRetain(object, 2));
  CHECK_EQUAL(musaUserObjectRelease(object, 4), musaErrorInvalidValue);
  CHECK_MUSA(musaUserObjectRelease(object, 2));
  musaGraph_t graph, copy;
  CHECK_MUSA(musaGraphCreate(&graph, 0));
  CHECK_MUSA(musaGraphRetainUserObject(graph, object, 1, musaGraphUserObjectMove));
  CHECK_EQUAL(musaUserObjectRelease(object, 1), musaErrorInvalidValue); // the graph's now
  CHECK_MUSA(musaGraphClone(&copy, graph));
  musaGraphExec_t exec;
  CHECK_MUSA(musaGraphInstantiate(&exec, copy));
  CHECK_MUSA(musaGraphDestroy(copy));
  CHECK_MUSA(musaGraphReleaseUserObject(graph, object, 1));
  CHECK_EQUAL(musaGraphReleaseUserObject(graph, object, 1), musaErrorInvalidValue);
  CHECK_MUSA(musaGraphDestroy(graph));
  CHECK_MUSA(musaGraphLaunch(exec, nullptr));
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(destroyed.load(), 0);
  CHECK_MUSA(musaGraphExecDestroy(exec));
  CHECK_EQUAL(destroyed.load(), 1);

  CHECK_MUSA(musaUserObjectCreate(&object, &destroyed, destroy, 1, musaUserObjectNoDestructorSync));
  CHECK_MUSA(musaUserObjectRelease(object, 1));
  CHECK_EQUAL(destroyed.load(), 2);
}

} // namespace

int main() {
  testOrder();
  testBranches();
  testCycle();
  testNested();
  testSymbols();
  testUpdate();
  testEvents();
  testStreams();
  testMemory();
  testMemoryInOrder();
  testCooperative();
  testAnyNode();
  testReset();
  testUserObjects();
  return CHECK_RESULT();
}
