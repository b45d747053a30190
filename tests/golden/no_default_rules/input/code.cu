#include "code.cuh"
#include <cuda_runtime.h>
cudaMalloc(p, 1);
cudaFree(p);
#if __CUDA_ARCH__ >= 800
#endif
