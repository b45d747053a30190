// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -lmusparse
//
// muSPARSE: handles and descriptors, conversions and sorting, sums, products of blocks.
#include "musparse_blocks.h"
#include "musparse_test.h"

#include <algorithm>
#include <cstring>

namespace {

musparseHandle_t handle;

void testHandle() {
  int version = 0;
  CHECK_SPARSE(musparseGetVersion(handle, &version));
  CHECK_EQUAL(version, MUSPARSE_VERSION);
  CHECK_SPARSE(musparseGetProperty(MINOR_VERSION, &version));
  CHECK_EQUAL(version, MUSPARSE_VER_MINOR);
  musaStream_t stream = nullptr, found = nullptr;
  CHECK_MUSA(musaStreamCreate(&stream));
  CHECK_SPARSE(musparseSetStream(handle, stream));
  CHECK_SPARSE(musparseGetStream(handle, &found));
  CHECK(found == stream);
  CHECK_SPARSE(musparseSetStream(handle, nullptr));
  CHECK_MUSA(musaStreamDestroy(stream));
  musparsePointerMode_t mode = MUSPARSE_POINTER_MODE_DEVICE;
  CHECK_SPARSE(musparseGetPointerMode(handle, &mode));
  CHECK_EQUAL(int(mode), int(MUSPARSE_POINTER_MODE_HOST));
  CHECK_SPARSE_FAILS(musparseSetStream(nullptr, nullptr), MUSPARSE_STATUS_NOT_INITIALIZED);
  CHECK_SPARSE_FAILS(musparseCreate(nullptr), MUSPARSE_STATUS_INVALID_VALUE);
  CHECK_SPARSE_FAILS(musparseDestroy(nullptr), MUSPARSE_STATUS_NOT_INITIALIZED);
  CHECK_SPARSE_FAILS(musparseGetVersion(handle, nullptr), MUSPARSE_STATUS_INVALID_VALUE);
  CHECK(std::strcmp(musparseGetErrorName(MUSPARSE_STATUS_ZERO_PIVOT),
                    "MUSPARSE_STATUS_ZERO_PIVOT") == 0);
  CHECK(std::strcmp(musparseGetErrorString(MUSPARSE_STATUS_SUCCESS), "success") == 0);
}

void testDescriptors() {
  musparseMatDescr_t descriptor = nullptr;
  CHECK_SPARSE(musparseCreateMatDescr(&descriptor));
  CHECK_EQUAL(int(musparseGetMatType(descriptor)), int(MUSPARSE_MATRIX_TYPE_GENERAL));
  CHECK_SPARSE(musparseSetMatType(descriptor, MUSPARSE_MATRIX_TYPE_HERMITIAN));
  CHECK_EQUAL(int(musparseGetMatType(descriptor)), int(MUSPARSE_MATRIX_TYPE_HERMITIAN));
  CHECK_SPARSE(musparseSetMatFillMode(descriptor, MUSPARSE_FILL_MODE_UPPER));
  CHECK_EQUAL(int(musparseGetMatFillMode(descriptor)), int(MUSPARSE_FILL_MODE_UPPER));
  CHECK_SPARSE(musparseSetMatDiagType(descriptor, MUSPARSE_DIAG_TYPE_UNIT));
  CHECK_EQUAL(int(musparseGetMatDiagType(descriptor)), int(MUSPARSE_DIAG_TYPE_UNIT));
  CHECK_SPARSE(musparseSetMatIndexBase(descriptor, MUSPARSE_INDEX_BASE_ONE));
  CHECK_EQUAL(int(musparseGetMatIndexBase(descriptor)), int(MUSPARSE_INDEX_BASE_ONE));
  CHECK_SPARSE_FAILS(musparseSetMatIndexBase(descriptor, static_cast<musparseIndexBase_t>(2)),
                     MUSPARSE_STATUS_INVALID_VALUE);
  CHECK_SPARSE(musparseDestroyMatDescr(descriptor));

  int places[4];
  float values[4];
  int64_t rows = 0, columns = 0, count = 0, ld = 0;
  void *major = nullptr, *minor = nullptr, *found = nullptr;
  musparseIndexType_t majorType{}, minorType{};
  musparseIndexBase_t base{};
  musaDataType type{};
  musparseFormat_t format{};
  musparseSpMatDescr_t matrix = nullptr;
  CHECK_SPARSE(musparseCreateCsr(&matrix, 3, 4, 5, places, places + 1, values, MUSPARSE_INDEX_64I,
                                 MUSPARSE_INDEX_32I, MUSPARSE_INDEX_BASE_ONE, MUSA_R_32F));
  CHECK_SPARSE(musparseCsrGet(matrix, &rows, &columns, &count, &major, &minor, &found, &majorType,
                              &minorType, &base, &type));
  CHECK(rows == 3 && columns == 4 && count == 5 && major == places && minor == places + 1 &&
        found == values && majorType == MUSPARSE_INDEX_64I && minorType == MUSPARSE_INDEX_32I &&
        base == MUSPARSE_INDEX_BASE_ONE && type == MUSA_R_32F);
  CHECK_SPARSE_FAILS(musparseCooGet(matrix, &rows, &columns, &count, &major, &minor, &found,
                                    &majorType, &base, &type),
                     MUSPARSE_STATUS_INVALID_VALUE);
  CHECK_SPARSE(musparseSpMatGetFormat(matrix, &format));
  CHECK_EQUAL(int(format), int(MUSPARSE_FORMAT_CSR));
  CHECK_SPARSE(musparseSpMatGetIndexBase(matrix, &base));
  CHECK_SPARSE(musparseSpMatSetValues(matrix, values + 1));
  CHECK_SPARSE(musparseSpMatGetValues(matrix, &found));
  CHECK(found == values + 1);
  CHECK_SPARSE_FAILS(musparseCooSetPointers(matrix, places, places, values),
                     MUSPARSE_STATUS_INVALID_VALUE);
  musparseFillMode_t fill = MUSPARSE_FILL_MODE_UPPER;
  CHECK_SPARSE(musparseSpMatSetAttribute(matrix, MUSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill));
  fill = MUSPARSE_FILL_MODE_LOWER;
  CHECK_SPARSE(musparseSpMatGetAttribute(matrix, MUSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill));
  CHECK_EQUAL(int(fill), int(MUSPARSE_FILL_MODE_UPPER));
  CHECK_SPARSE_FAILS(musparseSpMatGetAttribute(matrix, MUSPARSE_SPMAT_FILL_MODE, &fill, 1),
                     MUSPARSE_STATUS_INVALID_VALUE);
  int batches = 0;
  CHECK_SPARSE(musparseSpMatGetStridedBatch(matrix, &batches));
  CHECK_EQUAL(batches, 1);
  CHECK_SPARSE_FAILS(musparseCsrSetStridedBatch(matrix, 0, 1, 1), MUSPARSE_STATUS_INVALID_VALUE);
  CHECK_SPARSE(musparseDestroySpMat(matrix));

  CHECK_SPARSE(musparseCreateCoo(&matrix, 3, 4, 2, places, places + 2, values, MUSPARSE_INDEX_32I,
                                 MUSPARSE_INDEX_BASE_ZERO, MUSA_R_32F));
  CHECK_SPARSE(musparseCooSetPointers(matrix, places + 1, places + 3, values + 2));
  CHECK_SPARSE(musparseCooGet(matrix, &rows, &columns, &count, &major, &minor, &found, &majorType,
                              &base, &type));
  CHECK(count == 2 && major == places + 1 && minor == places + 3 && found == values + 2);
  CHECK_SPARSE(musparseDestroySpMat(matrix));
  CHECK_SPARSE_FAILS(musparseCreateCsr(&matrix, -1, 4, 5, places, places, values,
                                       MUSPARSE_INDEX_32I, MUSPARSE_INDEX_32I,
                                       MUSPARSE_INDEX_BASE_ZERO, MUSA_R_32F),
                     MUSPARSE_STATUS_INVALID_VALUE);
  CHECK_SPARSE_FAILS(musparseCreateCsr(&matrix, 3, 4, 5, places, places, values, MUSPARSE_INDEX_32I,
                                       static_cast<musparseIndexType_t>(9),
                                       MUSPARSE_INDEX_BASE_ZERO, MUSA_R_32F),
                     MUSPARSE_STATUS_INVALID_VALUE);
  CHECK_SPARSE_FAILS(musparseCreateCsr(&matrix, 3, 4, 5, places, places, values, MUSPARSE_INDEX_32I,
                                       MUSPARSE_INDEX_32I, MUSPARSE_INDEX_BASE_ZERO, MUSA_R_8I),
                     MUSPARSE_STATUS_NOT_SUPPORTED);

  musparseDnMatDescr_t dense = nullptr;
  musparseOrder_t order{};
  int64_t stride = 0;
  CHECK_SPARSE(musparseCreateDnMat(&dense, 3, 4, 5, values, MUSA_R_64F, MUSPARSE_ORDER_COL));
  CHECK_SPARSE(musparseDnMatGet(dense, &rows, &columns, &ld, &found, &type, &order));
  CHECK(rows == 3 && columns == 4 && ld == 5 && found == values && type == MUSA_R_64F &&
        order == MUSPARSE_ORDER_COL);
  CHECK_SPARSE(musparseDnMatSetStridedBatch(dense, 7, 30));
  CHECK_SPARSE(musparseDnMatGetStridedBatch(dense, &batches, &stride));
  CHECK(batches == 7 && stride == 30);
  CHECK_SPARSE(musparseDnMatSetValues(dense, values + 1));
  CHECK_SPARSE(musparseDnMatGetValues(dense, &found));
  CHECK(found == values + 1);
  CHECK_SPARSE(musparseDestroyDnMat(dense));
  CHECK_SPARSE_FAILS(musparseCreateDnMat(&dense, 3, 4, 3, values, MUSA_R_64F, MUSPARSE_ORDER_ROW),
                     MUSPARSE_STATUS_INVALID_VALUE);
  CHECK_SPARSE_FAILS(musparseCreateDnMat(&dense, 3, 4, 2, values, MUSA_R_64F, MUSPARSE_ORDER_COL),
                     MUSPARSE_STATUS_INVALID_VALUE);

  musparseDnVecDescr_t vector = nullptr;
  CHECK_SPARSE(musparseCreateDnVec(&vector, 3, values, MUSA_R_32F));
  CHECK_SPARSE(musparseDnVecSetValues(vector, values + 1));
  CHECK_SPARSE(musparseDnVecGet(vector, &rows, &found, &type));
  CHECK(rows == 3 && found == values + 1 && type == MUSA_R_32F);
  CHECK_SPARSE(musparseDnVecGetValues(vector, &found));
  CHECK_SPARSE(musparseDestroyDnVec(vector));
  CHECK_SPARSE_FAILS(musparseCreateDnVec(&vector, -1, values, MUSA_R_32F),
                     MUSPARSE_STATUS_INVALID_VALUE);
  CHECK_SPARSE_FAILS(musparseDestroyDnVec(nullptr), MUSPARSE_STATUS_INVALID_VALUE);
}

void testConversions() {
  const Matrix matrix = numbers(6, 5, 4, 1, false);
  for (int base : {0, 1}) {
    const auto from = static_cast<musparseIndexBase_t>(base);
    const Sparse<float> coo(matrix, MUSPARSE_FORMAT_COO, base);
    const Sparse<float> csr(matrix, MUSPARSE_FORMAT_CSR, base);
    const int count = int(coo.values.size());
    const DeviceArray<int> rows(coo.major), offsets(std::vector<int>(7, 99));
    CHECK_SPARSE(musparseXcoo2csr(handle, rows.get(), count, 6, offsets.get(), from));
    CHECK(offsets.read() == csr.major);
    const DeviceArray<int> back(std::vector<int>(count, 99));
    CHECK_SPARSE(musparseXcsr2coo(handle, offsets.get(), count, 6, back.get(), from));
    CHECK(back.read() == coo.major);
  }
  CHECK_SPARSE_FAILS(musparseXcoo2csr(handle, nullptr, -1, 6, nullptr, MUSPARSE_INDEX_BASE_ZERO),
                     MUSPARSE_STATUS_INVALID_VALUE);

  // Elements in a disorder, two of them at one place.
  const std::vector<int> rows = {2, 0, 1, 0, 2, 1, 0}, columns = {1, 3, 2, 0, 0, 2, 1};
  const DeviceArray<int> permutation(std::vector<int>(7, 99));
  const auto sorted = [&](const std::vector<int> &first, const std::vector<int> &second,
                          bool byFirst) {
    std::vector<int> order = {0, 1, 2, 3, 4, 5, 6};
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
      return byFirst ? std::pair(first[a], second[a]) < std::pair(first[b], second[b])
                     : std::pair(second[a], first[a]) < std::pair(second[b], first[b]);
    });
    return order;
  };
  for (bool isByRow : {true, false}) {
    const DeviceArray<int> r(rows), c(columns);
    size_t size = 0;
    CHECK_SPARSE(musparseCreateIdentityPermutation(handle, 7, permutation.get()));
    CHECK_SPARSE(musparseXcoosort_bufferSizeExt(handle, 3, 4, 7, r.get(), c.get(), &size));
    CHECK(size > 0);
    CHECK_SPARSE((isByRow ? musparseXcoosortByRow : musparseXcoosortByColumn)(
        handle, 3, 4, 7, r.get(), c.get(), permutation.get(), nullptr));
    const std::vector<int> order = sorted(rows, columns, isByRow);
    CHECK(permutation.read() == order);
    const std::vector<int> sortedRows = r.read(), sortedColumns = c.read();
    for (int i = 0; i < 7; ++i)
      CHECK(sortedRows[i] == rows[order[i]] && sortedColumns[i] == columns[order[i]]);
  }
  { // Rows of three, none and four elements, in a permutation that is one already.
    const std::vector<int> before = {3, 1, 2, 9, 4, 6, 5}, P = {6, 5, 4, 3, 2, 1, 0};
    const DeviceArray<int> offsets({0, 3, 3, 7}), c(before), p(P);
    musparseMatDescr_t descriptor = nullptr;
    size_t size = 0;
    CHECK_SPARSE(musparseCreateMatDescr(&descriptor));
    CHECK_SPARSE(musparseXcsrsort_bufferSizeExt(handle, 3, 10, 7, offsets.get(), c.get(), &size));
    CHECK_SPARSE(
        musparseXcsrsort(handle, 3, 10, 7, descriptor, offsets.get(), c.get(), p.get(), nullptr));
    CHECK(c.read() == std::vector<int>({1, 2, 3, 4, 5, 6, 9}));
    CHECK(p.read() == std::vector<int>({5, 4, 6, 2, 0, 1, 3}));
    CHECK_SPARSE_FAILS(
        musparseXcsrsort(handle, 3, 10, 7, nullptr, offsets.get(), c.get(), p.get(), nullptr),
        MUSPARSE_STATUS_INVALID_VALUE);
    CHECK_SPARSE(musparseDestroyMatDescr(descriptor));
  }
}

template <typename T> void testAddition() {
  using Api = BlockApi<T>;
  using A = typename Api::Type;
  const bool isComplex = Type<T>::isComplex;
  const Number alpha = {3, isComplex ? -1.0 : 0.0}, beta = {2, isComplex ? 1.0 : 0.0};
  const T by = to<T>(alpha), of = to<T>(beta);
  const Matrix left = numbers(6, 5, 3, 1, isComplex), right = numbers(6, 5, 4, 2, isComplex);
  Matrix sum(6, 5), pattern(6, 5);
  for (size_t i = 0; i < sum.values.size(); ++i) {
    sum.values[i] = alpha * left.values[i] + beta * right.values[i];
    pattern.values[i] = left.values[i] != Number() || right.values[i] != Number() ? 1 : 0;
  }
  const DeviceSparse<T> a(left, MUSPARSE_FORMAT_CSR, 0), b(right, MUSPARSE_FORMAT_CSR, 1);
  musparseMatDescr_t zero = nullptr, one = nullptr;
  CHECK_SPARSE(musparseCreateMatDescr(&zero));
  CHECK_SPARSE(musparseCreateMatDescr(&one));
  CHECK_SPARSE(musparseSetMatIndexBase(one, MUSPARSE_INDEX_BASE_ONE));
  const int countA = int(a.host.values.size()), countB = int(b.host.values.size());
  for (int base : {0, 1}) {
    const Sparse<T> expected(sum, MUSPARSE_FORMAT_CSR, base, &pattern);
    const musparseMatDescr_t descriptor = base == 0 ? zero : one;
    const DeviceArray<int> offsets(std::vector<int>(7, 99));
    size_t size = 0;
    CHECK_SPARSE(Api::addBufferSize(handle, 6, 5, (const A *)&by, zero, countA, (A *)a.values.get(),
                                    a.major.get(), a.minor.get(), (const A *)&of, one, countB,
                                    (A *)b.values.get(), b.major.get(), b.minor.get(), descriptor,
                                    nullptr, offsets.get(), nullptr, &size));
    CHECK(size > 0);
    int count = 0;
    CHECK_SPARSE(musparseXcsrgeam2Nnz(handle, 6, 5, zero, countA, a.major.get(), a.minor.get(), one,
                                      countB, b.major.get(), b.minor.get(), descriptor,
                                      offsets.get(), &count, nullptr));
    CHECK_EQUAL(count, int(expected.values.size()));
    CHECK(offsets.read() == expected.major);
    const DeviceArray<int> columns(std::vector<int>(count, 99));
    const DeviceArray<T> values{std::vector<T>(count)};
    CHECK_SPARSE(Api::add(handle, 6, 5, (const A *)&by, zero, countA, (A *)a.values.get(),
                          a.major.get(), a.minor.get(), (const A *)&of, one, countB,
                          (A *)b.values.get(), b.major.get(), b.minor.get(), descriptor,
                          (A *)values.get(), offsets.get(), columns.get(), nullptr));
    CHECK(columns.read() == expected.minor);
    CHECK(values.read() == expected.values);
  }
  CHECK_SPARSE(musparseSetMatType(one, MUSPARSE_MATRIX_TYPE_SYMMETRIC));
  int count = 0;
  CHECK_SPARSE_FAILS(musparseXcsrgeam2Nnz(handle, 6, 5, zero, countA, a.major.get(), a.minor.get(),
                                          one, countB, b.major.get(), b.minor.get(), zero,
                                          a.major.get(), &count, nullptr),
                     MUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED);
  CHECK_SPARSE(musparseDestroyMatDescr(zero));
  CHECK_SPARSE(musparseDestroyMatDescr(one));
}

template <typename T> void testBlocks() {
  using Api = BlockApi<T>;
  using A = typename Api::Type;
  const bool isComplex = Type<T>::isComplex;
  const Number alpha = {3, isComplex ? -1.0 : 0.0}, beta = {2, isComplex ? 1.0 : 0.0};
  const T by = to<T>(alpha), of = to<T>(beta);
  const int size = 3, rows = 2, columns = 4;
  const Matrix a = numbers(rows * size, columns * size, 7, 1, isComplex);
  for (int base : {0, 1})
    for (musparseDirection_t direction : {MUSPARSE_DIRECTION_ROW, MUSPARSE_DIRECTION_COLUMN})
      for (musparseOperation_t opA : operations) {
        const Matrix left = apply(opA, a);
        const DeviceBlocks<T> blocks(a, size, direction, base);
        const Matrix x = numbers(left.columns, 1, 1, 2, isComplex);
        const Matrix y = numbers(left.rows, 1, 1, 3, isComplex);
        const DeviceVector<T> vector(x), result(y);
        CHECK_SPARSE(Api::mv(handle, direction, opA, rows, columns, blocks.count, (const A *)&by,
                             blocks.descriptor, (A *)blocks.values.get(), blocks.offsets.get(),
                             blocks.columns.get(), size, (A *)vector.values.get(), (const A *)&of,
                             (A *)result.values.get()));
        CHECK(result.read() == multiply(alpha, left, x, beta, y));
        for (musparseOperation_t opB : operations) {
          const Matrix right = numbers(left.columns, 5, 1, 4, isComplex);
          const Matrix c = numbers(left.rows, 5, 1, 5, isComplex);
          const DeviceDense<T> b(apply(opB, right), MUSPARSE_ORDER_COL);
          const DeviceDense<T> product(c, MUSPARSE_ORDER_COL);
          CHECK_SPARSE(Api::mm(handle, direction, opA, opB, rows, 5, columns, blocks.count,
                               (const A *)&by, blocks.descriptor, (A *)blocks.values.get(),
                               blocks.offsets.get(), blocks.columns.get(), size,
                               (A *)b.values.get(), b.ld, (const A *)&of, (A *)product.values.get(),
                               product.ld));
          CHECK(product.read() == multiply(alpha, left, right, beta, c));
        }
      }
}

void testBlockErrors() {
  const Matrix a = numbers(4, 4, 2, 1, false);
  const DeviceBlocks<float> blocks(a, 2, MUSPARSE_DIRECTION_ROW, 0);
  const DeviceVector<float> x(Matrix(4, 1)), y(Matrix(4, 1));
  const float one = 1;
  const auto multiplied = [&](musparseHandle_t with, int size, const float *alpha,
                              musparseMatDescr_t descriptor) {
    return musparseSbsrmv(with, MUSPARSE_DIRECTION_ROW, asIs, 2, 2, blocks.count, alpha, descriptor,
                          blocks.values.get(), blocks.offsets.get(), blocks.columns.get(), size,
                          x.values.get(), &one, y.values.get());
  };
  CHECK_SPARSE(multiplied(handle, 2, &one, blocks.descriptor));
  CHECK_SPARSE_FAILS(multiplied(nullptr, 2, &one, blocks.descriptor),
                     MUSPARSE_STATUS_NOT_INITIALIZED);
  CHECK_SPARSE_FAILS(multiplied(handle, 0, &one, blocks.descriptor), MUSPARSE_STATUS_INVALID_VALUE);
  CHECK_SPARSE_FAILS(multiplied(handle, 2, nullptr, blocks.descriptor),
                     MUSPARSE_STATUS_INVALID_VALUE);
  CHECK_SPARSE_FAILS(multiplied(handle, 2, &one, nullptr), MUSPARSE_STATUS_INVALID_VALUE);
  CHECK_SPARSE(musparseSetMatType(blocks.descriptor, MUSPARSE_MATRIX_TYPE_SYMMETRIC));
  CHECK_SPARSE_FAILS(multiplied(handle, 2, &one, blocks.descriptor),
                     MUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED);
  CHECK_MUSA(musaDeviceSynchronize());
}

template <typename T> void testAll() {
  testAddition<T>();
  testBlocks<T>();
}

} // namespace

int main() {
  CHECK_SPARSE(musparseCreate(&handle));
  testHandle();
  testDescriptors();
  testConversions();
  testAll<float>();
  testAll<double>();
  testAll<std::complex<float>>();
  testAll<std::complex<double>>();
  testBlockErrors();
  CHECK_SPARSE(musparseDestroy(handle));
  return CHECK_RESULT();
}
