// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <torch/csrc/MusaIPCTypes.h>
