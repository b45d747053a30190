//===- rules/cuda_threshold.cpp - the __CUDA_ARCH__ that a MUSA GPU stands for -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rules/architecture.h"
#include "rules/embedded.h"

#include <algorithm>

namespace musaport {

std::optional<unsigned> cudaThreshold(unsigned musaArch) {
  if (musaArch == 0)
    return 0;
  if (musaArch < embedded::thresholds().front().musa)
    return 1;
  // 211 is met by the GPUs that 220 is met by.
  const Architecture *first = nullptr;
  for (const Architecture &architecture : architectures())
    if (architecture.musaArch >= musaArch && (!first || architecture.musaArch < first->musaArch))
      first = &architecture;
  for (const embedded::Threshold &threshold : embedded::thresholds())
    if (first && threshold.musa == first->musaArch)
      return threshold.cuda;
  return std::nullopt;
}

unsigned cudaArchitectureOf(const Architecture &architecture) {
  unsigned largest = 0;
  for (const embedded::Threshold &threshold : embedded::thresholds())
    if (threshold.musa <= architecture.musaArch)
      largest = std::max(largest, threshold.cuda);
  return largest;
}

} // namespace musaport
