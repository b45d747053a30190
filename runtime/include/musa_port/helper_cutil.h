//===- musa_port/helper_cutil.h - cutil of CUDA before 5.0 ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The port's own cutil.h and cutil_inline.h, which came with NVIDIA's samples up to CUDA 4, see
// helper_string.h. A port keeps the names of its functions, and those have them. A program is not
// held at its end until somebody presses a key.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_HELPER_CUTIL_H
#define MUSA_PORT_HELPER_CUTIL_H

#include <musa_port/helper_cuda.h>
#include <musa_port/helper_functions.h>

#include <math.h>

enum CUTBoolean { CUTFalse = 0, CUTTrue = 1 };

// ---------------------------------------------------------------------------------- errors

// The first five are statements: programs leave the semicolon out.
#define CUDA_SAFE_CALL_NO_SYNC(call)                                                               \
  {                                                                                                \
    checkCudaErrors(call);                                                                         \
  }
#define CUDA_SAFE_CALL(call)                                                                       \
  {                                                                                                \
    checkCudaErrors(call);                                                                         \
  }
#define CUFFT_SAFE_CALL(call)                                                                      \
  {                                                                                                \
    checkCudaErrors(call);                                                                         \
  }
#define CUT_SAFE_CALL(call)                                                                        \
  {                                                                                                \
    cutilCheckError(call);                                                                         \
  }
#define cutilSafeCall(call) checkCudaErrors(call)
#define cutilSafeCallNoSync(call) checkCudaErrors(call)
#define cufftSafeCall(call) checkCudaErrors(call)
#define cutilSafeThreadSync() checkCudaErrors(musaDeviceSynchronize())
#define cutilSafeMalloc(call) cutilCheckError((call) != nullptr ? CUTTrue : CUTFalse)
#define cutilCheckMsg(message) getLastCudaError(message)
#define cutilCondition(value) ((void)(value))
#define CUT_CONDITION(value) ((void)(value))
#define CUT_BANK_CHECKER(array, index) array[index]
#define CUTIL_BANK_CHECKER(array, index) array[index]

/// Says what went wrong in a kernel or call before, and ends the program then.
#define CUT_CHECK_ERROR(message)                                                                   \
  {                                                                                                \
    getLastCudaError(message);                                                                     \
    if (musaDeviceSynchronize() != musaSuccess)                                                    \
      getLastCudaError(message);                                                                   \
  }

/// Ends the program if one of this file's functions returned CUTFalse.
#define cutilCheckError(result)                                                                    \
  do {                                                                                             \
    if ((result) != CUTTrue) {                                                                     \
      fprintf(stderr, "%s:%d: %s failed\n", __FILE__, __LINE__, #result);                          \
      exit(EXIT_FAILURE);                                                                          \
    }                                                                                              \
  } while (0)

inline musaError_t cutilDeviceSynchronize() { return musaDeviceSynchronize(); }
inline musaError_t cutilThreadSynchronize() { return musaDeviceSynchronize(); }
inline musaError_t cutilDeviceReset() { return musaDeviceReset(); }
inline musaError_t cutilThreadExit() { return musaDeviceReset(); }

// ---------------------------------------------------------------------------------- devices

inline int cutGetMaxGflopsDeviceId() { return gpuGetMaxGflopsDeviceId(); }

/// As the option -device=N says, otherwise the first one.
inline void cutilDeviceInit(int argc, char **argv) {
  int device = 0;
  getCmdLineArgumentValue(argc, const_cast<const char **>(argv), "device", &device);
  if (gpuDeviceInit(device) < 0)
    exit(EXIT_FAILURE);
}
inline void cutilChooseCudaDevice(int argc, char **argv) {
  findCudaDevice(argc, const_cast<const char **>(argv));
}
inline void cutilExit(int, char **) { exit(EXIT_SUCCESS); }

#define CUT_DEVICE_INIT(argc, argv) cutilDeviceInit(argc, argv)
#define CUT_EXIT(argc, argv) cutilExit(argc, argv)

// ---------------------------------------------------------------------------------- timers

namespace musa_port {

/// A program names them by the numbers that cutCreateTimer() gives.
inline std::vector<StopWatchInterface *> &cutilTimers() {
  static std::vector<StopWatchInterface *> timers;
  return timers;
}

/// Null if there is no such timer.
inline StopWatchInterface *cutilTimer(unsigned int number) {
  return number < cutilTimers().size() ? cutilTimers()[number] : nullptr;
}

inline CUTBoolean cut(bool isGood) { return isGood ? CUTTrue : CUTFalse; }

inline CUTBoolean cutilTell(unsigned int number, void (StopWatchInterface::*what)()) {
  StopWatchInterface *timer = cutilTimer(number);
  if (timer != nullptr)
    (timer->*what)();
  return cut(timer != nullptr);
}

} // namespace musa_port

inline CUTBoolean cutCreateTimer(unsigned int *name) {
  *name = static_cast<unsigned int>(musa_port::cutilTimers().size());
  musa_port::cutilTimers().push_back(new StopWatchLinux);
  return CUTTrue;
}
inline CUTBoolean cutDeleteTimer(unsigned int name) {
  StopWatchInterface *timer = musa_port::cutilTimer(name);
  if (timer != nullptr)
    musa_port::cutilTimers()[name] = nullptr;
  delete timer;
  return musa_port::cut(timer != nullptr);
}
inline CUTBoolean cutStartTimer(const unsigned int name) {
  return musa_port::cutilTell(name, &StopWatchInterface::start);
}
inline CUTBoolean cutStopTimer(const unsigned int name) {
  return musa_port::cutilTell(name, &StopWatchInterface::stop);
}
inline CUTBoolean cutResetTimer(const unsigned int name) {
  return musa_port::cutilTell(name, &StopWatchInterface::reset);
}
/// In milliseconds; 0 if there is no such timer.
inline float cutGetTimerValue(const unsigned int name) {
  StopWatchInterface *timer = musa_port::cutilTimer(name);
  return timer != nullptr ? timer->getTime() : 0.0f;
}
inline float cutGetAverageTimerValue(const unsigned int name) {
  StopWatchInterface *timer = musa_port::cutilTimer(name);
  return timer != nullptr ? timer->getAverageTime() : 0.0f;
}

// ---------------------------------------------------------------------------------- the command
// line

inline CUTBoolean cutCheckCmdLineFlag(const int argc, const char **argv, const char *flag) {
  return musa_port::cut(checkCmdLineFlag(argc, argv, flag));
}
inline CUTBoolean cutGetCmdLineArgumenti(const int argc, const char **argv, const char *name,
                                         int *value) {
  return musa_port::cut(getCmdLineArgumentValue(argc, argv, name, value));
}
inline CUTBoolean cutGetCmdLineArgumentf(const int argc, const char **argv, const char *name,
                                         float *value) {
  return musa_port::cut(getCmdLineArgumentValue(argc, argv, name, value));
}
inline CUTBoolean cutGetCmdLineArgumentstr(const int argc, const char **argv, const char *name,
                                           char **value) {
  return musa_port::cut(getCmdLineArgumentString(argc, argv, name, value));
}

// ---------------------------------------------------------------------------------- files

/// Of what the functions below have made room for.
inline void cutFree(void *memory) { free(memory); }

inline char *cutFindFilePath(const char *filename, const char *executable_path) {
  return sdkFindFilePath(filename, executable_path);
}

inline CUTBoolean cutLoadPGMub(const char *file, unsigned char **data, unsigned int *w,
                               unsigned int *h) {
  return musa_port::cut(sdkLoadPGM(file, data, w, h));
}
inline CUTBoolean cutLoadPGMf(const char *file, float **data, unsigned int *w, unsigned int *h) {
  return musa_port::cut(sdkLoadPGM(file, data, w, h));
}
inline CUTBoolean cutLoadPPMub(const char *file, unsigned char **data, unsigned int *w,
                               unsigned int *h) {
  return musa_port::cut(sdkLoadPPMub(file, data, w, h));
}
inline CUTBoolean cutLoadPPM4ub(const char *file, unsigned char **data, unsigned int *w,
                                unsigned int *h) {
  return musa_port::cut(sdkLoadPPM4ub(file, data, w, h));
}
inline CUTBoolean cutSavePGMub(const char *file, unsigned char *data, unsigned int w,
                               unsigned int h) {
  return musa_port::cut(sdkSavePGM(file, data, w, h));
}
inline CUTBoolean cutSavePGMf(const char *file, float *data, unsigned int w, unsigned int h) {
  return musa_port::cut(sdkSavePGM(file, data, w, h));
}
inline CUTBoolean cutSavePPMub(const char *file, unsigned char *data, unsigned int w,
                               unsigned int h) {
  return musa_port::cut(sdkSavePPMub(file, data, w, h));
}
inline CUTBoolean cutSavePPM4ub(const char *file, unsigned char *data, unsigned int w,
                                unsigned int h) {
  return musa_port::cut(sdkSavePPM4ub(file, data, w, h));
}

/// Numbers as text. *len is how many `data` has room for, and is set if it has none yet.
inline CUTBoolean cutReadFilef(const char *filename, float **data, unsigned int *len,
                               bool verbose = false) {
  return musa_port::cut(sdkReadFile(filename, data, len, verbose));
}
inline CUTBoolean cutReadFilei(const char *filename, int **data, unsigned int *len,
                               bool verbose = false) {
  return musa_port::cut(sdkReadFile(filename, data, len, verbose));
}
inline CUTBoolean cutWriteFilef(const char *filename, const float *data, unsigned int len,
                                const float epsilon, bool verbose = false) {
  return musa_port::cut(sdkWriteFile(filename, data, len, epsilon, verbose));
}
inline CUTBoolean cutWriteFilei(const char *filename, const int *data, unsigned int len,
                                bool verbose = false) {
  return musa_port::cut(sdkWriteFile(filename, data, len, 0, verbose));
}

// ---------------------------------------------------------------------------------- comparisons

inline CUTBoolean cutComparef(const float *reference, const float *data, const unsigned int len) {
  return musa_port::cut(compareData(reference, data, len, 0.0f, 0.0f));
}
inline CUTBoolean cutComparei(const int *reference, const int *data, const unsigned int len) {
  return musa_port::cut(compareData(reference, data, len, 0, 0.0f));
}
inline CUTBoolean cutCompareub(const unsigned char *reference, const unsigned char *data,
                               const unsigned int len) {
  return musa_port::cut(compareData(reference, data, len, 0, 0.0f));
}
/// Each element may differ by `epsilon`.
inline CUTBoolean cutComparefe(const float *reference, const float *data, const unsigned int len,
                               const float epsilon) {
  return musa_port::cut(compareData(reference, data, len, epsilon, 0.0f));
}
/// And a share of `threshold` of them by more.
inline CUTBoolean cutComparefet(const float *reference, const float *data, const unsigned int len,
                                const float epsilon, const float threshold) {
  return musa_port::cut(compareData(reference, data, len, epsilon, threshold));
}
inline CUTBoolean cutCompareL2fe(const float *reference, const float *data, const unsigned int len,
                                 const float epsilon) {
  return musa_port::cut(sdkCompareL2fe(reference, data, len, epsilon));
}

#endif // MUSA_PORT_HELPER_CUTIL_H
