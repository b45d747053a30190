//===- cub/device/device_scan.cuh - prefix scans of an array --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_DEVICE_SCAN_CUH
#define CUB_DEVICE_SCAN_CUH

#include "cub/detail/algorithms.cuh"

CUB_NAMESPACE_BEGIN

struct DeviceScan {
  template <typename InputIteratorT, typename OutputIteratorT>
  static musaError_t ExclusiveSum(void *d_temp_storage, size_t &temp_storage_bytes,
                                  InputIteratorT d_in, OutputIteratorT d_out, long long num_items,
                                  musaStream_t stream = 0, bool = false) {
    return scan<false>(d_temp_storage, temp_storage_bytes, d_in, d_out, cub::Sum(),
                       detail::value_t<InputIteratorT>{}, num_items, stream);
  }
  template <typename IteratorT>
  static musaError_t ExclusiveSum(void *d_temp_storage, size_t &temp_storage_bytes,
                                  IteratorT d_data, long long num_items, musaStream_t stream = 0,
                                  bool = false) {
    return scan<false>(d_temp_storage, temp_storage_bytes, d_data, d_data, cub::Sum(),
                       detail::value_t<IteratorT>{}, num_items, stream);
  }
  template <typename InputIteratorT, typename OutputIteratorT>
  static musaError_t InclusiveSum(void *d_temp_storage, size_t &temp_storage_bytes,
                                  InputIteratorT d_in, OutputIteratorT d_out, long long num_items,
                                  musaStream_t stream = 0, bool = false) {
    return scan<true>(d_temp_storage, temp_storage_bytes, d_in, d_out, cub::Sum(), NullType{},
                      num_items, stream);
  }
  template <typename IteratorT>
  static musaError_t InclusiveSum(void *d_temp_storage, size_t &temp_storage_bytes,
                                  IteratorT d_data, long long num_items, musaStream_t stream = 0,
                                  bool = false) {
    return scan<true>(d_temp_storage, temp_storage_bytes, d_data, d_data, cub::Sum(), NullType{},
                      num_items, stream);
  }
  template <typename InputIteratorT, typename OutputIteratorT, typename ScanOpT,
            typename InitValueT>
  static musaError_t ExclusiveScan(void *d_temp_storage, size_t &temp_storage_bytes,
                                   InputIteratorT d_in, OutputIteratorT d_out, ScanOpT scan_op,
                                   InitValueT init_value, long long num_items,
                                   musaStream_t stream = 0, bool = false) {
    return scan<false>(d_temp_storage, temp_storage_bytes, d_in, d_out, scan_op, init_value,
                       num_items, stream);
  }
  template <typename IteratorT, typename ScanOpT, typename InitValueT>
  static musaError_t ExclusiveScan(void *d_temp_storage, size_t &temp_storage_bytes,
                                   IteratorT d_data, ScanOpT scan_op, InitValueT init_value,
                                   long long num_items, musaStream_t stream = 0, bool = false) {
    return scan<false>(d_temp_storage, temp_storage_bytes, d_data, d_data, scan_op, init_value,
                       num_items, stream);
  }
  template <typename InputIteratorT, typename OutputIteratorT, typename ScanOpT>
  static musaError_t InclusiveScan(void *d_temp_storage, size_t &temp_storage_bytes,
                                   InputIteratorT d_in, OutputIteratorT d_out, ScanOpT scan_op,
                                   long long num_items, musaStream_t stream = 0, bool = false) {
    return scan<true>(d_temp_storage, temp_storage_bytes, d_in, d_out, scan_op, NullType{},
                      num_items, stream);
  }
  template <typename IteratorT, typename ScanOpT>
  static musaError_t InclusiveScan(void *d_temp_storage, size_t &temp_storage_bytes,
                                   IteratorT d_data, ScanOpT scan_op, long long num_items,
                                   musaStream_t stream = 0, bool = false) {
    return scan<true>(d_temp_storage, temp_storage_bytes, d_data, d_data, scan_op, NullType{},
                      num_items, stream);
  }
  template <typename InputIteratorT, typename OutputIteratorT, typename ScanOpT,
            typename InitValueT>
  static musaError_t InclusiveScanInit(void *d_temp_storage, size_t &temp_storage_bytes,
                                       InputIteratorT d_in, OutputIteratorT d_out, ScanOpT scan_op,
                                       InitValueT init_value, long long num_items,
                                       musaStream_t stream = 0, bool = false) {
    return scan<true>(d_temp_storage, temp_storage_bytes, d_in, d_out, scan_op, init_value,
                      num_items, stream);
  }
  template <typename IteratorT, typename ScanOpT, typename InitValueT>
  static musaError_t InclusiveScanInit(void *d_temp_storage, size_t &temp_storage_bytes,
                                       IteratorT d_data, ScanOpT scan_op, InitValueT init_value,
                                       long long num_items, musaStream_t stream = 0, bool = false) {
    return scan<true>(d_temp_storage, temp_storage_bytes, d_data, d_data, scan_op, init_value,
                      num_items, stream);
  }
  template <typename KeysInputIteratorT, typename ValuesInputIteratorT,
            typename ValuesOutputIteratorT, typename EqualityOpT = Equality>
  static musaError_t
  ExclusiveSumByKey(void *d_temp_storage, size_t &temp_storage_bytes, KeysInputIteratorT d_keys_in,
                    ValuesInputIteratorT d_values_in, ValuesOutputIteratorT d_values_out,
                    long long num_items, EqualityOpT equality_op = EqualityOpT(),
                    musaStream_t stream = 0) {
    return scan_by_key<false>(d_temp_storage, temp_storage_bytes, d_keys_in, d_values_in,
                              d_values_out, cub::Sum(), detail::value_t<ValuesInputIteratorT>{},
                              num_items, equality_op, stream);
  }
  template <typename KeysInputIteratorT, typename ValuesInputIteratorT,
            typename ValuesOutputIteratorT, typename EqualityOpT = Equality>
  static musaError_t
  InclusiveSumByKey(void *d_temp_storage, size_t &temp_storage_bytes, KeysInputIteratorT d_keys_in,
                    ValuesInputIteratorT d_values_in, ValuesOutputIteratorT d_values_out,
                    long long num_items, EqualityOpT equality_op = EqualityOpT(),
                    musaStream_t stream = 0) {
    return scan_by_key<true>(d_temp_storage, temp_storage_bytes, d_keys_in, d_values_in,
                             d_values_out, cub::Sum(), NullType{}, num_items, equality_op, stream);
  }
  template <typename KeysInputIteratorT, typename ValuesInputIteratorT,
            typename ValuesOutputIteratorT, typename ScanOpT, typename InitValueT,
            typename EqualityOpT = Equality>
  static musaError_t
  ExclusiveScanByKey(void *d_temp_storage, size_t &temp_storage_bytes, KeysInputIteratorT d_keys_in,
                     ValuesInputIteratorT d_values_in, ValuesOutputIteratorT d_values_out,
                     ScanOpT scan_op, InitValueT init_value, long long num_items,
                     EqualityOpT equality_op = EqualityOpT(), musaStream_t stream = 0) {
    return scan_by_key<false>(d_temp_storage, temp_storage_bytes, d_keys_in, d_values_in,
                              d_values_out, scan_op, init_value, num_items, equality_op, stream);
  }
  template <typename KeysInputIteratorT, typename ValuesInputIteratorT,
            typename ValuesOutputIteratorT, typename ScanOpT, typename EqualityOpT = Equality>
  static musaError_t
  InclusiveScanByKey(void *d_temp_storage, size_t &temp_storage_bytes, KeysInputIteratorT d_keys_in,
                     ValuesInputIteratorT d_values_in, ValuesOutputIteratorT d_values_out,
                     ScanOpT scan_op, long long num_items, EqualityOpT equality_op = EqualityOpT(),
                     musaStream_t stream = 0) {
    return scan_by_key<true>(d_temp_storage, temp_storage_bytes, d_keys_in, d_values_in,
                             d_values_out, scan_op, NullType{}, num_items, equality_op, stream);
  }

private:
  template <typename Init, typename Input, typename Op>
  using Acc = detail::accumulator_t<Op,
                                    std::conditional_t<std::is_same<Init, NullType>::value, Input,
                                                       typename detail::init_value<Init>::type>,
                                    Input>;

  template <bool Inclusive, typename InputIteratorT, typename OutputIteratorT, typename Op,
            typename Init>
  static musaError_t scan(void *d_temp_storage, size_t &temp_storage_bytes, InputIteratorT d_in,
                          OutputIteratorT d_out, Op op, Init init, long long num_items,
                          musaStream_t stream) {
    using T = detail::value_t<InputIteratorT>;
    using A = Acc<Init, T, Op>;
    if (detail::accesses().replaces(d_in, d_out, num_items).clash(d_temp_storage))
      return CubDebug(musaErrorInvalidValue);
    return detail::scan_items<A, Inclusive>(
        d_temp_storage, temp_storage_bytes, num_items, stream,
        [=] __device__(long long i) { return static_cast<T>(d_in[i]); },
        [=] __device__(long long i, const A &value) mutable { d_out[i] = value; }, op, init);
  }
  template <bool Inclusive, typename KeysIteratorT, typename InputIteratorT,
            typename OutputIteratorT, typename Op, typename Init, typename EqualityOpT>
  static musaError_t scan_by_key(void *d_temp_storage, size_t &temp_storage_bytes,
                                 KeysIteratorT d_keys, InputIteratorT d_in, OutputIteratorT d_out,
                                 Op op, Init init, long long num_items, EqualityOpT equal,
                                 musaStream_t stream) {
    using Key = detail::value_t<KeysIteratorT>;
    using T = detail::value_t<InputIteratorT>;
    using A = Acc<Init, T, Op>;
    if (detail::accesses()
            .replaces(d_in, d_out, num_items)
            .reads_once(d_keys, num_items)
            .clash(d_temp_storage))
      return CubDebug(musaErrorInvalidValue);
    return detail::scan_runs<A, Inclusive, Key>(
        d_temp_storage, temp_storage_bytes, num_items, stream,
        [=] __device__(long long i) { return static_cast<Key>(d_keys[i]); }, equal,
        [=] __device__(long long i) { return static_cast<T>(d_in[i]); },
        [=] __device__(long long i, const A &value) mutable { d_out[i] = value; }, op, init);
  }
};

CUB_NAMESPACE_END

#endif // CUB_DEVICE_SCAN_CUH
