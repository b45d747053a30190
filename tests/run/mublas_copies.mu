// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -lmublas
//
// muBLAS's copies of vectors and matrices between the host and the device, and its second names.
#include "mublas_test.h"

#include <cstdint>

namespace {

/// Elements of 1 to 16 bytes.
template <size_t Size> struct Element {
  unsigned char bytes[Size];
  bool operator==(const Element &other) const {
    for (size_t i = 0; i < Size; ++i)
      if (bytes[i] != other.bytes[i])
        return false;
    return true;
  }
};

template <size_t Size> std::vector<Element<Size>> elements(int count, int seed) {
  std::vector<Element<Size>> result(count);
  for (int i = 0; i < count; ++i)
    for (size_t j = 0; j < Size; ++j)
      result[i].bytes[j] = (i * 31 + j * 7 + seed) % 251;
  return result;
}

template <size_t Size> void testVectors(musaStream_t stream) {
  constexpr int size = Size, room = 40;
  const auto from = elements<Size>(room, 1), old = elements<Size>(room, 2);
  for (int n : {0, 1, 9})
    for (int incx : {1, 3})
      for (int incy : {1, 4}) {
        auto expected = old;
        for (int i = 0; i < n; ++i)
          expected[i * incy] = from[i * incx];
        const DeviceArray<Element<Size>> set(old), setLater(old), source(from);
        CHECK_BLAS(mublasSetVector(n, size, from.data(), incx, set.get(), incy));
        CHECK(set.read() == expected);
        auto got = old;
        CHECK_BLAS(mublasGetVector(n, size, source.get(), incx, got.data(), incy));
        CHECK(got == expected);

        CHECK_BLAS(mublasSetVectorAsync(n, size, from.data(), incx, setLater.get(), incy, stream));
        got = old;
        CHECK_BLAS(mublasGetVectorAsync(n, size, source.get(), incx, got.data(), incy, stream));
        CHECK_MUSA(musaStreamSynchronize(stream));
        CHECK(setLater.read() == expected);
        CHECK(got == expected);
      }
}

template <size_t Size> void testMatrices(musaStream_t stream) {
  constexpr int size = Size, room = 9 * 6;
  const auto from = elements<Size>(room, 1), old = elements<Size>(room, 2);
  const int shapes[][2] = {{5, 6}, {7, 1}, {0, 3}, {3, 0}};
  for (const auto &shape : shapes)
    for (int lda : {7, 9})
      for (int ldb : {7, 8}) {
        const int rows = shape[0], columns = shape[1];
        auto expected = old;
        for (int column = 0; column < columns; ++column)
          for (int row = 0; row < rows; ++row)
            expected[row + column * ldb] = from[row + column * lda];
        const DeviceArray<Element<Size>> set(old), setLater(old), source(from);
        CHECK_BLAS(mublasSetMatrix(rows, columns, size, from.data(), lda, set.get(), ldb));
        CHECK(set.read() == expected);
        auto got = old;
        CHECK_BLAS(mublasGetMatrix(rows, columns, size, source.get(), lda, got.data(), ldb));
        CHECK(got == expected);

        CHECK_BLAS(mublasSetMatrixAsync(rows, columns, size, from.data(), lda, setLater.get(), ldb,
                                        stream));
        got = old;
        CHECK_BLAS(
            mublasGetMatrixAsync(rows, columns, size, source.get(), lda, got.data(), ldb, stream));
        CHECK_MUSA(musaStreamSynchronize(stream));
        CHECK(setLater.read() == expected);
        CHECK(got == expected);
      }
}

void testRefusals() {
  float x[4] = {};
  const DeviceArray<float> device({1, 2, 3, 4});
  CHECK_INVALID(mublasSetVector(-1, 4, x, 1, device.get(), 1));
  CHECK_INVALID(mublasSetVector(2, 0, x, 1, device.get(), 1));
  CHECK_INVALID(mublasSetVector(2, 4, x, 0, device.get(), 1));
  CHECK_INVALID(mublasGetVector(2, 4, device.get(), 1, x, -1));
  CHECK_INVALID(mublasGetVectorAsync(2, 4, device.get(), 0, x, 1, nullptr));
  CHECK_INVALID(mublasSetMatrix(-1, 1, 4, x, 1, device.get(), 1));
  CHECK_INVALID(mublasSetMatrix(1, -1, 4, x, 1, device.get(), 1));
  CHECK_INVALID(mublasSetMatrix(1, 1, 0, x, 1, device.get(), 1));
  CHECK_INVALID(mublasSetMatrix(2, 2, 4, x, 1, device.get(), 2));
  CHECK_INVALID(mublasGetMatrix(2, 2, 4, device.get(), 2, x, 1));
  CHECK_INVALID(mublasSetMatrixAsync(0, 0, 4, x, 0, device.get(), 1, nullptr));
  CHECK_STATUS(mublasSetVector(2, 4, x, 1, nullptr, 1), MUBLAS_STATUS_MAPPING_ERROR);
}

/// Whether they are one function. Clang takes two declarations for two functions, so it asks
/// memory.
template <typename Function> bool isSame(Function *a, Function *b) {
  Function *volatile first = a;
  Function *volatile second = b;
  return first == second;
}

void testSecondNames(musaStream_t stream) {
  CHECK(isSame(&mublasSgemm_v2, &mublasSgemm));
  CHECK(isSame(&mublasIzamin_v2, &mublasIzamin));
  CHECK(isSame(&mublasCher2k_v2, &mublasCher2k));
  mublasHandle_t handle;
  CHECK_BLAS(mublasCreate_v2(&handle));
  int version = 0;
  CHECK_BLAS(mublasGetVersion_v2(handle, &version));
  CHECK_EQUAL(version, MUBLAS_VERSION);
  int major = 0, minor = 0, patch = 0, runtime = 0;
  CHECK_BLAS(mublasGetProperty(MAJOR_VERSION, &major));
  CHECK_BLAS(mublasGetProperty(MINOR_VERSION, &minor));
  CHECK_BLAS(mublasGetProperty(PATCH_LEVEL, &patch));
  CHECK_EQUAL(major * 10000 + minor * 100 + patch, MUBLAS_VERSION);
  CHECK_INVALID(mublasGetProperty(MAJOR_VERSION, nullptr));
  CHECK_INVALID(mublasGetProperty(static_cast<libraryPropertyType>(7), &major));
  CHECK_MUSA(musaRuntimeGetVersion(&runtime));
  CHECK_EQUAL(int(mublasGetMusartVersion()), runtime);
  musaStream_t used = nullptr;
  CHECK_BLAS(mublasSetStream_v2(handle, stream));
  CHECK_BLAS(mublasGetStream_v2(handle, &used));
  CHECK(used == stream);
  mublasPointerMode_t mode;
  CHECK_BLAS(mublasSetPointerMode_v2(handle, MUBLAS_POINTER_MODE_DEVICE));
  CHECK_BLAS(mublasGetPointerMode_v2(handle, &mode));
  CHECK(mode == MUBLAS_POINTER_MODE_DEVICE);
  CHECK_BLAS(mublasSetWorkspace_v2(handle, nullptr, 0));
  CHECK_BLAS(mublasDestroy_v2(handle));
  CHECK_NO_HANDLE(mublasDestroy_v2(nullptr));
}

} // namespace

int main() {
  musaStream_t stream;
  CHECK_MUSA(musaStreamCreate(&stream));
  testVectors<1>(stream);
  testVectors<4>(stream);
  testVectors<16>(stream);
  testMatrices<2>(stream);
  testMatrices<8>(stream);
  testRefusals();
  testSecondNames(stream);
  CHECK_MUSA(musaStreamDestroy(stream));
  return CHECK_RESULT();
}
