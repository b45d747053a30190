//===- libraries/solver/refactorization.cpp - musolverRf.h -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "handle.h"
#include "musolverRf.h"
#include "sparse_system.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <new>

using namespace musaport::solver;

struct musolverRfCommon {
  musolverRfMatrixFormat_t format = MUSOLVERRF_MATRIX_FORMAT_CSR;
  musolverRfUnitDiagonal_t diagonal = MUSOLVERRF_UNIT_DIAGONAL_STORED_L;
  musolverRfFactorization_t factorization = MUSOLVERRF_FACTORIZATION_ALG0;
  musolverRfTriangularSolve_t triangularSolve = MUSOLVERRF_TRIANGULAR_SOLVE_ALG1;
  musolverRfResetValuesFastMode_t fastMode = MUSOLVERRF_RESET_VALUES_FAST_MODE_OFF;
  double zero = 0;
  double boost = 0;

  /// Of M = L + U, without L's ones. Each row is sorted, and has its diagonal.
  Pattern pattern;
  std::vector<double> values;
  std::vector<int> diagonals; ///< their places
  bool isSetUp = false;
  bool isAnalyzed = false;
  bool isBoosted = false;
};

namespace musaport::solver {
namespace {

musolverStatus_t runRf(musolverRfHandle_t handle, bool isValid,
                       const std::function<musolverStatus_t()> &work) try {
  if (handle == nullptr)
    return MUSOLVER_STATUS_NOT_INITIALIZED;
  if (!isValid)
    return MUSOLVER_STATUS_INVALID_VALUE;
  if (const musaError_t error = musaStreamSynchronize(nullptr); error != musaSuccess)
    return statusOf(error);
  return work();
} catch (const std::bad_alloc &) {
  return MUSOLVER_STATUS_ALLOC_FAILED;
}

/// A matrix of a call, with indices from 0.
struct Csr {
  int nonzeros;
  const int *offsets;
  const int *columns;
  const double *values;

  bool isValid(int n) const {
    return nonzeros >= 0 && offsets != nullptr && offsets[0] == 0 && offsets[n] == nonzeros &&
           (nonzeros == 0 || (columns != nullptr && values != nullptr)) &&
           std::all_of(columns, columns + nonzeros,
                       [=](int column) { return column >= 0 && column < n; });
  }
};

/// False if a row lacks its diagonal in U, or an element is in the wrong triangle.
bool bundle(musolverRfCommon &common, int n, const Csr &l, const Csr &u) {
  Pattern m{n, n, {0}, {}};
  std::vector<double> values;
  std::vector<int> diagonals;
  std::vector<std::pair<int, double>> row;
  for (int i = 0; i < n; ++i) {
    row.clear();
    for (int at = l.offsets[i]; at < l.offsets[i + 1]; ++at)
      if (l.columns[at] < i)
        row.emplace_back(l.columns[at], l.values[at]);
      else if (l.columns[at] > i || common.diagonal != MUSOLVERRF_UNIT_DIAGONAL_STORED_L)
        return false;
    for (int at = u.offsets[i]; at < u.offsets[i + 1]; ++at)
      if (u.columns[at] >= i)
        row.emplace_back(u.columns[at], u.values[at]);
      else
        return false;
    std::sort(row.begin(), row.end());
    for (const auto &[column, value] : row) {
      if (column == i)
        diagonals.push_back(static_cast<int>(values.size()));
      m.indices.push_back(column);
      values.push_back(value);
    }
    if (diagonals.size() != static_cast<size_t>(i) + 1)
      return false;
    m.offsets.push_back(static_cast<int>(values.size()));
  }
  common.pattern = std::move(m);
  common.values = std::move(values);
  common.diagonals = std::move(diagonals);
  return true;
}

musolverStatus_t setUp(musolverRfHandle_t handle, int n, const Csr &a, const Csr &l, const Csr &u,
                       const int *p, const int *q) {
  return runRf(handle, n >= 0, [&] {
    if (!a.isValid(n) || !l.isValid(n) || !u.isValid(n) || !isOrder(n, p) || !isOrder(n, q) ||
        !bundle(*handle, n, l, u))
      return MUSOLVER_STATUS_INVALID_VALUE;
    handle->isSetUp = true;
    handle->isAnalyzed = false;
    return MUSOLVER_STATUS_SUCCESS;
  });
}

/// Row by row: the rows above, each times an element of L, are subtracted.
musolverStatus_t refactor(musolverRfCommon &common) {
  const Pattern &m = common.pattern;
  std::vector<double> &values = common.values;
  std::vector<int> placeOf(m.columns, -1); // of a column, in the current row
  common.isBoosted = false;
  for (int i = 0; i < m.rows; ++i) {
    for (int at = m.offsets[i]; at < m.offsets[i + 1]; ++at)
      placeOf[m.indices[at]] = at;
    for (int at = m.offsets[i]; at < common.diagonals[i]; ++at) {
      const int k = m.indices[at];
      const double factor = values[at] /= values[common.diagonals[k]];
      for (int of = common.diagonals[k] + 1; of < m.offsets[k + 1]; ++of)
        if (const int place = placeOf[m.indices[of]]; place >= 0)
          values[place] -= factor * values[of];
    }
    double &pivot = values[common.diagonals[i]];
    if (common.boost != 0 && std::abs(pivot) < common.zero) {
      pivot = common.boost;
      common.isBoosted = true;
    }
    if (pivot == 0)
      return MUSOLVER_STATUS_ZERO_PIVOT;
    for (int at = m.offsets[i]; at < m.offsets[i + 1]; ++at)
      placeOf[m.indices[at]] = -1;
  }
  return MUSOLVER_STATUS_SUCCESS;
}

/// The solution of L U x = x
void solveInPlace(const musolverRfCommon &common, std::vector<double> &x) {
  const Pattern &m = common.pattern;
  for (int i = 0; i < m.rows; ++i)
    for (int at = m.offsets[i]; at < common.diagonals[i]; ++at)
      x[i] -= common.values[at] * x[m.indices[at]];
  for (int i = m.rows; i-- > 0;) {
    for (int at = common.diagonals[i] + 1; at < m.offsets[i + 1]; ++at)
      x[i] -= common.values[at] * x[m.indices[at]];
    x[i] /= common.values[common.diagonals[i]];
  }
}

template <typename T> bool copyOut(const std::vector<T> &from, T **to) {
  *to = static_cast<T *>(std::malloc(std::max<size_t>(1, from.size() * sizeof(T))));
  if (*to != nullptr && !from.empty())
    std::memcpy(*to, from.data(), from.size() * sizeof(T));
  return *to != nullptr;
}

struct Factor {
  std::vector<int> offsets{0};
  std::vector<int> columns;
  std::vector<double> values;

  void add(int column, double value) {
    columns.push_back(column);
    values.push_back(value);
  }
  void endRow() { offsets.push_back(static_cast<int>(values.size())); }
  bool copyTo(int *count, int **p, int **i, double **x) const {
    *count = static_cast<int>(values.size());
    return copyOut(offsets, p) && copyOut(columns, i) && copyOut(values, x);
  }
};

} // namespace
} // namespace musaport::solver

musolverStatus_t musolverRfCreate(musolverRfHandle_t *handle) { return createHandle(handle); }
musolverStatus_t musolverRfDestroy(musolverRfHandle_t handle) { return destroy(handle); }

musolverStatus_t musolverRfSetMatrixFormat(musolverRfHandle_t handle,
                                           musolverRfMatrixFormat_t format,
                                           musolverRfUnitDiagonal_t diag) {
  const bool isValid =
      (format == MUSOLVERRF_MATRIX_FORMAT_CSR || format == MUSOLVERRF_MATRIX_FORMAT_CSC) &&
      diag >= MUSOLVERRF_UNIT_DIAGONAL_STORED_L && diag <= MUSOLVERRF_UNIT_DIAGONAL_ASSUMED_U;
  return runRf(handle, isValid, [&] {
    if (format != MUSOLVERRF_MATRIX_FORMAT_CSR ||
        (diag != MUSOLVERRF_UNIT_DIAGONAL_STORED_L && diag != MUSOLVERRF_UNIT_DIAGONAL_ASSUMED_L))
      return MUSOLVER_STATUS_NOT_SUPPORTED;
    handle->diagonal = diag;
    return MUSOLVER_STATUS_SUCCESS;
  });
}
musolverStatus_t musolverRfGetMatrixFormat(musolverRfHandle_t handle,
                                           musolverRfMatrixFormat_t *format,
                                           musolverRfUnitDiagonal_t *diag) {
  return runRf(handle, format != nullptr && diag != nullptr, [&] {
    *format = handle->format;
    *diag = handle->diagonal;
    return MUSOLVER_STATUS_SUCCESS;
  });
}
musolverStatus_t musolverRfSetNumericProperties(musolverRfHandle_t handle, double zero,
                                                double boost) {
  return runRf(handle, zero >= 0, [&] {
    handle->zero = zero;
    handle->boost = boost;
    return MUSOLVER_STATUS_SUCCESS;
  });
}
musolverStatus_t musolverRfGetNumericProperties(musolverRfHandle_t handle, double *zero,
                                                double *boost) {
  return runRf(handle, zero != nullptr && boost != nullptr, [&] {
    *zero = handle->zero;
    *boost = handle->boost;
    return MUSOLVER_STATUS_SUCCESS;
  });
}
musolverStatus_t musolverRfGetNumericBoostReport(musolverRfHandle_t handle,
                                                 musolverRfNumericBoostReport_t *report) {
  return runRf(handle, report != nullptr, [&] {
    *report = handle->isBoosted ? MUSOLVERRF_NUMERIC_BOOST_USED : MUSOLVERRF_NUMERIC_BOOST_NOT_USED;
    return MUSOLVER_STATUS_SUCCESS;
  });
}
musolverStatus_t musolverRfSetAlgs(musolverRfHandle_t handle, musolverRfFactorization_t factAlg,
                                   musolverRfTriangularSolve_t solveAlg) {
  const bool isValid =
      factAlg >= MUSOLVERRF_FACTORIZATION_ALG0 && factAlg <= MUSOLVERRF_FACTORIZATION_ALG2 &&
      solveAlg >= MUSOLVERRF_TRIANGULAR_SOLVE_ALG1 && solveAlg <= MUSOLVERRF_TRIANGULAR_SOLVE_ALG3;
  return runRf(handle, isValid, [&] {
    handle->factorization = factAlg;
    handle->triangularSolve = solveAlg;
    return MUSOLVER_STATUS_SUCCESS;
  });
}
musolverStatus_t musolverRfGetAlgs(musolverRfHandle_t handle, musolverRfFactorization_t *factAlg,
                                   musolverRfTriangularSolve_t *solveAlg) {
  return runRf(handle, factAlg != nullptr && solveAlg != nullptr, [&] {
    *factAlg = handle->factorization;
    *solveAlg = handle->triangularSolve;
    return MUSOLVER_STATUS_SUCCESS;
  });
}
musolverStatus_t musolverRfSetResetValuesFastMode(musolverRfHandle_t handle,
                                                  musolverRfResetValuesFastMode_t fastMode) {
  const bool isValid = fastMode == MUSOLVERRF_RESET_VALUES_FAST_MODE_OFF ||
                       fastMode == MUSOLVERRF_RESET_VALUES_FAST_MODE_ON;
  return runRf(handle, isValid, [&] {
    handle->fastMode = fastMode;
    return MUSOLVER_STATUS_SUCCESS;
  });
}
musolverStatus_t musolverRfGetResetValuesFastMode(musolverRfHandle_t handle,
                                                  musolverRfResetValuesFastMode_t *fastMode) {
  return runRf(handle, fastMode != nullptr, [&] {
    *fastMode = handle->fastMode;
    return MUSOLVER_STATUS_SUCCESS;
  });
}

musolverStatus_t musolverRfSetupHost(int n, int nnzA, int *h_csrRowPtrA, int *h_csrColIndA,
                                     double *h_csrValA, int nnzL, int *h_csrRowPtrL,
                                     int *h_csrColIndL, double *h_csrValL, int nnzU,
                                     int *h_csrRowPtrU, int *h_csrColIndU, double *h_csrValU,
                                     int *h_P, int *h_Q, musolverRfHandle_t handle) {
  return setUp(handle, n, {nnzA, h_csrRowPtrA, h_csrColIndA, h_csrValA},
               {nnzL, h_csrRowPtrL, h_csrColIndL, h_csrValL},
               {nnzU, h_csrRowPtrU, h_csrColIndU, h_csrValU}, h_P, h_Q);
}
musolverStatus_t musolverRfSetupDevice(int n, int nnzA, int *csrRowPtrA, int *csrColIndA,
                                       double *csrValA, int nnzL, int *csrRowPtrL, int *csrColIndL,
                                       double *csrValL, int nnzU, int *csrRowPtrU, int *csrColIndU,
                                       double *csrValU, int *P, int *Q, musolverRfHandle_t handle) {
  return setUp(handle, n, {nnzA, csrRowPtrA, csrColIndA, csrValA},
               {nnzL, csrRowPtrL, csrColIndL, csrValL}, {nnzU, csrRowPtrU, csrColIndU, csrValU}, P,
               Q);
}
musolverStatus_t musolverRfAnalyze(musolverRfHandle_t handle) {
  return runRf(handle, true, [&] {
    if (!handle->isSetUp)
      return MUSOLVER_STATUS_NOT_INITIALIZED;
    handle->isAnalyzed = true;
    return MUSOLVER_STATUS_SUCCESS;
  });
}
musolverStatus_t musolverRfResetValues(int n, int nnzA, int *csrRowPtrA, int *csrColIndA,
                                       double *csrValA, int *P, int *Q, musolverRfHandle_t handle) {
  return runRf(handle, true, [&] {
    if (!handle->isSetUp)
      return MUSOLVER_STATUS_NOT_INITIALIZED;
    const Csr a{nnzA, csrRowPtrA, csrColIndA, csrValA};
    if (n != handle->pattern.rows || !a.isValid(n) || !isOrder(n, P) || !isOrder(n, Q))
      return MUSOLVER_STATUS_INVALID_VALUE;
    const Pattern &m = handle->pattern;
    const std::vector<int> columnOf = inverse({Q, Q + n});
    std::vector<double> values(handle->values.size());
    for (int i = 0; i < n; ++i)
      for (int at = a.offsets[P[i]]; at < a.offsets[P[i] + 1]; ++at) {
        const auto first = m.indices.begin() + m.offsets[i];
        const auto last = m.indices.begin() + m.offsets[i + 1];
        const auto found = std::lower_bound(first, last, columnOf[a.columns[at]]);
        if (found == last || *found != columnOf[a.columns[at]])
          return MUSOLVER_STATUS_INVALID_VALUE;
        values[found - m.indices.begin()] = a.values[at];
      }
    handle->values = std::move(values);
    return MUSOLVER_STATUS_SUCCESS;
  });
}
musolverStatus_t musolverRfRefactor(musolverRfHandle_t handle) {
  return runRf(handle, true, [&] {
    return handle->isAnalyzed ? refactor(*handle) : MUSOLVER_STATUS_NOT_INITIALIZED;
  });
}
musolverStatus_t musolverRfSolve(musolverRfHandle_t handle, int *P, int *Q, int nrhs, double *Temp,
                                 int ldt, double *XF, int ldxf) {
  return runRf(handle, true, [&] {
    if (!handle->isAnalyzed)
      return MUSOLVER_STATUS_NOT_INITIALIZED;
    const int n = handle->pattern.rows;
    if (!isOrder(n, P) || !isOrder(n, Q) || nrhs < 0 || Temp == nullptr || ldt < n ||
        XF == nullptr || ldxf < n)
      return MUSOLVER_STATUS_INVALID_VALUE;
    std::vector<double> x(n);
    for (int column = 0; column < nrhs; ++column) {
      double *side = XF + static_cast<size_t>(column) * ldxf;
      for (int i = 0; i < n; ++i)
        x[i] = side[P[i]];
      solveInPlace(*handle, x);
      for (int i = 0; i < n; ++i)
        side[Q[i]] = x[i];
    }
    return MUSOLVER_STATUS_SUCCESS;
  });
}

musolverStatus_t musolverRfAccessBundledFactorsDevice(musolverRfHandle_t handle, int *nnzM,
                                                      int **Mp, int **Mi, double **Mx) {
  const bool isValid = nnzM != nullptr && Mp != nullptr && Mi != nullptr && Mx != nullptr;
  return runRf(handle, isValid, [&] {
    *nnzM = static_cast<int>(handle->values.size());
    *Mp = handle->pattern.offsets.data();
    *Mi = handle->pattern.indices.data();
    *Mx = handle->values.data();
    return MUSOLVER_STATUS_SUCCESS;
  });
}
musolverStatus_t musolverRfExtractBundledFactorsHost(musolverRfHandle_t handle, int *h_nnzM,
                                                     int **h_Mp, int **h_Mi, double **h_Mx) {
  const bool isValid = h_nnzM != nullptr && h_Mp != nullptr && h_Mi != nullptr && h_Mx != nullptr;
  return runRf(handle, isValid, [&] {
    *h_nnzM = static_cast<int>(handle->values.size());
    return copyOut(handle->pattern.offsets, h_Mp) && copyOut(handle->pattern.indices, h_Mi) &&
                   copyOut(handle->values, h_Mx)
               ? MUSOLVER_STATUS_SUCCESS
               : MUSOLVER_STATUS_ALLOC_FAILED;
  });
}
musolverStatus_t musolverRfExtractSplitFactorsHost(musolverRfHandle_t handle, int *h_nnzL,
                                                   int **h_csrRowPtrL, int **h_csrColIndL,
                                                   double **h_csrValL, int *h_nnzU,
                                                   int **h_csrRowPtrU, int **h_csrColIndU,
                                                   double **h_csrValU) {
  const bool isValid = h_nnzL != nullptr && h_csrRowPtrL != nullptr && h_csrColIndL != nullptr &&
                       h_csrValL != nullptr && h_nnzU != nullptr && h_csrRowPtrU != nullptr &&
                       h_csrColIndU != nullptr && h_csrValU != nullptr;
  return runRf(handle, isValid, [&] {
    const Pattern &m = handle->pattern;
    Factor l, u;
    for (int i = 0; i < m.rows; ++i) {
      for (int at = m.offsets[i]; at < m.offsets[i + 1]; ++at)
        (m.indices[at] < i ? l : u).add(m.indices[at], handle->values[at]);
      if (handle->diagonal == MUSOLVERRF_UNIT_DIAGONAL_STORED_L)
        l.add(i, 1);
      l.endRow();
      u.endRow();
    }
    return l.copyTo(h_nnzL, h_csrRowPtrL, h_csrColIndL, h_csrValL) &&
                   u.copyTo(h_nnzU, h_csrRowPtrU, h_csrColIndU, h_csrValU)
               ? MUSOLVER_STATUS_SUCCESS
               : MUSOLVER_STATUS_ALLOC_FAILED;
  });
}
