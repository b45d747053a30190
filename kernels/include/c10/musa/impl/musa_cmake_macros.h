// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a build of PyTorch writes for c10/musa.
#pragma once

#define C10_MUSA_BUILD_SHARED_LIBS

// Headers of libtorch that are not ported name these as they are.
namespace at::cuda {
struct NVRTC;
}
namespace c10::musa {}
namespace at::musa {
using namespace c10::musa;
using at::cuda::NVRTC;
} // namespace at::musa
