//===- cub/detail/segmented_sort.cuh - sorts of segments --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_SEGMENTED_SORT_CUH
#define CUB_SEGMENTED_SORT_CUH

#include "cub/detail/device_sort.cuh"

CUB_NAMESPACE_BEGIN

namespace detail {

/// Divides segments, not items, into parts. Longer segments make parts of fewer segments.
inline parts_of parts_of_segments(long long segments, long long items) {
  const long long items_each = segments > 0 ? items / segments + 1 : 1;
  return parts_of(segments, false, 4096 / items_each + 1);
}

template <typename Key, typename Value, typename Begin, typename End, typename Less>
inline musaError_t sort_segments(items_ref<const Key *, const Value *> from,
                                 items_ref<Key *, Value *> to, items_ref<Key *, Value *> scratch,
                                 long long items, long long segments, Begin begin, End end,
                                 Less less, musaStream_t stream) {
  if (segments <= 0)
    return musaSuccess;
  const parts_of parts = parts_of_segments(segments, items);
  return launch(parts.count, stream, [=] __device__(int part) mutable {
    for (long long segment = parts.first(part); segment < parts.last(part); ++segment) {
      const auto first = static_cast<long long>(begin[segment]);
      const auto last = static_cast<long long>(end[segment]);
      if (to.keys != from.keys || (to.pairs && to.values != from.values))
        for (long long i = first; i < last; ++i)
          to.take(i, from, i);
      sort_run(to, scratch, first, last, less);
    }
  });
}

template <typename Key, typename Value, typename Begin, typename End, typename Less>
inline musaError_t segmented_sort(void *memory, size_t &bytes, const Key *keys_in, Key *keys_out,
                                  const Value *values_in, Value *values_out, long long n,
                                  long long segments, Begin begin, End end, Less less,
                                  musaStream_t stream) {
  accesses used;
  used.replaces(keys_in, keys_out, n).reads(begin, segments).reads(end, segments);
  if (used.replaces(values_in, values_out, n).clash(memory))
    return CubDebug(musaErrorInvalidValue);
  workspace space(memory);
  const items_ref<Key *, Value *> scratch{
      space.take<Key>(n), space.take<Value>(items_ref<Key *, Value *>::pairs ? n : 0)};
  musaError_t status;
  if (space.answer(bytes, status))
    return status;
  return sort_segments({keys_in, values_in}, items_ref<Key *, Value *>{keys_out, values_out},
                       scratch, n, segments, begin, end, less, stream);
}
/// Sorts in place, in the current buffers. Items outside all segments stay where they are.
template <typename Key, typename Value, typename Begin, typename End, typename Less>
inline musaError_t segmented_sort(void *memory, size_t &bytes, DoubleBuffer<Key> &keys,
                                  DoubleBuffer<Value> &values, long long n, long long segments,
                                  Begin begin, End end, Less less, musaStream_t stream) {
  if (clash(memory, keys, values, n))
    return CubDebug(musaErrorInvalidValue);
  musaError_t status;
  if (workspace(memory).answer(bytes, status))
    return status;
  return sort_segments({keys.Current(), values.Current()},
                       items_ref<Key *, Value *>{keys.Current(), values.Current()},
                       items_ref<Key *, Value *>{keys.Alternate(), values.Alternate()}, n, segments,
                       begin, end, less, stream);
}

struct never_less {
  template <typename T> __device__ bool operator()(const T &, const T &) const { return false; }
};
template <bool Descending, typename Key, typename Value, typename Begin, typename End>
inline musaError_t segmented_radix_sort(void *memory, size_t &bytes, const Key *keys_in,
                                        Key *keys_out, const Value *values_in, Value *values_out,
                                        long long n, long long segments, Begin begin, End end,
                                        int begin_bit, int end_bit, musaStream_t stream) {
  const radix_of<Key, Descending> radix{begin_bit, end_bit, {}};
  if (begin_bit >= end_bit)
    return segmented_sort(memory, bytes, keys_in, keys_out, values_in, values_out, n, segments,
                          begin, end, never_less{}, stream);
  return segmented_sort(memory, bytes, keys_in, keys_out, values_in, values_out, n, segments, begin,
                        end, radix_less<radix_of<Key, Descending>>{radix}, stream);
}
template <bool Descending, typename Key, typename Value, typename Begin, typename End>
inline musaError_t segmented_radix_sort(void *memory, size_t &bytes, DoubleBuffer<Key> &keys,
                                        DoubleBuffer<Value> &values, long long n,
                                        long long segments, Begin begin, End end, int begin_bit,
                                        int end_bit, musaStream_t stream) {
  const radix_of<Key, Descending> radix{begin_bit, end_bit, {}};
  return segmented_sort(memory, bytes, keys, values, n, begin_bit < end_bit ? segments : 0, begin,
                        end, radix_less<radix_of<Key, Descending>>{radix}, stream);
}

} // namespace detail

CUB_NAMESPACE_END

#endif // CUB_SEGMENTED_SORT_CUH
