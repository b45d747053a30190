#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAGuard.h>
#include <torch/extension.h>

at::Tensor scale_cuda(const at::Tensor &input, double factor);

at::Tensor scale(const at::Tensor &input, double factor) {
  TORCH_CHECK(input.is_cuda(), "input must be a CUDA tensor");
  TORCH_CHECK(input.type().is_cuda(), "the idiom of old extensions");
  TORCH_CHECK(input.device().is_cuda() && input->is_cuda ( ));
  const c10::cuda::CUDAGuard guard(input.device());
  at::cuda::OptionalCUDAGuard optional(at::device_of(input));
  return scale_cuda(input, factor);
}

bool usable(const at::Tensor &t, c10::DispatchKeySet keys) {
  if (t.device().type() == at::kCUDA || t.device().type() == c10::DeviceType::CUDA)
    return keys.has(c10::DispatchKey::CUDA);
  return t.options().backend() == at::Backend::CUDA;
}

TORCH_LIBRARY_IMPL(demo, CUDA, m) { m.impl("scale", &scale); }
TORCH_LIBRARY_IMPL(demo, AutogradCUDA, m) { m.impl("scale", &scale); }
TORCH_LIBRARY_IMPL(demo, CPU, m) { m.impl("scale", &scale); }
// Names without a device mean CUDA.
at::Tensor scale_in_half(const at::Tensor &x) {
  const c10::impl::ExcludeDispatchKeyGuard guard(c10::DispatchKey::Autocast);
  return at::autocast::is_enabled() ? scale(x.to(at::autocast::get_autocast_gpu_dtype())) : scale(x);
}
at::Tensor scale_in_float(const at::Tensor &x, const at::Tensor &y) {
  if (!at::autocast::is_eligible(x))
    return x;
  return scale(at::autocast::cached_cast(at::kFloat, x)) +
         scale(at::autocast::cached_cast(at::kFloat, y.abs(), c10::DeviceType::CUDA)) +
         scale(at::autocast::cached_cast(at::kFloat, y, x.device().type()));
}
TORCH_LIBRARY_IMPL(demo, Autocast, m) { m.impl("scale", &scale_in_half); }
TORCH_LIBRARY_IMPL(demo, AutocastCPU, m) { m.impl("scale", &scale_in_half); }
