//===- libraries/ccl/copy.h - copies of large results -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_LIBRARIES_CCL_COPY_H
#define MUSAPORT_LIBRARIES_CCL_COPY_H

#include <cstddef>
#include <cstring>
#include <emmintrin.h>

namespace musaport::ccl {

/// Whether nobody can expect to find a result of this size in a cache.
inline bool isBeyondCache(size_t bytes) { return bytes >= size_t{4} << 20; }

/// A part of a result. A large one is written past the caches, which need not read it then:
/// memcpy() sees only the part, and does not know.
inline void copyResult(void *to, const void *from, size_t bytes, bool isLarge) {
  constexpr size_t line = 64;
  if (!isLarge || reinterpret_cast<size_t>(to) % sizeof(__m128i) != 0) {
    std::memcpy(to, from, bytes);
    return;
  }
  auto *wide = static_cast<__m128i *>(to);
  const auto *source = static_cast<const __m128i *>(from);
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

} // namespace musaport::ccl

#endif // MUSAPORT_LIBRARIES_CCL_COPY_H
