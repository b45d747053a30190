// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Edges of graphs that have data, in CUDA 12's and CUDA 13's forms of the functions; child graphs
// that are moved into a node, with nodes that allocate.
#include "check.h"

#include <cstring>

namespace {

__global__ void add(int *to, int what) { *to += what; }

struct Memory {
  int *at = nullptr;
  Memory() {
    CHECK_MUSA(musaMallocManaged(&at, sizeof(int)));
    *at = 0;
  }
  ~Memory() { CHECK_MUSA(musaFree(at)); }
};

musaGraphNode_t addKernel(musaGraph_t graph, int *to, int what) {
  void *arguments[] = {&to, &what};
  musaKernelNodeParams params = {};
  params.func = reinterpret_cast<void *>(add);
  params.gridDim = params.blockDim = dim3(1);
  params.kernelParams = arguments;
  musaGraphNode_t node = nullptr;
  CHECK_MUSA(musaGraphAddKernelNode(&node, graph, nullptr, 0, &params));
  return node;
}

constexpr musaGraphEdgeData programmatic = {
    musaGraphKernelNodePortProgrammatic, 0, musaGraphDependencyTypeProgrammatic, {}};

bool isSame(const musaGraphEdgeData &a, const musaGraphEdgeData &b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

void testEdges() {
  Memory memory;
  musaGraph_t graph = nullptr;
  CHECK_MUSA(musaGraphCreate(&graph, 0));
  const musaGraphNode_t a = addKernel(graph, memory.at, 1);
  const musaGraphNode_t b = addKernel(graph, memory.at, 10);
  musaGraphNode_t empty = nullptr;
  CHECK_MUSA(musaGraphAddEmptyNode(&empty, graph, nullptr, 0));

  CHECK_MUSA(musaGraphAddDependencies_v2(graph, &a, &b, &programmatic, 1));
  CHECK_EQUAL(musaGraphAddDependencies_v2(graph, &a, &b, nullptr, 1), musaErrorInvalidValue);
  musaGraphNode_t from = nullptr, to = nullptr;
  musaGraphEdgeData data = {};
  size_t edges = 1;
  CHECK_MUSA(musaGraphGetEdges_v2(graph, &from, &to, &data, &edges));
  CHECK(edges == 1 && from == a && to == b && isSame(data, programmatic));
  // Without a place for the data, they would be lost.
  CHECK_EQUAL(musaGraphGetEdges(graph, &from, &to, &edges), musaErrorLossyQuery);
  CHECK_EQUAL(musaGraphNodeGetDependencies(b, &from, &edges), musaErrorLossyQuery);
  CHECK_EQUAL(musaGraphNodeGetDependentNodes(a, &to, &edges), musaErrorLossyQuery);
  CHECK_MUSA(musaGraphGetEdges(graph, nullptr, nullptr, &edges));
  CHECK_EQUAL(edges, size_t{1});
  data = {};
  CHECK_MUSA(musaGraphNodeGetDependencies(b, &from, &data, &edges));
  CHECK(from == a && isSame(data, programmatic));
  data = {};
  CHECK_MUSA(musaGraphNodeGetDependentNodes(a, &to, &data, &edges));
  CHECK(to == b && isSame(data, programmatic));

  // Only between kernels, and from a port that exists.
  CHECK_EQUAL(musaGraphAddDependencies(graph, &a, &empty, &programmatic, 1), musaErrorInvalidValue);
  CHECK_EQUAL(musaGraphAddDependencies(graph, &empty, &a, &programmatic, 1), musaErrorInvalidValue);
  musaGraphEdgeData wrong = programmatic;
  wrong.from_port = musaGraphKernelNodePortDefault;
  CHECK_EQUAL(musaGraphAddDependencies(graph, &b, &a, &wrong, 1), musaErrorInvalidValue);
  wrong = {};
  wrong.reserved[4] = 1;
  CHECK_EQUAL(musaGraphAddDependencies(graph, &a, &empty, &wrong, 1), musaErrorInvalidValue);

  musaGraphExec_t exec = nullptr;
  CHECK_MUSA(musaGraphInstantiate(&exec, graph, 0));
  CHECK_MUSA(musaGraphLaunch(exec, nullptr));
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(*memory.at, 11);

  // An edge is removed by its data.
  CHECK_EQUAL(musaGraphRemoveDependencies(graph, &a, &b, 1), musaErrorInvalidValue);
  CHECK_MUSA(musaGraphRemoveDependencies(graph, &a, &b, &programmatic, 1));
  CHECK_MUSA(musaGraphAddDependencies(graph, &a, &b, 1));
  musaGraphExecUpdateResultInfo info = {};
  CHECK_EQUAL(musaGraphExecUpdate(exec, graph, &info), musaErrorGraphExecUpdateFailure);
  CHECK_EQUAL(info.result, musaGraphExecUpdateErrorTopologyChanged);
  CHECK_MUSA(musaGraphExecDestroy(exec));
  CHECK_MUSA(musaGraphDestroy(graph));
}

void testAddNode() {
  Memory memory;
  musaGraph_t graph = nullptr;
  CHECK_MUSA(musaGraphCreate(&graph, 0));
  const musaGraphNode_t a = addKernel(graph, memory.at, 1);
  int what = 3;
  void *arguments[] = {&memory.at, &what};
  musaGraphNodeParams params = {};
  params.type = musaGraphNodeTypeKernel;
  params.kernel.func = reinterpret_cast<void *>(add);
  params.kernel.gridDim = params.kernel.blockDim = dim3(1);
  params.kernel.kernelParams = arguments;
  musaGraphNode_t node = nullptr;
  CHECK_MUSA(musaGraphAddNode(&node, graph, &a, &programmatic, 1, &params));
  CHECK_MUSA(musaGraphAddNode_v2(&node, graph, &a, nullptr, 1, &params));
  CHECK_MUSA(musaGraphAddNode(&node, graph, &a, 1, &params));
  size_t dependents = 0;
  CHECK_MUSA(musaGraphNodeGetDependentNodes(a, nullptr, &dependents));
  CHECK_EQUAL(dependents, size_t{3});
  params.type = musaGraphNodeTypeEmpty;
  CHECK_EQUAL(musaGraphAddNode(&node, graph, &a, &programmatic, 1, &params), musaErrorInvalidValue);
  CHECK_MUSA(musaGraphDestroy(graph));
}

void testCapture() {
  Memory memory;
  musaStream_t stream = nullptr;
  CHECK_MUSA(musaStreamCreate(&stream));
  musaGraph_t graph = nullptr;
  CHECK_MUSA(musaGraphCreate(&graph, 0));
  const musaGraphNode_t a = addKernel(graph, memory.at, 1);
  CHECK_MUSA(musaStreamBeginCaptureToGraph(stream, graph, &a, &programmatic, 1,
                                           musaStreamCaptureModeRelaxed));
  musaStreamCaptureStatus status = musaStreamCaptureStatusNone;
  const musaGraphNode_t *last = nullptr;
  const musaGraphEdgeData *data = nullptr;
  size_t lasts = 0;
  CHECK_EQUAL(musaStreamGetCaptureInfo(stream, &status, nullptr, nullptr, &last, &lasts),
              musaErrorLossyQuery);
  CHECK_MUSA(musaStreamGetCaptureInfo(stream, &status, nullptr, nullptr, &last, &data, &lasts));
  CHECK(lasts == 1 && last[0] == a && isSame(data[0], programmatic));
  add<<<1, 1, 0, stream>>>(memory.at, 2);
  CHECK_MUSA(musaStreamGetCaptureInfo_v3(stream, &status, nullptr, nullptr, &last, &data, &lasts));
  CHECK(lasts == 1 && last[0] != a && isSame(data[0], {}));
  musaGraphNode_t again = a;
  CHECK_MUSA(musaStreamUpdateCaptureDependencies(stream, &again, &programmatic, 1,
                                                 musaStreamSetCaptureDependencies));
  add<<<1, 1, 0, stream>>>(memory.at, 4);
  CHECK_MUSA(musaStreamEndCapture(stream, nullptr)); // the graph is known
  musaGraphNode_t nodes[2] = {};
  musaGraphEdgeData edges[2] = {};
  size_t count = 2;
  CHECK_MUSA(musaGraphNodeGetDependentNodes(a, nodes, edges, &count));
  CHECK(count == 2 && isSame(edges[0], programmatic) && isSame(edges[1], programmatic));
  CHECK_MUSA(musaGraphDestroy(graph));
  CHECK_MUSA(musaStreamBeginCapture(stream, musaStreamCaptureModeRelaxed));
  CHECK_EQUAL(musaStreamEndCapture(stream, nullptr), musaErrorInvalidValue);
  CHECK_MUSA(musaStreamEndCapture(stream, &graph));
  CHECK_MUSA(musaGraphDestroy(graph));
  CHECK_MUSA(musaStreamDestroy(stream));
}

/// A graph that allocates can be no copy, but it can become a part of another one.
void testMovedChild() {
  Memory memory;
  musaGraph_t child = nullptr, graph = nullptr;
  CHECK_MUSA(musaGraphCreate(&child, 0));
  CHECK_MUSA(musaGraphCreate(&graph, 0));
  musaMemAllocNodeParams allocation = {};
  allocation.poolProps.allocType = musaMemAllocationTypePinned;
  allocation.poolProps.location = {musaMemLocationTypeDevice, 0};
  allocation.bytesize = 100;
  musaGraphNode_t allocate = nullptr, release = nullptr;
  CHECK_MUSA(musaGraphAddMemAllocNode(&allocate, child, nullptr, 0, &allocation));
  const musaGraphNode_t use = addKernel(child, memory.at, 1);
  CHECK_MUSA(musaGraphAddDependencies(child, &allocate, &use, 1));
  CHECK_MUSA(musaGraphAddMemFreeNode(&release, child, &use, 1, allocation.dptr));

  musaGraph_t clone = nullptr;
  CHECK_EQUAL(musaGraphClone(&clone, child), musaErrorNotSupported);
  musaGraphNode_t node = nullptr;
  CHECK_EQUAL(musaGraphAddChildGraphNode(&node, graph, nullptr, 0, child), musaErrorNotSupported);
  musaGraphNodeParams params = {};
  params.type = musaGraphNodeTypeGraph;
  params.graph.graph = child;
  params.graph.ownership = static_cast<musaGraphChildGraphNodeOwnership>(5);
  CHECK_EQUAL(musaGraphAddNode(&node, graph, nullptr, 0, &params), musaErrorInvalidValue);
  params.graph.ownership = musaGraphChildGraphOwnershipMove;
  CHECK_EQUAL(musaGraphAddNode(&node, child, nullptr, 0, &params), musaErrorInvalidValue);
  CHECK_MUSA(musaGraphAddNode(&node, graph, nullptr, 0, &params));
  musaGraph_t found = nullptr;
  CHECK_MUSA(musaGraphChildGraphNodeGetGraph(node, &found));
  CHECK(found == child);

  // It is the node's now.
  musaGraphExec_t exec = nullptr;
  CHECK_EQUAL(musaGraphAddNode(&node, graph, nullptr, 0, &params), musaErrorInvalidValue);
  CHECK_EQUAL(musaGraphDestroy(child), musaErrorInvalidValue);
  CHECK_EQUAL(musaGraphInstantiate(&exec, child, 0), musaErrorInvalidValue);
  CHECK_EQUAL(musaGraphAddMemAllocNode(&allocate, child, nullptr, 0, &allocation),
              musaErrorNotSupported);

  CHECK_MUSA(musaGraphInstantiate(&exec, graph, 0));
  CHECK_EQUAL(musaGraphExecUpdate(exec, child, nullptr), musaErrorInvalidValue);
  for (int i = 0; i < 3; ++i)
    CHECK_MUSA(musaGraphLaunch(exec, nullptr));
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(*memory.at, 3);
  CHECK_MUSA(musaGraphExecDestroy(exec));
  CHECK_MUSA(musaGraphDestroy(graph));
  CHECK_EQUAL(musaGraphDestroy(child), musaErrorInvalidValue);
}

} // namespace

int main() {
  testEdges();
  testAddNode();
  testCapture();
  testMovedChild();
  return CHECK_RESULT();
}
