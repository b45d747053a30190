// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The headers that ported code includes beside musa_runtime.h, each with a name that it gives; and
// the C++ forms of the API that take pointers to const and CUDA 13's locations; and the macros by
// which other headers know that one of these was included, as rules/ names them.
#include <device_atomic_functions.h>
#include <device_double_functions.h>
#include <device_functions.h>
#include <device_launch_parameters.h>
#include <driver_types.h>
#include <math_constants.h>
#include <math_functions.h>
#include <mtrtc.h>
#include <mublas.h>
#include <mufft.h>
#include <murand_kernel.h>
#include <musa.h>
#include <musaProfiler.h>
#include <musa_profiler_api.h>
#include <musa_surface_types.h>
#include <musa_texture_types.h>
#include <musolverDn.h>
#include <musparse.h>
#include <surface_types.h>
#include <texture_types.h>
#include <vector_functions.h>
#include <vector_types.h>

#if !defined(MUBLAS_API_H_) || !defined(MUBLAS_V2_H_) || !defined(_MUFFT_H_) ||                    \
    !defined(MURAND_H_) || !defined(MURAND_KERNEL_H_) || !defined(MUSOLVER_COMMON_H_) ||           \
    !defined(MUSOLVERDN_H_) || !defined(MUSPARSE_H_) || !defined(MUSPARSEAPI) ||                   \
    !defined(__musa_musa_h__) || !defined(__MTRTC_H__) || !defined(__MUSA_RUNTIME_H__) ||          \
    !defined(__DRIVER_TYPES_H__)
#error "a header has lost its guard"
#endif

#include "check.h"

#include <cmath>

int main() {
  CHECK(MUSART_PI == std::acos(-1.0));
  const float3 vector = make_float3(1, 2, 3);
  CHECK(vector.z == 3);
  CHECK_MUSA(musaProfilerStart());
  CHECK_MUSA(musaProfilerStop());
  CHECK(muProfilerStart() == MUSA_SUCCESS && muProfilerStop() == MUSA_SUCCESS);

  // musa_runtime.h has the types of the libraries' data.
  const musaDataType type = MUSA_R_64F;
  CHECK_EQUAL(int(type), 1);

  const float *device = nullptr;
  CHECK_MUSA(musaMalloc(&device, 64));
  CHECK(device != nullptr);
  CHECK_MUSA(musaFree(const_cast<float *>(device)));

  const int *managed = nullptr;
  CHECK_MUSA(musaMallocManaged(&managed, 64));
  const musaMemLocation host = {musaMemLocationTypeHost, 0};
  const musaMemLocation first = {musaMemLocationTypeDevice, 0};
  const musaMemLocation nowhere = {musaMemLocationTypeDevice, 99};
  CHECK_MUSA(musaMemAdvise(managed, 64, musaMemAdviseSetPreferredLocation, first));
  CHECK_MUSA(musaMemPrefetchAsync(managed, 64, host, 0));
  CHECK_MUSA(musaMemPrefetchAsync(managed, 64, first, 0, nullptr));
  CHECK_EQUAL(musaMemPrefetchAsync(managed, 64, nowhere, 0), musaErrorInvalidDevice);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_MUSA(musaFree(const_cast<int *>(managed)));
  return CHECK_RESULT();
}
