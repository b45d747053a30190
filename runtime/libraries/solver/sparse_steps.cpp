//===- libraries/solver/sparse_steps.cpp - factors that the caller keeps ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "blas/cblas_types.h"
#include "handle.h"
#include "musolverSp_LOWLEVEL_PREVIEW.h"
#include "sparse_elements.h"
#include "sparse_factors.h"

#include <algorithm>
#include <variant>

namespace musaport::solver {
namespace {

/// What one of the four types has, or nothing.
template <template <typename> typename T>
using OfAnyType = std::variant<std::monostate, T<float>, T<double>, T<std::complex<float>>,
                               T<std::complex<double>>>;

} // namespace

struct KeptLu {
  OfAnyType<LuFactors> factors;
};
struct KeptQr {
  OfAnyType<SparseMatrix> matrix; ///< of Setup
  OfAnyType<QrFactors> factors;
};
struct KeptCholesky {
  OfAnyType<CholeskyFactors> factors;
};

} // namespace musaport::solver

struct csrluInfoHost : musaport::solver::KeptLu {};
struct csrqrInfoHost : musaport::solver::KeptQr {};
struct csrqrInfo : musaport::solver::KeptQr {};
struct csrcholInfoHost : musaport::solver::KeptCholesky {};
struct csrcholInfo : musaport::solver::KeptCholesky {};

namespace musaport::solver {
namespace {

musolverStatus_t accept(musolverSpHandle_t handle, const GivenPattern &given, const void *info) {
  return runIf(handle, given.isValid() && info != nullptr, [] { return MUSOLVER_STATUS_SUCCESS; });
}

musolverStatus_t giveSizes(musolverSpHandle_t handle, const GivenPattern &given, const void *info,
                           size_t *internal, size_t *workspace) {
  return runIf(handle,
               given.isValid() && info != nullptr && internal != nullptr && workspace != nullptr,
               [&] {
                 *internal = *workspace = 1;
                 return MUSOLVER_STATUS_SUCCESS;
               });
}

/// `work` with the factors of the type T that a call before has made.
template <typename T, typename Factors, typename Work>
musolverStatus_t withFactors(musolverSpHandle_t handle, const Factors *factors, bool isValid,
                             Work work) {
  return runIf(handle, factors != nullptr && isValid, [&] {
    const T *made = std::get_if<T>(factors);
    return made != nullptr ? work(*made) : MUSOLVER_STATUS_INVALID_VALUE;
  });
}

template <typename Info> auto *factorsOf(const Info *info) {
  return info != nullptr ? &info->factors : nullptr;
}

template <template <typename> typename Factors, typename E, typename Info>
musolverStatus_t giveZeroPivot(musolverSpHandle_t handle, const Info *info, Magnitude<E> tol,
                               int *position) {
  return withFactors<Factors<E>>(handle, factorsOf(info), position != nullptr,
                                 [&](const Factors<E> &factors) {
                                   *position = factors.zeroPivot(std::max(tol, Magnitude<E>{0}));
                                   return MUSOLVER_STATUS_SUCCESS;
                                 });
}

/// INTERNAL_ERROR, and `x` stays, if a pivot is zero.
template <typename Factors, typename E>
musolverStatus_t solveUnlessSingular(const Factors &factors, const E *b, E *x) {
  if (factors.zeroPivot(0) >= 0)
    return MUSOLVER_STATUS_INTERNAL_ERROR;
  factors.solve(b, x);
  return MUSOLVER_STATUS_SUCCESS;
}

template <template <typename> typename Factors, typename E, typename Info>
musolverStatus_t solve(musolverSpHandle_t handle, int rows, int columns, const E *b, E *x,
                       const Info *info) {
  const bool isValid = (b != nullptr || rows == 0) && (x != nullptr || columns == 0);
  return withFactors<Factors<E>>(handle, factorsOf(info), isValid, [&](const Factors<E> &factors) {
    if (factors.rows() != rows || factors.columns() != columns)
      return MUSOLVER_STATUS_INVALID_VALUE;
    return solveUnlessSingular(factors, b, x);
  });
}

template <typename E>
musolverStatus_t factorizeLu(musolverSpHandle_t handle, const GivenPattern &given, const E *values,
                             KeptLu *info, Magnitude<E> threshold) {
  const bool isValid =
      given.isValid() && values != nullptr && info != nullptr && threshold >= 0 && threshold <= 1;
  return runIf(handle, isValid, [&] {
    info->factors.emplace<LuFactors<E>>(readElements(given, values), threshold);
    return MUSOLVER_STATUS_SUCCESS;
  });
}

template <typename E>
musolverStatus_t factorizeCholesky(musolverSpHandle_t handle, const GivenPattern &given,
                                   const E *values, KeptCholesky *info) {
  return runIf(handle, given.isValid() && values != nullptr && info != nullptr, [&] {
    info->factors.emplace<CholeskyFactors<E>>(readElements(given, values));
    return MUSOLVER_STATUS_SUCCESS;
  });
}

/// A - mu I
template <typename E>
musolverStatus_t setUpQr(musolverSpHandle_t handle, const GivenPattern &given, const E *values,
                         const E &mu, KeptQr *info) {
  const bool isValid =
      given.isValid() && given.rows >= given.columns && values != nullptr && info != nullptr;
  return runIf(handle, isValid, [&] {
    SparseMatrix<E> a = readElements(given, values);
    if (mu != E{}) {
      SparseMatrix<E> shifted{{given.rows, given.columns, {0}, {}}, {}};
      for (int row = 0; row < given.rows; ++row) {
        bool hasDiagonal = row >= given.columns;
        for (int i = a.pattern.offsets[row]; i < a.pattern.offsets[row + 1]; ++i) {
          const bool isDiagonal = a.pattern.indices[i] == row;
          hasDiagonal = hasDiagonal || isDiagonal;
          shifted.pattern.indices.push_back(a.pattern.indices[i]);
          shifted.values.push_back(isDiagonal ? a.values[i] - mu : a.values[i]);
        }
        if (!hasDiagonal) {
          shifted.pattern.indices.push_back(row);
          shifted.values.push_back(-mu);
        }
        shifted.pattern.offsets.push_back(static_cast<int>(shifted.values.size()));
      }
      a = std::move(shifted);
    }
    info->matrix = std::move(a);
    return MUSOLVER_STATUS_SUCCESS;
  });
}

template <typename E>
musolverStatus_t factorizeQr(musolverSpHandle_t handle, int m, int n, const E *b, E *x,
                             KeptQr *info) {
  return withFactors<SparseMatrix<E>>(
      handle, info != nullptr ? &info->matrix : nullptr, true, [&](const SparseMatrix<E> &a) {
        if (a.pattern.rows != m || a.pattern.columns != n)
          return MUSOLVER_STATUS_INVALID_VALUE;
        const auto &factors = info->factors.emplace<QrFactors<E>>(a);
        return b != nullptr && x != nullptr ? solveUnlessSingular(factors, b, x)
                                            : MUSOLVER_STATUS_SUCCESS;
      });
}

/// Writes columns as CSR, and `diagonal`, if there is one, as the first of each row.
template <typename E>
void writeRows(const std::vector<typename LuFactors<E>::Column> &columns,
               const std::vector<E> *diagonal, int base, E *values, int *offsets, int *indices) {
  const size_t n = columns.size();
  std::fill_n(offsets, n + 1, 0);
  for (const auto &column : columns)
    for (int row : column.rows)
      ++offsets[row + 1];
  offsets[0] = base;
  for (size_t row = 0; row < n; ++row)
    offsets[row + 1] += offsets[row] + (diagonal != nullptr ? 1 : 0);
  std::vector<int> next(offsets, offsets + n);
  for (size_t k = 0; k < n; ++k) {
    const auto put = [&](int row, const E &value) {
      const int place = next[row]++ - base;
      values[place] = value;
      indices[place] = static_cast<int>(k) + base;
    };
    for (size_t i = 0; i < columns[k].rows.size(); ++i)
      put(columns[k].rows[i], columns[k].values[i]);
    if (diagonal != nullptr)
      put(static_cast<int>(k), (*diagonal)[k]);
  }
}

template <typename E> size_t countOf(const std::vector<typename LuFactors<E>::Column> &columns) {
  size_t count = 0;
  for (const auto &column : columns)
    count += column.rows.size();
  return count;
}

} // namespace
} // namespace musaport::solver

using namespace musaport::solver;
using musaport::blas::ElementType;
using musaport::blas::in;
using musaport::blas::out;

musolverStatus_t musolverSpXcsrluNnzHost(musolverSpHandle_t handle, int *nnzLRef, int *nnzURef,
                                         csrluInfoHost_t info) {
  const bool isValid = nnzLRef != nullptr && nnzURef != nullptr && info != nullptr;
  return runIf(handle, isValid, [&] {
    return std::visit(
        [&](const auto &factors) {
          if constexpr (std::is_same_v<decltype(factors), const std::monostate &>) {
            return MUSOLVER_STATUS_INVALID_VALUE;
          } else {
            using E = typename std::decay_t<decltype(factors.pivots)>::value_type;
            *nnzLRef = static_cast<int>(countOf<E>(factors.lower));
            *nnzURef = static_cast<int>(countOf<E>(factors.upper) + factors.pivots.size());
            return MUSOLVER_STATUS_SUCCESS;
          }
        },
        info->factors);
  });
}

// NOLINTBEGIN(bugprone-macro-parentheses): the arguments are names and types
#define DEFINE_LU(L, T, R)                                                                         \
  musolverStatus_t musolverSp##L##csrluBufferInfoHost(                                             \
      musolverSpHandle_t handle, int n, int nnzA, const musparseMatDescr_t descrA, const T *,      \
      const int *csrRowPtrA, const int *csrColIndA, csrluInfoHost_t info,                          \
      size_t *internalDataInBytes, size_t *workspaceInBytes) {                                     \
    return giveSizes(handle, {n, n, nnzA, descrA, csrRowPtrA, csrColIndA}, info,                   \
                     internalDataInBytes, workspaceInBytes);                                       \
  }                                                                                                \
  musolverStatus_t musolverSp##L##csrluFactorHost(                                                 \
      musolverSpHandle_t handle, int n, int nnzA, const musparseMatDescr_t descrA,                 \
      const T *csrValA, const int *csrRowPtrA, const int *csrColIndA, csrluInfoHost_t info,        \
      R pivot_threshold, void *) {                                                                 \
    return factorizeLu(handle, {n, n, nnzA, descrA, csrRowPtrA, csrColIndA}, in(csrValA), info,    \
                       pivot_threshold);                                                           \
  }                                                                                                \
  musolverStatus_t musolverSp##L##csrluZeroPivotHost(musolverSpHandle_t handle,                    \
                                                     csrluInfoHost_t info, R tol, int *position) { \
    return giveZeroPivot<LuFactors, ElementType<T>>(handle, info, tol, position);                  \
  }                                                                                                \
  musolverStatus_t musolverSp##L##csrluSolveHost(musolverSpHandle_t handle, int n, const T *b,     \
                                                 T *x, csrluInfoHost_t info, void *) {             \
    return solve<LuFactors>(handle, n, n, in(b), out(x), info);                                    \
  }                                                                                                \
  musolverStatus_t musolverSp##L##csrluExtractHost(                                                \
      musolverSpHandle_t handle, int *P, int *Q, const musparseMatDescr_t descrL, T *csrValL,      \
      int *csrRowPtrL, int *csrColIndL, const musparseMatDescr_t descrU, T *csrValU,               \
      int *csrRowPtrU, int *csrColIndU, csrluInfoHost_t info, void *) {                            \
    using E = ElementType<T>;                                                                      \
    const bool isValid = P != nullptr && Q != nullptr && descrL != nullptr && descrU != nullptr && \
                         csrRowPtrL != nullptr && csrRowPtrU != nullptr;                           \
    return withFactors<LuFactors<E>>(                                                              \
        handle, factorsOf(info), isValid, [&](const LuFactors<E> &factors) {                       \
          std::copy(factors.p.begin(), factors.p.end(), P);                                        \
          for (size_t i = 0; i < factors.p.size(); ++i)                                            \
            Q[i] = static_cast<int>(i);                                                            \
          writeRows<E>(factors.lower, nullptr, musparseGetMatIndexBase(descrL), out(csrValL),      \
                       csrRowPtrL, csrColIndL);                                                    \
          writeRows<E>(factors.upper, &factors.pivots, musparseGetMatIndexBase(descrU),            \
                       out(csrValU), csrRowPtrU, csrColIndU);                                      \
          return MUSOLVER_STATUS_SUCCESS;                                                          \
        });                                                                                        \
  }
__MUSOLVER_SPARSE_TYPES(DEFINE_LU)

#define DEFINE_QR(L, T, R, H)                                                                      \
  musolverStatus_t musolverSp##L##csrqrBufferInfo##H(                                              \
      musolverSpHandle_t handle, int m, int n, int nnzA, const musparseMatDescr_t descrA,          \
      const T *, const int *csrRowPtrA, const int *csrColIndA, csrqrInfo##H##_t info,              \
      size_t *internalDataInBytes, size_t *workspaceInBytes) {                                     \
    return giveSizes(handle, {m, n, nnzA, descrA, csrRowPtrA, csrColIndA}, info,                   \
                     internalDataInBytes, workspaceInBytes);                                       \
  }                                                                                                \
  musolverStatus_t musolverSp##L##csrqrSetup##H(musolverSpHandle_t handle, int m, int n, int nnzA, \
                                                const musparseMatDescr_t descrA, const T *csrValA, \
                                                const int *csrRowPtrA, const int *csrColIndA,      \
                                                T mu, csrqrInfo##H##_t info) {                     \
    return setUpQr(handle, {m, n, nnzA, descrA, csrRowPtrA, csrColIndA}, in(csrValA), *in(&mu),    \
                   info);                                                                          \
  }                                                                                                \
  musolverStatus_t musolverSp##L##csrqrFactor##H(musolverSpHandle_t handle, int m, int n, int,     \
                                                 T *b, T *x, csrqrInfo##H##_t info, void *) {      \
    return factorizeQr<ElementType<T>>(handle, m, n, out(b), out(x), info);                        \
  }                                                                                                \
  musolverStatus_t musolverSp##L##csrqrZeroPivot##H(musolverSpHandle_t handle,                     \
                                                    csrqrInfo##H##_t info, R tol, int *position) { \
    return giveZeroPivot<QrFactors, ElementType<T>>(handle, info, tol, position);                  \
  }                                                                                                \
  musolverStatus_t musolverSp##L##csrqrSolve##H(musolverSpHandle_t handle, int m, int n, T *b,     \
                                                T *x, csrqrInfo##H##_t info, void *) {             \
    return solve<QrFactors>(handle, m, n, in(b), out(x), info);                                    \
  }
#define DEFINE_CHOLESKY(L, T, R, H)                                                                \
  musolverStatus_t musolverSp##L##csrcholBufferInfo##H(                                            \
      musolverSpHandle_t handle, int n, int nnzA, const musparseMatDescr_t descrA, const T *,      \
      const int *csrRowPtrA, const int *csrColIndA, csrcholInfo##H##_t info,                       \
      size_t *internalDataInBytes, size_t *workspaceInBytes) {                                     \
    return giveSizes(handle, {n, n, nnzA, descrA, csrRowPtrA, csrColIndA}, info,                   \
                     internalDataInBytes, workspaceInBytes);                                       \
  }                                                                                                \
  musolverStatus_t musolverSp##L##csrcholFactor##H(                                                \
      musolverSpHandle_t handle, int n, int nnzA, const musparseMatDescr_t descrA,                 \
      const T *csrValA, const int *csrRowPtrA, const int *csrColIndA, csrcholInfo##H##_t info,     \
      void *) {                                                                                    \
    return factorizeCholesky(handle, {n, n, nnzA, descrA, csrRowPtrA, csrColIndA}, in(csrValA),    \
                             info);                                                                \
  }                                                                                                \
  musolverStatus_t musolverSp##L##csrcholZeroPivot##H(                                             \
      musolverSpHandle_t handle, csrcholInfo##H##_t info, R tol, int *position) {                  \
    return giveZeroPivot<CholeskyFactors, ElementType<T>>(handle, info, tol, position);            \
  }                                                                                                \
  musolverStatus_t musolverSp##L##csrcholSolve##H(musolverSpHandle_t handle, int n, const T *b,    \
                                                  T *x, csrcholInfo##H##_t info, void *) {         \
    return solve<CholeskyFactors>(handle, n, n, in(b), out(x), info);                              \
  }
#define DEFINE(L, T, R)                                                                            \
  DEFINE_QR(L, T, R, Host)                                                                         \
  DEFINE_QR(L, T, R, )                                                                             \
  DEFINE_CHOLESKY(L, T, R, Host)                                                                   \
  DEFINE_CHOLESKY(L, T, R, )
__MUSOLVER_SPARSE_TYPES(DEFINE)

#define DEFINE_INFO(NAME, TYPE, H)                                                                 \
  musolverStatus_t musolverSpCreate##NAME##Info##H(TYPE##Info##H##_t *info) {                      \
    return create(info);                                                                           \
  }                                                                                                \
  musolverStatus_t musolverSpDestroy##NAME##Info##H(TYPE##Info##H##_t info) {                      \
    return destroy(info);                                                                          \
  }
DEFINE_INFO(Csrlu, csrlu, Host)
DEFINE_INFO(Csrqr, csrqr, Host)
DEFINE_INFO(Csrqr, csrqr, )
DEFINE_INFO(Csrchol, csrchol, Host)
DEFINE_INFO(Csrchol, csrchol, )

#define DEFINE_ANALYSIS(NAME, TYPE)                                                                \
  musolverStatus_t musolverSpX##NAME(musolverSpHandle_t handle, int n, int nnzA,                   \
                                     const musparseMatDescr_t descrA, const int *csrRowPtrA,       \
                                     const int *csrColIndA, TYPE info) {                           \
    return accept(handle, {n, n, nnzA, descrA, csrRowPtrA, csrColIndA}, info);                     \
  }
DEFINE_ANALYSIS(csrluAnalysisHost, csrluInfoHost_t)
DEFINE_ANALYSIS(csrcholAnalysisHost, csrcholInfoHost_t)
DEFINE_ANALYSIS(csrcholAnalysis, csrcholInfo_t)

#define DEFINE_QR_ANALYSIS(H)                                                                      \
  musolverStatus_t musolverSpXcsrqrAnalysis##H(                                                    \
      musolverSpHandle_t handle, int m, int n, int nnzA, const musparseMatDescr_t descrA,          \
      const int *csrRowPtrA, const int *csrColIndA, csrqrInfo##H##_t info) {                       \
    return accept(handle, {m, n, nnzA, descrA, csrRowPtrA, csrColIndA}, info);                     \
  }
DEFINE_QR_ANALYSIS(Host)
DEFINE_QR_ANALYSIS()
// NOLINTEND(bugprone-macro-parentheses)
