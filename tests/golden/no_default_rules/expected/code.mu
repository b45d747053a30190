#include "code.muh"
#include <cuda_runtime.h>
myMalloc(p, 1);
cudaFree(p);
#if __CUDA_ARCH__ >= 800
#endif
