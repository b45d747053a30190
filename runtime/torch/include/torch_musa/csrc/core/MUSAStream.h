// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "torch_musa/csrc/aten/utils/Utils.h" // extensions expect kMUSA of these headers
#include "torch_musa/csrc/core/Device.h"

#include <c10/musa/MUSAStream.h>
