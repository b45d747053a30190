#include "lib/config.h"
#define RUNTIME <cuda_runtime.h>
#define IN_ANGLES(path) <path>
#define CUB_ROOT cub
#define OF_BACKEND(name) IN_ANGLES(lib/cuda/name.h)
#define ALGORITHM sort
#define OPTION -xcuda/sort.cuh
#include RUNTIME
#include IN_ANGLES(curand_kernel.h)
#include EXPANDED(cub/block/block_reduce.cuh)
#include <CUB_ROOT/block/block_reduce.cuh>
#include IN_ANGLES(CUB_ROOT/block/block_reduce.cuh)
#include OF_BACKEND(plain)
#include EXPANDED(lib/cuda/ALGORITHM.cuh)
#include EXPANDED(lib/cuda/a+b.cuh)
#include IN_ANGLES(lib/cuda/sort.cuh)
#include EXPANDED(cuda)
#include OPTION
