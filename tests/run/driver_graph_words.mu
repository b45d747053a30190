// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nodes of graphs that wait for words of memory and write them.
// MCC: -lmusa
#include "check.h"

#include <cstdint>
#include <musa.h>

extern "C" __global__ void add(unsigned *word, unsigned value) { *word += value; }

namespace {

#define CHECK_MU(call) CHECK_EQUAL(call, MUSA_SUCCESS)

MUcontext context;
unsigned *words; ///< pinned: four

MUdeviceptr addressOf(const void *memory) { return reinterpret_cast<MUdeviceptr>(memory); }

MUstreamBatchMemOpParams write(unsigned word, unsigned value) {
  MUstreamBatchMemOpParams result = {};
  result.writeValue.operation = MU_STREAM_MEM_OP_WRITE_VALUE_32;
  result.writeValue.address = addressOf(words + word);
  result.writeValue.value = value;
  return result;
}
MUstreamBatchMemOpParams waitFor(unsigned word, unsigned value) {
  MUstreamBatchMemOpParams result = {};
  result.waitValue.operation = MU_STREAM_MEM_OP_WAIT_VALUE_32;
  result.waitValue.address = addressOf(words + word);
  result.waitValue.value = value;
  result.waitValue.flags = MU_STREAM_WAIT_VALUE_EQ;
  return result;
}

void launch(MUgraphExec exec) {
  CHECK_MU(muGraphLaunch(exec, nullptr));
  CHECK_MU(muStreamSynchronize(nullptr));
}

void testNodes() {
  MUgraph graph = nullptr;
  CHECK_MU(muGraphCreate(&graph, 0));
  MUstreamBatchMemOpParams first[] = {write(0, 5), write(1, 7)},
                           second[] = {waitFor(0, 8), write(2, 9)};
  MUSA_BATCH_MEM_OP_NODE_PARAMS params = {context, 2, first, 0};
  MUgraphNode before = nullptr, kernel = nullptr, after = nullptr;
  CHECK_MU(muGraphAddBatchMemOpNode(&before, graph, nullptr, 0, &params));
  unsigned three = 3;
  void *arguments[] = {&words, &three};
  MUSA_KERNEL_NODE_PARAMS launched = {};
  MUmodule module = nullptr;
  CHECK_MU(muModuleLoad(&module, ""));
  CHECK_MU(muModuleGetFunction(&launched.func, module, "add"));
  launched.gridDimX = launched.gridDimY = launched.gridDimZ = 1;
  launched.blockDimX = launched.blockDimY = launched.blockDimZ = 1;
  launched.kernelParams = arguments;
  CHECK_MU(muGraphAddKernelNode(&kernel, graph, &before, 1, &launched));
  MUgraphNodeParams generic = {};
  generic.type = MU_GRAPH_NODE_TYPE_BATCH_MEM_OP;
  generic.memOp = {context, 2, second, 0};
  CHECK_MU(muGraphAddNode(&after, graph, &kernel, 1, &generic));

  MUgraphNodeType type = MU_GRAPH_NODE_TYPE_EMPTY;
  CHECK_MU(muGraphNodeGetType(after, &type));
  CHECK_EQUAL(type, MU_GRAPH_NODE_TYPE_BATCH_MEM_OP);
  MUSA_BATCH_MEM_OP_NODE_PARAMS found = {};
  CHECK_MU(muGraphBatchMemOpNodeGetParams(after, &found));
  CHECK(found.ctx == context);
  CHECK_EQUAL(found.count, 2u);
  CHECK(found.paramArray != second); // the node's own
  CHECK_EQUAL(found.paramArray[0].waitValue.value, 8u);
  CHECK_EQUAL(found.paramArray[1].operation, MU_STREAM_MEM_OP_WRITE_VALUE_32);

  MUgraphExec exec = nullptr;
  CHECK_MU(muGraphInstantiate(&exec, graph, 0));
  launch(exec);
  CHECK_EQUAL(words[0], 8u);
  CHECK_EQUAL(words[1], 7u);
  CHECK_EQUAL(words[2], 9u);

  // Changed in the executable graph, and in the graph itself.
  first[1] = write(1, 70);
  CHECK_MU(muGraphExecBatchMemOpNodeSetParams(exec, before, &params));
  launch(exec);
  CHECK_EQUAL(words[1], 70u);
  CHECK_MU(muGraphBatchMemOpNodeGetParams(before, &found));
  CHECK_EQUAL(found.paramArray[1].writeValue.value, 7u);
  params.count = 1;
  first[0] = write(0, 5);
  CHECK_MU(muGraphBatchMemOpNodeSetParams(before, &params));
  generic.memOp.count = 1;
  CHECK_MU(muGraphNodeSetParams(after, &generic));
  words[1] = words[2] = 0;
  MUgraphExec again = nullptr;
  CHECK_MU(muGraphInstantiate(&again, graph, 0));
  launch(again);
  CHECK_EQUAL(words[0], 8u);
  CHECK_EQUAL(words[1], 0u);
  CHECK_EQUAL(words[2], 0u);
  generic.memOp = {context, 2, second, 0};
  CHECK_MU(muGraphExecNodeSetParams(again, after, &generic));
  launch(again);
  CHECK_EQUAL(words[2], 9u);
  CHECK_MU(muGraphExecDestroy(exec));
  CHECK_MU(muGraphExecDestroy(again));

  CHECK_EQUAL(muGraphBatchMemOpNodeGetParams(kernel, &found), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muGraphBatchMemOpNodeGetParams(before, nullptr), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muGraphBatchMemOpNodeSetParams(kernel, &params), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muGraphAddBatchMemOpNode(&after, graph, nullptr, 0, nullptr),
              MUSA_ERROR_INVALID_VALUE);
  MUSA_BATCH_MEM_OP_NODE_PARAMS wrong = params;
  wrong.count = 0;
  CHECK_EQUAL(muGraphAddBatchMemOpNode(&after, graph, nullptr, 0, &wrong),
              MUSA_ERROR_INVALID_VALUE);
  wrong = params;
  wrong.flags = 1;
  CHECK_EQUAL(muGraphAddBatchMemOpNode(&after, graph, nullptr, 0, &wrong),
              MUSA_ERROR_INVALID_VALUE);
  wrong = params;
  generic.memOp = wrong;
  generic.memOp.ctx = wrong.ctx = nullptr;
  CHECK_EQUAL(muGraphAddBatchMemOpNode(&after, graph, nullptr, 0, &wrong),
              MUSA_ERROR_INVALID_CONTEXT);
  CHECK_EQUAL(muGraphAddNode(&after, graph, nullptr, 0, &generic), MUSA_ERROR_INVALID_CONTEXT);
  generic.memOp.ctx = wrong.ctx = reinterpret_cast<MUcontext>(&wrong);
  CHECK_EQUAL(muGraphAddBatchMemOpNode(&after, graph, nullptr, 0, &wrong),
              MUSA_ERROR_CONTEXT_IS_DESTROYED);
  CHECK_EQUAL(muGraphAddNode(&after, graph, nullptr, 0, &generic), MUSA_ERROR_CONTEXT_IS_DESTROYED);
  unsigned own = 0; // memory that no device knows
  first[0].writeValue.address = addressOf(&own);
  CHECK_EQUAL(muGraphAddBatchMemOpNode(&after, graph, nullptr, 0, &params),
              MUSA_ERROR_INVALID_VALUE);
  CHECK_MU(muGraphDestroy(graph));
}

/// The node that writes was added after the one that waits, which does not depend on it.
void testIndependentNodes() {
  MUgraph graph = nullptr, child = nullptr;
  CHECK_MU(muGraphCreate(&graph, 0));
  CHECK_MU(muGraphCreate(&child, 0));
  words[0] = words[1] = words[2] = 0;
  MUstreamBatchMemOpParams waiting[] = {waitFor(0, 1), write(1, 2)}, writing = write(0, 1);
  MUSA_BATCH_MEM_OP_NODE_PARAMS wait = {context, 2, waiting, 0}, give = {context, 1, &writing, 0};
  MUgraphNode node = nullptr;
  CHECK_MU(muGraphAddBatchMemOpNode(&node, child, nullptr, 0, &wait));
  CHECK_MU(muGraphAddChildGraphNode(&node, graph, nullptr, 0, child));
  CHECK_MU(muGraphAddBatchMemOpNode(&node, graph, nullptr, 0, &wait));
  CHECK_MU(muGraphAddBatchMemOpNode(&node, graph, nullptr, 0, &give));
  MUgraphExec exec = nullptr;
  CHECK_MU(muGraphInstantiate(&exec, graph, 0));
  launch(exec);
  CHECK_EQUAL(words[0], 1u);
  CHECK_EQUAL(words[1], 2u);
  CHECK_MU(muGraphExecDestroy(exec));
  CHECK_MU(muGraphDestroy(child));
  CHECK_MU(muGraphDestroy(graph));
}

} // namespace

int main() {
  CHECK_MU(muInit(0));
  CHECK_MUSA(musaMallocHost(&words, 4 * sizeof(unsigned)));
  CHECK_MU(muDevicePrimaryCtxRetain(&context, 0));
  testNodes();
  testIndependentNodes();
  return CHECK_RESULT();
}
