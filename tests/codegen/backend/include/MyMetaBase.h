// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <ATen/TensorMeta.h>

namespace at::musa {

// A base for meta classes: it counts the outputs that were set.
struct MyMetaBase : public at::impl::MetaBase {
  void set_output_raw_strided(int64_t /*output_idx*/, IntArrayRef /*sizes*/,
                              IntArrayRef /*strides*/, TensorOptions /*options*/,
                              DimnameList /*names*/) override {
    ++outputs_set;
  }
  int outputs_set = 0;
};

} // namespace at::musa
