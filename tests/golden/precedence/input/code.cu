#include <cuda_runtime.h>
#include <pair/one.h>
#include <pair/two.h>
cudaMalloc(p, 1);                // the user's over the default
cudaFree(p);                     // the default
MY_CUDA_FREE_H_(x);              // a whole identifier over a part
OTHER_CUDA_FREE_H_(x);           // the part
launch(a, CUDA, b);              // the longer pattern over the shorter
start(a, CUDA, b);               // the shorter
x.is_cuda();                     // the user's pattern over the default's
MMCV_WITH_CUDA;                  // the name
