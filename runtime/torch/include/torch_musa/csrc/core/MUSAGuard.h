// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "torch_musa/csrc/core/GuardImpl.h"

#include <c10/musa/MUSAGuard.h>
