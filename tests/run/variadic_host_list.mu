// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The C library's functions do not take a va_list of device code.
// COMPILE-ERROR: error: device code calls 'vsnprintf', which takes the host's va_list; use vprintf
#include <cstdarg>
#include <cstdio>
__device__ void format(char *out, const char *form, ...) {
  va_list list;
  va_start(list, form);
  vsnprintf(out, 9, form, list);
  va_end(list);
}
__global__ void kernel(char *out) { format(out, "%d", 1); }
int main() { kernel<<<1, 1>>>(nullptr); }
