# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What mcc says of kernels: how their threads run, and why as fibers."""

import unittest

from driver_test import Driver


class Remarks(Driver):
    def test_how_kernels_run(self):
        self.write("k.mu", "#include <cooperative_groups.h>\n"
                   "__global__ void loop(int *p) { *p = 1; }\n"
                   "__global__ void barrier(int *p) { p[1] = *p; __syncthreads(); *p = 2; }\n"
                   "__global__ void lanes(int *p) { *p = __shfl_sync(~0u, *p, 1); __syncthreads(); p[2] = *p; }\n"
                   "__global__ void grid(int *p) { cooperative_groups::this_grid().sync(); *p = 3; }\n"
                   "__device__ int (*pointer)(int);\n"
                   "__global__ void called(int *p) { __syncthreads(); *p = pointer(3); }\n"
                   "__global__ void waits(int *p) { while (*(volatile int *)p == 0); __syncthreads(); *p = 4; }\n"
                   "__device__ int deep(int n) { __syncthreads(); return n < 2 ? n : deep(n - 1) + deep(n - 2); }\n"
                   "__global__ void recursive(int *p) { *p = deep(*p); }\n"
                   "template <int N> __device__ void away(int *p) { if (N > 1) { __syncthreads(); *p = N; } }\n"
                   "__global__ void none(int *p) { away<1>(p); }\n")
        how = ("k.mu:2:17: remark: kernel 'loop(int*)' runs as a loop over its threads [-Rpass=musa]",
               "k.mu:3:17: remark: kernel 'barrier(int*)' is split at 1 barrier, and keeps 16 bytes a thread",
               "k.mu:4:17: remark: kernel 'lanes(int*)' is split at 1 barrier and 1 exchange, 1 of them in rows, and keeps",
               "k.mu:12:17: remark: kernel 'none(int*)' runs as a loop over its threads")
        why = ("k.mu:5:17: remark: kernel 'grid(int*)' runs as fibers: it waits for the grid [-Rpass-missed=musa]",
               "'called(int*)' runs as fibers: it calls a function through a pointer",
               "'waits(int*)' runs as fibers: it has a loop that waits for other threads",
               "'recursive(int*)' runs as fibers: the recursive function 'deep(int)' waits")
        self.assertNotIn("remark", self.mcc("-c", "-O2", "k.mu"))
        for flags, here, not_here in (("-Rpass=musa", how, why), ("-Rpass-missed=musa", why, how)):
            said = self.mcc("-c", "-O2", flags, "k.mu")
            for text in here:
                self.assertIn(text, said)
            for text in not_here:
                self.assertNotIn(text, said)
        self.assertIn("'lanes(int*)' runs as fibers: it exchanges values between lanes, and -fno-musa-split-lanes is given",
                      self.mcc("-c", "-O2", "-fno-musa-split-lanes", "-Rpass-missed=musa", "k.mu"))
        self.assertIn("'barrier(int*)' runs as fibers: no kernel is split at -O0",
                      self.mcc("-c", "-O0", "-Rpass-missed=musa", "k.mu"))

    def test_exchanges_in_a_row(self):
        """A warp's reduction, before and behind a barrier; there nobody may see that a warp is ahead of others."""
        self.write("r.mu", """
__device__ float sum(float x) {
  for (int by = 16; by > 0; by /= 2)
    x += __shfl_xor_sync(~0u, x, by);
  return x;
}
__global__ void one(float *p) { p[threadIdx.x] = sum(p[threadIdx.x]); }
__global__ void two(float *p) {
  __shared__ float of[32];
  of[threadIdx.x / 32] = sum(p[threadIdx.x]);
  __syncthreads();
  p[threadIdx.x] = sum(of[threadIdx.x % 32]);
}
__global__ void unknown(float *p, int n) {
  float x = p[threadIdx.x];
  for (int k = 0; k < n; ++k)
    x += __shfl_xor_sync(~0u, x, k);
  p[threadIdx.x] = x;
}
__global__ void votes(unsigned *p) {
  unsigned equal = ~0u;
  for (int bit = 0; bit < 8; ++bit)
    equal &= __ballot_sync(~0u, p[threadIdx.x] >> bit & 1);
  p[threadIdx.x] = equal;
}
__global__ void waits(float *p) {
  for (int by = 16; by > 0; by /= 2) {
    p[threadIdx.x] += __shfl_xor_sync(~0u, p[threadIdx.x], by);
    __syncthreads();
  }
}
__global__ void some(float *p) { p[threadIdx.x] += __shfl_xor_sync(0xff, p[threadIdx.x], 1); }
""")
        said = self.mcc("-c", "-O2", "-Rpass=musa", "r.mu")
        self.assertIn("'one(float*)' is split at 5 exchanges, 5 of them in rows, and", said)
        self.assertIn("'two(float*)' is split at 1 barrier and 10 exchanges, 9 of them in rows, and", said)
        self.assertIn("'unknown(float*, int)' is split at 1 exchange, 1 of them in rows, and", said)
        self.assertIn("'some(float*)' is split at 1 exchange, and", said)
        self.assertIn("'votes(unsigned int*)' is split at 8 exchanges, 8 of them in rows, and", said)
        self.assertIn("'waits(float*)' is split at 1 barrier and 1 exchange, 1 of them in rows, and", said)
        self.assertIn("'one(float*)' is split at 1 exchange, and", self.mcc("-c", "-O2", "--offload-arch=mp_21", "-Rpass=musa", "r.mu"))
        self.assertIn("'one(float*)' is split at 1 exchange, and", self.mcc("-c", "-O1", "-Rpass=musa", "r.mu"))


if __name__ == "__main__":
    unittest.main()
