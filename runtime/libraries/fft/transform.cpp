//===- libraries/fft/transform.cpp -----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "transform.h"

#include "conversion.h"

#include <cstdint>
#include <fftw3.h>
#include <vector>

namespace musaport::fft {
namespace {

/// FFTW's functions for parts of type `R`.
template <typename R> struct Fftw;
// NOLINTBEGIN(bugprone-macro-parentheses): the arguments are names and types
#define DEFINE(R, prefix)                                                                          \
  template <> struct Fftw<R> {                                                                     \
    using Complex = prefix##_complex;                                                              \
    using Plan = prefix##_plan;                                                                    \
    using Dimension = prefix##_iodim64;                                                            \
    static constexpr auto makePlannerThreadSafe = prefix##_make_planner_thread_safe;               \
    static constexpr auto planComplex = prefix##_plan_guru64_dft;                                  \
    static constexpr auto planRealToComplex = prefix##_plan_guru64_dft_r2c;                        \
    static constexpr auto planComplexToReal = prefix##_plan_guru64_dft_c2r;                        \
    static constexpr auto destroy = prefix##_destroy_plan;                                         \
    static constexpr auto executeComplex = prefix##_execute_dft;                                   \
    static constexpr auto executeRealToComplex = prefix##_execute_dft_r2c;                         \
    static constexpr auto executeComplexToReal = prefix##_execute_dft_c2r;                         \
  };
DEFINE(double, fftw)
DEFINE(float, fftwf)
#undef DEFINE
// NOLINTEND(bugprone-macro-parentheses)

/// FFTW's planner has state, and other libraries of the process use it too: its own lock guards it.
template <typename R> void guardPlanner() {
  [[maybe_unused]] static const bool isGuarded = (Fftw<R>::makePlannerThreadSafe(), true);
}

template <typename R> class FftwTransform final : public Transform {
public:
  FftwTransform(Kind kind, typename Fftw<R>::Plan plan) : kind(kind), plan(plan) {}
  FftwTransform(const FftwTransform &) = delete;
  FftwTransform &operator=(const FftwTransform &) = delete;
  ~FftwTransform() override { Fftw<R>::destroy(plan); }

  void execute(void *input, void *output) const override {
    using Complex = typename Fftw<R>::Complex;
    switch (kind) {
    case Kind::complexToComplex:
      return Fftw<R>::executeComplex(plan, static_cast<Complex *>(input),
                                     static_cast<Complex *>(output));
    case Kind::realToComplex:
      return Fftw<R>::executeRealToComplex(plan, static_cast<R *>(input),
                                           static_cast<Complex *>(output));
    case Kind::complexToReal:
      return Fftw<R>::executeComplexToReal(plan, static_cast<Complex *>(input),
                                           static_cast<R *>(output));
    }
  }

private:
  Kind kind;
  typename Fftw<R>::Plan plan;
};

template <typename R>
std::unique_ptr<const Transform> makeFftw(const Shape &shape, const Problem::Sides &sides,
                                          const Usage &usage) {
  guardPlanner<R>();
  using F = Fftw<R>;
  using Complex = typename F::Complex;
  std::array<typename F::Dimension, maxRank> dimensions{};
  for (int i = 0; i < shape.rank; ++i)
    dimensions[i] = {shape.n[i], sides.input.strides[i], sides.output.strides[i]};
  const typename F::Dimension batch = {shape.batch, sides.input.distance, sides.output.distance};

  // The planner only looks at whether the arrays are the same, with FFTW_ESTIMATE; what it is to
  // know of their alignment is in the flags.
  alignas(64) std::array<std::byte, 64> first;
  alignas(64) std::array<std::byte, 64> second;
  void *input = first.data();
  void *output = usage.isInPlace ? first.data() : second.data();
  unsigned flags = FFTW_ESTIMATE | (usage.isAligned ? 0U : FFTW_UNALIGNED);
  typename F::Plan plan = nullptr;
  switch (shape.types.kind) {
  case Kind::complexToComplex:
    plan = F::planComplex(shape.rank, dimensions.data(), 1, &batch, static_cast<Complex *>(input),
                          static_cast<Complex *>(output),
                          usage.isInverse ? FFTW_BACKWARD : FFTW_FORWARD, flags);
    break;
  case Kind::realToComplex:
    plan = F::planRealToComplex(shape.rank, dimensions.data(), 1, &batch, static_cast<R *>(input),
                                static_cast<Complex *>(output), flags);
    break;
  case Kind::complexToReal:
    // FFTW has no plan of more than one dimension that keeps its input.
    if (shape.rank == 1 && !usage.isInPlace)
      flags |= FFTW_PRESERVE_INPUT;
    plan = F::planComplexToReal(shape.rank, dimensions.data(), 1, &batch,
                                static_cast<Complex *>(input), static_cast<R *>(output), flags);
    break;
  }
  if (plan == nullptr)
    return nullptr;
  return std::make_unique<FftwTransform<R>>(shape.types.kind, plan);
}

/// Calls `action` with the first element of each row of signal `index`, and its number in a
/// contiguous signal.
template <typename Action>
void forEachRow(int rank, const Extents &extents, const Layout &layout, ptrdiff_t index,
                Action action) {
  const int outer = rank - 1;
  const ptrdiff_t planes = outer > 1 ? extents[0] : 1;
  const ptrdiff_t rows = outer > 0 ? extents[outer - 1] : 1;
  for (ptrdiff_t plane = 0; plane < planes; ++plane)
    for (ptrdiff_t row = 0; row < rows; ++row)
      action(layout.distance * index + (outer > 1 ? plane * layout.strides[0] : 0) +
                 (outer > 0 ? row * layout.strides[outer - 1] : 0),
             (plane * rows + row) * extents[outer]);
}

/// Of a type that is computed with as floats: signal by signal, through contiguous floats.
class NarrowTransform final : public Transform {
public:
  NarrowTransform(const Shape &shape, const Problem::Sides &sides,
                  std::unique_ptr<const Transform> ofOneSignal)
      : shape(shape), sides(sides), ofOneSignal(std::move(ofOneSignal)) {}

  void execute(void *input, void *output) const override {
    const int inputParts = shape.isInputComplex() ? 2 : 1;
    const int outputParts = shape.isOutputComplex() ? 2 : 1;
    const Extents inputs = shape.inputExtents();
    const Extents outputs = shape.outputExtents();
    std::vector<float> from(contiguous(shape.rank, inputs).distance * inputParts);
    std::vector<float> to(contiguous(shape.rank, outputs).distance * outputParts);
    const int last = shape.rank - 1;
    const auto bytes = static_cast<ptrdiff_t>(sizeOf(shape.types.real));
    for (ptrdiff_t i = 0; i < shape.batch; ++i) {
      forEachRow(shape.rank, inputs, sides.input, i, [&](ptrdiff_t place, ptrdiff_t number) {
        for (ptrdiff_t k = 0; k < inputs[last]; ++k)
          loadFloats(static_cast<const std::byte *>(input) +
                         (place + k * sides.input.strides[last]) * inputParts * bytes,
                     shape.types.real, inputParts, &from[(number + k) * inputParts]);
      });
      ofOneSignal->execute(from.data(), to.data());
      forEachRow(shape.rank, outputs, sides.output, i, [&](ptrdiff_t place, ptrdiff_t number) {
        for (ptrdiff_t k = 0; k < outputs[last]; ++k)
          storeFloats(&to[(number + k) * outputParts], outputParts,
                      static_cast<std::byte *>(output) +
                          (place + k * sides.output.strides[last]) * outputParts * bytes,
                      shape.types.real);
      });
    }
  }

private:
  Shape shape;
  Problem::Sides sides;
  std::unique_ptr<const Transform> ofOneSignal;
};

std::unique_ptr<const Transform> makeNarrow(const Shape &shape, const Problem::Sides &sides,
                                            Usage usage) {
  Shape one = shape;
  one.batch = 1;
  usage.isInPlace = false;
  usage.isAligned = false;
  std::unique_ptr<const Transform> ofOneSignal =
      makeFftw<float>(one, Problem{one, {}}.sides(false), usage);
  if (ofOneSignal == nullptr)
    return nullptr;
  return std::make_unique<NarrowTransform>(shape, sides, std::move(ofOneSignal));
}

/// No vector of the CPU's is longer; musaMalloc() aligns to more.
bool isAligned(const void *pointer) { return reinterpret_cast<uintptr_t>(pointer) % 64 == 0; }

} // namespace

Usage::Usage(const void *input, const void *output, bool isInverse)
    : isInverse(isInverse), isInPlace(input == output),
      isAligned(fft::isAligned(input) && fft::isAligned(output)) {}

std::unique_ptr<const Transform> makeTransform(const Problem &problem, const Usage &usage) {
  const Problem::Sides sides = problem.sides(usage.isInPlace);
  switch (problem.shape.types.real) {
  case MUSA_R_64F:
    return makeFftw<double>(problem.shape, sides, usage);
  case MUSA_R_32F:
    return makeFftw<float>(problem.shape, sides, usage);
  default:
    return makeNarrow(problem.shape, sides, usage);
  }
}

} // namespace musaport::fft
