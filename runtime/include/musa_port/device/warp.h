//===- musa_port/device/warp.h - shuffles, votes, matches --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A lane mask has 32 bits for every warp size. In a warp of 128 lanes, a shuffle with a width above
// 32 exchanges among that many lanes, and `mask` applies to each group of 32. Votes, matches and
// reductions cover only the caller's 32 lanes. Code written for 32 lanes uses the default width,
// 128 there. So a shuffle does not wait forever for a group of 32 lanes of which none arrives.
//
// The forms without a mask cover the lanes that reach the same place in the source.
//
// A shuffle from a lane that does not take part returns the caller's own value.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_DEVICE_WARP_H
#define MUSA_PORT_DEVICE_WARP_H

#include "musa_port/device/builtin_variables.h"
#include "musa_port/device/sync.h"

#define __MUSA_WARP __device__ __forceinline__
/// Of lambdas: what is a function of its own when a kernel is cut keeps its arguments in memory.
#define __MUSA_INLINE __attribute__((always_inline))

// ---- lanes

__MUSA_WARP unsigned __get_laneid() { return __musa_self()->rank % warpSize; }
/// The lane's index within its group of 32, which is its bit in a lane mask.
__MUSA_WARP unsigned __musa_lane32() { return __musa_self()->rank % 32; }
__MUSA_WARP unsigned __get_lanemask_eq() { return 1U << __musa_lane32(); }
__MUSA_WARP unsigned __get_lanemask_lt() { return (1U << __musa_lane32()) - 1; }
__MUSA_WARP unsigned __get_lanemask_le() { return ~0U >> (31 - __musa_lane32()); }
__MUSA_WARP unsigned __get_lanemask_ge() { return ~0U << __musa_lane32(); }
__MUSA_WARP unsigned __get_lanemask_gt() { return ~0U << __musa_lane32() << 1; }

__MUSA_WARP unsigned __activemask(__MUSA_PLACE) {
  return __musa_wait_lanes(__musa_self(), 0, 32, 0, __file, __line)->arrived[0];
}

/// Computes from what 32 lanes have given what all of them get. It only reads that, so that LLVM
/// moves the call out of a loop over the lanes of a warp of 32. Inlined, it would be a loop in each
/// round of that loop.
#define __MUSA_COMMON __device__ __attribute__((noinline))

/// What all lanes of an exchange among 32 get. In a larger warp, a loop over the lanes has several
/// such groups: the first lane of each computes it for the others.
template <unsigned (*compute)(const __musa_lanes *)>
__MUSA_WARP unsigned __musa_common(const __musa_lanes *lanes) {
  if (warpSize == 32)
    return compute(lanes);
  if (lanes->common.is_computed == 0) {
    auto *own = const_cast<__musa_lanes *>(lanes);
    own->common.value = compute(lanes);
    own->common.is_computed = 1;
  }
  return lanes->common.value;
}

// ---- votes

/// One bit per lane: whether it arrived, and whether its predicate holds.
struct __musa_vote {
  unsigned arrived;
  unsigned yes;
};
inline __MUSA_COMMON unsigned __musa_ballot_of(const __musa_lanes *lanes) {
  unsigned bits = 0;
  for (unsigned lane = 0; lane < 32; ++lane)
    bits |= static_cast<unsigned>(lanes->values[lane] & 1) << lane;
  return bits & lanes->arrived[0];
}
__MUSA_WARP __musa_vote __musa_vote_of(unsigned mask, bool predicate, const char *file,
                                       unsigned line) {
  const __musa_lanes *lanes = __musa_wait_lanes(__musa_self(), mask, 32, predicate, file, line);
  return {lanes->arrived[0], __musa_common<__musa_ballot_of>(lanes)};
}
__MUSA_WARP unsigned __ballot_sync(unsigned mask, int predicate, __MUSA_PLACE) {
  return __musa_vote_of(mask, predicate != 0, __file, __line).yes;
}
__MUSA_WARP int __any_sync(unsigned mask, int predicate, __MUSA_PLACE) {
  return __musa_vote_of(mask, predicate != 0, __file, __line).yes != 0;
}
__MUSA_WARP int __all_sync(unsigned mask, int predicate, __MUSA_PLACE) {
  const __musa_vote vote = __musa_vote_of(mask, predicate != 0, __file, __line);
  return vote.yes == vote.arrived;
}
__MUSA_WARP int __uni_sync(unsigned mask, int predicate, __MUSA_PLACE) {
  const __musa_vote vote = __musa_vote_of(mask, predicate != 0, __file, __line);
  return vote.yes == vote.arrived || vote.yes == 0;
}

// ---- shuffles

/// Packs `value` into the 64 bits that a lane exchanges. __musa_from_lane() unpacks it.
template <typename T> __MUSA_WARP unsigned long __musa_to_lane(T value) {
  static_assert(sizeof(T) <= sizeof(unsigned long), "lanes exchange at most 64 bits");
  unsigned long bits = 0;
  __builtin_memcpy(&bits, &value, sizeof(T));
  return bits;
}
template <typename T> __MUSA_WARP T __musa_from_lane(unsigned long bits) {
  T value;
  __builtin_memcpy(&value, &bits, sizeof(T));
  return value;
}

/// A shuffle's distance counts modulo the warp's size. Source: an NVIDIA H200 (33 is as 1).
__MUSA_WARP unsigned __musa_distance(unsigned distance) {
  return distance & (static_cast<unsigned>(warpSize) - 1);
}

/// How many lanes wait for each other in a shuffle of this width: 32, 64 or the whole warp.
__MUSA_WARP unsigned __musa_group_of(int width) {
  return width <= 32 ? 32 : width <= 64 && warpSize > 64 ? 64 : static_cast<unsigned>(warpSize);
}
/// The lane to read from, if there is such a one: the caller keeps its own value otherwise.
struct __musa_source {
  unsigned lane;
  bool exists;
};
/// source(lane, first, last) returns the lane of the group to read from. `lane` is the caller's;
/// `first` and `last` bound its segment of `width` lanes. Each lane reads a value, so that the loop
/// over lanes reads neighbors at once.
template <typename T, typename Source>
__MUSA_WARP T __musa_shuffle(unsigned mask, T value, int width, Source source, const char *file,
                             unsigned line) {
  __musa_thread *self = __musa_self();
  const unsigned group = __musa_group_of(width);
  const __musa_lanes *lanes =
      __musa_wait_lanes(self, mask, group, __musa_to_lane(value), file, line);
  const unsigned lane = self->rank % group;
  const unsigned first = lane & ~(static_cast<unsigned>(width) - 1);
  const __musa_source from = source(lane, first, first + static_cast<unsigned>(width) - 1);
  const T other = __musa_from_lane<T>(lanes->values[from.lane % 128]);
  const unsigned arrived = lanes->arrived[group == 32 ? 0 : from.lane / 32 % 4];
  // Without branches, for the same reason.
  const bool takes = (static_cast<unsigned>(from.exists) & arrived >> from.lane % 32) != 0;
  return takes ? other : value;
}
template <typename T>
__MUSA_WARP T __musa_shuffle_index(unsigned mask, T value, int index, int width, const char *file,
                                   unsigned line) {
  return __musa_shuffle(
      mask, value, width,
      [=](unsigned, unsigned first, unsigned last) __MUSA_INLINE -> __musa_source {
        return {first | (static_cast<unsigned>(index) & (last - first)), true};
      },
      file, line);
}
template <typename T>
__MUSA_WARP T __musa_shuffle_up(unsigned mask, T value, unsigned delta, int width, const char *file,
                                unsigned line) {
  return __musa_shuffle(
      mask, value, width,
      [distance = __musa_distance(delta)](unsigned lane, unsigned first, unsigned)
          __MUSA_INLINE -> __musa_source { return {lane - distance, distance <= lane - first}; },
      file, line);
}
template <typename T>
__MUSA_WARP T __musa_shuffle_down(unsigned mask, T value, unsigned delta, int width,
                                  const char *file, unsigned line) {
  return __musa_shuffle(
      mask, value, width,
      [distance = __musa_distance(delta)](unsigned lane, unsigned, unsigned last)
          __MUSA_INLINE -> __musa_source { return {lane + distance, distance <= last - lane}; },
      file, line);
}
template <typename T>
__MUSA_WARP T __musa_shuffle_xor(unsigned mask, T value, int bits, int width, const char *file,
                                 unsigned line) {
  return __musa_shuffle(
      mask, value, width,
      [distance = __musa_distance(static_cast<unsigned>(bits))](
          unsigned lane, unsigned, unsigned last) __MUSA_INLINE -> __musa_source {
        return {lane ^ distance, (lane ^ distance) <= last}; // one below the segment is allowed
      },
      file, line);
}

// The forms without _sync pass 0 as the mask, for the lanes that reach the same place.
#define __MUSA_SHUFFLE(type, name, how, operand)                                                   \
  __MUSA_WARP type name##_sync(unsigned mask, type value, operand, int width = warpSize,           \
                               __MUSA_PLACE) {                                                     \
    return __musa_shuffle_##how(mask, value, lane, width, __file, __line);                         \
  }                                                                                                \
  __MUSA_WARP type name(type value, operand, int width = warpSize, __MUSA_PLACE) {                 \
    return __musa_shuffle_##how(0, value, lane, width, __file, __line);                            \
  }
#define __MUSA_SHUFFLES(type)                                                                      \
  __MUSA_SHUFFLE(type, __shfl, index, int lane)                                                    \
  __MUSA_SHUFFLE(type, __shfl_up, up, unsigned lane)                                               \
  __MUSA_SHUFFLE(type, __shfl_down, down, unsigned lane)                                           \
  __MUSA_SHUFFLE(type, __shfl_xor, xor, int lane)
__MUSA_SHUFFLES(int)
__MUSA_SHUFFLES(unsigned)
__MUSA_SHUFFLES(long)
__MUSA_SHUFFLES(unsigned long)
__MUSA_SHUFFLES(long long)
__MUSA_SHUFFLES(unsigned long long)
__MUSA_SHUFFLES(float)
__MUSA_SHUFFLES(double)
#undef __MUSA_SHUFFLES
#undef __MUSA_SHUFFLE

__MUSA_WARP int __any(int predicate, __MUSA_PLACE) {
  return __any_sync(0, predicate, __file, __line);
}
__MUSA_WARP int __all(int predicate, __MUSA_PLACE) {
  return __all_sync(0, predicate, __file, __line);
}
__MUSA_WARP unsigned __ballot(int predicate, __MUSA_PLACE) {
  return __ballot_sync(0, predicate, __file, __line);
}

// ---- matches: lanes that have the same bits

__MUSA_WARP unsigned __musa_match_any(unsigned mask, unsigned long bits, const char *file,
                                      unsigned line) {
  const __musa_lanes *lanes = __musa_wait_lanes(__musa_self(), mask, 32, bits, file, line);
  unsigned same = 0;
  for (unsigned lane = 0; lane < 32; ++lane)
    same |= static_cast<unsigned>(lanes->values[lane] == bits) << lane;
  return same & lanes->arrived[0];
}
#define __MUSA_MATCH(type)                                                                         \
  __MUSA_WARP unsigned __match_any_sync(unsigned mask, type value, __MUSA_PLACE) {                 \
    return __musa_match_any(mask, __musa_to_lane(value), __file, __line);                          \
  }                                                                                                \
  __MUSA_WARP unsigned __match_all_sync(unsigned mask, type value, int *all, __MUSA_PLACE) {       \
    const __musa_lanes *lanes =                                                                    \
        __musa_wait_lanes(__musa_self(), mask, 32, __musa_to_lane(value), __file, __line);         \
    unsigned same = 0;                                                                             \
    for (unsigned lane = 0; lane < 32; ++lane)                                                     \
      same |= static_cast<unsigned>(lanes->values[lane] == __musa_to_lane(value)) << lane;         \
    *all = (lanes->arrived[0] & ~same) == 0;                                                       \
    return *all ? lanes->arrived[0] : 0;                                                           \
  }
__MUSA_MATCH(int)
__MUSA_MATCH(unsigned)
__MUSA_MATCH(long)
__MUSA_MATCH(unsigned long)
__MUSA_MATCH(long long)
__MUSA_MATCH(unsigned long long)
__MUSA_MATCH(float)
__MUSA_MATCH(double)
#undef __MUSA_MATCH

// ---- reductions

/// At least one lane has given a value.
template <typename T, T (*combine)(T, T)>
__MUSA_COMMON unsigned __musa_reduction_of(const __musa_lanes *lanes) {
  static_assert(sizeof(T) == sizeof(unsigned));
  const unsigned arrived = lanes->arrived[0];
  const unsigned start = static_cast<unsigned>(__builtin_ctz(arrived));
  T result = __musa_from_lane<T>(lanes->values[start]);
  for (unsigned lane = start + 1; lane < 32; ++lane)
    if ((arrived >> lane & 1) != 0)
      result = combine(result, __musa_from_lane<T>(lanes->values[lane]));
  return static_cast<unsigned>(result);
}
#define __MUSA_REDUCE(type, name, expression)                                                      \
  __MUSA_WARP type __musa_combine_##name(type a, type b) { return expression; }                    \
  __MUSA_WARP type __reduce_##name##_sync(unsigned mask, type value, __MUSA_PLACE) {               \
    const __musa_lanes *lanes =                                                                    \
        __musa_wait_lanes(__musa_self(), mask, 32, __musa_to_lane(value), __file, __line);         \
    return static_cast<type>(                                                                      \
        __musa_common<__musa_reduction_of<type, __musa_combine_##name>>(lanes));                   \
  }
__MUSA_REDUCE(unsigned, add, a + b)
__MUSA_REDUCE(unsigned, min, a < b ? a : b)
__MUSA_REDUCE(unsigned, max, a < b ? b : a)
__MUSA_REDUCE(int, add, static_cast<int>(static_cast<unsigned>(a) + static_cast<unsigned>(b)))
__MUSA_REDUCE(int, min, a < b ? a : b)
__MUSA_REDUCE(int, max, a < b ? b : a)
__MUSA_REDUCE(unsigned, and, a &b)
__MUSA_REDUCE(unsigned, or, a | b)
__MUSA_REDUCE(unsigned, xor, a ^ b)
#undef __MUSA_REDUCE

#undef __MUSA_COMMON
#undef __MUSA_INLINE
#undef __MUSA_WARP

#endif // MUSA_PORT_DEVICE_WARP_H
