//===- host/driver/shared.cpp - memory and events of several processes -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "driver/addresses.h"
#include "driver/driver.h"
#include "musa_runtime_api.h"

using namespace musart;

extern "C" {

MUresult muIpcGetMemHandle(MUipcMemHandle *pHandle, MUdeviceptr dptr) {
  return driver([&] { return musaIpcGetMemHandle(pHandle, pointer(dptr)); });
}

MUresult muIpcOpenMemHandle(MUdeviceptr *pdptr, MUipcMemHandle handle, unsigned Flags) {
  return driver([&] {
    requireDriver(pdptr != nullptr);
    void *memory = nullptr;
    check(musaIpcOpenMemHandle(&memory, handle, Flags));
    *pdptr = address(memory);
  });
}

MUresult muIpcCloseMemHandle(MUdeviceptr dptr) {
  return driver([&] { return musaIpcCloseMemHandle(pointer(dptr)); });
}

MUresult muIpcGetEventHandle(MUipcEventHandle *pHandle, MUevent event) {
  return driver([&] { return musaIpcGetEventHandle(pHandle, event); });
}

MUresult muIpcOpenEventHandle(MUevent *phEvent, MUipcEventHandle handle) {
  return driver([&] { return musaIpcOpenEventHandle(phEvent, handle); });
}

} // extern "C"
