#include "kernel.cuh"
#include "ops/cuda/detail/impl.cuh"
#include "../cpu/plain.h"
#include "../my_cuda_ops/tools.h"
