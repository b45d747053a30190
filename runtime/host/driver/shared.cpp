//===- host/driver/shared.cpp - memory and events of several processes -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "driver/addresses.h"
#include "driver/driver.h"
#include "musa_runtime_api.h"

#include <bit>

using namespace musart;

namespace {

/// The driver's and the runtime's handles are types of their own, with the same bytes.
template <typename To, typename From> To as(const From &handle) {
  static_assert(sizeof(To) == sizeof(From));
  return std::bit_cast<To>(handle);
}

} // namespace

extern "C" {

MUresult muIpcGetMemHandle(MUipcMemHandle *pHandle, MUdeviceptr dptr) {
  return driver([&] {
    requireDriver(pHandle != nullptr);
    musaIpcMemHandle_t handle = {};
    check(musaIpcGetMemHandle(&handle, pointer(dptr)));
    *pHandle = as<MUipcMemHandle>(handle);
  });
}

MUresult muIpcOpenMemHandle(MUdeviceptr *pdptr, MUipcMemHandle handle, unsigned Flags) {
  return driver([&] {
    requireDriver(pdptr != nullptr);
    void *memory = nullptr;
    check(musaIpcOpenMemHandle(&memory, as<musaIpcMemHandle_t>(handle), Flags));
    *pdptr = address(memory);
  });
}

MUresult muIpcCloseMemHandle(MUdeviceptr dptr) {
  return driver([&] { return musaIpcCloseMemHandle(pointer(dptr)); });
}

MUresult muIpcGetEventHandle(MUipcEventHandle *pHandle, MUevent event) {
  return driver([&] {
    requireDriver(pHandle != nullptr);
    musaIpcEventHandle_t handle = {};
    check(musaIpcGetEventHandle(&handle, event));
    *pHandle = as<MUipcEventHandle>(handle);
  });
}

MUresult muIpcOpenEventHandle(MUevent *phEvent, MUipcEventHandle handle) {
  return driver([&] { return musaIpcOpenEventHandle(phEvent, as<musaIpcEventHandle_t>(handle)); });
}

} // extern "C"
