// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A part of helper_headers.mu: the same headers, as a host file has them.
#include <musa_port/helper_math.h>

#include <musa_port/helper_functions.h>

#include <musa_port/helper_cuda.h>

#include <musa_port/helper_cuda_drvapi.h>

int inPlainCpp();
int inPlainCpp() {
  const float3 a = 2 * normalize(make_float3(0.0f, 3.0f, 4.0f));
  const bool isRight = fabsf(a.y - 1.2f) < 1e-5f && max(1, 2) == 2 && min(1, 2) == 1 &&
                       clamp(3, 1, 2) == 2 && dot(a, a) > 3.9f;
  checkCudaErrors(musaSuccess);
  checkCudaErrors(MUSA_SUCCESS);
  return isRight ? 0 : 1;
}
