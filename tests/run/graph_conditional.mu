// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conditional nodes of graphs: if, else, while, switch, nested, captured, updated; and wrong use.
// MCC:
// MCC: -O0
// ENV: MUSA_HOST_CHECK=1
// STDERR: sets a condition that no graph has
#include "check.h"

#include <fstream>
#include <iterator>
#include <string>

namespace {

__global__ void set(musaGraphConditionalHandle handle, const int *value) {
  musaGraphSetConditional(handle, static_cast<unsigned>(*value));
}

__global__ void setNumber(musaGraphConditionalHandle handle, unsigned value) {
  musaGraphSetConditional(handle, value);
}

/// One round of a loop of `*left` rounds.
__global__ void count(musaGraphConditionalHandle handle, int *rounds, int *left) {
  ++*rounds;
  musaGraphSetConditional(handle, --*left > 0 ? 1 : 0);
}

__global__ void add(int *to, int what) { *to += what; }

struct Memory {
  int *value = nullptr; ///< what a condition becomes
  int *result = nullptr;
  int *left = nullptr;
  Memory() {
    CHECK_MUSA(musaMallocManaged(&value, 3 * sizeof(int)));
    result = value + 1;
    left = value + 2;
    *value = *result = *left = 0;
  }
  ~Memory() { CHECK_MUSA(musaFree(value)); }
};

template <typename... Arguments> struct Kernel {
  musaKernelNodeParams params = {};
  void *addresses[sizeof...(Arguments)];
  Kernel(void (*kernel)(Arguments...), Arguments &...arguments) : addresses{&arguments...} {
    params.func = reinterpret_cast<void *>(kernel);
    params.gridDim = params.blockDim = dim3(1);
    params.kernelParams = addresses;
  }
};

musaGraphNode_t addAdd(musaGraph_t graph, int *to, int what,
                       const musaGraphNode_t *after = nullptr) {
  Kernel<int *, int> kernel(add, to, what);
  musaGraphNode_t node = nullptr;
  CHECK_MUSA(musaGraphAddKernelNode(&node, graph, after, after != nullptr ? 1 : 0, &kernel.params));
  return node;
}

/// A node that sets the condition to what is at `value`.
musaGraphNode_t addSet(musaGraph_t graph, musaGraphConditionalHandle handle, const int *value) {
  Kernel<musaGraphConditionalHandle, const int *> kernel(set, handle, value);
  musaGraphNode_t node = nullptr;
  CHECK_MUSA(musaGraphAddKernelNode(&node, graph, nullptr, 0, &kernel.params));
  return node;
}

struct Conditional {
  musaGraphNode_t node = nullptr;
  musaGraph_t *bodies = nullptr;
  musaError_t status = musaSuccess;
  Conditional(musaGraph_t graph, musaGraphConditionalHandle handle,
              musaGraphConditionalNodeType type, unsigned size,
              const musaGraphNode_t *after = nullptr) {
    musaGraphNodeParams params = {};
    params.type = musaGraphNodeTypeConditional;
    params.conditional.handle = handle;
    params.conditional.type = type;
    params.conditional.size = size;
    status = musaGraphAddNode(&node, graph, after, after != nullptr ? 1 : 0, &params);
    bodies = params.conditional.phGraph_out;
  }
};

musaGraphConditionalHandle handleOf(musaGraph_t graph, unsigned value = 0, unsigned flags = 0) {
  musaGraphConditionalHandle handle = 0;
  CHECK_MUSA(musaGraphConditionalHandleCreate(&handle, graph, value, flags));
  return handle;
}

musaGraph_t newGraph() {
  musaGraph_t graph = nullptr;
  CHECK_MUSA(musaGraphCreate(&graph, 0));
  return graph;
}

void launch(musaGraphExec_t exec) {
  CHECK_MUSA(musaGraphLaunch(exec, nullptr));
  CHECK_MUSA(musaDeviceSynchronize());
}

void testIfElse() {
  Memory memory;
  const musaGraph_t graph = newGraph();
  const musaGraphConditionalHandle handle = handleOf(graph);
  const musaGraphNode_t before = addSet(graph, handle, memory.value);
  const Conditional conditional(graph, handle, musaGraphCondTypeIf, 2, &before);
  CHECK_MUSA(conditional.status);
  addAdd(conditional.bodies[0], memory.result, 1);
  addAdd(conditional.bodies[1], memory.result, 100);
  addAdd(graph, memory.result, 1000, &conditional.node);
  musaGraphNodeType type = musaGraphNodeTypeEmpty;
  CHECK_MUSA(musaGraphNodeGetType(conditional.node, &type));
  CHECK_EQUAL(type, musaGraphNodeTypeConditional);

  musaGraphExec_t exec = nullptr;
  CHECK_MUSA(musaGraphInstantiate(&exec, graph, 0));
  launch(exec);
  CHECK_EQUAL(*memory.result, 1100);
  *memory.value = 7;
  launch(exec);
  CHECK_EQUAL(*memory.result, 2101);
  // A graph that has gone leaves the instantiated one what it needs.
  CHECK_MUSA(musaGraphDestroy(graph));
  launch(exec);
  CHECK_EQUAL(*memory.result, 3102);
  CHECK_MUSA(musaGraphExecDestroy(exec));
}

void testWhile() {
  Memory memory;
  const musaGraph_t graph = newGraph();
  musaGraphConditionalHandle handle = handleOf(graph, 1, musaGraphCondAssignDefault);
  const Conditional loop(graph, handle, musaGraphCondTypeWhile, 1);
  CHECK_MUSA(loop.status);
  Kernel<musaGraphConditionalHandle, int *, int *> kernel(count, handle, memory.result,
                                                          memory.left);
  musaGraphNode_t node = nullptr;
  CHECK_MUSA(musaGraphAddKernelNode(&node, loop.bodies[0], nullptr, 0, &kernel.params));
  musaGraphExec_t exec = nullptr;
  CHECK_MUSA(musaGraphInstantiate(&exec, graph, 0));
  for (const int rounds : {10, 1, 1000}) {
    *memory.left = rounds;
    *memory.result = 0;
    launch(exec); // each begins with the default again
    CHECK_EQUAL(*memory.result, rounds);
  }
  // A node of a body can be changed.
  int other = 0;
  int *counted = memory.value;
  Kernel<musaGraphConditionalHandle, int *, int *> changed(count, handle, counted, memory.left);
  CHECK_MUSA(musaGraphExecKernelNodeSetParams(exec, node, &changed.params));
  *memory.left = 3;
  launch(exec);
  CHECK_EQUAL(*memory.value, 3);
  CHECK_EQUAL(other, 0);
  CHECK_MUSA(musaGraphExecDestroy(exec));
  CHECK_MUSA(musaGraphDestroy(graph));
}

void testSwitch() {
  Memory memory;
  const musaGraph_t graph = newGraph();
  const musaGraphConditionalHandle handle = handleOf(graph);
  const musaGraphNode_t before = addSet(graph, handle, memory.value);
  const Conditional choice(graph, handle, musaGraphCondTypeSwitch, 3, &before);
  CHECK_MUSA(choice.status);
  for (int i = 0, what = 1; i < 3; ++i, what *= 10)
    addAdd(choice.bodies[i], memory.result, what);
  musaGraphExec_t exec = nullptr;
  CHECK_MUSA(musaGraphInstantiate(&exec, graph, 0));
  const int expected[] = {1, 10, 100, 0, 0};
  for (int i = 0; i < 5; ++i) {
    *memory.value = i < 4 ? i : -1;
    *memory.result = 0;
    launch(exec);
    CHECK_EQUAL(*memory.result, expected[i]);
  }
  CHECK_MUSA(musaGraphExecDestroy(exec));
  CHECK_MUSA(musaGraphDestroy(graph));
}

/// A loop around a condition, with a child graph in it; the bodies are captured.
void testNested() {
  Memory memory;
  musaStream_t stream = nullptr;
  CHECK_MUSA(musaStreamCreate(&stream));
  const musaGraph_t graph = newGraph();
  const musaGraphConditionalHandle outer = handleOf(graph, 1, musaGraphCondAssignDefault);
  const musaGraphConditionalHandle inner = handleOf(graph, 0, musaGraphCondAssignDefault);
  const Conditional loop(graph, outer, musaGraphCondTypeWhile, 1);
  CHECK_MUSA(loop.status);

  // The condition inside becomes 1 in the loop's third round from the end.
  CHECK_MUSA(musaStreamBeginCaptureToGraph(stream, loop.bodies[0], nullptr, nullptr, 0,
                                           musaStreamCaptureModeGlobal));
  count<<<1, 1, 0, stream>>>(outer, memory.result, memory.left);
  set<<<1, 1, 0, stream>>>(inner, memory.left);
  musaStreamCaptureStatus status = musaStreamCaptureStatusNone;
  const musaGraphNode_t *last = nullptr;
  size_t lasts = 0;
  musaGraph_t body = nullptr;
  CHECK_MUSA(musaStreamGetCaptureInfo(stream, &status, nullptr, &body, &last, &lasts));
  CHECK_EQUAL(lasts, size_t{1});
  CHECK(body == loop.bodies[0]);
  const Conditional inside(body, inner, musaGraphCondTypeIf, 1, last);
  CHECK_MUSA(inside.status);
  CHECK_MUSA(musaStreamUpdateCaptureDependencies(
      stream, const_cast<musaGraphNode_t *>(&inside.node), 1, musaStreamSetCaptureDependencies));
  add<<<1, 1, 0, stream>>>(memory.result, 1000);
  musaGraph_t ended = nullptr;
  CHECK_MUSA(musaStreamEndCapture(stream, &ended));
  CHECK(ended == loop.bodies[0]);

  const musaGraph_t child = newGraph();
  addAdd(child, memory.value, 5);
  musaGraphNode_t node = nullptr;
  CHECK_MUSA(musaGraphAddChildGraphNode(&node, inside.bodies[0], nullptr, 0, child));
  CHECK_MUSA(musaGraphDestroy(child));

  musaGraphExec_t exec = nullptr;
  CHECK_MUSA(musaGraphInstantiate(&exec, graph, 0));
  *memory.left = 4;
  launch(exec);
  CHECK_EQUAL(*memory.result, 4004);
  CHECK_EQUAL(*memory.value, 15); // not in the last round, whose rest is 0

  CHECK_MUSA(musaGraphDebugDotPrint(graph, "conditional.dot", 0));
  std::ifstream in("conditional.dot");
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  CHECK(text.find("while") != std::string::npos && text.find("subgraph") != std::string::npos);
  std::remove("conditional.dot");
  CHECK_MUSA(musaGraphExecDestroy(exec));
  CHECK_MUSA(musaGraphDestroy(graph));
  CHECK_MUSA(musaStreamDestroy(stream));
}

musaGraph_t graphOfOneIf(Memory &memory, unsigned value, int what, unsigned size = 1) {
  const musaGraph_t graph = newGraph();
  const musaGraphConditionalHandle handle = handleOf(graph, value, musaGraphCondAssignDefault);
  const Conditional conditional(graph, handle, musaGraphCondTypeIf, size);
  addAdd(conditional.bodies[0], memory.result, what);
  return graph;
}

void testUpdate() {
  Memory memory;
  const musaGraph_t graph = graphOfOneIf(memory, 0, 1);
  musaGraphExec_t exec = nullptr;
  CHECK_MUSA(musaGraphInstantiate(&exec, graph, 0));
  launch(exec);
  CHECK_EQUAL(*memory.result, 0);
  // With another default, and another body.
  const musaGraph_t other = graphOfOneIf(memory, 1, 50);
  musaGraphExecUpdateResultInfo info = {};
  CHECK_MUSA(musaGraphExecUpdate(exec, other, &info));
  CHECK_MUSA(musaGraphDestroy(other));
  launch(exec);
  CHECK_EQUAL(*memory.result, 50);
  const musaGraph_t larger = graphOfOneIf(memory, 1, 50, 2);
  CHECK_EQUAL(musaGraphExecUpdate(exec, larger, &info), musaErrorGraphExecUpdateFailure);
  CHECK_EQUAL(info.result, musaGraphExecUpdateErrorParametersChanged);
  CHECK_MUSA(musaGraphDestroy(larger));
  CHECK_MUSA(musaGraphExecDestroy(exec));
  CHECK_MUSA(musaGraphDestroy(graph));
}

void testErrors() {
  const musaGraph_t graph = newGraph();
  const musaGraph_t other = newGraph();
  musaGraphConditionalHandle handle = 0;
  CHECK_EQUAL(musaGraphConditionalHandleCreate(nullptr, graph, 0, 0), musaErrorInvalidValue);
  CHECK_EQUAL(musaGraphConditionalHandleCreate(&handle, graph, 0, 2), musaErrorInvalidValue);
  CHECK_EQUAL(musaGraphConditionalHandleCreate(&handle, nullptr, 0, 0), musaErrorInvalidValue);
  handle = handleOf(graph);

  CHECK_EQUAL(Conditional(graph, 12345678, musaGraphCondTypeIf, 1).status, musaErrorInvalidValue);
  CHECK_EQUAL(Conditional(other, handle, musaGraphCondTypeIf, 1).status, musaErrorInvalidValue);
  CHECK_EQUAL(Conditional(graph, handle, musaGraphCondTypeIf, 0).status, musaErrorInvalidValue);
  CHECK_EQUAL(Conditional(graph, handle, musaGraphCondTypeIf, 3).status, musaErrorInvalidValue);
  CHECK_EQUAL(Conditional(graph, handle, musaGraphCondTypeWhile, 2).status, musaErrorInvalidValue);
  CHECK_EQUAL(Conditional(graph, handle, static_cast<musaGraphConditionalNodeType>(3), 1).status,
              musaErrorInvalidValue);

  // The handle of a node that is gone is free again.
  {
    const Conditional gone(graph, handle, musaGraphCondTypeIf, 1);
    CHECK_MUSA(gone.status);
    musaGraphNodeParams same = {};
    same.type = musaGraphNodeTypeConditional;
    same.conditional.handle = handle;
    same.conditional.size = 1;
    CHECK_EQUAL(musaGraphNodeSetParams(gone.node, &same), musaErrorInvalidValue);
    CHECK(same.conditional.phGraph_out == nullptr);
    CHECK_MUSA(musaGraphDestroyNode(gone.node));
  }

  // A handle that nobody uses.
  musaGraphExec_t exec = nullptr;
  musaGraphInstantiateParams params = {};
  CHECK_EQUAL(musaGraphInstantiateWithParams(&exec, graph, &params), musaErrorInvalidValue);
  CHECK_EQUAL(params.result_out, musaGraphInstantiateConditionalHandleUnused);

  const Conditional first(graph, handle, musaGraphCondTypeIf, 1);
  CHECK_MUSA(first.status);
  CHECK_EQUAL(Conditional(graph, handle, musaGraphCondTypeIf, 1).status, musaErrorInvalidValue);
  CHECK_MUSA(musaGraphInstantiate(&exec, graph, 0)); // of an empty body
  launch(exec);
  CHECK_MUSA(musaGraphExecDestroy(exec));

  // There cannot be two of it.
  musaGraph_t clone = nullptr;
  CHECK_EQUAL(musaGraphClone(&clone, graph), musaErrorNotSupported);
  musaGraphNode_t node = nullptr;
  CHECK_EQUAL(musaGraphAddChildGraphNode(&node, other, nullptr, 0, graph), musaErrorNotSupported);
  // The body is the node's.
  CHECK_EQUAL(musaGraphDestroy(first.bodies[0]), musaErrorInvalidValue);
  CHECK_EQUAL(musaGraphInstantiate(&exec, first.bodies[0], 0), musaErrorInvalidValue);

  // What a body cannot have.
  musaHostNodeParams host = {[](void *) {}, nullptr};
  CHECK_MUSA(musaGraphAddHostNode(&node, first.bodies[0], nullptr, 0, &host));
  CHECK_EQUAL(musaGraphInstantiateWithParams(&exec, graph, &params), musaErrorNotSupported);
  CHECK_EQUAL(params.result_out, musaGraphInstantiateNodeOperationNotSupported);
  CHECK(params.errNode_out == node);
  CHECK_MUSA(musaGraphDestroyNode(node));
  musaMemAllocNodeParams allocation = {};
  allocation.poolProps.allocType = musaMemAllocationTypePinned;
  allocation.poolProps.location = {musaMemLocationTypeDevice, 0};
  allocation.bytesize = 100;
  CHECK_EQUAL(musaGraphAddMemAllocNode(&node, first.bodies[0], nullptr, 0, &allocation),
              musaErrorNotSupported);
  CHECK_MUSA(musaGraphDestroy(graph));
  CHECK_MUSA(musaGraphDestroy(other));

  setNumber<<<1, 1>>>(99999, 1);
  CHECK_EQUAL(musaDeviceSynchronize(), musaErrorLaunchFailure);
  CHECK_MUSA(musaDeviceReset());
}

} // namespace

int main() {
  testIfElse();
  testWhile();
  testSwitch();
  testNested();
  testUpdate();
  testErrors();
  return CHECK_RESULT();
}
