//===- libraries/blas/lapack.h - LAPACK by element type -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// On matrices that are stored column by column; what is returned is LAPACK's info. Workspaces are
// found here. LAPACKE's own functions that do so look for NaNs first and then compute nothing; a
// GPU's libraries compute.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_LIBRARIES_BLAS_LAPACK_H
#define MUSAPORT_LIBRARIES_BLAS_LAPACK_H

#include "blas/cblas_types.h"

#include <algorithm>
#include <climits>
#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

namespace musaport::blas {

/// The type of an element's magnitude.
template <typename E> using Magnitude = decltype(std::abs(E{}));
template <typename E> constexpr bool isComplex = !std::is_same_v<E, Magnitude<E>>;
/// The same for a type that is a value.
inline musaDataType_t magnitudeType(musaDataType_t type) {
  return type == MUSA_C_32F ? MUSA_R_32F : type == MUSA_C_64F ? MUSA_R_64F : type;
}

/// The elements of a matrix without what is between its columns.
template <typename E> std::vector<E> copyOf(int rows, int columns, const E *a, int lda) {
  std::vector<E> result(static_cast<size_t>(rows) * columns);
  for (int column = 0; column < columns; ++column)
    std::copy_n(a + static_cast<size_t>(column) * lda, rows,
                result.data() + static_cast<size_t>(column) * rows);
  return result;
}

namespace lapack {

// NOLINTBEGIN(bugprone-macro-parentheses): the arguments are names
/// Real matrices that are orthogonal or symmetric are complex ones that are unitary or Hermitian.
#define LAPACK_BY_KIND(name, real, complex)                                                        \
  MUSAPORT_BY_TYPE(name, LAPACKE_s##real##_work, LAPACKE_d##real##_work,                           \
                   LAPACKE_c##complex##_work, LAPACKE_z##complex##_work)
#define LAPACK_BY_TYPE(name) LAPACK_BY_KIND(name##Of, name, name)
LAPACK_BY_TYPE(potrf)
LAPACK_BY_TYPE(potrs)
LAPACK_BY_TYPE(potri)
LAPACK_BY_TYPE(getrf)
LAPACK_BY_TYPE(getrs)
LAPACK_BY_TYPE(sytrf)
LAPACK_BY_TYPE(sytrs)
LAPACK_BY_TYPE(geqrf)
LAPACK_BY_TYPE(gels)
LAPACK_BY_TYPE(gesvd)
LAPACK_BY_TYPE(gesdd)
LAPACK_BY_KIND(gqrOf, orgqr, ungqr)
LAPACK_BY_KIND(mqrOf, ormqr, unmqr)
LAPACK_BY_KIND(evdOf, syevd, heevd)
LAPACK_BY_KIND(gstOf, sygst, hegst)
#undef LAPACK_BY_TYPE
#undef LAPACK_BY_KIND
// NOLINTEND(bugprone-macro-parentheses)

/// The size of a workspace, of what LAPACK says it is: a number of the elements' type, which as a
/// float may be rounded down, and where LAPACK's own integers overflow is none. 0: there is none.
template <typename Number> int workspaceSize(Number said) {
  const double size = std::nextafter(std::real(said), std::numeric_limits<float>::max());
  return size >= 0 && size < INT_MAX ? static_cast<int>(std::ceil(size)) + 1 : 0;
}

/// `call(work, size)` with a workspace of the size that it asks for when the size is -1.
template <typename E, typename Call> int withWorkspace(Call call) {
  E said{};
  if (const int info = call(&said, -1); info != 0)
    return info;
  const int size = workspaceSize(said);
  if (size == 0)
    return LAPACK_WORK_MEMORY_ERROR;
  std::vector<E> work(size);
  return call(work.data(), size);
}

/// LAPACK takes a NaN on the factor's diagonal for what is not positive; OpenBLAS's own version
/// lets it pass.
template <typename E> int potrf(char uplo, int n, E *a, int lda) {
  const int info = potrfOf<E>(LAPACK_COL_MAJOR, uplo, n, a, lda);
  for (int i = 0; info == 0 && i < n; ++i)
    if (std::isnan(std::real(a[i + static_cast<size_t>(i) * lda])))
      return i + 1;
  return info;
}
template <typename E> int potrs(char uplo, int n, int nrhs, const E *a, int lda, E *b, int ldb) {
  return potrsOf<E>(LAPACK_COL_MAJOR, uplo, n, nrhs, a, lda, b, ldb);
}
template <typename E> int potri(char uplo, int n, E *a, int lda) {
  return potriOf<E>(LAPACK_COL_MAJOR, uplo, n, a, lda);
}

/// LU. Without pivots, null: also without pivoting, other than LAPACK.
template <typename E> int getrf(int m, int n, E *a, int lda, int *pivots) {
  if (pivots != nullptr)
    return getrfOf<E>(LAPACK_COL_MAJOR, m, n, a, lda, pivots);
  int info = 0;
  const auto at = [=](int row, int column) -> E & {
    return a[row + static_cast<size_t>(column) * lda];
  };
  for (int k = 0; k < std::min(m, n); ++k) {
    if (at(k, k) == E{} && info == 0)
      info = k + 1;
    for (int row = k + 1; row < m; ++row)
      at(row, k) /= at(k, k);
    for (int column = k + 1; column < n; ++column)
      for (int row = k + 1; row < m; ++row)
        at(row, column) -= at(row, k) * at(k, column);
  }
  return info;
}
template <typename E>
int getrs(char trans, int n, int nrhs, const E *a, int lda, const int *pivots, E *b, int ldb) {
  std::vector<int> inOrder;
  if (pivots == nullptr)
    for (int i = 1; i <= n; ++i)
      inOrder.push_back(i);
  return getrsOf<E>(LAPACK_COL_MAJOR, trans, n, nrhs, a, lda,
                    pivots != nullptr ? pivots : inOrder.data(), b, ldb);
}

template <typename E> int sytrf(char uplo, int n, E *a, int lda, int *pivots) {
  return withWorkspace<E>([=](E *work, int size) {
    return sytrfOf<E>(LAPACK_COL_MAJOR, uplo, n, a, lda, pivots, work, size);
  });
}
template <typename E>
int sytrs(char uplo, int n, int nrhs, const E *a, int lda, const int *pivots, E *b, int ldb) {
  return sytrsOf<E>(LAPACK_COL_MAJOR, uplo, n, nrhs, a, lda, pivots, b, ldb);
}

template <typename E> int geqrf(int m, int n, E *a, int lda, E *tau) {
  return withWorkspace<E>([=](E *work, int size) {
    return geqrfOf<E>(LAPACK_COL_MAJOR, m, n, a, lda, tau, work, size);
  });
}
template <typename E> int gels(int m, int n, int nrhs, E *a, int lda, E *b, int ldb) {
  return withWorkspace<E>([=](E *work, int size) {
    return gelsOf<E>(LAPACK_COL_MAJOR, 'N', m, n, nrhs, a, lda, b, ldb, work, size);
  });
}
/// The first n columns of the Q of k reflections.
template <typename E> int gqr(int m, int n, int k, E *a, int lda, const E *tau) {
  return withWorkspace<E>([=](E *work, int size) {
    return gqrOf<E>(LAPACK_COL_MAJOR, m, n, k, a, lda, tau, work, size);
  });
}
/// op(Q) C or C op(Q).
template <typename E>
int mqr(char side, char trans, int m, int n, int k, const E *a, int lda, const E *tau, E *c,
        int ldc) {
  return withWorkspace<E>([=](E *work, int size) {
    return mqrOf<E>(LAPACK_COL_MAJOR, side, trans, m, n, k, a, lda, tau, c, ldc, work, size);
  });
}

template <typename E>
int gesvd(char jobu, char jobvt, int m, int n, E *a, int lda, Magnitude<E> *s, E *u, int ldu, E *vt,
          int ldvt) {
  return withWorkspace<E>([=](E *work, int size) {
    if constexpr (isComplex<E>) {
      std::vector<Magnitude<E>> reals(std::max<size_t>(1, size_t{5} * std::min(m, n)));
      return gesvdOf<E>(LAPACK_COL_MAJOR, jobu, jobvt, m, n, a, lda, s, u, ldu, vt, ldvt, work,
                        size, reals.data());
    } else {
      return gesvdOf<E>(LAPACK_COL_MAJOR, jobu, jobvt, m, n, a, lda, s, u, ldu, vt, ldvt, work,
                        size);
    }
  });
}
/// The same by divide and conquer, with one `job` for U and V^H.
template <typename E>
int gesdd(char job, int m, int n, E *a, int lda, Magnitude<E> *s, E *u, int ldu, E *vt, int ldvt) {
  const size_t less = std::min(m, n);
  const size_t more = std::max(m, n);
  std::vector<int> integers(std::max<size_t>(1, 8 * less));
  return withWorkspace<E>([&](E *work, int size) {
    if constexpr (isComplex<E>) {
      std::vector<Magnitude<E>> reals(
          std::max<size_t>(1, less * std::max(5 * less + 7, 2 * more + 2 * less + 1)));
      return gesddOf<E>(LAPACK_COL_MAJOR, job, m, n, a, lda, s, u, ldu, vt, ldvt, work, size,
                        reals.data(), integers.data());
    } else {
      return gesddOf<E>(LAPACK_COL_MAJOR, job, m, n, a, lda, s, u, ldu, vt, ldvt, work, size,
                        integers.data());
    }
  });
}

/// Eigenvalues, and with job 'V' eigenvectors in place of A.
template <typename E> int evd(char job, char uplo, int n, E *a, int lda, Magnitude<E> *w) {
  E said{};
  Magnitude<E> realsSaid{};
  int integerCount = 0;
  const auto call = [=](E *work, int size, Magnitude<E> *reals, int realCount, int *integers,
                        int count) {
    if constexpr (isComplex<E>)
      return evdOf<E>(LAPACK_COL_MAJOR, job, uplo, n, a, lda, w, work, size, reals, realCount,
                      integers, count);
    else
      return evdOf<E>(LAPACK_COL_MAJOR, job, uplo, n, a, lda, w, work, size, integers, count);
  };
  if (const int info = call(&said, -1, &realsSaid, -1, &integerCount, -1); info != 0)
    return info;
  const int size = workspaceSize(said);
  const int realCount = workspaceSize(realsSaid);
  if (size == 0 || realCount == 0)
    return LAPACK_WORK_MEMORY_ERROR;
  std::vector<E> work(size);
  std::vector<Magnitude<E>> reals(realCount);
  std::vector<int> integers(std::max(1, integerCount));
  return call(work.data(), size, reals.data(), realCount, integers.data(), integerCount);
}

/// The ordinary eigenvalue problem of a generalized one, with B's Cholesky factor.
template <typename E> int gst(int type, char uplo, int n, E *a, int lda, const E *b, int ldb) {
  return gstOf<E>(LAPACK_COL_MAJOR, type, uplo, n, a, lda, b, ldb);
}

} // namespace lapack
} // namespace musaport::blas

#endif // MUSAPORT_LIBRARIES_BLAS_LAPACK_H
