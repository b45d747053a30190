// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "surface_types.h"
