//===- cub/device/device_segmented_sort.cuh - sorts of segments --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_DEVICE_SEGMENTED_SORT_CUH
#define CUB_DEVICE_SEGMENTED_SORT_CUH

#include "cub/detail/segmented_sort.cuh"

CUB_NAMESPACE_BEGIN

/// All sorts are stable, whatever their name.
struct DeviceSegmentedSort {
#define CUB_SEGMENTED_SORT(keys_name, pairs_name, descending)                                      \
  template <typename KeyT, typename BeginOffsetIteratorT, typename EndOffsetIteratorT>             \
  static musaError_t keys_name(                                                                    \
      void *d_temp_storage, size_t &temp_storage_bytes, const KeyT *d_keys_in, KeyT *d_keys_out,   \
      long long num_items, long long num_segments, BeginOffsetIteratorT d_begin_offsets,           \
      EndOffsetIteratorT d_end_offsets, musaStream_t stream = 0, bool = false) {                   \
    const NullType *d_values_in = nullptr;                                                         \
    NullType *d_values_out = nullptr;                                                              \
    return pairs_name(d_temp_storage, temp_storage_bytes, d_keys_in, d_keys_out, d_values_in,      \
                      d_values_out, num_items, num_segments, d_begin_offsets, d_end_offsets,       \
                      stream);                                                                     \
  }                                                                                                \
  template <typename KeyT, typename BeginOffsetIteratorT, typename EndOffsetIteratorT>             \
  static musaError_t keys_name(                                                                    \
      void *d_temp_storage, size_t &temp_storage_bytes, DoubleBuffer<KeyT> &d_keys,                \
      long long num_items, long long num_segments, BeginOffsetIteratorT d_begin_offsets,           \
      EndOffsetIteratorT d_end_offsets, musaStream_t stream = 0, bool = false) {                   \
    DoubleBuffer<NullType> d_values;                                                               \
    return pairs_name(d_temp_storage, temp_storage_bytes, d_keys, d_values, num_items,             \
                      num_segments, d_begin_offsets, d_end_offsets, stream);                       \
  }                                                                                                \
  template <typename KeyT, typename ValueT, typename BeginOffsetIteratorT,                         \
            typename EndOffsetIteratorT>                                                           \
  static musaError_t pairs_name(                                                                   \
      void *d_temp_storage, size_t &temp_storage_bytes, const KeyT *d_keys_in, KeyT *d_keys_out,   \
      const ValueT *d_values_in, ValueT *d_values_out, long long num_items,                        \
      long long num_segments, BeginOffsetIteratorT d_begin_offsets,                                \
      EndOffsetIteratorT d_end_offsets, musaStream_t stream = 0, bool = false) {                   \
    return detail::segmented_radix_sort<descending>(                                               \
        d_temp_storage, temp_storage_bytes, d_keys_in, d_keys_out, d_values_in, d_values_out,      \
        num_items, num_segments, d_begin_offsets, d_end_offsets, 0,                                \
        static_cast<int>(sizeof(KeyT)) * 8, stream);                                               \
  }                                                                                                \
  template <typename KeyT, typename ValueT, typename BeginOffsetIteratorT,                         \
            typename EndOffsetIteratorT>                                                           \
  static musaError_t pairs_name(                                                                   \
      void *d_temp_storage, size_t &temp_storage_bytes, DoubleBuffer<KeyT> &d_keys,                \
      DoubleBuffer<ValueT> &d_values, long long num_items, long long num_segments,                 \
      BeginOffsetIteratorT d_begin_offsets, EndOffsetIteratorT d_end_offsets,                      \
      musaStream_t stream = 0, bool = false) {                                                     \
    return detail::segmented_radix_sort<descending>(                                               \
        d_temp_storage, temp_storage_bytes, d_keys, d_values, num_items, num_segments,             \
        d_begin_offsets, d_end_offsets, 0, static_cast<int>(sizeof(KeyT)) * 8, stream);            \
  }

  CUB_SEGMENTED_SORT(SortKeys, SortPairs, false)
  CUB_SEGMENTED_SORT(SortKeysDescending, SortPairsDescending, true)
  CUB_SEGMENTED_SORT(StableSortKeys, StableSortPairs, false)
  CUB_SEGMENTED_SORT(StableSortKeysDescending, StableSortPairsDescending, true)

#undef CUB_SEGMENTED_SORT
};

CUB_NAMESPACE_END

#endif // CUB_DEVICE_SEGMENTED_SORT_CUH
