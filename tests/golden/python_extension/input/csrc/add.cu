#include "add.cuh"
#define PKG_NO_CUDA_GRAPHS
__global__ void add_kernel() {}
