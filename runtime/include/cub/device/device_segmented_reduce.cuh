//===- cub/device/device_segmented_reduce.cuh - reductions of segments --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_DEVICE_SEGMENTED_REDUCE_CUH
#define CUB_DEVICE_SEGMENTED_REDUCE_CUH

#include "cub/detail/segmented_sort.cuh"
#include "cub/device/device_reduce.cuh"

CUB_NAMESPACE_BEGIN

/// If a segment is empty, its result is the initial value.
struct DeviceSegmentedReduce {
  template <typename InputIteratorT, typename OutputIteratorT, typename BeginOffsetIteratorT,
            typename EndOffsetIteratorT, typename ReductionOp, typename T>
  static musaError_t Reduce(void *d_temp_storage, size_t &temp_storage_bytes, InputIteratorT d_in,
                            OutputIteratorT d_out, long long num_segments,
                            BeginOffsetIteratorT d_begin_offsets, EndOffsetIteratorT d_end_offsets,
                            ReductionOp reduction_op, T initial_value, musaStream_t stream = 0,
                            bool = false) {
    using Item = detail::value_t<InputIteratorT>;
    using Acc = detail::accumulator_t<ReductionOp, T, Item>;
    return for_segments(d_temp_storage, temp_storage_bytes, num_segments, stream,
                        [=] __device__(long long segment) mutable {
                          const auto last = static_cast<long long>(d_end_offsets[segment]);
                          Acc result = initial_value;
                          for (auto i = static_cast<long long>(d_begin_offsets[segment]); i < last;
                               ++i)
                            result = reduction_op(result, static_cast<Item>(d_in[i]));
                          d_out[segment] = result;
                        });
  }
  template <typename InputIteratorT, typename OutputIteratorT, typename BeginOffsetIteratorT,
            typename EndOffsetIteratorT>
  static musaError_t Sum(void *d_temp_storage, size_t &temp_storage_bytes, InputIteratorT d_in,
                         OutputIteratorT d_out, long long num_segments,
                         BeginOffsetIteratorT d_begin_offsets, EndOffsetIteratorT d_end_offsets,
                         musaStream_t stream = 0, bool = false) {
    using T = detail::value_t<InputIteratorT>;
    return Reduce(d_temp_storage, temp_storage_bytes, d_in, d_out, num_segments, d_begin_offsets,
                  d_end_offsets, cub::Sum(), detail::non_void_value_t<OutputIteratorT, T>{},
                  stream);
  }
  template <typename InputIteratorT, typename OutputIteratorT, typename BeginOffsetIteratorT,
            typename EndOffsetIteratorT>
  static musaError_t Min(void *d_temp_storage, size_t &temp_storage_bytes, InputIteratorT d_in,
                         OutputIteratorT d_out, long long num_segments,
                         BeginOffsetIteratorT d_begin_offsets, EndOffsetIteratorT d_end_offsets,
                         musaStream_t stream = 0, bool = false) {
    using T = detail::value_t<InputIteratorT>;
    return Reduce(d_temp_storage, temp_storage_bytes, d_in, d_out, num_segments, d_begin_offsets,
                  d_end_offsets, cub::Min(), detail::greatest<T>(), stream);
  }
  template <typename InputIteratorT, typename OutputIteratorT, typename BeginOffsetIteratorT,
            typename EndOffsetIteratorT>
  static musaError_t Max(void *d_temp_storage, size_t &temp_storage_bytes, InputIteratorT d_in,
                         OutputIteratorT d_out, long long num_segments,
                         BeginOffsetIteratorT d_begin_offsets, EndOffsetIteratorT d_end_offsets,
                         musaStream_t stream = 0, bool = false) {
    using T = detail::value_t<InputIteratorT>;
    return Reduce(d_temp_storage, temp_storage_bytes, d_in, d_out, num_segments, d_begin_offsets,
                  d_end_offsets, cub::Max(), detail::lowest<T>(), stream);
  }
  template <typename InputIteratorT, typename OutputIteratorT, typename BeginOffsetIteratorT,
            typename EndOffsetIteratorT>
  static musaError_t ArgMin(void *d_temp_storage, size_t &temp_storage_bytes, InputIteratorT d_in,
                            OutputIteratorT d_out, long long num_segments,
                            BeginOffsetIteratorT d_begin_offsets, EndOffsetIteratorT d_end_offsets,
                            musaStream_t stream = 0, bool = false) {
    using T = detail::value_t<InputIteratorT>;
    return arg(d_temp_storage, temp_storage_bytes, d_in, d_out, num_segments, d_begin_offsets,
               d_end_offsets, cub::ArgMin(), detail::greatest<T>(), stream);
  }
  template <typename InputIteratorT, typename OutputIteratorT, typename BeginOffsetIteratorT,
            typename EndOffsetIteratorT>
  static musaError_t ArgMax(void *d_temp_storage, size_t &temp_storage_bytes, InputIteratorT d_in,
                            OutputIteratorT d_out, long long num_segments,
                            BeginOffsetIteratorT d_begin_offsets, EndOffsetIteratorT d_end_offsets,
                            musaStream_t stream = 0, bool = false) {
    using T = detail::value_t<InputIteratorT>;
    return arg(d_temp_storage, temp_storage_bytes, d_in, d_out, num_segments, d_begin_offsets,
               d_end_offsets, cub::ArgMax(), detail::lowest<T>(), stream);
  }

private:
  /// The index counts from the segment's first item. If a segment is empty, its index is 1.
  template <typename InputIteratorT, typename OutputIteratorT, typename Begin, typename End,
            typename Op, typename T>
  static musaError_t arg(void *d_temp_storage, size_t &temp_storage_bytes, InputIteratorT d_in,
                         OutputIteratorT d_out, long long num_segments, Begin begin, End end, Op op,
                         T none, musaStream_t stream) {
    using Out = detail::non_void_value_t<OutputIteratorT, KeyValuePair<int, T>>;
    using Pair = typename detail::indexed<T, Out>::type;
    return for_segments(d_temp_storage, temp_storage_bytes, num_segments, stream,
                        [=] __device__(long long segment) mutable {
                          const auto first = static_cast<long long>(begin[segment]);
                          const auto last = static_cast<long long>(end[segment]);
                          Pair result(1, none);
                          for (long long i = first; i < last; ++i) {
                            const Pair item(static_cast<int>(i - first), static_cast<T>(d_in[i]));
                            result = i == first ? item : op(result, item);
                          }
                          d_out[segment] = result;
                        });
  }
  template <typename Body>
  static musaError_t for_segments(void *memory, size_t &bytes, long long segments,
                                  musaStream_t stream, Body body) {
    musaError_t status;
    if (detail::workspace(memory).answer(bytes, status) || segments <= 0)
      return status;
    const detail::parts_of parts(segments, false, 64);
    return detail::launch(parts.count, stream, [=] __device__(int part) mutable {
      for (long long segment = parts.first(part); segment < parts.last(part); ++segment)
        body(segment);
    });
  }
};

CUB_NAMESPACE_END

#endif // CUB_DEVICE_SEGMENTED_REDUCE_CUH
