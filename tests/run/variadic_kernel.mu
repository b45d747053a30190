// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel has a fixed number of arguments.
// COMPILE-ERROR: variadic_kernel\.mu:5:17: error: kernel function 'kernel\(int\*, \.\.\.\)' must not have a variable number of arguments
// COMPILE-ERROR: 1 error generated
__global__ void kernel(int *out, ...) { *out = 1; }
int main() { kernel<<<1, 1>>>(nullptr, 2); }
