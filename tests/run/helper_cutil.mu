// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cutil.h of NVIDIA's samples before CUDA 5, as the port has it. At last a kernel's failure ends
// the program with the status 1; any other failure here gives another status.
// MCC:
// MCC: -std=c++11 -Wall -Wextra
// ARGS: --device=0 -n=12 -scale=1.5 -file=a.txt
// NO-SANITIZER: headers
// EXIT: 1
// STDOUT: ^GPU Device 0: ".*" with compute capability \d\.\d
// STDERR: ^.*helper_cutil\.mu:\d+: of the kernel: error \d+ \(musaErrorInvalidConfiguration\).*\n$
#include <musa_port/helper_cutil.h>

namespace {

int failures = 0;

void expect(bool holds, const char *what, int line) {
  if (holds)
    return;
  ++failures;
  fprintf(stderr, "line %d: %s\n", line, what);
}
#define EXPECT(condition) expect(condition, #condition, __LINE__)

void timers() {
  unsigned int one = 99, two = 99;
  CUT_SAFE_CALL(cutCreateTimer(&one));
  cutilCheckError(cutCreateTimer(&two));
  EXPECT(one != two);
  EXPECT(cutStartTimer(one) == CUTTrue);
  EXPECT(cutStopTimer(one) == CUTTrue);
  EXPECT(cutGetTimerValue(one) > 0.0f && cutGetTimerValue(two) == 0.0f);
  EXPECT(cutGetAverageTimerValue(one) == cutGetTimerValue(one));
  EXPECT(cutResetTimer(one) == CUTTrue && cutGetTimerValue(one) == 0.0f);
  EXPECT(cutDeleteTimer(one) == CUTTrue && cutDeleteTimer(one) == CUTFalse);
  EXPECT(cutStartTimer(one) == CUTFalse && cutGetTimerValue(7) == 0.0f);
}

void commandLine(int argc, const char **argv) {
  int n = 0;
  float scale = 0;
  char *file = nullptr;
  EXPECT(cutCheckCmdLineFlag(argc, argv, "n") == CUTTrue);
  EXPECT(cutCheckCmdLineFlag(argc, argv, "m") == CUTFalse);
  EXPECT(cutGetCmdLineArgumenti(argc, argv, "n", &n) == CUTTrue && n == 12);
  EXPECT(cutGetCmdLineArgumentf(argc, argv, "scale", &scale) == CUTTrue && scale == 1.5f);
  EXPECT(cutGetCmdLineArgumentstr(argc, argv, "file", &file) == CUTTrue &&
         strcmp(file, "a.txt") == 0);
  EXPECT(cutGetCmdLineArgumenti(argc, argv, "m", &n) == CUTFalse && n == 12);
}

void files() {
  const float numbers[] = {1.5f, -2.0f, 3.0f};
  EXPECT(cutWriteFilef("numbers.txt", numbers, 3, 0.1f) == CUTTrue);
  float *read = nullptr;
  unsigned int count = 0;
  EXPECT(cutReadFilef("numbers.txt", &read, &count) == CUTTrue && count == 3);
  EXPECT(cutComparef(numbers, read, 3) == CUTTrue);
  read[1] += 0.25f;
  EXPECT(cutComparef(numbers, read, 3) == CUTFalse);
  EXPECT(cutComparefe(numbers, read, 3, 0.2f) == CUTFalse);
  EXPECT(cutComparefe(numbers, read, 3, 0.3f) == CUTTrue);
  EXPECT(cutComparefet(numbers, read, 3, 0.2f, 0.5f) == CUTTrue);
  EXPECT(cutCompareL2fe(numbers, read, 3, 0.1f) == CUTTrue);
  EXPECT(cutCompareL2fe(numbers, read, 3, 0.01f) == CUTFalse);
  cutFree(read);
  unsigned char pixels[] = {1, 2, 3, 4, 5, 6};
  EXPECT(cutSavePGMub("a.pgm", pixels, 3, 2) == CUTTrue);
  unsigned char *loaded = nullptr;
  unsigned int width = 0, height = 0;
  EXPECT(cutLoadPGMub("a.pgm", &loaded, &width, &height) == CUTTrue && width == 3 && height == 2);
  EXPECT(cutCompareub(pixels, loaded, 6) == CUTTrue);
  cutFree(loaded);
  char *path = cutFindFilePath("numbers.txt", nullptr);
  EXPECT(path != nullptr);
  cutFree(path);
  EXPECT(cutFindFilePath("none.txt", nullptr) == nullptr);
}

} // namespace

__global__ void twice(int *p) { CUT_BANK_CHECKER(p, threadIdx.x) *= 2; }

int main(int argc, char **argv) {
  CUT_DEVICE_INIT(argc, argv);
  timers();
  commandLine(argc, const_cast<const char **>(argv));
  files();
  int *p = nullptr;
  CUDA_SAFE_CALL(musaMalloc(reinterpret_cast<void **>(&p), 4));
  const int three = 3;
  int six = 0;
  cutilSafeCall(musaMemcpy(p, &three, 4, musaMemcpyHostToDevice));
  twice<<<1, 1>>>(p);
  CUT_CHECK_ERROR("of the first kernel")
  cutilSafeThreadSync();
  CUDA_SAFE_CALL_NO_SYNC(musaMemcpy(&six, p, 4, musaMemcpyDeviceToHost))
  EXPECT(six == 6);
  cutilSafeCallNoSync(musaFree(p));
  if (failures != 0)
    return 2;
  twice<<<0, 1>>>(p);
  cutilCheckMsg("of the kernel");
  return 3;
}
