//===- cub/detail/sequential_sort.cuh - a stable sort by one thread --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_DETAIL_SEQUENTIAL_SORT_CUH
#define CUB_DETAIL_SEQUENTIAL_SORT_CUH

#include "cub/util_type.cuh"

#include <utility>

CUB_NAMESPACE_BEGIN
namespace detail {

/// A sequence of keys with one value each. Without values, ValueIt is NullType *.
template <typename KeyIt, typename ValueIt> struct items_ref {
  KeyIt keys;
  ValueIt values;
  static constexpr bool pairs = !std::is_same<ValueIt, NullType *>::value;
  template <typename Other>
  __device__ void take(long long to, const Other &other, long long from) const {
    keys[to] = other.keys[from];
    if constexpr (pairs)
      values[to] = other.values[from];
  }
};

/// less(a, b), on lvalues of one type: a proxy that an iterator returns becomes a key first.
template <typename Key, typename A, typename B, typename Less>
__device__ inline bool precedes(A &&a, B &&b, Less &less) {
  if constexpr (std::is_same<std::decay_t<A>, Key>::value &&
                std::is_same<std::decay_t<B>, Key>::value) {
    return less(a, b);
  } else {
    Key left = a, right = b;
    return less(left, right);
  }
}

/// Merges the runs [first, middle) and [middle, last) of `in` into [first, last) of `out`.
template <typename In, typename Out, typename Less>
__device__ inline void merge_runs(const In &in, long long first, long long middle, long long last,
                                  const Out &out, Less &less) {
  using Key = value_t<decltype(in.keys)>;
  long long a = first, b = middle;
  for (long long to = first; to < last; ++to) {
    if (a < middle && (b >= last || !precedes<Key>(in.keys[b], in.keys[a], less)))
      out.take(to, in, a++);
    else
      out.take(to, in, b++);
  }
}

/// Sorts [first, last) of `items`. `scratch` must have the same length as `items`.
template <typename Items, typename Scratch, typename Less>
__device__ inline void sort_run(const Items &items, const Scratch &scratch, long long first,
                                long long last, Less less) {
  constexpr long long base = 12;
  using Key = value_t<decltype(items.keys)>;
  for (long long from = first; from < last; from += base) {
    const long long to = from + base < last ? from + base : last;
    for (long long i = from + 1; i < to; ++i) {
      if (!precedes<Key>(items.keys[i], items.keys[i - 1], less))
        continue;
      Key key = items.keys[i];
      long long hole = i;
      if constexpr (Items::pairs) {
        value_t<decltype(items.values)> value = items.values[i];
        for (; hole > from && precedes<Key>(key, items.keys[hole - 1], less); --hole)
          items.take(hole, items, hole - 1);
        items.values[hole] = value;
      } else {
        for (; hole > from && precedes<Key>(key, items.keys[hole - 1], less); --hole)
          items.take(hole, items, hole - 1);
      }
      items.keys[hole] = key;
    }
  }
  bool in_scratch = false;
  for (long long width = base; width < last - first; width *= 2) {
    for (long long from = first; from < last; from += 2 * width) {
      const long long middle = from + width < last ? from + width : last;
      const long long to = middle + width < last ? middle + width : last;
      if (in_scratch)
        merge_runs(scratch, from, middle, to, items, less);
      else
        merge_runs(items, from, middle, to, scratch, less);
    }
    in_scratch = !in_scratch;
  }
  if (in_scratch)
    for (long long i = first; i < last; ++i)
      items.take(i, scratch, i);
}

} // namespace detail
CUB_NAMESPACE_END

#endif // CUB_DETAIL_SEQUENTIAL_SORT_CUH
