#include <cuda_runtime.h>
#define CHECK(x) if ((x) != cudaSuccess) abort()
__global__ void f(float *x) { x[threadIdx.x] = 1; } // cudaMalloc
void g(cudaStream_t s) { CHECK(cudaMalloc(&p, 4)); f<<<1, 2, 0, s>>>(p); /* cudaFree */ puts("cudaFree"); }
