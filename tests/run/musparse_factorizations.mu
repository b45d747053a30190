// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -lmusparse
//
// muSPARSE's incomplete factors: their product is A wherever A has an element. Solving with one of
// CSR's triangles gives a solution that is known before.
#include "musparse_test.h"

#include <cmath>

namespace {

musparseHandle_t handle;
constexpr int n = 7;

template <typename T> struct Api;
#define API(L, T, A)                                                                               \
  template <> struct Api<T> {                                                                      \
    using Type = A;                                                                                \
    static constexpr auto luSize = musparse##L##csrilu02_bufferSize;                               \
    static constexpr auto luAnalysis = musparse##L##csrilu02_analysis;                             \
    static constexpr auto lu = musparse##L##csrilu02;                                              \
    static constexpr auto choleskySize = musparse##L##csric02_bufferSize;                          \
    static constexpr auto choleskyAnalysis = musparse##L##csric02_analysis;                        \
    static constexpr auto cholesky = musparse##L##csric02;                                         \
    static constexpr auto solveSize = musparse##L##csrsv2_bufferSize;                              \
    static constexpr auto solveAnalysis = musparse##L##csrsv2_analysis;                            \
    static constexpr auto solve = musparse##L##csrsv2_solve;                                       \
  };
API(S, float, float)
API(D, double, double)
API(C, std::complex<float>, muComplex)
API(Z, std::complex<double>, muDoubleComplex)
#undef API

constexpr auto policy = MUSPARSE_SOLVE_POLICY_NO_LEVEL;

/// Hermitian and positive definite, with zeros.
Matrix someMatrix(bool isComplex) {
  const Matrix half = numbers(n, n, 3, 1, isComplex);
  Matrix result(n, n);
  for (int row = 0; row < n; ++row)
    for (int column = 0; column < n; ++column)
      result(row, column) = row == column  ? Number(40)
                            : row > column ? half(row, column)
                                           : std::conj(half(column, row));
  return result;
}

struct Descriptor {
  explicit Descriptor(int base) {
    CHECK_SPARSE(musparseCreateMatDescr(&get));
    CHECK_SPARSE(musparseSetMatIndexBase(get, static_cast<musparseIndexBase_t>(base)));
  }
  Descriptor(const Descriptor &) = delete;
  ~Descriptor() { CHECK_SPARSE(musparseDestroyMatDescr(get)); }
  musparseMatDescr_t get = nullptr;
};

/// What is stored now, as a dense matrix.
template <typename T> Matrix read(const DeviceSparse<T> &sparse, int base) {
  Matrix result(n, n);
  const std::vector<T> values = sparse.values.read();
  for (int row = 0; row < n; ++row)
    for (int i = sparse.host.major[row] - base; i < sparse.host.major[row + 1] - base; ++i)
      result(row, sparse.host.minor[i] - base) = from(values[i]);
  return result;
}

/// Whether they agree where A has elements.
bool agree(const Matrix &product, const Matrix &a, bool onlyLower) {
  for (int row = 0; row < n; ++row)
    for (int column = 0; column < (onlyLower ? row + 1 : n); ++column)
      if (a(row, column) != Number() && !(std::abs(product(row, column) - a(row, column)) <= 1e-4))
        return false;
  return true;
}

template <typename T> void testFactors() {
  using A = typename Api<T>::Type;
  const Matrix a = someMatrix(Type<T>::isComplex);
  for (int base : {0, 1}) {
    const Descriptor descriptor(base);
    int size = 0, position = 7;
    {
      const DeviceSparse<T> sparse(a, MUSPARSE_FORMAT_CSR, base);
      const int count = int(sparse.host.values.size());
      auto *values = reinterpret_cast<A *>(sparse.values.get());
      csrilu02Info_t info = nullptr;
      CHECK_SPARSE(musparseCreateCsrilu02Info(&info));
      CHECK_SPARSE(Api<T>::luSize(handle, n, count, descriptor.get, values, sparse.major.get(),
                                  sparse.minor.get(), info, &size));
      CHECK(size > 0);
      CHECK_SPARSE(Api<T>::luAnalysis(handle, n, count, descriptor.get, values, sparse.major.get(),
                                      sparse.minor.get(), info, policy, nullptr));
      CHECK_SPARSE(musparseXcsrilu02_zeroPivot(handle, info, &position));
      CHECK_EQUAL(position, -1);
      CHECK_SPARSE(Api<T>::lu(handle, n, count, descriptor.get, values, sparse.major.get(),
                              sparse.minor.get(), info, policy, nullptr));
      CHECK_SPARSE(musparseXcsrilu02_zeroPivot(handle, info, &position));
      CHECK_EQUAL(position, -1);
      const Matrix both = read(sparse, base);
      Matrix lower(n, n), upper(n, n);
      for (int row = 0; row < n; ++row)
        for (int column = 0; column < n; ++column)
          (row > column ? lower : upper)(row, column) = both(row, column);
      for (int i = 0; i < n; ++i)
        lower(i, i) = 1;
      CHECK(agree(multiply(1, lower, upper, 0, Matrix(n, n)), a, false));
      CHECK_SPARSE(musparseDestroyCsrilu02Info(info));
    }
    {
      const DeviceSparse<T> sparse(a, MUSPARSE_FORMAT_CSR, base);
      const int count = int(sparse.host.values.size());
      auto *values = reinterpret_cast<A *>(sparse.values.get());
      csric02Info_t info = nullptr;
      CHECK_SPARSE(musparseCreateCsric02Info(&info));
      CHECK_SPARSE(Api<T>::choleskySize(handle, n, count, descriptor.get, values,
                                        sparse.major.get(), sparse.minor.get(), info, &size));
      CHECK_SPARSE(Api<T>::choleskyAnalysis(handle, n, count, descriptor.get, values,
                                            sparse.major.get(), sparse.minor.get(), info, policy,
                                            nullptr));
      CHECK_SPARSE(Api<T>::cholesky(handle, n, count, descriptor.get, values, sparse.major.get(),
                                    sparse.minor.get(), info, policy, nullptr));
      CHECK_SPARSE(musparseXcsric02_zeroPivot(handle, info, &position));
      CHECK_EQUAL(position, -1);
      const Matrix both = read(sparse, base);
      Matrix lower(n, n);
      for (int row = 0; row < n; ++row)
        for (int column = 0; column < n; ++column)
          if (row >= column)
            lower(row, column) = both(row, column);
          else // The other triangle stays.
            CHECK(both(row, column) == a(row, column));
      CHECK(agree(
          multiply(1, lower, apply(MUSPARSE_OPERATION_CONJUGATE_TRANSPOSE, lower), 0, Matrix(n, n)),
          a, true));
      CHECK_SPARSE(musparseDestroyCsric02Info(info));
    }
  }
}

template <typename T> void testSolve() {
  using A = typename Api<T>::Type;
  Matrix a = numbers(n, n, 3, 1, Type<T>::isComplex);
  for (int i = 0; i < n; ++i)
    a(i, i) = i % 2 == 0 ? 2 : -4;
  const T by = to<T>(2);
  for (int base : {0, 1})
    for (musparseFillMode_t fill : {MUSPARSE_FILL_MODE_LOWER, MUSPARSE_FILL_MODE_UPPER})
      for (musparseDiagType_t diagonal : {MUSPARSE_DIAG_TYPE_NON_UNIT, MUSPARSE_DIAG_TYPE_UNIT})
        for (musparseOperation_t operation : operations) {
          const Descriptor descriptor(base);
          CHECK_SPARSE(musparseSetMatFillMode(descriptor.get, fill));
          CHECK_SPARSE(musparseSetMatDiagType(descriptor.get, diagonal));
          Matrix triangle = a;
          for (int row = 0; row < n; ++row)
            for (int column = 0; column < n; ++column) {
              if (fill == MUSPARSE_FILL_MODE_LOWER ? column > row : column < row)
                triangle(row, column) = 0;
              if (row == column && diagonal == MUSPARSE_DIAG_TYPE_UNIT)
                triangle(row, column) = 1;
            }
          const DeviceSparse<T> sparse(a, MUSPARSE_FORMAT_CSR, base);
          const int count = int(sparse.host.values.size());
          auto *values = reinterpret_cast<A *>(sparse.values.get());
          const Matrix x = numbers(n, 1, 1, 2, Type<T>::isComplex);
          const DeviceVector<T> b(multiply(0.5, apply(operation, triangle), x, 0, x));
          const DeviceVector<T> solution(Matrix(n, 1));
          csrsv2Info_t info = nullptr;
          int size = 0, position = 7;
          CHECK_SPARSE(musparseCreateCsrsv2Info(&info));
          CHECK_SPARSE(Api<T>::solveSize(handle, operation, n, count, descriptor.get, values,
                                         sparse.major.get(), sparse.minor.get(), info, &size));
          CHECK(size > 0);
          CHECK_SPARSE(Api<T>::solveAnalysis(handle, operation, n, count, descriptor.get, values,
                                             sparse.major.get(), sparse.minor.get(), info, policy,
                                             nullptr));
          CHECK_SPARSE(musparseXcsrsv2_zeroPivot(handle, info, &position));
          CHECK_EQUAL(position, -1);
          CHECK_SPARSE(Api<T>::solve(handle, operation, n, count, reinterpret_cast<const A *>(&by),
                                     descriptor.get, values, sparse.major.get(), sparse.minor.get(),
                                     info, reinterpret_cast<const A *>(b.values.get()),
                                     reinterpret_cast<A *>(solution.values.get()), policy,
                                     nullptr));
          CHECK(solution.read() == x);
          CHECK_SPARSE(musparseDestroyCsrsv2Info(info));
        }
}

void testZeroPivots() {
  const Descriptor descriptor(1);
  csrilu02Info_t lu = nullptr;
  csric02Info_t cholesky = nullptr;
  CHECK_SPARSE(musparseCreateCsrilu02Info(&lu));
  CHECK_SPARSE(musparseCreateCsric02Info(&cholesky));
  int position = 7;
  { // The analysis finds an element of the diagonal that is missing.
    Matrix a = someMatrix(false);
    a(2, 2) = 0;
    const DeviceSparse<float> sparse(a, MUSPARSE_FORMAT_CSR, 1);
    const int count = int(sparse.host.values.size());
    CHECK_SPARSE(musparseScsrilu02_analysis(handle, n, count, descriptor.get, sparse.values.get(),
                                            sparse.major.get(), sparse.minor.get(), lu, policy,
                                            nullptr));
    CHECK_SPARSE_FAILS(musparseXcsrilu02_zeroPivot(handle, lu, &position),
                       MUSPARSE_STATUS_ZERO_PIVOT);
    CHECK_EQUAL(position, 3);
  }
  { // The second pivot is 1 - 1.
    Matrix a(n, n);
    for (int i = 0; i < n; ++i)
      a(i, i) = 1;
    a(0, 1) = a(1, 0) = 1;
    const DeviceSparse<float> sparse(a, MUSPARSE_FORMAT_CSR, 1), again(a, MUSPARSE_FORMAT_CSR, 1);
    const int count = int(sparse.host.values.size());
    CHECK_SPARSE(musparseScsrilu02(handle, n, count, descriptor.get, sparse.values.get(),
                                   sparse.major.get(), sparse.minor.get(), lu, policy, nullptr));
    CHECK_SPARSE_FAILS(musparseXcsrilu02_zeroPivot(handle, lu, &position),
                       MUSPARSE_STATUS_ZERO_PIVOT);
    CHECK_EQUAL(position, 2);
    CHECK_SPARSE(musparseScsric02(handle, n, count, descriptor.get, again.values.get(),
                                  again.major.get(), again.minor.get(), cholesky, policy, nullptr));
    CHECK_SPARSE_FAILS(musparseXcsric02_zeroPivot(handle, cholesky, &position),
                       MUSPARSE_STATUS_ZERO_PIVOT);
    CHECK_EQUAL(position, 2);

    const auto factorize = [&](musparseHandle_t with, int m, musparseMatDescr_t of,
                               csrilu02Info_t info) {
      return musparseScsrilu02(with, m, count, of, sparse.values.get(), sparse.major.get(),
                               sparse.minor.get(), info, policy, nullptr);
    };
    CHECK_SPARSE_FAILS(factorize(nullptr, n, descriptor.get, lu), MUSPARSE_STATUS_NOT_INITIALIZED);
    CHECK_SPARSE_FAILS(factorize(handle, -1, descriptor.get, lu), MUSPARSE_STATUS_INVALID_VALUE);
    CHECK_SPARSE_FAILS(factorize(handle, n, nullptr, lu), MUSPARSE_STATUS_INVALID_VALUE);
    CHECK_SPARSE_FAILS(factorize(handle, n, descriptor.get, nullptr),
                       MUSPARSE_STATUS_INVALID_VALUE);
    CHECK_SPARSE(musparseSetMatType(descriptor.get, MUSPARSE_MATRIX_TYPE_SYMMETRIC));
    CHECK_SPARSE_FAILS(factorize(handle, n, descriptor.get, lu),
                       MUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED);
  }
  CHECK_SPARSE(musparseDestroyCsrilu02Info(lu));
  CHECK_SPARSE(musparseDestroyCsric02Info(cholesky));
}

template <typename T> void test() {
  testFactors<T>();
  testSolve<T>();
}

} // namespace

int main() {
  CHECK_SPARSE(musparseCreate(&handle));
  test<float>();
  test<double>();
  test<std::complex<float>>();
  test<std::complex<double>>();
  testZeroPivots();
  CHECK_SPARSE(musparseDestroy(handle));
  return CHECK_RESULT();
}
