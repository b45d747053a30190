// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "torch_musa/csrc/core/MUSAHooksInterface.h"
#include "torch_musa/csrc/core/MUSAStream.h"

#include <ATen/musa/MUSAContext.h>
