// cudaMalloc, __CUDA_ARCH__ >= 800 and https://docs.nvidia.com/cuda/index.html stay.
/* #include <cuda_runtime.h>
   cudaFree(p); at::cuda::getCurrentCUDAStream() */
#include <cuda_runtime.h>  // for cudaMalloc

struct Accumulate {
  int barracuda = 0, cudaMallocs = 0, mycudaFree = 0;
  int AccuMul, kAccumulate, cu = 1, CU = 2, cudaX;
};

const char *message = "cudaMalloc failed: is CUDA there? see /usr/local/cuda/include";
const char *raw = R"(cudaFree <cuda_runtime.h> at::cuda)";
const wchar_t *wide = L"cudaError_t";
const char *joined = "cuda" "Malloc";
char c = 'cuda';

void f(void *p) {
  cudaFree /* not cudaMalloc */ (p /* cudaFree */);
  printf("%s", "// cudaFree"); // "cudaFree(p)"
  auto name = operator""_cudaFree;
}
#pragma message("cudaMalloc")
