//===- host/driver/forward.h - driver functions that the runtime has too -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Many types of the two APIs differ only in their names: enumerations have the same numbers, and
// structs the same members.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_HOST_DRIVER_FORWARD_H
#define MUSAPORT_HOST_DRIVER_FORWARD_H

#include "driver/driver.h"

#include "musa_runtime_api.h"

#include <type_traits>

namespace musart {

/// What the runtime calls a type of the driver.
template <typename Driver> struct RuntimeType {
  using Type = Driver;
};
#define MUSART_SAME(driver, runtime)                                                               \
  template <> struct RuntimeType<driver> {                                                         \
    using Type = runtime;                                                                          \
    static_assert(sizeof(driver) == sizeof(runtime) && alignof(driver) == alignof(runtime));       \
  }
MUSART_SAME(MUstreamCaptureStatus, musaStreamCaptureStatus);
MUSART_SAME(MUstreamCaptureMode, musaStreamCaptureMode);
MUSART_SAME(MUgraphEdgeData, musaGraphEdgeData);
MUSART_SAME(MUgraphNodeType, musaGraphNodeType);
MUSART_SAME(MUgraphMem_attribute, musaGraphMemAttributeType);
MUSART_SAME(MUgraphExecUpdateResultInfo, musaGraphExecUpdateResultInfo);
MUSART_SAME(MUSA_GRAPH_INSTANTIATE_PARAMS, musaGraphInstantiateParams);
MUSART_SAME(MUSA_HOST_NODE_PARAMS, musaHostNodeParams);
MUSART_SAME(MUSA_MEM_ALLOC_NODE_PARAMS, musaMemAllocNodeParams);
MUSART_SAME(MUlaunchAttributeID, musaLaunchAttributeID);
MUSART_SAME(MUmemPool_attribute, musaMemPoolAttr);
MUSART_SAME(MUmemPoolProps, musaMemPoolProps);
MUSART_SAME(MUmemPoolPtrExportData, musaMemPoolPtrExportData);
MUSART_SAME(MUmemAllocationHandleType, musaMemAllocationHandleType);
MUSART_SAME(MUmemAccess_flags, musaMemAccessFlags);
MUSART_SAME(MUmemAccessDesc, musaMemAccessDesc);
MUSART_SAME(MUmemLocation, musaMemLocation);
#undef MUSART_SAME
template <typename Driver> struct RuntimeType<const Driver> {
  using Type = const typename RuntimeType<Driver>::Type;
};
template <typename Driver> struct RuntimeType<Driver *> {
  using Type = typename RuntimeType<Driver>::Type *;
};

/// The value as the runtime takes it.
template <typename Driver> auto same(Driver value) {
  using Runtime = typename RuntimeType<Driver>::Type;
  if constexpr (std::is_same_v<Driver, Runtime>)
    return value;
  else if constexpr (std::is_pointer_v<Driver>)
    return reinterpret_cast<Runtime>(value);
  else
    return static_cast<Runtime>(value);
}

/// Calls a function of the runtime that takes the same: `forward<f>()(arguments...)`. The first
/// pair of parentheses is where the caller's name comes in.
template <auto function, Needs needs = Needs::Context>
auto forward(const char *caller = __builtin_FUNCTION()) {
  return [caller](auto... arguments) {
    return driver<needs>([&] { return function(same(arguments)...); }, caller);
  };
}

} // namespace musart

#endif // MUSAPORT_HOST_DRIVER_FORWARD_H
