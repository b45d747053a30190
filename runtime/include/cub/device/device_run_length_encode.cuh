//===- cub/device/device_run_length_encode.cuh - runs of equal items --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_DEVICE_RUN_LENGTH_ENCODE_CUH
#define CUB_DEVICE_RUN_LENGTH_ENCODE_CUH

#include "cub/detail/algorithms.cuh"

CUB_NAMESPACE_BEGIN

struct DeviceRunLengthEncode {
  template <typename InputIteratorT, typename UniqueOutputIteratorT,
            typename LengthsOutputIteratorT, typename NumRunsOutputIteratorT>
  static musaError_t Encode(void *d_temp_storage, size_t &temp_storage_bytes, InputIteratorT d_in,
                            UniqueOutputIteratorT d_unique_out, LengthsOutputIteratorT d_counts_out,
                            NumRunsOutputIteratorT d_num_runs_out, long long num_items,
                            musaStream_t stream = 0, bool = false) {
    detail::accesses memory;
    memory.selects(d_in, d_unique_out, num_items).appends(d_counts_out, num_items);
    return runs<false>(
        d_temp_storage, temp_storage_bytes, d_in, d_num_runs_out, num_items, memory,
        [=] __device__(long long i, long long length, long long run) mutable {
          d_unique_out[run] = d_in[i];
          d_counts_out[run] =
              static_cast<detail::non_void_value_t<LengthsOutputIteratorT, int>>(length);
        },
        stream);
  }
  /// Writes only the runs of more than one item.
  template <typename InputIteratorT, typename OffsetsOutputIteratorT,
            typename LengthsOutputIteratorT, typename NumRunsOutputIteratorT>
  static musaError_t NonTrivialRuns(void *d_temp_storage, size_t &temp_storage_bytes,
                                    InputIteratorT d_in, OffsetsOutputIteratorT d_offsets_out,
                                    LengthsOutputIteratorT d_lengths_out,
                                    NumRunsOutputIteratorT d_num_runs_out, long long num_items,
                                    musaStream_t stream = 0, bool = false) {
    detail::accesses memory;
    memory.reads(d_in, num_items)
        .appends(d_offsets_out, num_items)
        .appends(d_lengths_out, num_items);
    return runs<true>(
        d_temp_storage, temp_storage_bytes, d_in, d_num_runs_out, num_items, memory,
        [=] __device__(long long i, long long length, long long run) mutable {
          d_offsets_out[run] =
              static_cast<detail::non_void_value_t<OffsetsOutputIteratorT, int>>(i);
          d_lengths_out[run] =
              static_cast<detail::non_void_value_t<LengthsOutputIteratorT, int>>(length);
        },
        stream);
  }

private:
  template <bool Longer, typename InputIteratorT, typename NumRunsOutputIteratorT, typename Put>
  static musaError_t runs(void *d_temp_storage, size_t &temp_storage_bytes, InputIteratorT d_in,
                          NumRunsOutputIteratorT d_num_runs_out, long long num_items,
                          detail::accesses memory, Put put, musaStream_t stream) {
    if (memory.writes(d_num_runs_out, 1).clash(d_temp_storage))
      return CubDebug(musaErrorInvalidValue);
    using T = detail::value_t<InputIteratorT>;
    auto same = [=] __device__(long long i) { // whether item i equals the one before
      return static_cast<T>(d_in[i - 1]) == static_cast<T>(d_in[i]);
    };
    return detail::compact(
        d_temp_storage, temp_storage_bytes, num_items, stream, memory.sequential(),
        [=] __device__(long long i) {
          return (i == 0 || !same(i)) && (!Longer || (i + 1 < num_items && same(i + 1)));
        },
        [=] __device__(long long i, long long run) mutable {
          long long end = i + 1;
          while (end < num_items && same(end))
            ++end;
          put(i, end - i, run);
        },
        detail::ignore{}, detail::put_count<NumRunsOutputIteratorT>{d_num_runs_out});
  }
};

CUB_NAMESPACE_END

#endif // CUB_DEVICE_RUN_LENGTH_ENCODE_CUH
