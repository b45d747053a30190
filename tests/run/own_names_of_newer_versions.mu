// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program for an older CUDA may bring the names of newer ones itself.
// MCC: -lmusa
#include "check.h"

#include <musa_port/cuda_level.h>

#include <musa.h>

#if MUSAPORT_CUDA_LEVEL < 12010
typedef struct MUmulticastObjectProp_st {
  unsigned number;
} MUmulticastObjectProp;
typedef enum { MU_MULTICAST_GRANULARITY_MINIMUM = 3 } MUmulticastGranularity_flags;
#endif

int main() {
  const MUmulticastObjectProp own{MU_MULTICAST_GRANULARITY_MINIMUM};
  CHECK_EQUAL(own.number, 3u);
  return CHECK_RESULT();
}
