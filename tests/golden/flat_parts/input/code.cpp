#include <x/cuda/y.cuh>
#include <cuda/z.cuh>
#include <barracuda/fish.h>
int X_CUH, X_CUH_Y_CU_H_, X_CUHY;
