#include "common.cuh"
extern "C" __global__ void scale(int *p) { *p *= FACTOR; }
