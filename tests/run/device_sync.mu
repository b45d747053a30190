// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Barriers with a vote, fences, clocks, address spaces, loads and stores with hints.
// MCC:
// MCC: --offload-arch=mp_22
// NO-SANITIZER: AddressSanitizer keeps local variables where __isLocal() does not look.
#include "check.h"

// As programs do for editors.
extern __device__ void __syncthreads(void);
extern __device__ __device_builtin__ void __threadfence(void);

#define EXPECT(condition)                                                                          \
  do {                                                                                             \
    if (!(condition))                                                                              \
      atomicCAS(wrong, 0, __LINE__);                                                               \
  } while (false)

__device__ int global = 3;
__constant__ int constant = 4;

__global__ void barriers(int *wrong) {
  const int thread = static_cast<int>(threadIdx.x);
  EXPECT(__syncthreads_count(thread % 3 == 0) == 34);
  EXPECT(__syncthreads_and(thread < 100) && !__syncthreads_and(thread != 57));
  EXPECT(__syncthreads_or(thread == 99) && !__syncthreads_or(thread > 99));
  __shared__ int order[100];
  order[99 - thread] = thread;
  __threadfence_block();
  __syncthreads();
  EXPECT(order[thread] == 99 - thread);
  __threadfence();
  __threadfence_system();
  __nanosleep(100);
  const long long before = clock64();
  EXPECT(clock64() >= before && clock() != 0);
}

__global__ void spaces(int *wrong, const int *memory) {
  __shared__ int fixed[4];
  extern __shared__ int dynamic[];
  int local = static_cast<int>(threadIdx.x);
  EXPECT(__isShared(fixed) && __isShared(&dynamic[7]) && !__isShared(&dynamic[8]));
  EXPECT(!__isShared(&local) && __isLocal(&local) && !__isGlobal(&local));
  EXPECT(__isGlobal(memory) && __isGlobal(&global) && !__isLocal(memory) && !__isShared(memory));
  EXPECT(!__isGlobal(fixed) && !__isLocal(fixed));
  const size_t offset = __cvta_generic_to_shared(&fixed[2]);
  EXPECT(__cvta_shared_to_generic(offset) == &fixed[2] && offset < 1024);
  EXPECT(constant == 4 && __isGlobal(&constant));
}

__global__ void hints(int *wrong, float4 *vectors, double *real, short *half) {
  EXPECT(__ldg(&vectors[1]).z == 7 && __ldcg(real) == 2.5 && __ldca(&half[1]) == -3);
  EXPECT(__ldcs(real) == 2.5 && __ldlu(real) == 2.5 && __ldcv(real) == 2.5);
  __stwb(&vectors[0], make_float4(1, 2, 3, 4));
  __stcg(real, 3);
  __stcs(half, 5);
  __stwt(&half[1], 6);
  EXPECT(vectors[0].w == 4 && *real == 3 && half[0] == 5 && half[1] == 6);
  __prof_trigger(1);
  __assume(*real > 0);
}

int main() {
  int *wrong;
  musaMallocManaged(&wrong, sizeof(int));
  *wrong = 0;
  barriers<<<2, 100>>>(wrong);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(*wrong, 0);
  spaces<<<2, 4, 8 * sizeof(int)>>>(wrong, wrong);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(*wrong, 0);
  float4 *vectors;
  double *real;
  short *half;
  musaMallocManaged(&vectors, 2 * sizeof(float4));
  musaMallocManaged(&real, sizeof(double));
  musaMallocManaged(&half, 2 * sizeof(short));
  vectors[1] = make_float4(5, 6, 7, 8);
  *real = 2.5;
  half[1] = -3;
  hints<<<1, 1>>>(wrong, vectors, real, half);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(*wrong, 0);
  return CHECK_RESULT();
}
