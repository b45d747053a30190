//===- cub/device/device_select.cuh - the items that a condition holds for --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_DEVICE_SELECT_CUH
#define CUB_DEVICE_SELECT_CUH

#include "cub/detail/selection.cuh"

CUB_NAMESPACE_BEGIN

struct DeviceSelect {
  template <typename InputIteratorT, typename OutputIteratorT, typename FlagIterator,
            typename NumSelectedIteratorT>
  static musaError_t Flagged(void *d_temp_storage, size_t &temp_storage_bytes, InputIteratorT d_in,
                             FlagIterator d_flags, OutputIteratorT d_out,
                             NumSelectedIteratorT d_num_selected_out, long long num_items,
                             musaStream_t stream = 0, bool = false) {
    return select(d_temp_storage, temp_storage_bytes, d_in, d_out, d_num_selected_out, num_items,
                  detail::by_flag<FlagIterator>{d_flags},
                  detail::accesses().reads_once(d_flags, num_items), stream);
  }
  template <typename IteratorT, typename FlagIterator, typename NumSelectedIteratorT>
  static musaError_t Flagged(void *d_temp_storage, size_t &temp_storage_bytes, IteratorT d_data,
                             FlagIterator d_flags, NumSelectedIteratorT d_num_selected_out,
                             long long num_items, musaStream_t stream = 0, bool = false) {
    return select(d_temp_storage, temp_storage_bytes, d_data, d_data, d_num_selected_out, num_items,
                  detail::by_flag<FlagIterator>{d_flags},
                  detail::accesses().reads_once(d_flags, num_items), stream);
  }
  template <typename InputIteratorT, typename OutputIteratorT, typename NumSelectedIteratorT,
            typename SelectOp>
  static musaError_t If(void *d_temp_storage, size_t &temp_storage_bytes, InputIteratorT d_in,
                        OutputIteratorT d_out, NumSelectedIteratorT d_num_selected_out,
                        long long num_items, SelectOp select_op, musaStream_t stream = 0,
                        bool = false) {
    return select(d_temp_storage, temp_storage_bytes, d_in, d_out, d_num_selected_out, num_items,
                  detail::by_item<InputIteratorT, SelectOp>{d_in, select_op}, {}, stream);
  }
  template <typename IteratorT, typename NumSelectedIteratorT, typename SelectOp>
  static musaError_t If(void *d_temp_storage, size_t &temp_storage_bytes, IteratorT d_data,
                        NumSelectedIteratorT d_num_selected_out, long long num_items,
                        SelectOp select_op, musaStream_t stream = 0, bool = false) {
    return select(d_temp_storage, temp_storage_bytes, d_data, d_data, d_num_selected_out, num_items,
                  detail::by_item<IteratorT, SelectOp>{d_data, select_op}, {}, stream);
  }
  template <typename InputIteratorT, typename OutputIteratorT, typename FlagIterator,
            typename NumSelectedIteratorT, typename SelectOp>
  static musaError_t FlaggedIf(void *d_temp_storage, size_t &temp_storage_bytes,
                               InputIteratorT d_in, FlagIterator d_flags, OutputIteratorT d_out,
                               NumSelectedIteratorT d_num_selected_out, long long num_items,
                               SelectOp select_op, musaStream_t stream = 0, bool = false) {
    return select(d_temp_storage, temp_storage_bytes, d_in, d_out, d_num_selected_out, num_items,
                  detail::by_flag_if<FlagIterator, SelectOp>{d_flags, select_op},
                  detail::accesses().reads_once(d_flags, num_items), stream);
  }
  template <typename IteratorT, typename FlagIterator, typename NumSelectedIteratorT,
            typename SelectOp>
  static musaError_t FlaggedIf(void *d_temp_storage, size_t &temp_storage_bytes, IteratorT d_data,
                               FlagIterator d_flags, NumSelectedIteratorT d_num_selected_out,
                               long long num_items, SelectOp select_op, musaStream_t stream = 0,
                               bool = false) {
    return select(d_temp_storage, temp_storage_bytes, d_data, d_data, d_num_selected_out, num_items,
                  detail::by_flag_if<FlagIterator, SelectOp>{d_flags, select_op},
                  detail::accesses().reads_once(d_flags, num_items), stream);
  }

  /// Selects the first item of each run of equal items.
  template <typename InputIteratorT, typename OutputIteratorT, typename NumSelectedIteratorT>
  static musaError_t Unique(void *d_temp_storage, size_t &temp_storage_bytes, InputIteratorT d_in,
                            OutputIteratorT d_out, NumSelectedIteratorT d_num_selected_out,
                            long long num_items, musaStream_t stream = 0, bool = false) {
    using T = detail::value_t<InputIteratorT>;
    return select(
        d_temp_storage, temp_storage_bytes, d_in, d_out, d_num_selected_out, num_items,
        [=] __device__(long long i) {
          return i == 0 || !(static_cast<T>(d_in[i - 1]) == static_cast<T>(d_in[i]));
        },
        {}, stream);
  }
  template <typename KeyInputIteratorT, typename ValueInputIteratorT, typename KeyOutputIteratorT,
            typename ValueOutputIteratorT, typename NumSelectedIteratorT>
  static musaError_t UniqueByKey(void *d_temp_storage, size_t &temp_storage_bytes,
                                 KeyInputIteratorT d_keys_in, ValueInputIteratorT d_values_in,
                                 KeyOutputIteratorT d_keys_out, ValueOutputIteratorT d_values_out,
                                 NumSelectedIteratorT d_num_selected_out, long long num_items,
                                 musaStream_t stream = 0, bool = false) {
    return UniqueByKey(d_temp_storage, temp_storage_bytes, d_keys_in, d_values_in, d_keys_out,
                       d_values_out, d_num_selected_out, num_items, Equality{}, stream);
  }
  template <typename KeyInputIteratorT, typename ValueInputIteratorT, typename KeyOutputIteratorT,
            typename ValueOutputIteratorT, typename NumSelectedIteratorT, typename EqualityOpT,
            typename = std::enable_if_t<!std::is_convertible<EqualityOpT, musaStream_t>::value>>
  static musaError_t UniqueByKey(void *d_temp_storage, size_t &temp_storage_bytes,
                                 KeyInputIteratorT d_keys_in, ValueInputIteratorT d_values_in,
                                 KeyOutputIteratorT d_keys_out, ValueOutputIteratorT d_values_out,
                                 NumSelectedIteratorT d_num_selected_out, long long num_items,
                                 EqualityOpT equality_op, musaStream_t stream = 0) {
    using Key = detail::value_t<KeyInputIteratorT>;
    detail::accesses memory;
    memory.selects(d_keys_in, d_keys_out, num_items)
        .selects(d_values_in, d_values_out, num_items)
        .writes(d_num_selected_out, 1);
    if (memory.clash(d_temp_storage))
      return CubDebug(musaErrorInvalidValue);
    return detail::compact(
        d_temp_storage, temp_storage_bytes, num_items, stream, memory.sequential(),
        [=] __device__(long long i) mutable {
          return i == 0 ||
                 !equality_op(static_cast<Key>(d_keys_in[i - 1]), static_cast<Key>(d_keys_in[i]));
        },
        [=] __device__(long long i, long long k) mutable {
          d_keys_out[k] = d_keys_in[i];
          d_values_out[k] = d_values_in[i];
        },
        detail::ignore{}, detail::put_count<NumSelectedIteratorT>{d_num_selected_out});
  }

private:
  /// If input and output may be the same memory, one thread works, so no part overwrites another's.
  template <typename InputIteratorT, typename OutputIteratorT, typename NumSelectedIteratorT,
            typename Flag>
  static musaError_t select(void *d_temp_storage, size_t &temp_storage_bytes, InputIteratorT d_in,
                            OutputIteratorT d_out, NumSelectedIteratorT d_num_selected_out,
                            long long num_items, Flag flag, detail::accesses memory,
                            musaStream_t stream) {
    memory.selects(d_in, d_out, num_items).writes(d_num_selected_out, 1);
    if (memory.clash(d_temp_storage))
      return CubDebug(musaErrorInvalidValue);
    return detail::compact(
        d_temp_storage, temp_storage_bytes, num_items, stream, memory.sequential(), flag,
        detail::put_item<InputIteratorT, OutputIteratorT>{d_in, d_out}, detail::ignore{},
        detail::put_count<NumSelectedIteratorT>{d_num_selected_out});
  }
};

CUB_NAMESPACE_END

#endif // CUB_DEVICE_SELECT_CUH
