# Sources that a program compiles when it runs are ported as files are.
import cupy
import torch
from torch_musa.utils.musa_extension import load_inline

kernel = """
#include <musa_fp16.h>  // é, cudaMalloc
extern "C" __global__ void k(float *x) {
#if __MUSA_ARCH__ >= 100
  x[threadIdx.x] = 1;
#endif
  printf("cudaFree\\n");
}
"""
host = r'''#include "torch_musa/csrc/core/MUSAStream.h"
void f(torch::Tensor t) { cudaNoSuchName();
  k<<<1, dim3{16, 16}, 0, c10::musa::getCurrentMUSAStream()>>>(t.data_ptr<float>()); }
'''
module = load_inline("m", cpp_sources=["#include <torch/extension.h>", host], musa_sources=kernel)

size = 16
made = cupy.RawKernel(f"""
__global__ void k(float *x) {{
  constexpr int n = {size}; musaStream_t s; g<<<n, dim3{{8, 8}}>>>(x);
}}
""", "k")
escaped = "#include \"torch_musa/csrc/aten/musa/MUSAContext.h\"\n__global__ void k(musaStream_t s)\n{ \tmusaError_t e; }"
single = 'extern "C" __global__ void k() { musaStream_t s; a = __get_laneid(); }'
parts = ("#include <musa_runtime.h>\n" "musaError_t e;\n"
         "__global__ void k() { printf(\"é \\n\"); musaStream_t s; }")
own = """
#include "my.muh"
__device__ void f() { cudaHelper(); }
"""
shell = """# include the paths
export MUSA_VISIBLE_DEVICES=0
"""
raw = r"__device__ int x;  // \d"
no_quotes = r"#include <ATen/cuda/CUDAContext.h>  // cudaStream_t" " musaFree"
of_toolkit = """
#include "musa_runtime.h"
#include <musa_port/nvtx3.h>
"""
prose = "error: no __global__ kernel found; is CUDA installed?\n"
one_line = "__global__ void k() {\n  musaDeviceSynchronize();\n}"
plain = "__global__ void k() { musaDeviceSynchronize(); }"


def documented():
    """As in __global__ void k(), cudaMalloc() comes first."""
    return "see cudaMalloc"
