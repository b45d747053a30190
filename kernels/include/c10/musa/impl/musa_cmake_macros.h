// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a build of PyTorch writes for c10/musa.
#pragma once

#define C10_MUSA_BUILD_SHARED_LIBS
// The driver has virtual memory: the caching allocator offers expandable segments.
#define PYTORCH_C10_DRIVER_API_SUPPORTED

// Ported sources look for names of c10 in at::musa too.
namespace c10::musa {}
namespace at::musa {
using namespace c10::musa;
} // namespace at::musa
