// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <c10/util/Exception.h> // the next one needs it

#include <ATen/native/musa/CuFFTUtils.h>
