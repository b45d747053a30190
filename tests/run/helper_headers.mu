// MCC: -lmublas
// MCC: -std=c++11 -Wall -Wextra -lmublas
// MCC: -std=c++20 -lmublas
// WITH: helper_headers_plain.cpp
// ARGS: --device=0 -n=12 -scale=1.5 -file=a=b.txt -Wide -m7 -n2=3
// NO-SANITIZER: headers
// EXIT: 1
// STDOUT: \nGPU Device 0: ".*" with compute capability \d\.\d
// STDERR: helper_headers\.mu:\d+: of before: error \d+ \(musaErrorInvalidValue\)
// STDERR: helper_headers\.mu:\d+: error 7 \(MUBLAS_STATUS_INVALID_VALUE\) of failing\(\)\n$
// The headers that come with NVIDIA's samples, as the port has them: each function once. At last a
// failed call ends the program with the status 1; any other failure here gives another status.
#include <mublas.h>
#include <musa_port/helper_cuda.h>
#include <musa_port/helper_cuda_drvapi.h>
#include <musa_port/helper_functions.h>
#include <musa_port/helper_image.h>
#include <musa_port/helper_math.h>
#include <musa_port/helper_string.h>
#include <musa_port/helper_timer.h>

#include <cmath>
#include <string>
#include <vector>

int inPlainCpp(); // helper_headers_plain.cpp

namespace {

int failures = 0;

void expect(bool holds, const char *what, int line) {
  if (holds)
    return;
  ++failures;
  fprintf(stderr, "line %d: %s\n", line, what);
}
#define EXPECT(condition) expect(condition, #condition, __LINE__)

__host__ __device__ bool isAs(float a, float b) { return fabsf(a - b) < 1e-5f; }
__host__ __device__ bool isAs(float2 a, float x, float y) { return isAs(a.x, x) && isAs(a.y, y); }
__host__ __device__ bool isAs(float3 a, float x, float y, float z) {
  return isAs(make_float2(a), x, y) && isAs(a.z, z);
}
__host__ __device__ bool isAs(float4 a, float x, float y, float z, float w) {
  return isAs(make_float3(a), x, y, z) && isAs(a.w, w);
}
template <class V> __host__ __device__ bool isAs(V a, long x, long y, long z) {
  return a.x == x && a.y == y && a.z == z;
}

// A type of the program's own, whose operators have no rivals.
struct Pair {
  float x, y;
};
__host__ __device__ Pair operator+(Pair a, Pair b) { return Pair{a.x + b.x, a.y + b.y}; }
__host__ __device__ float4 operator-(float b, float4 a) { return make_float4(b) - a; }
__host__ __device__ int2 operator/(int2 a, int2 b) { return make_int2(a.x / b.x, a.y / b.y); }

// A bit for each group that does not compute what it should.
__host__ __device__ int wrongMath() {
  float3 a = make_float3(1, 2, 3);
  const float3 b = make_float3(make_int3(4, 5, 6));
  const float4 c = make_float4(a, 8.0f);
  float3 d = a;
  d += b;
  d -= 1;
  d *= make_float3(2.0f);
  d /= 2;
  uint3 e = make_uint3(make_int3(1, 2, 3)) * 3u;
  e += 1u;
  const Pair sum = Pair{1, 2} + Pair{3, 4};
  const bool right[] = {
      isAs(a + b, 5, 7, 9) && isAs(b - a, 3, 3, 3) && isAs(a * b, 4, 10, 18) &&
          isAs(b / a, 4, 2.5f, 2),
      isAs(a + 1, 2, 3, 4) && isAs(1.0 - a, 0, -1, -2) && isAs(2 * a, 2, 4, 6) &&
          isAs(6 / a, 6, 3, 2) && isAs(c * 0.5f, .5f, 1, 1.5f, 4),
      isAs(d, 4, 6, 8) && isAs(-d, -4, -6, -8),
      isAs(fminf(a, b - 2), 1, 2, 3) && isAs(fmaxf(a, make_float3(2)), 2, 2, 3) &&
          isAs(min(make_int3(1, 5, 3), make_int3(2)), 1L, 2L, 2L) &&
          isAs(max(make_uint3(1, 4000000000u, 3), make_uint3(2)), 2L, 4000000000L, 3L),
      isAs(lerp(a, b, 0.5f), 2.5f, 3.5f, 4.5f) && isAs(lerp(1.0f, 3.0f, 0.5f), 2) &&
          isAs(clamp(a, 1.5f, 2.5f), 1.5f, 2, 2.5f) && clamp(7, 1, 5) == 5 &&
          isAs(clamp(make_int3(-1, 4, 9), make_int3(0), make_int3(8)), 0L, 4L, 8L),
      isAs(dot(a, b), 32) && dot(make_int2(2, 3), make_int2(4, 5)) == 23 &&
          isAs(length(make_float2(3, 4)), 5) &&
          isAs(normalize(make_float4(0, 0, 2, 0)), 0, 0, 1, 0),
      isAs(floorf(a * 0.5f), 0, 1, 1) && isAs(fracf(make_float2(1.25f, -0.25f)), .25f, .75f) &&
          isAs(fmodf(b, a), 0, 1, 0) && isAs(fabs(a - 2), 1, 0, 1) &&
          isAs(abs(make_int3(-1, 2, -3)), 1L, 2L, 3L),
      isAs(cross(make_float3(1, 0, 0), make_float3(0, 1, 0)), 0, 0, 1) &&
          isAs(reflect(make_float3(1, -1, 0), make_float3(0, 1, 0)), 1, 1, 0) &&
          isAs(smoothstep(make_float2(0), make_float2(1), make_float2(0.5f, 2)), 0.5f, 1),
      isAs(e, 4L, 7L, 10L) && isAs(make_int3(a) + make_int3(make_int2(1, 1), 5), 2L, 3L, 8L) &&
          isAs(make_float4(1) + make_float4(make_uint4(1)), 2, 2, 2, 2),
      isAs(sum.y, 6) && isAs(1.0f - c, 0, -1, -2, -7) && (make_int2(8, 9) / make_int2(2, 3)).y == 3,
  };
  int wrong = 0;
  for (unsigned i = 0; i < sizeof right; ++i)
    wrong |= right[i] ? 0 : 1 << i;
  return wrong;
}

__global__ void mathOnDevice(int *wrong) { *wrong = wrongMath(); }

void strings(int argc, const char **argv) {
  EXPECT(checkCmdLineFlag(argc, argv, "wide") && checkCmdLineFlag(argc, argv, "device"));
  EXPECT(!checkCmdLineFlag(argc, argv, "wid") && !checkCmdLineFlag(argc, argv, "m"));
  EXPECT(getCmdLineArgumentInt(argc, argv, "n") == 12);
  EXPECT(getCmdLineArgumentInt(argc, argv, "n=") == 12);
  EXPECT(getCmdLineArgumentInt(argc, argv, "m") == 7);
  EXPECT(getCmdLineArgumentInt(argc, argv, "none") == 0);
  EXPECT(isAs(getCmdLineArgumentFloat(argc, argv, "SCALE"), 1.5f));
  double scale = 0;
  EXPECT(getCmdLineArgumentValue(argc, argv, "scale", &scale) && isAs(float(scale), 1.5f));
  unsigned short untouched = 9;
  EXPECT(!getCmdLineArgumentValue(argc, argv, "wide", &untouched) && untouched == 9);
  char *text = nullptr;
  EXPECT(getCmdLineArgumentString(argc, argv, "file", &text) && std::string(text) == "a=b.txt");
  EXPECT(!getCmdLineArgumentString(argc, argv, "wide", &text) && text == nullptr);
  EXPECT(stringRemoveDelimiter('-', "--x") == 2 && stringRemoveDelimiter('-', "--") == 0);
  char name[] = "folder.d/image.ppm";
  EXPECT(getFileExtension(name, &text) == 15 && std::string(text) == "ppm");
  EXPECT(STRCASECMP("Abc", "aBC") == 0 && STRNCASECMP("abX", "ABy", 2) == 0);
  FILE *file = nullptr;
  FOPEN(file, "there/is/none", "r");
  EXPECT(FOPEN_FAIL(file) && EXIT_WAIVED == 2);
  char number[16];
  SPRINTF(number, "%d", 42);
  int value = 0;
  SSCANF(number, "%d", &value);
  EXPECT(value == 42 && MAX(1, 2) == 2 && MIN(1, 2) == 1 && ftoi(1.5f) == 2 && ftoi(-1.5f) == -2);
  EXPECT(sdkFindFilePath("there_is_none", argv[0]) == nullptr);
}

void timers() {
  StopWatchInterface *timer = nullptr;
  EXPECT(sdkCreateTimer(&timer) && isAs(sdkGetTimerValue(&timer), 0));
  for (int i = 0; i < 2; ++i) {
    sdkStartTimer(&timer);
    while (sdkGetTimerValue(&timer) < 2.0f * float(i + 1))
      continue;
    sdkStopTimer(&timer);
  }
  const float time = sdkGetTimerValue(&timer);
  EXPECT(time >= 4 && isAs(sdkGetTimerValue(&timer), time));
  EXPECT(isAs(sdkGetAverageTimerValue(&timer), time / 2));
  sdkResetTimer(&timer);
  EXPECT(isAs(sdkGetTimerValue(&timer), 0) && isAs(sdkGetAverageTimerValue(&timer), 0));
  EXPECT(sdkDeleteTimer(&timer) && timer == nullptr);
}

void images(const char *executable) {
  unsigned char grey[] = {0, 51, 255, 102, 153, 204};
  unsigned int w = 0, h = 0;
  EXPECT(sdkSavePGM("grey.pgm", grey, 3, 2));
  float *read = nullptr;
  EXPECT(sdkLoadPGM("grey.pgm", &read, &w, &h) && w == 3 && h == 2 && isAs(read[1], 0.2f));
  EXPECT(sdkSavePGM("again.pgm", read, 3, 2));
  EXPECT(sdkComparePGM("again.pgm", "grey.pgm", 1, 0, false));
  EXPECT(!sdkLoadPGM("none.pgm", &read, &w, &h));
  free(read);

  unsigned char color[] = {1, 2, 3, 0, 4, 5, 6, 0};
  EXPECT(sdkSavePPM4ub("color.ppm", color, 2, 1));
  unsigned char *pixels = nullptr;
  EXPECT(sdkLoadPPM4ub("color.ppm", &pixels, &w, &h) && w == 2 && h == 1 && pixels[4] == 4);
  EXPECT(sdkLoadPPM4ub("color.ppm", &pixels, &w, &h)); // into what there is
  EXPECT(!sdkLoadPGM("color.ppm", &pixels, &w, &h));
  free(pixels);
  pixels = nullptr;
  EXPECT(sdkLoadPPMub("color.ppm", &pixels, &w, &h) && pixels[3] == 4);
  pixels[3] = 7;
  EXPECT(sdkSavePPMub("other.ppm", pixels, w, h));
  free(pixels);
  EXPECT(!sdkComparePPM("other.ppm", "color.ppm", 1, 0, true));
  EXPECT(sdkComparePPM("other.ppm", "color.ppm", 1, 0.5f, true));
  std::ofstream("comment.pgm") << "P5 # one\n# two\n1 1\n255\nA";
  pixels = nullptr;
  EXPECT(sdkLoadPGM("comment.pgm", &pixels, &w, &h) && pixels[0] == 'A');
  free(pixels);

  const float numbers[] = {1.5f, -2, 3e8f};
  EXPECT(sdkWriteFile("numbers.txt", numbers, 3, 0.01f, true));
  read = nullptr;
  unsigned int count = 0;
  EXPECT(sdkReadFile("numbers.txt", &read, &count, true) && count == 3);
  EXPECT(compareData(numbers, read, 3, 0.0f, 0.0f) && sdkCompareL2fe(numbers, read, 3, 1e-6f));
  read[0] += 0.1f;
  EXPECT(!compareData(numbers, read, 3, 0.01f, 0.0f) && compareData(numbers, read, 3, 0.2f, 0.0f));
  EXPECT(!compareDataAsFloatThreshold(numbers, read, 3, 0.0f, 0.1f));
  EXPECT(compareDataAsFloatThreshold(numbers, read, 3, 0.0f, 0.5f));
  sdkDumpBin(read, 12, "source.bin");
  free(read);
  sdkDumpBin(const_cast<float *>(numbers), 12, "reference.bin");
  std::string path(executable);
  EXPECT(!sdkCompareBin2BinFloat("source.bin", "reference.bin", 3, 0.01f, 0, &path[0]));
  EXPECT(sdkCompareBin2BinFloat("source.bin", "reference.bin", 3, 0.2f, 0, &path[0]));
  EXPECT(sdkCompareBin2BinUint("source.bin", "source.bin", 3, 0, 0, &path[0]));
  EXPECT(!sdkCompareBin2BinUint("source.bin", "none.bin", 3, 0, 0, &path[0]));
  char *found = sdkFindFilePath("source.bin", executable);
  EXPECT(found != nullptr && std::string(found) == "./source.bin");
  free(found);
}

void devices(int argc, const char **argv) {
  const int device = findCudaDevice(argc, argv);
  EXPECT(device == 0 && gpuGetMaxGflopsDeviceId() >= 0 && gpuDeviceInit(1000) < 0);
  EXPECT(checkCudaCapabilities(3, 0) && !checkCudaCapabilities(12, 0));
  EXPECT(musa_port::hasCapability(21, 7, 5) && !musa_port::hasCapability(21, 8, 0));
  EXPECT(musa_port::hasCapability(31, 9, 0) && !musa_port::hasCapability(31, 10, 0));
  EXPECT(std::string(_ConvertSMVer2ArchName(3, 1)) == "mp_31" && _ConvertSMVer2Cores(3, 1) > 0);
  const MUdevice driverDevice = findCudaDeviceDRV(argc, argv);
  EXPECT(driverDevice == 0 && checkCudaCapabilitiesDRV(3, 0, driverDevice));
  size_t clock = 0;
  getCudaAttribute(&clock, MU_DEVICE_ATTRIBUTE_CLOCK_RATE, 0);
  EXPECT(clock > 0 && gpuGetMaxGflopsDeviceIdDRV() >= 0);
  checkCudaErrors(muInit(0));
  EXPECT(std::string(_cudaGetErrorEnum(MUSA_ERROR_INVALID_VALUE)) == "MUSA_ERROR_INVALID_VALUE");
  EXPECT(std::string(_cudaGetErrorEnum(musaErrorMemoryAllocation)) == "musaErrorMemoryAllocation");
}

mublasStatus_t failing() { return MUBLAS_STATUS_INVALID_VALUE; }

} // namespace

int main(int argc, char **argv) {
  const char **arguments = const_cast<const char **>(argv);
  strings(argc, arguments);
  timers();
  images(argv[0]);
  devices(argc, arguments);
  EXPECT(inPlainCpp() == 0);

  EXPECT(wrongMath() == 0);
  int *wrong = nullptr;
  checkCudaErrors(musaMallocManaged(&wrong, sizeof *wrong));
  mathOnDevice<<<1, 1>>>(wrong);
  getLastCudaError("the kernel");
  checkCudaErrors(musaDeviceSynchronize());
  EXPECT(*wrong == 0);
  checkCudaErrors(musaFree(wrong));

  EXPECT(musaMemcpy(nullptr, nullptr, 1, musaMemcpyHostToHost) != musaSuccess);
  printLastCudaError("of before");
  getLastCudaError("none is left");
  if (failures > 0)
    return 2;
  checkCudaErrors(failing());
  return 3; // not reached
}
