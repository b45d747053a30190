# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which loops over threads mcc makes vector code of."""

import re
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

    def test_threads_go_through_loops_together(self):
        """Where neighbors are other threads' and not the next round's: the sums keep their order."""
        self.write("g.mu", """
__global__ void columns(const float *in, float *out, int rows) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int row = 0; row < rows; ++row)
    sum += in[row * 4096 + x];
  out[x] = sum;
}
__global__ void strided(const float *in, float *out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    out[i] = in[i] * 2;
}
__global__ void tiles(const float *a, float *out) {
  __shared__ float tile[16][16];
  tile[threadIdx.y][threadIdx.x] = a[threadIdx.y * 16 + threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 16; ++k)
    sum += tile[threadIdx.y][k] * tile[k][threadIdx.x];
  out[threadIdx.y * 16 + threadIdx.x] = sum;
}
__global__ void features(const float *in, float *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int feature = 0; feature < 16; ++feature)
    sum += in[feature * n + i];
  out[i] = sum;
}
__global__ void rows(const float *in, float *out, int columns) {
  const int y = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int x = 0; x < columns; ++x)
    sum += in[y * columns + x];
  out[y] = sum;
}
""")
        functions = self.functions("g.mu", "-O2")
        self.assertRegex(functions["_Z7columnsPKfPfi.entry"], "fadd contract <8 x float>")
        self.assertRegex(functions["_Z7stridedPKfPfi.entry"], "store <8 x float>")
        self.assertRegex(functions["_Z5tilesPKfPf.segment1.all"], "fmul contract <8 x float>|llvm.fmuladd.v8f32")
        self.assertNotIn("<8 x float>", functions["_Z4rowsPKfPfi.entry"])
        self.assertNotIn("<8 x float>", self.functions("g.mu", "-O1")["_Z7columnsPKfPfi.entry"])
        for name in ("_Z7columnsPKfPfi.entry", "_Z7stridedPKfPfi.entry"):  # the next round is far away
            self.assertIn("call void @llvm.prefetch", functions[name])
        self.assertRegex(functions["_Z8featuresPKfPfi.entry"], "fadd contract <8 x float>")
        for name in ("_Z5tilesPKfPf.segment1.all", "_Z8featuresPKfPfi.entry"):  # near, and few
            self.assertNotIn("call void @llvm.prefetch", functions[name])

    def test_what_all_threads_have_in_common(self):
        """A loop with barriers ends for all threads at once, and what it counts makes addresses of vectors."""
        self.write("c.mu", """
__global__ void product(const float *a, const float *b, float *out, int n) {
  __shared__ float left[2][16][16], right[2][16][16];
  const int x = threadIdx.x, y = threadIdx.y;
  float sum = 0;
  int turn = 0;
  for (int i = 0; i < n; i += 16, turn = 1 - turn) {
    left[turn][y][x] = a[y * n + i + x];
    right[turn][y][x] = b[(i + y) * 16 + x];
    __syncthreads();
    for (int k = 0; k < 16; ++k)
      sum += left[turn][y][k] * right[turn][k][x];
  }
  out[y * 16 + x] = sum;
}
""")
        for level in ("-O2", "-O3"):
            body = self.functions("c.mu", level)["_Z7productPKfS0_Pfi.segment1.all"]
            for vector in ("fadd contract <8 x float>|llvm.fmuladd.v8f32", "load <8 x float>", "store <8 x float>"):
                self.assertRegex(body, vector)
            self.assertNotIn("llvm.masked.gather", body)

    def test_a_group_reads_a_whole_cache_line(self):
        self.write("b.mu", """
__global__ void count(const unsigned char *in, unsigned *out, int n) {
  __shared__ unsigned counts[256];
  counts[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    atomicAdd(&counts[in[i]], 1u);
  __syncthreads();
  atomicAdd(&out[threadIdx.x], counts[threadIdx.x]);
}
""")
        body = self.functions("b.mu", "-O2")["_Z5countPKhPji.segment1.all"]
        self.assertEqual(body.count("call void @llvm.prefetch"), 2)
        self.assertRegex(body, r"add nuw nsw i64 %\S+, 64\b")  # threads
        self.assertRegex(body, r"add nuw nsw i64 %\S+, 16\b")  # what is left, and rows of fewer
        threads = body.split("call void @llvm.prefetch")[1].split("br label")[1].split("br i1")[0]
        self.assertIn("zext i8", threads)
        self.assertNotIn("sext i32", threads)  # of the index

    def test_loops_that_cannot_be(self):
        self.write("loop.mu", """__global__ void kernel(int *x, int n) {
#pragma clang loop vectorize(assume_safety)
  for (int i = 0; i < n; i++)
    x[i] = x[i] > 3 ? atomicAdd(&x[n], x[i]) : 0;
}
""")
        self.assertEqual(self.mcc("-O2", "-c", "loop.mu"), "")

    def test_what_a_thread_does_alone(self):
        """The border of a tile keeps neither side of the barrier from being vectors; what threads know of themselves is not kept."""
        self.write("t.mu", """
__device__ int index() { return blockIdx.x * blockDim.x + threadIdx.x; }
__global__ void smooth(const float *in, float *out, int n) {
  __shared__ float tile[258];
  const int t = threadIdx.x + 1;
  const int i = index();
  float *place = &tile[t];
  *place = in[i];
  if (threadIdx.x == 0)
    tile[0] = in[i - 1];
  if (threadIdx.x == blockDim.x - 1)
    tile[t + 1] = in[i + 1];
  __syncthreads();
  if (i > 0 && i < n - 1)
    out[i] = tile[t - 1] + *place + tile[t + 1];
}
""")
        bodies = {name: body for name, body in self.functions("t.mu", "-O2").items() if name.endswith(".all")}
        self.assertEqual(len(bodies), 2)
        for name, body in bodies.items():
            self.assertRegex(body, r"(store <8 x float>|masked.store.v8f32)", name)
            self.assertNotIn("gather", body)

    def test_what_a_row_of_threads_does_alone(self):
        """Whether it is one of the first or last rows is asked once for all of a row."""
        self.write("r.mu", """
__global__ void rows(const int *in, int *out, int width, int height) {
  __shared__ int tile[12][64];
  const int x = blockIdx.x * 64 + threadIdx.x;
  const int y = blockIdx.y * 8 + threadIdx.y;
  int *row = tile[threadIdx.y + 2];
  row[threadIdx.x] = in[y * width + x];
  if (threadIdx.y < 2)
    tile[threadIdx.y][threadIdx.x] = y > 1 ? in[(y - 2) * width + x] : 0;
  if (threadIdx.y > 5)
    tile[threadIdx.y + 4][threadIdx.x] = y < height - 2 ? in[(y + 2) * width + x] : 0;
  if (threadIdx.x == 0)
    row[1] += in[y * width + x - 1];
  if (threadIdx.x == 63)
    row[62] += in[y * width + x + 1];
  __syncthreads();
  out[y * width + x] = row[(threadIdx.x + 2) & 63];
}
""")
        body = self.functions("r.mu", "-O2")["_Z4rowsPKiPiii.segment0.all"]
        self.assertGreaterEqual(len(re.findall(r"store <8 x i32>", body)), 8)

    def test_a_warp_in_a_row_of_exchanges(self):
        """A lane of a shift by a constant is a neighbor's, and which one is known without a branch."""
        self.write("w.mu", """
__global__ void sum(float *p) {
  float x = p[threadIdx.x];
  for (int by = 16; by > 0; by /= 2)
    x += __shfl_down_sync(~0u, x, by);
  p[threadIdx.x] = x;
}
""")
        links = {name: body for name, body in self.functions("w.mu", "-O2").items() if name.endswith(".link")}
        self.assertEqual(len(links), 5)
        for name, body in links.items():
            self.assertRegex(body, r"store <\d x i64>", name)  # what the lanes give
        for segment in range(1, 5):
            body = links[f"_Z3sumPf.segment{segment}.run.link"]
            self.assertRegex(body, r"fadd (contract )?<\d x float>", segment)
            self.assertNotIn("gather", body)

    def test_what_all_lanes_get(self):
        """A vote, or a reduction, is computed once for a warp: the loop over its lanes is as if it were a number."""
        self.write("v.mu", """
__global__ void vote(int *p) { p[threadIdx.x] += __ballot_sync(~0u, p[threadIdx.x] > 3) + threadIdx.x; }
__global__ void sum(unsigned *p) { p[threadIdx.x] += __reduce_add_sync(~0u, p[threadIdx.x] & 1) + threadIdx.x; }
""")
        bodies = {name: body for name, body in self.functions("v.mu", "-O2").items() if name.endswith(".segment1.run")}
        self.assertEqual(len(bodies), 2)
        for name, body in bodies.items():
            self.assertEqual(len(re.findall(r"call .*@\w*(?:ballot|reduction)_of", body)), 1, body)
            self.assertRegex(body, r"add <\d x i32>", name)


if __name__ == "__main__":
    unittest.main()
