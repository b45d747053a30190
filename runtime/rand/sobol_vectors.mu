//===- sobol_vectors.mu - direction vectors of Sobol' sequences --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// By the recurrence of the dimension's polynomial (P. Bratley, B. L. Fox, 1988; S. Joe, F. Y. Kuo,
// 2003), from their numbers.
//===----------------------------------------------------------------------===//
#include "sobol_vectors.h"

#include <memory>

namespace murand_bulk {
namespace {

template <typename Word> constexpr int wordBits = 8 * sizeof(Word);

template <typename Word> void computeVectors(const SobolDimension &dimension, Word *vectors) {
  const unsigned polynomial = dimension.polynomial;
  const unsigned *numbers = sobolInitialNumbers + dimension.firstNumber;
  constexpr int bits = wordBits<Word>;
  if (polynomial == 1) { // van der Corput's sequence
    for (int k = 0; k < bits; ++k)
      vectors[k] = Word{1} << (bits - 1 - k);
    return;
  }
  const int degree = 31 - __builtin_clz(polynomial);
  for (int k = 0; k < degree; ++k)
    vectors[k] = static_cast<Word>(numbers[k]) << (bits - 1 - k);
  for (int k = degree; k < bits; ++k) {
    Word vector = vectors[k - degree] >> degree;
    for (int term = 1; term <= degree; ++term)
      if (polynomial >> (degree - term) & 1)
        vector ^= vectors[k - term];
    vectors[k] = vector;
  }
}

template <typename Word> std::unique_ptr<Word[][wordBits<Word>]> computeAll() {
  std::unique_ptr<Word[][wordBits<Word>]> all(new Word[sobolMaximumDimensions][wordBits<Word>]);
  for (unsigned i = 0; i < sobolMaximumDimensions; ++i)
    computeVectors(sobolDimensions[i], all[i]);
  return all;
}

} // namespace

murandDirectionVectors32_t *sobolVectors32() {
  static const auto all = computeAll<unsigned>();
  return all.get();
}
murandDirectionVectors64_t *sobolVectors64() {
  static const auto all = computeAll<unsigned long long>();
  return all.get();
}

} // namespace murand_bulk

using namespace murand_bulk;

template <typename Vectors>
static murandStatus_t giveVectors(Vectors *vectors[], bool isThere, Vectors *(*all)()) try {
  if (vectors == nullptr || !isThere)
    return MURAND_STATUS_OUT_OF_RANGE;
  *vectors = all();
  return MURAND_STATUS_SUCCESS;
} catch (const std::bad_alloc &) {
  return MURAND_STATUS_ALLOCATION_FAILED;
}

murandStatus_t murandGetDirectionVectors32(murandDirectionVectors32_t *vectors[],
                                           murandDirectionVectorSet_t set) {
  return giveVectors(vectors, set == MURAND_DIRECTION_VECTORS_32_JOEKUO6, sobolVectors32);
}
murandStatus_t murandGetDirectionVectors64(murandDirectionVectors64_t *vectors[],
                                           murandDirectionVectorSet_t set) {
  return giveVectors(vectors, set == MURAND_DIRECTION_VECTORS_64_JOEKUO6, sobolVectors64);
}
