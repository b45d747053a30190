#include "common.muh"
extern "C" __global__ void scale(int *p) { *p *= FACTOR; }
