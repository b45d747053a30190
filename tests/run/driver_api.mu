// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The driver API, against the runtime API on the same device, memory, streams and kernels.
// MCC:
// MCC: -lmusa
// ENV: MUSA_HOST_DEVICES=2
// STDERR: muModuleLoadData of an image that is not the program's: the host runs only device code that mcc
#include "check.h"

#include <algorithm>
#include <cstring>
#include <musa.h>
#include <thread>
#include <vector>

static_assert(MU_IPC_HANDLE_SIZE == 64 && sizeof(union MUlaunchAttributeValue_union) == 64, "");
static_assert(sizeof(MUkernelNodeAttrValue) == sizeof(MUlaunchAttributeValue), "");
static_assert(sizeof(MUstreamAttrID) == sizeof(MUlaunchAttributeID), "");

namespace {

constexpr int count = 1000;
constexpr size_t bytes = count * sizeof(int);

#define CHECK_MU(call) CHECK_EQUAL(call, MUSA_SUCCESS)

} // namespace

struct Pair {
  char tag;
  double factor;
};

__device__ int counter = 5;
extern "C" __constant__ float weights[4] = {1, 2, 3, 4};
static __constant__ int steps[3] = {7, 8, 9};

extern "C" __global__ void scale(int *data, Pair pair, short addend) {
  extern __shared__ int scratch[];
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  scratch[threadIdx.x] = addend;
  __syncthreads();
  if (i < count)
    data[i] = static_cast<int>(data[i] * pair.factor) + scratch[blockDim.x - 1 - threadIdx.x] +
              (pair.tag == 'x' ? 1 : 0);
}

template <typename T> __global__ void increment(T *data) { atomicAdd(data, T{1}); }

__global__ void bump() { atomicAdd(&counter, steps[0] - 6); }

namespace {

bool isAll(const std::vector<int> &values, int expected) {
  return std::all_of(values.begin(), values.end(), [=](int one) { return one == expected; });
}

void testBeforeInit() {
  int number = 0;
  MUcontext context;
  CHECK_EQUAL(muDeviceGetCount(&number), MUSA_ERROR_NOT_INITIALIZED);
  CHECK_EQUAL(muCtxGetCurrent(&context), MUSA_ERROR_NOT_INITIALIZED);
  CHECK_MU(muDriverGetVersion(&number));
  CHECK_EQUAL(number, MUSA_VERSION);
  int ofRuntime = 0;
  CHECK_MUSA(musaDriverGetVersion(&ofRuntime));
  CHECK_EQUAL(number, ofRuntime);
  CHECK_EQUAL(muInit(1), MUSA_ERROR_INVALID_VALUE);
  CHECK_MU(muInit(0));
  MUdeviceptr pointer;
  CHECK_MU(muCtxGetCurrent(&context));
  CHECK(context == nullptr);
  CHECK_EQUAL(muMemAlloc(&pointer, 4), MUSA_ERROR_INVALID_CONTEXT);
  MUdevice device;
  CHECK_EQUAL(muCtxGetDevice(&device), MUSA_ERROR_INVALID_CONTEXT);
}

void testErrors() {
  const char *text = nullptr;
  CHECK_MU(muGetErrorName(MUSA_ERROR_OUT_OF_MEMORY, &text));
  CHECK(std::string(text) == "MUSA_ERROR_OUT_OF_MEMORY");
  CHECK_MU(muGetErrorName(MUSA_SUCCESS, &text));
  CHECK(std::string(text) == "MUSA_SUCCESS");
  CHECK_MU(muGetErrorString(MUSA_ERROR_INVALID_VALUE, &text));
  CHECK(std::string(text) == musaGetErrorString(musaErrorInvalidValue));
  CHECK_EQUAL(muGetErrorName(static_cast<MUresult>(12345), &text), MUSA_ERROR_INVALID_VALUE);
  CHECK(text == nullptr);
  CHECK_EQUAL(static_cast<int>(MUSA_ERROR_NOT_FOUND), 500);
  CHECK_EQUAL(static_cast<int>(MUSA_ERROR_INVALID_HANDLE), 400);
}

void testDevices() {
  int number = 0;
  CHECK_MU(muDeviceGetCount(&number));
  CHECK_EQUAL(number, 2);
  MUdevice device = -1;
  CHECK_EQUAL(muDeviceGet(&device, 2), MUSA_ERROR_INVALID_DEVICE);
  CHECK_MU(muDeviceGet(&device, 1));
  CHECK_EQUAL(device, 1);
  musaDeviceProp properties;
  CHECK_MUSA(musaGetDeviceProperties(&properties, 1));
  char name[256];
  CHECK_MU(muDeviceGetName(name, sizeof name, device));
  CHECK(std::string(name) == properties.name);
  CHECK_MU(muDeviceGetName(name, 5, device));
  CHECK(std::string(name) == std::string(properties.name).substr(0, 4));
  size_t total = 0;
  CHECK_MU(muDeviceTotalMem(&total, device));
  CHECK_EQUAL(total, properties.totalGlobalMem);
  int major = 0, minor = 0;
  CHECK_MU(muDeviceComputeCapability(&major, &minor, device));
  CHECK(major == properties.major && minor == properties.minor);
  MUuuid ids[2];
  CHECK_MU(muDeviceGetUuid(&ids[0], 0));
  CHECK_MU(muDeviceGetUuid(&ids[1], 1));
  CHECK(std::memcmp(&ids[1], &properties.uuid, sizeof ids[1]) == 0);
  CHECK(std::memcmp(&ids[0], &ids[1], sizeof ids[1]) != 0);
  // Each attribute has an answer, and the runtime's where it has one.
  int answered = 0;
  for (int i = 1; i < MU_DEVICE_ATTRIBUTE_MAX; ++i) {
    int value = -100, ofRuntime = -100;
    const MUresult result =
        muDeviceGetAttribute(&value, static_cast<MUdevice_attribute>(i), device);
    if (musaDeviceGetAttribute(&ofRuntime, static_cast<musaDeviceAttr>(i), device) == musaSuccess)
      CHECK_EQUAL(value, ofRuntime);
    CHECK_EQUAL(result, MUSA_SUCCESS);
    answered += result == MUSA_SUCCESS;
  }
  CHECK_EQUAL(answered, MU_DEVICE_ATTRIBUTE_MAX - 1);
  int warp = 0;
  CHECK_MU(muDeviceGetAttribute(&warp, MU_DEVICE_ATTRIBUTE_WARP_SIZE, device));
  CHECK_EQUAL(warp, properties.warpSize);
  CHECK_EQUAL(muDeviceGetAttribute(&warp, MU_DEVICE_ATTRIBUTE_MAX, device),
              MUSA_ERROR_INVALID_VALUE);
  musaGetLastError();
}

void testContexts() {
  MUcontext first, second, popped, current;
  CHECK_MU(muCtxCreate(&first, MU_CTX_SCHED_AUTO, 0));
  CHECK_MU(muCtxCreate(&second, MU_CTX_SCHED_SPIN, 1));
  MUdevice device = -1;
  unsigned flags = 0;
  CHECK_MU(muCtxGetDevice(&device));
  CHECK_MU(muCtxGetFlags(&flags));
  CHECK(device == 1 && flags == MU_CTX_SCHED_SPIN);
  int ofRuntime = -1;
  CHECK_MUSA(musaGetDevice(&ofRuntime)); // the runtime follows
  CHECK_EQUAL(ofRuntime, 1);
  CHECK_MU(muCtxPopCurrent(&popped));
  CHECK(popped == second);
  CHECK_MU(muCtxGetCurrent(&current));
  CHECK(current == first);
  CHECK_MUSA(musaGetDevice(&ofRuntime));
  CHECK_EQUAL(ofRuntime, 0);
  CHECK_MUSA(musaSetDevice(1)); // and the driver
  CHECK_MU(muCtxGetDevice(&device));
  CHECK_EQUAL(device, 1);
  MUcontext primary;
  CHECK_MU(muDevicePrimaryCtxRetain(&primary, 1));
  CHECK_MU(muCtxGetCurrent(&current));
  CHECK(current == primary);
  int active = 0;
  CHECK_MU(muDevicePrimaryCtxGetState(1, &flags, &active));
  CHECK_EQUAL(active, 1);
  CHECK_MU(muCtxSetCurrent(first));
  CHECK_MU(muDevicePrimaryCtxRelease(1));
  CHECK_EQUAL(muDevicePrimaryCtxRelease(1), MUSA_ERROR_INVALID_CONTEXT);
  // Another thread has its own.
  std::thread([=] {
    MUcontext none = first;
    CHECK_MU(muCtxGetCurrent(&none));
    CHECK(none == nullptr);
    CHECK_MU(muCtxPushCurrent(second));
    MUdevice inThread = -1;
    CHECK_MU(muCtxGetDevice(&inThread));
    CHECK_EQUAL(inThread, 1);
  }).join();
  CHECK_MU(muCtxDestroy(second));
  CHECK_EQUAL(muCtxPushCurrent(second), MUSA_ERROR_CONTEXT_IS_DESTROYED);
  CHECK_EQUAL(muCtxDestroy(primary), MUSA_ERROR_INVALID_CONTEXT);
  // Refused, it stays current.
  CHECK_MU(muCtxPushCurrent(primary));
  CHECK_EQUAL(muCtxDestroy(primary), MUSA_ERROR_INVALID_CONTEXT);
  CHECK_MU(muCtxPopCurrent(&popped));
  CHECK(popped == primary);
  // One that another thread has destroyed can be popped, and nothing else.
  MUcontext third;
  CHECK_MU(muCtxCreate(&third, 0, 1));
  std::thread([=] { CHECK_MU(muCtxDestroy(third)); }).join();
  CHECK_EQUAL(muCtxGetDevice(&device), MUSA_ERROR_CONTEXT_IS_DESTROYED);
  CHECK_MU(muCtxPopCurrent(&popped));
  CHECK(popped == third);
  CHECK_MU(muCtxGetCurrent(&current));
  CHECK(current == first);
  size_t limit = 0;
  CHECK_MU(muCtxSetLimit(MU_LIMIT_PRINTF_FIFO_SIZE, 1 << 16));
  CHECK_MU(muCtxGetLimit(&limit, MU_LIMIT_PRINTF_FIFO_SIZE));
  CHECK_EQUAL(limit, size_t{1} << 16);
  CHECK_EQUAL(muCtxGetLimit(&limit, MU_LIMIT_MAX), MUSA_ERROR_INVALID_VALUE);
  unsigned version = 0;
  CHECK_MU(muCtxGetApiVersion(first, &version));
  CHECK(version >= 3010);
  CHECK_MU(muCtxSynchronize());
}

void testMemory() {
  MUdeviceptr data = 0, other = 0;
  CHECK_MU(muMemAlloc(&data, bytes));
  CHECK_MU(muMemAlloc(&other, bytes));
  CHECK_EQUAL(muMemAlloc(&other, 0), MUSA_ERROR_INVALID_VALUE);
  int *pointer = reinterpret_cast<int *>(data);
  std::vector<int> source(count), result(count);
  for (int i = 0; i < count; ++i)
    source[static_cast<size_t>(i)] = i * i;
  // Written by one API, read by the other.
  CHECK_MU(muMemcpyHtoD(data, source.data(), bytes));
  CHECK_MUSA(musaMemcpy(result.data(), pointer, bytes, musaMemcpyDeviceToHost));
  CHECK(result == source);
  CHECK_MU(muMemcpyDtoD(other, data, bytes));
  std::fill(result.begin(), result.end(), 0);
  CHECK_MU(muMemcpyDtoH(result.data(), other, bytes));
  CHECK(result == source);
  MUstream stream;
  CHECK_MU(muStreamCreate(&stream, MU_STREAM_NON_BLOCKING));
  CHECK_MU(muMemsetD32Async(data, 77, count, stream));
  CHECK_MU(muMemsetD16Async(data + 2, 0xabcd, 1, stream));
  CHECK_MU(muMemsetD8Async(data + 4, 0x12, 3, stream));
  CHECK_MU(muMemcpyDtoDAsync(other, data, bytes, stream));
  CHECK_MU(muMemcpyDtoHAsync(result.data(), other, bytes, stream));
  CHECK_MU(muStreamSynchronize(stream));
  CHECK_EQUAL(static_cast<unsigned>(result[0]), 0xabcd004du);
  CHECK_EQUAL(result[1], 0x00121212);
  CHECK_EQUAL(result[count - 1], 77);
  CHECK_EQUAL(muMemsetD32(data + 2, 0, 1), MUSA_ERROR_INVALID_VALUE); // not aligned
  CHECK_MU(muMemsetD32(data, 4, count));
  CHECK_MU(muMemcpy(reinterpret_cast<MUdeviceptr>(result.data()), data, bytes));
  CHECK(isAll(result, 4));
  CHECK_EQUAL(muMemcpyDtoH(result.data(), data, bytes + 1), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(musaGetLastError(), musaSuccess); // the driver's errors are not the runtime's

  // Boxes.
  MUdeviceptr pitched = 0;
  size_t pitch = 0;
  constexpr size_t width = 10, height = 7;
  CHECK_MU(muMemAllocPitch(&pitched, &pitch, width * sizeof(int), height, 4));
  CHECK(pitch >= width * sizeof(int));
  CHECK_MU(muMemsetD2D32(pitched, pitch, 1, width, height));
  CHECK_MU(muCtxSynchronize()); // the stream does not wait for stream 0
  CHECK_MU(muMemsetD2D8Async(pitched + 4, pitch, 0, 4, 3, stream));
  CHECK_MU(muStreamSynchronize(stream));
  std::vector<int> box(width * height);
  MUSA_MEMCPY2D copy = {};
  copy.srcMemoryType = MU_MEMORYTYPE_DEVICE;
  copy.srcDevice = pitched;
  copy.srcPitch = pitch;
  copy.dstMemoryType = MU_MEMORYTYPE_HOST;
  copy.dstHost = box.data();
  copy.dstPitch = width * sizeof(int);
  copy.WidthInBytes = width * sizeof(int);
  copy.Height = height;
  CHECK_MU(muMemcpy2D(&copy));
  for (size_t y = 0; y < height; ++y)
    for (size_t x = 0; x < width; ++x)
      CHECK_EQUAL(box[y * width + x], x == 1 && y < 3 ? 0 : 1);
  // A part, from the middle to the middle.
  for (size_t i = 0; i < box.size(); ++i)
    box[i] = static_cast<int>(i);
  copy = {};
  copy.srcMemoryType = MU_MEMORYTYPE_HOST;
  copy.srcHost = box.data();
  copy.srcPitch = width * sizeof(int);
  copy.srcXInBytes = 2 * sizeof(int);
  copy.srcY = 3;
  copy.dstMemoryType = MU_MEMORYTYPE_UNIFIED;
  copy.dstDevice = pitched;
  copy.dstPitch = pitch;
  copy.dstXInBytes = 5 * sizeof(int);
  copy.dstY = 1;
  copy.WidthInBytes = 4 * sizeof(int);
  copy.Height = 2;
  CHECK_MU(muMemcpy2DAsync(&copy, stream));
  CHECK_MU(muStreamSynchronize(stream));
  std::vector<int> got(width * height);
  CHECK_MUSA(musaMemcpy2D(got.data(), width * sizeof(int), reinterpret_cast<void *>(pitched), pitch,
                          width * sizeof(int), height, musaMemcpyDeviceToHost));
  for (size_t y = 0; y < 2; ++y)
    for (size_t x = 0; x < 4; ++x)
      CHECK_EQUAL(got[(y + 1) * width + x + 5], static_cast<int>((y + 3) * width + x + 2));
  CHECK_EQUAL(got[width + 4], 1);

  // An array.
  MUSA_ARRAY_DESCRIPTOR descriptor = {width, height, MU_AD_FORMAT_SIGNED_INT32, 1};
  MUarray array;
  CHECK_MU(muArrayCreate(&array, &descriptor));
  MUSA_ARRAY_DESCRIPTOR is = {};
  CHECK_MU(muArrayGetDescriptor(&is, array));
  CHECK(is.Width == width && is.Height == height && is.Format == MU_AD_FORMAT_SIGNED_INT32 &&
        is.NumChannels == 1);
  copy = {};
  copy.srcMemoryType = MU_MEMORYTYPE_HOST;
  copy.srcHost = box.data();
  copy.dstMemoryType = MU_MEMORYTYPE_ARRAY;
  copy.dstArray = array;
  copy.WidthInBytes = width * sizeof(int);
  copy.Height = height;
  CHECK_MU(muMemcpy2D(&copy));
  int three[3] = {};
  CHECK_MU(muMemcpyAtoH(three, array, (width * 2 + 4) * sizeof(int), sizeof three));
  CHECK(three[0] == 24 && three[1] == 25 && three[2] == 26);
  MUSA_MEMCPY3D copy3 = {};
  copy3.srcMemoryType = MU_MEMORYTYPE_ARRAY;
  copy3.srcArray = array;
  copy3.srcXInBytes = 3 * sizeof(int);
  copy3.srcY = 1;
  copy3.dstMemoryType = MU_MEMORYTYPE_DEVICE;
  copy3.dstDevice = data;
  copy3.WidthInBytes = 2 * sizeof(int);
  copy3.Height = 2;
  copy3.Depth = 1;
  CHECK_MU(muMemcpy3D(&copy3));
  int four[4] = {};
  CHECK_MU(muMemcpyDtoH(four, data, sizeof four));
  CHECK(four[0] == 13 && four[1] == 14 && four[2] == 23 && four[3] == 24);
  CHECK_MU(muArrayDestroy(array));

  // What memory is.
  MUdeviceptr base = 0;
  size_t size = 0;
  CHECK_MU(muMemGetAddressRange(&base, &size, data + 100));
  CHECK(base == data && size == bytes);
  CHECK_EQUAL(muMemGetAddressRange(&base, &size, 16), MUSA_ERROR_NOT_FOUND);
  MUmemorytype type = {};
  CHECK_MU(muPointerGetAttribute(&type, MU_POINTER_ATTRIBUTE_MEMORY_TYPE, data));
  CHECK_EQUAL(type, MU_MEMORYTYPE_DEVICE);
  void *host = nullptr;
  CHECK_MU(muMemHostAlloc(&host, 64, MU_MEMHOSTALLOC_DEVICEMAP));
  MUdeviceptr mapped = 0;
  CHECK_MU(muMemHostGetDevicePointer(&mapped, host, 0));
  CHECK_MU(muPointerGetAttribute(&type, MU_POINTER_ATTRIBUTE_MEMORY_TYPE, mapped));
  CHECK_EQUAL(type, MU_MEMORYTYPE_HOST);
  musaPointerAttributes ofRuntime;
  CHECK_MUSA(musaPointerGetAttributes(&ofRuntime, host));
  CHECK_EQUAL(ofRuntime.type, musaMemoryTypeHost);
  MUdeviceptr managed = 0;
  CHECK_MU(muMemAllocManaged(&managed, 64, MU_MEM_ATTACH_GLOBAL));
  unsigned isManaged = 0;
  int ordinal = -1;
  MUpointer_attribute attributes[] = {MU_POINTER_ATTRIBUTE_IS_MANAGED,
                                      MU_POINTER_ATTRIBUTE_DEVICE_ORDINAL,
                                      MU_POINTER_ATTRIBUTE_RANGE_SIZE};
  void *values[] = {&isManaged, &ordinal, &size};
  CHECK_MU(muPointerGetAttributes(3, attributes, values, managed));
  CHECK(isManaged == 1 && ordinal == 0 && size == 64);
  CHECK_MU(muPointerGetAttributes(3, attributes, values, 16));
  CHECK(isManaged == 0 && size == 0);
  CHECK_EQUAL(muPointerGetAttribute(&type, MU_POINTER_ATTRIBUTE_MEMORY_TYPE, 16),
              MUSA_ERROR_INVALID_VALUE);
  size_t before = 0, after = 0, total = 0;
  CHECK_MU(muMemGetInfo(&before, &total));
  CHECK_MU(muMemFree(managed));
  CHECK_MU(muMemGetInfo(&after, &total));
  CHECK_EQUAL(after, before + 64);
  CHECK_EQUAL(muMemFree(managed), MUSA_ERROR_INVALID_VALUE);
  CHECK_MU(muMemFreeHost(host));
  MUdeviceptr inOrder = 0;
  CHECK_MU(muMemAllocAsync(&inOrder, bytes, stream));
  CHECK_MU(muMemsetD32Async(inOrder, 9, count, stream));
  CHECK_MU(muMemcpyDtoHAsync(result.data(), inOrder, bytes, stream));
  CHECK_MU(muMemFreeAsync(inOrder, stream));
  CHECK_MU(muStreamSynchronize(stream));
  CHECK(isAll(result, 9));
  // From device to device.
  MUcontext contexts[2];
  CHECK_MU(muCtxGetCurrent(&contexts[0]));
  CHECK_MU(muDevicePrimaryCtxRetain(&contexts[1], 1));
  CHECK_MU(muCtxPushCurrent(contexts[1]));
  MUdeviceptr there = 0;
  CHECK_MU(muMemAlloc(&there, bytes));
  CHECK_MU(muCtxPopCurrent(nullptr));
  CHECK_MU(muMemsetD32(data, 31, count));
  CHECK_MU(muMemcpyPeer(there, contexts[1], data, contexts[0], bytes));
  CHECK_MU(muMemcpyDtoH(result.data(), there, bytes));
  CHECK(isAll(result, 31));
  CHECK_MU(muMemFree(there));
  CHECK_MU(muMemFree(pitched));
  CHECK_MU(muMemFree(data));
  CHECK_MU(muMemFree(other));
  CHECK_MUSA(musaStreamDestroy(stream)); // a handle of both
}

void testKernels() {
  MUmodule module;
  CHECK_MU(muModuleLoad(&module, ""));
  MUfunction function = nullptr;
  CHECK_MU(muModuleGetFunction(&function, module, "scale"));
  CHECK_EQUAL(muModuleGetFunction(&function, module, "no_such_kernel"), MUSA_ERROR_NOT_FOUND);
  const char *name = nullptr;
  CHECK_MU(muFuncGetName(&name, function));
  CHECK(std::string(name) == "scale");
  unsigned functions = 0;
  CHECK_MU(muModuleGetFunctionCount(&functions, module));
  CHECK(functions >= 3);
  MUdeviceptr data = 0;
  CHECK_MU(muMemAlloc(&data, bytes));
  std::vector<int> result(count);
  const auto get = [&] {
    CHECK_MU(muMemcpyDtoH(result.data(), data, bytes));
    return result;
  };
  MUstream stream;
  CHECK_MU(muStreamCreate(&stream, MU_STREAM_DEFAULT));
  CHECK_MU(muMemsetD32Async(data, 4, count, stream));
  Pair pair = {'x', 2.5};
  short addend = 100;
  void *arguments[] = {&data, &pair, &addend};
  CHECK_MU(
      muLaunchKernel(function, 8, 1, 1, 128, 1, 1, 128 * sizeof(int), stream, arguments, nullptr));
  CHECK(isAll(get(), 111));
  // The same by a buffer.
  struct {
    MUdeviceptr data;
    Pair pair;
    short addend;
  } packed = {data, {'y', 2}, -22};
  size_t size = sizeof packed;
  void *extra[] = {MU_LAUNCH_PARAM_BUFFER_POINTER, &packed, MU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                   MU_LAUNCH_PARAM_END};
  CHECK_MU(muLaunchKernel(function, 8, 1, 1, 128, 1, 1, 128 * sizeof(int), stream, nullptr, extra));
  CHECK(isAll(get(), 200));
  size = 16;
  CHECK_EQUAL(muLaunchKernel(function, 8, 1, 1, 128, 1, 1, 512, stream, nullptr, extra),
              MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muLaunchKernel(function, 8, 1, 1, 128, 1, 1, 512, stream, arguments, extra),
              MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muLaunchKernel(nullptr, 8, 1, 1, 128, 1, 1, 512, stream, arguments, nullptr),
              MUSA_ERROR_INVALID_HANDLE);
  CHECK_EQUAL(muLaunchKernel(function, 8, 1, 1, 4096, 1, 1, 512, stream, arguments, nullptr),
              MUSA_ERROR_INVALID_VALUE);
  CHECK_MU(muLaunchCooperativeKernel(function, 1, 1, 1, 128, 1, 1, 128 * sizeof(int), stream,
                                     arguments));
  CHECK_EQUAL(get()[0], 601);
  CHECK_EQUAL(get()[128], 200);
  MUlaunchAttribute attribute = {};
  attribute.id = MU_LAUNCH_ATTRIBUTE_IGNORE;
  MUlaunchConfig config = {8, 1, 1, 128, 1, 1, 128 * sizeof(int), stream, &attribute, 1};
  CHECK_MU(muMemsetD32(data, 0, count));
  CHECK_MU(muLaunchKernelEx(&config, function, arguments, nullptr));
  CHECK(isAll(get(), 101));

  // Attributes and occupancy are the runtime's.
  musaFuncAttributes attributes;
  CHECK_MUSA(musaFuncGetAttributes(&attributes, scale));
  int value = -1;
  CHECK_MU(muFuncGetAttribute(&value, MU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function));
  CHECK_EQUAL(value, attributes.maxThreadsPerBlock);
  CHECK_MU(muFuncSetAttribute(function, MU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 2048));
  CHECK_MUSA(musaFuncGetAttributes(&attributes, scale));
  CHECK_EQUAL(attributes.maxDynamicSharedSizeBytes, 2048);
  CHECK_EQUAL(muLaunchKernel(function, 8, 1, 1, 128, 1, 1, 4096, stream, arguments, nullptr),
              MUSA_ERROR_INVALID_VALUE);
  int blocks = 0, ofRuntime = 0;
  CHECK_MU(muOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, 128, 512));
  CHECK_MUSA(musaOccupancyMaxActiveBlocksPerMultiprocessor(&ofRuntime, scale, 128, 512));
  CHECK(blocks == ofRuntime && blocks > 0);
  int grid = 0, block = 0, gridOfRuntime = 0, blockOfRuntime = 0;
  CHECK_MU(muOccupancyMaxPotentialBlockSize(
      &grid, &block, function, [](int threads) { return threads * sizeof(int); }, 0, 0));
  CHECK_MUSA(musaOccupancyMaxPotentialBlockSizeVariableSMem(
      &gridOfRuntime, &blockOfRuntime, scale, [](int threads) { return threads * sizeof(int); }));
  CHECK(grid == gridOfRuntime && block == blockOfRuntime && block > 0);
  size_t offset = 0;
  CHECK_MU(muFuncGetParamInfo(function, 1, &offset, &size));
  CHECK(offset == 8 && size == sizeof(Pair));

  // Variables and templates by their mangled names.
  MUdeviceptr address = 0;
  CHECK_MU(muModuleGetGlobal(&address, &size, module, "counter"));
  CHECK_EQUAL(size, sizeof(int));
  void *symbol = nullptr;
  CHECK_MUSA(musaGetSymbolAddress(&symbol, counter));
  CHECK(reinterpret_cast<void *>(address) == symbol);
  CHECK_MU(muModuleGetGlobal(nullptr, &size, module, "weights"));
  CHECK_EQUAL(size, 4 * sizeof(float));
  CHECK_EQUAL(muModuleGetGlobal(&address, nullptr, module, "none"), MUSA_ERROR_NOT_FOUND);
  // Static ones have their names of the source.
  int second = 0;
  CHECK_MU(muModuleGetGlobal(&address, &size, module, "steps"));
  CHECK_EQUAL(size, sizeof steps);
  CHECK_MU(muMemcpyDtoH(&second, address + sizeof(int), sizeof second));
  CHECK_EQUAL(second, 8);
  CHECK_MU(muMemcpyHtoD(address, &second, sizeof second));
  MUfunction bumpFunction, incrementFunction;
  CHECK_MU(muModuleGetFunction(&bumpFunction, module, "_Z4bumpv"));
  CHECK_MU(muModuleGetFunction(&incrementFunction, module, "_Z9incrementIiEvPT_"));
  CHECK_MU(muLaunchKernel(bumpFunction, 3, 1, 1, 10, 1, 1, 0, nullptr, nullptr, nullptr));
  CHECK_MU(muModuleGetGlobal(&address, nullptr, module, "counter"));
  void *counterArgument[] = {&address};
  CHECK_MU(
      muLaunchKernel(incrementFunction, 2, 1, 1, 1, 1, 1, 0, nullptr, counterArgument, nullptr));
  int now = 0;
  CHECK_MUSA(musaMemcpyFromSymbol(&now, counter, sizeof now));
  CHECK_EQUAL(now, 5 + 30 * 2 + 2);
  increment<<<1, 1>>>(&result[0]); // the instance
  CHECK_MU(muCtxSynchronize());

  // The program's own file, and what is not the program's.
  MUmodule self, none;
  CHECK_MU(muModuleLoad(&self, "/proc/self/exe"));
  MUfunction same;
  CHECK_MU(muModuleGetFunction(&same, self, "scale"));
  CHECK(same != function); // each module's own
  MUmodule from;
  CHECK_MU(muFuncGetModule(&from, same));
  CHECK(from == self);
  CHECK_MU(muFuncGetModule(&from, function));
  CHECK(from == module);
  MUfunction again;
  CHECK_MU(muModuleGetFunction(&again, module, "scale"));
  CHECK(again == function);
  CHECK_EQUAL(muModuleLoad(&none, "no/such/file"), MUSA_ERROR_FILE_NOT_FOUND);
  CHECK_EQUAL(muModuleLoad(&none, "/bin/sh"), MUSA_ERROR_INVALID_IMAGE);
  CHECK_EQUAL(muModuleLoadData(&none, ".version 8.0 .target sm_80"), MUSA_ERROR_NOT_SUPPORTED);
  CHECK_MU(muModuleUnload(self));
  CHECK_EQUAL(muModuleGetFunction(&again, self, "scale"), MUSA_ERROR_INVALID_HANDLE);
  CHECK_EQUAL(muFuncGetName(&name, same), MUSA_ERROR_INVALID_HANDLE);
  CHECK_MU(muFuncGetName(&name, function)); // of the module that is still loaded
  CHECK_MU(muModuleUnload(module));
  CHECK_MU(muMemFree(data));
  CHECK_MU(muStreamDestroy(stream));
}

int calls = 0;

MUresult insideReset = MUSA_SUCCESS;

/// A host function may not call the API: some calls would wait for the function itself.
void testInHostFunction() {
  CHECK_MU(muLaunchHostFunc(
      nullptr, [](void *result) { *static_cast<MUresult *>(result) = muDevicePrimaryCtxReset(0); },
      &insideReset));
  CHECK_MU(muCtxSynchronize());
  CHECK_EQUAL(insideReset, MUSA_ERROR_NOT_PERMITTED);
}

void testStreams() {
  MUstream stream;
  CHECK_MU(muStreamCreateWithPriority(&stream, MU_STREAM_NON_BLOCKING, -1));
  int priority = 1;
  unsigned flags = 0;
  MUdevice device = -1;
  MUcontext context, current;
  CHECK_MU(muStreamGetPriority(stream, &priority));
  CHECK_MU(muStreamGetFlags(stream, &flags));
  CHECK_MU(muStreamGetDevice(stream, &device));
  CHECK_MU(muStreamGetCtx(stream, &context));
  CHECK_MU(muCtxGetCurrent(&current));
  CHECK(priority == -1 && flags == MU_STREAM_NON_BLOCKING && device == 0 && context == current);
  unsigned long long id = 0, ofRuntime = 0;
  CHECK_MU(muStreamGetId(stream, &id));
  CHECK_MUSA(musaStreamGetId(stream, &ofRuntime));
  CHECK_EQUAL(id, ofRuntime);
  CHECK_EQUAL(muStreamGetId(nullptr, &id), MUSA_ERROR_INVALID_HANDLE);

  MUstream other;
  CHECK_MU(muStreamCreate(&other, MU_STREAM_NON_BLOCKING));
  MUstreamAttrValue value = {};
  value.syncPolicy = MU_SYNC_POLICY_YIELD;
  CHECK_MU(muStreamSetAttribute(stream, MU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY, &value));
  CHECK_MU(muStreamCopyAttributes(other, stream));
  value = {};
  CHECK_MU(muStreamGetAttribute(other, MU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY, &value));
  CHECK_EQUAL(value.syncPolicy, MU_SYNC_POLICY_YIELD);
  CHECK_EQUAL(muStreamGetAttribute(other, MU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY, nullptr),
              MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muStreamSetAttribute(stream, MU_STREAM_ATTRIBUTE_PRIORITY, &value),
              MUSA_ERROR_NOT_SUPPORTED);
  CHECK_MU(muStreamDestroy(other));
  MUevent start, stop;
  CHECK_MU(muEventCreate(&start, MU_EVENT_DEFAULT));
  CHECK_MU(muEventCreate(&stop, MU_EVENT_DEFAULT));
  CHECK_MU(muEventRecord(start, stream));
  CHECK_MU(muLaunchHostFunc(stream, [](void *data) { ++*static_cast<int *>(data); }, &calls));
  CHECK_MU(muStreamAddCallback(
      stream,
      [](MUstream, MUresult status, void *data) {
        *static_cast<int *>(data) += status == MUSA_SUCCESS ? 10 : 1000;
      },
      &calls, 0));
  CHECK_MU(muEventRecord(stop, stream));
  CHECK_MU(muStreamWaitEvent(nullptr, stop, MU_EVENT_WAIT_DEFAULT));
  CHECK_MU(muStreamSynchronize(nullptr));
  CHECK_EQUAL(calls, 11);
  CHECK_MU(muEventQuery(stop));
  CHECK_MU(muStreamSynchronize(stream));
  CHECK_MU(muStreamQuery(stream));
  CHECK_MU(muEventSynchronize(stop));
  float milliseconds = -1;
  CHECK_MU(muEventElapsedTime(&milliseconds, start, stop));
  CHECK(milliseconds >= 0);
  CHECK_MU(muEventDestroy(start));
  CHECK_EQUAL(muEventDestroy(start), MUSA_ERROR_INVALID_HANDLE);
  CHECK_MU(muEventDestroy(stop));
  CHECK_MU(muStreamDestroy(stream));
  CHECK_EQUAL(muStreamSynchronize(stream), MUSA_ERROR_INVALID_HANDLE);
}

void testProcAddress() {
  void *found = nullptr;
  MUdriverProcAddressQueryResult status;
  CHECK_MU(
      muGetProcAddress("muMemAlloc", &found, MUSA_VERSION, MU_GET_PROC_ADDRESS_DEFAULT, &status));
  CHECK_EQUAL(status, MU_GET_PROC_ADDRESS_SUCCESS);
  CHECK(found == reinterpret_cast<void *>(&muMemAlloc));
  CHECK_MU(muGetProcAddress("muInit", &found, MUSA_VERSION, 0, nullptr));
  CHECK(found == reinterpret_cast<void *>(&muInit));
  CHECK_EQUAL(muGetProcAddress("muNoSuchThing", &found, MUSA_VERSION, 0, &status),
              MUSA_ERROR_NOT_FOUND);
  CHECK_EQUAL(status, MU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
  CHECK(found == nullptr);
  musaDriverEntryPointQueryResult ofRuntime;
  CHECK_MUSA(musaGetDriverEntryPoint("muMemFree", &found, musaEnableDefault, &ofRuntime));
  CHECK_EQUAL(ofRuntime, musaDriverEntryPointSuccess);
  CHECK(found == reinterpret_cast<void *>(&muMemFree));
  CHECK_MUSA(musaGetDriverEntryPoint("musaMalloc", &found, musaEnableDefault, &ofRuntime));
  CHECK(ofRuntime == musaDriverEntryPointSymbolNotFound && found == nullptr);
  CHECK_MUSA(musaGetDriverEntryPointByVersion("muMemFree", &found, MUSA_VERSION, musaEnableDefault,
                                              &ofRuntime));
  CHECK(found == reinterpret_cast<void *>(&muMemFree));
  CHECK_MUSA(musaGetDriverEntryPointByVersion("muMemFree", &found, MUSA_VERSION + 100,
                                              musaEnableDefault, &ofRuntime));
  CHECK(ofRuntime == musaDriverEntryPointVersionNotSufficent && found == nullptr);
}

void testPlaces() {
  MUdeviceptr managed = 0;
  CHECK_MU(muMemAllocManaged(&managed, 4096, MU_MEM_ATTACH_GLOBAL));
  const MUmemLocation host = {MU_MEM_LOCATION_TYPE_HOST, 0};
  const MUmemLocation device = {MU_MEM_LOCATION_TYPE_DEVICE, 0};
  CHECK_MU(muMemAdvise_v2(managed, 4096, MU_MEM_ADVISE_SET_PREFERRED_LOCATION, host));
  CHECK_MU(muMemAdvise_v2(managed, 4096, MU_MEM_ADVISE_SET_READ_MOSTLY, {}));
  CHECK_MU(muMemPrefetchAsync_v2(managed, 4096, device, 0, nullptr));
  int last = 0;
  CHECK_MU(muMemRangeGetAttribute(&last, sizeof last, MU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION,
                                  managed, 4096));
  CHECK_EQUAL(last, 0);
  CHECK_EQUAL(muMemPrefetchAsync_v2(managed, 4096, device, 1, nullptr), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muMemPrefetchAsync_v2(managed, 4096, {MU_MEM_LOCATION_TYPE_DEVICE, 99}, 0, nullptr),
              MUSA_ERROR_INVALID_DEVICE);
  CHECK_MU(muMemFree(managed));
}

} // namespace

int main() {
  testBeforeInit();
  testErrors();
  testDevices();
  testContexts();
  testMemory();
  testKernels();
  testStreams();
  testInHostFunction();
  testProcAddress();
  testPlaces();
  return CHECK_RESULT();
}
