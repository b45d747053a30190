// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -lmusolver -lmusparse
//
// muSOLVER's sparse systems: solutions that are known, orders, factors, zero pivots, and wrong use.
#include "dense_test.h"

#include <algorithm>
#include <cmath>
#include <musolverSp_LOWLEVEL_PREVIEW.h>

#define CHECK_SOLVER(call)                                                                         \
  CHECK_EQUAL(static_cast<int>(call), static_cast<int>(MUSOLVER_STATUS_SUCCESS))
#define CHECK_FAILS(call, status) CHECK_EQUAL(static_cast<int>(call), static_cast<int>(status))

namespace {

musolverSpHandle_t handle;
musparseMatDescr_t descriptor;

template <typename T> using Real = decltype(std::abs(T{}));

template <typename T> struct Api;
#define API(L, T)                                                                                  \
  template <> struct Api<T> {                                                                      \
    static constexpr auto lu = musolverSp##L##csrlsvluHost;                                        \
    static constexpr auto qrHost = musolverSp##L##csrlsvqrHost;                                    \
    static constexpr auto qr = musolverSp##L##csrlsvqr;                                            \
    static constexpr auto cholHost = musolverSp##L##csrlsvcholHost;                                \
    static constexpr auto chol = musolverSp##L##csrlsvchol;                                        \
    static constexpr auto luFactor = musolverSp##L##csrluFactorHost;                               \
    static constexpr auto luPivot = musolverSp##L##csrluZeroPivotHost;                             \
    static constexpr auto luSolve = musolverSp##L##csrluSolveHost;                                 \
    static constexpr auto luExtract = musolverSp##L##csrluExtractHost;                             \
    static constexpr auto qrSetup = musolverSp##L##csrqrSetup;                                     \
    static constexpr auto qrFactor = musolverSp##L##csrqrFactor;                                   \
    static constexpr auto qrPivot = musolverSp##L##csrqrZeroPivot;                                 \
    static constexpr auto qrSolve = musolverSp##L##csrqrSolve;                                     \
    static constexpr auto cholFactor = musolverSp##L##csrcholFactor;                               \
    static constexpr auto cholPivot = musolverSp##L##csrcholZeroPivot;                             \
    static constexpr auto cholSolve = musolverSp##L##csrcholSolve;                                 \
  };
API(S, float)
API(D, double)
API(C, std::complex<float>)
API(Z, std::complex<double>)

/// Rows of columns, with indices from `base`.
template <typename T> struct Csr {
  int rows, columns, base = 0;
  std::vector<int> offsets{};
  std::vector<int> indices{};
  std::vector<T> values{};

  int count() const { return static_cast<int>(values.size()); }
  T at(int row, int column) const {
    for (int i = offsets[row] - base; i < offsets[row + 1] - base; ++i)
      if (indices[i] - base == column)
        return values[i];
    return T{};
  }
  std::vector<T> times(const std::vector<T> &x) const {
    std::vector<T> result(rows);
    for (int row = 0; row < rows; ++row)
      for (int i = offsets[row] - base; i < offsets[row + 1] - base; ++i)
        result[row] += values[i] * x[indices[i] - base];
    return result;
  }
};

template <typename T, typename Element>
Csr<T> matrix(int rows, int columns, Element element, int base = 0) {
  Csr<T> result{rows, columns, base};
  result.offsets.push_back(base);
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column)
      if (const T value = element(row, column); value != T{}) {
        result.indices.push_back(column + base);
        result.values.push_back(value);
      }
    result.offsets.push_back(result.count() + base);
  }
  return result;
}

/// i times a number, or 0 where there are no complex ones.
template <typename T> T imaginary(double value) {
  if constexpr (std::is_same_v<T, Real<T>>)
    return T(value * 0);
  else
    return {0, Real<T>(value)};
}

/// The Laplacian of a grid of side x side, Hermitian and positive definite.
template <typename T> Csr<T> laplacian(int side, int base = 0) {
  return matrix<T>(
      side * side, side * side,
      [=](int row, int column) -> T {
        if (row == column)
          return T(4);
        const int dx = row % side - column % side, dy = row / side - column / side;
        if (dy == 0 && (dx == 1 || dx == -1))
          return T(-1) + imaginary<T>(0.5 * dx);
        return dx == 0 && (dy == 1 || dy == -1) ? T(-1) : T{};
      },
      base);
}

/// No pivot is on the diagonal at first.
template <typename T> Csr<T> unsymmetric(int n, int base = 0) {
  return matrix<T>(
      n, n,
      [=](int row, int column) -> T {
        if (column == (row + 1) % n)
          return T(5) + imaginary<T>(1);
        if (column == (row * 3 + 2) % n)
          return T(2);
        return row == column && row % 2 == 1 ? T(0.5) : T{};
      },
      base);
}

template <typename T> bool isNear(const std::vector<T> &a, const std::vector<T> &b) {
  const double bound = std::is_same_v<Real<T>, float> ? 2e-4 : 1e-11;
  for (size_t i = 0; i < a.size(); ++i)
    if (!(std::abs(a[i] - b[i]) <= bound))
      return false;
  return a.size() == b.size();
}

template <typename T> void setBase(const Csr<T> &a) {
  CHECK_EQUAL(static_cast<int>(
                  musparseSetMatIndexBase(descriptor, static_cast<musparseIndexBase_t>(a.base))),
              0);
}

template <typename T, typename Solve>
void testSolver(const Csr<T> &a, Solve solver, bool onDevice, int singular = -1) {
  setBase(a);
  const std::vector<T> expected = numbers<T>(a.rows, 4);
  const std::vector<T> b = a.times(expected);
  for (int reorder = 0; reorder <= 3; ++reorder) {
    std::vector<T> x(a.rows, T(77));
    int singularity = 77;
    if (onDevice) {
      const DeviceArray<int> offsets(a.offsets), indices(a.indices);
      const DeviceArray<T> values(a.values), right(b), left(x);
      CHECK_SOLVER(solver(handle, a.rows, a.count(), descriptor, in(values.get()), offsets.get(),
                          indices.get(), in(right.get()), 1e-6, reorder, out(left.get()),
                          &singularity));
      x = left.read();
    } else {
      CHECK_SOLVER(solver(handle, a.rows, a.count(), descriptor, in(a.values.data()),
                          a.offsets.data(), a.indices.data(), in(b.data()), 1e-6, reorder,
                          out(x.data()), &singularity));
    }
    if (singular < 0) {
      CHECK_EQUAL(singularity, -1);
      CHECK(isNear(x, expected));
    } else {
      CHECK(reorder == 0 ? singularity == singular : singularity >= 0);
    }
  }
}

template <typename T> void testSolvers() {
  for (int base : {0, 1}) {
    testSolver(laplacian<T>(6, base), Api<T>::lu, false);
    testSolver(laplacian<T>(6, base), Api<T>::qr, true);
    testSolver(laplacian<T>(6, base), Api<T>::chol, true);
    testSolver(laplacian<T>(6, base), Api<T>::cholHost, false);
    testSolver(unsymmetric<T>(17, base), Api<T>::lu, false);
    testSolver(unsymmetric<T>(17, base), Api<T>::qrHost, false);
    testSolver(unsymmetric<T>(17, base), Api<T>::qr, true);
  }
  // Column 3 is twice column 2.
  const Csr<T> singular = matrix<T>(5, 5, [](int row, int column) -> T {
    return column == 3 ? T(2 * (row + 1)) : column == 2 ? T(row + 1) : row == column ? T(3) : T{};
  });
  testSolver(singular, Api<T>::lu, false, 3);
  testSolver(singular, Api<T>::qrHost, false, 3);
  const Csr<T> indefinite = matrix<T>(4, 4, [](int row, int column) -> T {
    return row != column ? T{} : row == 2 ? T(-1) : T(1);
  });
  testSolver(indefinite, Api<T>::cholHost, false, 2);
}

template <typename T> void testLuFactors() {
  const Csr<T> a = unsymmetric<T>(17);
  const int n = a.rows;
  setBase(a);
  csrluInfoHost_t info = nullptr;
  CHECK_SOLVER(musolverSpCreateCsrluInfoHost(&info));
  int lCount = 0, uCount = 0, position = 77;
  CHECK_FAILS(musolverSpXcsrluNnzHost(handle, &lCount, &uCount, info),
              MUSOLVER_STATUS_INVALID_VALUE);
  CHECK_FAILS(Api<T>::luPivot(handle, info, 0, &position), MUSOLVER_STATUS_INVALID_VALUE);
  CHECK_SOLVER(musolverSpXcsrluAnalysisHost(handle, n, a.count(), descriptor, a.offsets.data(),
                                            a.indices.data(), info));
  CHECK_SOLVER(Api<T>::luFactor(handle, n, a.count(), descriptor, in(a.values.data()),
                                a.offsets.data(), a.indices.data(), info, 1, nullptr));
  CHECK_SOLVER(Api<T>::luPivot(handle, info, 1e-6, &position));
  CHECK_EQUAL(position, -1);
  const std::vector<T> expected = numbers<T>(n, 2), b = a.times(expected);
  std::vector<T> x(n);
  CHECK_SOLVER(Api<T>::luSolve(handle, n, in(b.data()), out(x.data()), info, nullptr));
  CHECK(isNear(x, expected));

  // P A Q^T = L U, and no element of L is larger than 1.
  CHECK_SOLVER(musolverSpXcsrluNnzHost(handle, &lCount, &uCount, info));
  std::vector<int> p(n), q(n);
  Csr<T> l{n, n}, u{n, n};
  for (auto [factor, count] : {std::pair(&l, lCount), std::pair(&u, uCount)}) {
    factor->offsets.resize(n + 1);
    factor->indices.resize(count);
    factor->values.resize(count);
  }
  CHECK_SOLVER(Api<T>::luExtract(handle, p.data(), q.data(), descriptor, out(l.values.data()),
                                 l.offsets.data(), l.indices.data(), descriptor,
                                 out(u.values.data()), u.offsets.data(), u.indices.data(), info,
                                 nullptr));
  CHECK_EQUAL(l.offsets[n], lCount);
  CHECK_EQUAL(u.offsets[n], uCount);
  std::vector<T> product, given;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      T sum = u.at(i, j);
      for (int k = 0; k < i; ++k)
        sum += l.at(i, k) * u.at(k, j);
      product.push_back(sum);
      given.push_back(a.at(p[i], q[j]));
    }
  CHECK(isNear(product, given));
  CHECK(std::all_of(l.values.begin(), l.values.end(),
                    [](T value) { return std::abs(value) <= 1 + 1e-6; }));
  CHECK_FAILS(Api<T>::luFactor(handle, n, a.count(), descriptor, in(a.values.data()),
                               a.offsets.data(), a.indices.data(), info, 2, nullptr),
              MUSOLVER_STATUS_INVALID_VALUE);
  CHECK_SOLVER(musolverSpDestroyCsrluInfoHost(info));
}

template <typename T> void testQrFactors() {
  // More equations than unknowns, with a solution: A - mu I times it.
  const Csr<T> a = matrix<T>(9, 6, [](int row, int column) -> T {
    return row == column ? T(4) : (row + 2 * column) % 5 == 1 ? T(1) + imaginary<T>(2) : T{};
  });
  const T mu = T(2);
  setBase(a);
  std::vector<T> expected = numbers<T>(6, 3), b = a.times(expected);
  for (int i = 0; i < 6; ++i)
    b[i] -= mu * expected[i];
  const DeviceArray<int> offsets(a.offsets), indices(a.indices);
  const DeviceArray<T> values(a.values), right(b), left(std::vector<T>(6));
  csrqrInfo_t info = nullptr;
  CHECK_SOLVER(musolverSpCreateCsrqrInfo(&info));
  CHECK_SOLVER(musolverSpXcsrqrAnalysis(handle, 9, 6, a.count(), descriptor, offsets.get(),
                                        indices.get(), info));
  CHECK_FAILS(Api<T>::qrFactor(handle, 9, 6, a.count(), nullptr, nullptr, info, nullptr),
              MUSOLVER_STATUS_INVALID_VALUE);
  CHECK_SOLVER(Api<T>::qrSetup(handle, 9, 6, a.count(), descriptor, in(values.get()), offsets.get(),
                               indices.get(), *in(&mu), info));
  CHECK_SOLVER(Api<T>::qrFactor(handle, 9, 6, a.count(), nullptr, nullptr, info, nullptr));
  int position = 77;
  CHECK_SOLVER(Api<T>::qrPivot(handle, info, 1e-6, &position));
  CHECK_EQUAL(position, -1);
  CHECK_SOLVER(Api<T>::qrSolve(handle, 9, 6, out(right.get()), out(left.get()), info, nullptr));
  CHECK(isNear(left.read(), expected));
  CHECK_SOLVER(musolverSpDestroyCsrqrInfo(info));
}

template <typename T> void testCholeskyFactors() {
  const Csr<T> a = laplacian<T>(5);
  setBase(a);
  const std::vector<T> expected = numbers<T>(a.rows, 3);
  const DeviceArray<int> offsets(a.offsets), indices(a.indices);
  const DeviceArray<T> values(a.values), right(a.times(expected)), left(std::vector<T>(a.rows));
  csrcholInfo_t info = nullptr;
  CHECK_SOLVER(musolverSpCreateCsrcholInfo(&info));
  CHECK_SOLVER(musolverSpXcsrcholAnalysis(handle, a.rows, a.count(), descriptor, offsets.get(),
                                          indices.get(), info));
  CHECK_SOLVER(Api<T>::cholFactor(handle, a.rows, a.count(), descriptor, in(values.get()),
                                  offsets.get(), indices.get(), info, nullptr));
  int position = 77;
  CHECK_SOLVER(Api<T>::cholPivot(handle, info, 1e-6, &position));
  CHECK_EQUAL(position, -1);
  CHECK_SOLVER(Api<T>::cholSolve(handle, a.rows, in(right.get()), out(left.get()), info, nullptr));
  CHECK(isNear(left.read(), expected));
  CHECK_SOLVER(musolverSpDestroyCsrcholInfo(info));
}

/// Factors with a zero pivot do not solve; no factors solve systems of another size.
template <typename T> void testSingularFactors() {
  const Csr<T> singular = matrix<T>(
      3, 3, [](int row, int column) -> T { return row == column && row != 1 ? T(2) : T{}; });
  const Csr<T> regular =
      matrix<T>(3, 3, [](int row, int column) -> T { return row == column ? T(2) : T{}; });
  setBase(singular);
  const T none{};
  std::vector<T> b(5, T(6)), x(5, T(7));
  const std::vector<T> kept = x, solved = {T(3), T(3), T(3), T(7), T(7)};
  csrluInfoHost_t lu = nullptr;
  csrqrInfo_t qr = nullptr;
  csrcholInfo_t chol = nullptr;
  CHECK_SOLVER(musolverSpCreateCsrluInfoHost(&lu));
  CHECK_SOLVER(musolverSpCreateCsrqrInfo(&qr));
  CHECK_SOLVER(musolverSpCreateCsrcholInfo(&chol));
  for (const Csr<T> *a : {&singular, &regular}) {
    const DeviceArray<int> offsets(a->offsets), indices(a->indices);
    const DeviceArray<T> values(a->values), right(b), left(kept);
    CHECK_SOLVER(Api<T>::luFactor(handle, 3, a->count(), descriptor, in(a->values.data()),
                                  a->offsets.data(), a->indices.data(), lu, 1, nullptr));
    CHECK_SOLVER(Api<T>::qrSetup(handle, 3, 3, a->count(), descriptor, in(values.get()),
                                 offsets.get(), indices.get(), *in(&none), qr));
    CHECK_SOLVER(Api<T>::qrFactor(handle, 3, 3, a->count(), nullptr, nullptr, qr, nullptr));
    CHECK_SOLVER(Api<T>::cholFactor(handle, 3, a->count(), descriptor, in(values.get()),
                                    offsets.get(), indices.get(), chol, nullptr));
    const int zeroPivot = a == &singular ? 1 : -1;
    int pivots[] = {77, 77, 77};
    CHECK_SOLVER(Api<T>::luPivot(handle, lu, 0, &pivots[0]));
    CHECK_SOLVER(Api<T>::qrPivot(handle, qr, 0, &pivots[1]));
    CHECK_SOLVER(Api<T>::cholPivot(handle, chol, 0, &pivots[2]));
    for (int pivot : pivots)
      CHECK_EQUAL(pivot, zeroPivot);

    for (int n : {2, 5}) {
      CHECK_FAILS(Api<T>::luSolve(handle, n, in(b.data()), out(x.data()), lu, nullptr),
                  MUSOLVER_STATUS_INVALID_VALUE);
      CHECK_FAILS(Api<T>::qrSolve(handle, n, 3, out(right.get()), out(left.get()), qr, nullptr),
                  MUSOLVER_STATUS_INVALID_VALUE);
      CHECK_FAILS(Api<T>::qrSolve(handle, 3, n, out(right.get()), out(left.get()), qr, nullptr),
                  MUSOLVER_STATUS_INVALID_VALUE);
      CHECK_FAILS(Api<T>::cholSolve(handle, n, in(right.get()), out(left.get()), chol, nullptr),
                  MUSOLVER_STATUS_INVALID_VALUE);
    }
    CHECK(x == kept && left.read() == kept);
    const int status = a == &singular ? MUSOLVER_STATUS_INTERNAL_ERROR : MUSOLVER_STATUS_SUCCESS;
    const std::vector<T> &expected = a == &singular ? kept : solved;
    CHECK_FAILS(Api<T>::luSolve(handle, 3, in(b.data()), out(x.data()), lu, nullptr), status);
    CHECK(isNear(x, expected));
    const auto checkLeft = [&] {
      CHECK(isNear(left.read(), expected));
      CHECK_MUSA(
          musaMemcpy(left.get(), kept.data(), kept.size() * sizeof(T), musaMemcpyHostToDevice));
    };
    CHECK_FAILS(Api<T>::qrSolve(handle, 3, 3, out(right.get()), out(left.get()), qr, nullptr),
                status);
    checkLeft();
    CHECK_FAILS(
        Api<T>::qrFactor(handle, 3, 3, a->count(), out(right.get()), out(left.get()), qr, nullptr),
        status);
    checkLeft();
    CHECK_FAILS(Api<T>::cholSolve(handle, 3, in(right.get()), out(left.get()), chol, nullptr),
                status);
    checkLeft();
  }
  CHECK_SOLVER(musolverSpDestroyCsrluInfoHost(lu));
  CHECK_SOLVER(musolverSpDestroyCsrqrInfo(qr));
  CHECK_SOLVER(musolverSpDestroyCsrcholInfo(chol));
}

/// How far from the diagonal elements of the reordered matrix are.
int bandwidth(const Csr<float> &a, const std::vector<int> &p) {
  std::vector<int> placeOf(p.size());
  for (size_t i = 0; i < p.size(); ++i)
    placeOf[p[i]] = static_cast<int>(i);
  int result = 0;
  for (int row = 0; row < a.rows; ++row)
    for (int i = a.offsets[row] - a.base; i < a.offsets[row + 1] - a.base; ++i)
      result = std::max(result, std::abs(placeOf[row] - placeOf[a.indices[i] - a.base]));
  return result;
}

void testOrders() {
  // A path through 40 points, in a wild order: its band is as narrow as one can be.
  constexpr int n = 40;
  const auto at = [](int i) { return i * 17 % n; };
  std::vector<int> placeOf(n);
  for (int i = 0; i < n; ++i)
    placeOf[at(i)] = i;
  const Csr<float> path = matrix<float>(
      n, n,
      [&](int row, int column) { return std::abs(placeOf[row] - placeOf[column]) <= 1 ? 1.0f : 0; },
      1);
  setBase(path);
  std::vector<int> p(n, 77);
  CHECK_SOLVER(musolverSpXcsrsymrcmHost(handle, n, path.count(), descriptor, path.offsets.data(),
                                        path.indices.data(), p.data()));
  CHECK_EQUAL(bandwidth(path, p), 1);
  for (auto order : {musolverSpXcsrsymmdqHost, musolverSpXcsrsymamdHost}) {
    CHECK_SOLVER(order(handle, n, path.count(), descriptor, path.offsets.data(),
                       path.indices.data(), p.data()));
    std::vector<int> sorted = p;
    std::sort(sorted.begin(), sorted.end());
    for (int i = 0; i < n; ++i)
      CHECK_EQUAL(sorted[i], i);
  }
  CHECK_SOLVER(musolverSpXcsrmetisndHost(handle, n, path.count(), descriptor, path.offsets.data(),
                                         path.indices.data(), nullptr, p.data()));

  // B = A(p, q), element by element.
  const Csr<float> a = unsymmetric<float>(11, 1);
  const std::vector<int> rows = {3, 1, 4, 0, 5, 9, 2, 6, 8, 7, 10};
  const std::vector<int> columns = {10, 2, 7, 1, 8, 0, 9, 4, 5, 3, 6};
  Csr<float> b = a;
  std::vector<int> map(a.count());
  for (int i = 0; i < a.count(); ++i)
    map[i] = i;
  size_t bytes = 0;
  CHECK_SOLVER(musolverSpXcsrperm_bufferSizeHost(handle, 11, 11, a.count(), descriptor,
                                                 a.offsets.data(), a.indices.data(), rows.data(),
                                                 columns.data(), &bytes));
  CHECK_SOLVER(musolverSpXcsrpermHost(handle, 11, 11, a.count(), descriptor, b.offsets.data(),
                                      b.indices.data(), rows.data(), columns.data(), map.data(),
                                      nullptr));
  for (int i = 0; i < a.count(); ++i)
    b.values[i] = a.values[map[i]];
  for (int row = 0; row < 11; ++row) {
    CHECK(std::is_sorted(b.indices.begin() + b.offsets[row] - 1,
                         b.indices.begin() + b.offsets[row + 1] - 1));
    for (int column = 0; column < 11; ++column)
      CHECK_EQUAL(b.at(row, column), a.at(rows[row], columns[column]));
  }
  const std::vector<int> twice(11, 3);
  CHECK_FAILS(musolverSpXcsrpermHost(handle, 11, 11, a.count(), descriptor, b.offsets.data(),
                                     b.indices.data(), twice.data(), columns.data(), map.data(),
                                     nullptr),
              MUSOLVER_STATUS_INVALID_VALUE);

  for (const auto &[of, expected] : {std::pair(&path, 1), std::pair(&a, 0)}) {
    int isSymmetric = 77;
    CHECK_SOLVER(musolverSpXcsrissymHost(handle, of->rows, of->count(), descriptor,
                                         of->offsets.data(), of->offsets.data() + 1,
                                         of->indices.data(), &isSymmetric));
    CHECK_EQUAL(isSymmetric, expected);
  }
}

void testErrors() {
  const Csr<double> a = laplacian<double>(2);
  setBase(a);
  std::vector<double> b(4, 1), x(4);
  int singularity = 0;
  const auto solve = [&](musolverSpHandle_t of, int n, const double *values, int reorder,
                         int *pivot) {
    return musolverSpDcsrlsvluHost(of, n, a.count(), descriptor, values, a.offsets.data(),
                                   a.indices.data(), b.data(), 0, reorder, x.data(), pivot);
  };
  CHECK_SOLVER(solve(handle, 4, a.values.data(), 0, &singularity));
  CHECK_FAILS(solve(nullptr, 4, a.values.data(), 0, &singularity), MUSOLVER_STATUS_NOT_INITIALIZED);
  CHECK_FAILS(solve(handle, -1, a.values.data(), 0, &singularity), MUSOLVER_STATUS_INVALID_VALUE);
  CHECK_FAILS(solve(handle, 4, nullptr, 0, &singularity), MUSOLVER_STATUS_INVALID_VALUE);
  CHECK_FAILS(solve(handle, 4, a.values.data(), 4, &singularity), MUSOLVER_STATUS_INVALID_VALUE);
  CHECK_FAILS(solve(handle, 4, a.values.data(), 0, nullptr), MUSOLVER_STATUS_INVALID_VALUE);
  CHECK_FAILS(musolverSpCreate(nullptr), MUSOLVER_STATUS_INVALID_VALUE);
  CHECK_FAILS(musolverSpDestroy(nullptr), MUSOLVER_STATUS_NOT_INITIALIZED);
  CHECK_FAILS(musolverSpDestroyCsrqrInfo(nullptr), MUSOLVER_STATUS_NOT_INITIALIZED);
  CHECK_FAILS(musolverSpSetStream(nullptr, nullptr), MUSOLVER_STATUS_NOT_INITIALIZED);
  musaStream_t stream = nullptr;
  CHECK_FAILS(musolverSpGetStream(handle, nullptr), MUSOLVER_STATUS_INVALID_VALUE);
  CHECK_SOLVER(musolverSpGetStream(handle, &stream));
}

} // namespace

int main() {
  CHECK_SOLVER(musolverSpCreate(&handle));
  CHECK_EQUAL(static_cast<int>(musparseCreateMatDescr(&descriptor)), 0);
  musaStream_t stream = nullptr;
  CHECK_MUSA(musaStreamCreate(&stream));
  CHECK_SOLVER(musolverSpSetStream(handle, stream));
  testSolvers<float>();
  testSolvers<double>();
  testSolvers<std::complex<float>>();
  testSolvers<std::complex<double>>();
  testLuFactors<float>();
  testLuFactors<std::complex<double>>();
  testQrFactors<double>();
  testQrFactors<std::complex<float>>();
  testCholeskyFactors<float>();
  testCholeskyFactors<std::complex<double>>();
  testSingularFactors<float>();
  testSingularFactors<std::complex<double>>();
  testOrders();
  testErrors();
  CHECK_SOLVER(musolverSpDestroy(handle));
  CHECK_EQUAL(static_cast<int>(musparseDestroyMatDescr(descriptor)), 0);
  return CHECK_RESULT();
}
