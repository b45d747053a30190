# Sources that a program compiles when it runs are ported as files are.
import cupy
import torch
from torch.utils.cpp_extension import load_inline

kernel = """
#include <cuda_fp16.h>  // é, cudaMalloc
extern "C" __global__ void k(float *x) {
#if __CUDA_ARCH__ >= 700
  x[threadIdx.x] = 1;
#endif
  printf("cudaFree\\n");
}
"""
host = r'''#include <c10/cuda/CUDAStream.h>
void f(torch::Tensor t) { cudaNoSuchName();
  k<<<1, {16, 16}, 0, c10::cuda::getCurrentCUDAStream()>>>(t.data_ptr<float>()); }
'''
module = load_inline("m", cpp_sources=["#include <torch/extension.h>", host], cuda_sources=kernel)

size = 16
made = cupy.RawKernel(f"""
__global__ void k(float *x) {{
  constexpr int n = {size}; cudaStream_t s; g<<<n, {{8, 8}}>>>(x);
}}
""", "k")
escaped = "#include <ATen/cuda/CUDAContext.h>\n__global__ void k(cudaStream_t s)\n{ \tcudaError_t e; }"
single = 'extern "C" __global__ void k() { cudaStream_t s; asm volatile("mov.u32 %0, %%laneid;" : "=r"(a)); }'
parts = ("#include <cuda_runtime.h>\n" "cudaError_t e;\n"
         "__global__ void k() { printf(\"é \\n\"); cudaStream_t s; }")
own = """
#include "my.cuh"
__device__ void f() { cudaHelper(); }
"""
shell = """# include the paths
export CUDA_VISIBLE_DEVICES=0
"""
raw = r"__device__ int x;  // \d"
no_quotes = r"#include <ATen/cuda/CUDAContext.h>  // cudaStream_t" " cudaFree"
of_toolkit = """
#include "cuda_runtime.h"
#include "nvToolsExt.h"
"""
prose = "error: no __global__ kernel found; is CUDA installed?\n"
one_line = "__global__ void k() {\n  cudaDeviceSynchronize();\n}"
plain = "__global__ void k() { cudaDeviceSynchronize(); }"


def documented():
    """As in __global__ void k(), cudaMalloc() comes first."""
    return "see cudaMalloc"
