//===- host/api/node_parameters.cpp -----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "api/node_parameters.h"

#include "api/copies.h"
#include "api/launch.h"
#include "api/symbols.h"
#include "model/allocations.h"
#include "model/device.h"
#include "model/error.h"
#include "model/graph_memory.h"
#include "model/image.h"

namespace musart {

Work makeKernelWork(const musaKernelNodeParams *params) {
  require(params != nullptr);
  require(params->kernelParams == nullptr || params->extra == nullptr);
  const LaunchRequest request{params->func, params->gridDim, params->blockDim,
                              params->sharedMemBytes};
  if (params->extra == nullptr)
    return KernelWork{makeLaunch(request, params->kernelParams), {}, {}};
  const std::vector<void *> arguments =
      argumentsOf(*findFunction(params->func).kernel, params->extra);
  return KernelWork{makeLaunch(request, arguments.data()), {}, {}};
}

Work makeCopyWork(const musaMemcpy3DParms *params) {
  require(params != nullptr);
  return CopyWork{makeCopy(*params), *params};
}

Work makeCopyWork(void *dst, const void *src, size_t count, musaMemcpyKind kind) {
  musaMemcpy3DParms params = {};
  params.dstPtr = {dst, count, count, 1};
  params.srcPtr = {const_cast<void *>(src), count, count, 1};
  params.extent = {count, 1, 1};
  params.kind = kind;
  return makeCopyWork(&params);
}

Work makeCopyToSymbol(const void *symbol, const void *src, size_t count, size_t offset,
                      musaMemcpyKind kind) {
  return makeCopyWork(partToWrite(symbol, count, offset, kind), src, count, kind);
}

Work makeCopyFromSymbol(void *dst, const void *symbol, size_t count, size_t offset,
                        musaMemcpyKind kind) {
  return makeCopyWork(dst, partToRead(symbol, count, offset, kind), count, kind);
}

Work makeFillWork(const musaMemsetParams *params) {
  require(params != nullptr);
  return FillWork{makeFill(*params)};
}

Work makeHostWork(const musaHostNodeParams *params) {
  require(params != nullptr && params->fn != nullptr);
  return HostWork{CallHost{params->fn, params->userData}};
}

Work makeChildWork(musaGraph_t graph, musaGraphChildGraphNodeOwnership ownership) {
  const std::shared_ptr<Graph> found = findGraph(graph);
  require(!found->isBound);
  if (ownership == musaGraphChildGraphOwnershipMove) {
    require(found->parent == nullptr);
    return ChildWork{found, true};
  }
  require(ownership == musaGraphChildGraphOwnershipClone);
  require(canBeCopied(*found), musaErrorNotSupported);
  return ChildWork{found->clone()};
}

Work makeConditionalWork(const musaConditionalNodeParams &params) {
  const bool isSwitch = params.type == musaGraphCondTypeSwitch;
  const unsigned most = params.type == musaGraphCondTypeIf ? 2 : 1;
  require(isSwitch || params.type == musaGraphCondTypeIf || params.type == musaGraphCondTypeWhile);
  require(params.size >= 1 && (isSwitch || params.size <= most));
  ConditionalWork work;
  work.condition = Condition::find(params.handle);
  require(work.condition != nullptr && !work.condition->isUsed);
  work.type = params.type;
  work.handles = std::make_shared<std::vector<musaGraph_t>>();
  for (unsigned i = 0; i < params.size; ++i) {
    work.bodies.push_back(std::make_shared<Graph>());
    work.handles->push_back(handleOf(work.bodies.back().get()));
  }
  return work;
}

Work makeRecordWork(musaEvent_t event) { return RecordWork{event, findEvent(event)}; }
Work makeWaitWork(musaEvent_t event) { return WaitWork{event, findEvent(event)}; }

Work makeAllocateWork(musaMemAllocNodeParams *params) {
  require(params != nullptr && params->poolProps.allocType == musaMemAllocationTypePinned &&
          params->poolProps.location.type == musaMemLocationTypeDevice);
  require(params->poolProps.handleTypes == musaMemHandleTypeNone, musaErrorNotSupported);
  AllocateWork work;
  work.memory = GraphMemory::make(deviceAt(params->poolProps.location.id), params->bytesize);
  params->dptr = work.memory->address();
  work.parameters = *params;
  work.parameters.accessDescs = nullptr; // the program's own; all memory is everybody's here
  work.parameters.accessDescCount = 0;
  return work;
}

Work makeFreeWork(void *address) {
  require(findGraphMemory(address) != nullptr);
  return FreeWork{address};
}

/// The general form of all kinds.
Work makeWork(musaGraphNodeParams &params) {
  switch (params.type) {
  case musaGraphNodeTypeKernel: {
    const musaKernelNodeParamsV2 &p = params.kernel;
    const musaKernelNodeParams same = {p.func,           p.gridDim,      p.blockDim,
                                       p.sharedMemBytes, p.kernelParams, p.extra};
    return makeKernelWork(&same);
  }
  case musaGraphNodeTypeMemcpy:
    return makeCopyWork(&params.memcpy.copyParams);
  case musaGraphNodeTypeMemset: {
    const musaMemsetParamsV2 &p = params.memset;
    const musaMemsetParams same = {p.dst, p.pitch, p.value, p.elementSize, p.width, p.height};
    return makeFillWork(&same);
  }
  case musaGraphNodeTypeHost: {
    const musaHostNodeParams same = {params.host.fn, params.host.userData};
    return makeHostWork(&same);
  }
  case musaGraphNodeTypeGraph:
    return makeChildWork(params.graph.graph, params.graph.ownership);
  case musaGraphNodeTypeEmpty:
    return EmptyWork{};
  case musaGraphNodeTypeWaitEvent:
    return makeWaitWork(params.eventWait.event);
  case musaGraphNodeTypeEventRecord:
    return makeRecordWork(params.eventRecord.event);
  case musaGraphNodeTypeMemAlloc: {
    musaMemAllocNodeParams same = {params.alloc.poolProps, params.alloc.accessDescs,
                                   params.alloc.accessDescCount, params.alloc.bytesize, nullptr};
    Work work = makeAllocateWork(&same);
    params.alloc.dptr = same.dptr;
    return work;
  }
  case musaGraphNodeTypeMemFree:
    return makeFreeWork(params.free.dptr);
  case musaGraphNodeTypeExtSemaphoreSignal:
  case musaGraphNodeTypeExtSemaphoreWait:
    throw ApiError{musaErrorNotSupported};
  case musaGraphNodeTypeConditional:
    return makeConditionalWork(params.conditional);
  case musaGraphNodeTypeCount:
    break;
  }
  throw ApiError{musaErrorInvalidValue};
}

Work makeChangedWork(musaGraphNodeParams &params) {
  const bool isMoved = params.type == musaGraphNodeTypeGraph &&
                       params.graph.ownership == musaGraphChildGraphOwnershipMove;
  require(!isMoved && params.type != musaGraphNodeTypeMemAlloc &&
          params.type != musaGraphNodeTypeMemFree && params.type != musaGraphNodeTypeConditional);
  return makeWork(params);
}

musaMemcpy3DParms paramsOf(const CopyWork &work) {
  if (work.parameters)
    return *work.parameters;
  const auto rowsOfSlice = [&](const Copy::Side &side) {
    return side.pitch != 0 && work.copy.slices > 1 ? side.slicePitch / side.pitch : work.copy.rows;
  };
  const auto pointer = [&](const Copy::Side &side) {
    return musaPitchedPtr{side.address, side.pitch, work.copy.width, rowsOfSlice(side)};
  };
  musaMemcpy3DParms params = {};
  params.dstPtr = pointer(work.copy.to);
  params.srcPtr = pointer(work.copy.from);
  params.extent = {work.copy.width, work.copy.rows, work.copy.slices};
  const bool toDevice = allocations().isDevice(work.copy.to.address);
  const bool fromDevice = allocations().isDevice(work.copy.from.address);
  params.kind = toDevice     ? fromDevice ? musaMemcpyDeviceToDevice : musaMemcpyHostToDevice
                : fromDevice ? musaMemcpyDeviceToHost
                             : musaMemcpyHostToHost;
  return params;
}

musaKernelNodeParams paramsOf(KernelWork &work) {
  const __musa_kernel &kernel = *work.run.launch.kernel;
  work.argumentAddresses.resize(kernel.parameter_count);
  for (uint32_t i = 0; i < kernel.parameter_count; ++i)
    work.argumentAddresses[i] = work.run.launch.parameters.data() + kernel.parameters[i].offset;
  musaKernelNodeParams params = {};
  params.func = const_cast<void *>(work.run.function->stub);
  params.gridDim = {work.run.launch.grid.x, work.run.launch.grid.y, work.run.launch.grid.z};
  params.blockDim = {work.run.launch.block.x, work.run.launch.block.y, work.run.launch.block.z};
  params.sharedMemBytes = work.run.launch.dynamicSharedBytes;
  params.kernelParams = work.argumentAddresses.data();
  return params;
}

musaMemsetParams paramsOf(const FillWork &work) {
  const Fill &fill = work.fill;
  return {fill.to.address, fill.to.pitch, fill.value, fill.elementBytes, fill.width, fill.rows};
}

} // namespace musart
