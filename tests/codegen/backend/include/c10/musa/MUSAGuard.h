// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What generated code needs of the backend's header.
#pragma once

#include <c10/core/DeviceGuard.h>

namespace c10::musa {

using OptionalMUSAGuard = c10::OptionalDeviceGuard;

} // namespace c10::musa
