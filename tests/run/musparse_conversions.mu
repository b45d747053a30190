// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -lmusparse
//
// muSPARSE's conversions between formats: what they write is what the test's own conversion writes.
#include "musparse_test.h"

namespace {

musparseHandle_t handle;

template <typename T> bool isSame(const std::vector<T> &a, const std::vector<T> &b) {
  if (a.size() != b.size())
    return false;
  for (size_t i = 0; i < a.size(); ++i)
    if (from(a[i]) != from(b[i]))
      return false;
  return true;
}

template <typename T> void testTranspose() {
  const Matrix matrix = numbers(6, 5, 3, 1, Type<T>::isComplex);
  for (int base : {0, 1})
    for (musparseCsr2CscAlg_t algorithm : {MUSPARSE_CSR2CSC_ALG1, MUSPARSE_CSR2CSC_ALG2})
      for (musparseAction_t action : {MUSPARSE_ACTION_NUMERIC, MUSPARSE_ACTION_SYMBOLIC}) {
        const DeviceSparse<T> csr(matrix, MUSPARSE_FORMAT_CSR, base);
        const Sparse<T> expected(matrix, MUSPARSE_FORMAT_CSC, base);
        const int count = int(expected.values.size());
        const auto start = static_cast<musparseIndexBase_t>(base);
        const DeviceArray<int> offsets(std::vector<int>(6, 99)), rows(std::vector<int>(count, 99));
        const DeviceArray<T> values(std::vector<T>(count, to<T>(99)));
        size_t size = 0;
        CHECK_SPARSE(musparseCsr2cscEx2_bufferSize(
            handle, 6, 5, count, csr.values.get(), csr.major.get(), csr.minor.get(), values.get(),
            offsets.get(), rows.get(), Type<T>::type, action, start, algorithm, &size));
        CHECK(size > 0);
        const bool isNumeric = action == MUSPARSE_ACTION_NUMERIC;
        CHECK_SPARSE(musparseCsr2cscEx2(handle, 6, 5, count, isNumeric ? csr.values.get() : nullptr,
                                        csr.major.get(), csr.minor.get(), values.get(),
                                        offsets.get(), rows.get(), Type<T>::type, action, start,
                                        algorithm, nullptr));
        CHECK(offsets.read() == expected.major);
        CHECK(rows.read() == expected.minor);
        CHECK(
            isSame(values.read(), isNumeric ? expected.values : std::vector<T>(count, to<T>(99))));
      }
}

template <typename T, typename Index> void testDense() {
  const Matrix matrix = numbers(6, 5, 3, 1, Type<T>::isComplex);
  for (int base : {0, 1})
    for (musparseOrder_t order : {MUSPARSE_ORDER_ROW, MUSPARSE_ORDER_COL})
      for (musparseFormat_t format :
           {MUSPARSE_FORMAT_CSR, MUSPARSE_FORMAT_CSC, MUSPARSE_FORMAT_COO}) {
        size_t size = 0;
        const DeviceSparse<T, Index> sparse(matrix, format, base);
        Matrix nines(6, 5);
        for (Number &value : nines.values)
          value = 9;
        const DeviceDense<T> dense(nines, order);
        CHECK_SPARSE(musparseSparseToDense_bufferSize(handle, sparse.descriptor, dense.descriptor,
                                                      MUSPARSE_SPARSETODENSE_ALG_DEFAULT, &size));
        CHECK(size > 0);
        CHECK_SPARSE(musparseSparseToDense(handle, sparse.descriptor, dense.descriptor,
                                           MUSPARSE_SPARSETODENSE_ALG_DEFAULT, nullptr));
        CHECK(dense.read() == matrix);

        // Back, into a descriptor that has offsets only until the number of elements is known.
        const Sparse<T, Index> expected(matrix, format, base);
        const bool hasOffsets = format != MUSPARSE_FORMAT_COO;
        const DeviceArray<Index> major(std::vector<Index>(expected.major.size(), 99));
        const DeviceArray<Index> minor(std::vector<Index>(expected.minor.size(), 99));
        const DeviceArray<T> values{std::vector<T>(expected.values.size())};
        constexpr musparseIndexType_t type = indexType<Index>;
        const auto start = static_cast<musparseIndexBase_t>(base);
        musparseSpMatDescr_t result = nullptr;
        if (format == MUSPARSE_FORMAT_COO)
          CHECK_SPARSE(musparseCreateCoo(&result, 6, 5, 0, nullptr, nullptr, nullptr, type, start,
                                         Type<T>::type));
        else
          CHECK_SPARSE((format == MUSPARSE_FORMAT_CSR ? musparseCreateCsr : musparseCreateCsc)(
              &result, 6, 5, 0, major.get(), nullptr, nullptr, type, type, start, Type<T>::type));
        CHECK_SPARSE(musparseDenseToSparse_bufferSize(handle, dense.descriptor, result,
                                                      MUSPARSE_DENSETOSPARSE_ALG_DEFAULT, &size));
        CHECK(size > 0);
        CHECK_SPARSE(musparseDenseToSparse_analysis(handle, dense.descriptor, result,
                                                    MUSPARSE_DENSETOSPARSE_ALG_DEFAULT, nullptr));
        int64_t rows = 0, columns = 0, count = 0;
        CHECK_SPARSE(musparseSpMatGetSize(result, &rows, &columns, &count));
        CHECK_EQUAL(count, int64_t(expected.values.size()));
        if (hasOffsets)
          CHECK(major.read() == expected.major);
        CHECK_SPARSE((format == MUSPARSE_FORMAT_CSR   ? musparseCsrSetPointers
                      : format == MUSPARSE_FORMAT_CSC ? musparseCscSetPointers
                                                      : musparseCooSetPointers)(
            result, major.get(), minor.get(), values.get()));
        CHECK_SPARSE(musparseDenseToSparse_convert(handle, dense.descriptor, result,
                                                   MUSPARSE_DENSETOSPARSE_ALG_DEFAULT, nullptr));
        CHECK(major.read() == expected.major);
        CHECK(minor.read() == expected.minor);
        CHECK(isSame(values.read(), expected.values));
        CHECK_SPARSE(musparseDestroySpMat(result));
      }
}

void testErrors() {
  const Matrix matrix = numbers(6, 5, 3, 1, false);
  const DeviceSparse<float> csr(matrix, MUSPARSE_FORMAT_CSR), csc(matrix, MUSPARSE_FORMAT_CSC);
  const DeviceDense<float> dense(matrix, MUSPARSE_ORDER_COL);
  const DeviceDense<float> tooSmall(Matrix(5, 5), MUSPARSE_ORDER_COL);
  const DeviceDense<double> wide(matrix, MUSPARSE_ORDER_COL);
  const DeviceArray<int> offsets(std::vector<int>(6)), rows(std::vector<int>(30));
  const DeviceArray<float> values(std::vector<float>(30));
  const auto transpose = [&](musparseHandle_t with, int m, const void *from, musaDataType type,
                             musparseIndexBase_t base, musparseCsr2CscAlg_t algorithm) {
    return musparseCsr2cscEx2(with, m, 5, int(csr.host.values.size()), from, csr.major.get(),
                              csr.minor.get(), values.get(), offsets.get(), rows.get(), type,
                              MUSPARSE_ACTION_NUMERIC, base, algorithm, nullptr);
  };
  const auto zero = MUSPARSE_INDEX_BASE_ZERO;
  const auto algorithm = MUSPARSE_CSR2CSC_ALG_DEFAULT;
  CHECK_SPARSE(transpose(handle, 6, csr.values.get(), MUSA_R_32F, zero, algorithm));
  CHECK_SPARSE_FAILS(transpose(nullptr, 6, csr.values.get(), MUSA_R_32F, zero, algorithm),
                     MUSPARSE_STATUS_NOT_INITIALIZED);
  CHECK_SPARSE_FAILS(transpose(handle, -1, csr.values.get(), MUSA_R_32F, zero, algorithm),
                     MUSPARSE_STATUS_INVALID_VALUE);
  CHECK_SPARSE_FAILS(transpose(handle, 6, nullptr, MUSA_R_32F, zero, algorithm),
                     MUSPARSE_STATUS_INVALID_VALUE);
  CHECK_SPARSE_FAILS(transpose(handle, 6, csr.values.get(), MUSA_R_32F,
                               static_cast<musparseIndexBase_t>(2), algorithm),
                     MUSPARSE_STATUS_INVALID_VALUE);
  CHECK_SPARSE_FAILS(transpose(handle, 6, csr.values.get(), MUSA_R_32F, zero,
                               static_cast<musparseCsr2CscAlg_t>(9)),
                     MUSPARSE_STATUS_INVALID_VALUE);
  CHECK_SPARSE_FAILS(transpose(handle, 6, csr.values.get(), MUSA_R_8I, zero, algorithm),
                     MUSPARSE_STATUS_NOT_SUPPORTED);

  const auto expand = [&](musparseHandle_t with, musparseSpMatDescr_t from,
                          musparseDnMatDescr_t into) {
    return musparseSparseToDense(with, from, into, MUSPARSE_SPARSETODENSE_ALG_DEFAULT, nullptr);
  };
  CHECK_SPARSE_FAILS(expand(nullptr, csr.descriptor, dense.descriptor),
                     MUSPARSE_STATUS_NOT_INITIALIZED);
  CHECK_SPARSE_FAILS(expand(handle, nullptr, dense.descriptor), MUSPARSE_STATUS_INVALID_VALUE);
  CHECK_SPARSE_FAILS(expand(handle, csr.descriptor, tooSmall.descriptor),
                     MUSPARSE_STATUS_INVALID_VALUE);
  CHECK_SPARSE_FAILS(expand(handle, csr.descriptor, wide.descriptor),
                     MUSPARSE_STATUS_NOT_SUPPORTED);
  CHECK_SPARSE_FAILS(musparseDenseToSparse_analysis(handle, tooSmall.descriptor, csr.descriptor,
                                                    MUSPARSE_DENSETOSPARSE_ALG_DEFAULT, nullptr),
                     MUSPARSE_STATUS_INVALID_VALUE);
  CHECK_SPARSE_FAILS(musparseDenseToSparse_convert(handle, dense.descriptor, nullptr,
                                                   MUSPARSE_DENSETOSPARSE_ALG_DEFAULT, nullptr),
                     MUSPARSE_STATUS_INVALID_VALUE);

  int64_t m = 0, n = 0, count = 0;
  void *major = nullptr, *minor = nullptr, *elements = nullptr;
  musparseIndexType_t majorType{}, minorType{};
  musparseIndexBase_t base{};
  musaDataType type{};
  CHECK_SPARSE(musparseCscGet(csc.descriptor, &m, &n, &count, &major, &minor, &elements, &majorType,
                              &minorType, &base, &type));
  CHECK(m == 6 && n == 5 && count == int64_t(csc.host.values.size()) && major == csc.major.get() &&
        minor == csc.minor.get() && elements == csc.values.get());
  CHECK_SPARSE_FAILS(musparseCscGet(csr.descriptor, &m, &n, &count, &major, &minor, &elements,
                                    &majorType, &minorType, &base, &type),
                     MUSPARSE_STATUS_INVALID_VALUE);
}

template <typename T> void test() {
  testTranspose<T>();
  testDense<T, int>();
  testDense<T, long long>();
}

} // namespace

int main() {
  CHECK_SPARSE(musparseCreate(&handle));
  test<float>();
  test<double>();
  test<__half>();
  test<__mt_bfloat16>();
  test<std::complex<float>>();
  test<std::complex<double>>();
  testErrors();
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_SPARSE(musparseDestroy(handle));
  return CHECK_RESULT();
}
