// œ‘¥Ê cudaMalloc
#include <cuda_runtime.h>
const char *a = "œ‘¥Ê"; /*  Õ∑≈ */ cudaFree(p);
