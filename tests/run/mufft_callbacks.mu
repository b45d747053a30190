// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -lmufft
// NO-SANITIZER: they have an operator new of their own
//
// Callbacks of muFFT: each kind, in all layouts, against the transform of what they load, and what
// they store of it.
#include "check.h"
#include "device_array.h"
#include "failing_new.h"

#include <chrono>
#include <mufftXt.h>
#include <thread>
#include <utility>
#include <vector>

#define CHECK_FFT(call) CHECK_EQUAL(static_cast<int>(call), static_cast<int>(MUFFT_SUCCESS))
#define CHECK_FFT_FAILS(call, status) CHECK_EQUAL(static_cast<int>(call), static_cast<int>(status))

// Elements are doubled, and the caller's number is added.
template <typename R> struct Info {
  R added;
};

__device__ mufftComplex loadC(void *data, size_t offset, void *info, void *) {
  const mufftComplex value = static_cast<mufftComplex *>(data)[offset];
  return make_muComplex(2 * value.x + static_cast<Info<float> *>(info)->added, 2 * value.y);
}
__device__ mufftDoubleComplex loadZ(void *data, size_t offset, void *info, void *) {
  const mufftDoubleComplex value = static_cast<mufftDoubleComplex *>(data)[offset];
  return make_muDoubleComplex(2 * value.x + static_cast<Info<double> *>(info)->added, 2 * value.y);
}
__device__ mufftReal loadR(void *data, size_t offset, void *info, void *) {
  return 2 * static_cast<mufftReal *>(data)[offset] + static_cast<Info<float> *>(info)->added;
}
__device__ mufftDoubleReal loadD(void *data, size_t offset, void *info, void *) {
  return 2 * static_cast<mufftDoubleReal *>(data)[offset] +
         static_cast<Info<double> *>(info)->added;
}
__device__ void storeC(void *data, size_t offset, mufftComplex element, void *info, void *shared) {
  // The offset is the element's number too; shared memory is the block's.
  static_cast<int *>(shared)[threadIdx.x] = static_cast<int>(offset);
  static_cast<mufftComplex *>(data)[offset] =
      make_muComplex(element.x + static_cast<Info<float> *>(info)->added,
                     element.y * static_cast<float>(static_cast<int *>(shared)[threadIdx.x]));
}
__device__ void storeZ(void *data, size_t offset, mufftDoubleComplex element, void *info, void *) {
  static_cast<mufftDoubleComplex *>(data)[offset] =
      make_muDoubleComplex(element.x + static_cast<Info<double> *>(info)->added,
                           element.y * static_cast<double>(offset));
}
__device__ void storeR(void *data, size_t offset, mufftReal element, void *info, void *) {
  static_cast<mufftReal *>(data)[offset] =
      element * static_cast<float>(offset) + static_cast<Info<float> *>(info)->added;
}
__device__ void storeD(void *data, size_t offset, mufftDoubleReal element, void *info, void *) {
  static_cast<mufftDoubleReal *>(data)[offset] =
      element * static_cast<double>(offset) + static_cast<Info<double> *>(info)->added;
}

__device__ mufftCallbackLoadC loadCAddress = loadC;
__device__ mufftCallbackLoadZ loadZAddress = loadZ;
__device__ mufftCallbackLoadR loadRAddress = loadR;
__device__ mufftCallbackLoadD loadDAddress = loadD;
__device__ mufftCallbackStoreC storeCAddress = storeC;
__device__ mufftCallbackStoreZ storeZAddress = storeZ;
__device__ mufftCallbackStoreR storeRAddress = storeR;
__device__ mufftCallbackStoreD storeDAddress = storeD;

namespace {

template <typename T> void *addressOf(const T &symbol) {
  T address = nullptr;
  CHECK_MUSA(musaMemcpyFromSymbol(&address, symbol, sizeof address));
  return reinterpret_cast<void *>(address);
}

enum class Sets { LoadAndStore, Load, Store };

/// What a plan is made for, and its callbacks.
struct Case {
  mufftType type;
  mufftXtCallbackType loads, stores;
  void *load, *store;
  bool inputIsComplex, outputIsComplex;
};

template <typename R> std::vector<R> numbers(size_t count) {
  std::vector<R> result(count);
  for (size_t i = 0; i < count; ++i)
    result[i] = R(int(i * 7 % 11) - 5);
  return result;
}

/// Signals of `n` numbers, each `distance` from the next, elements `stride` apart.
template <typename R> void testCase(const Case &of, Sets sets, bool inPlace, int stride) {
  const bool loads = sets != Sets::Store, stores = sets != Sets::Load;
  constexpr int n = 12, batch = 3;
  constexpr int half = n / 2 + 1;
  const int inputs = of.inputIsComplex && !of.outputIsComplex ? half : n;
  const int outputs = of.outputIsComplex && !of.inputIsComplex ? half : n;
  int length[] = {n};
  // Rows are as long as the complex side wants them, in place.
  int embed[] = {half * 2};
  const int inputParts = of.inputIsComplex ? 2 : 1, outputParts = of.outputIsComplex ? 2 : 1;
  int inputDistance = 40 * 2 / inputParts, outputDistance = 40 * 2 / outputParts;
  mufftHandle plain = 0, with = 0;
  for (mufftHandle *plan : {&plain, &with})
    CHECK_FFT(mufftPlanMany(plan, 1, length, embed, stride, inputDistance, embed, stride,
                            outputDistance, of.type, batch));
  const Info<R> info{R(3)};
  const DeviceArray<Info<R>> infos({info});
  void *callerInfo = infos.get();
  void *load = of.load, *store = of.store;
  if (loads)
    CHECK_FFT(mufftXtSetCallback(with, &load, of.loads, &callerInfo));
  if (stores)
    CHECK_FFT(mufftXtSetCallback(with, &store, of.stores, &callerInfo));
  if (of.stores == MUFFT_CB_ST_COMPLEX)
    CHECK_FFT(mufftXtSetCallbackSharedSize(with, of.stores, 256 * sizeof(int)));

  const std::vector<R> given = numbers<R>(80 * batch);
  std::vector<R> loaded = given;
  for (int b = 0; b < batch; ++b)
    for (int i = 0; loads && i < inputs; ++i) {
      R *element = &loaded[(b * size_t(inputDistance) + i * size_t(stride)) * inputParts];
      for (int part = 0; part < inputParts; ++part)
        element[part] = 2 * element[part] + (part == 0 ? info.added : 0);
    }
  const DeviceArray<R> input(given), other(loaded), output(given), expectedOutput(given);
  const int direction = MUFFT_INVERSE;
  CHECK_FFT(mufftXtExec(with, input.get(), inPlace ? input.get() : output.get(), direction));
  CHECK_FFT(mufftXtExec(plain, other.get(), expectedOutput.get(), direction));
  const std::vector<R> result = (inPlace ? input : output).read();
  std::vector<R> expected = expectedOutput.read();
  int wrong = 0;
  for (int b = 0; b < batch; ++b)
    for (int i = 0; i < outputs; ++i) {
      const size_t offset = b * size_t(outputDistance) + i * size_t(stride);
      R *element = &expected[offset * outputParts];
      if (stores && of.outputIsComplex) {
        element[0] += info.added;
        element[1] *= static_cast<R>(offset);
      } else if (stores) {
        element[0] = element[0] * static_cast<R>(offset) + info.added;
      }
      for (int part = 0; part < outputParts; ++part) {
        const R is = result[offset * outputParts + part], difference = is - element[part];
        wrong += !(difference * difference <= 1e-6 * (1 + is * is));
      }
    }
  CHECK_EQUAL(wrong, 0);

  // Without them it is the plain transform.
  CHECK_FFT(mufftXtClearCallback(with, of.loads));
  CHECK_FFT(mufftXtClearCallback(with, of.stores));
  const DeviceArray<R> again(given), once(given), cleared(given), unchanged(given);
  CHECK_FFT(mufftXtExec(with, again.get(), cleared.get(), direction));
  CHECK_FFT(mufftXtExec(plain, once.get(), unchanged.get(), direction));
  CHECK(cleared.read() == unchanged.read());
  CHECK_FFT(mufftDestroy(plain));
  CHECK_FFT(mufftDestroy(with));
}

template <typename R> void testCases(const std::vector<Case> &cases) {
  for (const Case &of : cases)
    for (int stride : {1, 2})
      for (bool inPlace : {false, true})
        if (!inPlace || stride == 1)
          for (Sets sets : {Sets::LoadAndStore, Sets::Load, Sets::Store})
            testCase<R>(of, sets, inPlace, stride);
}

/// A load callback alone, in a plan of two dimensions that is captured into a graph.
void testGraph() {
  mufftHandle plan = 0;
  musaStream_t stream = nullptr;
  CHECK_MUSA(musaStreamCreate(&stream));
  CHECK_FFT(mufftPlan2d(&plan, 4, 6, MUFFT_C2C));
  CHECK_FFT(mufftSetStream(plan, stream));
  void *load = addressOf(loadCAddress);
  const DeviceArray<Info<float>> infos({Info<float>{1}});
  void *callerInfo = infos.get();
  CHECK_FFT(mufftXtSetCallback(plan, &load, MUFFT_CB_LD_COMPLEX, &callerInfo));
  const DeviceArray<float> data(std::vector<float>(48, 0));
  musaGraph_t graph = nullptr;
  musaGraphExec_t executable = nullptr;
  CHECK_MUSA(musaStreamBeginCapture(stream, musaStreamCaptureModeGlobal));
  CHECK_FFT(mufftExecC2C(plan, reinterpret_cast<mufftComplex *>(data.get()),
                         reinterpret_cast<mufftComplex *>(data.get()), MUFFT_FORWARD));
  CHECK_MUSA(musaStreamEndCapture(stream, &graph));
  CHECK_MUSA(musaGraphInstantiate(&executable, graph, 0));
  CHECK_MUSA(musaGraphLaunch(executable, stream));
  CHECK_MUSA(musaStreamSynchronize(stream));
  std::vector<float> expected(48, 0);
  expected[0] = 24; // of ones
  CHECK(data.read() == expected);
  CHECK_MUSA(musaGraphExecDestroy(executable));
  CHECK_MUSA(musaGraphDestroy(graph));
  CHECK_FFT(mufftDestroy(plan));
  CHECK_MUSA(musaStreamDestroy(stream));
}

/// What is in the stream already when memory runs out is done with memory that is still there.
void testMemory() {
  mufftHandle plan = 0;
  musaStream_t stream = nullptr;
  CHECK_MUSA(musaStreamCreate(&stream));
  CHECK_FFT(mufftPlan1d(&plan, 1024, MUFFT_C2C, 1));
  CHECK_FFT(mufftSetStream(plan, stream));
  void *load = addressOf(loadCAddress), *store = addressOf(storeCAddress);
  const DeviceArray<Info<float>> infos({Info<float>{1}});
  void *callerInfo = infos.get();
  CHECK_FFT(mufftXtSetCallback(plan, &load, MUFFT_CB_LD_COMPLEX, &callerInfo));
  CHECK_FFT(mufftXtSetCallback(plan, &store, MUFFT_CB_ST_COMPLEX, &callerInfo));
  CHECK_FFT(mufftXtSetCallbackSharedSize(plan, MUFFT_CB_ST_COMPLEX, 256 * sizeof(int)));
  const DeviceArray<float> data(std::vector<float>(2048, 0)), result(std::vector<float>(2048, 0));
  const auto wait = [](void *) { std::this_thread::sleep_for(std::chrono::milliseconds(5)); };
  std::vector<float> expected(2048, 0);
  for (size_t i = 0; i < 1024; ++i)
    expected[2 * i] = i == 0 ? 1025 : 1; // of ones, and one more
  int failures = 0;
  withFailingAllocations(
      [&] {
        const int left = std::exchange(allocationsLeft, -1);
        CHECK_MUSA(musaLaunchHostFunc(stream, wait, nullptr));
        allocationsLeft = left;
        return mufftExecC2C(plan, reinterpret_cast<mufftComplex *>(data.get()),
                            reinterpret_cast<mufftComplex *>(result.get()), MUFFT_FORWARD);
      },
      [&](mufftResult status, bool hasFailed) {
        CHECK(status == MUFFT_SUCCESS || hasFailed);
        failures += status == MUFFT_ALLOC_FAILED;
        CHECK_MUSA(musaStreamSynchronize(stream));
        CHECK(status != MUFFT_SUCCESS || result.read() == expected);
      });
  CHECK(failures > 0);
  CHECK_FFT(mufftDestroy(plan));
  CHECK_MUSA(musaStreamDestroy(stream));
}

void testErrors() {
  void *load = addressOf(loadCAddress);
  mufftHandle plan = 0;
  CHECK_FFT(mufftCreate(&plan));
  CHECK_FFT_FAILS(mufftXtSetCallback(plan, &load, MUFFT_CB_LD_COMPLEX, nullptr),
                  MUFFT_INVALID_PLAN);
  size_t size = 0;
  CHECK_FFT(mufftMakePlan1d(plan, 8, MUFFT_R2C, 1, &size));
  CHECK_FFT_FAILS(mufftXtSetCallback(plan, &load, MUFFT_CB_LD_COMPLEX, nullptr),
                  MUFFT_INVALID_TYPE);
  CHECK_FFT_FAILS(mufftXtSetCallback(plan, &load, MUFFT_CB_LD_REAL_DOUBLE, nullptr),
                  MUFFT_INVALID_TYPE);
  CHECK_FFT_FAILS(mufftXtSetCallback(plan, nullptr, MUFFT_CB_LD_REAL, nullptr),
                  MUFFT_INVALID_VALUE);
  CHECK_FFT_FAILS(mufftXtSetCallbackSharedSize(plan, MUFFT_CB_ST_COMPLEX, 1 << 20),
                  MUFFT_INVALID_SIZE);
  CHECK_FFT_FAILS(mufftXtClearCallback(plan, MUFFT_CB_UNDEFINED), MUFFT_INVALID_TYPE);
  CHECK_FFT(mufftDestroy(plan));
  CHECK_FFT_FAILS(mufftXtSetCallback(plan, &load, MUFFT_CB_LD_REAL, nullptr), MUFFT_INVALID_PLAN);
}

} // namespace

int main() {
  testCases<float>({
      {MUFFT_C2C, MUFFT_CB_LD_COMPLEX, MUFFT_CB_ST_COMPLEX, addressOf(loadCAddress),
       addressOf(storeCAddress), true, true},
      {MUFFT_R2C, MUFFT_CB_LD_REAL, MUFFT_CB_ST_COMPLEX, addressOf(loadRAddress),
       addressOf(storeCAddress), false, true},
      {MUFFT_C2R, MUFFT_CB_LD_COMPLEX, MUFFT_CB_ST_REAL, addressOf(loadCAddress),
       addressOf(storeRAddress), true, false},
  });
  testCases<double>({
      {MUFFT_Z2Z, MUFFT_CB_LD_COMPLEX_DOUBLE, MUFFT_CB_ST_COMPLEX_DOUBLE, addressOf(loadZAddress),
       addressOf(storeZAddress), true, true},
      {MUFFT_D2Z, MUFFT_CB_LD_REAL_DOUBLE, MUFFT_CB_ST_COMPLEX_DOUBLE, addressOf(loadDAddress),
       addressOf(storeZAddress), false, true},
      {MUFFT_Z2D, MUFFT_CB_LD_COMPLEX_DOUBLE, MUFFT_CB_ST_REAL_DOUBLE, addressOf(loadZAddress),
       addressOf(storeDAddress), true, false},
  });
  testGraph();
  testMemory();
  testErrors();
  return CHECK_RESULT();
}
