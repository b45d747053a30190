// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces PyTorch's header, which loads the driver and NVML on first use. Here the driver is
// linked; NVML has no counterpart.
#pragma once

#include <c10/util/Exception.h>
#include <musa.h>

#define C10_MUSA_DRIVER_CHECK(EXPR)                                                                \
  do {                                                                                             \
    const MUresult musa_driver_result = EXPR;                                                      \
    if (musa_driver_result != MUSA_SUCCESS) {                                                      \
      const char *musa_driver_error = nullptr;                                                     \
      (void)::muGetErrorString(musa_driver_result, &musa_driver_error);                            \
      TORCH_CHECK(false, "MUSA driver error: ",                                                    \
                  musa_driver_error != nullptr ? musa_driver_error : "unknown error");             \
    }                                                                                              \
  } while (false)

namespace c10::musa {

struct DriverAPI {
  decltype(&::muMemAddressReserve) muMemAddressReserve_ = &::muMemAddressReserve;
  decltype(&::muMemAddressFree) muMemAddressFree_ = &::muMemAddressFree;
  decltype(&::muMemCreate) muMemCreate_ = &::muMemCreate;
  decltype(&::muMemRelease) muMemRelease_ = &::muMemRelease;
  decltype(&::muMemMap) muMemMap_ = &::muMemMap;
  decltype(&::muMemUnmap) muMemUnmap_ = &::muMemUnmap;
  decltype(&::muMemSetAccess) muMemSetAccess_ = &::muMemSetAccess;
  decltype(&::muMemExportToShareableHandle) muMemExportToShareableHandle_ =
      &::muMemExportToShareableHandle;
  decltype(&::muMemImportFromShareableHandle) muMemImportFromShareableHandle_ =
      &::muMemImportFromShareableHandle;

  static DriverAPI *get() {
    static DriverAPI result;
    return &result;
  }
};

} // namespace c10::musa
