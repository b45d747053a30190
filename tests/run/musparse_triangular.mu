// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -lmusparse
//
// Triangular systems whose solutions are known: right sides are made of them.
#include "musparse_blocks.h"
#include "musparse_test.h"

#include <cmath>

namespace {

musparseHandle_t handle;

constexpr musparseFillMode_t fills[] = {MUSPARSE_FILL_MODE_LOWER, MUSPARSE_FILL_MODE_UPPER};
constexpr musparseDiagType_t diagonals[] = {MUSPARSE_DIAG_TYPE_NON_UNIT, MUSPARSE_DIAG_TYPE_UNIT};

/// With elements in both triangles, and a diagonal by which whole numbers can be divided exactly.
Matrix square(int n, bool isComplex) {
  Matrix result = numbers(n, n, 3, 1, isComplex);
  for (int i = 0; i < n; ++i)
    result(i, i) = i % 2 == 0 ? 2 : -4;
  return result;
}

/// What of it a solution uses.
Matrix triangle(Matrix matrix, musparseFillMode_t fill, musparseDiagType_t diagonal) {
  for (int row = 0; row < matrix.rows; ++row)
    for (int column = 0; column < matrix.columns; ++column) {
      if (fill == MUSPARSE_FILL_MODE_LOWER ? column > row : column < row)
        matrix(row, column) = 0;
      if (row == column && diagonal == MUSPARSE_DIAG_TYPE_UNIT)
        matrix(row, column) = 1;
    }
  return matrix;
}

void setTriangle(musparseSpMatDescr_t matrix, musparseFillMode_t fill,
                 musparseDiagType_t diagonal) {
  CHECK_SPARSE(musparseSpMatSetAttribute(matrix, MUSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill));
  CHECK_SPARSE(
      musparseSpMatSetAttribute(matrix, MUSPARSE_SPMAT_DIAG_TYPE, &diagonal, sizeof diagonal));
}

template <typename T, typename Index> void testGeneric() {
  using S = typename Type<T>::Scalar;
  const bool isComplex = Type<T>::isComplex;
  const S by = to<S>(2);
  const Matrix a = square(6, isComplex);
  for (musparseFormat_t format : {MUSPARSE_FORMAT_CSR, MUSPARSE_FORMAT_CSC, MUSPARSE_FORMAT_COO})
    for (musparseFillMode_t fill : fills)
      for (musparseDiagType_t diagonal : diagonals)
        for (musparseOperation_t opA : operations) {
          const Matrix opTriangle = apply(opA, triangle(a, fill, diagonal));
          const DeviceSparse<T, Index> matrix(a, format, 1);
          setTriangle(matrix.descriptor, fill, diagonal);
          {
            const Matrix x = numbers(6, 1, 1, 2, isComplex);
            const DeviceVector<T> b(multiply(0.5, opTriangle, x, 0, x)), solution(Matrix(6, 1));
            musparseSpSVDescr_t work = nullptr;
            size_t size = 0;
            CHECK_SPARSE(musparseSpSV_createDescr(&work));
            CHECK_SPARSE(musparseSpSV_bufferSize(handle, opA, &by, matrix.descriptor, b.descriptor,
                                                 solution.descriptor, Type<T>::compute,
                                                 MUSPARSE_SPSV_ALG_DEFAULT, work, &size));
            const DeviceArray<char> buffer{std::vector<char>(size)};
            CHECK_SPARSE(musparseSpSV_analysis(handle, opA, &by, matrix.descriptor, b.descriptor,
                                               solution.descriptor, Type<T>::compute,
                                               MUSPARSE_SPSV_ALG_DEFAULT, work, buffer.get()));
            CHECK_SPARSE(musparseSpSV_solve(handle, opA, &by, matrix.descriptor, b.descriptor,
                                            solution.descriptor, Type<T>::compute,
                                            MUSPARSE_SPSV_ALG_DEFAULT, work));
            CHECK(solution.read() == x);
            CHECK_SPARSE(musparseSpSV_destroyDescr(work));
          }
          for (musparseOperation_t opB : operations)
            for (musparseOrder_t order : {MUSPARSE_ORDER_ROW, MUSPARSE_ORDER_COL}) {
              const Matrix x = numbers(6, 3, 1, 2, isComplex);
              const DeviceDense<T> b(apply(opB, multiply(0.5, opTriangle, x, 0, x)), order);
              const DeviceDense<T> solution(Matrix(6, 3), MUSPARSE_ORDER_COL);
              musparseSpSMDescr_t work = nullptr;
              size_t size = 0;
              CHECK_SPARSE(musparseSpSM_createDescr(&work));
              CHECK_SPARSE(musparseSpSM_bufferSize(
                  handle, opA, opB, &by, matrix.descriptor, b.descriptor, solution.descriptor,
                  Type<T>::compute, MUSPARSE_SPSM_ALG_DEFAULT, work, &size));
              const DeviceArray<char> buffer{std::vector<char>(size)};
              CHECK_SPARSE(musparseSpSM_analysis(
                  handle, opA, opB, &by, matrix.descriptor, b.descriptor, solution.descriptor,
                  Type<T>::compute, MUSPARSE_SPSM_ALG_DEFAULT, work, buffer.get()));
              CHECK_SPARSE(musparseSpSM_solve(handle, opA, opB, &by, matrix.descriptor,
                                              b.descriptor, solution.descriptor, Type<T>::compute,
                                              MUSPARSE_SPSM_ALG_DEFAULT, work));
              CHECK(solution.read() == x);
              CHECK_SPARSE(musparseSpSM_destroyDescr(work));
            }
        }
}

template <typename T> void testBlocks() {
  using A = typename BlockApi<T>::Type;
  using Api = BlockApi<T>;
  const bool isComplex = Type<T>::isComplex;
  const T by = T(2);
  const Matrix a = square(6, isComplex);
  for (int base : {0, 1})
    for (musparseDirection_t direction : {MUSPARSE_DIRECTION_ROW, MUSPARSE_DIRECTION_COLUMN})
      for (musparseFillMode_t fill : fills)
        for (musparseDiagType_t diagonal : diagonals)
          for (musparseOperation_t opA : operations) {
            const int size = 2;
            const DeviceBlocks<T> blocks(a, size, direction, base);
            CHECK_SPARSE(musparseSetMatFillMode(blocks.descriptor, fill));
            CHECK_SPARSE(musparseSetMatDiagType(blocks.descriptor, diagonal));
            const Matrix opTriangle = apply(opA, triangle(a, fill, diagonal));
            const int rows = 6 / size;
            int bufferSize = 0, position = 0;
            {
              const Matrix x = numbers(6, 1, 1, 2, isComplex);
              const DeviceVector<T> b(multiply(0.5, opTriangle, x, 0, x)), solution(Matrix(6, 1));
              bsrsv2Info_t info = nullptr;
              CHECK_SPARSE(musparseCreateBsrsv2Info(&info));
              CHECK_SPARSE(Api::sv2BufferSize(handle, direction, opA, rows, blocks.count,
                                              blocks.descriptor, (A *)blocks.values.get(),
                                              blocks.offsets.get(), blocks.columns.get(), size,
                                              info, &bufferSize));
              CHECK(bufferSize > 0);
              CHECK_SPARSE(Api::sv2Analysis(handle, direction, opA, rows, blocks.count,
                                            blocks.descriptor, (A *)blocks.values.get(),
                                            blocks.offsets.get(), blocks.columns.get(), size, info,
                                            MUSPARSE_SOLVE_POLICY_NO_LEVEL, nullptr));
              CHECK_SPARSE(musparseXbsrsv2_zeroPivot(handle, info, &position));
              CHECK_EQUAL(position, -1);
              CHECK_SPARSE(Api::sv2Solve(handle, direction, opA, rows, blocks.count, (const A *)&by,
                                         blocks.descriptor, (A *)blocks.values.get(),
                                         blocks.offsets.get(), blocks.columns.get(), size, info,
                                         (A *)b.values.get(), (A *)solution.values.get(),
                                         MUSPARSE_SOLVE_POLICY_NO_LEVEL, nullptr));
              CHECK(solution.read() == x);
              CHECK_SPARSE(musparseDestroyBsrsv2Info(info));
            }
            for (musparseOperation_t opX : {asIs, MUSPARSE_OPERATION_TRANSPOSE}) {
              const Matrix x = numbers(6, 3, 1, 2, isComplex);
              const DeviceDense<T> b(apply(opX, multiply(0.5, opTriangle, x, 0, x)),
                                     MUSPARSE_ORDER_COL);
              const DeviceDense<T> solution(apply(opX, Matrix(6, 3)), MUSPARSE_ORDER_COL);
              bsrsm2Info_t info = nullptr;
              CHECK_SPARSE(musparseCreateBsrsm2Info(&info));
              CHECK_SPARSE(Api::sm2BufferSize(handle, direction, opA, opX, rows, 3, blocks.count,
                                              blocks.descriptor, (A *)blocks.values.get(),
                                              blocks.offsets.get(), blocks.columns.get(), size,
                                              info, &bufferSize));
              CHECK_SPARSE(Api::sm2Analysis(handle, direction, opA, opX, rows, 3, blocks.count,
                                            blocks.descriptor, (A *)blocks.values.get(),
                                            blocks.offsets.get(), blocks.columns.get(), size, info,
                                            MUSPARSE_SOLVE_POLICY_NO_LEVEL, nullptr));
              CHECK_SPARSE(musparseXbsrsm2_zeroPivot(handle, info, &position));
              CHECK_SPARSE(Api::sm2Solve(handle, direction, opA, opX, rows, 3, blocks.count,
                                         (const A *)&by, blocks.descriptor,
                                         (A *)blocks.values.get(), blocks.offsets.get(),
                                         blocks.columns.get(), size, info, (A *)b.values.get(),
                                         b.ld, (A *)solution.values.get(), solution.ld,
                                         MUSPARSE_SOLVE_POLICY_NO_LEVEL, nullptr));
              CHECK(solution.read() == apply(opX, x));
              CHECK_SPARSE(musparseDestroyBsrsm2Info(info));
            }
          }
}

/// Blocks on the diagonal that are missing are found by the analysis, zeros by the solution.
void testZeroPivots() {
  using Api = BlockApi<float>;
  const float by = 1;
  for (bool isMissing : {true, false}) {
    Matrix a = square(6, false);
    a(3, 3) = 0;
    if (isMissing)
      a(2, 2) = a(2, 3) = a(3, 2) = 0;
    else
      a(2, 3) = 1;
    const DeviceBlocks<float> blocks(a, 2, MUSPARSE_DIRECTION_ROW, 1);
    const DeviceVector<float> b(Matrix(6, 1)), x(Matrix(6, 1));
    bsrsv2Info_t info = nullptr;
    int position = 7;
    CHECK_SPARSE(musparseCreateBsrsv2Info(&info));
    CHECK_SPARSE(Api::sv2Analysis(handle, MUSPARSE_DIRECTION_ROW, asIs, 3, blocks.count,
                                  blocks.descriptor, blocks.values.get(), blocks.offsets.get(),
                                  blocks.columns.get(), 2, info, MUSPARSE_SOLVE_POLICY_NO_LEVEL,
                                  nullptr));
    CHECK_SPARSE_FAILS(musparseXbsrsv2_zeroPivot(handle, info, &position),
                       isMissing ? MUSPARSE_STATUS_ZERO_PIVOT : MUSPARSE_STATUS_SUCCESS);
    CHECK_EQUAL(position, isMissing ? 2 : -1);
    CHECK_SPARSE(Api::sv2Solve(handle, MUSPARSE_DIRECTION_ROW, asIs, 3, blocks.count, &by,
                               blocks.descriptor, blocks.values.get(), blocks.offsets.get(),
                               blocks.columns.get(), 2, info, b.values.get(), x.values.get(),
                               MUSPARSE_SOLVE_POLICY_NO_LEVEL, nullptr));
    CHECK_SPARSE_FAILS(musparseXbsrsv2_zeroPivot(handle, info, &position),
                       MUSPARSE_STATUS_ZERO_PIVOT);
    CHECK_EQUAL(position, 2);
    CHECK_SPARSE(musparseDestroyBsrsv2Info(info));
  }
  int position = 0;
  CHECK_SPARSE_FAILS(musparseXbsrsv2_zeroPivot(handle, nullptr, &position),
                     MUSPARSE_STATUS_INVALID_VALUE);
}

void testErrors() {
  const float by = 1;
  const DeviceSparse<float> matrix(square(6, false), MUSPARSE_FORMAT_CSR);
  const DeviceSparse<float> oblong(numbers(6, 5, 2, 1, false), MUSPARSE_FORMAT_CSR);
  const DeviceSparse<__half> halfs(square(6, false), MUSPARSE_FORMAT_CSR);
  const DeviceVector<float> b(Matrix(6, 1)), x(Matrix(6, 1)), tooShort(Matrix(5, 1));
  const DeviceVector<__half> halfB(Matrix(6, 1)), halfX(Matrix(6, 1));
  const auto solve = [&](musparseHandle_t with, const float *alpha, musparseSpMatDescr_t a,
                         musparseDnVecDescr_t from, musparseDnVecDescr_t to) {
    return musparseSpSV_solve(with, asIs, alpha, a, from, to, MUSA_R_32F, MUSPARSE_SPSV_ALG_DEFAULT,
                              nullptr);
  };
  CHECK_SPARSE(solve(handle, &by, matrix.descriptor, b.descriptor, x.descriptor));
  CHECK_SPARSE_FAILS(solve(nullptr, &by, matrix.descriptor, b.descriptor, x.descriptor),
                     MUSPARSE_STATUS_NOT_INITIALIZED);
  CHECK_SPARSE_FAILS(solve(handle, nullptr, matrix.descriptor, b.descriptor, x.descriptor),
                     MUSPARSE_STATUS_INVALID_VALUE);
  CHECK_SPARSE_FAILS(solve(handle, &by, oblong.descriptor, b.descriptor, x.descriptor),
                     MUSPARSE_STATUS_INVALID_VALUE);
  CHECK_SPARSE_FAILS(solve(handle, &by, matrix.descriptor, b.descriptor, tooShort.descriptor),
                     MUSPARSE_STATUS_INVALID_VALUE);
  CHECK_SPARSE_FAILS(solve(handle, &by, matrix.descriptor, nullptr, x.descriptor),
                     MUSPARSE_STATUS_INVALID_VALUE);
  CHECK_SPARSE_FAILS(solve(handle, &by, halfs.descriptor, halfB.descriptor, halfX.descriptor),
                     MUSPARSE_STATUS_NOT_SUPPORTED);
  CHECK_MUSA(musaDeviceSynchronize());
}

} // namespace

int main() {
  CHECK_SPARSE(musparseCreate(&handle));
  testGeneric<float, int>();
  testGeneric<double, long long>();
  testGeneric<std::complex<float>, int>();
  testGeneric<std::complex<double>, long long>();
  testBlocks<float>();
  testBlocks<double>();
  testBlocks<std::complex<float>>();
  testBlocks<std::complex<double>>();
  testZeroPivots();
  testErrors();
  CHECK_SPARSE(musparseDestroy(handle));
  return CHECK_RESULT();
}
