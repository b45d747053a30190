//===- host/model/memory_word.h - words that streams wait for and write -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_MODEL_MEMORY_WORD_H
#define MUSAPORT_HOST_MODEL_MEMORY_WORD_H

#include <cstdint>
#include <functional>

namespace musart {

/// One access of a stream to a word of 4 or 8 bytes, aligned to its size.
struct WordAccess {
  enum class Kind : uint8_t {
    WaitAtLeast, ///< cyclically: word - value, as a signed number, is not negative
    WaitEqual,
    WaitAnd, ///< a bit is set in both
    WaitNor, ///< a bit is set in neither
    Write,   ///< behind all that the stream has written
    Barrier
  };
  Kind kind = Kind::Barrier;
  bool is64 = false;
  void *address = nullptr;
  uint64_t value = 0;
};

enum class WordOutcome : uint8_t { Done, Stopped, ProgramEnds };

/// A wait looks at the word again and again, mostly sleeping. It ends early if `stop` returns true,
/// or when the program ends.
WordOutcome perform(const WordAccess &access, const std::function<bool()> &stop);

} // namespace musart

#endif // MUSAPORT_HOST_MODEL_MEMORY_WORD_H
