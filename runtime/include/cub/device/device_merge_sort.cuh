//===- cub/device/device_merge_sort.cuh - sorts by comparison --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_DEVICE_MERGE_SORT_CUH
#define CUB_DEVICE_MERGE_SORT_CUH

#include "cub/detail/device_sort.cuh"

CUB_NAMESPACE_BEGIN

/// All sorts are stable, whatever their name.
struct DeviceMergeSort {
  template <typename KeyIteratorT, typename CompareOpT>
  static musaError_t SortKeys(void *d_temp_storage, size_t &temp_storage_bytes, KeyIteratorT d_keys,
                              long long num_items, CompareOpT compare_op, musaStream_t stream = 0,
                              bool = false) {
    return detail::merge_sort(d_temp_storage, temp_storage_bytes,
                              detail::items_ref<KeyIteratorT, NullType *>{d_keys, nullptr},
                              num_items, compare_op, stream);
  }
  template <typename KeyIteratorT, typename CompareOpT>
  static musaError_t StableSortKeys(void *d_temp_storage, size_t &temp_storage_bytes,
                                    KeyIteratorT d_keys, long long num_items, CompareOpT compare_op,
                                    musaStream_t stream = 0, bool = false) {
    return detail::merge_sort(d_temp_storage, temp_storage_bytes,
                              detail::items_ref<KeyIteratorT, NullType *>{d_keys, nullptr},
                              num_items, compare_op, stream);
  }
  template <typename KeyIteratorT, typename ValueIteratorT, typename CompareOpT>
  static musaError_t SortPairs(void *d_temp_storage, size_t &temp_storage_bytes,
                               KeyIteratorT d_keys, ValueIteratorT d_items, long long num_items,
                               CompareOpT compare_op, musaStream_t stream = 0, bool = false) {
    return detail::merge_sort(d_temp_storage, temp_storage_bytes,
                              detail::items_ref<KeyIteratorT, ValueIteratorT>{d_keys, d_items},
                              num_items, compare_op, stream);
  }
  template <typename KeyIteratorT, typename ValueIteratorT, typename CompareOpT>
  static musaError_t StableSortPairs(void *d_temp_storage, size_t &temp_storage_bytes,
                                     KeyIteratorT d_keys, ValueIteratorT d_items,
                                     long long num_items, CompareOpT compare_op,
                                     musaStream_t stream = 0, bool = false) {
    return detail::merge_sort(d_temp_storage, temp_storage_bytes,
                              detail::items_ref<KeyIteratorT, ValueIteratorT>{d_keys, d_items},
                              num_items, compare_op, stream);
  }
  template <typename KeyInputIteratorT, typename KeyIteratorT, typename CompareOpT>
  static musaError_t SortKeysCopy(void *d_temp_storage, size_t &temp_storage_bytes,
                                  KeyInputIteratorT d_input_keys, KeyIteratorT d_output_keys,
                                  long long num_items, CompareOpT compare_op,
                                  musaStream_t stream = 0, bool = false) {
    if (detail::accesses().replaces(d_input_keys, d_output_keys, num_items).clash(d_temp_storage))
      return CubDebug(musaErrorInvalidValue);
    const musaError_t status = copy(d_temp_storage, d_input_keys, d_output_keys, num_items, stream);
    return status != musaSuccess ? status
                                 : SortKeys(d_temp_storage, temp_storage_bytes, d_output_keys,
                                            num_items, compare_op, stream);
  }
  template <typename KeyInputIteratorT, typename KeyIteratorT, typename CompareOpT>
  static musaError_t StableSortKeysCopy(void *d_temp_storage, size_t &temp_storage_bytes,
                                        KeyInputIteratorT d_input_keys, KeyIteratorT d_output_keys,
                                        long long num_items, CompareOpT compare_op,
                                        musaStream_t stream = 0, bool = false) {
    return SortKeysCopy(d_temp_storage, temp_storage_bytes, d_input_keys, d_output_keys, num_items,
                        compare_op, stream);
  }
  template <typename KeyInputIteratorT, typename ValueInputIteratorT, typename KeyIteratorT,
            typename ValueIteratorT, typename CompareOpT>
  static musaError_t SortPairsCopy(void *d_temp_storage, size_t &temp_storage_bytes,
                                   KeyInputIteratorT d_input_keys,
                                   ValueInputIteratorT d_input_items, KeyIteratorT d_output_keys,
                                   ValueIteratorT d_output_items, long long num_items,
                                   CompareOpT compare_op, musaStream_t stream = 0, bool = false) {
    detail::accesses memory;
    memory.replaces(d_input_keys, d_output_keys, num_items);
    if (memory.replaces(d_input_items, d_output_items, num_items).clash(d_temp_storage))
      return CubDebug(musaErrorInvalidValue);
    musaError_t status = copy(d_temp_storage, d_input_keys, d_output_keys, num_items, stream);
    if (status == musaSuccess)
      status = copy(d_temp_storage, d_input_items, d_output_items, num_items, stream);
    return status != musaSuccess ? status
                                 : SortPairs(d_temp_storage, temp_storage_bytes, d_output_keys,
                                             d_output_items, num_items, compare_op, stream);
  }

private:
  template <typename From, typename To>
  static musaError_t copy(void *d_temp_storage, From from, To to, long long n,
                          musaStream_t stream) {
    if (d_temp_storage == nullptr || n == 0)
      return musaSuccess;
    const detail::parts_of parts(n);
    return detail::launch(parts.count, stream, [=] __device__(int part) mutable {
      for (long long i = parts.first(part); i < parts.last(part); ++i)
        to[i] = from[i];
    });
  }
};

CUB_NAMESPACE_END

#endif // CUB_DEVICE_MERGE_SORT_CUH
