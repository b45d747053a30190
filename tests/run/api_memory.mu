// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Allocation, copies of all shapes and directions, memset, attributes of pointers, and what is
// refused.
// ENV: MUSA_HOST_MEMORY=256M MUSA_HOST_DEVICES=2
#include "check.h"

#include <cstdint>
#include <vector>

__global__ void addOne(int *data, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n)
    data[i] += 1;
}

__device__ int deviceVariable[4];

static std::vector<int> numbers(int n) {
  std::vector<int> result(static_cast<size_t>(n));
  for (int i = 0; i < n; ++i)
    result[static_cast<size_t>(i)] = 7 * i + 3;
  return result;
}

static void oneDimension() {
  constexpr int n = 1000;
  const std::vector<int> in = numbers(n);
  std::vector<int> out(n);
  int *a = nullptr;
  int *b = nullptr;
  CHECK_MUSA(musaMalloc(&a, n * sizeof(int)));
  CHECK_MUSA(musaMalloc(reinterpret_cast<void **>(&b), n * sizeof(int)));
  CHECK_EQUAL(reinterpret_cast<uintptr_t>(a) % 256, 0u);
  CHECK_MUSA(musaMemcpy(a, in.data(), n * sizeof(int), musaMemcpyHostToDevice));
  CHECK_MUSA(musaMemcpy(b, a, n * sizeof(int), musaMemcpyDeviceToDevice));
  addOne<<<8, 128>>>(b, n);
  CHECK_MUSA(musaMemcpy(out.data(), b, n * sizeof(int), musaMemcpyDeviceToHost));
  for (size_t i = 0; i < n; ++i)
    CHECK_EQUAL(out[i], in[i] + 1);
  CHECK_MUSA(musaMemcpy(out.data(), a, n * sizeof(int), musaMemcpyDefault));
  CHECK(out == in);
  CHECK_MUSA(musaMemset(a, 0x5a, n * sizeof(int)));
  CHECK_MUSA(musaMemcpy(out.data(), a, n * sizeof(int), musaMemcpyDeviceToHost));
  for (const int value : out)
    CHECK_EQUAL(value, 0x5a5a5a5a);
  CHECK_MUSA(musaFree(a));
  CHECK_MUSA(musaFree(b));
  CHECK_MUSA(musaFree(nullptr));
}

static void rowsAndSlices() {
  constexpr size_t width = 50, height = 6, depth = 3;
  unsigned char host[depth][height][width];
  unsigned char back[depth][height][width] = {};
  for (size_t z = 0; z < depth; ++z)
    for (size_t y = 0; y < height; ++y)
      for (size_t x = 0; x < width; ++x)
        host[z][y][x] = static_cast<unsigned char>(x + 60 * y + 7 * z);

  unsigned char *pitched = nullptr;
  size_t pitch = 0;
  CHECK_MUSA(musaMallocPitch(&pitched, &pitch, width, height));
  CHECK(pitch >= width && pitch % 32 == 0);
  CHECK_MUSA(musaMemcpy2D(pitched, pitch, host, width, width, height, musaMemcpyHostToDevice));
  CHECK_EQUAL(+pitched[2 * pitch + 5], +host[0][2][5]); // the host may look, here
  CHECK_MUSA(musaMemset2D(pitched + 10, pitch, 0xee, 5, height));
  CHECK_MUSA(musaMemcpy2D(back, width, pitched, pitch, width, height, musaMemcpyDeviceToHost));
  for (size_t y = 0; y < height; ++y)
    for (size_t x = 0; x < width; ++x)
      CHECK_EQUAL(+back[0][y][x], x >= 10 && x < 15 ? 0xee : +host[0][y][x]);
  CHECK_EQUAL(musaMemcpy2D(pitched, width - 1, host, width, width, height, musaMemcpyHostToDevice),
              musaErrorInvalidPitchValue);
  CHECK_MUSA(musaFree(pitched));

  musaPitchedPtr box = {};
  CHECK_MUSA(musaMalloc3D(&box, make_musaExtent(width, height, depth)));
  CHECK_EQUAL(box.xsize, width);
  CHECK_EQUAL(box.ysize, height);
  CHECK_MUSA(musaMemset3D(box, 0x11, make_musaExtent(width, height, depth)));
  musaMemcpy3DParms copy = {};
  copy.srcPtr = make_musaPitchedPtr(host, width, width, height);
  copy.dstPtr = box;
  copy.srcPos = make_musaPos(1, 2, 0);
  copy.dstPos = make_musaPos(3, 0, 1);
  copy.extent = make_musaExtent(20, 4, 2);
  copy.kind = musaMemcpyHostToDevice;
  CHECK_MUSA(musaMemcpy3D(&copy));
  musaMemcpy3DParms all = {};
  all.srcPtr = box;
  all.dstPtr = make_musaPitchedPtr(back, width, width, height);
  all.extent = make_musaExtent(width, height, depth);
  all.kind = musaMemcpyDeviceToHost;
  CHECK_MUSA(musaMemcpy3DAsync(&all, 0));
  CHECK_MUSA(musaDeviceSynchronize());
  for (size_t z = 0; z < depth; ++z)
    for (size_t y = 0; y < height; ++y)
      for (size_t x = 0; x < width; ++x) {
        const bool copied = x >= 3 && x < 23 && y < 4 && z >= 1;
        CHECK_EQUAL(+back[z][y][x], copied ? +host[z - 1][y + 2][x - 2] : 0x11);
      }
  CHECK_MUSA(musaFree(box.ptr));
}

/// No size wraps around to a small one.
static void tooLarge() {
  void *memory = nullptr;
  size_t pitch = 0;
  musaPitchedPtr box = {};
  musaArray_t array = nullptr;
  const musaChannelFormatDesc format = musaCreateChannelDesc<float4>();
  const size_t half = size_t{1} << 32;
  CHECK_EQUAL(musaMalloc(&memory, SIZE_MAX), musaErrorMemoryAllocation);
  CHECK_EQUAL(musaMallocHost(&memory, SIZE_MAX), musaErrorMemoryAllocation);
  CHECK_EQUAL(musaMallocPitch(&memory, &pitch, SIZE_MAX, 2), musaErrorMemoryAllocation);
  CHECK_EQUAL(musaMallocPitch(&memory, &pitch, half, half), musaErrorMemoryAllocation);
  CHECK_EQUAL(musaMalloc3D(&box, make_musaExtent(half, half, 1)), musaErrorMemoryAllocation);
  CHECK_EQUAL(musaMalloc3D(&box, make_musaExtent(SIZE_MAX, 1, 1)), musaErrorMemoryAllocation);
  CHECK_EQUAL(musaMallocArray(&array, &format, size_t{1} << 60), musaErrorMemoryAllocation);
  CHECK_EQUAL(musaMalloc3DArray(&array, &format, make_musaExtent(half, half, half)),
              musaErrorMemoryAllocation);
  CHECK(memory == nullptr && box.ptr == nullptr && array == nullptr);
  CHECK_EQUAL(musaGetLastError(), musaErrorMemoryAllocation);
}

static void arrays() {
  constexpr size_t width = 33, height = 5;
  float host[height][width], back[height][width] = {};
  for (size_t y = 0; y < height; ++y)
    for (size_t x = 0; x < width; ++x)
      host[y][x] = static_cast<float>(x) + 100.0f * static_cast<float>(y);
  const musaChannelFormatDesc format = musaCreateChannelDesc<float>();
  CHECK_EQUAL(format.x, 32);
  CHECK_EQUAL(format.y, 0);
  CHECK_EQUAL(format.f, musaChannelFormatKindFloat);
  const musaChannelFormatDesc bytes = musaCreateChannelDesc<uchar4>();
  CHECK_EQUAL(bytes.w, 8);
  CHECK_EQUAL(bytes.f, musaChannelFormatKindUnsigned);

  musaArray_t array = nullptr, other = nullptr;
  CHECK_MUSA(musaMallocArray(&array, &format, width, height));
  CHECK_MUSA(musaMallocArray(&other, &format, width, height));
  CHECK_MUSA(musaMemcpy2DToArray(array, 0, 0, host, sizeof host[0], sizeof host[0], height,
                                 musaMemcpyHostToDevice));
  CHECK_MUSA(musaMemcpy2DArrayToArray(other, 4, 1, array, 0, 0, 40, 3));
  CHECK_MUSA(
      musaMemcpy2DFromArray(back, sizeof back[0], other, 4, 1, 40, 3, musaMemcpyDeviceToHost));
  for (size_t y = 0; y < 3; ++y)
    for (size_t x = 0; x < 10; ++x)
      CHECK_EQUAL(back[y][x], host[y][x]);
  CHECK_EQUAL(musaMemcpy2DToArray(array, 4, 0, host, sizeof host[0], sizeof host[0], height,
                                  musaMemcpyHostToDevice),
              musaErrorInvalidValue);
  // An extent with an array counts elements.
  musaMemcpy3DParms copy = {};
  copy.srcArray = array;
  copy.srcPos = make_musaPos(2, 1, 0);
  copy.dstPtr = make_musaPitchedPtr(back, sizeof back[0], width, height);
  copy.extent = make_musaExtent(3, 2, 1);
  copy.kind = musaMemcpyDeviceToHost;
  CHECK_MUSA(musaMemcpy3D(&copy));
  CHECK_EQUAL(back[1][2], host[2][4]);

  musaChannelFormatDesc found = {};
  musaExtent extent = {};
  unsigned flags = 99;
  CHECK_MUSA(musaArrayGetInfo(&found, &extent, &flags, array));
  CHECK_EQUAL(found.x, 32);
  CHECK_EQUAL(extent.width, width);
  CHECK_EQUAL(extent.height, height);
  CHECK_EQUAL(extent.depth, 0u);
  CHECK_EQUAL(flags, 0u);
  CHECK_MUSA(musaFreeArray(array));
  CHECK_MUSA(musaFreeArray(other));
  CHECK_EQUAL(musaGetChannelDesc(&found, array), musaErrorInvalidResourceHandle);
}

static void shapes() {
  musaArray_t array = nullptr;
  const auto fails = [&](const musaChannelFormatDesc &format, musaExtent extent, unsigned flags) {
    return musaMalloc3DArray(&array, &format, extent, flags);
  };
  const musaChannelFormatDesc one = musaCreateChannelDesc<float>();
  for (const musaChannelFormatDesc &format :
       {musaChannelFormatDesc{32, 0, 32, 0, musaChannelFormatKindFloat},
        musaChannelFormatDesc{16, 16, 16, 0, musaChannelFormatKindUnsigned},
        musaChannelFormatDesc{8, 0, 0, 0, musaChannelFormatKindFloat}})
    CHECK_EQUAL(fails(format, make_musaExtent(4, 4, 0), 0), musaErrorInvalidChannelDescriptor);
  CHECK_EQUAL(fails(one, make_musaExtent(4, 4, 0), 0x8000), musaErrorInvalidValue);
  CHECK_EQUAL(fails(one, make_musaExtent(4, 0, 6), 0), musaErrorInvalidValue);
  for (const musaExtent &extent :
       {make_musaExtent(4, 4, 0), make_musaExtent(4, 4, 5), make_musaExtent(4, 5, 6)})
    CHECK_EQUAL(fails(one, extent, musaArrayCubemap), musaErrorInvalidValue);
  musaGetLastError();
}

static void directions() {
  int host[8] = {};
  int other[8] = {};
  int *device = nullptr, *pinned = nullptr, *managed = nullptr;
  CHECK_MUSA(musaMalloc(&device, sizeof host));
  CHECK_MUSA(musaMallocHost(&pinned, sizeof host));
  CHECK_MUSA(musaMallocManaged(&managed, sizeof host));
  CHECK_EQUAL(musaMemcpy(host, other, sizeof host, musaMemcpyHostToDevice), musaErrorInvalidValue);
  CHECK_EQUAL(musaMemcpy(device, host, sizeof host, musaMemcpyDeviceToDevice),
              musaErrorInvalidValue);
  CHECK_EQUAL(musaMemcpy(device, host, sizeof host, musaMemcpyDeviceToHost), musaErrorInvalidValue);
  CHECK_EQUAL(musaMemcpy(host, device, sizeof host, musaMemcpyHostToHost), musaErrorInvalidValue);
  // Memory that is no pageable one may be on either side.
  CHECK_MUSA(musaMemcpy(device, managed, sizeof host, musaMemcpyHostToDevice));
  for (const musaMemcpyKind kind : {musaMemcpyHostToDevice, musaMemcpyDeviceToHost})
    CHECK_MUSA(musaMemcpy(device, device + 1, sizeof *device, kind));
  CHECK_MUSA(musaMemcpy(pinned, device, sizeof host, musaMemcpyHostToDevice));
  CHECK_EQUAL(musaMemcpy(device, host, sizeof host, static_cast<musaMemcpyKind>(7)),
              musaErrorInvalidMemcpyDirection);
  CHECK_EQUAL(musaMemcpy(device, host, sizeof host + 1, musaMemcpyHostToDevice),
              musaErrorInvalidValue);
  CHECK_EQUAL(musaMemcpy(nullptr, host, sizeof host, musaMemcpyHostToDevice),
              musaErrorInvalidValue);
  CHECK_EQUAL(musaMemset(host, 0, sizeof host), musaErrorInvalidValue);
  CHECK_EQUAL(musaMemset(device, 0, sizeof host + 1), musaErrorInvalidValue);
  // The API's host memory and managed memory are both.
  for (int *both : {pinned, managed}) {
    CHECK_MUSA(musaMemcpy(both, host, sizeof host, musaMemcpyHostToDevice));
    CHECK_MUSA(musaMemcpy(both, host, sizeof host, musaMemcpyHostToHost));
    CHECK_MUSA(musaMemcpy(device, both, sizeof host, musaMemcpyDeviceToDevice));
    CHECK_MUSA(musaMemset(both, 1, sizeof host));
    CHECK_EQUAL(both[3], 0x01010101);
  }
  CHECK_MUSA(musaMemcpy(device, nullptr, 0, musaMemcpyHostToDevice));
  musaGetLastError();
  CHECK_MUSA(musaFree(device));
  CHECK_EQUAL(musaFree(device), musaErrorInvalidValue);
  CHECK_EQUAL(musaFree(pinned), musaErrorInvalidValue);
  CHECK_EQUAL(musaFreeHost(managed), musaErrorInvalidValue);
  CHECK_MUSA(musaFreeHost(pinned));
  CHECK_MUSA(musaFree(managed));
}

static void attributes() {
  musaPointerAttributes a = {};
  int *device = nullptr, *pinned = nullptr, *managed = nullptr;
  static int registered[1000];
  CHECK_MUSA(musaMalloc(&device, 4000));
  CHECK_MUSA(musaHostAlloc(&pinned, 4000, musaHostAllocMapped | musaHostAllocPortable));
  CHECK_MUSA(musaMallocManaged(&managed, 4000));
  CHECK_MUSA(musaHostRegister(registered, sizeof registered, musaHostRegisterMapped));
  CHECK_EQUAL(musaHostRegister(registered + 5, 20, 0), musaErrorHostMemoryAlreadyRegistered);

  CHECK_MUSA(musaPointerGetAttributes(&a, device + 100));
  CHECK_EQUAL(a.type, musaMemoryTypeDevice);
  CHECK_EQUAL(a.device, 0);
  CHECK(a.devicePointer == device + 100 && a.hostPointer == nullptr);
  CHECK_MUSA(musaPointerGetAttributes(&a, pinned + 1));
  CHECK_EQUAL(a.type, musaMemoryTypeHost);
  CHECK(a.hostPointer == pinned + 1);
  CHECK_MUSA(musaPointerGetAttributes(&a, managed));
  CHECK_EQUAL(a.type, musaMemoryTypeManaged);
  CHECK_MUSA(musaPointerGetAttributes(&a, registered + 3));
  CHECK_EQUAL(a.type, musaMemoryTypeHost);
  CHECK_MUSA(musaPointerGetAttributes(&a, &a));
  CHECK_EQUAL(a.type, musaMemoryTypeUnregistered);

  unsigned flags = 0;
  CHECK_MUSA(musaHostGetFlags(&flags, pinned));
  CHECK((flags & musaHostAllocPortable) != 0);
  int *mapped = nullptr;
  CHECK_MUSA(musaHostGetDevicePointer(&mapped, pinned, 0));
  pinned[17] = 41;
  addOne<<<1, 32>>>(mapped, 32);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(pinned[17], 42);
  CHECK_MUSA(musaHostUnregister(registered));
  CHECK_EQUAL(musaHostUnregister(registered), musaErrorHostMemoryNotRegistered);
  CHECK_MUSA(musaFree(device));
  CHECK_MUSA(musaFree(managed));
  CHECK_MUSA(musaFreeHost(pinned));
  CHECK_MUSA(musaPointerGetAttributes(&a, device));
  CHECK_EQUAL(a.type, musaMemoryTypeUnregistered);
  musaGetLastError();
}

static void managed() {
  int *data = nullptr;
  CHECK_MUSA(musaMallocManaged(&data, 100 * sizeof(int)));
  for (int i = 0; i < 100; ++i)
    data[i] = i;
  CHECK_MUSA(musaMemPrefetchAsync(data, 100 * sizeof(int), 0));
  CHECK_MUSA(musaMemAdvise(data, 100 * sizeof(int), musaMemAdviseSetReadMostly, 0));
  CHECK_MUSA(
      musaMemAdvise(data, 100 * sizeof(int), musaMemAdviseSetPreferredLocation, musaCpuDeviceId));
  CHECK_MUSA(musaMemAdvise(data, 100 * sizeof(int), musaMemAdviseSetAccessedBy, 1));
  int value = -9;
  CHECK_MUSA(
      musaMemRangeGetAttribute(&value, sizeof value, musaMemRangeAttributeReadMostly, data, 400));
  CHECK_EQUAL(value, 1);
  CHECK_MUSA(musaMemRangeGetAttribute(&value, sizeof value, musaMemRangeAttributePreferredLocation,
                                      data, 400));
  CHECK_EQUAL(value, musaCpuDeviceId);
  CHECK_MUSA(musaMemRangeGetAttribute(&value, sizeof value,
                                      musaMemRangeAttributeLastPrefetchLocation, data, 400));
  CHECK_EQUAL(value, 0);
  int accessed[2] = {};
  CHECK_MUSA(musaMemRangeGetAttribute(accessed, sizeof accessed, musaMemRangeAttributeAccessedBy,
                                      data, 400));
  CHECK_EQUAL(accessed[0], 1);
  CHECK_EQUAL(accessed[1], musaInvalidDeviceId);
  CHECK_EQUAL(musaMemPrefetchAsync(data, 400, 7), musaErrorInvalidDevice);
  int *device = nullptr;
  CHECK_MUSA(musaMalloc(&device, 400));
  CHECK_EQUAL(musaMemPrefetchAsync(device, 400, 0), musaErrorInvalidValue);
  CHECK_MUSA(musaFree(device));
  addOne<<<1, 128>>>(data, 100);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(data[99], 100);
  CHECK_MUSA(musaFree(data));
  musaGetLastError();
}

static void limits() {
  size_t before = 0, after = 0, total = 0;
  CHECK_MUSA(musaMemGetInfo(&before, &total));
  CHECK_EQUAL(total, size_t{256} << 20);
  void *half = nullptr, *more = nullptr;
  CHECK_MUSA(musaMalloc(&half, size_t{128} << 20));
  CHECK_MUSA(musaMemGetInfo(&after, &total));
  CHECK_EQUAL(before - after, size_t{128} << 20);
  CHECK_EQUAL(musaMalloc(&more, size_t{129} << 20), musaErrorMemoryAllocation);
  CHECK_EQUAL(musaGetLastError(), musaErrorMemoryAllocation);
  CHECK_MUSA(musaFree(half));
  CHECK_MUSA(musaMalloc(&more, size_t{129} << 20));
  CHECK_MUSA(musaFree(more));
  CHECK_EQUAL(musaMalloc(static_cast<void **>(nullptr), 4), musaErrorInvalidValue);
  CHECK_MUSA(musaMalloc(&more, 0));
  CHECK(more == nullptr);
}

static void pools() {
  musaStream_t stream = nullptr;
  CHECK_MUSA(musaStreamCreate(&stream));
  musaMemPool_t pool = nullptr, current = nullptr;
  CHECK_MUSA(musaDeviceGetDefaultMemPool(&pool, 0));
  CHECK_MUSA(musaDeviceGetMemPool(&current, 0));
  CHECK(pool == current);
  int *data = nullptr;
  CHECK_MUSA(musaMallocAsync(&data, 1024, stream));
  uint64_t used = 0;
  CHECK_MUSA(musaMemPoolGetAttribute(pool, musaMemPoolAttrUsedMemCurrent, &used));
  CHECK_EQUAL(used, 1024u);
  CHECK_MUSA(musaMemsetAsync(data, 0, 1024, stream));
  addOne<<<1, 256, 0, stream>>>(data, 256);
  int last = 0;
  CHECK_MUSA(musaMemcpyAsync(&last, data + 255, sizeof last, musaMemcpyDeviceToHost, stream));
  CHECK_MUSA(musaFreeAsync(data, stream));
  CHECK_EQUAL(musaFreeAsync(data, stream), musaErrorInvalidValue);
  CHECK_MUSA(musaStreamSynchronize(stream));
  CHECK_EQUAL(last, 1);
  CHECK_MUSA(musaMemPoolGetAttribute(pool, musaMemPoolAttrUsedMemCurrent, &used));
  CHECK_EQUAL(used, 0u);
  CHECK_MUSA(musaMemPoolGetAttribute(pool, musaMemPoolAttrUsedMemHigh, &used));
  CHECK_EQUAL(used, 1024u);

  musaMemPoolProps props = {};
  props.allocType = musaMemAllocationTypePinned;
  props.location.type = musaMemLocationTypeDevice;
  props.location.id = 0;
  musaMemPool_t own = nullptr;
  CHECK_MUSA(musaMemPoolCreate(&own, &props));
  uint64_t threshold = UINT64_MAX;
  CHECK_MUSA(musaMemPoolSetAttribute(own, musaMemPoolAttrReleaseThreshold, &threshold));
  threshold = 0;
  CHECK_MUSA(musaMemPoolGetAttribute(own, musaMemPoolAttrReleaseThreshold, &threshold));
  CHECK_EQUAL(threshold, UINT64_MAX);
  CHECK_MUSA(musaMallocFromPoolAsync(&data, 512, own, stream));
  CHECK_MUSA(musaMemPoolGetAttribute(own, musaMemPoolAttrUsedMemCurrent, &used));
  CHECK_EQUAL(used, 512u);
  CHECK_MUSA(musaFreeAsync(data, stream));
  CHECK_MUSA(musaStreamSynchronize(stream));
  CHECK_MUSA(musaMemPoolTrimTo(own, 0));
  CHECK_MUSA(musaDeviceSetMemPool(0, own));
  CHECK_MUSA(musaMemPoolDestroy(own));
  CHECK_MUSA(musaDeviceGetMemPool(&current, 0));
  CHECK(pool == current);
  CHECK_EQUAL(musaMemPoolTrimTo(own, 0), musaErrorInvalidValue);
  CHECK_MUSA(musaStreamDestroy(stream));
  musaGetLastError();
}

static void peers() {
  int *zero = nullptr, *one = nullptr;
  CHECK_MUSA(musaSetDevice(0));
  CHECK_MUSA(musaMalloc(&zero, 400));
  CHECK_MUSA(musaSetDevice(1));
  CHECK_MUSA(musaMalloc(&one, 400));
  CHECK_MUSA(musaMemset(one, 3, 400));
  CHECK_MUSA(musaMemcpyPeer(zero, 0, one, 1, 400));
  int value = 0;
  CHECK_MUSA(musaMemcpy(&value, zero + 50, sizeof value, musaMemcpyDeviceToHost));
  CHECK_EQUAL(value, 0x03030303);
  CHECK_EQUAL(musaMemcpyPeer(zero, 1, one, 1, 400), musaErrorInvalidValue);
  CHECK_EQUAL(musaMemcpyPeerAsync(zero, 0, one, 5, 400, 0), musaErrorInvalidDevice);
  CHECK_MUSA(musaFree(zero));
  CHECK_MUSA(musaFree(one));
  CHECK_MUSA(musaSetDevice(0));
  musaGetLastError();
}

int main() {
  oneDimension();
  rowsAndSlices();
  tooLarge();
  arrays();
  shapes();
  directions();
  attributes();
  managed();
  limits();
  pools();
  peers();
  CHECK_EQUAL(musaGetLastError(), musaSuccess);
  return CHECK_RESULT();
}
