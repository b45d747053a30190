// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The compiler as a library: sources, headers, options, names and logs; modules of what it makes.
// MCC: -lmtrtc -lmusa
// STDERR: muModuleLoadData of an image that is not the program's
// NO-SANITIZER: what it loads is compiled without
#include "check.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#define MTRTC_GET_TYPE_NAME 1
#include <mtrtc.h>
#include <musa.h>
#include <sstream>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

__global__ void waitFor(volatile int *flag) {
  while (*flag == 0) {
  }
}

namespace {

#define CHECK_MU(call) CHECK_EQUAL(call, MUSA_SUCCESS)
#define CHECK_RTC(call) CHECK_EQUAL(call, MTRTC_SUCCESS)
#define CHECK_TEXT(a, b)                                                                           \
  do {                                                                                             \
    if (const std::string text_ = (a); text_ != (b))                                               \
      check::report(__FILE__, __LINE__, #a " is: " + text_);                                       \
  } while (false)

/// A program that was compiled, and its module.
class Compiled {
public:
  Compiled(const char *source, std::vector<const char *> options,
           const std::vector<const char *> &names = {}, std::vector<const char *> headers = {},
           std::vector<const char *> includeNames = {}) {
    CHECK_RTC(mtrtcCreateProgram(&program, source, "own.mu", static_cast<int>(headers.size()),
                                 headers.data(), includeNames.data()));
    for (const char *name : names)
      CHECK_RTC(mtrtcAddNameExpression(program, name));
    result = mtrtcCompileProgram(program, static_cast<int>(options.size()), options.data());
    size_t size = 0;
    CHECK_RTC(mtrtcGetProgramLogSize(program, &size));
    log.resize(size);
    CHECK_RTC(mtrtcGetProgramLog(program, log.data()));
    CHECK_EQUAL(log.back(), '\0');
    log.pop_back();
    if (result != MTRTC_SUCCESS)
      return;
    CHECK_RTC(mtrtcGetMUSASize(program, &size));
    code.resize(size);
    CHECK_RTC(mtrtcGetMUSA(program, code.data()));
    CHECK_MU(muModuleLoadData(&module, code.data()));
  }
  Compiled(const Compiled &) = delete;
  ~Compiled() {
    if (module != nullptr)
      CHECK_MU(muModuleUnload(module));
    CHECK_RTC(mtrtcDestroyProgram(&program));
    CHECK(program == nullptr);
  }

  std::string lowered(const char *expression) const {
    const char *name = nullptr;
    CHECK_RTC(mtrtcGetLoweredName(program, expression, &name));
    return name == nullptr ? "" : name;
  }
  MUfunction function(const std::string &name) const {
    MUfunction found = nullptr;
    CHECK_MU(muModuleGetFunction(&found, module, name.c_str()));
    return found;
  }

  mtrtcProgram program = nullptr;
  mtrtcResult result;
  std::string log;
  std::vector<char> code;
  MUmodule module = nullptr;
};

template <typename T> std::vector<T> launch(MUfunction function, std::vector<T> data) {
  MUdeviceptr memory = 0;
  CHECK_MU(muMemAlloc(&memory, data.size() * sizeof(T)));
  CHECK_MU(muMemcpyHtoD(memory, data.data(), data.size() * sizeof(T)));
  int count = static_cast<int>(data.size());
  void *arguments[] = {&memory, &count};
  CHECK_MU(muLaunchKernel(function, 2, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr));
  CHECK_MU(muMemcpyDtoH(data.data(), memory, data.size() * sizeof(T)));
  CHECK_MU(muMemFree(memory));
  return data;
}

std::vector<int> numbers() {
  std::vector<int> all(50);
  for (size_t i = 0; i < all.size(); ++i)
    all[i] = static_cast<int>(i);
  return all;
}

constexpr const char *twice = R"(
extern "C" __global__ void twice(int *data, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    data[i] *= 2;
})";

void plainKernels() {
  const Compiled compiled(twice, {});
  CHECK_TEXT(compiled.log, "");
  const std::vector<int> result = launch(compiled.function("twice"), numbers());
  for (int i = 0; i < 50; ++i)
    CHECK_EQUAL(result[i], 2 * i);
  size_t size = 0;
  CHECK_RTC(mtrtcGetFatBinSize(compiled.program, &size));
  CHECK(size > 1000);
}

constexpr const char *templates = R"(
#include "sub/factor.h"
#include "../beside.h"
namespace own {
__constant__ int offset = 7;
template <typename T> __global__ void scale(T *data, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    data[i] = data[i] * T(FACTOR) + T(BESIDE) + T(offset);
}
}
)";

void namesAndHeaders() {
  const Compiled compiled(templates, {"-DBESIDE_IS=100", "--std=c++17", "-default-device"},
                          {"own::scale<float>", "&own::scale<int>", "&own::offset"},
                          {"__forceinline__ int unused() { return 1; }\n#define FACTOR 3\n",
                           "#define BESIDE BESIDE_IS\n"},
                          {"sub/factor.h", "../beside.h"});
  CHECK_TEXT(compiled.log, "");
  CHECK_TEXT(compiled.lowered("own::scale<float>"), "_ZN3own5scaleIfEEvPT_i");
  const std::string variable = compiled.lowered("&own::offset");
  CHECK_TEXT(variable, "_ZN3own6offsetE");
  MUdeviceptr address = 0;
  size_t size = 0;
  CHECK_MU(muModuleGetGlobal(&address, &size, compiled.module, variable.c_str()));
  CHECK_EQUAL(size, sizeof(int));
  const int other = 9;
  CHECK_MU(muMemcpyHtoD(address, &other, sizeof(other)));
  const std::vector<int> result =
      launch(compiled.function(compiled.lowered("&own::scale<int>")), numbers());
  for (int i = 0; i < 50; ++i)
    CHECK_EQUAL(result[i], 3 * i + 109);
  const char *none = nullptr;
  CHECK_EQUAL(mtrtcGetLoweredName(compiled.program, "own::other", &none),
              MTRTC_ERROR_NAME_EXPRESSION_NOT_VALID);
  CHECK_EQUAL(mtrtcAddNameExpression(compiled.program, "own::scale<double>"),
              MTRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION);
}

/// NVRTC's programs have no C library, and declare what they need of it.
void headersBesideTheSource(const std::filesystem::path &folder) {
  std::ofstream(folder / "beside.h") << "#define ANSWER 42\n";
  const std::string name = folder / "source.mu";
  const char *without = "--no-source-include";
  for (const bool searches : {true, false}) {
    mtrtcProgram program = nullptr;
    CHECK_RTC(mtrtcCreateProgram(&program, "#include \"beside.h\"\nstatic_assert(ANSWER == 42);\n",
                                 name.c_str(), 0, nullptr, nullptr));
    CHECK_EQUAL(mtrtcCompileProgram(program, searches ? 0 : 1, &without),
                searches ? MTRTC_SUCCESS : MTRTC_ERROR_COMPILATION);
    CHECK_RTC(mtrtcDestroyProgram(&program));
  }
  // What the program passes is found first, for its own headers too.
  const char *texts[] = {"#include \"beside.h\"\n", "#define ANSWER 43\n"};
  const char *names[] = {"sub/a.h", "beside.h"};
  mtrtcProgram program = nullptr;
  CHECK_RTC(mtrtcCreateProgram(&program, "#include \"sub/a.h\"\nstatic_assert(ANSWER == 43);\n",
                               name.c_str(), 2, texts, names));
  CHECK_EQUAL(mtrtcCompileProgram(program, 0, nullptr), MTRTC_SUCCESS);
  CHECK_RTC(mtrtcDestroyProgram(&program));
  std::filesystem::remove(folder / "beside.h");
}

void typesOfItsOwn() {
  const Compiled compiled(R"(
typedef unsigned char uint8_t;
typedef long long int64_t;
typedef unsigned long long
    uint64_t;
typedef unsigned int uint32_t;
template <typename T> struct Size;
template <> struct Size<int64_t> { static const int value = sizeof(int64_t); };
template <> struct Size<uint64_t> { static const int value = 100; };
extern "C" __global__ void sizes(int *data, int) {
  data[0] = Size<long long>::value + Size<unsigned long long>::value + sizeof(uint8_t);
})",
                          {});
  CHECK_TEXT(compiled.log, "");
  if (compiled.module != nullptr)
    CHECK_EQUAL(launch(compiled.function("sizes"), std::vector<int>(1))[0], 109);
}

/// Of what a kernel of the program is compiled with.
void optionsOfAnArchitecture() {
  constexpr const char *source = R"(
extern "C" __global__ void ask(int *data, int) {
  if (threadIdx.x == 0 && blockIdx.x == 0) {
    data[0] = __MUSA_ARCH__;
    data[1] = __MUSACC_RTC__ + VALUE + __cplusplus % 1000;
  }
})";
  int major = 0, minor = 0;
  CHECK_MUSA(musaDeviceGetAttribute(&major, musaDevAttrComputeCapabilityMajor, 0));
  CHECK_MUSA(musaDeviceGetAttribute(&minor, musaDevAttrComputeCapabilityMinor, 0));
  const int own = major * 100 + minor * 10;
  for (const std::vector<const char *> &options : {
           std::vector<const char *>{"--gpu-architecture=compute_80", "-D", "VALUE=5", "-G",
                                     "-std=c++17"},
           std::vector<const char *>{"-arch", "sm_70", "--define-macro=VALUE=5", "-std=c++17",
                                     "--maxrregcount=32", "-Xptxas", "-v", "--fmad=false"},
       }) {
    const Compiled compiled(source, options);
    CHECK_TEXT(compiled.log, "");
    const std::vector<int> result = launch(compiled.function("ask"), std::vector<int>(2));
    CHECK_EQUAL(result[0], own);
    CHECK_EQUAL(result[1], 1 + 5 + 703);
  }
}

/// What a program asks for as PTX it takes for text.
void codeIsText() {
  const Compiled whole(twice, {});
  const std::string text = whole.code.data();
  CHECK_EQUAL(text.size() + 1, whole.code.size());
  std::string lines; // read and written again, with other ends
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    lines += line + " \r\n\n";
  MUmodule module = nullptr;
  CHECK_MU(muModuleLoadData(&module, lines.c_str()));
  CHECK_MU(muModuleUnload(module));
  const std::string cut = text.substr(0, text.size() - 3);
  CHECK_EQUAL(muModuleLoadData(&module, cut.c_str()), MUSA_ERROR_NOT_SUPPORTED);

  size_t size = 0; // the bytes of an ELF file
  CHECK_RTC(mtrtcGetFatBinSize(whole.program, &size));
  std::vector<char> bytes(size);
  CHECK_RTC(mtrtcGetFatBin(whole.program, bytes.data()));
  CHECK(std::memcmp(bytes.data(), "\177ELF", 4) == 0);
  CHECK_MU(muModuleLoadData(&module, bytes.data()));
  CHECK_MU(muModuleUnload(module));
}

/// Programs for NVRTC, which has no C library, bring their own headers of that name.
void headersOfTheStandardLibrary() {
  const Compiled own(
      "#include <stdint.h>\n#include <limits.h>\n#include <type_traits>\n"
      "#include <sub/own>\nstatic_assert(std::is_same_v<uint16_t, unsigned short>);\n"
      "#include \"queue\"\n"
      "static_assert(CHAR_BIT == 8 && ANSWER == 42 && OWN_QUEUE == 1);\n"
      "__global__ void k(int8_t *to) { *to = 1; }\n",
      {}, {},
      {"typedef signed char int8_t;\n", "#define CHAR_BIT 9\n",
       "namespace std { template <class T> struct is_same; }\n", "#include \"../answer\"\n",
       "#define ANSWER 42\n", "#define OWN_QUEUE 1\n"},
      {"stdint.h", "limits.h", "type_traits", "sub/own", "answer", "queue"});
  CHECK_TEXT(own.log, "");
  CHECK_EQUAL(own.result, MTRTC_SUCCESS);
}

/// A device of the process has one architecture; code for another one is compiled all the same.
void ofAnotherArchitecture() {
  constexpr const char *source =
      "#if defined(__MUSA_ARCH__) && __MUSA_ARCH__ != 220\n#error another\n#endif\n"
      "__global__ void k() {}\n";
  for (const char *option : {"--offload-arch=mp_22", "-arch=mp_22"}) {
    mtrtcProgram program = nullptr;
    CHECK_RTC(mtrtcCreateProgram(&program, source, "x.mu", 0, nullptr, nullptr));
    CHECK_RTC(mtrtcCompileProgram(program, 1, &option));
    CHECK_RTC(mtrtcDestroyProgram(&program));
  }
}

void errors() {
  const Compiled wrong("\n\n__global__ void k() { unknown = 3; }\n", {});
  CHECK_EQUAL(wrong.result, MTRTC_ERROR_COMPILATION);
  CHECK(wrong.log.find("own.mu:3:23: error: use of undeclared identifier 'unknown'") !=
        std::string::npos);
  size_t size = 7;
  CHECK_RTC(mtrtcGetMUSASize(wrong.program, &size));
  CHECK_EQUAL(size, 0);
  const char *lowered = nullptr;
  CHECK_EQUAL(mtrtcGetLoweredName(wrong.program, "k", &lowered),
              MTRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION);

  const Compiled option(twice, {"--no-such-option"});
  CHECK_EQUAL(option.result, MTRTC_ERROR_INVALID_OPTION);
  CHECK_TEXT(option.log, "mtrtc: error: unrecognized option --no-such-option found\n");
  for (const char *given : {"-arch=sm_1", "--gpu-architecture=native", "--std=c++99"}) {
    const Compiled invalid(twice, {given});
    CHECK_EQUAL(invalid.result, MTRTC_ERROR_INVALID_OPTION);
    CHECK(invalid.log.find("mtrtc: error: invalid value for --") == 0);
  }
  const Compiled value(twice, {"-I"});
  CHECK_TEXT(value.log, "mtrtc: error: '-I' needs a value\n");

  const Compiled name(twice, {}, {"no::such<int>"});
  CHECK_EQUAL(name.result, MTRTC_ERROR_COMPILATION);
  CHECK(name.log.find("the name expression no::such<int>:1:") != std::string::npos);

  const Compiled outside(twice, {}, {}, {"x"}, {"../../../../../../../../../outside.h"});
  CHECK_EQUAL(outside.result, MTRTC_ERROR_INVALID_INPUT);

  mtrtcProgram none = nullptr;
  CHECK_EQUAL(mtrtcCreateProgram(&none, nullptr, "x", 0, nullptr, nullptr),
              MTRTC_ERROR_INVALID_INPUT);
  CHECK_EQUAL(mtrtcCreateProgram(&none, "", "x", 1, nullptr, nullptr), MTRTC_ERROR_INVALID_INPUT);
  CHECK_EQUAL(mtrtcDestroyProgram(&none), MTRTC_ERROR_INVALID_PROGRAM);
  CHECK_EQUAL(mtrtcCompileProgram(none, 0, nullptr), MTRTC_ERROR_INVALID_PROGRAM);
  CHECK_EQUAL(mtrtcCreateProgram(nullptr, "", "x", 0, nullptr, nullptr),
              MTRTC_ERROR_INVALID_PROGRAM);
  CHECK_RTC(mtrtcCreateProgram(&none, twice, nullptr, 0, nullptr, nullptr));
  CHECK_RTC(mtrtcAddNameExpression(none, "twice"));
  CHECK_EQUAL(mtrtcGetLoweredName(none, "twice", &lowered),
              MTRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION);
  CHECK_RTC(mtrtcSetFlowCallback(
      none, [](void *asked, void *) { return ++*static_cast<int *>(asked); }, &size));
  size = 0;
  CHECK_EQUAL(mtrtcCompileProgram(none, 0, nullptr), MTRTC_ERROR_CANCELLED);
  CHECK_RTC(mtrtcCompileProgram(none, 0, nullptr)); // the callback returns 2
  CHECK_RTC(mtrtcGetLoweredName(none, "twice", &lowered));
  CHECK_TEXT(std::string(lowered), "twice");
  CHECK_RTC(mtrtcDestroyProgram(&none));
  CHECK_TEXT(std::string(mtrtcGetErrorString(MTRTC_ERROR_COMPILATION)), "MTRTC_ERROR_COMPILATION");
}

/// What the program does with its device, its signals and its folders is nobody's business.
void inAnyProgram() {
  int *flag = nullptr;
  CHECK_MUSA(musaMallocManaged(&flag, sizeof(int)));
  *flag = 0;
  waitFor<<<1, 1>>>(flag);
  const Compiled names(templates, {"-DBESIDE_IS=1"}, {"own::scale<float>"},
                       {"#define FACTOR 1\n", "#define BESIDE BESIDE_IS\n"},
                       {"sub/factor.h", "../beside.h"}); // does not wait for the kernel
  CHECK_TEXT(names.lowered("own::scale<float>"), "_ZN3own5scaleIfEEvPT_i");
  *static_cast<volatile int *>(flag) = 1;
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_MUSA(musaFree(flag));

  const auto before = std::signal(SIGCHLD, SIG_IGN);
  const Compiled wrong("this is an error", {});
  CHECK_EQUAL(wrong.result, MTRTC_ERROR_COMPILATION);
  const Compiled right(twice, {});
  CHECK_EQUAL(right.result, MTRTC_SUCCESS);
  std::signal(SIGCHLD, before);

  const std::string folder = std::getenv("TMPDIR");
  std::ofstream(folder + "/beside.h") << "#error of somebody else\n";
  setenv("TMPDIR", (folder + "//./").c_str(), 1);
  const Compiled header("#include \"../beside.h\"\n__global__ void k() {}\n", {}, {},
                        {"extern int x;\n"}, {"../beside.h"});
  CHECK_TEXT(header.log, "");
  setenv("TMPDIR", folder.c_str(), 1);
}

/// Loaded twice, a module has two sets of variables; a file is one, too.
void modules() {
  constexpr const char *source = R"(
__device__ int counter = 1;
extern "C" __global__ void count(int *data, int) {
  if (threadIdx.x == 0 && blockIdx.x == 0)
    data[0] = counter++;
})";
  const Compiled compiled(source, {});
  MUmodule other = nullptr, ofFile = nullptr, none = nullptr;
  CHECK_MU(muModuleLoadDataEx(&other, compiled.code.data(), 0, nullptr, nullptr));
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("mtrtc-test-" + std::to_string(getpid()));
  std::FILE *out = std::fopen(file.c_str(), "wb");
  CHECK_EQUAL(std::fwrite(compiled.code.data(), 1, compiled.code.size(), out),
              compiled.code.size());
  std::fclose(out);
  CHECK_MU(muModuleLoad(&ofFile, file.c_str()));
  std::filesystem::remove(file);
  for (MUmodule module : {compiled.module, other, ofFile}) {
    MUfunction function = nullptr;
    CHECK_MU(muModuleGetFunction(&function, module, "count"));
    for (int i = 1; i <= 2; ++i)
      CHECK_EQUAL(launch(function, std::vector<int>(1))[0], i);
  }
  CHECK_MU(muModuleUnload(other));
  CHECK_MU(muModuleUnload(ofFile));
  CHECK_EQUAL(muModuleUnload(other), MUSA_ERROR_INVALID_HANDLE);
  CHECK_EQUAL(launch(compiled.function("count"), std::vector<int>(1))[0], 3);
  CHECK_EQUAL(muModuleLoadData(&none, ".version 8.0 .target sm_80"), MUSA_ERROR_NOT_SUPPORTED);
  CHECK_EQUAL(muModuleLoad(&none, "/bin/sh"), MUSA_ERROR_INVALID_IMAGE);
}

/// Unloading waits for kernels, also for the first of a stream, whose thread is new.
void unloadedWhileItRuns() {
  const Compiled compiled(twice, {});
  MUmodule module = nullptr;
  MUfunction function = nullptr;
  CHECK_MU(muModuleLoadData(&module, compiled.code.data()));
  CHECK_MU(muModuleGetFunction(&function, module, "twice"));
  MUstream stream = nullptr;
  CHECK_MU(muStreamCreate(&stream, MU_STREAM_NON_BLOCKING));
  int *data = nullptr, count = 64;
  CHECK_MUSA(musaMallocManaged(&data, count * sizeof(int)));
  std::fill_n(data, count, 21);
  void *arguments[] = {&data, &count};
  CHECK_MU(muLaunchKernel(function, 1, 1, 1, 64, 1, 1, 0, stream, arguments, nullptr));
  CHECK_MU(muModuleUnload(module));
  CHECK_EQUAL(data[0] + data[63], 84);
  CHECK_MU(muStreamDestroy(stream));
  CHECK_MUSA(musaFree(data));
}

/// No two programs get in each other's way, and nothing is left.
void threads() {
  std::vector<std::thread> all;
  for (int i = 0; i < 3; ++i)
    all.emplace_back([] { plainKernels(); });
  for (std::thread &one : all)
    one.join();
}

size_t temporaryFolders() {
  size_t count = 0;
  for (const auto &entry :
       std::filesystem::directory_iterator(std::filesystem::temp_directory_path()))
    count += entry.path().filename().string().rfind("musa-rtc-", 0) == 0;
  return count;
}

} // namespace

int main() {
  const std::filesystem::path own =
      std::filesystem::temp_directory_path() / ("mtrtc-tmp-" + std::to_string(getpid()));
  std::filesystem::create_directory(own);
  setenv("TMPDIR", own.c_str(), 1);
  CHECK_MU(muInit(0));
  MUcontext context = nullptr;
  CHECK_MU(muCtxCreate(&context, 0, 0));
  plainKernels();
  namesAndHeaders();
  headersBesideTheSource(own);
  headersOfTheStandardLibrary();
  codeIsText();
  typesOfItsOwn();
  inAnyProgram();
  optionsOfAnArchitecture();
  ofAnotherArchitecture();
  errors();
  modules();
  unloadedWhileItRuns();
  threads();
  CHECK_EQUAL(temporaryFolders(), 0);
  std::filesystem::remove_all(own);

  std::string type;
  CHECK_RTC(mtrtcGetTypeName<const int &>(&type));
  CHECK_TEXT(type, "int const&");
  int count = 0;
  CHECK_RTC(mtrtcGetNumSupportedArchs(&count));
  std::vector<int> architectures(count);
  CHECK_RTC(mtrtcGetSupportedArchs(architectures.data()));
  CHECK(std::find(architectures.begin(), architectures.end(), 31) != architectures.end());
  return CHECK_RESULT();
}
