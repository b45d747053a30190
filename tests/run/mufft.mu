// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -lmufft
//
// muFFT, against the sums that define a Fourier transform.
#include "check.h"
#include "device_array.h"

#include <array>
#include <cmath>
#include <complex>
#include <cstring>
#include <mufft.h>
#include <mufftXt.h>
#include <musa_bf16.h>
#include <musa_fp16.h>
#include <random>
#include <thread>

#define CHECK_FFT(call) CHECK_EQUAL(static_cast<int>(call), static_cast<int>(MUFFT_SUCCESS))
#define CHECK_FFT_FAILS(call, status) CHECK_EQUAL(static_cast<int>(call), static_cast<int>(status))

namespace {

using Complex = std::complex<double>;

/// A side of a batch: which element of memory is element `index` of signal `b`.
struct Side {
  std::vector<int> embed;
  int stride, distance;

  size_t place(int b, const std::vector<int> &index) const {
    size_t place = index[0];
    for (size_t i = 1; i < index.size(); ++i)
      place = place * embed[i] + index[i];
    return b * size_t(distance) + place * stride;
  }
};

size_t product(const std::vector<int> &n) {
  size_t result = 1;
  for (int extent : n)
    result *= extent;
  return result;
}

/// Index number `i` of an array of `n`.
std::vector<int> indexOf(size_t i, const std::vector<int> &n) {
  std::vector<int> index(n.size());
  for (size_t d = n.size(); d-- > 0; i /= n[d])
    index[d] = int(i % n[d]);
  return index;
}

/// Half of the last dimension, which is what is stored of a real signal's transform.
std::vector<int> half(std::vector<int> n) {
  n.back() = n.back() / 2 + 1;
  return n;
}

/// The transform's definition. `to` are the extents of what is wanted.
std::vector<Complex> transform(const std::vector<Complex> &signal, const std::vector<int> &n,
                               const std::vector<int> &to, int sign) {
  std::vector<Complex> result(product(to));
  for (size_t i = 0; i < result.size(); ++i) {
    const std::vector<int> k = indexOf(i, to);
    for (size_t j = 0; j < signal.size(); ++j) {
      const std::vector<int> x = indexOf(j, n);
      double phase = 0;
      for (size_t d = 0; d < n.size(); ++d)
        phase += double(k[d]) * x[d] / n[d];
      result[i] += signal[j] * std::polar(1.0, sign * 2 * std::acos(-1.0) * phase);
    }
  }
  return result;
}

/// The same numbers each time.
std::vector<Complex> numbers(size_t count, bool isReal) {
  std::mt19937 generator(unsigned(count) + isReal);
  std::uniform_real_distribution<double> distribution(-1, 1);
  std::vector<Complex> result(count);
  for (Complex &value : result) {
    value.real(distribution(generator));
    if (!isReal)
      value.imag(distribution(generator));
  }
  return result;
}

double widen(float x) { return x; }
double widen(double x) { return x; }
double widen(__half x) { return __half2float(x); }
double widen(__mt_bfloat16 x) { return __bfloat162float(x); }

enum Kind { C2C, R2C, C2R };

/// A batch of transforms, and what comes of it.
template <typename R> struct Batch {
  Kind kind;
  std::vector<int> n;
  int count;
  Side input, output;
  int direction = MUFFT_FORWARD;

  int inputParts() const { return kind == R2C ? 1 : 2; }
  int outputParts() const { return kind == C2R ? 1 : 2; }
  std::vector<int> inputs() const { return kind == C2R ? half(n) : n; }
  std::vector<int> outputs() const { return kind == R2C ? half(n) : n; }

  /// What fills memory between the elements.
  static R gap() { return R(7.0F); }

  static std::vector<R> memory(const Side &side, const std::vector<int> &extents, int parts,
                               int count) {
    std::vector<int> last = extents;
    for (int &index : last)
      --index;
    return std::vector<R>((side.place(count - 1, last) + 1) * parts, gap());
  }

  /// The signals, and their transforms by the definition.
  void compute(std::vector<R> &from, std::vector<R> &to, std::vector<double> &expected) const {
    from = memory(input, inputs(), inputParts(), count);
    to = memory(output, outputs(), outputParts(), count);
    expected.resize(to.size());
    for (size_t i = 0; i < to.size(); ++i)
      expected[i] = widen(to[i]);
    for (int b = 0; b < count; ++b) {
      // A spectrum that belongs to real numbers is made from them.
      std::vector<Complex> x = numbers(product(n) + b, kind != C2C);
      x.resize(product(n));
      std::vector<Complex> y;
      if (kind == C2R) {
        y = x;
        x = transform(y, n, half(n), -1);
        for (Complex &value : y)
          value *= double(product(n));
      }
      for (size_t i = 0; i < x.size(); ++i) {
        const size_t place = input.place(b, indexOf(i, inputs())) * inputParts();
        from[place] = R(float(x[i].real()));
        if constexpr (sizeof(R) == sizeof(double))
          from[place] = x[i].real();
        if (inputParts() == 2)
          from[place + 1] = sizeof(R) == sizeof(double) ? R(x[i].imag()) : R(float(x[i].imag()));
        // What is transformed is what is left of it in this type.
        x[i] = {widen(from[place]), inputParts() == 2 ? widen(from[place + 1]) : 0};
      }
      if (kind != C2R)
        y = transform(x, n, outputs(), direction);
      for (size_t i = 0; i < y.size(); ++i) {
        const size_t place = output.place(b, indexOf(i, outputs())) * outputParts();
        expected[place] = y[i].real();
        if (outputParts() == 2)
          expected[place + 1] = y[i].imag();
      }
    }
  }

  double bound() const {
    double epsilon = sizeof(R) == 8 ? 1e-15 : 1e-6;
    if (std::is_same_v<R, __half>)
      epsilon = 1e-3;
    if (std::is_same_v<R, __mt_bfloat16>)
      epsilon = 1e-2;
    return epsilon * 20 * std::sqrt(double(product(n))) * (kind == C2R ? std::sqrt(product(n)) : 1);
  }
};

template <typename R>
bool isNear(const std::vector<R> &a, const std::vector<double> &b, double bound) {
  for (size_t i = 0; i < b.size(); ++i)
    if (!(std::abs(widen(a[i]) - b[i]) <= bound))
      return false;
  return a.size() >= b.size();
}

template <typename R>
mufftResult execute(mufftHandle plan, Kind kind, R *input, R *output, int direction) {
  if constexpr (std::is_same_v<R, float>) {
    switch (kind) {
    case C2C:
      return mufftExecC2C(plan, (mufftComplex *)input, (mufftComplex *)output, direction);
    case R2C:
      return mufftExecR2C(plan, input, (mufftComplex *)output);
    case C2R:
      return mufftExecC2R(plan, (mufftComplex *)input, output);
    }
  } else if constexpr (std::is_same_v<R, double>) {
    switch (kind) {
    case C2C:
      return mufftExecZ2Z(plan, (mufftDoubleComplex *)input, (mufftDoubleComplex *)output,
                          direction);
    case R2C:
      return mufftExecD2Z(plan, input, (mufftDoubleComplex *)output);
    case C2R:
      return mufftExecZ2D(plan, (mufftDoubleComplex *)input, output);
    }
  }
  return mufftXtExec(plan, input, output, direction);
}

/// Runs `batch` with `plan`, out of place, and destroys the plan.
template <typename R> void check(const Batch<R> &batch, mufftHandle plan) {
  std::vector<R> from, to;
  std::vector<double> expected;
  batch.compute(from, to, expected);
  const DeviceArray<R> input(from), output(to);
  CHECK_FFT(execute(plan, batch.kind, input.get(), output.get(), batch.direction));
  CHECK(isNear(output.read(), expected, batch.bound()));
  if (batch.kind != C2R || batch.n.size() == 1)
    CHECK(std::memcmp(input.read().data(), from.data(), from.size() * sizeof(R)) == 0);
  // At an address that is not a vector's, and again.
  std::vector<R> shifted(from.size() + batch.inputParts(), R(0.0F));
  std::copy(from.begin(), from.end(), shifted.begin() + batch.inputParts());
  const DeviceArray<R> elsewhere(shifted), again(to);
  CHECK_FFT(execute(plan, batch.kind, elsewhere.get() + batch.inputParts(), again.get(),
                    batch.direction));
  CHECK(isNear(again.read(), expected, batch.bound()));
  CHECK_FFT(mufftDestroy(plan));
}

/// The same in place; the input's layout is in one array with the output's.
template <typename R> void checkInPlace(const Batch<R> &batch, mufftHandle plan) {
  std::vector<R> from, to;
  std::vector<double> expected;
  batch.compute(from, to, expected);
  from.resize(std::max(from.size(), to.size()));
  const DeviceArray<R> data(from);
  CHECK_FFT(execute(plan, batch.kind, data.get(), data.get(), batch.direction));
  const std::vector<R> result = data.read();
  // What is between the elements is not the output's alone.
  for (int b = 0; b < batch.count; ++b)
    for (size_t i = 0; i < product(batch.outputs()); ++i)
      for (int part = 0; part < batch.outputParts(); ++part) {
        const size_t place =
            batch.output.place(b, indexOf(i, batch.outputs())) * batch.outputParts() + part;
        CHECK(std::abs(widen(result[place]) - expected[place]) <= batch.bound());
      }
  CHECK_FFT(mufftDestroy(plan));
}

template <typename R> mufftType typeOf(Kind kind) {
  if (sizeof(R) == 4)
    return kind == C2C ? MUFFT_C2C : kind == R2C ? MUFFT_R2C : MUFFT_C2R;
  return kind == C2C ? MUFFT_Z2Z : kind == R2C ? MUFFT_D2Z : MUFFT_Z2D;
}

Side packed(const std::vector<int> &extents) { return {extents, 1, int(product(extents))}; }

template <typename R> Batch<R> packedBatch(Kind kind, const std::vector<int> &n, int count) {
  Batch<R> batch{kind, n, count, {}, {}};
  batch.input = packed(batch.inputs());
  batch.output = packed(batch.outputs());
  return batch;
}

/// Contiguous signals, by each function that makes a plan of them.
template <typename R> void testPacked() {
  for (Kind kind : {C2C, R2C, C2R}) {
    const mufftType type = typeOf<R>(kind);
    mufftHandle plan = 0;
    for (int n : {1, 2, 8, 15, 17, 30}) {
      CHECK_FFT(mufftPlan1d(&plan, n, type, 3));
      check(packedBatch<R>(kind, {n}, 3), plan);
    }
    CHECK_FFT(mufftPlan2d(&plan, 6, 5, type));
    check(packedBatch<R>(kind, {6, 5}, 1), plan);
    CHECK_FFT(mufftPlan3d(&plan, 3, 4, 6, type));
    check(packedBatch<R>(kind, {3, 4, 6}, 1), plan);
    int n[] = {4, 3, 5};
    CHECK_FFT(mufftPlanMany(&plan, 3, n, nullptr, 99, 99, nullptr, 99, 99, type, 2));
    check(packedBatch<R>(kind, {4, 3, 5}, 2), plan);

    size_t size = 99;
    CHECK_FFT(mufftCreate(&plan));
    CHECK_FFT(mufftMakePlan1d(plan, 12, type, 2, &size));
    check(packedBatch<R>(kind, {12}, 2), plan);
    CHECK_FFT(mufftCreate(&plan));
    CHECK_FFT(mufftMakePlan2d(plan, 3, 7, type, &size));
    check(packedBatch<R>(kind, {3, 7}, 1), plan);
    CHECK_FFT(mufftCreate(&plan));
    CHECK_FFT(mufftMakePlan3d(plan, 2, 3, 4, type, &size));
    check(packedBatch<R>(kind, {2, 3, 4}, 1), plan);

    // In place rows of real numbers have room for the complex ones.
    Batch<R> batch = packedBatch<R>(kind, {4, 5}, 3);
    const std::vector<int> complexes = half(batch.n);
    const std::vector<int> reals = {4, 2 * complexes.back()};
    if (kind != C2C) {
      batch.input = packed(kind == R2C ? reals : complexes);
      batch.output = packed(kind == R2C ? complexes : reals);
    }
    int rows[] = {4, 5};
    CHECK_FFT(mufftPlanMany(&plan, 2, rows, nullptr, 1, 0, nullptr, 1, 0, type, 3));
    checkInPlace(batch, plan);
  }
  Batch<R> inverse = packedBatch<R>(C2C, {3, 8}, 1);
  inverse.direction = MUFFT_INVERSE;
  mufftHandle plan = 0;
  CHECK_FFT(mufftPlan2d(&plan, 3, 8, typeOf<R>(C2C)));
  check(inverse, plan);
  CHECK_FFT(mufftPlan2d(&plan, 3, 8, typeOf<R>(C2C)));
  checkInPlace(inverse, plan);
}

/// Signals that are parts of larger arrays, or interleaved.
template <typename R> void testEmbedded() {
  for (Kind kind : {C2C, R2C, C2R}) {
    std::vector<Batch<R>> batches;
    batches.push_back({kind, {6}, 4, {{6}, 3, 20}, {{6}, 2, 17}});
    batches.push_back({kind, {6}, 5, {{6}, 5, 1}, {{6}, 5, 1}});
    batches.push_back({kind, {4, 6}, 2, {{5, 7}, 1, 40}, {{4, 9}, 2, 90}});
    batches.push_back({kind, {2, 3, 4}, 2, {{3, 4, 5}, 2, 130}, {{2, 5, 6}, 1, 61}});
    for (Batch<R> &batch : batches) {
      mufftHandle plan = 0;
      CHECK_FFT(mufftPlanMany(&plan, int(batch.n.size()), batch.n.data(), batch.input.embed.data(),
                              batch.input.stride, batch.input.distance, batch.output.embed.data(),
                              batch.output.stride, batch.output.distance, typeOf<R>(kind),
                              batch.count));
      check(batch, plan);
      size_t size = 99;
      std::vector<long long> n(batch.n.begin(), batch.n.end());
      std::vector<long long> from(batch.input.embed.begin(), batch.input.embed.end());
      std::vector<long long> to(batch.output.embed.begin(), batch.output.embed.end());
      CHECK_FFT(mufftCreate(&plan));
      CHECK_FFT(mufftMakePlanMany64(plan, int(n.size()), n.data(), from.data(), batch.input.stride,
                                    batch.input.distance, to.data(), batch.output.stride,
                                    batch.output.distance, typeOf<R>(kind), batch.count, &size));
      check(batch, plan);
    }
  }
  // In place with one layout for both sides.
  Batch<R> batch{C2C, {4, 6}, 2, {{5, 7}, 2, 80}, {{5, 7}, 2, 80}};
  mufftHandle plan = 0;
  CHECK_FFT(mufftPlanMany(&plan, 2, batch.n.data(), batch.input.embed.data(), 2, 80,
                          batch.output.embed.data(), 2, 80, typeOf<R>(C2C), 2));
  checkInPlace(batch, plan);
}

template <typename R> void testXt(musaDataType real, musaDataType complex) {
  for (Kind kind : {C2C, R2C, C2R}) {
    const musaDataType from = kind == R2C ? real : complex;
    const musaDataType to = kind == C2R ? real : complex;
    for (std::vector<int> n : {std::vector<int>{16}, {4, 8}, {2, 4, 4}})
      for (int direction : {MUFFT_FORWARD, MUFFT_INVERSE}) {
        std::vector<long long> extents(n.begin(), n.end());
        Batch<R> batch = packedBatch<R>(kind, n, 3);
        batch.direction = kind == C2C ? direction : MUFFT_FORWARD;
        size_t size = 99;
        mufftHandle plan = 0;
        CHECK_FFT(mufftCreate(&plan));
        CHECK_FFT(mufftXtGetSizeMany(plan, int(n.size()), extents.data(), nullptr, 1, 1, from,
                                     nullptr, 1, 1, to, 3, &size, complex));
        CHECK_FFT(mufftXtMakePlanMany(plan, int(n.size()), extents.data(), nullptr, 1, 1, from,
                                      nullptr, 1, 1, to, 3, &size, complex));
        check(batch, plan);
        // The input's strides and distance.
        batch.input.stride = 2;
        batch.input.distance = 2 * batch.input.distance + 1;
        std::vector<long long> fromEmbed(batch.input.embed.begin(), batch.input.embed.end());
        std::vector<long long> toEmbed(batch.output.embed.begin(), batch.output.embed.end());
        CHECK_FFT(mufftCreate(&plan));
        CHECK_FFT(mufftXtMakePlanMany(plan, int(n.size()), extents.data(), fromEmbed.data(), 2,
                                      batch.input.distance, from, toEmbed.data(), 1,
                                      batch.output.distance, to, 3, &size, complex));
        check(batch, plan);
      }
  }
  Batch<R> batch = packedBatch<R>(C2C, {4, 8}, 2);
  long long extents[] = {4, 8};
  size_t size = 99;
  mufftHandle plan = 0;
  CHECK_FFT(mufftCreate(&plan));
  CHECK_FFT(mufftXtMakePlanMany(plan, 2, extents, nullptr, 1, 1, complex, nullptr, 1, 1, complex, 2,
                                &size, complex));
  checkInPlace(batch, plan);
}

/// Work waits for what is before it in its stream, and goes on in a graph.
void testStreams() {
  const Batch<float> batch = packedBatch<float>(C2C, {24}, 2);
  std::vector<float> from, to;
  std::vector<double> expected;
  batch.compute(from, to, expected);
  const DeviceArray<float> input(std::vector<float>(from.size())), output(to);
  musaStream_t stream = nullptr;
  CHECK_MUSA(musaStreamCreate(&stream));
  mufftHandle plan = 0;
  CHECK_FFT(mufftPlan1d(&plan, 24, MUFFT_C2C, 2));
  CHECK_FFT(mufftSetStream(plan, stream));
  CHECK_MUSA(musaLaunchHostFunc(
      stream, [](void *) { std::this_thread::sleep_for(std::chrono::milliseconds(50)); }, nullptr));
  CHECK_MUSA(musaMemcpyAsync(input.get(), from.data(), from.size() * sizeof(float),
                             musaMemcpyHostToDevice, stream));
  CHECK_FFT(execute(plan, C2C, input.get(), output.get(), MUFFT_FORWARD));
  CHECK_MUSA(musaStreamSynchronize(stream));
  CHECK(isNear(output.read(), expected, batch.bound()));

  // A graph keeps what it needs of a plan that is destroyed.
  const DeviceArray<float> later(to);
  musaGraph_t graph = nullptr;
  musaGraphExec_t executable = nullptr;
  CHECK_MUSA(musaStreamBeginCapture(stream, musaStreamCaptureModeGlobal));
  CHECK_FFT(execute(plan, C2C, input.get(), later.get(), MUFFT_FORWARD));
  CHECK_MUSA(musaStreamEndCapture(stream, &graph));
  CHECK_FFT(mufftDestroy(plan));
  CHECK(later.read() == to);
  CHECK_MUSA(musaGraphInstantiate(&executable, graph, nullptr, nullptr, 0));
  CHECK_MUSA(musaGraphLaunch(executable, stream));
  CHECK_MUSA(musaStreamSynchronize(stream));
  CHECK(isNear(later.read(), expected, batch.bound()));
  CHECK_MUSA(musaGraphExecDestroy(executable));
  CHECK_MUSA(musaGraphDestroy(graph));
  CHECK_MUSA(musaStreamDestroy(stream));
}

/// Plans are made and used by several threads at once.
void testThreads() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([i] {
      for (int n = 10 + i; n < 40; n += 4) {
        mufftHandle plan = 0;
        CHECK_FFT(mufftPlan1d(&plan, n, i % 2 == 0 ? MUFFT_C2C : MUFFT_Z2Z, 2));
        if (i % 2 == 0)
          check(packedBatch<float>(C2C, {n}, 2), plan);
        else
          check(packedBatch<double>(C2C, {n}, 2), plan);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}

void testSizesAndErrors() {
  size_t size = 99;
  int n[] = {4, 0};
  int value = 0;
  CHECK_FFT(mufftEstimate1d(8, MUFFT_C2C, 1, &size));
  CHECK_EQUAL(size, 0U);
  CHECK_FFT(mufftEstimate2d(8, 8, MUFFT_R2C, &size));
  CHECK_FFT(mufftEstimate3d(8, 8, 8, MUFFT_Z2Z, &size));
  CHECK_FFT(mufftEstimateMany(1, n, nullptr, 1, 1, nullptr, 1, 1, MUFFT_C2R, 3, &size));
  CHECK_FFT(mufftGetVersion(&value));
  CHECK_EQUAL(value, MUFFT_VERSION);
  CHECK_FFT(mufftGetProperty(MAJOR_VERSION, &value));
  CHECK_EQUAL(value, MUFFT_VER_MAJOR);
  CHECK_FFT_FAILS(mufftGetProperty(static_cast<libraryPropertyType>(9), &value),
                  MUFFT_INVALID_VALUE);

  mufftHandle plan = 0;
  CHECK_FFT_FAILS(mufftPlan1d(nullptr, 8, MUFFT_C2C, 1), MUFFT_INVALID_VALUE);
  CHECK_FFT_FAILS(mufftPlan1d(&plan, 0, MUFFT_C2C, 1), MUFFT_INVALID_SIZE);
  CHECK_FFT_FAILS(mufftPlan1d(&plan, 8, MUFFT_C2C, 0), MUFFT_INVALID_SIZE);
  CHECK_FFT_FAILS(mufftPlan1d(&plan, 8, static_cast<mufftType>(7), 1), MUFFT_INVALID_VALUE);
  CHECK_FFT_FAILS(mufftPlanMany(&plan, 2, n, nullptr, 1, 1, nullptr, 1, 1, MUFFT_C2C, 1),
                  MUFFT_INVALID_SIZE);
  CHECK_FFT_FAILS(mufftPlanMany(&plan, 4, n, nullptr, 1, 1, nullptr, 1, 1, MUFFT_C2C, 1),
                  MUFFT_INVALID_VALUE);
  CHECK_FFT_FAILS(mufftPlanMany(&plan, 1, nullptr, nullptr, 1, 1, nullptr, 1, 1, MUFFT_C2C, 1),
                  MUFFT_INVALID_VALUE);
  CHECK_FFT_FAILS(mufftPlanMany(&plan, 1, n, n, 0, 1, n, 1, 1, MUFFT_C2C, 1), MUFFT_INVALID_VALUE);
  CHECK_FFT_FAILS(mufftDestroy(plan), MUFFT_INVALID_PLAN);

  const DeviceArray<float> data(std::vector<float>(32));
  auto *complex = reinterpret_cast<mufftComplex *>(data.get());
  CHECK_FFT(mufftCreate(&plan));
  CHECK_FFT_FAILS(mufftExecC2C(plan, complex, complex, MUFFT_FORWARD), MUFFT_INVALID_PLAN);
  CHECK_FFT_FAILS(mufftGetSize(plan, &size), MUFFT_INVALID_PLAN);
  CHECK_FFT(mufftGetSize1d(plan, 8, MUFFT_C2C, 1, &size));
  CHECK_FFT(mufftGetSize2d(plan, 8, 8, MUFFT_C2C, &size));
  CHECK_FFT(mufftGetSize3d(plan, 8, 8, 8, MUFFT_C2C, &size));
  CHECK_FFT(mufftGetSizeMany(plan, 1, n, n, 1, 1, n, 1, 1, MUFFT_C2C, 1, &size));
  CHECK_FFT_FAILS(mufftMakePlan1d(plan, 8, MUFFT_C2C, 1, nullptr), MUFFT_INVALID_VALUE);
  long long extent = 8;
  CHECK_FFT(
      mufftGetSizeMany64(plan, 1, &extent, nullptr, 1, 1, nullptr, 1, 1, MUFFT_C2C, 1, &size));
  for (musaDataType type : {MUSA_R_32F, MUSA_C_64F, MUSA_R_8I})
    CHECK_FFT_FAILS(mufftXtMakePlanMany(plan, 1, &extent, nullptr, 1, 1, type, nullptr, 1, 1, type,
                                        1, &size, MUSA_C_32F),
                    MUFFT_INVALID_VALUE);
  CHECK_FFT(mufftSetAutoAllocation(plan, 0));
  CHECK_FFT(mufftMakePlan1d(plan, 8, MUFFT_C2C, 1, &size));
  CHECK_FFT_FAILS(mufftMakePlan1d(plan, 8, MUFFT_C2C, 1, &size), MUFFT_INVALID_PLAN);
  CHECK_FFT(mufftGetSize(plan, &size));
  CHECK_FFT(mufftSetWorkArea(plan, nullptr));
  CHECK_FFT(mufftXtSetWorkArea(plan, nullptr));
  CHECK_FFT(mufftXtSetWorkAreaPolicy(plan, MUFFT_WORKAREA_MINIMAL, &size));
  CHECK_FFT_FAILS(mufftExecC2C(plan, complex, complex, 0), MUFFT_INVALID_VALUE);
  CHECK_FFT_FAILS(mufftExecC2C(plan, nullptr, complex, MUFFT_FORWARD), MUFFT_INVALID_VALUE);
  CHECK_FFT_FAILS(mufftExecC2C(plan, complex, nullptr, MUFFT_FORWARD), MUFFT_INVALID_VALUE);
  CHECK_FFT_FAILS(mufftExecR2C(plan, data.get(), complex), MUFFT_INVALID_PLAN);
  CHECK_FFT(mufftXtExec(plan, complex, complex, MUFFT_INVERSE));
  CHECK_FFT(mufftDestroy(plan));
  CHECK_FFT_FAILS(mufftDestroy(plan), MUFFT_INVALID_PLAN);
  CHECK_FFT_FAILS(mufftSetStream(plan, nullptr), MUFFT_INVALID_PLAN);
  CHECK_FFT_FAILS(mufftSetAutoAllocation(plan, 0), MUFFT_INVALID_PLAN);
  CHECK_FFT_FAILS(mufftXtExec(plan, complex, complex, MUFFT_INVERSE), MUFFT_INVALID_PLAN);
  CHECK_FFT_FAILS(mufftGetSize1d(plan, 8, MUFFT_C2C, 1, &size), MUFFT_INVALID_PLAN);
  CHECK_MUSA(musaDeviceSynchronize());
}

} // namespace

int main() {
  testPacked<float>();
  testPacked<double>();
  testEmbedded<float>();
  testEmbedded<double>();
  testXt<float>(MUSA_R_32F, MUSA_C_32F);
  testXt<double>(MUSA_R_64F, MUSA_C_64F);
  testXt<__half>(MUSA_R_16F, MUSA_C_16F);
  testXt<__mt_bfloat16>(MUSA_R_16BF, MUSA_C_16BF);
  testStreams();
  testThreads();
  testSizesAndErrors();
  return CHECK_RESULT();
}
