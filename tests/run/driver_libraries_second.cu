// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A second file of driver_libraries.mu's program, whose first one has a static variable of the
// name.
extern "C" __device__ int ofBothFiles = 2;
