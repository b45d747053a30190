#include <ATen/ATen.h>
#include "torch_musa/csrc/aten/musa/MUSAContext.h"
#include "torch_musa/csrc/aten/musa/Exceptions.h"
#include "torch_musa/csrc/core/MUSAException.h"
#include "torch_musa/csrc/core/MUSAStream.h"

template <typename T> __global__ void scaleKernel(T *data, T factor, int n) {
  MUSA_KERNEL_LOOP(i, n) { data[i] *= factor; }
}

at::Tensor scale_cuda(const at::Tensor &input, double factor) {
  at::Tensor result = input.clone();
  musaStream_t stream = at::musa::getCurrentMUSAStream();
  AT_DISPATCH_FLOATING_TYPES_AND_HALF(result.scalar_type(), "scale_cuda", [&] {
    scaleKernel<scalar_t><<<1, 256, 0, stream>>>(result.data_ptr<scalar_t>(), factor, result.numel());
  });
  AT_MUSA_CHECK(musaGetLastError());
  C10_MUSA_KERNEL_LAUNCH_CHECK();
  c10::musa::MUSAStream side = c10::musa::getStreamFromPool();
  return result.to(at::kPrivateUse1);
}

at::Tensor halve_cuda(const std::vector<at::Tensor> &inputs) {
  at::Tensor result = at::empty_like(inputs[0]);
  AT_DISPATCH_FLOATING_TYPES(inputs[0].scalar_type(), "halve_cuda", ([&] {
    scaleKernel<scalar_t><<<1, 256>>>(result.data_ptr<scalar_t>(), scalar_t(0.5), result.numel());
  }));
  AT_DISPATCH_ALL_TYPES_AND(at::kHalf, result.scalar_type(), "count_cuda", [&] { C10_MUSA_CHECK(musaGetLastError()); });
  return result;
}
