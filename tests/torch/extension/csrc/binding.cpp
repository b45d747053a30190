// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "axpy.cuh"

#include <c10/cuda/CUDAStream.h>
#include <torch/extension.h>

namespace {

at::Tensor axpy(double a, const at::Tensor &x, const at::Tensor &y) {
  TORCH_CHECK(x.is_cuda() && y.is_cuda(), "axpy: tensors of the GPU are needed");
  TORCH_CHECK(x.sizes() == y.sizes() && x.is_contiguous() && y.is_contiguous(),
              "axpy: contiguous tensors of one shape are needed");
  return axpyOnCuda(a, x, y);
}

int64_t currentStream() { return c10::cuda::getCurrentCUDAStream().id(); }

} // namespace

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
  m.def("axpy", &axpy);
  m.def("current_stream", &currentStream);
#ifdef WITH_LABEL
  m.attr("label") = WITH_LABEL;
#endif
}
