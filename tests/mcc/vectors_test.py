# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which loops over threads mcc makes vector code of."""

import unittest

from driver_test import Driver


class Vectors(Driver):
    def test_loops_over_threads(self):
        """Mathematics, a switch, functions that a CPU would not inline, and checks of an unrolled loop."""
        work = "".join(f"  x = x * {i}.5f + fabsf(x) * x;\n" for i in range(50))
        self.write("v.mu", f"""
__device__ float large(float x) {{
{work}  return x;
}}
__global__ void mathematics(const float *in, float *out, int n) {{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = tanhf(in[i]) + expf(in[i]);
}}
__global__ void chosen(const float *in, float *out, int mode) {{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[i];
  switch (mode) {{
  case 0: x = fmaxf(x, 0.0f); break;
  case 1: x = fminf(x, 0.0f); break;
  default: x = fminf(fmaxf(x, -1.0f), 1.0f);
  }}
  out[i] = x;
}}
__global__ void calls(const float *in, float *out) {{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = large(in[i]) + large(in[i] + 1);
}}
__global__ void unrolled(const float *in, float *out, int n) {{
  int i = blockIdx.x * blockDim.x * 4 + threadIdx.x;
#pragma unroll
  for (int k = 0; k < 4; ++k, i += blockDim.x)
    if (i < n)
      out[i] = in[i] * 2;
}}
""")
        entries = {name: body for name, body in self.functions("v.mu", "-O2").items() if name.endswith(".entry")}
        self.assertEqual(len(entries), 4)
        for name, body in entries.items():
            self.assertRegex(body, r"store <8 x float>", name)
        self.assertIn("@__musa_tanhf_8", entries["_Z11mathematicsPKfPfi.entry"])

    def test_loops_that_cannot_be(self):
        self.write("loop.mu", """__global__ void kernel(int *x, int n) {
#pragma clang loop vectorize(assume_safety)
  for (int i = 0; i < n; i++)
    x[i] = x[i] > 3 ? atomicAdd(&x[n], x[i]) : 0;
}
""")
        self.assertEqual(self.mcc("-O2", "-c", "loop.mu"), "")


if __name__ == "__main__":
    unittest.main()
