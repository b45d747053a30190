// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Libraries of kernels, in both APIs: what is in them, launches, variables of their own, and wrong
// use.
// MCC: -lmtrtc -lmusa
// WITH: driver_libraries_second.cu
// STDERR: muLibraryLoadData of an image that is not the program's
// NO-SANITIZER: what it loads is compiled without
#include "check.h"

#include <algorithm>
#include <mtrtc.h>
#include <musa.h>
#include <string>
#include <vector>

extern "C" __global__ void ofProgram(int *out) { *out = 5; }
extern "C" __device__ int variable = 1;
static __device__ int ofBothFiles = 1;
static __device__ int ofThisFile = 3;
__global__ void addFileVariables(int *out) { *out += ofBothFiles + ofThisFile; }

namespace {

#define CHECK_MU(call) CHECK_EQUAL(call, MUSA_SUCCESS)
#define CHECK_RTC(call) CHECK_EQUAL(call, MTRTC_SUCCESS)

std::vector<char> compiled() {
  const char *source = "__device__ int count = 10;\n"
                       "__managed__ int shared = 3;\n"
                       "extern \"C\" __global__ void bump(int *out, int by) {\n"
                       "  count += by; shared += by; *out = count;\n"
                       "}\n"
                       "texture<float, 1> read;\n"
                       "surface<void, 2> written;\n"
                       "extern \"C\" __global__ void nothing() {}\n";
  mtrtcProgram program = nullptr;
  CHECK_RTC(mtrtcCreateProgram(&program, source, "own.mu", 0, nullptr, nullptr));
  CHECK_RTC(mtrtcCompileProgram(program, 0, nullptr));
  size_t size = 0;
  CHECK_RTC(mtrtcGetMUSASize(program, &size));
  std::vector<char> code(size);
  CHECK_RTC(mtrtcGetMUSA(program, code.data()));
  CHECK_RTC(mtrtcDestroyProgram(&program));
  return code;
}

int *result = nullptr; ///< in device memory

int read() {
  int value = -1;
  CHECK_MUSA(musaMemcpy(&value, result, sizeof value, musaMemcpyDeviceToHost));
  return value;
}

MUlibrary load(const std::vector<char> &code) {
  MUlibrary library = nullptr;
  CHECK_MU(muLibraryLoadData(&library, code.data(), nullptr, nullptr, 0, nullptr, nullptr, 0));
  return library;
}

void testDriver(const std::vector<char> &code) {
  const MUlibrary library = load(code), again = load(code);
  unsigned count = 0;
  CHECK_MU(muLibraryGetKernelCount(&count, library));
  CHECK_EQUAL(count, 2u);
  MUkernel kernels[2] = {}, kernel = nullptr, other = nullptr;
  CHECK_MU(muLibraryEnumerateKernels(kernels, 2, library));
  CHECK_MU(muLibraryGetKernel(&kernel, library, "bump"));
  CHECK_MU(muLibraryGetKernel(&other, again, "bump"));
  CHECK(std::count(kernels, kernels + 2, kernel) == 1 && kernel != other);

  // As a function, and as a kernel. Each library has variables of its own.
  MUfunction function = nullptr;
  CHECK_MU(muKernelGetFunction(&function, kernel));
  int by = 4;
  void *arguments[] = {&result, &by};
  CHECK_MU(muLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
  CHECK_EQUAL(read(), 14);
  CHECK_MU(muLaunchKernel(reinterpret_cast<MUfunction>(kernel), 1, 1, 1, 1, 1, 1, 0, nullptr,
                          arguments, nullptr));
  CHECK_EQUAL(read(), 18);
  CHECK_MU(muLaunchKernel(reinterpret_cast<MUfunction>(other), 1, 1, 1, 1, 1, 1, 0, nullptr,
                          arguments, nullptr));
  CHECK_EQUAL(read(), 14);

  MUdeviceptr address = 0;
  size_t bytes = 0;
  int value = 0;
  CHECK_MU(muLibraryGetGlobal(&address, &bytes, library, "count"));
  CHECK_MU(muMemcpyDtoH(&value, address, sizeof value));
  CHECK(value == 18 && bytes == sizeof(int));
  CHECK_MU(muLibraryGetManaged(&address, &bytes, library, "shared"));
  CHECK_EQUAL(*reinterpret_cast<int *>(address), 11);
  CHECK_EQUAL(muLibraryGetManaged(&address, &bytes, library, "count"), MUSA_ERROR_NOT_FOUND);
  CHECK_EQUAL(muLibraryGetGlobal(&address, &bytes, library, "none"), MUSA_ERROR_NOT_FOUND);

  MUlibrary isOf = nullptr;
  MUmodule module = nullptr;
  const char *name = nullptr;
  int threads = 0;
  size_t offset = 0, size = 0;
  CHECK_MU(muKernelGetLibrary(&isOf, kernel));
  CHECK(isOf == library);
  CHECK_MU(muKernelGetName(&name, kernel));
  CHECK(std::string(name) == "bump");
  CHECK_MU(muKernelGetAttribute(&threads, MU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, kernel, 0));
  CHECK_EQUAL(threads, 1024);
  CHECK_MU(muKernelSetAttribute(MU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 2048, kernel, 0));
  CHECK_MU(
      muKernelGetAttribute(&threads, MU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, kernel, 0));
  CHECK_EQUAL(threads, 2048);
  CHECK_MU(muKernelSetCacheConfig(kernel, MU_FUNC_CACHE_PREFER_L1, 0));
  CHECK_MU(muKernelGetParamInfo(kernel, 1, &offset, &size));
  CHECK(offset == 8 && size == sizeof(int));
  CHECK_MU(muLibraryGetModule(&module, library));
  CHECK_MU(muModuleGetGlobal(&address, nullptr, module, "count"));
  CHECK_EQUAL(muModuleUnload(module), MUSA_ERROR_NOT_PERMITTED);
  CHECK_MU(muModuleGetGlobal(&address, nullptr, module, "count"));

  CHECK_EQUAL(muKernelGetAttribute(&threads, MU_FUNC_ATTRIBUTE_NUM_REGS, kernel, 99),
              MUSA_ERROR_INVALID_DEVICE);
  CHECK_EQUAL(muLibraryGetKernel(&kernel, library, "none"), MUSA_ERROR_NOT_FOUND);
  CHECK_EQUAL(muLibraryGetKernel(nullptr, library, "bump"), MUSA_ERROR_INVALID_VALUE);
  CHECK_MU(muLibraryUnload(library));
  CHECK_EQUAL(muLibraryUnload(library), MUSA_ERROR_INVALID_HANDLE);
  CHECK_EQUAL(muLibraryGetKernelCount(&count, library), MUSA_ERROR_INVALID_HANDLE);
  CHECK_EQUAL(muKernelGetName(&name, kernels[0]), MUSA_ERROR_INVALID_HANDLE);
  CHECK_MU(muKernelGetName(&name, other)); // the other one stays
  CHECK_MU(muLibraryUnload(again));
}

void testRuntime(const std::vector<char> &code) {
  musaLibrary_t library = nullptr;
  CHECK_MUSA(musaLibraryLoadData(&library, code.data(), nullptr, nullptr, 0, nullptr, nullptr, 0));
  musaKernel_t kernel = nullptr, all[3] = {};
  unsigned count = 0;
  CHECK_MUSA(musaLibraryGetKernel(&kernel, library, "bump"));
  CHECK_MUSA(musaLibraryGetKernelCount(&count, library));
  CHECK_EQUAL(count, 2u);
  CHECK_MUSA(musaLibraryEnumerateKernels(all, 3, library));
  CHECK(std::count(all, all + 2, kernel) == 1 && all[2] == nullptr);
  int by = 7;
  void *arguments[] = {&result, &by};
  CHECK_MUSA(musaLaunchKernel(kernel, dim3(1), dim3(1), arguments, 0, nullptr));
  CHECK_EQUAL(read(), 17);
  musaFuncAttributes attributes;
  CHECK_MUSA(musaFuncGetAttributes(&attributes, kernel));
  CHECK_EQUAL(attributes.maxThreadsPerBlock, 1024);
  void *address = nullptr;
  size_t bytes = 0;
  int value = 0;
  CHECK_MUSA(musaLibraryGetGlobal(&address, &bytes, library, "count"));
  CHECK_MUSA(musaMemcpy(&value, address, sizeof value, musaMemcpyDeviceToHost));
  CHECK_EQUAL(value, 17);
  CHECK_MUSA(musaLibraryGetManaged(&address, &bytes, library, "shared"));
  CHECK_EQUAL(*static_cast<int *>(address), 10);
  CHECK_EQUAL(musaLibraryGetManaged(&address, &bytes, library, "count"), musaErrorSymbolNotFound);
  CHECK_EQUAL(musaLibraryGetKernel(&kernel, library, "none"), musaErrorSymbolNotFound);
  CHECK_EQUAL(musaLibraryEnumerateKernels(nullptr, 1, library), musaErrorInvalidValue);
  CHECK_MUSA(musaLibraryUnload(library));
  CHECK_EQUAL(musaLibraryUnload(library), musaErrorInvalidResourceHandle);
  CHECK_EQUAL(musaGetLastError(), musaErrorInvalidResourceHandle);
}

/// From functions of the program to handles of both APIs.
void testOwnKernels() {
  musaFunction_t function = nullptr;
  CHECK_MUSA(musaGetFuncBySymbol(&function, ofProgram));
  void *arguments[] = {&result};
  CHECK_MU(muLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
  CHECK_EQUAL(read(), 5);
  musaKernel_t kernel = nullptr;
  CHECK_MUSA(musaGetKernel(&kernel, addFileVariables));
  CHECK_MUSA(musaLaunchKernel(kernel, dim3(1), dim3(1), arguments, 0, nullptr));
  CHECK_EQUAL(read(), 9);
  const char *name = nullptr;
  CHECK_MU(muKernelGetName(&name, kernel));
  CHECK(std::string(name).find("addFileVariables") != std::string::npos);
  CHECK_EQUAL(musaGetFuncBySymbol(&function, &result), musaErrorInvalidDeviceFunction);
  CHECK_EQUAL(musaGetFuncBySymbol(nullptr, ofProgram), musaErrorInvalidValue);
  CHECK_EQUAL(musaGetKernel(&kernel, static_cast<const void *>(nullptr)),
              musaErrorInvalidDeviceFunction);
}

// The program is a library, too.
void testFiles() {
  MUlibrary library = nullptr;
  CHECK_MU(
      muLibraryLoadFromFile(&library, "/proc/self/exe", nullptr, nullptr, 0, nullptr, nullptr, 0));
  MUkernel kernel = nullptr;
  CHECK_MU(muLibraryGetKernel(&kernel, library, "ofProgram"));
  void *arguments[] = {&result};
  CHECK_MUSA(musaLaunchKernel(kernel, dim3(1), dim3(1), arguments, 0, nullptr));
  CHECK_EQUAL(read(), 5);
  CHECK_MU(muLibraryUnload(library));
  ofProgram<<<1, 1>>>(result); // stays
  CHECK_MUSA(musaDeviceSynchronize());
  musaLibrary_t ofRuntime = nullptr;
  CHECK_MUSA(musaLibraryLoadFromFile(&ofRuntime, "", nullptr, nullptr, 0, nullptr, nullptr, 0));
  void *address = nullptr, *symbol = nullptr;
  CHECK_MUSA(musaLibraryGetGlobal(&address, nullptr, ofRuntime, "variable"));
  CHECK_MUSA(musaGetSymbolAddress(&symbol, variable));
  CHECK(address == symbol);
  CHECK_MUSA(musaLibraryUnload(ofRuntime));

  CHECK_EQUAL(
      muLibraryLoadFromFile(&library, "/no/such/file", nullptr, nullptr, 0, nullptr, nullptr, 0),
      MUSA_ERROR_FILE_NOT_FOUND);
  CHECK_EQUAL(muLibraryLoadData(&library, "no code", nullptr, nullptr, 0, nullptr, nullptr, 0),
              MUSA_ERROR_NOT_SUPPORTED);
  CHECK_EQUAL(muLibraryLoadData(&library, nullptr, nullptr, nullptr, 0, nullptr, nullptr, 0),
              MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muLibraryLoadData(&library, "", nullptr, nullptr, 1, nullptr, nullptr, 0),
              MUSA_ERROR_INVALID_VALUE);
}

MUlibrary loadProgram() {
  MUlibrary library = nullptr;
  CHECK_MU(muLibraryLoadFromFile(&library, "", nullptr, nullptr, 0, nullptr, nullptr, 0));
  return library;
}

// Libraries of the same code share its kernels' handles, until the last of them is unloaded.
void testSharedKernels() {
  const MUlibrary first = loadProgram(), second = loadProgram();
  MUkernel ofFirst = nullptr, ofSecond = nullptr;
  CHECK_MU(muLibraryGetKernel(&ofFirst, first, "ofProgram"));
  MUlibrary isOf = nullptr;
  CHECK_MU(muKernelGetLibrary(&isOf, ofFirst));
  CHECK(isOf == first);
  CHECK_MU(muLibraryGetKernel(&ofSecond, second, "ofProgram"));
  CHECK_MU(muKernelGetLibrary(&isOf, ofSecond));
  CHECK(isOf == second);
  CHECK_MU(muLibraryUnload(first));
  MUfunction function = nullptr;
  CHECK_MU(muKernelGetFunction(&function, ofSecond));
  CHECK_MU(muKernelGetLibrary(&isOf, ofSecond));
  CHECK(isOf == second);

  const MUlibrary third = loadProgram();
  MUkernel ofThird = nullptr;
  CHECK_MU(muLibraryGetKernel(&ofThird, third, "ofProgram"));
  CHECK_MU(muLibraryUnload(third)); // the later one ends first
  CHECK_MU(muKernelGetLibrary(&isOf, ofSecond));
  CHECK(isOf == second);
  CHECK_MU(muLibraryUnload(second));
  CHECK_EQUAL(muKernelGetFunction(&function, ofSecond), MUSA_ERROR_INVALID_HANDLE);

  // Of a module that is no library's, the other way round.
  MUmodule module = nullptr;
  CHECK_MU(muModuleLoad(&module, ""));
  CHECK_EQUAL(muLibraryUnload(reinterpret_cast<MUlibrary>(module)), MUSA_ERROR_INVALID_HANDLE);
  CHECK_MU(muModuleUnload(module));
}

void testVariablesOfFiles() {
  const MUlibrary program = loadProgram();
  const auto valueOf = [&](const char *name) {
    MUdeviceptr address = 0;
    int value = 0;
    CHECK_MU(muLibraryGetGlobal(&address, nullptr, program, name));
    CHECK_MU(muMemcpyDtoH(&value, address, sizeof value));
    return value;
  };
  CHECK_EQUAL(valueOf("ofBothFiles"), 2);
  CHECK_EQUAL(valueOf("_ZL11ofBothFiles"), 1);
  CHECK_EQUAL(valueOf("ofThisFile"), 3);
  CHECK_MU(muLibraryUnload(program));
}

/// A module may come to the address of one that was unloaded, and begins anew.
void testReload(const std::vector<char> &code) {
  MUtexref texref = nullptr;
  MUsurfref surfref = nullptr;
  MUarray array = nullptr, bound = nullptr;
  MUSA_ARRAY3D_DESCRIPTOR descriptor = {4, 4, 0, MU_AD_FORMAT_FLOAT, 1, MUSA_ARRAY3D_SURFACE_LDST};
  CHECK_MU(muArray3DCreate(&array, &descriptor));
  for (int i = 0; i < 4; ++i) {
    MUmodule module = nullptr;
    CHECK_MU(muModuleLoadData(&module, code.data()));
    CHECK_MU(muModuleGetTexRef(&texref, module, "read"));
    CHECK_MU(muModuleGetSurfRef(&surfref, module, "written"));
    MUfilter_mode mode = MU_TR_FILTER_MODE_LINEAR;
    CHECK_MU(muTexRefGetFilterMode(&mode, texref));
    CHECK_EQUAL(mode, MU_TR_FILTER_MODE_POINT);
    CHECK_EQUAL(muTexRefGetArray(&bound, texref), MUSA_ERROR_INVALID_VALUE);
    CHECK_EQUAL(muSurfRefGetArray(&bound, surfref), MUSA_ERROR_INVALID_VALUE);
    CHECK_MU(muTexRefSetFilterMode(texref, MU_TR_FILTER_MODE_LINEAR));
    CHECK_MU(muTexRefSetArray(texref, array, MU_TRSA_OVERRIDE_FORMAT));
    CHECK_MU(muSurfRefSetArray(surfref, array, 0));
    MUfunction function = nullptr;
    CHECK_MU(muModuleGetFunction(&function, module, "nothing"));
    CHECK_EQUAL(muLaunch(function), MUSA_ERROR_INVALID_VALUE); // no block
    CHECK_MU(muFuncSetBlockShape(function, 1, 1, 1));
    CHECK_MU(muLaunch(function));
    CHECK_MU(muModuleUnload(module));
    CHECK_EQUAL(muTexRefGetFilterMode(&mode, texref), MUSA_ERROR_INVALID_HANDLE);
    CHECK_EQUAL(muSurfRefGetArray(&bound, surfref), MUSA_ERROR_INVALID_HANDLE);
  }
  CHECK_MU(muArrayDestroy(array));
}

} // namespace

int main() {
  CHECK_MU(muInit(0));
  CHECK_MUSA(musaMalloc(&result, sizeof *result));
  const std::vector<char> code = compiled();
  testDriver(code);
  testRuntime(code);
  testOwnKernels();
  testFiles();
  testSharedKernels();
  testVariablesOfFiles();
  testReload(code);
  CHECK_MUSA(musaFree(result));
  return CHECK_RESULT();
}
