//===- musa_port/helper_functions.h - the samples' helpers without a GPU ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The port's own header of a name that comes with NVIDIA's samples, see helper_string.h. Programs
// that include it also use the headers of C and C++ below.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_HELPER_FUNCTIONS_H
#define MUSA_PORT_HELPER_FUNCTIONS_H

#include <musa_port/helper_image.h>
#include <musa_port/helper_string.h>
#include <musa_port/helper_timer.h>

#include <algorithm>
#include <assert.h>
#include <fstream>
#include <iostream>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string>
#include <vector>

#endif // MUSA_PORT_HELPER_FUNCTIONS_H
