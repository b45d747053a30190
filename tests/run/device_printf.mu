// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// STDOUT: ^none\nint -7 0042 \+3 ffffffff 0XABC 17\n
// STDOUT: long -1234567890123 ffffffffffffffff 18446744073709551615 9223372036854775807\n
// STDOUT: short -3 200 c=x 5%\n
// STDOUT: real 1\.500 +2\.25e\+00 0\.1 -0x1\.8p\+1 inf nan\|\n
// STDOUT: text <device> <  abc> <abc  > <ab> <\(null\)>\n
// STDOUT: star <   42> <3\.14>\n
// STDOUT: pointer 0x10\n
// STDOUT: mixed 1 2\.5 3 four 5\n
// STDOUT: counts 0 3 6 -1\n
// STDOUT: (torn [0-9]{3} abcdefghijklmnopqrstuvwxyz [0-9]{3}\n){128}
#include "check.h"

__device__ char word[] = "device";

__global__ void all(int *counts) {
  counts[0] = printf("none\n");
  counts[1] = printf("int %d %04d %+d %x %#X %o\n", -7, 42, 3, 0xffffffffu, 0xabc, 15) - 3;
  printf("long %ld %lx %zu %lld\n", -1234567890123L, ~0UL, ~size_t(0), 0x7fffffffffffffffLL);
  printf("short %hd %hhu c=%c %d%%\n", static_cast<short>(-3), static_cast<unsigned char>(200), 'x',
         5);
  printf("real %.3f %9.2e %g %a %f %f|\n", 1.5f, 2.25, 0.1f, -3.0, HUGE_VAL, __builtin_nan(""));
  const char *none = nullptr;
  printf("text <%s> <%5s> <%-5s> <%.2s> <%s>\n", word, "abc", "abc", "abc", none);
  printf("star <%*d> <%.*f>\n", 5, 42, 2, 3.14159);
  printf("pointer %p\n", reinterpret_cast<void *>(16));
  counts[2] = printf("mixed %d %g %ld %s %u\n", 1, 2.5, 3L, "four", 5U) + 1;
  const char *format = nullptr;
  counts[3] = printf(format, 1);
  printf("counts %d %d %d %d\n", counts[0], counts[1], counts[2], counts[3]);
}

__global__ void fromMany() {
  printf("torn %03u abcdefghijklmnopqrstuvwxyz %03u\n", threadIdx.x, blockIdx.x);
}

int main() {
  static int counts[4];
  all<<<1, 1>>>(counts);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(counts[0], 0);
  CHECK_EQUAL(counts[1], 3);
  CHECK_EQUAL(counts[2], 6);
  CHECK_EQUAL(counts[3], -1);
  fromMany<<<4, 32>>>();
  CHECK_MUSA(musaDeviceSynchronize());
  return CHECK_RESULT();
}
