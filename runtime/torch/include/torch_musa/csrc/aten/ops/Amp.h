// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/ops/_amp_update_scale.h>

namespace at::musa {

inline Tensor &AmpUpdateScaleMusa(Tensor &scale, Tensor &growth_tracker, const Tensor &found_inf,
                                  float growth_factor, float backoff_factor,
                                  int64_t growth_interval) {
  return at::_amp_update_scale_(scale, growth_tracker, found_inf, growth_factor, backoff_factor,
                                growth_interval);
}

} // namespace at::musa
