// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <musa_runtime_api.h>

int main() { return musaDeviceSynchronize() == musaSuccess ? 0 : 1; }
