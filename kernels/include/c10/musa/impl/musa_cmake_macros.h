// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces what a build of PyTorch generates for c10/musa.
#pragma once

#define C10_MUSA_BUILD_SHARED_LIBS
// The driver supports virtual memory, so the caching allocator offers expandable segments.
#define PYTORCH_C10_DRIVER_API_SUPPORTED

// Ported sources also look up names of c10 in at::musa.
namespace c10::musa {}
namespace at::musa {
using namespace c10::musa;
} // namespace at::musa
