//===- cub/device/device_partition.cuh - selected items first, the others behind --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_DEVICE_PARTITION_CUH
#define CUB_DEVICE_PARTITION_CUH

#include "cub/detail/selection.cuh"

CUB_NAMESPACE_BEGIN

/// The unselected items go to the end of the output, in reverse order. As in CUB, the output must
/// not be the input; that is refused.
struct DevicePartition {
  template <typename InputIteratorT, typename FlagIterator, typename OutputIteratorT,
            typename NumSelectedIteratorT>
  static musaError_t Flagged(void *d_temp_storage, size_t &temp_storage_bytes, InputIteratorT d_in,
                             FlagIterator d_flags, OutputIteratorT d_out,
                             NumSelectedIteratorT d_num_selected_out, long long num_items,
                             musaStream_t stream = 0, bool = false) {
    return partition(d_temp_storage, temp_storage_bytes, d_in, d_out, d_num_selected_out, num_items,
                     detail::by_flag<FlagIterator>{d_flags},
                     detail::accesses().reads(d_flags, num_items), stream);
  }
  template <typename InputIteratorT, typename OutputIteratorT, typename NumSelectedIteratorT,
            typename SelectOp>
  static musaError_t If(void *d_temp_storage, size_t &temp_storage_bytes, InputIteratorT d_in,
                        OutputIteratorT d_out, NumSelectedIteratorT d_num_selected_out,
                        long long num_items, SelectOp select_op, musaStream_t stream = 0,
                        bool = false) {
    return partition(d_temp_storage, temp_storage_bytes, d_in, d_out, d_num_selected_out, num_items,
                     detail::by_item<InputIteratorT, SelectOp>{d_in, select_op}, {}, stream);
  }

  /// Partitions into three parts, each in the input's order. d_num_selected_out[0] is the size of
  /// the first part, and [1] that of the second. As the outputs may be short, one that begins
  /// before the input or another output is taken to end before it.
  template <typename InputIteratorT, typename FirstOutputIteratorT, typename SecondOutputIteratorT,
            typename UnselectedOutputIteratorT, typename NumSelectedIteratorT,
            typename SelectFirstPartOp, typename SelectSecondPartOp>
  static musaError_t
  If(void *d_temp_storage, size_t &temp_storage_bytes, InputIteratorT d_in,
     FirstOutputIteratorT d_first_part_out, SecondOutputIteratorT d_second_part_out,
     UnselectedOutputIteratorT d_unselected_out, NumSelectedIteratorT d_num_selected_out,
     long long num_items, SelectFirstPartOp select_first_part_op,
     SelectSecondPartOp select_second_part_op, musaStream_t stream = 0, bool = false) {
    detail::accesses memory;
    memory.reads(d_in, num_items)
        .writes_some(d_first_part_out, num_items)
        .writes_some(d_second_part_out, num_items)
        .writes_some(d_unselected_out, num_items)
        .writes(d_num_selected_out, 2);
    if (memory.clash(d_temp_storage))
      return CubDebug(musaErrorInvalidValue);
    detail::by_item<InputIteratorT, SelectFirstPartOp> first{d_in, select_first_part_op};
    detail::by_item<InputIteratorT, SelectSecondPartOp> second{d_in, select_second_part_op};
    size_t bytes = 0;
    musaError_t status = detail::compact(
        d_temp_storage, d_temp_storage == nullptr ? bytes : temp_storage_bytes, num_items, stream,
        false, first,
        detail::put_item<InputIteratorT, FirstOutputIteratorT>{d_in, d_first_part_out},
        detail::ignore{}, detail::put_count<NumSelectedIteratorT>{d_num_selected_out});
    if (status != musaSuccess)
      return status;
    status = detail::compact(
        d_temp_storage, temp_storage_bytes, num_items, stream, false,
        [=] __device__(long long i) mutable { return !first(i) && second(i); },
        detail::put_item<InputIteratorT, SecondOutputIteratorT>{d_in, d_second_part_out},
        detail::ignore{}, detail::put_count<NumSelectedIteratorT>{d_num_selected_out + 1});
    if (status != musaSuccess || d_temp_storage == nullptr)
      return status;
    return detail::compact(
        d_temp_storage, temp_storage_bytes, num_items, stream, false,
        [=] __device__(long long i) mutable { return !first(i) && !second(i); },
        detail::put_item<InputIteratorT, UnselectedOutputIteratorT>{d_in, d_unselected_out},
        detail::ignore{}, detail::ignore{});
  }

private:
  template <typename InputIteratorT, typename OutputIteratorT, typename NumSelectedIteratorT,
            typename Flag>
  static musaError_t partition(void *d_temp_storage, size_t &temp_storage_bytes,
                               InputIteratorT d_in, OutputIteratorT d_out,
                               NumSelectedIteratorT d_num_selected_out, long long num_items,
                               Flag flag, detail::accesses memory, musaStream_t stream) {
    memory.reads(d_in, num_items).writes(d_out, num_items).writes(d_num_selected_out, 1);
    if (memory.clash(d_temp_storage))
      return CubDebug(musaErrorInvalidValue);
    return detail::compact(
        d_temp_storage, temp_storage_bytes, num_items, stream, false, flag,
        detail::put_item<InputIteratorT, OutputIteratorT>{d_in, d_out},
        [=] __device__(long long i, long long k) mutable { d_out[num_items - 1 - k] = d_in[i]; },
        detail::put_count<NumSelectedIteratorT>{d_num_selected_out});
  }
};

CUB_NAMESPACE_END

#endif // CUB_DEVICE_PARTITION_CUH
