// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <ATen/detail/PrivateUse1HooksInterface.h>

namespace at {

using MUSAHooksInterface = PrivateUse1HooksInterface;
using MUSAHooksArgs = PrivateUse1HooksArgs;

namespace detail {
inline const MUSAHooksInterface &getMUSAHooks() { return getPrivateUse1Hooks(); }
} // namespace detail

} // namespace at
