//===- cub/detail/device_sort.cuh - radix and merge sort of a whole array --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_DEVICE_SORT_CUH
#define CUB_DEVICE_SORT_CUH

#include "cub/detail/algorithms.cuh"
#include "cub/detail/radix_key.cuh"
#include "cub/detail/sequential_sort.cuh"

CUB_NAMESPACE_BEGIN

namespace detail {

/// A stable radix sort, with one pass (count, prefix sum, scatter) for each 8 bits of the key. The
/// passes alternate between `other` and `to`, so that the last one writes `to`. They keep `from`.
template <bool Descending, typename Key, typename Value, typename Decomposer>
inline musaError_t radix_passes(items_ref<const Key *, const Value *> from,
                                items_ref<Key *, Value *> to, items_ref<Key *, Value *> other,
                                unsigned long long *counts, const parts_of &parts, int begin_bit,
                                int end_bit, Decomposer decomposer, musaStream_t stream) {
  constexpr int digits = 256;
  int passes = (end_bit - begin_bit + 7) / 8;
  for (int bit = begin_bit; bit < end_bit; bit += 8, --passes) {
    const radix_of<Key, Descending, Decomposer> digit{bit, bit + 8 < end_bit ? bit + 8 : end_bit,
                                                      decomposer};
    const items_ref<Key *, Value *> target = passes % 2 != 0 ? to : other;
    musaError_t status = launch(parts.count, stream, [=] __device__(int part) {
      unsigned long long *count = counts + part * digits;
      for (int d = 0; d < digits; ++d)
        count[d] = 0;
      for (long long i = parts.first(part); i < parts.last(part); ++i)
        ++count[static_cast<int>(digit(from.keys[i]))];
    });
    if (status != musaSuccess)
      return status;
    status = launch(1, stream, [=] __device__(int) {
      unsigned long long running = 0;
      for (int d = 0; d < digits; ++d) {
        for (int part = 0; part < parts.count; ++part) {
          const unsigned long long count = counts[part * digits + d];
          counts[part * digits + d] = running;
          running += count;
        }
      }
    });
    if (status != musaSuccess)
      return status;
    status = launch(parts.count, stream, [=] __device__(int part) {
      unsigned long long *place = counts + part * digits;
      for (long long i = parts.first(part); i < parts.last(part); ++i)
        target.take(static_cast<long long>(place[static_cast<int>(digit(from.keys[i]))]++), from,
                    i);
    });
    if (status != musaSuccess)
      return status;
    from.keys = target.keys;
    from.values = target.values;
  }
  return musaSuccess;
}

template <bool Descending, typename Key, typename Value,
          typename Decomposer = identity_decomposer_t>
inline musaError_t radix_sort(void *memory, size_t &bytes, const Key *keys_in, Key *keys_out,
                              const Value *values_in, Value *values_out, long long n, int begin_bit,
                              int end_bit, musaStream_t stream, Decomposer decomposer = {}) {
  if (accesses().replaces(keys_in, keys_out, n).replaces(values_in, values_out, n).clash(memory))
    return CubDebug(musaErrorInvalidValue);
  const parts_of parts(n);
  constexpr bool pairs = items_ref<Key *, Value *>::pairs;
  workspace space(memory);
  auto *counts = space.take<unsigned long long>(parts.count * 256LL);
  const items_ref<Key *, Value *> other{space.take<Key>(n), space.take<Value>(pairs ? n : 0)};
  musaError_t status;
  if (space.answer(bytes, status) || n == 0)
    return status;
  items_ref<const Key *, const Value *> from{keys_in, values_in};
  const items_ref<Key *, Value *> to{keys_out, values_out};
  if (begin_bit >= end_bit)
    return launch(parts.count, stream, [=] __device__(int part) {
      for (long long i = parts.first(part); i < parts.last(part); ++i)
        to.take(i, from, i);
    });
  const bool in_place =
      same_memory(keys_in, keys_out) || (pairs && same_memory(values_in, values_out));
  if (in_place && (end_bit - begin_bit + 7) / 8 % 2 != 0) {
    // The first pass would write what it reads.
    status = launch(parts.count, stream, [=] __device__(int part) {
      for (long long i = parts.first(part); i < parts.last(part); ++i)
        other.take(i, from, i);
    });
    if (status != musaSuccess)
      return status;
    from = {other.keys, other.values};
  }
  return radix_passes<Descending>(from, to, other, counts, parts, begin_bit, end_bit, decomposer,
                                  stream);
}

template <typename Key, typename Value>
inline bool clash(const void *memory, const DoubleBuffer<Key> &keys,
                  const DoubleBuffer<Value> &values, long long n) {
  accesses used;
  for (int i = 0; i < 2; ++i)
    used.writes(keys.d_buffers[i], n).writes(values.d_buffers[i], n);
  return used.clash(memory);
}

template <bool Descending, typename Key, typename Value,
          typename Decomposer = identity_decomposer_t>
inline musaError_t radix_sort(void *memory, size_t &bytes, DoubleBuffer<Key> &keys,
                              DoubleBuffer<Value> &values, long long n, int begin_bit, int end_bit,
                              musaStream_t stream, Decomposer decomposer = {}) {
  if (clash(memory, keys, values, n))
    return CubDebug(musaErrorInvalidValue);
  const parts_of parts(n);
  workspace space(memory);
  auto *counts = space.take<unsigned long long>(parts.count * 256LL);
  musaError_t status;
  if (space.answer(bytes, status) || n == 0)
    return status;
  const int passes = begin_bit < end_bit ? (end_bit - begin_bit + 7) / 8 : 0;
  const items_ref<Key *, Value *> current{keys.Current(), values.Current()};
  const items_ref<Key *, Value *> alternate{keys.Alternate(), values.Alternate()};
  const bool flips = passes % 2 != 0;
  status =
      radix_passes<Descending>(items_ref<const Key *, const Value *>{current.keys, current.values},
                               flips ? alternate : current, flips ? current : alternate, counts,
                               parts, begin_bit, end_bit, decomposer, stream);
  if (flips) {
    keys.selector ^= 1;
    values.selector ^= 1;
  }
  return status;
}

/// The number of items that the stable merge's first `diagonal` items take from [first, middle).
template <typename Keys, typename Less>
__device__ inline long long merge_path(const Keys &keys, long long first, long long middle,
                                       long long last, long long diagonal, Less &less) {
  using Key = value_t<Keys>;
  long long low = diagonal > last - middle ? diagonal - (last - middle) : 0;
  long long high = diagonal < middle - first ? diagonal : middle - first;
  while (low < high) {
    const long long pivot = low + (high - low) / 2;
    if (precedes<Key>(keys[middle + diagonal - pivot - 1], keys[first + pivot], less))
      high = pivot;
    else
      low = pivot + 1;
  }
  return low;
}

/// Sorts n items. The iterators in `items` need not be pointers.
template <typename KeyIt, typename ValueIt, typename Less>
inline musaError_t merge_sort(void *memory, size_t &bytes, items_ref<KeyIt, ValueIt> items,
                              long long n, Less less, musaStream_t stream) {
  using Key = value_t<KeyIt>;
  using Value = value_t<ValueIt>;
  constexpr bool pairs = items_ref<KeyIt, ValueIt>::pairs;
  const parts_of parts(n);
  workspace space(memory);
  const items_ref<Key *, Value *> scratch{space.take<Key>(n), space.take<Value>(pairs ? n : 0)};
  musaError_t status;
  if (space.answer(bytes, status) || n == 0)
    return status;
  status = launch(parts.count, stream, [=] __device__(int part) mutable {
    // Construct the objects in `scratch` first, because the sort assigns to them.
    for (long long i = parts.first(part); i < parts.last(part); ++i) {
      construct(scratch.keys + i, static_cast<Key>(items.keys[i]));
      if constexpr (pairs)
        construct(scratch.values + i, static_cast<Value>(items.values[i]));
    }
    sort_run(items, scratch, parts.first(part), parts.last(part), less);
  });
  bool in_scratch = false;
  for (long long width = parts.size; status == musaSuccess && width < n; width *= 2) {
    // A part writes its own range of the merged runs. A search finds where it begins in each run.
    auto merge = [=] __device__(int part, const auto &from, const auto &to) mutable {
      for (long long at = parts.first(part); at < parts.last(part);) {
        const long long first = at / (2 * width) * (2 * width);
        const long long middle = first + width < n ? first + width : n;
        const long long last = middle + width < n ? middle + width : n;
        const long long end = parts.last(part) < last ? parts.last(part) : last;
        long long a = merge_path(from.keys, first, middle, last, at - first, less);
        long long b = middle + (at - first - a);
        a += first;
        for (; at < end; ++at) {
          if (a < middle && (b >= last || !precedes<Key>(from.keys[b], from.keys[a], less)))
            to.take(at, from, a++);
          else
            to.take(at, from, b++);
        }
      }
    };
    status = launch(parts.count, stream, [=] __device__(int part) mutable {
      if (in_scratch)
        merge(part, scratch, items);
      else
        merge(part, items, scratch);
    });
    in_scratch = !in_scratch;
  }
  if (status == musaSuccess && in_scratch)
    status = launch(parts.count, stream, [=] __device__(int part) {
      for (long long i = parts.first(part); i < parts.last(part); ++i)
        items.take(i, scratch, i);
    });
  return status;
}

} // namespace detail

CUB_NAMESPACE_END

#endif // CUB_DEVICE_SORT_CUH
