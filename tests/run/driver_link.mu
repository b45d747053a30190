// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Linking device code at run time: what MTRTC compiled, from memory, files and static libraries;
// names, logs, and what cannot be linked.
// MCC: -lmtrtc -lmusa
// STDERR: musa: error: 'input' is PTX, which is a GPU's
// STDERR: muModuleLoadData:\nmcc: error: calls.mu: the device function 'scaled\(int\)' is not defined
// NO-SANITIZER: what it loads is compiled without
#include "check.h"

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <mtrtc.h>
#include <musa.h>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

#define CHECK_MU(call) CHECK_EQUAL(call, MUSA_SUCCESS)
#define CHECK_RTC(call) CHECK_EQUAL(call, MTRTC_SUCCESS)

constexpr const char *calls = R"(
extern __device__ int scaled(int x);
extern __device__ int factor;
template <class T> __global__ void run(T *out) { out[0] = scaled(4); out[1] = factor; }
extern "C" __global__ void plain(int *out) { out[0] = scaled(1); }
static __global__ void hidden(int *out) { out[0] = scaled(2); }
__device__ int own = 8;
)";
constexpr const char *defines = R"(
__device__ int factor = 10;
__device__ int scaled(int x) { return x * factor; }
)";
constexpr const char *whole = "extern \"C\" __global__ void alone(int *out) { *out = 77; }";

struct Compiled {
  std::string code;
  std::vector<std::string> names; ///< of the expressions
};

Compiled compile(const char *source, const char *name, bool relocatable,
                 const std::vector<const char *> &expressions = {}) {
  Compiled result;
  mtrtcProgram program = nullptr;
  CHECK_RTC(mtrtcCreateProgram(&program, source, name, 0, nullptr, nullptr));
  for (const char *expression : expressions)
    CHECK_RTC(mtrtcAddNameExpression(program, expression));
  const char *options[] = {relocatable ? "--relocatable-device-code=true" : "-rdc=false"};
  CHECK_RTC(mtrtcCompileProgram(program, 1, options));
  size_t size = 0;
  CHECK_RTC(mtrtcGetFatBinSize(program, &size));
  result.code.resize(size);
  CHECK_RTC(mtrtcGetFatBin(program, result.code.data()));
  for (const char *expression : expressions) {
    const char *lowered = nullptr;
    CHECK_RTC(mtrtcGetLoweredName(program, expression, &lowered));
    result.names.emplace_back(lowered != nullptr ? lowered : "");
  }
  CHECK_RTC(mtrtcDestroyProgram(&program));
  return result;
}

/// A link with buffers for its messages.
class Link {
public:
  explicit Link(size_t errorSize = 4000) {
    MUjit_option options[] = {MU_JIT_WALL_TIME,
                              MU_JIT_INFO_LOG_BUFFER,
                              MU_JIT_INFO_LOG_BUFFER_SIZE_BYTES,
                              MU_JIT_ERROR_LOG_BUFFER,
                              MU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
                              MU_JIT_LOG_VERBOSE,
                              MU_JIT_OPTIMIZATION_LEVEL};
    void *given[] = {nullptr,
                     information,
                     reinterpret_cast<void *>(sizeof information),
                     errors,
                     reinterpret_cast<void *>(errorSize),
                     reinterpret_cast<void *>(1),
                     reinterpret_cast<void *>(4)};
    std::memcpy(values, given, sizeof given);
    CHECK_MU(muLinkCreate(7, options, values, &state));
    CHECK_EQUAL(errors[0], '\0');
  }
  Link(const Link &) = delete;
  ~Link() { CHECK_MU(muLinkDestroy(state)); }

  MUresult add(const std::string &code, MUjitInputType type = MU_JIT_INPUT_PTX) {
    return muLinkAddData(state, type, const_cast<char *>(code.data()), code.size(), "own.ptx", 0,
                         nullptr, nullptr);
  }
  MUresult addFile(const std::string &path, MUjitInputType type) {
    return muLinkAddFile(state, type, path.c_str(), 0, nullptr, nullptr);
  }
  MUmodule module() {
    void *image = nullptr;
    size_t size = 0;
    CHECK_MU(muLinkComplete(state, &image, &size));
    CHECK(size > 1000);
    MUmodule result = nullptr;
    CHECK_MU(muModuleLoadData(&result, image));
    return result;
  }
  bool says(const char *text) const { return std::strstr(errors, text) != nullptr; }
  size_t errorLength() const { return reinterpret_cast<size_t>(values[4]); }
  float milliseconds() const {
    float result = -1;
    std::memcpy(&result, values, sizeof result);
    return result;
  }

  MUlinkState state = nullptr;
  char information[1000] = "not written", errors[4000] = "not written";
  void *values[7];
};

int *memory = nullptr;

void launch(MUmodule module, const std::string &name) {
  MUfunction function = nullptr;
  CHECK_MU(muModuleGetFunction(&function, module, name.c_str()));
  void *arguments[] = {&memory};
  memory[0] = memory[1] = 0;
  CHECK_MU(muLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
  CHECK_MU(muCtxSynchronize());
}

void testLink(const Compiled &caller, const Compiled &definer) {
  Link link;
  CHECK_MU(link.add(caller.code));
  CHECK_MU(link.add(definer.code, MU_JIT_INPUT_MUBIN));
  const MUmodule module = link.module();
  CHECK(link.milliseconds() > 0);
  CHECK_EQUAL(link.errorLength(), size_t{0});
  CHECK_EQUAL(std::strlen(link.information), reinterpret_cast<size_t>(link.values[2]));
  launch(module, caller.names[0]);
  CHECK_EQUAL(memory[0], 40);
  CHECK_EQUAL(memory[1], 10);
  launch(module, "plain");
  CHECK_EQUAL(memory[0], 10);
  launch(module, caller.names[2]); // a static kernel
  CHECK_EQUAL(memory[0], 20);

  // Variables of any of the files, by name.
  MUdeviceptr variable = 0;
  size_t size = 0;
  CHECK_MU(muModuleGetGlobal(&variable, &size, module, "factor"));
  CHECK_EQUAL(size, sizeof(int));
  const int three = 3;
  CHECK_MU(muMemcpyHtoD(variable, &three, sizeof three));
  launch(module, "plain");
  CHECK_EQUAL(memory[0], 3);
  CHECK_MU(muModuleGetGlobal(&variable, &size, module, caller.names[3].c_str()));
  unsigned count = 0;
  CHECK_MU(muModuleGetFunctionCount(&count, module));
  CHECK_EQUAL(count, 3u);

  // What is linked once more has variables of its own, and takes nothing new.
  void *image = nullptr, *again = nullptr;
  CHECK_MU(muLinkComplete(link.state, &image, nullptr));
  CHECK_MU(muLinkComplete(link.state, &again, &size));
  CHECK(image == again);
  CHECK_EQUAL(link.add(definer.code), MUSA_ERROR_INVALID_VALUE);
  MUmodule second = nullptr;
  CHECK_MU(muModuleLoadDataEx(&second, image, 0, nullptr, nullptr));
  launch(second, "plain");
  CHECK_EQUAL(memory[0], 10);
  CHECK_MU(muModuleUnload(module));
  CHECK_MU(muModuleUnload(second));
}

/// A static library of one object file.
std::string archiveOf(const std::string &object) {
  char header[61];
  std::snprintf(header, sizeof header, "%-16s%-12d%-6d%-6d%-8o%-10zu`\n", "one.o/", 0, 0, 0, 0644,
                object.size());
  return "!<arch>\n" + std::string(header) + object + (object.size() % 2 != 0 ? "\n" : "");
}

void testFiles(const Compiled &caller, const Compiled &definer) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("musa-link-test-" + std::to_string(getpid()));
  std::filesystem::create_directory(folder);
  const std::string object = folder / "calls.o", library = folder / "libdefines.a";
  std::ofstream(object, std::ios::binary) << caller.code;
  std::ofstream(library, std::ios::binary) << archiveOf(definer.code);
  Link link;
  CHECK_EQUAL(link.addFile(folder, MU_JIT_INPUT_OBJECT), MUSA_ERROR_FILE_NOT_FOUND);
  MUmodule none = nullptr;
  CHECK_EQUAL(muModuleLoad(&none, folder.c_str()), MUSA_ERROR_FILE_NOT_FOUND);
  CHECK_MU(link.addFile(object, MU_JIT_INPUT_OBJECT));
  CHECK_MU(link.addFile(library, MU_JIT_INPUT_LIBRARY));
  std::filesystem::remove_all(folder); // inputs are read when they are added
  const MUmodule module = link.module();
  launch(module, "plain");
  CHECK_EQUAL(memory[0], 10);
  CHECK_MU(muModuleUnload(module));
  CHECK_EQUAL(link.addFile(object, MU_JIT_INPUT_OBJECT), MUSA_ERROR_FILE_NOT_FOUND);
}

/// As programs do that link for the log, or by habit.
void testWholeProgram(const Compiled &definer) {
  const Compiled alone = compile(whole, "whole.mu", false);
  {
    Link link;
    CHECK_MU(link.add(alone.code));
    CHECK_EQUAL(link.add(definer.code), MUSA_ERROR_NOT_SUPPORTED);
    CHECK(
        link.says("'own.ptx' cannot be linked with the other input, since one of them is a whole"));
    const MUmodule module = link.module();
    launch(module, "alone");
    CHECK_EQUAL(memory[0], 77);
    CHECK_MU(muModuleUnload(module));
  }
  Link link;
  CHECK_MU(link.add(definer.code));
  CHECK_EQUAL(link.add(alone.code), MUSA_ERROR_NOT_SUPPORTED);

  // Relocatable device code that lacks nothing is a module, too.
  const Compiled one = compile(whole, "whole.mu", true);
  MUmodule module = nullptr;
  CHECK_MU(muModuleLoadData(&module, one.code.data()));
  launch(module, "alone");
  CHECK_EQUAL(memory[0], 77);
  CHECK_MU(muModuleUnload(module));
}

void testErrors(const Compiled &caller, const Compiled &definer) {
  {
    Link link;
    CHECK_MU(link.add(caller.code));
    void *image = nullptr;
    size_t size = 0;
    CHECK_EQUAL(muLinkComplete(link.state, &image, &size), MUSA_ERROR_INVALID_IMAGE);
    CHECK(link.says("error: calls.mu: the device function 'scaled(int)' is not defined"));
    CHECK(link.says("'factor' is not defined"));
    CHECK_EQUAL(link.errorLength(), std::strlen(link.errors));
    CHECK_EQUAL(reinterpret_cast<size_t>(link.values[2]), std::strlen(link.information));
    // It can still be given what it lacks.
    CHECK_MU(link.add(definer.code));
    CHECK_MU(muLinkComplete(link.state, &image, &size));
  }
  {
    Link link(20); // a log that is cut
    CHECK_EQUAL(link.add("// made by hand\n/* */ .version 7.0\n.target sm_80\n"),
                MUSA_ERROR_INVALID_PTX);
    CHECK(std::strcmp(link.errors, "error: 'own.ptx' is") == 0);
    CHECK_EQUAL(link.errorLength(), size_t{19});
  }
  {
    Link link;
    CHECK_EQUAL(link.add(".version 7.0\n"), MUSA_ERROR_INVALID_PTX);
    CHECK(link.says("error: 'own.ptx' is PTX, which is a GPU's"));
    CHECK_EQUAL(link.add("not even that"), MUSA_ERROR_INVALID_PTX);
    CHECK(link.says("is no device code that MTRTC or mcc has compiled"));
    CHECK_EQUAL(link.add("not even that", MU_JIT_INPUT_MUBIN), MUSA_ERROR_INVALID_IMAGE);
    for (const size_t size : {5, 16, 63}) // of a header of 64 bytes
      CHECK_EQUAL(link.add(caller.code.substr(0, size), MU_JIT_INPUT_OBJECT),
                  MUSA_ERROR_INVALID_IMAGE);
    CHECK_EQUAL(link.add(caller.code, MU_JIT_INPUT_LIBRARY), MUSA_ERROR_INVALID_IMAGE);
    CHECK_EQUAL(link.add(archiveOf(caller.code), MU_JIT_INPUT_OBJECT), MUSA_ERROR_INVALID_IMAGE);
    std::string plain = definer.code; // an object file without device code
    for (size_t at; (at = plain.find(".llvm.offloading")) != std::string::npos;)
      plain[at] = '_';
    CHECK_EQUAL(link.add(plain, MU_JIT_INPUT_OBJECT), MUSA_ERROR_INVALID_IMAGE);
    CHECK(link.says("has no relocatable device code: compile it with 'mcc -dc'"));
    void *image = nullptr;
    CHECK_EQUAL(muLinkComplete(link.state, &image, nullptr), MUSA_ERROR_INVALID_IMAGE);
    CHECK(link.says("there is nothing to link"));
    CHECK_EQUAL(muLinkComplete(link.state, nullptr, nullptr), MUSA_ERROR_INVALID_VALUE);
    CHECK_EQUAL(link.add(caller.code, MU_JIT_NUM_INPUT_TYPES), MUSA_ERROR_INVALID_VALUE);
    CHECK_EQUAL(muLinkAddData(link.state, MU_JIT_INPUT_PTX, nullptr, 8, "", 0, nullptr, nullptr),
                MUSA_ERROR_INVALID_VALUE);
    CHECK_EQUAL(muLinkAddFile(link.state, MU_JIT_INPUT_PTX, nullptr, 0, nullptr, nullptr),
                MUSA_ERROR_INVALID_VALUE);
  }
  MUlinkState state = nullptr;
  CHECK_EQUAL(muLinkCreate(0, nullptr, nullptr, nullptr), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muLinkCreate(1, nullptr, nullptr, &state), MUSA_ERROR_INVALID_VALUE);
  MUjit_option unknown = MU_JIT_NUM_OPTIONS;
  void *value = nullptr;
  CHECK_EQUAL(muLinkCreate(1, &unknown, &value, &state), MUSA_ERROR_INVALID_VALUE);
  unknown = MU_JIT_OPTIMIZATION_LEVEL;
  value = reinterpret_cast<void *>(5);
  CHECK_EQUAL(muLinkCreate(1, &unknown, &value, &state), MUSA_ERROR_INVALID_VALUE);
  CHECK_MU(muLinkCreate(0, nullptr, nullptr, &state));
  char ptx[] = ".version 6.0";
  CHECK_EQUAL(muLinkAddData(state, MU_JIT_INPUT_PTX, ptx, sizeof ptx, nullptr, 0, nullptr, nullptr),
              MUSA_ERROR_INVALID_PTX); // without a buffer, stderr has the reason
  CHECK_MU(muLinkDestroy(state));
  CHECK_EQUAL(muLinkDestroy(state), MUSA_ERROR_INVALID_HANDLE);
  CHECK_EQUAL(muLinkComplete(state, &value, nullptr), MUSA_ERROR_INVALID_HANDLE);
  MUmodule module = nullptr;
  CHECK_EQUAL(muModuleLoadData(&module, caller.code.data()), MUSA_ERROR_INVALID_IMAGE);
}

} // namespace

int main() {
  CHECK_MU(muInit(0));
  CHECK_MUSA(musaMallocManaged(&memory, 2 * sizeof(int)));
  const Compiled caller = compile(calls, "calls.mu", true, {"run<int>", "plain", "hidden", "&own"});
  const Compiled definer = compile(defines, "defines.mu", true);
  CHECK(caller.names[0] == "_Z3runIiEvPT_");
  CHECK(caller.names[1] == "plain");
  CHECK(caller.names[3] == "own");
  testLink(caller, definer);
  testFiles(caller, definer);
  testWholeProgram(definer);
  testErrors(caller, definer);
  return CHECK_RESULT();
}
