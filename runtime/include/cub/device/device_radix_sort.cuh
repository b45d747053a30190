//===- cub/device/device_radix_sort.cuh - sorts by the bits of keys, stable --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_DEVICE_RADIX_SORT_CUH
#define CUB_DEVICE_RADIX_SORT_CUH

#include "cub/detail/device_sort.cuh"

CUB_NAMESPACE_BEGIN

struct DeviceRadixSort {
  template <typename KeyT>
  static musaError_t SortKeys(void *d_temp_storage, size_t &temp_storage_bytes,
                              const KeyT *d_keys_in, KeyT *d_keys_out, long long num_items,
                              int begin_bit = 0, int end_bit = sizeof(KeyT) * 8,
                              musaStream_t stream = 0, bool = false) {
    const NullType *in = nullptr;
    NullType *out = nullptr;
    return detail::radix_sort<false>(d_temp_storage, temp_storage_bytes, d_keys_in, d_keys_out, in,
                                     out, num_items, begin_bit, end_bit, stream);
  }
  template <typename KeyT>
  static musaError_t SortKeys(void *d_temp_storage, size_t &temp_storage_bytes,
                              DoubleBuffer<KeyT> &d_keys, long long num_items, int begin_bit = 0,
                              int end_bit = sizeof(KeyT) * 8, musaStream_t stream = 0,
                              bool = false) {
    DoubleBuffer<NullType> values;
    return detail::radix_sort<false>(d_temp_storage, temp_storage_bytes, d_keys, values, num_items,
                                     begin_bit, end_bit, stream);
  }
  template <typename KeyT, typename ValueT>
  static musaError_t SortPairs(void *d_temp_storage, size_t &temp_storage_bytes,
                               const KeyT *d_keys_in, KeyT *d_keys_out, const ValueT *d_values_in,
                               ValueT *d_values_out, long long num_items, int begin_bit = 0,
                               int end_bit = sizeof(KeyT) * 8, musaStream_t stream = 0,
                               bool = false) {
    return detail::radix_sort<false>(d_temp_storage, temp_storage_bytes, d_keys_in, d_keys_out,
                                     d_values_in, d_values_out, num_items, begin_bit, end_bit,
                                     stream);
  }
  template <typename KeyT, typename ValueT>
  static musaError_t
  SortPairs(void *d_temp_storage, size_t &temp_storage_bytes, DoubleBuffer<KeyT> &d_keys,
            DoubleBuffer<ValueT> &d_values, long long num_items, int begin_bit = 0,
            int end_bit = sizeof(KeyT) * 8, musaStream_t stream = 0, bool = false) {
    return detail::radix_sort<false>(d_temp_storage, temp_storage_bytes, d_keys, d_values,
                                     num_items, begin_bit, end_bit, stream);
  }
  template <typename KeyT>
  static musaError_t
  SortKeysDescending(void *d_temp_storage, size_t &temp_storage_bytes, const KeyT *d_keys_in,
                     KeyT *d_keys_out, long long num_items, int begin_bit = 0,
                     int end_bit = sizeof(KeyT) * 8, musaStream_t stream = 0, bool = false) {
    const NullType *in = nullptr;
    NullType *out = nullptr;
    return detail::radix_sort<true>(d_temp_storage, temp_storage_bytes, d_keys_in, d_keys_out, in,
                                    out, num_items, begin_bit, end_bit, stream);
  }
  template <typename KeyT>
  static musaError_t SortKeysDescending(void *d_temp_storage, size_t &temp_storage_bytes,
                                        DoubleBuffer<KeyT> &d_keys, long long num_items,
                                        int begin_bit = 0, int end_bit = sizeof(KeyT) * 8,
                                        musaStream_t stream = 0, bool = false) {
    DoubleBuffer<NullType> values;
    return detail::radix_sort<true>(d_temp_storage, temp_storage_bytes, d_keys, values, num_items,
                                    begin_bit, end_bit, stream);
  }
  template <typename KeyT, typename ValueT>
  static musaError_t
  SortPairsDescending(void *d_temp_storage, size_t &temp_storage_bytes, const KeyT *d_keys_in,
                      KeyT *d_keys_out, const ValueT *d_values_in, ValueT *d_values_out,
                      long long num_items, int begin_bit = 0, int end_bit = sizeof(KeyT) * 8,
                      musaStream_t stream = 0, bool = false) {
    return detail::radix_sort<true>(d_temp_storage, temp_storage_bytes, d_keys_in, d_keys_out,
                                    d_values_in, d_values_out, num_items, begin_bit, end_bit,
                                    stream);
  }
  template <typename KeyT, typename ValueT>
  static musaError_t
  SortPairsDescending(void *d_temp_storage, size_t &temp_storage_bytes, DoubleBuffer<KeyT> &d_keys,
                      DoubleBuffer<ValueT> &d_values, long long num_items, int begin_bit = 0,
                      int end_bit = sizeof(KeyT) * 8, musaStream_t stream = 0, bool = false) {
    return detail::radix_sort<true>(d_temp_storage, temp_storage_bytes, d_keys, d_values, num_items,
                                    begin_bit, end_bit, stream);
  }

  // ---- A decomposer makes a tuple of references to a key's numbers, the most significant first.
  template <typename KeyT, typename DecomposerT, typename = detail::if_decomposer<DecomposerT>>
  static musaError_t SortKeys(void *d_temp_storage, size_t &temp_storage_bytes,
                              const KeyT *d_keys_in, KeyT *d_keys_out, long long num_items,
                              DecomposerT decomposer, int begin_bit, int end_bit,
                              musaStream_t stream = 0) {
    const NullType *in = nullptr;
    NullType *out = nullptr;
    return detail::radix_sort<false>(d_temp_storage, temp_storage_bytes, d_keys_in, d_keys_out, in,
                                     out, num_items, begin_bit, end_bit, stream, decomposer);
  }
  template <typename KeyT, typename DecomposerT, typename = detail::if_decomposer<DecomposerT>>
  static musaError_t SortKeys(void *d_temp_storage, size_t &temp_storage_bytes,
                              const KeyT *d_keys_in, KeyT *d_keys_out, long long num_items,
                              DecomposerT decomposer, musaStream_t stream = 0) {
    return SortKeys(d_temp_storage, temp_storage_bytes, d_keys_in, d_keys_out, num_items,
                    decomposer, 0, detail::decomposed_bits<DecomposerT, KeyT>, stream);
  }
  template <typename KeyT, typename DecomposerT, typename = detail::if_decomposer<DecomposerT>>
  static musaError_t SortKeys(void *d_temp_storage, size_t &temp_storage_bytes,
                              DoubleBuffer<KeyT> &d_keys, long long num_items,
                              DecomposerT decomposer, int begin_bit, int end_bit,
                              musaStream_t stream = 0) {
    DoubleBuffer<NullType> values;
    return detail::radix_sort<false>(d_temp_storage, temp_storage_bytes, d_keys, values, num_items,
                                     begin_bit, end_bit, stream, decomposer);
  }
  template <typename KeyT, typename DecomposerT, typename = detail::if_decomposer<DecomposerT>>
  static musaError_t SortKeys(void *d_temp_storage, size_t &temp_storage_bytes,
                              DoubleBuffer<KeyT> &d_keys, long long num_items,
                              DecomposerT decomposer, musaStream_t stream = 0) {
    return SortKeys(d_temp_storage, temp_storage_bytes, d_keys, num_items, decomposer, 0,
                    detail::decomposed_bits<DecomposerT, KeyT>, stream);
  }
  template <typename KeyT, typename ValueT, typename DecomposerT,
            typename = detail::if_decomposer<DecomposerT>>
  static musaError_t SortPairs(void *d_temp_storage, size_t &temp_storage_bytes,
                               const KeyT *d_keys_in, KeyT *d_keys_out, const ValueT *d_values_in,
                               ValueT *d_values_out, long long num_items, DecomposerT decomposer,
                               int begin_bit, int end_bit, musaStream_t stream = 0) {
    return detail::radix_sort<false>(d_temp_storage, temp_storage_bytes, d_keys_in, d_keys_out,
                                     d_values_in, d_values_out, num_items, begin_bit, end_bit,
                                     stream, decomposer);
  }
  template <typename KeyT, typename ValueT, typename DecomposerT,
            typename = detail::if_decomposer<DecomposerT>>
  static musaError_t SortPairs(void *d_temp_storage, size_t &temp_storage_bytes,
                               const KeyT *d_keys_in, KeyT *d_keys_out, const ValueT *d_values_in,
                               ValueT *d_values_out, long long num_items, DecomposerT decomposer,
                               musaStream_t stream = 0) {
    return SortPairs(d_temp_storage, temp_storage_bytes, d_keys_in, d_keys_out, d_values_in,
                     d_values_out, num_items, decomposer, 0,
                     detail::decomposed_bits<DecomposerT, KeyT>, stream);
  }
  template <typename KeyT, typename ValueT, typename DecomposerT,
            typename = detail::if_decomposer<DecomposerT>>
  static musaError_t SortPairs(void *d_temp_storage, size_t &temp_storage_bytes,
                               DoubleBuffer<KeyT> &d_keys, DoubleBuffer<ValueT> &d_values,
                               long long num_items, DecomposerT decomposer, int begin_bit,
                               int end_bit, musaStream_t stream = 0) {
    return detail::radix_sort<false>(d_temp_storage, temp_storage_bytes, d_keys, d_values,
                                     num_items, begin_bit, end_bit, stream, decomposer);
  }
  template <typename KeyT, typename ValueT, typename DecomposerT,
            typename = detail::if_decomposer<DecomposerT>>
  static musaError_t SortPairs(void *d_temp_storage, size_t &temp_storage_bytes,
                               DoubleBuffer<KeyT> &d_keys, DoubleBuffer<ValueT> &d_values,
                               long long num_items, DecomposerT decomposer,
                               musaStream_t stream = 0) {
    return SortPairs(d_temp_storage, temp_storage_bytes, d_keys, d_values, num_items, decomposer, 0,
                     detail::decomposed_bits<DecomposerT, KeyT>, stream);
  }
  template <typename KeyT, typename DecomposerT, typename = detail::if_decomposer<DecomposerT>>
  static musaError_t SortKeysDescending(void *d_temp_storage, size_t &temp_storage_bytes,
                                        const KeyT *d_keys_in, KeyT *d_keys_out,
                                        long long num_items, DecomposerT decomposer, int begin_bit,
                                        int end_bit, musaStream_t stream = 0) {
    const NullType *in = nullptr;
    NullType *out = nullptr;
    return detail::radix_sort<true>(d_temp_storage, temp_storage_bytes, d_keys_in, d_keys_out, in,
                                    out, num_items, begin_bit, end_bit, stream, decomposer);
  }
  template <typename KeyT, typename DecomposerT, typename = detail::if_decomposer<DecomposerT>>
  static musaError_t SortKeysDescending(void *d_temp_storage, size_t &temp_storage_bytes,
                                        const KeyT *d_keys_in, KeyT *d_keys_out,
                                        long long num_items, DecomposerT decomposer,
                                        musaStream_t stream = 0) {
    return SortKeysDescending(d_temp_storage, temp_storage_bytes, d_keys_in, d_keys_out, num_items,
                              decomposer, 0, detail::decomposed_bits<DecomposerT, KeyT>, stream);
  }
  template <typename KeyT, typename DecomposerT, typename = detail::if_decomposer<DecomposerT>>
  static musaError_t SortKeysDescending(void *d_temp_storage, size_t &temp_storage_bytes,
                                        DoubleBuffer<KeyT> &d_keys, long long num_items,
                                        DecomposerT decomposer, int begin_bit, int end_bit,
                                        musaStream_t stream = 0) {
    DoubleBuffer<NullType> values;
    return detail::radix_sort<true>(d_temp_storage, temp_storage_bytes, d_keys, values, num_items,
                                    begin_bit, end_bit, stream, decomposer);
  }
  template <typename KeyT, typename DecomposerT, typename = detail::if_decomposer<DecomposerT>>
  static musaError_t SortKeysDescending(void *d_temp_storage, size_t &temp_storage_bytes,
                                        DoubleBuffer<KeyT> &d_keys, long long num_items,
                                        DecomposerT decomposer, musaStream_t stream = 0) {
    return SortKeysDescending(d_temp_storage, temp_storage_bytes, d_keys, num_items, decomposer, 0,
                              detail::decomposed_bits<DecomposerT, KeyT>, stream);
  }
  template <typename KeyT, typename ValueT, typename DecomposerT,
            typename = detail::if_decomposer<DecomposerT>>
  static musaError_t SortPairsDescending(void *d_temp_storage, size_t &temp_storage_bytes,
                                         const KeyT *d_keys_in, KeyT *d_keys_out,
                                         const ValueT *d_values_in, ValueT *d_values_out,
                                         long long num_items, DecomposerT decomposer, int begin_bit,
                                         int end_bit, musaStream_t stream = 0) {
    return detail::radix_sort<true>(d_temp_storage, temp_storage_bytes, d_keys_in, d_keys_out,
                                    d_values_in, d_values_out, num_items, begin_bit, end_bit,
                                    stream, decomposer);
  }
  template <typename KeyT, typename ValueT, typename DecomposerT,
            typename = detail::if_decomposer<DecomposerT>>
  static musaError_t
  SortPairsDescending(void *d_temp_storage, size_t &temp_storage_bytes, const KeyT *d_keys_in,
                      KeyT *d_keys_out, const ValueT *d_values_in, ValueT *d_values_out,
                      long long num_items, DecomposerT decomposer, musaStream_t stream = 0) {
    return SortPairsDescending(d_temp_storage, temp_storage_bytes, d_keys_in, d_keys_out,
                               d_values_in, d_values_out, num_items, decomposer, 0,
                               detail::decomposed_bits<DecomposerT, KeyT>, stream);
  }
  template <typename KeyT, typename ValueT, typename DecomposerT,
            typename = detail::if_decomposer<DecomposerT>>
  static musaError_t SortPairsDescending(void *d_temp_storage, size_t &temp_storage_bytes,
                                         DoubleBuffer<KeyT> &d_keys, DoubleBuffer<ValueT> &d_values,
                                         long long num_items, DecomposerT decomposer, int begin_bit,
                                         int end_bit, musaStream_t stream = 0) {
    return detail::radix_sort<true>(d_temp_storage, temp_storage_bytes, d_keys, d_values, num_items,
                                    begin_bit, end_bit, stream, decomposer);
  }
  template <typename KeyT, typename ValueT, typename DecomposerT,
            typename = detail::if_decomposer<DecomposerT>>
  static musaError_t SortPairsDescending(void *d_temp_storage, size_t &temp_storage_bytes,
                                         DoubleBuffer<KeyT> &d_keys, DoubleBuffer<ValueT> &d_values,
                                         long long num_items, DecomposerT decomposer,
                                         musaStream_t stream = 0) {
    return SortPairsDescending(d_temp_storage, temp_storage_bytes, d_keys, d_values, num_items,
                               decomposer, 0, detail::decomposed_bits<DecomposerT, KeyT>, stream);
  }
};

CUB_NAMESPACE_END

#endif // CUB_DEVICE_RADIX_SORT_CUH
