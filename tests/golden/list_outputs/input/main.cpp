#include "ops_cuda/work.cuh"
