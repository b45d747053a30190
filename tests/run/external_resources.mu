// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that may take memory of Vulkan, memory of several devices or tensors' maps: on the host
// it learns that it cannot, and goes on.
// MCC: -lmusa
#include "check.h"

#include <musa.h>
#include <musaGL.h>
#include <musa_runtime.h>

__global__ void set(float *x) { x[threadIdx.x] = 1; }

namespace {

void runtimeRefuses() {
  musaExternalMemoryHandleDesc described = {};
  described.type = musaExternalMemoryHandleTypeOpaqueFd;
  described.handle.fd = 3;
  described.size = 4096;
  described.flags = musaExternalMemoryDedicated;
  musaExternalMemory_t memory = nullptr;
  CHECK_EQUAL(musaImportExternalMemory(&memory, &described), musaErrorNotSupported);
  CHECK(memory == nullptr);
  CHECK_EQUAL(musaGetLastError(), musaErrorNotSupported);

  musaExternalSemaphoreHandleDesc fence = {};
  fence.type = musaExternalSemaphoreHandleTypeTimelineSemaphoreFd;
  fence.handle.fd = 3;
  musaExternalSemaphore_t semaphore = nullptr;
  CHECK_EQUAL(musaImportExternalSemaphore(&semaphore, &fence), musaErrorNotSupported);
  musaExternalSemaphoreSignalParams signal = {};
  signal.params.fence.value = 1;
  CHECK_EQUAL(musaSignalExternalSemaphoresAsync(&semaphore, &signal, 1), musaErrorNotSupported);
  musaExternalSemaphoreWaitParams wait = {};
  wait.params.keyedMutex.timeoutMs = 1;
  CHECK_EQUAL(musaWaitExternalSemaphoresAsync(&semaphore, &wait, 1, nullptr),
              musaErrorNotSupported);

  musaGraph_t graph = nullptr;
  musaGraphNode_t node = nullptr;
  CHECK_MUSA(musaGraphCreate(&graph, 0));
  musaExternalSemaphoreSignalNodeParams signals = {&semaphore, &signal, 1};
  CHECK_EQUAL(musaGraphAddExternalSemaphoresSignalNode(&node, graph, nullptr, 0, &signals),
              musaErrorNotSupported);
  musaGraphNodeParams any = {};
  any.type = musaGraphNodeTypeExtSemaphoreWait;
  any.extSemWait.extSemArray = &semaphore;
  any.extSemWait.paramsArray = &wait;
  any.extSemWait.numExtSems = 1;
  CHECK_EQUAL(musaGraphAddNode(&node, graph, nullptr, 0, &any), musaErrorNotSupported);
  size_t count = 1;
  CHECK_MUSA(musaGraphGetNodes(graph, nullptr, &count));
  CHECK_EQUAL(count, size_t(0));
  CHECK_MUSA(musaGraphDestroy(graph));
  CHECK_EQUAL(musaGetLastError(), musaErrorNotSupported);
}

void driverRefuses() {
  MUSA_EXTERNAL_MEMORY_HANDLE_DESC described = {};
  described.type = MU_EXTERNAL_MEMORY_HANDLE_TYPE_DMABUF_FD;
  described.handle.fd = 3;
  MUexternalMemory memory = nullptr;
  CHECK_EQUAL(muImportExternalMemory(&memory, &described), MUSA_ERROR_NOT_SUPPORTED);
  MUdeviceptr mapped = 0;
  MUSA_EXTERNAL_MEMORY_BUFFER_DESC buffer = {};
  CHECK_EQUAL(muExternalMemoryGetMappedBuffer(&mapped, memory, &buffer), MUSA_ERROR_NOT_SUPPORTED);
  CHECK_EQUAL(mapped, MUdeviceptr(0));

  MUmulticastObjectProp several = {};
  several.numDevices = 2;
  several.size = 1 << 21;
  several.handleTypes = MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  size_t granularity = 0;
  CHECK_EQUAL(muMulticastGetGranularity(&granularity, &several, MU_MULTICAST_GRANULARITY_MINIMUM),
              MUSA_ERROR_NOT_SUPPORTED);
  MUmemGenericAllocationHandle object = 0;
  CHECK_EQUAL(muMulticastCreate(&object, &several), MUSA_ERROR_NOT_SUPPORTED);

  MUtensorMap map;
  CHECK_EQUAL(alignof(MUtensorMap), size_t(64));
  CHECK_EQUAL(sizeof map, size_t(128));
  const uint64_t sizes[2] = {64, 64};
  const uint64_t strides[1] = {256};
  const uint32_t box[2] = {8, 8};
  const uint32_t steps[2] = {1, 1};
  CHECK_EQUAL(muTensorMapEncodeTiled(&map, MU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, &map, sizes, strides,
                                     box, steps, MU_TENSOR_MAP_INTERLEAVE_NONE,
                                     MU_TENSOR_MAP_SWIZZLE_NONE, MU_TENSOR_MAP_L2_PROMOTION_NONE,
                                     MU_TENSOR_MAP_FLOAT_OOB_FILL_NONE),
              MUSA_ERROR_NOT_SUPPORTED);

  MUgraphicsResource resource = nullptr;
  CHECK_EQUAL(muGraphicsGLRegisterBuffer(&resource, 1, MU_GRAPHICS_REGISTER_FLAGS_READ_ONLY),
              MUSA_ERROR_NOT_SUPPORTED);
  CHECK_EQUAL(muGraphicsMapResources(1, &resource, nullptr), MUSA_ERROR_NOT_SUPPORTED);
  size_t bytes = 0;
  CHECK_EQUAL(muGraphicsResourceGetMappedPointer(&mapped, &bytes, resource),
              MUSA_ERROR_NOT_SUPPORTED);
  unsigned count = 0;
  MUdevice device = 0;
  CHECK_EQUAL(muGLGetDevices(&count, &device, 1, MU_GL_DEVICE_LIST_ALL), MUSA_ERROR_NOT_SUPPORTED);

  // A device says so before it is asked.
  int supported = 1;
  CHECK_EQUAL(muDeviceGetAttribute(&supported, MU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED, 0),
              MUSA_SUCCESS);
  CHECK_EQUAL(supported, 0);
}

} // namespace

int main() {
  runtimeRefuses();
  driverRefuses();
  float *x = nullptr;
  CHECK_MUSA(musaMallocManaged(&x, 32 * sizeof(float)));
  set<<<1, 32>>>(x);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(x[31], 1.0F);
  CHECK_MUSA(musaFree(x));
  return CHECK_RESULT();
}
