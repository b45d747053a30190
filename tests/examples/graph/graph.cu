// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Records two steps of heat that spreads along a rod, once, as a graph, and launches the graph many
// times. What a stream is given during a capture does not run: it becomes nodes of the graph. A
// second stream joins the capture by an event, and its copy is a branch beside the second step.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                                \
  do {                                                                                             \
    const cudaError_t status = (call);                                                             \
    if (status != cudaSuccess) {                                                                   \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status));         \
      std::exit(1);                                                                                \
    }                                                                                              \
  } while (0)

__host__ __device__ float average(float left, float middle, float right) {
  return 0.25F * left + 0.5F * middle + 0.25F * right;
}

// The rod's ends keep their heat.
__global__ void step(const float *from, float *to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    to[i] = i == 0 || i == n - 1 ? from[i] : average(from[i - 1], from[i], from[i + 1]);
}

int main() {
  const int n = 1 << 16, launches = 20, threads = 256, blocks = (n + threads - 1) / threads;
  const size_t bytes = n * sizeof(float);
  std::vector<float> expected(n), next(n), result(n);
  for (int i = 0; i < n; ++i)
    expected[i] = float(i * 37 % 101);

  float *a, *b, *between; // `between` receives the heat after the odd steps
  CHECK(cudaMalloc(&a, bytes));
  CHECK(cudaMalloc(&b, bytes));
  CHECK(cudaMallocHost(&between, bytes));
  CHECK(cudaMemcpy(a, expected.data(), bytes, cudaMemcpyHostToDevice));
  cudaStream_t steps, copies;
  cudaEvent_t halfway, copied;
  CHECK(cudaStreamCreate(&steps));
  CHECK(cudaStreamCreate(&copies));
  CHECK(cudaEventCreateWithFlags(&halfway, cudaEventDisableTiming));
  CHECK(cudaEventCreateWithFlags(&copied, cudaEventDisableTiming));

  CHECK(cudaStreamBeginCapture(steps, cudaStreamCaptureModeGlobal));
  step<<<blocks, threads, 0, steps>>>(a, b, n);
  CHECK(cudaEventRecord(halfway, steps));
  CHECK(cudaStreamWaitEvent(copies, halfway, 0)); // the fork
  CHECK(cudaMemcpyAsync(between, b, bytes, cudaMemcpyDeviceToHost, copies));
  CHECK(cudaEventRecord(copied, copies));
  step<<<blocks, threads, 0, steps>>>(b, a, n);
  CHECK(cudaStreamWaitEvent(steps, copied, 0)); // the join
  cudaGraph_t graph;
  CHECK(cudaStreamEndCapture(steps, &graph));
  size_t nodes = 0;
  CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));

  cudaGraphExec_t executable;
  CHECK(cudaGraphInstantiateWithFlags(&executable, graph, 0));
  for (int i = 0; i < launches; ++i)
    CHECK(cudaGraphLaunch(executable, steps));
  CHECK(cudaStreamSynchronize(steps));
  CHECK(cudaMemcpy(result.data(), a, bytes, cudaMemcpyDeviceToHost));

  int wrong = 0;
  for (int count = 1; count <= 2 * launches; ++count) {
    next = expected;
    for (int i = 1; i < n - 1; ++i)
      next[i] = average(expected[i - 1], expected[i], expected[i + 1]);
    expected.swap(next);
    if (count == 2 * launches - 1)
      for (int i = 0; i < n; ++i)
        wrong += between[i] != expected[i];
  }
  for (int i = 0; i < n; ++i)
    wrong += result[i] != expected[i];

  CHECK(cudaGraphExecDestroy(executable));
  CHECK(cudaGraphDestroy(graph));
  CHECK(cudaEventDestroy(halfway));
  CHECK(cudaEventDestroy(copied));
  CHECK(cudaStreamDestroy(steps));
  CHECK(cudaStreamDestroy(copies));
  CHECK(cudaFree(a));
  CHECK(cudaFree(b));
  CHECK(cudaFreeHost(between));

  std::printf("a graph of %zu nodes, launched %d times: %d of %d values are wrong\n", nodes,
              launches, wrong, 2 * n);
  return wrong == 0 && nodes == 3 ? 0 : 1;
}
