//===- cub/device/device_reduce.cuh - reductions of an array --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_DEVICE_REDUCE_CUH
#define CUB_DEVICE_REDUCE_CUH

#include "cub/detail/algorithms.cuh"
#include "cub/iterator/arg_index_input_iterator.cuh"
#include <limits>

CUB_NAMESPACE_BEGIN

/// If there are no items, the result is the initial value.
struct DeviceReduce {
  template <typename InputIteratorT, typename OutputIteratorT, typename ReductionOpT, typename T>
  static musaError_t Reduce(void *d_temp_storage, size_t &temp_storage_bytes, InputIteratorT d_in,
                            OutputIteratorT d_out, long long num_items, ReductionOpT reduction_op,
                            T init, musaStream_t stream = 0, bool = false) {
    return TransformReduce(d_temp_storage, temp_storage_bytes, d_in, d_out, num_items, reduction_op,
                           Identity{}, init, stream);
  }

  template <typename InputIteratorT, typename OutputIteratorT, typename ReductionOpT,
            typename TransformOpT, typename T>
  static musaError_t TransformReduce(void *d_temp_storage, size_t &temp_storage_bytes,
                                     InputIteratorT d_in, OutputIteratorT d_out,
                                     long long num_items, ReductionOpT reduction_op,
                                     TransformOpT transform_op, T init, musaStream_t stream = 0) {
    using Item = detail::call_result_t<TransformOpT, detail::value_t<InputIteratorT>>;
    using Acc = detail::accumulator_t<ReductionOpT, typename detail::init_value<T>::type, Item>;
    return detail::reduce_items<Acc>(
        d_temp_storage, temp_storage_bytes, num_items, stream,
        [=] __device__(long long i) mutable {
          return static_cast<Acc>(
              transform_op(static_cast<detail::value_t<InputIteratorT>>(d_in[i])));
        },
        reduction_op,
        [=] __device__(const Acc *result) mutable {
          using I = typename detail::init_value<T>::type;
          if (result != nullptr)
            *d_out = reduction_op(static_cast<I>(init), *result);
          else
            *d_out = static_cast<I>(init);
        });
  }

  template <typename InputIteratorT, typename OutputIteratorT>
  static musaError_t Sum(void *d_temp_storage, size_t &temp_storage_bytes, InputIteratorT d_in,
                         OutputIteratorT d_out, long long num_items, musaStream_t stream = 0,
                         bool = false) {
    using T = detail::non_void_value_t<OutputIteratorT, detail::value_t<InputIteratorT>>;
    return Reduce(d_temp_storage, temp_storage_bytes, d_in, d_out, num_items, cub::Sum(), T{},
                  stream);
  }
  template <typename InputIteratorT, typename OutputIteratorT>
  static musaError_t Min(void *d_temp_storage, size_t &temp_storage_bytes, InputIteratorT d_in,
                         OutputIteratorT d_out, long long num_items, musaStream_t stream = 0,
                         bool = false) {
    using T = detail::value_t<InputIteratorT>;
    return Reduce(d_temp_storage, temp_storage_bytes, d_in, d_out, num_items, cub::Min(),
                  detail::greatest<T>(), stream);
  }
  template <typename InputIteratorT, typename OutputIteratorT>
  static musaError_t Max(void *d_temp_storage, size_t &temp_storage_bytes, InputIteratorT d_in,
                         OutputIteratorT d_out, long long num_items, musaStream_t stream = 0,
                         bool = false) {
    using T = detail::value_t<InputIteratorT>;
    return Reduce(d_temp_storage, temp_storage_bytes, d_in, d_out, num_items, cub::Max(),
                  detail::lowest<T>(), stream);
  }

  /// The result is a KeyValuePair of index and value. If there are no items, the index is 1.
  template <typename InputIteratorT, typename OutputIteratorT>
  static musaError_t ArgMin(void *d_temp_storage, size_t &temp_storage_bytes, InputIteratorT d_in,
                            OutputIteratorT d_out, int num_items, musaStream_t stream = 0,
                            bool = false) {
    return arg(d_temp_storage, temp_storage_bytes, d_in, d_out, num_items, cub::ArgMin(),
               detail::greatest<detail::value_t<InputIteratorT>>(), stream);
  }
  template <typename InputIteratorT, typename OutputIteratorT>
  static musaError_t ArgMax(void *d_temp_storage, size_t &temp_storage_bytes, InputIteratorT d_in,
                            OutputIteratorT d_out, int num_items, musaStream_t stream = 0,
                            bool = false) {
    return arg(d_temp_storage, temp_storage_bytes, d_in, d_out, num_items, cub::ArgMax(),
               detail::lowest<detail::value_t<InputIteratorT>>(), stream);
  }

  /// Writes a key and a reduced value for each run of equal keys.
  template <typename KeysInputIteratorT, typename UniqueOutputIteratorT,
            typename ValuesInputIteratorT, typename AggregatesOutputIteratorT,
            typename NumRunsOutputIteratorT, typename ReductionOpT>
  static musaError_t ReduceByKey(void *d_temp_storage, size_t &temp_storage_bytes,
                                 KeysInputIteratorT d_keys_in, UniqueOutputIteratorT d_unique_out,
                                 ValuesInputIteratorT d_values_in,
                                 AggregatesOutputIteratorT d_aggregates_out,
                                 NumRunsOutputIteratorT d_num_runs_out, ReductionOpT reduction_op,
                                 long long num_items, musaStream_t stream = 0, bool = false) {
    using Key = detail::value_t<KeysInputIteratorT>;
    using Value = detail::value_t<ValuesInputIteratorT>;
    using Acc = detail::accumulator_t<ReductionOpT, Value, Value>;
    auto same = [=] __device__(long long i) {
      return static_cast<Key>(d_keys_in[i - 1]) == static_cast<Key>(d_keys_in[i]);
    };
    detail::accesses memory;
    memory.selects(d_keys_in, d_unique_out, num_items)
        .selects(d_values_in, d_aggregates_out, num_items)
        .writes(d_num_runs_out, 1);
    if (memory.clash(d_temp_storage))
      return CubDebug(musaErrorInvalidValue);
    return detail::compact(
        d_temp_storage, temp_storage_bytes, num_items, stream, memory.sequential(),
        [=] __device__(long long i) { return i == 0 || !same(i); },
        [=] __device__(long long i, long long run) mutable {
          const Key key = d_keys_in[i];
          Acc result = static_cast<Value>(d_values_in[i]);
          for (long long j = i + 1; j < num_items && same(j); ++j)
            result = reduction_op(result, static_cast<Value>(d_values_in[j]));
          d_unique_out[run] = key;
          d_aggregates_out[run] = result;
        },
        detail::ignore{}, detail::put_count<NumRunsOutputIteratorT>{d_num_runs_out});
  }

private:
  struct Identity {
    template <typename T> __host__ __device__ T operator()(T value) const { return value; }
  };
  template <typename InputIteratorT, typename OutputIteratorT, typename Op, typename T>
  static musaError_t arg(void *d_temp_storage, size_t &temp_storage_bytes, InputIteratorT d_in,
                         OutputIteratorT d_out, long long num_items, Op op, T none,
                         musaStream_t stream) {
    using Out = detail::non_void_value_t<OutputIteratorT, KeyValuePair<int, T>>;
    using Pair = typename detail::indexed<T, Out>::type;
    return detail::reduce_items<Pair>(
        d_temp_storage, temp_storage_bytes, num_items, stream,
        [=] __device__(long long i) { return Pair(static_cast<int>(i), static_cast<T>(d_in[i])); },
        op,
        [=] __device__(const Pair *result) mutable {
          *d_out = result != nullptr ? *result : Pair(1, none);
        });
  }
};

CUB_NAMESPACE_END

#endif // CUB_DEVICE_REDUCE_CUH
