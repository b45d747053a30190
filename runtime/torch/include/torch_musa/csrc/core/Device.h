// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <ATen/musa/MUSADevice.h>
#include <c10/core/Device.h>
#include <c10/musa/MUSAFunctions.h>
