//===- cub/detail/accesses.cuh - what may be the same memory, and what not --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_ACCESSES_CUH
#define CUB_ACCESSES_CUH

#include "cub/detail/launch.cuh"

CUB_NAMESPACE_BEGIN

namespace detail {

/// The memory that an algorithm reads and writes, as far as pointers stand for it. An algorithm
/// refuses what overlaps and may not: the order in which its parts run would decide the result.
class accesses {
public:
  template <typename From> accesses &reads(const From &from, long long n) {
    return add(from, n, use::read);
  }
  /// Items of which none is read any more once its own place in the output is written: an output
  /// that begins at the same item may be in place of them.
  template <typename From> accesses &reads_once(const From &from, long long n) {
    return add(from, n, use::read_once);
  }
  /// All n items, whose memory nothing else may have.
  template <typename To> accesses &writes(const To &to, long long n) {
    return add(to, n, use::all);
  }
  /// All n items, which may be in place of those that are read.
  template <typename From, typename To>
  accesses &replaces(const From &from, const To &to, long long n) {
    reads(from, n);
    return add(to, n, use::all, count - 1);
  }
  /// Some of n items, so few that they do not reach what they begin before.
  template <typename To> accesses &writes_some(const To &to, long long n) {
    return add(to, n, use::some);
  }
  /// The k-th of some items after k of those that are read. With sequential(), they may begin
  /// before these.
  template <typename To> accesses &appends(const To &to, long long n) {
    return add(to, n, use::some_in_order);
  }
  /// The same, and they may be in place of `from`.
  template <typename From, typename To>
  accesses &selects(const From &from, const To &to, long long n) {
    reads(from, n);
    in_order = in_order || same_memory(from, to);
    return add(to, n, use::some_in_order, count - 1);
  }

  /// `memory` is the temporary storage. If there is none, the call only asks for the size: nothing
  /// is read or written, and the pointers may be placeholders.
  bool clash(const void *memory) const {
    for (int i = 0; memory != nullptr && i < count; ++i)
      for (int j = 0; j < count; ++j)
        if (i != j && clash(i, j))
          return true;
    return false;
  }
  /// Whether one thread has to do all, from the first item to the last.
  bool sequential() const {
    for (int i = 0; i < count; ++i)
      for (int j = 0; j < count; ++j)
        if (ranges[i].use == use::some_in_order && is_read(ranges[j]) &&
            overlap(ranges[i], ranges[j]))
          return true;
    return in_order;
  }

private:
  enum class use { read, read_once, all, some, some_in_order };
  struct range {
    size_t first, last, item;
    enum use use;
    int in_place_of;
  };

  template <typename It> accesses &add(const It &it, long long n, use as, int in_place_of = -1) {
    range &added = ranges[count++];
    added = {0, 0, 0, as, in_place_of};
    if constexpr (std::is_pointer<It>::value) {
      if constexpr (!std::is_void<std::remove_pointer_t<It>>::value) {
        added.item = sizeof(*it);
        added.first = reinterpret_cast<size_t>(it);
        added.last = added.first + static_cast<size_t>(it != nullptr && n > 0 ? n : 0) * added.item;
      }
    }
    return *this;
  }

  static bool is_read(const range &r) { return r.use == use::read || r.use == use::read_once; }
  static bool overlap(const range &a, const range &b) {
    return a.first < a.last && b.first < b.last && a.first < b.last && b.first < a.last;
  }
  /// Whether the range i is written where j is. How far something goes that is only some of n items
  /// is not known: it is in the way of others if it begins there.
  bool clash(int i, int j) const {
    const range &written = ranges[i], &other = ranges[j];
    if (is_read(written) || !overlap(written, other) ||
        (written.in_place_of == j && written.first == other.first && written.item == other.item))
      return false;
    if (other.use == use::read_once && written.first == other.first)
      return written.use == use::some_in_order
                 ? written.item > other.item
                 : written.last != other.last || written.item != other.item;
    if (is_read(other))
      return written.use == use::all || written.first >= other.first;
    return (written.use == use::all || written.first >= other.first) &&
           (other.use == use::all || other.first >= written.first);
  }

  range ranges[8];
  int count = 0;
  bool in_order = false; ///< two iterators may be of the same memory
};

} // namespace detail

CUB_NAMESPACE_END

#endif // CUB_ACCESSES_CUH
