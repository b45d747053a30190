//===- cub/detail/radix_key.cuh - keys as the bits that they sort by --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_DETAIL_RADIX_KEY_CUH
#define CUB_DETAIL_RADIX_KEY_CUH

#include "cub/util_type.cuh"

#include <utility>
#if __has_include(<cuda/std/tuple>)
#include <musa/std/tuple> // comes with it in CUB too
#endif

CUB_NAMESPACE_BEGIN
namespace detail {

/// The decomposer of a key that is one number.
struct identity_decomposer_t {
  template <typename T> __host__ __device__ T &operator()(T &key) const { return key; }
};

/// The bits of a number, such that they sort as an unsigned one.
template <bool Descending, typename T>
__host__ __device__ inline typename Traits<T>::UnsignedBits ordered_bits(const T &number) {
  using Bits = typename Traits<T>::UnsignedBits;
  Bits bits;
  __builtin_memcpy(&bits, &number, sizeof(T));
  if constexpr (Traits<T>::CATEGORY == FLOATING_POINT)
    if (bits == Traits<T>::HIGH_BIT) // -0 and 0 are equal keys
      bits = 0;
  bits = Traits<T>::TwiddleIn(bits);
  if constexpr (Descending)
    bits = static_cast<Bits>(~bits);
  return bits;
}

/// Maps a key to its bits [begin_bit, end_bit), such that they sort as unsigned numbers.
template <typename Key, bool Descending, typename Decomposer = identity_decomposer_t>
struct radix_of {
  int begin_bit;
  int end_bit;
  Decomposer decomposer;

  /// A decomposed key may have more bits than the result: then the range has at most 64.
  __device__ auto operator()(const Key &key) const {
    if constexpr (std::is_same<Decomposer, identity_decomposer_t>::value) {
      using Bits = typename Traits<Key>::UnsignedBits;
      const int left = static_cast<int>(sizeof(Key)) * 8 - end_bit;
      const Bits bits = static_cast<Bits>(ordered_bits<Descending>(key) << left);
      return static_cast<Bits>(static_cast<Bits>(bits >> left) >> begin_bit);
    } else {
      Key copy = key;
      return of_fields(decomposer(copy));
    }
  }

  /// Whether a is before b by these bits.
  __device__ bool less(const Key &a, const Key &b) const {
    if constexpr (std::is_same<Decomposer, identity_decomposer_t>::value) {
      return (*this)(a) < (*this)(b);
    } else {
      for (int end = end_bit; end > begin_bit; end -= 64) {
        const radix_of part{end - 64 > begin_bit ? end - 64 : begin_bit, end, decomposer};
        const auto left = part(a), right = part(b);
        if (left != right)
          return left < right;
      }
      return false;
    }
  }

private:
  template <template <typename...> class Tuple, typename... Fields>
  __device__ unsigned long long of_fields(Tuple<Fields...> fields) const {
    return of_fields(fields, std::index_sequence_for<Fields...>());
  }
  template <typename Tuple, size_t... I>
  __device__ unsigned long long of_fields(Tuple &fields, std::index_sequence<I...>) const {
    using std::get;
    unsigned long long bits = 0;
    int above = 0; // the first field has the highest bits
    ((above += field_bits(get<I>(fields))), ...);
    ((above -= field_bits(get<I>(fields)), bits |= of_field(get<I>(fields), above)), ...);
    return bits;
  }
  template <typename Field> __device__ static constexpr int field_bits(const Field &) {
    return static_cast<int>(sizeof(Field)) * 8;
  }
  /// What the bits of a field, which begin at bit `at` of the key, add to the range.
  template <typename Field>
  __device__ unsigned long long of_field(const Field &field, int at) const {
    const int first = begin_bit > at ? begin_bit : at;
    const int last = end_bit < at + field_bits(field) ? end_bit : at + field_bits(field);
    if (first >= last)
      return 0;
    const auto bits =
        static_cast<unsigned long long>(ordered_bits<Descending>(field) >> (first - at));
    const int unused = 64 - (last - first);
    return bits << unused >> unused << (first - begin_bit);
  }
};

template <typename Radix> struct radix_less {
  Radix radix;
  template <typename Key> __device__ bool operator()(const Key &a, const Key &b) const {
    return radix.less(a, b);
  }
};

template <template <typename...> class Tuple, typename... Fields>
constexpr int bits_of_fields(type_is<Tuple<Fields...>>) {
  return static_cast<int>((sizeof(Fields) + ...)) * 8;
}
/// How many bits a decomposer's fields have. Bit 0 is the lowest of the last field.
template <typename Decomposer, typename Key>
constexpr int decomposed_bits = bits_of_fields(type_is<call_result_t<Decomposer, Key &>>());

/// An argument in the place of begin_bit is a decomposer if it is no number.
template <typename T> using if_decomposer = std::enable_if_t<!std::is_convertible<T, int>::value>;

} // namespace detail
CUB_NAMESPACE_END

#endif // CUB_DETAIL_RADIX_KEY_CUH
