//===- cub/util_type.cuh - CUB's types and type traits --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_UTIL_TYPE_CUH
#define CUB_UTIL_TYPE_CUH

#include "cub/config.cuh"
#include "musa_bf16.h"
#include "musa_fp16.h"

#include <cfloat> // CUB brings it, and programs rely on it
#include <iterator>
#include <limits>
#include <type_traits>

CUB_NAMESPACE_BEGIN

// ---- small types

struct NullType {
  using value_type = NullType;
  template <typename T> __host__ __device__ NullType &operator=(const T &) { return *this; }
  __host__ __device__ bool operator==(const NullType &) const { return true; }
  __host__ __device__ bool operator!=(const NullType &) const { return false; }
};

template <int A> struct Int2Type {
  enum { VALUE = A };
};
template <bool B, typename Then, typename Else> struct If {
  using Type = std::conditional_t<B, Then, Else>;
};
template <typename A, typename B> struct Equals {
  enum { VALUE = std::is_same<A, B>::value, NEGATE = !VALUE };
};
template <typename T> struct IsPointer {
  enum { VALUE = std::is_pointer<T>::value };
};
template <typename T> struct IsVolatile {
  enum { VALUE = std::is_volatile<T>::value };
};
template <typename T> struct RemoveQualifiers {
  using Type = std::remove_cv_t<T>;
};
template <bool Condition, typename T = void> struct EnableIf : std::enable_if<Condition, T> {
  using Type = typename std::enable_if<Condition, T>::type;
};

/// The logarithm to base 2, rounded up.
template <int N, int CURRENT_VAL = N, int COUNT = 0> struct Log2 {
  enum { VALUE = Log2<N, (CURRENT_VAL >> 1), COUNT + 1>::VALUE };
};
template <int N, int COUNT> struct Log2<N, 0, COUNT> {
  enum { VALUE = (1 << (COUNT - 1) < N) ? COUNT : COUNT - 1 };
};
template <int N> struct PowerOfTwo {
  enum { VALUE = (N & (N - 1)) == 0 };
};

template <typename T> struct AlignBytes {
  enum { ALIGN_BYTES = alignof(T) };
  using Type = T;
};

/// The largest words that T's size and alignment allow. They copy a T word by word.
template <typename T> struct UnitWord {
  using ShuffleWord = std::conditional_t<
      sizeof(T) % 4 == 0 && alignof(T) % 4 == 0, unsigned int,
      std::conditional_t<sizeof(T) % 2 == 0 && alignof(T) % 2 == 0, unsigned short, unsigned char>>;
  using DeviceWord = std::conditional_t<sizeof(T) % 8 == 0 && alignof(T) % 8 == 0,
                                        unsigned long long, ShuffleWord>;
  using VolatileWord = DeviceWord;
  using TextureWord = ShuffleWord;
};

template <typename T, int COUNT> struct ArrayWrapper {
  T array[COUNT];
};

template <typename T> struct Uninitialized {
  using DeviceWord = typename UnitWord<T>::DeviceWord;
  alignas(T) DeviceWord storage[sizeof(T) / sizeof(DeviceWord)];
  __host__ __device__ T &Alias() { return reinterpret_cast<T &>(*this); }
};

template <typename K, typename V> struct KeyValuePair {
  using Key = K;
  using Value = V;
  Key key;
  Value value;
  KeyValuePair() = default;
  __host__ __device__ KeyValuePair(const K &k, const V &v) : key(k), value(v) {}
  __host__ __device__ bool operator==(const KeyValuePair &b) const {
    return key == b.key && value == b.value;
  }
  __host__ __device__ bool operator!=(const KeyValuePair &b) const { return !(*this == b); }
};

/// A pair of buffers. `selector` tells which of them is the current one.
template <typename T> struct DoubleBuffer {
  T *d_buffers[2];
  int selector;
  __host__ __device__ DoubleBuffer() : d_buffers{nullptr, nullptr}, selector(0) {}
  __host__ __device__ DoubleBuffer(T *current, T *alternate)
      : d_buffers{current, alternate}, selector(0) {}
  __host__ __device__ T *Current() { return d_buffers[selector]; }
  __host__ __device__ T *Alternate() { return d_buffers[selector ^ 1]; }
};

/// A value that is read when it is used, so that an earlier kernel may still write it.
template <typename T, typename IterT = T *> struct FutureValue {
  using value_type = T;
  using iterator_type = IterT;
  __host__ __device__ explicit FutureValue(IterT iterator) : iterator(iterator) {}
  __host__ __device__ operator T() const { return *iterator; }

private:
  IterT iterator;
};
#if __cplusplus >= 201703L
template <typename IterT>
FutureValue(IterT) -> FutureValue<typename std::iterator_traits<IterT>::value_type, IterT>;
#endif

/// The vector type with N components of type T: CUDA's type if there is one, else an array.
template <typename T, int N> struct CubVector {
  using BaseType = T;
  using Type = CubVector;
  T components[N];
};
#define CUB_VECTOR_OF(base, name)                                                                  \
  template <> struct CubVector<base, 1> : name##1 {                                                \
    using BaseType = base;                                                                         \
    using Type = name##1;                                                                          \
  };                                                                                               \
  template <> struct CubVector<base, 2> : name##2 {                                                \
    using BaseType = base;                                                                         \
    using Type = name##2;                                                                          \
  };                                                                                               \
  template <> struct CubVector<base, 3> : name##3 {                                                \
    using BaseType = base;                                                                         \
    using Type = name##3;                                                                          \
  };                                                                                               \
  template <> struct CubVector<base, 4> : name##4 {                                                \
    using BaseType = base;                                                                         \
    using Type = name##4;                                                                          \
  };
CUB_VECTOR_OF(char, char)
CUB_VECTOR_OF(signed char, char)
CUB_VECTOR_OF(short, short)
CUB_VECTOR_OF(int, int)
CUB_VECTOR_OF(long, long)
CUB_VECTOR_OF(long long, longlong)
CUB_VECTOR_OF(unsigned char, uchar)
CUB_VECTOR_OF(unsigned short, ushort)
CUB_VECTOR_OF(unsigned int, uint)
CUB_VECTOR_OF(unsigned long, ulong)
CUB_VECTOR_OF(unsigned long long, ulonglong)
CUB_VECTOR_OF(float, float)
CUB_VECTOR_OF(double, double)
CUB_VECTOR_OF(bool, uchar)
#undef CUB_VECTOR_OF

// ---- traits of numbers

enum Category { NOT_A_NUMBER, SIGNED_INTEGER, UNSIGNED_INTEGER, FLOATING_POINT };

/// Programs may specialise FpLimits and NumericTraits for their own types.
template <typename T> struct FpLimits {
  static __host__ __device__ T Max() { return std::numeric_limits<T>::max(); }
  static __host__ __device__ T Lowest() { return std::numeric_limits<T>::lowest(); }
};

namespace detail {
template <typename T, typename Bits> __host__ __device__ inline T from_bits(Bits bits) {
  T value;
  __builtin_memcpy(static_cast<void *>(&value), &bits, sizeof(T));
  return value;
}
} // namespace detail
template <> struct FpLimits<__half> {
  static __host__ __device__ __half Max() {
    return detail::from_bits<__half>(static_cast<unsigned short>(0x7BFF));
  }
  static __host__ __device__ __half Lowest() {
    return detail::from_bits<__half>(static_cast<unsigned short>(0xFBFF));
  }
};
template <> struct FpLimits<__mt_bfloat16> {
  static __host__ __device__ __mt_bfloat16 Max() {
    return detail::from_bits<__mt_bfloat16>(static_cast<unsigned short>(0x7F7F));
  }
  static __host__ __device__ __mt_bfloat16 Lowest() {
    return detail::from_bits<__mt_bfloat16>(static_cast<unsigned short>(0xFF7F));
  }
};

/// Maps a key's bits to bits that sort as unsigned numbers (TwiddleIn), and back (TwiddleOut).
template <Category CATEGORY_, bool PRIMITIVE_, bool NULL_TYPE_, typename UnsignedBits_,
          typename T = UnsignedBits_>
struct BaseTraits {
  using UnsignedBits = UnsignedBits_;
  static constexpr Category CATEGORY = CATEGORY_;
  static constexpr bool PRIMITIVE = PRIMITIVE_;
  static constexpr bool NULL_TYPE = NULL_TYPE_;
  static constexpr UnsignedBits HIGH_BIT =
      static_cast<UnsignedBits>(UnsignedBits(1) << (sizeof(UnsignedBits) * 8 - 1));
  /// The untwiddled bits of the lowest key. MAX_KEY below has those of the greatest.
  static constexpr UnsignedBits LOWEST_KEY = CATEGORY == FLOATING_POINT   ? UnsignedBits(-1)
                                             : CATEGORY == SIGNED_INTEGER ? HIGH_BIT
                                                                          : UnsignedBits(0);
  static constexpr UnsignedBits MAX_KEY =
      CATEGORY == UNSIGNED_INTEGER ? UnsignedBits(-1) : UnsignedBits(UnsignedBits(-1) ^ HIGH_BIT);
  static __host__ __device__ UnsignedBits TwiddleIn(UnsignedBits key) {
    if constexpr (CATEGORY == SIGNED_INTEGER)
      return static_cast<UnsignedBits>(key ^ HIGH_BIT);
    else if constexpr (CATEGORY == FLOATING_POINT)
      return static_cast<UnsignedBits>(key ^ ((key & HIGH_BIT) != 0 ? UnsignedBits(-1) : HIGH_BIT));
    else
      return key;
  }
  static __host__ __device__ UnsignedBits TwiddleOut(UnsignedBits key) {
    if constexpr (CATEGORY == SIGNED_INTEGER)
      return static_cast<UnsignedBits>(key ^ HIGH_BIT);
    else if constexpr (CATEGORY == FLOATING_POINT)
      return static_cast<UnsignedBits>(key ^ ((key & HIGH_BIT) != 0 ? HIGH_BIT : UnsignedBits(-1)));
    else
      return key;
  }
  static __host__ __device__ T Max() {
    if constexpr (CATEGORY == FLOATING_POINT)
      return FpLimits<T>::Max();
    else
      return std::numeric_limits<T>::max();
  }
  static __host__ __device__ T Lowest() {
    if constexpr (CATEGORY == FLOATING_POINT)
      return FpLimits<T>::Lowest();
    else
      return std::numeric_limits<T>::lowest();
  }
};

namespace detail {
template <typename T> constexpr Category category_of() {
  if (std::is_floating_point<T>::value)
    return FLOATING_POINT;
  if (!std::is_integral<T>::value && !std::is_same<T, __int128>::value &&
      !std::is_same<T, unsigned __int128>::value)
    return NOT_A_NUMBER;
  return T(-1) < T(0) ? SIGNED_INTEGER : UNSIGNED_INTEGER;
}
template <size_t Bytes> struct bits_of_size {
  using type = NullType;
};
template <> struct bits_of_size<1> {
  using type = unsigned char;
};
template <> struct bits_of_size<2> {
  using type = unsigned short;
};
template <> struct bits_of_size<4> {
  using type = unsigned int;
};
template <> struct bits_of_size<8> {
  using type = unsigned long long;
};
template <> struct bits_of_size<16> {
  using type = unsigned __int128;
};
template <typename T>
constexpr bool is_number =
    (std::is_arithmetic<T>::value && !std::is_same<T, long double>::value) ||
    std::is_same<T, __int128>::value || std::is_same<T, unsigned __int128>::value;
template <typename T, bool = is_number<T>> struct numeric_base {
  using type = BaseTraits<NOT_A_NUMBER, false, std::is_same<T, NullType>::value, NullType, T>;
};
template <typename T> struct numeric_base<T, true> {
  using type = BaseTraits<category_of<T>(), true, false, typename bits_of_size<sizeof(T)>::type, T>;
};
} // namespace detail

template <Category CATEGORY_, bool NULL_TYPE_, typename T>
struct BaseTraits<CATEGORY_, false, NULL_TYPE_, NullType, T> {
  static constexpr Category CATEGORY = CATEGORY_;
  static constexpr bool PRIMITIVE = false;
  static constexpr bool NULL_TYPE = NULL_TYPE_;
};

template <typename T> struct NumericTraits : detail::numeric_base<T>::type {};
template <>
struct NumericTraits<__half> : BaseTraits<FLOATING_POINT, true, false, unsigned short, __half> {};
template <>
struct NumericTraits<__mt_bfloat16>
    : BaseTraits<FLOATING_POINT, true, false, unsigned short, __mt_bfloat16> {};

template <typename T> struct Traits : NumericTraits<std::remove_cv_t<T>> {};

template <typename T> struct is_primitive : std::integral_constant<bool, Traits<T>::PRIMITIVE> {};

namespace detail {

template <bool Condition, typename Then, typename Else>
using conditional_t = std::conditional_t<Condition, Then, Else>;
template <typename Iterator>
using value_t = typename std::iterator_traits<std::remove_reference_t<Iterator>>::value_type;
/// The value type of an iterator, or `Fallback` if it is void, as for write-only iterators.
template <typename Iterator, typename Fallback> struct non_void_value {
  using given = typename std::iterator_traits<Iterator>::value_type;
  using type = std::conditional_t<std::is_void<given>::value, Fallback, given>;
};
template <typename Iterator, typename Fallback>
using non_void_value_t = typename non_void_value<Iterator, Fallback>::type;

/// A T with its index: as a pair that the output holds, or one of its own.
template <typename T, typename Out> struct indexed {
  using type = KeyValuePair<int, T>;
};
template <typename T, typename K, typename V> struct indexed<T, KeyValuePair<K, V>> {
  using type = KeyValuePair<K, V>;
};

template <typename T> struct type_is {
  using type = T;
};
/// Clang knows no call of a __device__ function where it compiles for the host, but in the body of
/// a function that is for both.
template <typename Op, typename... Args> __host__ __device__ auto type_of_call() {
  return type_is<std::decay_t<decltype(std::declval<Op &>()(std::declval<Args>()...))>>();
}
/// The type of what `Op` returns, also if only device code can call it.
template <typename Op, typename... Args>
using call_result_t = typename decltype(type_of_call<Op, Args...>())::type;
template <typename Op, typename... Args> using invoke_result_t = call_result_t<Op, Args...>;

/// The result type of Op on an Init and an Input. Like CUB, the algorithms accumulate in it.
template <typename Op, typename Init, typename Input>
using accumulator_t = call_result_t<Op, Init, Input>;

/// The extreme values of T. A minimum starts with greatest(), and a maximum with lowest().
template <typename T> inline T greatest() {
  if constexpr (Traits<T>::PRIMITIVE)
    return Traits<T>::Max();
  else
    return std::numeric_limits<T>::max();
}
template <typename T> inline T lowest() {
  if constexpr (Traits<T>::PRIMITIVE)
    return Traits<T>::Lowest();
  else
    return std::numeric_limits<T>::lowest();
}

/// The type of an initial value. For a FutureValue, it is the type of the value inside.
template <typename T, typename = void> struct init_value {
  using type = T;
};
template <typename T, typename I> struct init_value<FutureValue<T, I>> {
  using type = T;
};

} // namespace detail

/// Whether BinaryOp takes an index as its third argument: op(a, b, index).
template <typename T, typename BinaryOp> struct BinaryOpHasIdxParam {
private:
  template <typename Op>
  static auto test(int)
      -> decltype(std::declval<Op &>()(std::declval<const T &>(), std::declval<const T &>(), 0U),
                  std::true_type());
  template <typename Op> static std::false_type test(long);

public:
  static constexpr bool HAS_PARAM = decltype(test<BinaryOp>(0))::value;
};

CUB_NAMESPACE_END

#endif // CUB_UTIL_TYPE_CUH
