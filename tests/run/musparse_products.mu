// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -lmusparse
//
// Products with sparse matrices, against those of dense ones.
#include "musparse_test.h"

#include <cmath>

namespace {

musparseHandle_t handle;

constexpr musparseFormat_t formats[] = {MUSPARSE_FORMAT_CSR, MUSPARSE_FORMAT_CSC,
                                        MUSPARSE_FORMAT_COO};

template <typename T> struct Scalars {
  using S = typename Type<T>::Scalar;
  Number alpha = {3, Type<T>::isComplex ? -1.0 : 0.0};
  Number beta = {2, Type<T>::isComplex ? 1.0 : 0.0};
  S by = to<S>(alpha);
  S of = to<S>(beta);
  S zero = S(0);
};

template <typename T, typename Index> void testSpmv() {
  const Scalars<T> scalars;
  const Matrix a = numbers(6, 5, 3, 1, Type<T>::isComplex);
  for (musparseFormat_t format : formats)
    for (int base : {0, 1})
      for (musparseOperation_t operation : operations) {
        const Matrix opA = apply(operation, a);
        const Matrix x = numbers(opA.columns, 1, 1, 2, Type<T>::isComplex);
        const Matrix y = numbers(opA.rows, 1, 1, 3, Type<T>::isComplex);
        const DeviceSparse<T, Index> matrix(a, format, base);
        const DeviceVector<T> vector(x), result(y);
        size_t size = 0;
        CHECK_SPARSE(musparseSpMV_bufferSize(handle, operation, &scalars.by, matrix.descriptor,
                                             vector.descriptor, &scalars.of, result.descriptor,
                                             Type<T>::compute, MUSPARSE_SPMV_ALG_DEFAULT, &size));
        CHECK(size > 0);
        CHECK_SPARSE(musparseSpMV(handle, operation, &scalars.by, matrix.descriptor,
                                  vector.descriptor, &scalars.of, result.descriptor,
                                  Type<T>::compute, MUSPARSE_SPMV_ALG_DEFAULT, nullptr));
        CHECK(result.read() == multiply(scalars.alpha, opA, x, scalars.beta, y));
      }
}

template <typename T> void testSpmm() {
  const Scalars<T> scalars;
  const bool isComplex = Type<T>::isComplex;
  const Matrix a = numbers(6, 5, 3, 1, isComplex);
  for (musparseFormat_t format : formats)
    for (musparseOperation_t opA : operations)
      for (musparseOperation_t opB : operations)
        for (musparseOrder_t orderB : {MUSPARSE_ORDER_ROW, MUSPARSE_ORDER_COL})
          for (musparseOrder_t orderC : {MUSPARSE_ORDER_ROW, MUSPARSE_ORDER_COL}) {
            const Matrix left = apply(opA, a);
            const Matrix b = apply(opB, numbers(left.columns, 4, 1, 2, isComplex));
            const Matrix right = apply(opB, b);
            const Matrix c = numbers(left.rows, 4, 1, 3, isComplex);
            const DeviceSparse<T> matrix(a, format);
            const DeviceDense<T> dense(b, orderB), result(c, orderC);
            size_t size = 0;
            CHECK_SPARSE(musparseSpMM_bufferSize(
                handle, opA, opB, &scalars.by, matrix.descriptor, dense.descriptor, &scalars.of,
                result.descriptor, Type<T>::compute, MUSPARSE_SPMM_ALG_DEFAULT, &size));
            CHECK_SPARSE(musparseSpMM_preprocess(
                handle, opA, opB, &scalars.by, matrix.descriptor, dense.descriptor, &scalars.of,
                result.descriptor, Type<T>::compute, MUSPARSE_SPMM_ALG_DEFAULT, nullptr));
            CHECK_SPARSE(musparseSpMM(handle, opA, opB, &scalars.by, matrix.descriptor,
                                      dense.descriptor, &scalars.of, result.descriptor,
                                      Type<T>::compute, MUSPARSE_SPMM_CSR_ALG2, nullptr));
            CHECK(result.read() == multiply(scalars.alpha, left, right, scalars.beta, c));
          }

  // Without a beta what is in C does not matter.
  const DeviceSparse<T> matrix(a, MUSPARSE_FORMAT_CSR);
  const Matrix b = numbers(5, 4, 1, 2, isComplex);
  Matrix c(6, 4);
  c.values.assign(c.values.size(), NAN);
  const DeviceDense<T> dense(b, MUSPARSE_ORDER_ROW), result(c, MUSPARSE_ORDER_ROW);
  CHECK_SPARSE(musparseSpMM(handle, asIs, asIs, &scalars.by, matrix.descriptor, dense.descriptor,
                            &scalars.zero, result.descriptor, Type<T>::compute,
                            MUSPARSE_SPMM_ALG_DEFAULT, nullptr));
  CHECK(result.read() == multiply(scalars.alpha, a, b, 0, Matrix(6, 4)));
}

/// Several products at once, of one sparse matrix or of as many.
template <typename T> void testBatches() {
  const Scalars<T> scalars;
  const bool isComplex = Type<T>::isComplex;
  // The same places in each.
  const Matrix a = numbers(6, 5, 3, 1, isComplex);
  Matrix second = a;
  for (Number &value : second.values)
    value *= 2;
  std::vector<Matrix> bs, cs;
  for (int i = 0; i < 2; ++i) {
    bs.push_back(numbers(5, 4, 1, 2 + i, isComplex));
    cs.push_back(numbers(6, 4, 1, 4 + i, isComplex));
  }
  for (musparseFormat_t format : {MUSPARSE_FORMAT_CSR, MUSPARSE_FORMAT_COO})
    for (bool isBroadcast : {true, false}) {
      Sparse<T> both(a, format);
      const int64_t majors = int64_t(both.major.size());
      const int64_t minors = int64_t(both.minor.size());
      const Sparse<T> other(second, format);
      both.major.insert(both.major.end(), other.major.begin(), other.major.end());
      both.minor.insert(both.minor.end(), other.minor.begin(), other.minor.end());
      both.values.insert(both.values.end(), other.values.begin(), other.values.end());
      const DeviceSparse<T> matrix(a, both, format, 0);
      // The descriptor is of the first; the rest of the arrays is behind it.
      musparseSpMatDescr_t first = nullptr;
      if (format == MUSPARSE_FORMAT_CSR) {
        CHECK_SPARSE(musparseCreateCsr(&first, 6, 5, minors, matrix.major.get(), matrix.minor.get(),
                                       matrix.values.get(), MUSPARSE_INDEX_32I, MUSPARSE_INDEX_32I,
                                       MUSPARSE_INDEX_BASE_ZERO, Type<T>::type));
        CHECK_SPARSE(musparseCsrSetStridedBatch(first, 2, isBroadcast ? 0 : majors,
                                                isBroadcast ? 0 : minors));
      } else {
        CHECK_SPARSE(musparseCreateCoo(&first, 6, 5, minors, matrix.major.get(), matrix.minor.get(),
                                       matrix.values.get(), MUSPARSE_INDEX_32I,
                                       MUSPARSE_INDEX_BASE_ZERO, Type<T>::type));
        CHECK_SPARSE(musparseCooSetStridedBatch(first, 2, isBroadcast ? 0 : minors));
      }
      const DeviceDense<T> dense(bs, MUSPARSE_ORDER_COL), result(cs, MUSPARSE_ORDER_ROW);
      CHECK_SPARSE(musparseSpMM(handle, asIs, asIs, &scalars.by, first, dense.descriptor,
                                &scalars.of, result.descriptor, Type<T>::compute,
                                MUSPARSE_SPMM_ALG_DEFAULT, nullptr));
      for (int i = 0; i < 2; ++i)
        CHECK(result.read(i) == multiply(scalars.alpha, i == 1 && !isBroadcast ? second : a, bs[i],
                                         scalars.beta, cs[i]));
      CHECK_SPARSE(musparseDestroySpMat(first));
    }
}

template <typename T> void testSddmm() {
  const Scalars<T> scalars;
  const bool isComplex = Type<T>::isComplex;
  const Matrix c = numbers(6, 5, 3, 1, isComplex);
  for (musparseFormat_t format : formats)
    for (musparseOperation_t opA : operations)
      for (musparseOperation_t opB : operations) {
        const Matrix left = numbers(6, 4, 1, 2, isComplex);
        const Matrix right = numbers(4, 5, 1, 3, isComplex);
        const DeviceDense<T> a(apply(opA, left), MUSPARSE_ORDER_ROW);
        const DeviceDense<T> b(apply(opB, right), MUSPARSE_ORDER_COL);
        const DeviceSparse<T> result(c, format);
        size_t size = 0;
        CHECK_SPARSE(musparseSDDMM_bufferSize(handle, opA, opB, &scalars.by, a.descriptor,
                                              b.descriptor, &scalars.of, result.descriptor,
                                              Type<T>::compute, MUSPARSE_SDDMM_ALG_DEFAULT, &size));
        CHECK_SPARSE(musparseSDDMM_preprocess(
            handle, opA, opB, &scalars.by, a.descriptor, b.descriptor, &scalars.of,
            result.descriptor, Type<T>::compute, MUSPARSE_SDDMM_ALG_DEFAULT, nullptr));
        CHECK_SPARSE(musparseSDDMM(handle, opA, opB, &scalars.by, a.descriptor, b.descriptor,
                                   &scalars.of, result.descriptor, Type<T>::compute,
                                   MUSPARSE_SDDMM_ALG_DEFAULT, nullptr));
        const Matrix product = multiply(scalars.alpha, left, right, scalars.beta, c);
        // In the order of C's elements.
        CHECK(result.values.read() == Sparse<T>(product, format, 0, &c).values);
      }
}

template <typename T, typename Index> void testSpgemm() {
  const Scalars<T> scalars;
  // Its scalars are of the elements' type.
  const T by = to<T>(scalars.alpha), of = to<T>(scalars.beta), none = to<T>(0);
  const bool isComplex = Type<T>::isComplex;
  const Matrix a = numbers(6, 5, 3, 1, isComplex);
  const Matrix b = numbers(5, 7, 4, 2, isComplex);
  const Matrix product = multiply(scalars.alpha, a, b, 0, Matrix(6, 7));
  // Elements that are there although they are zero, since something was added up.
  Matrix pattern(6, 7);
  for (int row = 0; row < 6; ++row)
    for (int column = 0; column < 7; ++column)
      for (int i = 0; i < 5; ++i)
        if (a(row, i) != Number() && b(i, column) != Number())
          pattern(row, column) = 1;
  for (int base : {0, 1}) {
    const Sparse<T, Index> expected(product, MUSPARSE_FORMAT_CSR, base, &pattern);
    const DeviceSparse<T, Index> left(a, MUSPARSE_FORMAT_CSR, base);
    const DeviceSparse<T, Index> right(b, MUSPARSE_FORMAT_CSR, 1 - base);
    const DeviceArray<Index> offsets(std::vector<Index>(7, Index(-1)));
    constexpr musparseIndexType_t type = indexType<Index>;
    musparseSpMatDescr_t result = nullptr;
    CHECK_SPARSE(musparseCreateCsr(&result, 6, 7, 0, offsets.get(), nullptr, nullptr, type, type,
                                   static_cast<musparseIndexBase_t>(base), Type<T>::type));
    musparseSpGEMMDescr_t work = nullptr;
    CHECK_SPARSE(musparseSpGEMM_createDescr(&work));
    size_t size = 0;
    CHECK_SPARSE(musparseSpGEMM_workEstimation(handle, asIs, asIs, &by, left.descriptor,
                                               right.descriptor, &none, result, Type<T>::type,
                                               MUSPARSE_SPGEMM_DEFAULT, work, &size, nullptr));
    const DeviceArray<char> buffer(std::vector<char>(size > 0 ? size : 1));
    CHECK_SPARSE(musparseSpGEMM_workEstimation(handle, asIs, asIs, &by, left.descriptor,
                                               right.descriptor, &none, result, Type<T>::type,
                                               MUSPARSE_SPGEMM_DEFAULT, work, &size, buffer.get()));
    size_t size2 = 0;
    CHECK_SPARSE(musparseSpGEMM_compute(handle, asIs, asIs, &by, left.descriptor, right.descriptor,
                                        &none, result, Type<T>::type, MUSPARSE_SPGEMM_DEFAULT, work,
                                        &size2, nullptr));
    CHECK(size2 > 0);
    CHECK_SPARSE_FAILS(musparseSpGEMM_copy(handle, asIs, asIs, &by, left.descriptor,
                                           right.descriptor, &none, result, Type<T>::type,
                                           MUSPARSE_SPGEMM_DEFAULT, work),
                       MUSPARSE_STATUS_INVALID_VALUE);
    CHECK_SPARSE(musparseSpGEMM_compute(handle, asIs, asIs, &by, left.descriptor, right.descriptor,
                                        &none, result, Type<T>::type, MUSPARSE_SPGEMM_DEFAULT, work,
                                        &size2, buffer.get()));
    int64_t rows = 0, columns = 0, count = 0;
    CHECK_SPARSE(musparseSpMatGetSize(result, &rows, &columns, &count));
    CHECK_EQUAL(rows, 6);
    CHECK_EQUAL(columns, 7);
    CHECK_EQUAL(count, int64_t(expected.values.size()));

    std::vector<T> filler(count, to<T>(1));
    const DeviceArray<Index> indices(std::vector<Index>(count, Index(-1)));
    const DeviceArray<T> values(filler);
    CHECK_SPARSE(musparseCsrSetPointers(result, offsets.get(), indices.get(), values.get()));
    CHECK_SPARSE(musparseSpGEMM_copy(handle, asIs, asIs, &by, left.descriptor, right.descriptor,
                                     &none, result, Type<T>::type, MUSPARSE_SPGEMM_DEFAULT, work));
    CHECK(offsets.read() == expected.major);
    CHECK(indices.read() == expected.minor);
    CHECK(values.read() == expected.values);
    // Once more on top of itself.
    CHECK_SPARSE(musparseSpGEMM_copy(handle, asIs, asIs, &by, left.descriptor, right.descriptor,
                                     &of, result, Type<T>::type, MUSPARSE_SPGEMM_DEFAULT, work));
    std::vector<T> twice = expected.values;
    for (T &value : twice)
      value = to<T>(from(value) * (1.0 + scalars.beta));
    CHECK(values.read() == twice);
    CHECK_SPARSE(musparseSpGEMM_destroyDescr(work));
    CHECK_SPARSE(musparseDestroySpMat(result));
  }
}

template <typename T> void testAll() {
  testSpmv<T, int>();
  testSpmv<T, long long>();
  testSpmm<T>();
  testBatches<T>();
  testSddmm<T>();
  testSpgemm<T, int>();
  testSpgemm<T, long long>();
}

/// Halfs whose product is floats.
void testWidened() {
  const Matrix a = numbers(6, 5, 3, 1, false);
  const Matrix x = numbers(5, 1, 1, 2, false);
  const float by = 3, of = 0.25F;
  const Matrix y = numbers(6, 1, 1, 3, false);
  const DeviceSparse<__half> matrix(a, MUSPARSE_FORMAT_CSR);
  const DeviceVector<__half> vector(x);
  const DeviceVector<float> result(y);
  CHECK_SPARSE(musparseSpMV(handle, asIs, &by, matrix.descriptor, vector.descriptor, &of,
                            result.descriptor, MUSA_R_32F, MUSPARSE_SPMV_ALG_DEFAULT, nullptr));
  CHECK(result.read() == multiply(3, a, x, 0.25, y));
}

/// Scalars in device memory are read when the work is done.
void testPointerMode() {
  const Matrix a = numbers(6, 5, 3, 1, false);
  const Matrix x = numbers(5, 1, 1, 2, false);
  const Matrix y = numbers(6, 1, 1, 3, false);
  const DeviceSparse<float> matrix(a, MUSPARSE_FORMAT_CSR);
  const DeviceVector<float> vector(x), result(y);
  const DeviceArray<float> scalars({0, 0});
  const std::vector<float> later = {3, 2};
  CHECK_SPARSE(musparseSetPointerMode(handle, MUSPARSE_POINTER_MODE_DEVICE));
  CHECK_MUSA(musaMemcpyAsync(scalars.get(), later.data(), 8, musaMemcpyHostToDevice));
  CHECK_SPARSE(musparseSpMV(handle, asIs, scalars.get(), matrix.descriptor, vector.descriptor,
                            scalars.get() + 1, result.descriptor, MUSA_R_32F,
                            MUSPARSE_SPMV_ALG_DEFAULT, nullptr));
  CHECK_SPARSE(musparseSetPointerMode(handle, MUSPARSE_POINTER_MODE_HOST));
  CHECK(result.read() == multiply(3, a, x, 2, y));
}

/// What descriptors said at the call counts, and work waits for its stream, or is in a graph.
void testStreams() {
  const Matrix a = numbers(6, 5, 3, 1, false);
  const Matrix b = numbers(5, 4, 1, 2, false);
  const Matrix expected = multiply(1, a, b, 0, Matrix(6, 4));
  const float by = 1, of = 0;
  const DeviceDense<float> dense(Matrix(5, 4), MUSPARSE_ORDER_ROW),
      result(Matrix(6, 4), MUSPARSE_ORDER_ROW);
  const DeviceDense<float> filled(b, MUSPARSE_ORDER_ROW);
  musaStream_t stream = nullptr;
  musaGraph_t graph = nullptr;
  musaGraphExec_t executable = nullptr;
  CHECK_MUSA(musaStreamCreate(&stream));
  CHECK_SPARSE(musparseSetStream(handle, stream));
  {
    auto *matrix = new DeviceSparse<float>(a, MUSPARSE_FORMAT_CSR);
    musparseSpMatDescr_t descriptor = nullptr;
    CHECK_SPARSE(musparseCreateCsr(&descriptor, 6, 5, int64_t(matrix->host.values.size()),
                                   matrix->major.get(), matrix->minor.get(), matrix->values.get(),
                                   MUSPARSE_INDEX_32I, MUSPARSE_INDEX_32I, MUSPARSE_INDEX_BASE_ZERO,
                                   MUSA_R_32F));
    CHECK_MUSA(musaStreamBeginCapture(stream, musaStreamCaptureModeGlobal));
    CHECK_MUSA(musaMemcpyAsync(dense.values.get(), filled.values.get(),
                               size_t(dense.stride) * sizeof(float), musaMemcpyDeviceToDevice,
                               stream));
    CHECK_SPARSE(musparseSpMM(handle, asIs, asIs, &by, descriptor, dense.descriptor, &of,
                              result.descriptor, MUSA_R_32F, MUSPARSE_SPMM_ALG_DEFAULT, nullptr));
    CHECK_MUSA(musaStreamEndCapture(stream, &graph));
    CHECK_SPARSE(musparseDestroySpMat(descriptor));
    CHECK(result.read() == Matrix(6, 4));
    CHECK_MUSA(musaGraphInstantiate(&executable, graph, nullptr, nullptr, 0));
    CHECK_MUSA(musaGraphLaunch(executable, stream));
    CHECK_MUSA(musaStreamSynchronize(stream));
    CHECK(result.read() == expected);
    delete matrix;
  }
  CHECK_MUSA(musaGraphExecDestroy(executable));
  CHECK_MUSA(musaGraphDestroy(graph));
  CHECK_SPARSE(musparseSetStream(handle, nullptr));
  CHECK_MUSA(musaStreamDestroy(stream));
}

void testErrors() {
  const Matrix a = numbers(6, 5, 3, 1, false);
  const float by = 1;
  const DeviceSparse<float> matrix(a, MUSPARSE_FORMAT_CSR);
  const DeviceSparse<float> coo(a, MUSPARSE_FORMAT_COO);
  const DeviceDense<float> b(Matrix(5, 4), MUSPARSE_ORDER_ROW), c(Matrix(6, 4), MUSPARSE_ORDER_COL);
  const DeviceDense<double> doubles(Matrix(5, 4), MUSPARSE_ORDER_ROW);
  const auto spmm = [&](musparseHandle_t with, musparseOperation_t opA, const float *alpha,
                        musparseSpMatDescr_t of, musparseDnMatDescr_t dense, musaDataType compute) {
    return musparseSpMM(with, opA, asIs, alpha, of, dense, &by, c.descriptor, compute,
                        MUSPARSE_SPMM_ALG_DEFAULT, nullptr);
  };
  CHECK_SPARSE(spmm(handle, asIs, &by, matrix.descriptor, b.descriptor, MUSA_R_32F));
  CHECK_SPARSE_FAILS(spmm(nullptr, asIs, &by, matrix.descriptor, b.descriptor, MUSA_R_32F),
                     MUSPARSE_STATUS_NOT_INITIALIZED);
  CHECK_SPARSE_FAILS(
      spmm(handle, MUSPARSE_OPERATION_TRANSPOSE, &by, matrix.descriptor, b.descriptor, MUSA_R_32F),
      MUSPARSE_STATUS_INVALID_VALUE);
  CHECK_SPARSE_FAILS(spmm(handle, static_cast<musparseOperation_t>(7), &by, matrix.descriptor,
                          b.descriptor, MUSA_R_32F),
                     MUSPARSE_STATUS_INVALID_VALUE);
  CHECK_SPARSE_FAILS(spmm(handle, asIs, nullptr, matrix.descriptor, b.descriptor, MUSA_R_32F),
                     MUSPARSE_STATUS_INVALID_VALUE);
  CHECK_SPARSE_FAILS(spmm(handle, asIs, &by, nullptr, b.descriptor, MUSA_R_32F),
                     MUSPARSE_STATUS_INVALID_VALUE);
  CHECK_SPARSE_FAILS(spmm(handle, asIs, &by, matrix.descriptor, nullptr, MUSA_R_32F),
                     MUSPARSE_STATUS_INVALID_VALUE);
  CHECK_SPARSE_FAILS(spmm(handle, asIs, &by, matrix.descriptor, b.descriptor, MUSA_R_64F),
                     MUSPARSE_STATUS_NOT_SUPPORTED);
  CHECK_SPARSE_FAILS(spmm(handle, asIs, &by, matrix.descriptor, doubles.descriptor, MUSA_R_32F),
                     MUSPARSE_STATUS_NOT_SUPPORTED);
  CHECK_SPARSE(musparseCsrSetStridedBatch(matrix.descriptor, 3, 0, 0));
  CHECK_SPARSE_FAILS(spmm(handle, asIs, &by, matrix.descriptor, b.descriptor, MUSA_R_32F),
                     MUSPARSE_STATUS_INVALID_VALUE);
  CHECK_SPARSE(musparseCsrSetStridedBatch(matrix.descriptor, 1, 0, 0));

  const DeviceSparse<float> square(numbers(5, 5, 3, 1, false), MUSPARSE_FORMAT_CSR);
  const DeviceSparse<float> result(numbers(6, 5, 3, 1, false), MUSPARSE_FORMAT_CSR);
  musparseSpGEMMDescr_t work = nullptr;
  size_t size = 0;
  CHECK_SPARSE(musparseSpGEMM_createDescr(&work));
  const auto spgemm = [&](musparseOperation_t opA, musparseSpMatDescr_t left) {
    return musparseSpGEMM_workEstimation(handle, opA, asIs, &by, left, square.descriptor, &by,
                                         result.descriptor, MUSA_R_32F, MUSPARSE_SPGEMM_DEFAULT,
                                         work, &size, nullptr);
  };
  CHECK_SPARSE(spgemm(asIs, matrix.descriptor));
  CHECK_SPARSE_FAILS(spgemm(asIs, coo.descriptor), MUSPARSE_STATUS_NOT_SUPPORTED);
  CHECK_SPARSE_FAILS(spgemm(MUSPARSE_OPERATION_TRANSPOSE, matrix.descriptor),
                     MUSPARSE_STATUS_NOT_SUPPORTED);
  CHECK_SPARSE_FAILS(spgemm(asIs, square.descriptor), MUSPARSE_STATUS_INVALID_VALUE);
  CHECK_SPARSE(musparseSpGEMM_destroyDescr(work));
}

} // namespace

int main() {
  CHECK_SPARSE(musparseCreate(&handle));
  testAll<float>();
  testSpmv<float, unsigned short>();
  testAll<double>();
  testAll<std::complex<float>>();
  testAll<std::complex<double>>();
  testAll<__half>();
  testAll<__mt_bfloat16>();
  testWidened();
  testPointerMode();
  testStreams();
  testErrors();
  CHECK_SPARSE(musparseDestroy(handle));
  return CHECK_RESULT();
}
