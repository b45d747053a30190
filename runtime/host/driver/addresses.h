//===- host/driver/addresses.h - driver addresses as the runtime's -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_DRIVER_ADDRESSES_H
#define MUSAPORT_HOST_DRIVER_ADDRESSES_H

#include "driver_types.h"
#include "musa.h"

namespace musart {

inline void *pointer(MUdeviceptr address) { return reinterpret_cast<void *>(address); }
inline MUdeviceptr address(const void *memory) { return reinterpret_cast<MUdeviceptr>(memory); }

inline musaArray_t arrayOf(MUarray handle) { return reinterpret_cast<musaArray_t>(handle); }
inline musaMipmappedArray_t mipmappedArrayOf(MUmipmappedArray handle) {
  return reinterpret_cast<musaMipmappedArray_t>(handle);
}

} // namespace musart

#endif // MUSAPORT_HOST_DRIVER_ADDRESSES_H
