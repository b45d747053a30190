// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels that device code launches: what they compute, in which order they run, and what is
// refused.
// MCC: -std=c++20
// MCC: -std=c++20 -O2
// MCC: -std=c++20 -O2 --offload-arch=mp_22
// MCC: -std=c++20 -fmusa-rdc
// ENV: MUSA_HOST_WORKERS=3
#include "check.h"
#include "device_array.h"
#include "managed.h"

#include <algorithm>
#include <numeric>
#include <vector>

__global__ void add(int *out, int value, int more); // its definition comes last

namespace test {

// ------------------------------------------------------------------ a sort that divides

template <typename T> __device__ void sortAlone(T *values, int left, int right) {
  for (int i = left; i < right; ++i)
    for (int j = i + 1; j <= right; ++j)
      if (values[j] < values[i]) {
        const T value = values[i];
        values[i] = values[j];
        values[j] = value;
      }
}

template <typename T> __global__ void quicksort(T *values, int left, int right, int depth) {
  if (depth == 12 || right - left < 16) {
    sortAlone(values, left, right);
    return;
  }
  const T pivot = values[(left + right) / 2];
  int low = left;
  int high = right;
  while (low <= high) {
    while (values[low] < pivot)
      ++low;
    while (pivot < values[high])
      --high;
    if (low <= high) {
      const T value = values[low];
      values[low++] = values[high];
      values[high--] = value;
    }
  }
  musaStream_t stream;
  if (left < high) {
    musaStreamCreateWithFlags(&stream, musaStreamNonBlocking);
    quicksort<<<1, 1, 0, stream>>>(values, left, high, depth + 1);
    musaStreamDestroy(stream);
  }
  if (low < right) {
    musaStreamCreateWithFlags(&stream, musaStreamNonBlocking);
    quicksort<T><<<1, 1, 0, stream>>>(values, low, right, depth + 1);
    musaStreamDestroy(stream);
  }
}

void testSort() {
  std::vector<int> values(5000);
  unsigned state = 1;
  for (int &value : values)
    value = static_cast<int>((state = state * 1664525 + 1013904223) >> 8);
  const DeviceArray<int> device(values);
  quicksort<<<1, 1>>>(device.get(), 0, static_cast<int>(values.size()) - 1, 0);
  std::ranges::sort(values);
  CHECK(device.read() == values);
}

// ------------------------------------------------------------------ a sum that waits

/// Each block adds the halves, and so on, by a kernel that it waits for.
__global__ void halve(const int *in, int *out, int n) {
  const int half = n / 2;
  if (threadIdx.x < half)
    out[threadIdx.x] = in[threadIdx.x] + in[threadIdx.x + half];
  __syncthreads();
  if (threadIdx.x == 0 && half > 1) {
    halve<<<1, half / 2>>>(out, out + half, half);
    musaDeviceSynchronize();
  }
}

__global__ void sums(const int *in, int *scratch, int *out, int n) {
  __shared__ int seen;
  const int *mine = in + blockIdx.x * n;
  int *work = scratch + blockIdx.x * n;
  if (threadIdx.x == 0) {
    halve<<<1, n / 2>>>(mine, work, n);
    if (musaDeviceSynchronize() == musaSuccess)
      seen = work[n - 2];
  }
  __syncthreads();
  // All lanes know it now, and exchange what it is.
  out[blockIdx.x * blockDim.x + threadIdx.x] = __shfl_sync(0xffffffff, seen + (int)threadIdx.x, 3);
}

void testWait() {
  constexpr int blocks = 9;
  constexpr int n = 128;
  std::vector<int> values(blocks * n);
  std::iota(values.begin(), values.end(), 1);
  const DeviceArray<int> in(values);
  const DeviceArray<int> scratch(std::vector<int>(values.size()));
  const DeviceArray<int> out(std::vector<int>(blocks * 32));
  sums<<<blocks, 32>>>(in.get(), scratch.get(), out.get(), n);
  const std::vector<int> found = out.read();
  for (int block = 0; block < blocks; ++block) {
    const int sum =
        std::accumulate(values.begin() + block * n, values.begin() + (block + 1) * n, 0);
    CHECK_EQUAL(found[block * 32 + 17], sum + 3);
  }
}

// ------------------------------------------------------------------ arguments and sizes

struct Box {
  double corners[6];
  char name;
};

__global__ void fill(Box box, char tag, short *out, const Box &same) {
  extern __shared__ short all[];
  const unsigned rank = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const unsigned size = blockDim.x * blockDim.y * blockDim.z;
  all[rank] = static_cast<short>(rank + tag);
  __syncthreads();
  const unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  out[block * size + rank] = static_cast<short>(all[size - 1 - rank] + box.corners[5] + box.name +
                                                same.corners[0] + 100 * block);
}

__device__ Box shared = {{7, 0, 0, 0, 0, 0}, 0};

/// A function that both sides use launches on both.
__host__ __device__ void launchFill(short *out, Box box, Box &same) {
  const dim3 grid(2, 1, 2);
  fill<<<grid, dim3(4, 3, 2), 24 * sizeof(short)>>>(box, 2, out, same);
}

__global__ void launchesAll(short *out) {
  // Each thread's own: the arguments differ.
  const unsigned thread = threadIdx.x + blockIdx.x * blockDim.x;
  Box box = {{0, 0, 0, 0, 0, double(thread)}, char(thread % 3)};
  launchFill(out + thread * 96, box, shared);
  box.corners[5] = -1;
}

__global__ void launchesByExchange(int *out) {
  // A configuration is kept while lanes wait for the arguments.
  out[threadIdx.x] = 1;
  const int next = (threadIdx.x + 1) % 32;
  add<<<1, threadIdx.x + 1>>>(out + 32 + threadIdx.x, __shfl_sync(0xffffffff, threadIdx.x, next),
                              next);
  // An argument that launches something itself.
  add<<<1, 7>>>(out + 64, ({
                  add<<<2, 1>>>(out + 65, 1, 0);
                  threadIdx.x;
                }),
                0);
}

void testArguments() {
  constexpr int threads = 2 * 5;
  const DeviceArray<short> out(std::vector<short>(threads * 96));
  launchesAll<<<2, 5>>>(out.get());
  const std::vector<short> found = out.read();
  for (int thread = 0; thread < threads; ++thread)
    for (int i = 0; i < 96; ++i)
      CHECK_EQUAL(found[thread * 96 + i],
                  static_cast<short>(23 - i % 24 + 2 + thread + thread % 3 + 7 + 100 * (i / 24)));
}

void testExchange() {
  const DeviceArray<int> out(std::vector<int>(66));
  launchesByExchange<<<1, 32>>>(out.get());
  const std::vector<int> found = out.read();
  for (int lane = 0; lane < 32; ++lane) {
    const int next = (lane + 1) % 32;
    CHECK_EQUAL(found[lane], 1);
    CHECK_EQUAL(found[32 + lane], (lane + 1) * (next + 100 * next));
  }
  CHECK_EQUAL(found[64], 7 * 31 * 32 / 2);
  CHECK_EQUAL(found[65], 2 * 32);
}

// ------------------------------------------------------------------ order

__global__ void appendTo(int *log, int value) {
  const int at = atomicAdd(log, 1);
  log[1 + at] = value;
}

__global__ void appendThenLaunch(int *log) {
  appendTo<<<1, 1, 0, musaStreamTailLaunch>>>(log, 30);
  appendTo<<<1, 1>>>(log, 10);
  appendTo<<<1, 1, 0, musaStreamFireAndForget>>>(log, 20);
}

__global__ void inOrder(int *log, int *memory) {
  musaEvent_t event;
  musaEventCreateWithFlags(&event, musaEventDisableTiming);
  appendThenLaunch<<<1, 1, 0, musaStreamTailLaunch>>>(log);
  musaMemsetAsync(memory, 1, 2 * sizeof(int));
  appendTo<<<1, 1>>>(log, memory[0]); // the argument is as it is now
  musaEventRecord(event);
  musaStreamWaitEvent(musaStreamFireAndForget, event, 0);
  musaEventDestroy(event);
  musaMemcpyAsync(memory + 2, memory, 2 * sizeof(int), musaMemcpyDeviceToDevice);
  add<<<1, 1>>>(memory + 2, 1, 0);
}

void testOrder() {
  Managed<int> log(16);
  Managed<int> memory(4);
  memory[0] = 5;
  musaStream_t stream;
  CHECK_MUSA(musaStreamCreate(&stream));
  inOrder<<<1, 1, 0, stream>>>(log.data, memory.data);
  appendTo<<<1, 1, 0, stream>>>(log.data, 40); // behind all of the grid's children
  CHECK_MUSA(musaStreamSynchronize(stream));
  CHECK_MUSA(musaStreamDestroy(stream));
  for (int i = 0; const int value : {5, 5, 10, 20, 30, 40})
    CHECK_EQUAL(log[i++], value);
  for (int i = 0; const int value : {0x1010101, 0x1010101, 0x1010102, 0x1010101})
    CHECK_EQUAL(memory[i++], value);
}

// ------------------------------------------------------------------ what is refused

__global__ void nest(int *deepest, int *error, int depth) {
  *deepest = depth;
  nest<<<1, 1>>>(deepest, error, depth + 1);
  *error = musaGetLastError();
}

__global__ void __launch_bounds__(64) bounded(int *) {}

__global__ void refuses(int *errors) {
  errors[0] = musaGetLastError();
  add<<<0, 1>>>(errors, 1, 1);
  errors[1] = musaPeekAtLastError();
  errors[2] = musaGetLastError();
  errors[3] = musaGetLastError();
  add<<<1, dim3(64, 64)>>>(errors, 1, 1);
  errors[4] = musaGetLastError();
  bounded<<<1, 65>>>(errors);
  errors[5] = musaGetLastError();
  add<<<1, 1, 1 << 20>>>(errors, 1, 1);
  errors[6] = musaGetLastError();
  add<<<1, 1, 0, musaStreamGraphTailLaunch>>>(errors, 1, 1);
  errors[7] = musaGetLastError();
  errors[8] = musaGetErrorString(musaErrorInvalidValue)[0];
  int *memory = nullptr;
  errors[9] = musaMalloc(&memory, sizeof(int));
  *memory = 3;
  errors[10] = *memory + musaFree(memory);
}

void testRefused() {
  Managed<int> deepest(2);
  nest<<<1, 1>>>(deepest.data, deepest.data + 1, 0);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(deepest[0], 24);
  CHECK_EQUAL(deepest[1], static_cast<int>(musaErrorLaunchMaxDepthExceeded));
  Managed<int> errors(11);
  refuses<<<1, 1>>>(errors.data);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_MUSA(musaGetLastError());
  for (int i = 0;
       const int expected :
       {int(musaSuccess), int(musaErrorInvalidConfiguration), int(musaErrorInvalidConfiguration),
        int(musaSuccess), int(musaErrorInvalidConfiguration), int(musaErrorInvalidValue),
        int(musaErrorInvalidValue), int(musaErrorNotSupported), int('i'), int(musaSuccess), 3})
    CHECK_EQUAL(errors[i++], expected);
}

// ------------------------------------------------------------------ from a graph

__global__ void launchesAdd(int *out) { add<<<1, 4>>>(out, 1, 0); }

void testGraph() {
  Managed<int> out(1);
  musaStream_t stream;
  musaGraph_t graph;
  musaGraphExec_t made;
  CHECK_MUSA(musaStreamCreate(&stream));
  CHECK_MUSA(musaStreamBeginCapture(stream, musaStreamCaptureModeGlobal));
  launchesAdd<<<3, 2, 0, stream>>>(out.data);
  CHECK_MUSA(musaStreamEndCapture(stream, &graph));
  CHECK_MUSA(musaGraphInstantiate(&made, graph, 0));
  CHECK_MUSA(musaGraphLaunch(made, stream));
  CHECK_MUSA(musaGraphLaunch(made, stream));
  CHECK_MUSA(musaStreamSynchronize(stream));
  CHECK_EQUAL(out[0], 2 * 3 * 2 * 4);
  CHECK_MUSA(musaGraphExecDestroy(made));
  CHECK_MUSA(musaGraphDestroy(graph));
  CHECK_MUSA(musaStreamDestroy(stream));
}

} // namespace test

int main() {
  using namespace test;
  testSort();
  testWait();
  testArguments();
  testExchange();
  testOrder();
  testRefused();
  testGraph();
  return CHECK_RESULT();
}

__global__ void add(int *out, int value, int more) { atomicAdd(out, value + 100 * more); }
