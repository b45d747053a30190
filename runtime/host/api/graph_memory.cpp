//===- host/api/graph_memory.cpp - the API of memory in graphs --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "model/graph_memory.h"

#include "api/error.h"
#include "model/device.h"
#include "musa_runtime_api.h"

using namespace musart;

extern "C" {

musaError_t musaDeviceGraphMemTrim(int device) {
  return api([&] { deviceAt(device); }); // nothing is kept back
}

musaError_t musaDeviceGetGraphMemAttribute(int device, musaGraphMemAttributeType attr,
                                           void *value) {
  return api([&] {
    require(value != nullptr);
    *static_cast<uint64_t *>(value) = graphMemoryAttribute(deviceAt(device), attr);
  });
}

/// The two high marks can be set to 0, which means to what is now.
musaError_t musaDeviceSetGraphMemAttribute(int device, musaGraphMemAttributeType attr,
                                           void *value) {
  return api([&] {
    require(value != nullptr && *static_cast<uint64_t *>(value) == 0);
    resetGraphMemoryHigh(deviceAt(device), attr);
  });
}

} // extern "C"
