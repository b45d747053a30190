//===- libraries/solver/sparse_lu.cpp - LU with partial pivoting -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Column by column, each by a triangular system with those before it, whose solution's pattern is
// what the graph of L reaches from the column's (J. R. Gilbert, T. Peierls, 1988). Our own: Eigen
// has no access to its factors, which callers want.
//===----------------------------------------------------------------------===//
#include "sparse_factors.h"

#include <algorithm>
#include <numeric>

namespace musaport::solver {
namespace {

/// Columns of rows.
template <typename E> SparseMatrix<E> transposed(const SparseMatrix<E> &a) {
  SparseMatrix<E> result{{a.pattern.columns, a.pattern.rows, {}, {}}, {}};
  std::vector<int> &offsets = result.pattern.offsets;
  offsets.assign(a.pattern.columns + 1, 0);
  for (int column : a.pattern.indices)
    ++offsets[column + 1];
  std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
  result.pattern.indices.resize(a.values.size());
  result.values.resize(a.values.size());
  std::vector<int> next(offsets.begin(), offsets.end() - 1);
  for (int row = 0; row < a.pattern.rows; ++row)
    for (int i = a.pattern.offsets[row]; i < a.pattern.offsets[row + 1]; ++i) {
      const int place = next[a.pattern.indices[i]]++;
      result.pattern.indices[place] = row;
      result.values[place] = a.values[i];
    }
  return result;
}

/// One column after another. Rows are those of A until all are done.
template <typename E> class Factorization {
public:
  Factorization(LuFactors<E> &factors, int n)
      : result(factors), pivotOf(n, -1), visited(n, -1), x(n) {}

  void addColumn(const int *rows, const E *values, int count, Magnitude<E> threshold) {
    const int k = static_cast<int>(result.pivots.size());
    reached.clear();
    for (int i = 0; i < count; ++i)
      reach(rows[i], k);
    for (int i = 0; i < count; ++i)
      x[rows[i]] += values[i];
    result.upper.emplace_back();
    // What was reached last is first.
    for (auto row = reached.rbegin(); row != reached.rend(); ++row)
      if (const int j = pivotOf[*row]; j >= 0) {
        result.upper.back().rows.push_back(j);
        result.upper.back().values.push_back(x[*row]);
        const auto &lower = result.lower[j];
        for (size_t i = 0; i < lower.rows.size(); ++i)
          x[lower.rows[i]] -= lower.values[i] * x[*row];
      }
    finishColumn(k, choosePivot(k, threshold));
  }

  void renumber() {
    for (auto &column : result.lower)
      for (int &row : column.rows)
        row = pivotOf[row];
  }

private:
  LuFactors<E> &result;
  std::vector<int> pivotOf; ///< of a row: its number in L U, or -1
  std::vector<int> visited; ///< of a row: the last column that reached it
  std::vector<E> x;
  std::vector<int> reached;
  std::vector<std::pair<int, size_t>> path;

  /// Depth first. Without recursion: a path may be as long as the matrix.
  void reach(int first, int k) {
    if (visited[first] == k)
      return;
    visited[first] = k;
    path.assign(1, {first, 0});
    while (!path.empty()) {
      auto &[row, next] = path.back();
      const int j = pivotOf[row];
      if (j < 0 || next == result.lower[j].rows.size()) {
        reached.push_back(row);
        path.pop_back();
        continue;
      }
      const int child = result.lower[j].rows[next++];
      if (visited[child] != k) {
        visited[child] = k;
        path.emplace_back(child, 0);
      }
    }
  }

  int choosePivot(int k, Magnitude<E> threshold) const {
    int best = -1;
    for (int row : reached)
      if (pivotOf[row] < 0 && (best < 0 || std::abs(x[row]) > std::abs(x[best])))
        best = row;
    if (pivotOf[k] < 0 && visited[k] == k && x[k] != E{} &&
        std::abs(x[k]) >= threshold * std::abs(x[best]))
      return k;
    if (best >= 0)
      return best;
    // The column is empty: any row that is left.
    return static_cast<int>(std::find(pivotOf.begin(), pivotOf.end(), -1) - pivotOf.begin());
  }

  void finishColumn(int k, int pivotRow) {
    const E pivot = x[pivotRow];
    pivotOf[pivotRow] = k;
    result.p.push_back(pivotRow);
    result.pivots.push_back(pivot);
    result.lower.emplace_back();
    for (int row : reached) {
      if (pivotOf[row] < 0 && pivot != E{}) {
        result.lower.back().rows.push_back(row);
        result.lower.back().values.push_back(x[row] / pivot);
      }
      x[row] = E{};
    }
  }
};

} // namespace

template <typename E> LuFactors<E>::LuFactors(const SparseMatrix<E> &a, Magnitude<E> threshold) {
  const int n = a.pattern.rows;
  const SparseMatrix<E> columns = transposed(a);
  Factorization<E> factorization(*this, n);
  for (int k = 0; k < n; ++k) {
    const int first = columns.pattern.offsets[k];
    factorization.addColumn(columns.pattern.indices.data() + first, columns.values.data() + first,
                            columns.pattern.offsets[k + 1] - first, threshold);
  }
  factorization.renumber();
}

template <typename E> int LuFactors<E>::zeroPivot(Magnitude<E> tol) const {
  for (size_t i = 0; i < pivots.size(); ++i)
    if (!(std::abs(pivots[i]) > tol))
      return static_cast<int>(i);
  return -1;
}

template <typename E> void LuFactors<E>::solve(const E *b, E *x) const {
  const size_t n = pivots.size();
  std::vector<E> y(n);
  for (size_t i = 0; i < n; ++i)
    y[i] = b[p[i]];
  const auto subtract = [&](const Column &column, const E &factor) {
    for (size_t i = 0; i < column.rows.size(); ++i)
      y[column.rows[i]] -= column.values[i] * factor;
  };
  for (size_t k = 0; k < n; ++k)
    subtract(lower[k], y[k]);
  for (size_t k = n; k-- > 0;) {
    y[k] /= pivots[k];
    subtract(upper[k], y[k]);
  }
  std::copy(y.begin(), y.end(), x);
}

template struct LuFactors<float>;
template struct LuFactors<double>;
template struct LuFactors<std::complex<float>>;
template struct LuFactors<std::complex<double>>;

} // namespace musaport::solver
