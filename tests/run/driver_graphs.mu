// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Graphs in the driver API: nodes of each kind, their parameters, changes, and wrong use.
// MCC:
// MCC: -lmusa
// ENV: MUSA_HOST_DEVICES=2
#include "check.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <musa.h>
#include <string>
#include <vector>

static_assert(sizeof(MUgraphNodeParams) == 256, "");

extern "C" __global__ void add(int *data, int count, int what) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count)
    data[i] += what;
}

extern "C" __global__ void nextRound(musaGraphConditionalHandle handle, int *rounds, int most) {
  ++*rounds;
  musaGraphSetConditional(handle, *rounds < most ? 1 : 0);
}

namespace {

constexpr int count = 1000;
constexpr size_t bytes = count * sizeof(int);

#define CHECK_MU(call) CHECK_EQUAL(call, MUSA_SUCCESS)

bool isAll(const std::vector<int> &values, int expected) {
  return std::all_of(values.begin(), values.end(), [=](int one) { return one == expected; });
}

struct Fixture {
  MUcontext context = nullptr;
  MUmodule module = nullptr;
  MUfunction add = nullptr;
  MUdeviceptr data = 0;
  MUstream stream = nullptr;
  MUgraph graph = nullptr;
  std::vector<int> result = std::vector<int>(count, -1);
  Fixture() {
    CHECK_MU(muCtxGetCurrent(&context));
    CHECK_MU(muModuleLoad(&module, ""));
    CHECK_MU(muModuleGetFunction(&add, module, "add"));
    CHECK_MU(muMemAlloc(&data, bytes));
    CHECK_MU(muMemsetD32(data, 0, count));
    CHECK_MU(muCtxSynchronize());
    CHECK_MU(muStreamCreate(&stream, MU_STREAM_NON_BLOCKING));
    CHECK_MU(muGraphCreate(&graph, 0));
  }
  ~Fixture() {
    CHECK_MU(muGraphDestroy(graph));
    CHECK_MU(muStreamDestroy(stream));
    CHECK_MU(muMemFree(data));
    CHECK_MU(muModuleUnload(module));
  }
  MUgraphExec instantiate() const {
    MUgraphExec exec = nullptr;
    CHECK_MU(muGraphInstantiate(&exec, graph, 0));
    return exec;
  }
  void run(MUgraphExec exec) {
    CHECK_MU(muGraphLaunch(exec, stream));
    CHECK_MU(muStreamSynchronize(stream));
    CHECK_MU(muMemcpyDtoH(result.data(), data, bytes));
  }
};

/// Of a launch of `add`.
struct Add {
  MUdeviceptr data;
  int elements = count;
  int what;
  void *arguments[3] = {&data, &elements, &what};
  MUSA_KERNEL_NODE_PARAMS params = {};
  Add(MUfunction function, MUdeviceptr to, int number) : data(to), what(number) {
    params.func = function;
    params.gridDimX = 8;
    params.gridDimY = params.gridDimZ = 1;
    params.blockDimX = 128;
    params.blockDimY = params.blockDimZ = 1;
    params.kernelParams = arguments;
  }
};

MUSA_MEMCPY3D copyOf(MUdeviceptr from, void *to, size_t width = bytes) {
  MUSA_MEMCPY3D copy = {};
  copy.srcMemoryType = MU_MEMORYTYPE_DEVICE;
  copy.srcDevice = from;
  copy.dstMemoryType = MU_MEMORYTYPE_HOST;
  copy.dstHost = to;
  copy.WidthInBytes = width;
  copy.Height = copy.Depth = 1;
  return copy;
}

void testNodes() {
  Fixture f;
  MUSA_MEMSET_NODE_PARAMS fill = {};
  fill.dst = f.data;
  fill.value = 5;
  fill.elementSize = 4;
  fill.width = count;
  fill.height = 1;
  MUgraphNode set = nullptr, kernel = nullptr, copy = nullptr, host = nullptr;
  CHECK_MU(muGraphAddMemsetNode(&set, f.graph, nullptr, 0, &fill, f.context));
  Add addition(f.add, f.data, 7);
  CHECK_MU(muGraphAddKernelNode(&kernel, f.graph, &set, 1, &addition.params));
  std::vector<int> copied(count);
  const MUSA_MEMCPY3D box = copyOf(f.data, copied.data());
  CHECK_MU(muGraphAddMemcpyNode(&copy, f.graph, &kernel, 1, &box, f.context));
  static int calls = 0;
  const MUSA_HOST_NODE_PARAMS call = {[](void *of) { ++*static_cast<int *>(of); }, &calls};
  CHECK_MU(muGraphAddHostNode(&host, f.graph, &copy, 1, &call));

  MUgraphExec exec = f.instantiate();
  CHECK_MU(muGraphUpload(exec, f.stream));
  f.run(exec);
  CHECK(isAll(f.result, 12) && isAll(copied, 12));
  CHECK_EQUAL(calls, 1);

  // Parameters come back.
  MUSA_KERNEL_NODE_PARAMS kernelParams = {};
  CHECK_MU(muGraphKernelNodeGetParams(kernel, &kernelParams));
  CHECK(kernelParams.func == f.add && kernelParams.gridDimX == 8 && kernelParams.blockDimX == 128 &&
        kernelParams.blockDimZ == 1);
  CHECK_EQUAL(*static_cast<int *>(kernelParams.kernelParams[2]), 7);
  MUSA_MEMCPY3D copyParams = {};
  CHECK_MU(muGraphMemcpyNodeGetParams(copy, &copyParams));
  CHECK(copyParams.srcMemoryType == MU_MEMORYTYPE_DEVICE && copyParams.srcDevice == f.data &&
        copyParams.dstMemoryType == MU_MEMORYTYPE_HOST && copyParams.dstHost == copied.data() &&
        copyParams.WidthInBytes == bytes && copyParams.Height == 1 && copyParams.Depth == 1);
  MUSA_MEMSET_NODE_PARAMS fillParams = {};
  CHECK_MU(muGraphMemsetNodeGetParams(set, &fillParams));
  CHECK(fillParams.dst == f.data && fillParams.value == 5 && fillParams.width == count);
  MUSA_HOST_NODE_PARAMS hostParams = {};
  CHECK_MU(muGraphHostNodeGetParams(host, &hostParams));
  CHECK(hostParams.fn == call.fn && hostParams.userData == &calls);
  // What comes back can be given again.
  kernelParams.sharedMemBytes = 64;
  CHECK_MU(muGraphKernelNodeSetParams(kernel, &kernelParams));
  CHECK_MU(muGraphMemcpyNodeSetParams(copy, &copyParams));
  CHECK_MU(muGraphMemsetNodeSetParams(set, &fillParams));
  CHECK_MU(muGraphHostNodeSetParams(host, &hostParams));

  // Changes of the instantiated graph.
  Add other(f.add, f.data, 100);
  CHECK_MU(muGraphExecKernelNodeSetParams(exec, kernel, &other.params));
  fill.value = 1;
  CHECK_MU(muGraphExecMemsetNodeSetParams(exec, set, &fill, f.context));
  std::vector<int> elsewhere(count);
  const MUSA_MEMCPY3D changed = copyOf(f.data, elsewhere.data());
  CHECK_MU(muGraphExecMemcpyNodeSetParams(exec, copy, &changed, f.context));
  CHECK_MU(muGraphNodeSetEnabled(exec, set, 0));
  unsigned enabled = 1;
  CHECK_MU(muGraphNodeGetEnabled(exec, set, &enabled));
  CHECK_EQUAL(enabled, 0u);
  f.run(exec);
  CHECK(isAll(f.result, 112) && isAll(copied, 12) && isAll(elsewhere, 112));
  CHECK_MU(muGraphExecDestroy(exec));

  MUkernelNodeAttrValue value = {};
  value.priority = 3;
  CHECK_MU(muGraphKernelNodeSetAttribute(kernel, MU_KERNEL_NODE_ATTRIBUTE_PRIORITY, &value));
  MUgraphNode second = nullptr;
  CHECK_MU(muGraphAddKernelNode(&second, f.graph, nullptr, 0, &addition.params));
  CHECK_MU(muGraphKernelNodeCopyAttributes(second, kernel));
  value = {};
  CHECK_MU(muGraphKernelNodeGetAttribute(second, MU_KERNEL_NODE_ATTRIBUTE_PRIORITY, &value));
  CHECK_EQUAL(value.priority, 3);
}

/// The same through the one function for all kinds.
void testAnyNode() {
  Fixture f;
  MUgraphNodeParams params = {};
  params.type = MU_GRAPH_NODE_TYPE_MEMSET;
  params.memset.dst = f.data;
  params.memset.value = 3;
  params.memset.elementSize = 4;
  params.memset.width = count;
  params.memset.height = 1;
  MUgraphNode set = nullptr, kernel = nullptr, copy = nullptr, node = nullptr;
  CHECK_MU(muGraphAddNode(&set, f.graph, nullptr, 0, &params));
  const Add addition(f.add, f.data, 4);
  params = {};
  params.type = MU_GRAPH_NODE_TYPE_KERNEL;
  params.kernel.func = f.add;
  params.kernel.gridDimX = 8;
  params.kernel.blockDimX = 128;
  params.kernel.gridDimY = params.kernel.gridDimZ = 1;
  params.kernel.blockDimY = params.kernel.blockDimZ = 1;
  params.kernel.kernelParams = const_cast<void **>(addition.arguments);
  params.kernel.ctx = f.context;
  CHECK_MU(muGraphAddNode_v2(&kernel, f.graph, &set, nullptr, 1, &params));
  const MUgraphEdgeData programmatic = {
      MU_GRAPH_KERNEL_NODE_PORT_PROGRAMMATIC, 0, MU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC, {}};
  CHECK_EQUAL(muGraphAddNode_v2(&node, f.graph, &set, &programmatic, 1, &params),
              MUSA_ERROR_INVALID_VALUE);
  CHECK_MU(muGraphAddNode_v2(&node, f.graph, &kernel, &programmatic, 1, &params));
  MUgraphEdgeData data = {};
  MUgraphNode before = nullptr;
  size_t edges = 1;
  CHECK_EQUAL(muGraphNodeGetDependencies(node, &before, &edges), MUSA_ERROR_LOSSY_QUERY);
  CHECK_MU(muGraphNodeGetDependencies_v2(node, &before, &data, &edges));
  CHECK(before == kernel && std::memcmp(&data, &programmatic, sizeof data) == 0);

  std::vector<int> copied(count);
  params = {};
  params.type = MU_GRAPH_NODE_TYPE_MEMCPY;
  params.memcpy.copyParams = copyOf(f.data, copied.data());
  CHECK_MU(muGraphAddNode(&copy, f.graph, &node, 1, &params));
  const MUgraphExec exec = f.instantiate();
  f.run(exec);
  CHECK(isAll(copied, 11));
  std::vector<int> elsewhere(count);
  params.memcpy.copyParams = copyOf(f.data, elsewhere.data());
  CHECK_MU(muGraphExecNodeSetParams(exec, copy, &params));
  CHECK_MU(muGraphNodeSetParams(copy, &params));
  f.run(exec);
  CHECK(isAll(elsewhere, 11));
  CHECK_MU(muGraphExecDestroy(exec));

  params.type = MU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT;
  CHECK_EQUAL(muGraphAddNode(&node, f.graph, nullptr, 0, &params), MUSA_ERROR_NOT_SUPPORTED);
  params.type = static_cast<MUgraphNodeType>(99);
  CHECK_EQUAL(muGraphAddNode(&node, f.graph, nullptr, 0, &params), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muGraphAddNode(&node, f.graph, nullptr, 0, nullptr), MUSA_ERROR_INVALID_VALUE);
}

void testStructure() {
  Fixture f;
  MUgraphNode a = nullptr, b = nullptr, c = nullptr;
  CHECK_MU(muGraphAddEmptyNode(&a, f.graph, nullptr, 0));
  CHECK_MU(muGraphAddEmptyNode(&b, f.graph, &a, 1));
  CHECK_MU(muGraphAddEmptyNode(&c, f.graph, nullptr, 0));
  CHECK_MU(muGraphAddDependencies(f.graph, &b, &c, 1));
  CHECK_EQUAL(muGraphAddDependencies_v2(f.graph, &b, &c, nullptr, 1), MUSA_ERROR_INVALID_VALUE);
  MUgraphNodeType type = MU_GRAPH_NODE_TYPE_KERNEL;
  CHECK_MU(muGraphNodeGetType(a, &type));
  CHECK_EQUAL(type, MU_GRAPH_NODE_TYPE_EMPTY);
  MUgraphNode nodes[4] = {};
  size_t number = 4;
  CHECK_MU(muGraphGetNodes(f.graph, nodes, &number));
  CHECK(number == 3 && nodes[0] == a && nodes[2] == c && nodes[3] == nullptr);
  number = 4;
  CHECK_MU(muGraphGetRootNodes(f.graph, nodes, &number));
  CHECK(number == 1 && nodes[0] == a);
  MUgraphNode from[2] = {}, to[2] = {};
  MUgraphEdgeData data[2] = {};
  number = 2;
  CHECK_MU(muGraphGetEdges(f.graph, from, to, &number));
  CHECK(number == 2 && from[0] == a && to[0] == b && from[1] == b && to[1] == c);
  CHECK_MU(muGraphGetEdges_v2(f.graph, from, to, data, &number));
  number = 1;
  CHECK_MU(muGraphNodeGetDependencies(c, nodes, &number));
  CHECK(number == 1 && nodes[0] == b);
  CHECK_MU(muGraphNodeGetDependentNodes(a, nodes, &number));
  CHECK(number == 1 && nodes[0] == b);
  CHECK_MU(muGraphNodeGetDependentNodes_v2(a, nodes, data, &number));

  MUgraph clone = nullptr;
  CHECK_MU(muGraphClone(&clone, f.graph));
  MUgraphNode copied = nullptr;
  CHECK_MU(muGraphNodeFindInClone(&copied, b, clone));
  CHECK(copied != b);
  CHECK_MU(muGraphDestroy(clone));
  CHECK_MU(muGraphDebugDotPrint(f.graph, "driver_graphs.dot", MU_GRAPH_DEBUG_DOT_FLAGS_VERBOSE));
  std::ifstream in("driver_graphs.dot");
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  CHECK(text.find("digraph") == 0);
  std::remove("driver_graphs.dot");

  // A cycle is found.
  CHECK_MU(muGraphAddDependencies(f.graph, &c, &a, 1));
  MUgraphExec exec = nullptr;
  MUSA_GRAPH_INSTANTIATE_PARAMS params = {};
  CHECK_EQUAL(muGraphInstantiateWithParams(&exec, f.graph, &params), MUSA_ERROR_INVALID_VALUE);
  CHECK(params.result_out == MUSA_GRAPH_INSTANTIATE_INVALID_STRUCTURE &&
        params.hErrNode_out != nullptr);
  MUgraphNode wrong = nullptr;
  CHECK_EQUAL(muGraphInstantiate(&exec, f.graph, &wrong, nullptr, 0), MUSA_ERROR_INVALID_VALUE);
  CHECK(wrong != nullptr);
  CHECK_MU(muGraphRemoveDependencies(f.graph, &c, &a, 1));
  CHECK_EQUAL(muGraphRemoveDependencies_v2(f.graph, &c, &a, nullptr, 1), MUSA_ERROR_INVALID_VALUE);
  params.flags = MUSA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH;
  CHECK_MU(muGraphInstantiateWithParams(&exec, f.graph, &params));
  uint64_t flags = 0;
  CHECK_MU(muGraphExecGetFlags(exec, &flags));
  CHECK_EQUAL(flags, uint64_t{MUSA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH});
  CHECK_MU(muGraphDestroyNode(c));
  CHECK_EQUAL(muGraphNodeGetType(c, &type), MUSA_ERROR_INVALID_VALUE);
  MUgraphExecUpdateResultInfo info = {};
  CHECK_EQUAL(muGraphExecUpdate(exec, f.graph, &info), MUSA_ERROR_GRAPH_EXEC_UPDATE_FAILURE);
  CHECK_EQUAL(info.result, MU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED);
  MUgraphExecUpdateResult result = MU_GRAPH_EXEC_UPDATE_SUCCESS;
  CHECK_EQUAL(muGraphExecUpdate(exec, f.graph, &wrong, &result),
              MUSA_ERROR_GRAPH_EXEC_UPDATE_FAILURE);
  CHECK_EQUAL(result, MU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED);
  CHECK_MU(muGraphExecDestroy(exec));
}

void testEventsAndChildren() {
  Fixture f;
  MUevent event = nullptr, other = nullptr, found = nullptr;
  CHECK_MU(muEventCreate(&event, MU_EVENT_DISABLE_TIMING));
  CHECK_MU(muEventCreate(&other, MU_EVENT_DISABLE_TIMING));
  MUgraph child = nullptr, embedded = nullptr;
  CHECK_MU(muGraphCreate(&child, 0));
  const Add addition(f.add, f.data, 2);
  MUgraphNode node = nullptr, wait = nullptr, record = nullptr;
  CHECK_MU(muGraphAddKernelNode(&node, child, nullptr, 0, &addition.params));
  CHECK_MU(muGraphAddEventWaitNode(&wait, f.graph, nullptr, 0, event));
  CHECK_MU(muGraphAddChildGraphNode(&node, f.graph, &wait, 1, child));
  CHECK_MU(muGraphChildGraphNodeGetGraph(node, &embedded));
  CHECK(embedded != child);
  CHECK_MU(muGraphAddEventRecordNode(&record, f.graph, &node, 1, event));
  CHECK_MU(muGraphEventRecordNodeGetEvent(record, &found));
  CHECK(found == event);
  CHECK_MU(muGraphEventWaitNodeGetEvent(wait, &found));
  CHECK(found == event);
  CHECK_EQUAL(muGraphEventWaitNodeGetEvent(record, &found), MUSA_ERROR_INVALID_VALUE);
  const MUgraphExec exec = f.instantiate();
  f.run(exec);
  CHECK(isAll(f.result, 2));
  CHECK_MU(muGraphExecEventRecordNodeSetEvent(exec, record, other));
  CHECK_MU(muGraphExecEventWaitNodeSetEvent(exec, wait, other));
  CHECK_MU(muGraphEventRecordNodeSetEvent(record, other));
  CHECK_MU(muGraphEventWaitNodeSetEvent(wait, other));
  MUgraph changed = nullptr;
  CHECK_MU(muGraphCreate(&changed, 0));
  const Add more(f.add, f.data, 30);
  MUgraphNode inner = nullptr;
  CHECK_MU(muGraphAddKernelNode(&inner, changed, nullptr, 0, &more.params));
  CHECK_MU(muGraphExecChildGraphNodeSetParams(exec, node, changed));
  f.run(exec);
  CHECK(isAll(f.result, 32));
  CHECK_MU(muEventSynchronize(other));
  CHECK_MU(muGraphExecDestroy(exec));
  CHECK_MU(muGraphDestroy(child));
  CHECK_MU(muGraphDestroy(changed));
  CHECK_MU(muEventDestroy(event));
  CHECK_MU(muEventDestroy(other));
}

void testMemory() {
  Fixture f;
  MUSA_MEM_ALLOC_NODE_PARAMS params = {};
  params.poolProps.allocType = MU_MEM_ALLOCATION_TYPE_PINNED;
  params.poolProps.location = {MU_MEM_LOCATION_TYPE_DEVICE, 0};
  params.bytesize = bytes;
  MUgraphNode allocate = nullptr, set = nullptr, copy = nullptr, release = nullptr;
  CHECK_MU(muGraphAddMemAllocNode(&allocate, f.graph, nullptr, 0, &params));
  CHECK(params.dptr != 0);
  MUSA_MEM_ALLOC_NODE_PARAMS again = {};
  CHECK_MU(muGraphMemAllocNodeGetParams(allocate, &again));
  CHECK(again.dptr == params.dptr && again.bytesize == bytes);
  MUSA_MEMSET_NODE_PARAMS fill = {};
  fill.dst = params.dptr;
  fill.value = 9;
  fill.elementSize = 4;
  fill.width = count;
  fill.height = 1;
  CHECK_MU(muGraphAddMemsetNode(&set, f.graph, &allocate, 1, &fill, f.context));
  std::vector<int> copied(count);
  const MUSA_MEMCPY3D box = copyOf(params.dptr, copied.data());
  CHECK_MU(muGraphAddMemcpyNode(&copy, f.graph, &set, 1, &box, f.context));
  CHECK_MU(muGraphAddMemFreeNode(&release, f.graph, &copy, 1, params.dptr));
  MUdeviceptr freed = 0;
  CHECK_MU(muGraphMemFreeNodeGetParams(release, &freed));
  CHECK_EQUAL(freed, params.dptr);
  const MUgraphExec exec = f.instantiate();
  f.run(exec);
  CHECK(isAll(copied, 9));
  uint64_t reserved = 0;
  CHECK_MU(muDeviceGetGraphMemAttribute(0, MU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT, &reserved));
  CHECK(reserved >= bytes);
  uint64_t zero = 0;
  CHECK_MU(muDeviceSetGraphMemAttribute(0, MU_GRAPH_MEM_ATTR_USED_MEM_HIGH, &zero));
  CHECK_EQUAL(muDeviceSetGraphMemAttribute(0, MU_GRAPH_MEM_ATTR_USED_MEM_CURRENT, &zero),
              MUSA_ERROR_INVALID_VALUE);
  CHECK_MU(muDeviceGraphMemTrim(0));
  CHECK_EQUAL(muDeviceGraphMemTrim(7), MUSA_ERROR_INVALID_DEVICE);
  CHECK_MU(muGraphExecDestroy(exec));
}

void testConditional() {
  Fixture f;
  MUfunction next = nullptr;
  CHECK_MU(muModuleGetFunction(&next, f.module, "nextRound"));
  MUgraphConditionalHandle handle = 0;
  CHECK_MU(
      muGraphConditionalHandleCreate(&handle, f.graph, f.context, 1, MU_GRAPH_COND_ASSIGN_DEFAULT));
  MUgraphNodeParams params = {};
  params.type = MU_GRAPH_NODE_TYPE_CONDITIONAL;
  params.conditional.handle = handle;
  params.conditional.type = MU_GRAPH_COND_TYPE_WHILE;
  params.conditional.size = 1;
  params.conditional.ctx = f.context;
  MUgraphNode loop = nullptr, node = nullptr;
  CHECK_MU(muGraphAddNode(&loop, f.graph, nullptr, 0, &params));
  MUSA_KERNEL_NODE_PARAMS round = {};
  int most = 12;
  void *arguments[] = {&handle, &f.data, &most};
  round.func = next;
  round.gridDimX = round.gridDimY = round.gridDimZ = 1;
  round.blockDimX = round.blockDimY = round.blockDimZ = 1;
  round.kernelParams = arguments;
  CHECK_MU(muGraphAddKernelNode(&node, params.conditional.phGraph_out[0], nullptr, 0, &round));
  const MUgraphExec exec = f.instantiate();
  f.run(exec);
  CHECK_EQUAL(f.result[0], 12);
  CHECK_MU(muGraphExecDestroy(exec));
}

void testUserObjects() {
  static int destroyed = 0;
  Fixture f;
  MUuserObject object = nullptr;
  CHECK_MU(muUserObjectCreate(
      &object, &destroyed, [](void *of) { ++*static_cast<int *>(of); }, 1,
      MU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
  CHECK_MU(muUserObjectRetain(object, 2));
  CHECK_MU(muUserObjectRelease(object, 2));
  CHECK_MU(muGraphRetainUserObject(f.graph, object, 1, MU_GRAPH_USER_OBJECT_MOVE));
  CHECK_EQUAL(muUserObjectRelease(object, 1), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(destroyed, 0);
  CHECK_MU(muGraphReleaseUserObject(f.graph, object, 1));
  CHECK_EQUAL(destroyed, 1);
}

void testErrors() {
  Fixture f;
  MUgraphNode node = nullptr;
  Add addition(f.add, f.data, 1);
  CHECK_EQUAL(muGraphAddKernelNode(&node, f.graph, nullptr, 0, nullptr), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muGraphAddKernelNode(&node, nullptr, nullptr, 0, &addition.params),
              MUSA_ERROR_INVALID_VALUE);
  addition.params.func = nullptr;
  CHECK_EQUAL(muGraphAddKernelNode(&node, f.graph, nullptr, 0, &addition.params),
              MUSA_ERROR_INVALID_HANDLE);
  addition.params.func = f.add;
  addition.params.blockDimX = 100000;
  CHECK_EQUAL(muGraphAddKernelNode(&node, f.graph, nullptr, 0, &addition.params),
              MUSA_ERROR_INVALID_VALUE);
  MUSA_MEMSET_NODE_PARAMS fill = {};
  fill.dst = f.data;
  fill.elementSize = 4;
  fill.width = count;
  fill.height = 1;
  CHECK_EQUAL(muGraphAddMemsetNode(&node, f.graph, nullptr, 0, &fill, nullptr),
              MUSA_ERROR_INVALID_CONTEXT);
  fill.elementSize = 3;
  CHECK_EQUAL(muGraphAddMemsetNode(&node, f.graph, nullptr, 0, &fill, f.context),
              MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muGraphCreate(&f.graph, 1), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muGraphLaunch(nullptr, f.stream), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muGraphExecDestroy(nullptr), MUSA_ERROR_INVALID_VALUE);
  // A node runs on its context's device.
  MUcontext second = nullptr;
  CHECK_MU(muCtxCreate(&second, 0, 1));
  CHECK_MU(muCtxSetCurrent(f.context));
  fill.elementSize = 4;
  CHECK_MU(muGraphAddMemsetNode(&node, f.graph, nullptr, 0, &fill, second));
  MUdevice device = -1;
  CHECK_MU(muCtxGetDevice(&device));
  CHECK_EQUAL(device, 0);
  CHECK_MU(muCtxDestroy(second));
}

void testProcAddress() {
  MUdriverProcAddressQueryResult found = MU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  void *address = nullptr;
  for (const char *name : {"muGraphCreate", "muGraphAddKernelNode", "muGraphAddNode",
                           "muGraphInstantiate", "muGraphExecUpdate", "muStreamBeginCapture",
                           "muStreamGetCaptureInfo", "muGraphConditionalHandleCreate"}) {
    CHECK_MU(muGetProcAddress(name, &address, MUSA_VERSION, 0, &found));
    CHECK(address != nullptr && found == MU_GET_PROC_ADDRESS_SUCCESS);
  }
  // As musa.h has it: the first version, which has no data of edges.
  CHECK_MU(muGetProcAddress("muGraphAddDependencies", &address, MUSA_VERSION, 0, &found));
  CHECK(address == reinterpret_cast<void *>(&muGraphAddDependencies));
  CHECK_MU(muGetProcAddress("muGraphAddKernelNode", &address, MUSA_VERSION, 0, &found));
  CHECK(address == reinterpret_cast<void *>(&muGraphAddKernelNode));
}

} // namespace

int main() {
  MUgraph none = nullptr;
  CHECK_EQUAL(muGraphCreate(&none, 0), MUSA_ERROR_NOT_INITIALIZED);
  CHECK_MU(muInit(0));
  MUcontext context = nullptr;
  CHECK_MU(muDevicePrimaryCtxRetain(&context, 0));
  CHECK_MU(muCtxSetCurrent(context));
  testNodes();
  testAnyNode();
  testStructure();
  testEventsAndChildren();
  testMemory();
  testConditional();
  testUserObjects();
  testErrors();
  testProcAddress();
  CHECK_EQUAL(musaGetLastError(), musaSuccess);
  CHECK_MU(muDevicePrimaryCtxRelease(0));
  return CHECK_RESULT();
}
