#include "lib/config.h"
#define RUNTIME <musa_runtime.h>
#define IN_ANGLES(path) <path>
#define CUB_ROOT cub
#define OF_BACKEND(name) IN_ANGLES(lib/musa/name.h)
#define ALGORITHM sort
#define OPTION -xcuda/sort.cuh
#include RUNTIME
#include IN_ANGLES(murand_kernel.h)
#include EXPANDED(cub/block/block_reduce.cuh)
#include <CUB_ROOT/block/block_reduce.cuh>
#include IN_ANGLES(CUB_ROOT/block/block_reduce.cuh)
#include OF_BACKEND(plain)
#include EXPANDED(lib/musa/ALGORITHM.cuh)
#include EXPANDED(lib/cuda/a+b.cuh)
#include IN_ANGLES(lib/musa/sort.muh)
#include EXPANDED(cuda)
#include OPTION
