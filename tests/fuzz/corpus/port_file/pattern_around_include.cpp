TORCH_LIBRARY_IMPL(x
#include <c10/cuda/CUDAGuard.h>
, CUDA, m)
