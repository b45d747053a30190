// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -lmufft
// ENV: MUSA_HOST_DEVICES=3
// NO-SANITIZER: they have an operator new of their own
//
// Transforms of data on several devices: how it is divided, and that results are those of one.
#include "check.h"
#include "failing_new.h"

#include <complex>
#include <mufftXt.h>
#include <numeric>
#include <vector>

#define CHECK_FFT(call) CHECK_EQUAL(static_cast<int>(call), static_cast<int>(MUFFT_SUCCESS))
#define CHECK_FFT_FAILS(call, status) CHECK_EQUAL(static_cast<int>(call), static_cast<int>(status))

namespace {

template <typename R> using Numbers = std::vector<std::complex<R>>;

template <typename R> Numbers<R> numbers(size_t count) {
  Numbers<R> result(count);
  for (size_t i = 0; i < count; ++i)
    result[i] = {R(int(i * 7 % 11) - 5), R(int(i * 5 % 7) - 3)};
  return result;
}

template <typename R> constexpr mufftType typeOf = sizeof(R) == 4 ? MUFFT_C2C : MUFFT_Z2Z;

template <typename R> bool isNear(const Numbers<R> &a, const Numbers<R> &b) {
  for (size_t i = 0; i < a.size(); ++i)
    if (!(std::abs(a[i] - b[i]) <= (sizeof(R) == 4 ? 1e-3 : 1e-10)))
      return false;
  return a.size() == b.size();
}

template <typename R> Numbers<R> ofOneDevice(std::vector<int> n, int batch, Numbers<R> data) {
  mufftHandle plan = 0;
  CHECK_FFT(mufftPlanMany(&plan, int(n.size()), n.data(), nullptr, 1, 0, nullptr, 1, 0, typeOf<R>,
                          batch));
  std::complex<R> *memory = nullptr;
  const size_t bytes = data.size() * sizeof data[0];
  CHECK_MUSA(musaMalloc(&memory, bytes));
  CHECK_MUSA(musaMemcpy(memory, data.data(), bytes, musaMemcpyHostToDevice));
  CHECK_FFT(mufftXtExec(plan, memory, memory, MUFFT_FORWARD));
  CHECK_MUSA(musaMemcpy(data.data(), memory, bytes, musaMemcpyDeviceToHost));
  CHECK_MUSA(musaFree(memory));
  CHECK_FFT(mufftDestroy(plan));
  return data;
}

mufftHandle makePlan(std::vector<int> devices, std::vector<int> n, int batch, mufftType type) {
  mufftHandle plan = 0;
  CHECK_FFT(mufftCreate(&plan));
  CHECK_FFT(mufftXtSetGPUs(plan, int(devices.size()), devices.data()));
  std::vector<size_t> sizes(devices.size() + 1, 77);
  CHECK_FFT(mufftMakePlanMany(plan, int(n.size()), n.data(), nullptr, 1, 0, nullptr, 1, 0, type,
                              batch, sizes.data()));
  CHECK_EQUAL(sizes.back(), size_t{77});
  CHECK(sizes.front() != 77 && sizes[devices.size() - 1] != 77);
  return plan;
}

template <typename R>
void testTransform(const std::vector<int> &devices, const std::vector<int> &n, int batch) {
  const size_t count =
      std::accumulate(n.begin(), n.end(), size_t(batch), [](size_t a, int b) { return a * b; });
  const mufftHandle plan = makePlan(devices, n, batch, typeOf<R>);
  Numbers<R> given = numbers<R>(count), result(count);
  musaLibXtDesc *data = nullptr, *natural = nullptr;
  CHECK_FFT(mufftXtMalloc(plan, &data, MUFFT_XT_FORMAT_INPLACE));
  CHECK_FFT(mufftXtMalloc(plan, &natural, MUFFT_XT_FORMAT_INPLACE));
  CHECK_EQUAL(data->descriptor->nGPUs, int(devices.size()));

  // Devices have their parts one after the other, each in memory of its own.
  CHECK_FFT(mufftXtMemcpy(plan, data, given.data(), MUFFT_COPY_HOST_TO_DEVICE));
  size_t first = 0;
  for (size_t i = 0; i < devices.size(); ++i) {
    CHECK_EQUAL(data->descriptor->GPUs[i], devices[i]);
    Numbers<R> part(data->descriptor->size[i] / sizeof given[0]);
    CHECK_MUSA(musaMemcpy(part.data(), data->descriptor->data[i], data->descriptor->size[i],
                          musaMemcpyDeviceToHost));
    CHECK(part == Numbers<R>(given.begin() + first, given.begin() + first + part.size()));
    musaPointerAttributes attributes;
    CHECK_MUSA(musaPointerGetAttributes(&attributes, data->descriptor->data[i]));
    CHECK_EQUAL(attributes.device, devices[i]);
    first += part.size();
  }
  CHECK_EQUAL(first, count);

  const Numbers<R> expected = ofOneDevice<R>(n, batch, given);
  CHECK_FFT(mufftXtExecDescriptor(plan, data, data, MUFFT_FORWARD));
  CHECK_EQUAL(data->subFormat, int{MUFFT_XT_FORMAT_INPLACE_SHUFFLED});
  CHECK_FFT(mufftXtMemcpy(plan, result.data(), data, MUFFT_COPY_DEVICE_TO_HOST));
  CHECK(isNear(result, expected));
  if (n.size() > 1 && batch == 1) { // divided by the second dimension now
    const size_t inner = n.size() > 2 ? n[2] : 1;
    std::complex<R> secondRow;
    const size_t columns = (n[1] + devices.size() - 1) / devices.size();
    CHECK_MUSA(musaMemcpy(
        &secondRow, static_cast<std::complex<R> *>(data->descriptor->data[0]) + columns * inner,
        sizeof secondRow, musaMemcpyDeviceToHost));
    CHECK(secondRow == result[n[1] * inner]);
  }
  // Copied between devices, it is natural again.
  CHECK_FFT(mufftXtMemcpy(plan, natural, data, MUFFT_COPY_DEVICE_TO_DEVICE));
  CHECK_EQUAL(natural->subFormat, int{MUFFT_XT_FORMAT_INPLACE});
  Numbers<R> part(natural->descriptor->size[0] / sizeof given[0]);
  CHECK_MUSA(musaMemcpy(part.data(), natural->descriptor->data[0], natural->descriptor->size[0],
                        musaMemcpyDeviceToHost));
  CHECK(part == Numbers<R>(result.begin(), result.begin() + part.size()));

  CHECK_FFT(mufftXtExecDescriptor(plan, data, data, MUFFT_INVERSE));
  CHECK_FFT(mufftXtMemcpy(plan, result.data(), data, MUFFT_COPY_DEVICE_TO_HOST));
  const R scale = R(count / batch);
  for (auto &number : result)
    number /= scale;
  CHECK(isNear(result, given));
  CHECK_FFT(mufftXtFree(data));
  CHECK_FFT(mufftXtFree(natural));
  CHECK_FFT(mufftDestroy(plan));
}

// From one descriptor to another.
void testOutOfPlace() {
  const mufftHandle plan = makePlan({0, 1}, {4, 6}, 1, MUFFT_C2C);
  Numbers<float> given = numbers<float>(24), result(24);
  musaLibXtDesc *input = nullptr, *output = nullptr;
  CHECK_FFT(mufftXtMalloc(plan, &input, MUFFT_XT_FORMAT_INPUT));
  CHECK_FFT(mufftXtMalloc(plan, &output, MUFFT_XT_FORMAT_OUTPUT));
  CHECK_FFT(mufftXtMemcpy(plan, input, given.data(), MUFFT_COPY_HOST_TO_DEVICE));
  CHECK_FFT(mufftXtExecDescriptorC2C(plan, input, output, MUFFT_FORWARD));
  CHECK_FFT(mufftXtMemcpy(plan, result.data(), output, MUFFT_COPY_DEVICE_TO_HOST));
  CHECK(isNear(result, ofOneDevice<float>({4, 6}, 1, given)));
  CHECK_FFT_FAILS(mufftXtExecDescriptorC2C(plan, output, input, MUFFT_FORWARD),
                  MUFFT_INVALID_VALUE);
  CHECK_FFT_FAILS(mufftXtExecDescriptorZ2Z(plan, input, output, MUFFT_FORWARD), MUFFT_INVALID_PLAN);
  CHECK_FFT_FAILS(mufftXtExecDescriptorC2C(plan, input, output, 7), MUFFT_INVALID_VALUE);
  CHECK_FFT(mufftXtFree(input));
  CHECK_FFT(mufftXtFree(output));
  CHECK_FFT(mufftDestroy(plan));
}

// Each device has a size of its own, whichever call gives it.
void testSizes() {
  mufftHandle plan = 0;
  int devices[] = {0, 1}, n[] = {8};
  CHECK_FFT(mufftCreate(&plan));
  CHECK_FFT(mufftXtSetGPUs(plan, 2, devices));
  const auto check = [](auto give) {
    size_t sizes[] = {77, 77, 77};
    CHECK_FFT(give(sizes));
    CHECK(sizes[0] != 77 && sizes[1] != 77 && sizes[2] == 77);
  };
  check([&](size_t *sizes) { return mufftGetSize1d(plan, 8, MUFFT_C2C, 1, sizes); });
  check([&](size_t *sizes) {
    return mufftGetSizeMany(plan, 1, n, nullptr, 1, 0, nullptr, 1, 0, MUFFT_C2C, 1, sizes);
  });
  check([&](size_t *sizes) { return mufftMakePlan1d(plan, 8, MUFFT_C2C, 1, sizes); });
  check([&](size_t *sizes) { return mufftGetSize(plan, sizes); });
  CHECK_FFT_FAILS(mufftGetSize(plan, nullptr), MUFFT_INVALID_VALUE);
  CHECK_FFT(mufftDestroy(plan));
}

void testMemory() {
  const mufftHandle plan = makePlan({0, 1}, {64}, 1, MUFFT_C2C);
  const Numbers<float> given = numbers<float>(64);
  musaLibXtDesc *data = nullptr;
  CHECK_FFT(mufftXtMalloc(plan, &data, MUFFT_XT_FORMAT_INPLACE));
  CHECK_FFT(mufftXtMemcpy(plan, data, const_cast<std::complex<float> *>(given.data()),
                          MUFFT_COPY_HOST_TO_DEVICE));
  int failures = 0;
  withFailingAllocations([&] { return mufftXtExecDescriptorC2C(plan, data, data, MUFFT_FORWARD); },
                         [&](mufftResult result, bool hasFailed) {
                           CHECK_EQUAL(result != MUFFT_SUCCESS, hasFailed);
                           failures += result == MUFFT_ALLOC_FAILED;
                         });
  CHECK(failures > 0);
  Numbers<float> result(64);
  CHECK_FFT(mufftXtMemcpy(plan, result.data(), data, MUFFT_COPY_DEVICE_TO_HOST));
  CHECK(isNear(result, ofOneDevice<float>({64}, 1, given)));
  CHECK_FFT(mufftXtFree(data));
  CHECK_FFT(mufftDestroy(plan));
}

void testErrors() {
  mufftHandle plan = 0;
  size_t sizes[3] = {};
  int devices[] = {0, 1, 5}, twice[] = {1, 1};
  CHECK_FFT(mufftCreate(&plan));
  CHECK_FFT_FAILS(mufftXtSetGPUs(plan, 1, devices), MUFFT_INVALID_VALUE);
  CHECK_FFT_FAILS(mufftXtSetGPUs(plan, 2, nullptr), MUFFT_INVALID_VALUE);
  CHECK_FFT_FAILS(mufftXtSetGPUs(plan, 3, devices), MUFFT_INVALID_DEVICE);
  CHECK_FFT_FAILS(mufftXtSetGPUs(plan, 2, twice), MUFFT_INVALID_DEVICE);
  CHECK_FFT_FAILS(mufftXtSetGPUs(plan + 1000, 2, devices), MUFFT_INVALID_PLAN);
  CHECK_FFT(mufftXtSetGPUs(plan, 2, devices));
  musaLibXtDesc *data = nullptr;
  CHECK_FFT_FAILS(mufftXtMalloc(plan, &data, MUFFT_XT_FORMAT_INPLACE), MUFFT_INVALID_PLAN);
  CHECK_FFT_FAILS(mufftMakePlan1d(plan, 8, MUFFT_R2C, 1, sizes), MUFFT_NOT_SUPPORTED);
  CHECK_FFT(mufftMakePlan1d(plan, 8, MUFFT_C2C, 1, sizes));
  CHECK_FFT_FAILS(mufftXtSetGPUs(plan, 2, devices), MUFFT_INVALID_PLAN);
  CHECK_FFT_FAILS(mufftXtMalloc(plan, nullptr, MUFFT_XT_FORMAT_INPLACE), MUFFT_INVALID_VALUE);
  CHECK_FFT_FAILS(mufftXtMalloc(plan, &data, MUFFT_FORMAT_UNDEFINED), MUFFT_INVALID_VALUE);
  CHECK_FFT(mufftXtMalloc(plan, &data, MUFFT_XT_FORMAT_INPLACE));
  CHECK_FFT_FAILS(mufftXtMemcpy(plan, data, nullptr, MUFFT_COPY_HOST_TO_DEVICE),
                  MUFFT_INVALID_VALUE);
  CHECK_FFT_FAILS(mufftXtMemcpy(plan, data, data, MUFFT_COPY_UNDEFINED), MUFFT_INVALID_VALUE);
  // Its data is no one array.
  auto *memory = static_cast<mufftComplex *>(data->descriptor->data[0]);
  CHECK_FFT_FAILS(mufftExecC2C(plan, memory, memory, MUFFT_FORWARD), MUFFT_INVALID_PLAN);
  const mufftHandle other = makePlan({1, 2}, {8}, 1, MUFFT_C2C);
  CHECK_FFT_FAILS(mufftXtExecDescriptorC2C(other, data, data, MUFFT_FORWARD), MUFFT_INVALID_VALUE);
  CHECK_FFT(mufftXtFree(data));
  CHECK_FFT_FAILS(mufftXtFree(nullptr), MUFFT_INVALID_VALUE);
  CHECK_FFT(mufftDestroy(other));
  CHECK_FFT(mufftDestroy(plan));
}

} // namespace

int main() {
  testTransform<float>({0, 1}, {64}, 1);
  testTransform<double>({2, 0, 1}, {10}, 1);
  testTransform<float>({1, 0}, {8, 6}, 1);
  testTransform<double>({0, 1, 2}, {5, 4, 3}, 1);
  testTransform<float>({0, 1, 2}, {8}, 5);
  testTransform<double>({0, 2}, {3, 4}, 4);
  testOutOfPlace();
  testSizes();
  testMemory();
  testErrors();
  int device = -1;
  CHECK_MUSA(musaGetDevice(&device));
  CHECK_EQUAL(device, 0);
  return CHECK_RESULT();
}
