//===- libraries/fft/callbacks.mu ------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels, because callbacks are device functions. mcc compiles this file.
//===----------------------------------------------------------------------===//
#include "callbacks.h"

#pragma GCC visibility push(hidden)

namespace musaport::fft {
namespace {

/// What kernels take of Elements.
struct Places {
  long long extents[maxRank], strides[maxRank];
  long long distance;
  long long count; ///< of elements

  __device__ size_t place(long long index) const {
    long long result = 0;
    for (int i = maxRank; i-- > 0;) {
      result += index % extents[i] * strides[i];
      index /= extents[i];
    }
    return result + index * distance;
  }
};

Places placesOf(const Elements &elements) {
  Places result{};
  result.distance = elements.layout.distance;
  result.count = elements.batch;
  for (int i = 0; i < maxRank; ++i) {
    result.extents[i] = elements.extents[i];
    result.strides[i] = elements.layout.strides[i];
    result.count *= elements.extents[i];
  }
  return result;
}

template <typename Function, typename E>
__global__ void loadAll(Function function, Places places, void *array, E *copy, void *callerInfo) {
  extern __shared__ char shared[];
  const long long index = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (index < places.count)
    copy[places.place(index)] = function(array, places.place(index), callerInfo, shared);
}

template <typename Function, typename E>
__global__ void storeAll(Function function, Places places, void *array, E *copy, void *callerInfo) {
  extern __shared__ char shared[];
  const long long index = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (index < places.count)
    function(array, places.place(index), copy[places.place(index)], callerInfo, shared);
}

constexpr unsigned blockSize = 256;

template <typename Function, typename E>
musaError_t launch(void (*kernel)(Function, Places, void *, E *, void *), const Callback &callback,
                   const Elements &elements, void *array, void *copy, musaStream_t stream) {
  Places places = placesOf(elements);
  Function function = reinterpret_cast<Function>(callback.function);
  void *callerInfo = callback.callerInfo;
  void *arguments[] = {&function, &places, &array, &copy, &callerInfo};
  const dim3 blocks(static_cast<unsigned>((places.count + blockSize - 1) / blockSize));
  return musaLaunchKernel(reinterpret_cast<const void *>(kernel), blocks, dim3(blockSize),
                          arguments, callback.sharedSize, stream);
}

} // namespace

Elements::Elements(const Shape &shape, const Extents &stored, const Layout &where)
    : layout(where), batch(shape.batch) {
  for (int i = 0; i < maxRank; ++i)
    extents[i] = i < shape.rank ? stored[i] : 1;
}

ptrdiff_t Elements::span() const {
  ptrdiff_t result = (batch - 1) * layout.distance + 1;
  for (int i = 0; i < maxRank; ++i)
    result += (extents[i] - 1) * layout.strides[i];
  return result;
}

musaError_t load(const Callback &callback, const Elements &elements, void *array, void *copy,
                 musaStream_t stream) {
  const auto with = [&](auto *kernel) {
    return launch(kernel, callback, elements, array, copy, stream);
  };
  switch (callback.type) {
  case MUFFT_CB_LD_COMPLEX:
    return with(&loadAll<mufftCallbackLoadC, mufftComplex>);
  case MUFFT_CB_LD_COMPLEX_DOUBLE:
    return with(&loadAll<mufftCallbackLoadZ, mufftDoubleComplex>);
  case MUFFT_CB_LD_REAL:
    return with(&loadAll<mufftCallbackLoadR, mufftReal>);
  case MUFFT_CB_LD_REAL_DOUBLE:
    return with(&loadAll<mufftCallbackLoadD, mufftDoubleReal>);
  default:
    return musaErrorInvalidValue;
  }
}

musaError_t store(const Callback &callback, const Elements &elements, void *array, void *copy,
                  musaStream_t stream) {
  const auto with = [&](auto *kernel) {
    return launch(kernel, callback, elements, array, copy, stream);
  };
  switch (callback.type) {
  case MUFFT_CB_ST_COMPLEX:
    return with(&storeAll<mufftCallbackStoreC, mufftComplex>);
  case MUFFT_CB_ST_COMPLEX_DOUBLE:
    return with(&storeAll<mufftCallbackStoreZ, mufftDoubleComplex>);
  case MUFFT_CB_ST_REAL:
    return with(&storeAll<mufftCallbackStoreR, mufftReal>);
  case MUFFT_CB_ST_REAL_DOUBLE:
    return with(&storeAll<mufftCallbackStoreD, mufftDoubleReal>);
  default:
    return musaErrorInvalidValue;
  }
}

} // namespace musaport::fft

#pragma GCC visibility pop
