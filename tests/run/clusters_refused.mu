// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is refused of clusters, what the functions say of them, in launches, in graphs and by the
// driver API.
// MCC: -std=c++20 -lmusa
// MCC: -std=c++20 -O2 --offload-arch=mp_22 -lmusa
// ENV: MUSA_HOST_WORKERS=2
#include "check.h"
#include "managed.h"

#include <cooperative_groups.h>
#include <musa.h>

namespace cg = cooperative_groups;

__global__ void clusterSizes(int *out) {
  cg::this_cluster().sync();
  if (threadIdx.x == 0)
    out[blockIdx.x + gridDim.x * blockIdx.y] = static_cast<int>(cg::this_cluster().num_blocks());
}
__global__ void anySize(int *out) { *out = static_cast<int>(cg::this_cluster().num_blocks()); }
__global__ void __cluster_dims__(2, 2) fixedSize(int *out) {
  out[blockIdx.x + gridDim.x * blockIdx.y] = static_cast<int>(cg::this_cluster().num_blocks());
}
template <int X> __global__ void __cluster_dims__(X, 1, 1) ofTemplate(int *out) {
  *out = static_cast<int>(cg::this_cluster().num_blocks());
}
__global__ void __cluster_dims__(16, 1, 1) large(int *out) {
  *out = static_cast<int>(cg::this_cluster().num_blocks());
}

struct Config : musaLaunchConfig_t {
  explicit Config(dim3 grid, dim3 block = 32) : musaLaunchConfig_t{} {
    gridDim = grid;
    blockDim = block;
    attrs = attributes;
  }
  Config &cluster(unsigned x, unsigned y, unsigned z) {
    musaLaunchAttribute &attribute = attributes[numAttrs++];
    attribute.id = musaLaunchAttributeClusterDimension;
    attribute.val.clusterDim = {x, y, z};
    return *this;
  }
  musaLaunchAttribute attributes[4] = {};
};

static int *memory;

static musaError_t launch(void (*kernel)(int *), const Config &config) {
  const musaError_t error = musaLaunchKernelEx(&config, kernel, memory);
  CHECK_EQUAL(musaGetLastError(), error);
  CHECK_MUSA(musaDeviceSynchronize());
  return error;
}
constexpr musaError_t wrongSize = musaErrorInvalidClusterSize;

static void sizes() {
  CHECK_EQUAL(launch(anySize, Config(8).cluster(8, 1, 1)), musaSuccess);
  CHECK_EQUAL(*memory, 8);
  CHECK_EQUAL(launch(anySize, Config(8).cluster(3, 1, 1)), wrongSize);
  CHECK_EQUAL(launch(anySize, Config(dim3(8, 3)).cluster(4, 2, 1)), wrongSize);
  CHECK_EQUAL(launch(anySize, Config(dim3(8, 2, 3)).cluster(2, 2, 2)), wrongSize);
  CHECK_EQUAL(launch(anySize, Config(8).cluster(0, 1, 1)), wrongSize);
  CHECK_EQUAL(launch(anySize, Config(9).cluster(9, 1, 1)), wrongSize);
  CHECK_EQUAL(launch(anySize, Config(dim3(4, 4)).cluster(4, 4, 1)), wrongSize);
  CHECK_EQUAL(launch(anySize, Config(dim3(1 << 16, 1 << 16)).cluster(1 << 16, 1 << 16, 1)),
              wrongSize);

  constexpr auto larger = musaFuncAttributeNonPortableClusterSizeAllowed;
  CHECK_MUSA(musaFuncSetAttribute(anySize, larger, 1));
  CHECK_EQUAL(launch(anySize, Config(dim3(4, 4)).cluster(4, 4, 1)), musaSuccess);
  CHECK_EQUAL(*memory, 16);
  CHECK_EQUAL(launch(anySize, Config(17).cluster(17, 1, 1)), wrongSize);
  CHECK_EQUAL(musaFuncSetAttribute(anySize, larger, 2), musaErrorInvalidValue);
  CHECK_MUSA(musaFuncSetAttribute(anySize, larger, 0));
  CHECK_EQUAL(launch(anySize, Config(16).cluster(16, 1, 1)), wrongSize);
  musaGetLastError();
}

static void compiledSizes() {
  fixedSize<<<dim3(4, 2), 32>>>(memory);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(*memory, 4);
  fixedSize<<<dim3(4, 3), 32>>>(memory);
  CHECK_EQUAL(musaGetLastError(), wrongSize);
  CHECK_EQUAL(launch(fixedSize, Config(dim3(4, 2)).cluster(2, 2, 1)), musaSuccess);
  CHECK_EQUAL(launch(fixedSize, Config(dim3(4, 2)).cluster(4, 1, 1)), wrongSize);
  musaFuncAttributes attributes = {};
  CHECK_MUSA(musaFuncGetAttributes(&attributes, fixedSize));
  CHECK_EQUAL(attributes.requiredClusterWidth, 2);
  CHECK_EQUAL(attributes.requiredClusterHeight, 2);
  CHECK_EQUAL(attributes.requiredClusterDepth, 1);
  CHECK_EQUAL(musaFuncSetAttribute(fixedSize, musaFuncAttributeRequiredClusterWidth, 4),
              musaErrorNotPermitted);
  ofTemplate<3><<<3, 1>>>(memory);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(*memory, 3);
  ofTemplate<6><<<6, 1>>>(memory);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(*memory, 6);
  large<<<16, 1>>>(memory);
  CHECK_EQUAL(musaGetLastError(), wrongSize);
  CHECK_MUSA(musaFuncSetAttribute(large, musaFuncAttributeNonPortableClusterSizeAllowed, 1));
  large<<<16, 1>>>(memory);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(*memory, 16);
}

static void sizesThatAreSet() {
  const auto set = [](int x, int y, int z) {
    CHECK_MUSA(musaFuncSetAttribute(clusterSizes, musaFuncAttributeRequiredClusterWidth, x));
    CHECK_MUSA(musaFuncSetAttribute(clusterSizes, musaFuncAttributeRequiredClusterHeight, y));
    CHECK_MUSA(musaFuncSetAttribute(clusterSizes, musaFuncAttributeRequiredClusterDepth, z));
  };
  set(2, 1, 1);
  clusterSizes<<<4, 32>>>(memory);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(*memory, 2);
  CHECK_EQUAL(launch(clusterSizes, Config(4).cluster(4, 1, 1)), wrongSize);
  clusterSizes<<<3, 32>>>(memory);
  CHECK_EQUAL(musaGetLastError(), wrongSize);
  set(2, 0, 1); // all of them or none
  CHECK_EQUAL(launch(clusterSizes, Config(4)), wrongSize);
  set(0, 0, 0);
  CHECK_EQUAL(launch(clusterSizes, Config(4)), musaSuccess);
  CHECK_EQUAL(*memory, 1);
  constexpr auto policy = musaFuncAttributeClusterSchedulingPolicyPreference;
  CHECK_MUSA(musaFuncSetAttribute(clusterSizes, policy, musaClusterSchedulingPolicySpread));
  musaFuncAttributes attributes = {};
  CHECK_MUSA(musaFuncGetAttributes(&attributes, clusterSizes));
  CHECK_EQUAL(attributes.clusterSchedulingPolicyPreference, +musaClusterSchedulingPolicySpread);
  CHECK_EQUAL(attributes.requiredClusterWidth, 0);
  CHECK_EQUAL(attributes.nonPortableClusterSizeAllowed, 0);
  CHECK_EQUAL(musaFuncSetAttribute(clusterSizes, policy, 3), musaErrorInvalidValue);
  CHECK_EQUAL(musaFuncSetAttribute(clusterSizes, musaFuncAttributeRequiredClusterWidth, -1),
              musaErrorInvalidValue);
  CHECK_EQUAL(musaFuncSetAttribute(clusterSizes, musaFuncAttributeClusterDimMustBeSet, 1),
              musaErrorInvalidValue);
  musaGetLastError();
}

static void occupancy() {
  int result = 0, ofEach = 0, launches = 0;
  CHECK_MUSA(musaDeviceGetAttribute(&launches, musaDevAttrClusterLaunch, 0));
  CHECK_EQUAL(launches, 1);
  const Config config(64, 128);
  CHECK_MUSA(musaOccupancyMaxPotentialClusterSize(&result, anySize, &config));
  CHECK_EQUAL(result, 8);
  CHECK_MUSA(musaOccupancyMaxPotentialClusterSize(&result, fixedSize, &config));
  CHECK_EQUAL(result, 4);
  CHECK_MUSA(musaFuncSetAttribute(anySize, musaFuncAttributeNonPortableClusterSizeAllowed, 1));
  CHECK_MUSA(musaOccupancyMaxPotentialClusterSize(&result, anySize, &config));
  CHECK_EQUAL(result, 16);
  CHECK_MUSA(musaOccupancyMaxActiveBlocksPerMultiprocessor(&ofEach, anySize, 128, 0));
  CHECK_MUSA(musaOccupancyMaxActiveClusters(&result, anySize, &Config(64, 128).cluster(2, 1, 1)));
  CHECK_EQUAL(result, ofEach * 2 / 2);
  CHECK_MUSA(musaOccupancyMaxActiveClusters(&result, fixedSize, &config));
  CHECK_EQUAL(result, ofEach * 2 / 4);
  CHECK_EQUAL(musaOccupancyMaxActiveClusters(&result, anySize, &config), wrongSize);
  CHECK_EQUAL(musaOccupancyMaxActiveClusters(&result, fixedSize, &Config(64, 128).cluster(2, 1, 1)),
              wrongSize);
  CHECK_EQUAL(musaOccupancyMaxActiveClusters(&result, anySize, nullptr), musaErrorInvalidValue);
  CHECK_EQUAL(musaOccupancyMaxActiveClusters(nullptr, fixedSize, &config), musaErrorInvalidValue);
  CHECK_MUSA(musaFuncSetAttribute(anySize, musaFuncAttributeNonPortableClusterSizeAllowed, 0));
  musaGetLastError();
}

static void ofGraphs() {
  musaGraph_t graph;
  musaGraphNode_t node, second;
  CHECK_MUSA(musaGraphCreate(&graph, 0));
  void *arguments[] = {&memory};
  musaKernelNodeParams params = {};
  params.func = reinterpret_cast<void *>(clusterSizes);
  params.gridDim = dim3(8);
  params.blockDim = dim3(32);
  params.kernelParams = arguments;
  CHECK_MUSA(musaGraphAddKernelNode(&node, graph, nullptr, 0, &params));
  constexpr auto dimension = musaLaunchAttributeClusterDimension;
  musaLaunchAttributeValue value = {};
  value.clusterDim = {3, 1, 1};
  CHECK_EQUAL(musaGraphKernelNodeSetAttribute(node, dimension, &value), wrongSize);
  value.clusterDim = {4, 1, 1};
  CHECK_MUSA(musaGraphKernelNodeSetAttribute(node, dimension, &value));
  musaLaunchAttributeValue found = {};
  CHECK_MUSA(musaGraphKernelNodeGetAttribute(node, dimension, &found));
  CHECK_EQUAL(found.clusterDim.x, 4U);
  CHECK_EQUAL(found.clusterDim.z, 1U);
  CHECK_MUSA(musaGraphAddKernelNode(&second, graph, &node, 1, &params));
  CHECK_MUSA(musaGraphKernelNodeGetAttribute(second, dimension, &found));
  CHECK_EQUAL(found.clusterDim.x, 0U);
  CHECK_MUSA(musaGraphDestroyNode(second));

  musaGraphExec_t executable;
  CHECK_MUSA(musaGraphInstantiate(&executable, graph, 0));
  const auto run = [&] {
    *memory = 0;
    CHECK_MUSA(musaGraphLaunch(executable, nullptr));
    CHECK_MUSA(musaDeviceSynchronize());
    return *memory;
  };
  CHECK_EQUAL(run(), 4);
  params.gridDim = dim3(12); // the attribute stays
  CHECK_MUSA(musaGraphExecKernelNodeSetParams(executable, node, &params));
  CHECK_EQUAL(run(), 4);
  params.gridDim = dim3(6);
  CHECK_EQUAL(musaGraphExecKernelNodeSetParams(executable, node, &params), wrongSize);
  CHECK_MUSA(musaGraphExecDestroy(executable));
  CHECK_MUSA(musaGraphDestroy(graph));

  musaStream_t stream;
  CHECK_MUSA(musaStreamCreate(&stream));
  CHECK_MUSA(musaStreamBeginCapture(stream, musaStreamCaptureModeGlobal));
  Config config = Config(8).cluster(8, 1, 1);
  config.attrs = config.attributes;
  config.stream = stream;
  CHECK_MUSA(musaLaunchKernelEx(&config, clusterSizes, memory));
  CHECK_MUSA(musaStreamEndCapture(stream, &graph));
  size_t count = 1;
  CHECK_MUSA(musaGraphGetNodes(graph, &node, &count));
  CHECK_MUSA(musaGraphKernelNodeGetAttribute(node, dimension, &found));
  CHECK_EQUAL(found.clusterDim.x, 8U);
  CHECK_MUSA(musaGraphInstantiate(&executable, graph, 0));
  CHECK_EQUAL(run(), 8);
  CHECK_MUSA(musaGraphExecDestroy(executable));
  CHECK_MUSA(musaGraphDestroy(graph));
  CHECK_MUSA(musaStreamDestroy(stream));
  musaGetLastError();
}

static void ofDriver() {
  MUmodule module;
  MUfunction any, fixed;
  CHECK_EQUAL(muModuleLoad(&module, ""), MUSA_SUCCESS);
  CHECK_EQUAL(muModuleGetFunction(&any, module, "_Z7anySizePi"), MUSA_SUCCESS);
  CHECK_EQUAL(muModuleGetFunction(&fixed, module, "_Z9fixedSizePi"), MUSA_SUCCESS);
  MUlaunchAttribute attribute = {};
  attribute.id = MU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
  attribute.value.clusterDim = {4, 1, 1};
  MUlaunchConfig config = {};
  config.gridDimX = 8;
  config.gridDimY = config.gridDimZ = config.blockDimY = config.blockDimZ = 1;
  config.blockDimX = 32;
  config.attrs = &attribute;
  config.numAttrs = 1;
  void *arguments[] = {&memory};
  CHECK_EQUAL(muLaunchKernelEx(&config, any, arguments, nullptr), MUSA_SUCCESS);
  CHECK_EQUAL(muCtxSynchronize(), MUSA_SUCCESS);
  CHECK_EQUAL(*memory, 4);
  int result = 0;
  CHECK_EQUAL(muOccupancyMaxPotentialClusterSize(&result, any, &config), MUSA_SUCCESS);
  CHECK_EQUAL(result, 8);
  CHECK_EQUAL(muOccupancyMaxActiveClusters(&result, any, &config), MUSA_SUCCESS);
  CHECK(result > 0);
  CHECK_EQUAL(muOccupancyMaxActiveClusters(&result, fixed, &config),
              MUSA_ERROR_INVALID_CLUSTER_SIZE);
  config.gridDimX = 6;
  CHECK_EQUAL(muLaunchKernelEx(&config, any, arguments, nullptr), MUSA_ERROR_INVALID_CLUSTER_SIZE);
  CHECK_EQUAL(muFuncGetAttribute(&result, MU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT, fixed),
              MUSA_SUCCESS);
  CHECK_EQUAL(result, 2);
  CHECK_EQUAL(muFuncSetAttribute(fixed, MU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT, 1),
              MUSA_ERROR_NOT_PERMITTED);
  CHECK_EQUAL(muFuncSetAttribute(any, MU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1),
              MUSA_SUCCESS);
  CHECK_EQUAL(muFuncGetAttribute(&result, MU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, any),
              MUSA_SUCCESS);
  CHECK_EQUAL(result, 1);
}

int main() {
  CHECK_MUSA(musaMallocManaged(&memory, 64 * sizeof(int)));
  sizes();
  compiledSizes();
  sizesThatAreSet();
  occupancy();
  ofGraphs();
  ofDriver();
  CHECK_EQUAL(musaGetLastError(), musaSuccess);
  return CHECK_RESULT();
}
