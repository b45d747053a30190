// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -lmusolver
//
// musolverRf.h: factors of a matrix whose pattern is known, solutions, and wrong use.
#include "check.h"
#include "device_array.h"

#include <cmath>
#include <cstdlib>
#include <musolverRf.h>

#define CHECK_SOLVER(call)                                                                         \
  CHECK_EQUAL(static_cast<int>(call), static_cast<int>(MUSOLVER_STATUS_SUCCESS))
#define CHECK_FAILS(call, status) CHECK_EQUAL(static_cast<int>(call), static_cast<int>(status))

namespace {

constexpr int n = 4;

/// Of rows of columns; elements that are 0 are stored if `keep` says so.
struct Csr {
  std::vector<int> offsets{0}, columns{};
  std::vector<double> values{};

  void add(int column, double value) {
    columns.push_back(column);
    values.push_back(value);
  }
  void endRow() { offsets.push_back(static_cast<int>(values.size())); }
  int count() const { return static_cast<int>(values.size()); }
};

// P A Q^T = L U with L = [1; .5 1; 0 0 1; .25 0 -1 1] and U below.
const double lower[n][n] = {{1, 0, 0, 0}, {0.5, 1, 0, 0}, {0, 0, 1, 0}, {0.25, 0, -1, 1}};
const double upper[n][n] = {{4, 0, 2, 0}, {0, 2, 5, 1}, {0, 0, 8, 2}, {0, 0, 0, 3}};
std::vector<int> p = {2, 0, 3, 1}, q = {1, 3, 0, 2};

/// A, whose elements are `scale` times those of L U.
Csr matrix(double scale) {
  double product[n][n] = {}, a[n][n] = {};
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      for (int k = 0; k < n; ++k)
        product[i][j] += lower[i][k] * upper[k][j];
      a[p[i]][q[j]] = scale * product[i][j];
    }
  Csr result;
  for (const auto &row : a) {
    for (int j = 0; j < n; ++j)
      if (row[j] != 0)
        result.add(j, row[j]);
    result.endRow();
  }
  return result;
}

Csr factorL(bool withOnes) {
  Csr result;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j)
      if (lower[i][j] != 0)
        result.add(j, lower[i][j]);
    if (withOnes)
      result.add(i, 1);
    result.endRow();
  }
  return result;
}
Csr factorU() {
  Csr result;
  for (int i = 0; i < n; ++i) {
    for (int j = i; j < n; ++j)
      if (upper[i][j] != 0)
        result.add(j, upper[i][j]);
    result.endRow();
  }
  return result;
}

struct Fixture {
  musolverRfHandle_t handle = nullptr;
  Csr a = matrix(1), l, u = factorU();

  explicit Fixture(bool withOnes) : l(factorL(withOnes)) {
    CHECK_SOLVER(musolverRfCreate(&handle));
    CHECK_SOLVER(musolverRfSetMatrixFormat(handle, MUSOLVERRF_MATRIX_FORMAT_CSR,
                                           withOnes ? MUSOLVERRF_UNIT_DIAGONAL_STORED_L
                                                    : MUSOLVERRF_UNIT_DIAGONAL_ASSUMED_L));
  }
  ~Fixture() { CHECK_SOLVER(musolverRfDestroy(handle)); }
  musolverStatus_t setUp() {
    return musolverRfSetupHost(n, a.count(), a.offsets.data(), a.columns.data(), a.values.data(),
                               l.count(), l.offsets.data(), l.columns.data(), l.values.data(),
                               u.count(), u.offsets.data(), u.columns.data(), u.values.data(),
                               p.data(), q.data(), handle);
  }
};

musolverStatus_t reset(musolverRfHandle_t handle, const Csr &a) {
  const DeviceArray<int> offsets(a.offsets), columns(a.columns), rows(p), places(q);
  const DeviceArray<double> values(a.values);
  return musolverRfResetValues(n, a.count(), offsets.get(), columns.get(), values.get(), rows.get(),
                               places.get(), handle);
}

/// Of A x = b for two right-hand sides.
void checkSolutions(musolverRfHandle_t handle, const Csr &a) {
  constexpr int ld = n + 1;
  std::vector<double> expected(2 * ld), sides(2 * ld, 77);
  for (int column = 0; column < 2; ++column)
    for (int i = 0; i < n; ++i)
      expected[column * ld + i] = i + 1 - 3 * column;
  for (int column = 0; column < 2; ++column)
    for (int row = 0; row < n; ++row) {
      double sum = 0;
      for (int i = a.offsets[row]; i < a.offsets[row + 1]; ++i)
        sum += a.values[i] * expected[column * ld + a.columns[i]];
      sides[column * ld + row] = sum;
    }
  const DeviceArray<double> x(sides), workspace(std::vector<double>(2 * n));
  const DeviceArray<int> rows(p), places(q);
  CHECK_SOLVER(
      musolverRfSolve(handle, rows.get(), places.get(), 2, workspace.get(), n, x.get(), ld));
  const std::vector<double> result = x.read();
  for (int column = 0; column < 2; ++column) {
    for (int i = 0; i < n; ++i)
      CHECK(std::abs(result[column * ld + i] - expected[column * ld + i]) < 1e-12);
    CHECK_EQUAL(result[column * ld + n], 77.0);
  }
}

void testFactors(bool withOnes) {
  Fixture fixture(withOnes);
  CHECK_FAILS(musolverRfAnalyze(fixture.handle), MUSOLVER_STATUS_NOT_INITIALIZED);
  CHECK_SOLVER(fixture.setUp());
  CHECK_FAILS(musolverRfRefactor(fixture.handle), MUSOLVER_STATUS_NOT_INITIALIZED);
  CHECK_SOLVER(musolverRfAnalyze(fixture.handle));
  checkSolutions(fixture.handle, fixture.a); // with the factors that were given
  const Csr a = matrix(3);
  CHECK_SOLVER(reset(fixture.handle, a));
  CHECK_SOLVER(musolverRfRefactor(fixture.handle));
  checkSolutions(fixture.handle, a);

  // L is what it was, and U three times that.
  int lCount = 0, uCount = 0, *lOffsets = nullptr, *lColumns = nullptr, *uOffsets = nullptr,
      *uColumns = nullptr;
  double *lValues = nullptr, *uValues = nullptr;
  CHECK_SOLVER(musolverRfExtractSplitFactorsHost(fixture.handle, &lCount, &lOffsets, &lColumns,
                                                 &lValues, &uCount, &uOffsets, &uColumns,
                                                 &uValues));
  CHECK_EQUAL(lCount, fixture.l.count());
  CHECK_EQUAL(uCount, fixture.u.count());
  for (int i = 0; i < lCount; ++i)
    CHECK(lColumns[i] == fixture.l.columns[i] && lValues[i] == fixture.l.values[i]);
  for (int i = 0; i < uCount; ++i)
    CHECK(uColumns[i] == fixture.u.columns[i] && uValues[i] == 3 * fixture.u.values[i]);
  CHECK(lOffsets[n] == lCount && uOffsets[n] == uCount);
  for (void *memory :
       {static_cast<void *>(lOffsets), static_cast<void *>(lColumns), static_cast<void *>(lValues),
        static_cast<void *>(uOffsets), static_cast<void *>(uColumns), static_cast<void *>(uValues)})
    std::free(memory);
  int count = 0, *offsets = nullptr, *columns = nullptr;
  double *values = nullptr;
  CHECK_SOLVER(
      musolverRfAccessBundledFactorsDevice(fixture.handle, &count, &offsets, &columns, &values));
  CHECK_EQUAL(count, uCount + lCount - (withOnes ? n : 0));
  CHECK_SOLVER(
      musolverRfExtractBundledFactorsHost(fixture.handle, &count, &offsets, &columns, &values));
  CHECK(offsets[n] == count && values[0] == 12);
  std::free(offsets);
  std::free(columns);
  std::free(values);
}

void testPivots() {
  Fixture fixture(false);
  CHECK_SOLVER(fixture.setUp());
  CHECK_SOLVER(musolverRfAnalyze(fixture.handle));
  Csr a = matrix(1);
  for (int i = 0; i < a.count(); ++i)
    a.values[i] = 0;
  CHECK_SOLVER(reset(fixture.handle, a));
  CHECK_FAILS(musolverRfRefactor(fixture.handle), MUSOLVER_STATUS_ZERO_PIVOT);
  CHECK_SOLVER(musolverRfSetNumericProperties(fixture.handle, 1e-8, 5));
  CHECK_SOLVER(reset(fixture.handle, a));
  CHECK_SOLVER(musolverRfRefactor(fixture.handle));
  musolverRfNumericBoostReport_t report = MUSOLVERRF_NUMERIC_BOOST_NOT_USED;
  CHECK_SOLVER(musolverRfGetNumericBoostReport(fixture.handle, &report));
  CHECK_EQUAL(static_cast<int>(report), static_cast<int>(MUSOLVERRF_NUMERIC_BOOST_USED));
  double zero = 0, boost = 0;
  CHECK_SOLVER(musolverRfGetNumericProperties(fixture.handle, &zero, &boost));
  CHECK(zero == 1e-8 && boost == 5);
}

void testErrors() {
  Fixture fixture(false);
  CHECK_FAILS(musolverRfCreate(nullptr), MUSOLVER_STATUS_INVALID_VALUE);
  CHECK_FAILS(musolverRfDestroy(nullptr), MUSOLVER_STATUS_NOT_INITIALIZED);
  CHECK_FAILS(musolverRfSetMatrixFormat(fixture.handle, MUSOLVERRF_MATRIX_FORMAT_CSC,
                                        MUSOLVERRF_UNIT_DIAGONAL_ASSUMED_L),
              MUSOLVER_STATUS_NOT_SUPPORTED);
  CHECK_FAILS(musolverRfSetMatrixFormat(fixture.handle, MUSOLVERRF_MATRIX_FORMAT_CSR,
                                        static_cast<musolverRfUnitDiagonal_t>(9)),
              MUSOLVER_STATUS_INVALID_VALUE);
  CHECK_FAILS(musolverRfSetAlgs(fixture.handle, MUSOLVERRF_FACTORIZATION_ALG2,
                                static_cast<musolverRfTriangularSolve_t>(0)),
              MUSOLVER_STATUS_INVALID_VALUE);
  CHECK_SOLVER(musolverRfSetAlgs(fixture.handle, MUSOLVERRF_FACTORIZATION_ALG2,
                                 MUSOLVERRF_TRIANGULAR_SOLVE_ALG3));
  musolverRfFactorization_t factorization;
  musolverRfTriangularSolve_t solve;
  CHECK_SOLVER(musolverRfGetAlgs(fixture.handle, &factorization, &solve));
  CHECK_EQUAL(static_cast<int>(factorization), static_cast<int>(MUSOLVERRF_FACTORIZATION_ALG2));
  CHECK_FAILS(reset(fixture.handle, fixture.a), MUSOLVER_STATUS_NOT_INITIALIZED);

  // U without a diagonal element, and an order that is none.
  Csr whole = fixture.u;
  fixture.u.columns[2] = 3;
  CHECK_FAILS(fixture.setUp(), MUSOLVER_STATUS_INVALID_VALUE);
  fixture.u = whole;
  p[0] = 0;
  CHECK_FAILS(fixture.setUp(), MUSOLVER_STATUS_INVALID_VALUE);
  p[0] = 2;
  CHECK_SOLVER(fixture.setUp());
  Csr elsewhere; // an element where L + U has none
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j)
      elsewhere.add(j, 1);
    elsewhere.endRow();
  }
  CHECK_FAILS(reset(fixture.handle, elsewhere), MUSOLVER_STATUS_INVALID_VALUE);
}

} // namespace

int main() {
  testFactors(true);
  testFactors(false);
  testPivots();
  testErrors();
  return CHECK_RESULT();
}
