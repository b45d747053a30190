// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ways to launch a kernel, what a device refuses, attributes and occupancy.
// MCC: --offload-arch=mp_21
// MCC: --offload-arch=mp_31
// ENV: MUSA_HOST_WORKERS=2
#include "check.h"

#include <cstdint>
#include <cstring>

struct Big {
  double values[20];
};

__global__ void mixed(char a, Big b, float *out, short c, double d) {
  *out = static_cast<float>(a + b.values[19] + c + d);
}

__global__ void index(int *out) {
  const unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  out[block * threads + thread] = static_cast<int>(block * 1000 + thread);
}

__global__ void __launch_bounds__(64) bounded(int *out) { *out = 1; }

__global__ void sharing(int *out) {
  __shared__ int fixed[128];
  extern __shared__ int dynamic[];
  fixed[threadIdx.x] = static_cast<int>(threadIdx.x);
  dynamic[threadIdx.x] = 100 * static_cast<int>(threadIdx.x);
  __syncthreads();
  const unsigned other = blockDim.x - 1 - threadIdx.x;
  out[threadIdx.x] = fixed[other] + dynamic[other];
}

__global__ void lastByte(int *out, int bytes) {
  extern __shared__ char all[];
  all[bytes - 1] = 7;
  *out = all[bytes - 1];
}

template <typename T> __global__ void assign(T *out, T value) { *out = value; }

static int *managedInts(size_t n) {
  int *result = nullptr;
  CHECK_MUSA(musaMallocManaged(&result, n * sizeof(int)));
  return result;
}

static int mostThreads() {
  int value = 0;
  CHECK_MUSA(musaDeviceGetAttribute(&value, musaDevAttrMaxThreadsPerBlock, 0));
  return value;
}

static size_t sharedLimit() {
  int value = 0;
  CHECK_MUSA(musaDeviceGetAttribute(&value, musaDevAttrMaxSharedMemoryPerBlock, 0));
  return static_cast<size_t>(value);
}

static void arguments() {
  float *out = nullptr;
  CHECK_MUSA(musaMallocManaged(&out, sizeof(float)));
  char a = 1;
  Big b = {};
  b.values[19] = 20;
  short c = 300;
  double d = 4000;
  mixed<<<1, 1>>>(a, b, out, c, d);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(*out, 4321.0f);
  *out = 0;
  void *pointers[] = {&a, &b, &out, &c, &d};
  CHECK_MUSA(musaLaunchKernel(reinterpret_cast<const void *>(mixed), dim3(1), dim3(1), pointers, 0,
                              nullptr));
  a = 99; // copied by then
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(*out, 4321.0f);
  *out = 0;
  CHECK_MUSA(musaLaunchKernel(&mixed, dim3(1), dim3(1), pointers));
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(*out, 4419.0f);

  musaLaunchConfig_t config = {};
  config.gridDim = dim3(1);
  config.blockDim = dim3(1);
  musaLaunchAttribute attribute = {};
  attribute.id = musaLaunchAttributePriority;
  attribute.val.priority = -1;
  config.attrs = &attribute;
  config.numAttrs = 1;
  *out = 0;
  CHECK_MUSA(musaLaunchKernelEx(&config, &mixed, 1, b, out, 300, 4000.0f)); // converted
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(*out, 4321.0f);
  attribute.id = musaLaunchAttributeClusterDimension;
  attribute.val.clusterDim = {2, 1, 1};
  CHECK_EQUAL(musaLaunchKernelExC(&config, &mixed, pointers), musaErrorInvalidClusterSize);
  assign<<<1, 1>>>(out, 2.5f);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(*out, 2.5f);
  CHECK_MUSA(musaFree(out));
  musaGetLastError();
}

static void shapes() {
  const dim3 grid(3, 4, 5), block(2, 3, 4);
  constexpr size_t blocks = 60, threads = 24;
  int *out = managedInts(blocks * threads);
  index<<<grid, block>>>(out);
  CHECK_MUSA(musaDeviceSynchronize());
  for (size_t b = 0; b < blocks; ++b)
    for (size_t t = 0; t < threads; ++t)
      CHECK_EQUAL(out[b * threads + t], static_cast<int>(b * 1000 + t));
  CHECK_MUSA(musaFree(out));
}

static void refused() {
  int *out = managedInts(2048);
  const auto refuses = [&](musaError_t wanted, dim3 grid, dim3 block, size_t shared) {
    index<<<grid, block, shared>>>(out);
    CHECK_EQUAL(musaPeekAtLastError(), wanted);
    CHECK_EQUAL(musaGetLastError(), wanted);
    CHECK_EQUAL(musaGetLastError(), musaSuccess); // it is not sticky
  };
  const auto most = static_cast<unsigned>(mostThreads());
  refuses(musaSuccess, 1, most, 0);
  refuses(musaErrorInvalidConfiguration, 1, most + 1, 0);
  refuses(musaErrorInvalidConfiguration, 1, dim3(most / 2, 3), 0);
  refuses(musaErrorInvalidConfiguration, 0, 1, 0);
  refuses(musaErrorInvalidConfiguration, dim3(1, 0), 1, 0);
  refuses(musaErrorInvalidConfiguration, 1, dim3(1, 1, 0), 0);
  refuses(musaErrorInvalidConfiguration, 0x80000000U, 1, 0);
  // 16 bytes of a kernel's shared memory are the device's.
  refuses(musaSuccess, 1, 1, sharedLimit() - 16);
  refuses(musaErrorInvalidValue, 1, 1, sharedLimit() - 15);
  bounded<<<1, 64>>>(out);
  CHECK_EQUAL(musaGetLastError(), musaSuccess);
  bounded<<<1, 65>>>(out);
  CHECK_EQUAL(musaGetLastError(), musaErrorInvalidValue);
  void *pointers[] = {&out};
  int noKernel = 0;
  CHECK_EQUAL(musaLaunchKernel(&noKernel, dim3(1), dim3(1), pointers, 0, nullptr),
              musaErrorInvalidDeviceFunction);
  CHECK_EQUAL(musaGetLastError(), musaErrorInvalidDeviceFunction);
  index<<<1, 1, 0, reinterpret_cast<musaStream_t>(uintptr_t{0x1234})>>>(out);
  CHECK_EQUAL(musaGetLastError(), musaErrorInvalidResourceHandle);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_MUSA(musaFree(out));
}

static void sharedMemory() {
  int *out = managedInts(64);
  sharing<<<1, 64, 64 * sizeof(int)>>>(out);
  CHECK_MUSA(musaDeviceSynchronize());
  for (int i = 0; i < 64; ++i)
    CHECK_EQUAL(out[i], 101 * (63 - i));
  musaFuncAttributes attributes = {};
  CHECK_MUSA(musaFuncGetAttributes(&attributes, sharing));
  CHECK_EQUAL(attributes.sharedSizeBytes, 512u);
  CHECK_EQUAL(static_cast<size_t>(attributes.maxDynamicSharedSizeBytes), sharedLimit() - 528);
  CHECK_EQUAL(attributes.maxThreadsPerBlock, mostThreads());
  CHECK_MUSA(musaFuncSetAttribute(sharing, musaFuncAttributeMaxDynamicSharedMemorySize, 1000));
  CHECK_MUSA(musaFuncGetAttributes(&attributes, sharing));
  CHECK_EQUAL(attributes.maxDynamicSharedSizeBytes, 1000);
  sharing<<<1, 1, 1001>>>(out);
  CHECK_EQUAL(musaGetLastError(), musaErrorInvalidValue);
  CHECK_EQUAL(musaFuncSetAttribute(sharing, musaFuncAttributeMaxDynamicSharedMemorySize,
                                   static_cast<int>(sharedLimit())),
              musaErrorInvalidValue);
  CHECK_MUSA(musaFuncGetAttributes(&attributes, bounded));
  CHECK_EQUAL(attributes.maxThreadsPerBlock, 64);
  CHECK_EQUAL(musaFuncGetAttributes(&attributes, &attributes), musaErrorInvalidDeviceFunction);
  CHECK_MUSA(musaFuncSetCacheConfig(sharing, musaFuncCachePreferShared));
  const char *name = nullptr;
  CHECK_MUSA(musaFuncGetName(&name, sharing));
  CHECK(std::strcmp(name, "_Z7sharingPi") == 0);
  size_t offset = 99, size = 0;
  CHECK_MUSA(musaFuncGetParamInfo(reinterpret_cast<const void *>(mixed), 1, &offset, &size));
  CHECK_EQUAL(offset, 8u);
  CHECK_EQUAL(size, sizeof(Big));
  CHECK_MUSA(musaFree(out));
  musaGetLastError();
}

static void occupancy() {
  int perProcessor = 0, threads = 0, processors = 0;
  CHECK_MUSA(musaDeviceGetAttribute(&perProcessor, musaDevAttrMaxThreadsPerMultiProcessor, 0));
  CHECK_MUSA(musaDeviceGetAttribute(&processors, musaDevAttrMultiProcessorCount, 0));
  CHECK_EQUAL(processors, 2);
  threads = mostThreads();
  int blocks = 0;
  CHECK_MUSA(musaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, index, threads, 0));
  CHECK_EQUAL(blocks, perProcessor / threads);
  CHECK_MUSA(
      musaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, index, 128, sharedLimit() - 16));
  CHECK_EQUAL(blocks, 1);
  CHECK_MUSA(musaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, index, 128, sharedLimit()));
  CHECK_EQUAL(blocks, 0);
  CHECK_MUSA(musaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, bounded, threads, 0));
  CHECK_EQUAL(blocks, perProcessor / threads); // only a launch minds the kernel's bounds
  int grid = 0, block = 0;
  CHECK_MUSA(musaOccupancyMaxPotentialBlockSize(&grid, &block, index));
  CHECK_EQUAL(block, threads);
  CHECK_EQUAL(grid, processors * (perProcessor / threads));
  CHECK_MUSA(musaOccupancyMaxPotentialBlockSize(&grid, &block, index, 0, 128));
  CHECK_EQUAL(block, 128);
  CHECK_MUSA(musaOccupancyMaxPotentialBlockSize(&grid, &block, bounded));
  CHECK_EQUAL(block, 64);
  CHECK_MUSA(musaOccupancyMaxPotentialBlockSizeVariableSMem(
      &grid, &block, index, [](int size) { return static_cast<size_t>(size) * 64; }));
  CHECK(block > 0 && static_cast<size_t>(block) * 64 <= sharedLimit() - 16);
  size_t dynamic = 0;
  CHECK_MUSA(musaOccupancyAvailableDynamicSMemPerBlock(&dynamic, sharing, 1, 64));
  CHECK(dynamic > 0 && dynamic <= sharedLimit() - 528);
}

__global__ void countBlocks(int *count) {
  if (threadIdx.x == 0)
    __atomic_fetch_add(count, 1, __ATOMIC_RELAXED);
}

static void cooperative() {
  int *count = managedInts(1);
  int resident = 0;
  CHECK_MUSA(musaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, countBlocks, 256, 0));
  const auto most = static_cast<unsigned>(resident) * 2;
  void *pointers[] = {&count};
  *count = 0;
  CHECK_MUSA(musaLaunchCooperativeKernel(&countBlocks, dim3(most), dim3(256), pointers));
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(*count, static_cast<int>(most));
  CHECK_EQUAL(musaLaunchCooperativeKernel(&countBlocks, dim3(most + 1), dim3(256), pointers),
              musaErrorCooperativeLaunchTooLarge);
  CHECK_EQUAL(musaGetLastError(), musaErrorCooperativeLaunchTooLarge);
  CHECK_MUSA(musaFree(count));
}

/// All that the device says a kernel may ask for, it gets.
static void optIn() {
  int *out = managedInts(1);
  musaDeviceProp properties = {};
  CHECK_MUSA(musaGetDeviceProperties(&properties, 0));
  const auto most = static_cast<int>(properties.sharedMemPerBlockOptin);
  int value = 0;
  CHECK_MUSA(musaDeviceGetAttribute(&value, musaDevAttrMaxSharedMemoryPerBlockOptin, 0));
  CHECK_EQUAL(value, most);
  CHECK_EQUAL(static_cast<size_t>(most) + properties.reservedSharedMemPerBlock, sharedLimit());
  constexpr musaFuncAttribute attribute = musaFuncAttributeMaxDynamicSharedMemorySize;
  CHECK_MUSA(musaFuncSetAttribute(lastByte, attribute, most));
  lastByte<<<1, 1, properties.sharedMemPerBlockOptin>>>(out, most);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(*out, 7);
  int blocks = 0;
  CHECK_MUSA(musaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, lastByte, 1,
                                                           properties.sharedMemPerBlockOptin));
  CHECK(blocks >= 1);
  CHECK_EQUAL(musaFuncSetAttribute(lastByte, attribute, most + 1), musaErrorInvalidValue);
  CHECK_EQUAL(musaGetLastError(), musaErrorInvalidValue);
}

int main() {
  arguments();
  optIn();
  shapes();
  refused();
  sharedMemory();
  occupancy();
  cooperative();
  CHECK_EQUAL(musaGetLastError(), musaSuccess);
  return CHECK_RESULT();
}
