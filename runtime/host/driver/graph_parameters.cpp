//===- host/driver/graph_parameters.cpp -------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "driver/graph_parameters.h"

#include "driver/addresses.h"
#include "driver/copies.h"
#include "driver/driver.h"
#include "driver/module.h"
#include "model/array.h"
#include "model/image.h"

#include <cstring>

namespace musart {
namespace {

/// The members of a kernel's parameters that the APIs have in common, which each version has.
template <typename Params> musaKernelNodeParams kernelParams(const Params &params) {
  return {const_cast<void *>(functionOf(params.func).stub),
          {params.gridDimX, params.gridDimY, params.gridDimZ},
          {params.blockDimX, params.blockDimY, params.blockDimZ},
          params.sharedMemBytes,
          params.kernelParams,
          params.extra};
}

/// One side of a copy, which has the same members for both sides.
struct Side {
  MUmemorytype type;
  MUarray array;
  void *memory;
  size_t xBytes;
  size_t pitch;
  size_t height;
};

Side sideOf(musaArray_t array, const musaPos &position, const musaPitchedPtr &memory) {
  if (array == nullptr)
    return {MU_MEMORYTYPE_UNIFIED, nullptr, memory.ptr, position.x, memory.pitch, memory.ysize};
  const size_t element = findArray(array).elementBytes;
  return {
      MU_MEMORYTYPE_ARRAY, reinterpret_cast<MUarray>(array), nullptr, position.x * element, 0, 0};
}

/// The kind says of memory on which side it is.
void setKind(MUmemorytype &type, bool isHost) {
  if (type == MU_MEMORYTYPE_UNIFIED)
    type = isHost ? MU_MEMORYTYPE_HOST : MU_MEMORYTYPE_DEVICE;
}

} // namespace

musaKernelNodeParams runtimeParams(const MUSA_KERNEL_NODE_PARAMS *params) {
  requireDriver(params != nullptr);
  return kernelParams(*params);
}

musaMemcpy3DParms runtimeParams(const MUSA_MEMCPY3D *params) { return boxOf(params); }

musaMemsetParams runtimeParams(const MUSA_MEMSET_NODE_PARAMS *params) {
  requireDriver(params != nullptr);
  return {pointer(params->dst), params->pitch, params->value,
          params->elementSize,  params->width, params->height};
}

musaGraphNodeParams runtimeNodeParams(const MUgraphNodeParams *params) {
  requireDriver(params != nullptr);
  musaGraphNodeParams result = {};
  result.type = static_cast<musaGraphNodeType>(params->type);
  switch (params->type) {
  case MU_GRAPH_NODE_TYPE_KERNEL: {
    const musaKernelNodeParams kernel = kernelParams(params->kernel);
    result.kernel = {kernel.func,           kernel.gridDim,      kernel.blockDim,
                     kernel.sharedMemBytes, kernel.kernelParams, kernel.extra};
    break;
  }
  case MU_GRAPH_NODE_TYPE_MEMCPY:
    result.memcpy.copyParams = boxOf(&params->memcpy.copyParams);
    break;
  default: // the same members
    std::memcpy(result.reserved1, params->reserved1, sizeof result.reserved1);
    break;
  }
  return result;
}

void takeResults(const musaGraphNodeParams &from, MUgraphNodeParams &to) {
  if (to.type == MU_GRAPH_NODE_TYPE_MEM_ALLOC)
    to.alloc.dptr = address(from.alloc.dptr);
  else if (to.type == MU_GRAPH_NODE_TYPE_CONDITIONAL)
    to.conditional.phGraph_out = from.conditional.phGraph_out;
}

MUcontext contextOf(const MUgraphNodeParams &params) {
  switch (params.type) {
  case MU_GRAPH_NODE_TYPE_KERNEL:
    return params.kernel.ctx;
  case MU_GRAPH_NODE_TYPE_MEMCPY:
    return params.memcpy.copyCtx;
  case MU_GRAPH_NODE_TYPE_MEMSET:
    return params.memset.ctx;
  case MU_GRAPH_NODE_TYPE_CONDITIONAL:
    return params.conditional.ctx;
  default:
    return nullptr;
  }
}

MUSA_KERNEL_NODE_PARAMS driverParams(const musaKernelNodeParams &params) {
  MUSA_KERNEL_NODE_PARAMS result = {};
  result.func = handleOf(findFunction(params.func));
  result.gridDimX = params.gridDim.x;
  result.gridDimY = params.gridDim.y;
  result.gridDimZ = params.gridDim.z;
  result.blockDimX = params.blockDim.x;
  result.blockDimY = params.blockDim.y;
  result.blockDimZ = params.blockDim.z;
  result.sharedMemBytes = params.sharedMemBytes;
  result.kernelParams = params.kernelParams;
  return result;
}

MUSA_MEMCPY3D driverParams(const musaMemcpy3DParms &params) {
  Side to = sideOf(params.dstArray, params.dstPos, params.dstPtr);
  Side from = sideOf(params.srcArray, params.srcPos, params.srcPtr);
  if (params.kind != musaMemcpyDefault) {
    setKind(to.type, params.kind == musaMemcpyHostToHost || params.kind == musaMemcpyDeviceToHost);
    setKind(from.type,
            params.kind == musaMemcpyHostToHost || params.kind == musaMemcpyHostToDevice);
  }
  MUSA_MEMCPY3D result = {};
  result.dstMemoryType = to.type;
  result.dstArray = to.array;
  if (to.type == MU_MEMORYTYPE_HOST)
    result.dstHost = to.memory;
  else
    result.dstDevice = address(to.memory);
  result.dstXInBytes = to.xBytes;
  result.dstY = params.dstPos.y;
  result.dstZ = params.dstPos.z;
  result.dstPitch = to.pitch;
  result.dstHeight = to.height;
  result.srcMemoryType = from.type;
  result.srcArray = from.array;
  if (from.type == MU_MEMORYTYPE_HOST)
    result.srcHost = from.memory;
  else
    result.srcDevice = address(from.memory);
  result.srcXInBytes = from.xBytes;
  result.srcY = params.srcPos.y;
  result.srcZ = params.srcPos.z;
  result.srcPitch = from.pitch;
  result.srcHeight = from.height;
  const musaArray_t array = params.dstArray != nullptr ? params.dstArray : params.srcArray;
  result.WidthInBytes =
      params.extent.width * (array != nullptr ? findArray(array).elementBytes : 1);
  result.Height = params.extent.height;
  result.Depth = params.extent.depth;
  return result;
}

MUSA_MEMSET_NODE_PARAMS driverParams(const musaMemsetParams &params) {
  return {address(params.dst), params.pitch, params.value,
          params.elementSize,  params.width, params.height};
}

} // namespace musart
