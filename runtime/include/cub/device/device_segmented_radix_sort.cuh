//===- device_segmented_radix_sort.cuh - sorts of segments by the bits of keys, stable -*- C++ -*-
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_DEVICE_SEGMENTED_RADIX_SORT_CUH
#define CUB_DEVICE_SEGMENTED_RADIX_SORT_CUH

#include "cub/detail/segmented_sort.cuh"

CUB_NAMESPACE_BEGIN

struct DeviceSegmentedRadixSort {
  template <typename KeyT, typename BeginOffsetIteratorT, typename EndOffsetIteratorT>
  static musaError_t SortKeys(void *d_temp_storage, size_t &temp_storage_bytes,
                              const KeyT *d_keys_in, KeyT *d_keys_out, long long num_items,
                              int num_segments, BeginOffsetIteratorT d_begin_offsets,
                              EndOffsetIteratorT d_end_offsets, int begin_bit = 0,
                              int end_bit = sizeof(KeyT) * 8, musaStream_t stream = 0,
                              bool = false) {
    const NullType *in = nullptr;
    NullType *out = nullptr;
    return detail::segmented_radix_sort<false>(
        d_temp_storage, temp_storage_bytes, d_keys_in, d_keys_out, in, out, num_items, num_segments,
        d_begin_offsets, d_end_offsets, begin_bit, end_bit, stream);
  }
  template <typename KeyT, typename BeginOffsetIteratorT, typename EndOffsetIteratorT>
  static musaError_t
  SortKeys(void *d_temp_storage, size_t &temp_storage_bytes, DoubleBuffer<KeyT> &d_keys,
           long long num_items, int num_segments, BeginOffsetIteratorT d_begin_offsets,
           EndOffsetIteratorT d_end_offsets, int begin_bit = 0, int end_bit = sizeof(KeyT) * 8,
           musaStream_t stream = 0, bool = false) {
    DoubleBuffer<NullType> values;
    return detail::segmented_radix_sort<false>(d_temp_storage, temp_storage_bytes, d_keys, values,
                                               num_items, num_segments, d_begin_offsets,
                                               d_end_offsets, begin_bit, end_bit, stream);
  }
  template <typename KeyT, typename ValueT, typename BeginOffsetIteratorT,
            typename EndOffsetIteratorT>
  static musaError_t
  SortPairs(void *d_temp_storage, size_t &temp_storage_bytes, const KeyT *d_keys_in,
            KeyT *d_keys_out, const ValueT *d_values_in, ValueT *d_values_out, long long num_items,
            int num_segments, BeginOffsetIteratorT d_begin_offsets,
            EndOffsetIteratorT d_end_offsets, int begin_bit = 0, int end_bit = sizeof(KeyT) * 8,
            musaStream_t stream = 0, bool = false) {
    return detail::segmented_radix_sort<false>(
        d_temp_storage, temp_storage_bytes, d_keys_in, d_keys_out, d_values_in, d_values_out,
        num_items, num_segments, d_begin_offsets, d_end_offsets, begin_bit, end_bit, stream);
  }
  template <typename KeyT, typename ValueT, typename BeginOffsetIteratorT,
            typename EndOffsetIteratorT>
  static musaError_t
  SortPairs(void *d_temp_storage, size_t &temp_storage_bytes, DoubleBuffer<KeyT> &d_keys,
            DoubleBuffer<ValueT> &d_values, long long num_items, int num_segments,
            BeginOffsetIteratorT d_begin_offsets, EndOffsetIteratorT d_end_offsets,
            int begin_bit = 0, int end_bit = sizeof(KeyT) * 8, musaStream_t stream = 0,
            bool = false) {
    return detail::segmented_radix_sort<false>(d_temp_storage, temp_storage_bytes, d_keys, d_values,
                                               num_items, num_segments, d_begin_offsets,
                                               d_end_offsets, begin_bit, end_bit, stream);
  }
  template <typename KeyT, typename BeginOffsetIteratorT, typename EndOffsetIteratorT>
  static musaError_t
  SortKeysDescending(void *d_temp_storage, size_t &temp_storage_bytes, const KeyT *d_keys_in,
                     KeyT *d_keys_out, long long num_items, int num_segments,
                     BeginOffsetIteratorT d_begin_offsets, EndOffsetIteratorT d_end_offsets,
                     int begin_bit = 0, int end_bit = sizeof(KeyT) * 8, musaStream_t stream = 0,
                     bool = false) {
    const NullType *in = nullptr;
    NullType *out = nullptr;
    return detail::segmented_radix_sort<true>(
        d_temp_storage, temp_storage_bytes, d_keys_in, d_keys_out, in, out, num_items, num_segments,
        d_begin_offsets, d_end_offsets, begin_bit, end_bit, stream);
  }
  template <typename KeyT, typename BeginOffsetIteratorT, typename EndOffsetIteratorT>
  static musaError_t
  SortKeysDescending(void *d_temp_storage, size_t &temp_storage_bytes, DoubleBuffer<KeyT> &d_keys,
                     long long num_items, int num_segments, BeginOffsetIteratorT d_begin_offsets,
                     EndOffsetIteratorT d_end_offsets, int begin_bit = 0,
                     int end_bit = sizeof(KeyT) * 8, musaStream_t stream = 0, bool = false) {
    DoubleBuffer<NullType> values;
    return detail::segmented_radix_sort<true>(d_temp_storage, temp_storage_bytes, d_keys, values,
                                              num_items, num_segments, d_begin_offsets,
                                              d_end_offsets, begin_bit, end_bit, stream);
  }
  template <typename KeyT, typename ValueT, typename BeginOffsetIteratorT,
            typename EndOffsetIteratorT>
  static musaError_t
  SortPairsDescending(void *d_temp_storage, size_t &temp_storage_bytes, const KeyT *d_keys_in,
                      KeyT *d_keys_out, const ValueT *d_values_in, ValueT *d_values_out,
                      long long num_items, int num_segments, BeginOffsetIteratorT d_begin_offsets,
                      EndOffsetIteratorT d_end_offsets, int begin_bit = 0,
                      int end_bit = sizeof(KeyT) * 8, musaStream_t stream = 0, bool = false) {
    return detail::segmented_radix_sort<true>(
        d_temp_storage, temp_storage_bytes, d_keys_in, d_keys_out, d_values_in, d_values_out,
        num_items, num_segments, d_begin_offsets, d_end_offsets, begin_bit, end_bit, stream);
  }
  template <typename KeyT, typename ValueT, typename BeginOffsetIteratorT,
            typename EndOffsetIteratorT>
  static musaError_t
  SortPairsDescending(void *d_temp_storage, size_t &temp_storage_bytes, DoubleBuffer<KeyT> &d_keys,
                      DoubleBuffer<ValueT> &d_values, long long num_items, int num_segments,
                      BeginOffsetIteratorT d_begin_offsets, EndOffsetIteratorT d_end_offsets,
                      int begin_bit = 0, int end_bit = sizeof(KeyT) * 8, musaStream_t stream = 0,
                      bool = false) {
    return detail::segmented_radix_sort<true>(d_temp_storage, temp_storage_bytes, d_keys, d_values,
                                              num_items, num_segments, d_begin_offsets,
                                              d_end_offsets, begin_bit, end_bit, stream);
  }
};

CUB_NAMESPACE_END

#endif // CUB_DEVICE_SEGMENTED_RADIX_SORT_CUH
