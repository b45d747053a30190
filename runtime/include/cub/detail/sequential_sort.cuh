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

/// Merges the runs [first, middle) and [middle, last) of `in` into [first, last) of `out`.
template <typename In, typename Out, typename Less>
__device__ inline void merge_runs(const In &in, long long first, long long middle, long long last,
                                  const Out &out, Less &less) {
  long long a = first, b = middle;
  for (long long to = first; to < last; ++to) {
    if (a < middle && (b >= last || !less(in.keys[b], in.keys[a])))
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
      if (!less(items.keys[i], items.keys[i - 1]))
        continue;
      Key key = items.keys[i];
      long long hole = i;
      if constexpr (Items::pairs) {
        value_t<decltype(items.values)> value = items.values[i];
        for (; hole > from && less(key, items.keys[hole - 1]); --hole)
          items.take(hole, items, hole - 1);
        items.values[hole] = value;
      } else {
        for (; hole > from && less(key, items.keys[hole - 1]); --hole)
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

/// Maps a key to its bits [begin_bit, end_bit), such that they sort as unsigned numbers.
template <typename Key, bool Descending> struct radix_of {
  using Bits = typename Traits<Key>::UnsignedBits;
  int begin_bit;
  int end_bit;
  __device__ Bits operator()(const Key &key) const {
    Bits bits;
    __builtin_memcpy(&bits, &key, sizeof(Key));
    if constexpr (Traits<Key>::CATEGORY == FLOATING_POINT)
      if (bits == Traits<Key>::HIGH_BIT) // -0 and 0 are equal keys
        bits = 0;
    bits = Traits<Key>::TwiddleIn(bits);
    if constexpr (Descending)
      bits = static_cast<Bits>(~bits);
    constexpr int width = sizeof(Key) * 8;
    const int left = width - end_bit;
    bits = static_cast<Bits>(static_cast<Bits>(bits << left) >> left);
    return static_cast<Bits>(bits >> begin_bit);
  }
};
template <typename Radix> struct radix_less {
  Radix radix;
  template <typename Key> __device__ bool operator()(const Key &a, const Key &b) const {
    return radix(a) < radix(b);
  }
};

} // namespace detail
CUB_NAMESPACE_END

#endif // CUB_DETAIL_SEQUENTIAL_SORT_CUH
