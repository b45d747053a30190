//===- libraries/ccl/copy.h - copies of large results -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_LIBRARIES_CCL_COPY_H
#define MUSAPORT_LIBRARIES_CCL_COPY_H

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <emmintrin.h>

namespace musaport::ccl {

/// Whether nobody can expect to find a result of this size in a cache.
inline bool isBeyondCache(size_t bytes) { return bytes >= size_t{4} << 20; }

/// A copy that is not going to be found in this core's caches.
inline void copyPastCaches(void *to, const void *from, size_t bytes) {
  constexpr size_t line = 64, width = sizeof(__m128i);
  const size_t before = std::min(bytes, (width - reinterpret_cast<size_t>(to) % width) % width);
  std::memcpy(to, from, before);
  auto *wide = reinterpret_cast<__m128i *>(static_cast<std::byte *>(to) + before);
  const auto *source =
      reinterpret_cast<const __m128i *>(static_cast<const std::byte *>(from) + before);
  bytes -= before;
  for (size_t i = 0; i < bytes / line; ++i, wide += 4, source += 4) {
    const __m128i a = _mm_loadu_si128(source), b = _mm_loadu_si128(source + 1),
                  c = _mm_loadu_si128(source + 2), d = _mm_loadu_si128(source + 3);
    _mm_stream_si128(wide, a);
    _mm_stream_si128(wide + 1, b);
    _mm_stream_si128(wide + 2, c);
    _mm_stream_si128(wide + 3, d);
  }
  _mm_sfence(); // before another rank is told
  std::memcpy(wide, source, bytes % line);
}

/// A part of a result. A large one can be written past the caches, which need not read it then:
/// memcpy() sees only the part, and does not know.
inline void copyResult(void *to, const void *from, size_t bytes, bool isPastCaches) {
  if (isPastCaches)
    copyPastCaches(to, from, bytes);
  else
    std::memcpy(to, from, bytes);
}

/// What another rank is about to read. Memory gives it in a stream; from another core's cache its
/// lines come one by one, which is many times slower where the cores share none.
inline void copyForOthers(void *to, const void *from, size_t bytes) {
  if (bytes != 0)
    copyPastCaches(to, from, bytes);
}

} // namespace musaport::ccl

#endif // MUSAPORT_LIBRARIES_CCL_COPY_H
