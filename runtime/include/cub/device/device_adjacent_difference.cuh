//===- device_adjacent_difference.cuh - differences of neighbouring items -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_DEVICE_ADJACENT_DIFFERENCE_CUH
#define CUB_DEVICE_ADJACENT_DIFFERENCE_CUH

#include "cub/detail/accesses.cuh"
#include "cub/thread/thread_operators.cuh"

CUB_NAMESPACE_BEGIN

/// The item that has no neighbour is copied unchanged.
struct DeviceAdjacentDifference {
  template <typename InputIteratorT, typename OutputIteratorT, typename DifferenceOpT = Difference>
  static musaError_t SubtractLeftCopy(void *d_temp_storage, size_t &temp_storage_bytes,
                                      InputIteratorT d_input, OutputIteratorT d_output,
                                      long long num_items, DifferenceOpT difference_op = {},
                                      musaStream_t stream = 0, bool = false) {
    return run<true>(d_temp_storage, temp_storage_bytes, d_input, d_output, num_items,
                     difference_op, false, stream);
  }
  template <typename RandomAccessIteratorT, typename DifferenceOpT = Difference>
  static musaError_t SubtractLeft(void *d_temp_storage, size_t &temp_storage_bytes,
                                  RandomAccessIteratorT d_input, long long num_items,
                                  DifferenceOpT difference_op = {}, musaStream_t stream = 0,
                                  bool = false) {
    return run<true>(d_temp_storage, temp_storage_bytes, d_input, d_input, num_items, difference_op,
                     true, stream);
  }
  template <typename InputIteratorT, typename OutputIteratorT, typename DifferenceOpT = Difference>
  static musaError_t SubtractRightCopy(void *d_temp_storage, size_t &temp_storage_bytes,
                                       InputIteratorT d_input, OutputIteratorT d_output,
                                       long long num_items, DifferenceOpT difference_op = {},
                                       musaStream_t stream = 0, bool = false) {
    return run<false>(d_temp_storage, temp_storage_bytes, d_input, d_output, num_items,
                      difference_op, false, stream);
  }
  template <typename RandomAccessIteratorT, typename DifferenceOpT = Difference>
  static musaError_t SubtractRight(void *d_temp_storage, size_t &temp_storage_bytes,
                                   RandomAccessIteratorT d_input, long long num_items,
                                   DifferenceOpT difference_op = {}, musaStream_t stream = 0,
                                   bool = false) {
    return run<false>(d_temp_storage, temp_storage_bytes, d_input, d_input, num_items,
                      difference_op, true, stream);
  }

private:
  /// In place, one thread does all the work, in an order that reads each item before replacing it.
  template <bool Left, typename InputIteratorT, typename OutputIteratorT, typename Op>
  static musaError_t run(void *memory, size_t &bytes, InputIteratorT d_in, OutputIteratorT d_out,
                         long long n, Op op, bool in_place, musaStream_t stream) {
    using T = detail::value_t<InputIteratorT>;
    if (detail::accesses().replaces(d_in, d_out, n).clash(memory))
      return CubDebug(musaErrorInvalidValue);
    musaError_t status;
    if (detail::workspace(memory).answer(bytes, status) || n <= 0)
      return status;
    const detail::parts_of parts(n, in_place || detail::same_memory(d_in, d_out));
    return detail::launch(parts.count, stream, [=] __device__(int part) mutable {
      const long long first = parts.first(part), last = parts.last(part);
      if constexpr (Left) {
        for (long long i = last - 1; i >= first; --i) {
          if (i > 0)
            d_out[i] = op(static_cast<T>(d_in[i]), static_cast<T>(d_in[i - 1]));
          else
            d_out[i] = static_cast<T>(d_in[i]);
        }
      } else {
        for (long long i = first; i < last; ++i) {
          if (i + 1 < n)
            d_out[i] = op(static_cast<T>(d_in[i]), static_cast<T>(d_in[i + 1]));
          else
            d_out[i] = static_cast<T>(d_in[i]);
        }
      }
    });
  }
};

CUB_NAMESPACE_END

#endif // CUB_DEVICE_ADJACENT_DIFFERENCE_CUH
