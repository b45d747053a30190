#include "loop.h"

// CUDA's own names are ported even where the tree defines one.
#ifdef USE_HIP
#define musaMalloc hipMalloc
#define musaStream_t hipStream_t
#endif

__global__ void fill(float *x, int n) {
  CUDA_KERNEL_LOOP(i, n) x[i] = i;
}

void use(demo::CUDAStream s, musaStream_t raw) {
  demo::setCurrentCUDAStream(s);
  float *p;
  musaMalloc(&p, sizeof *p);
  auto device = demo::kCUDA;
  // These two are not declared here.
  AT_MUSA_CHECK(musaFree(p));
  auto current = c10::musa::getCurrentMUSAStream();
  demo::CUDAEvent event;
  demo::CUDAGuard guard = WITH_CUDA;
  puts(demo::empty_cuda);
}
