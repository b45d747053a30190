#include "torch_musa/csrc/aten/musa/MUSAContext.h"
#include "torch_musa/csrc/core/MUSAGuard.h"
#include <torch/extension.h>

at::Tensor scale_cuda(const at::Tensor &input, double factor);

at::Tensor scale(const at::Tensor &input, double factor) {
  TORCH_CHECK(input.is_privateuseone(), "input must be a CUDA tensor");
  TORCH_CHECK(input.is_privateuseone(), "the idiom of old extensions");
  TORCH_CHECK(input.device().is_privateuseone() && input->is_privateuseone ( ));
  const c10::musa::MUSAGuard guard(input.device());
  at::musa::OptionalMUSAGuard optional(at::device_of(input));
  return scale_cuda(input, factor);
}

bool usable(const at::Tensor &t, c10::DispatchKeySet keys) {
  if (t.device().type() == at::kPrivateUse1 || t.device().type() == c10::DeviceType::PrivateUse1)
    return keys.has(c10::DispatchKey::PrivateUse1);
  return t.options().backend() == at::Backend::PrivateUse1;
}

TORCH_LIBRARY_IMPL(demo, PrivateUse1, m) { m.impl("scale", &scale); }
TORCH_LIBRARY_IMPL(demo, AutogradPrivateUse1, m) { m.impl("scale", &scale); }
TORCH_LIBRARY_IMPL(demo, CPU, m) { m.impl("scale", &scale); }
// Names without a device mean CUDA.
at::Tensor scale_in_half(const at::Tensor &x) {
  const c10::impl::ExcludeDispatchKeyGuard guard(c10::DispatchKey::AutocastPrivateUse1);
  return at::autocast::is_autocast_enabled(at::kPrivateUse1) ? scale(x.to(at::autocast::get_autocast_dtype(at::kPrivateUse1))) : scale(x);
}
at::Tensor scale_in_float(const at::Tensor &x, const at::Tensor &y) {
  if (!at::autocast::is_eligible(x, at::kPrivateUse1))
    return x;
  return scale(at::autocast::cached_cast(at::kFloat, x, at::kPrivateUse1)) +
         scale(at::autocast::cached_cast(at::kFloat, y.abs(), c10::DeviceType::PrivateUse1)) +
         scale(at::autocast::cached_cast(at::kFloat, y, x.device().type()));
}
TORCH_LIBRARY_IMPL(demo, AutocastPrivateUse1, m) { m.impl("scale", &scale_in_half); }
TORCH_LIBRARY_IMPL(demo, AutocastCPU, m) { m.impl("scale", &scale_in_half); }
