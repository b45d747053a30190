//===- host/driver/library.cpp - libraries of kernels, in both APIs -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels' handles are their addresses in host code, so that the runtime API takes them where it
// takes a function.
//===----------------------------------------------------------------------===//
#include "api/error.h"
#include "driver/driver.h"
#include "driver/module.h"
#include "exec/kernel.h"
#include "model/device.h"
#include "model/image.h"

#include "musa_runtime_api.h"

#include <algorithm>

using namespace musart;

namespace {

MUkernel kernelOf(const Function &function, MUmodule module) {
  return reinterpret_cast<MUkernel>(giveAddress(function, module));
}
MUfunction functionOf(MUkernel kernel) { return reinterpret_cast<MUfunction>(kernel); }

void checkOptions(const void *options, void *const *values, unsigned count) {
  requireDriver(count == 0 || (options != nullptr && values != nullptr));
}

template <typename Address>
void giveVariable(MUlibrary library, const char *name, bool managed, Address *address,
                  size_t *bytes) {
  requireDriver(name != nullptr && (address != nullptr || bytes != nullptr));
  const __musa_variable &found = variableOf(moduleOf(library), name);
  requireDriver(!managed || found.managed != 0, MUSA_ERROR_NOT_FOUND);
  if (address != nullptr)
    *address = reinterpret_cast<Address>(found.address);
  if (bytes != nullptr)
    *bytes = found.size;
}

void giveKernels(MUlibrary library, MUkernel *kernels, unsigned count) {
  requireDriver(kernels != nullptr && count > 0);
  const MUmodule module = moduleOf(library);
  const std::vector<const Function *> all = functionsOf(module);
  for (size_t i = 0; i < std::min<size_t>(count, all.size()); ++i)
    kernels[i] = kernelOf(*all[i], module);
}

void requireDevice(MUdevice device) {
  requireDriver(device >= 0 && static_cast<size_t>(device) < devices().size(),
                MUSA_ERROR_INVALID_DEVICE);
}

/// For the runtime's calls: codes have the same numbers.
template <typename Body> musaError_t runtimeCall(Body body) {
  return api([&] {
    try {
      body();
    } catch (const DriverError &error) {
      throw ApiError{static_cast<musaError_t>(error.code)};
    }
  });
}

} // namespace

extern "C" {

MUresult muLibraryLoadData(MUlibrary *library, const void *code, MUjit_option *jitOptions,
                           void **jitOptionsValues, unsigned numJitOptions,
                           MUlibraryOption *libraryOptions, void **libraryOptionValues,
                           unsigned numLibraryOptions) {
  return driver<Needs::Init>([&] {
    requireDriver(library != nullptr);
    checkOptions(jitOptions, jitOptionsValues, numJitOptions);
    checkOptions(libraryOptions, libraryOptionValues, numLibraryOptions);
    *library = addLibraryOfImage(code, "muLibraryLoadData");
  });
}

MUresult muLibraryLoadFromFile(MUlibrary *library, const char *fileName, MUjit_option *jitOptions,
                               void **jitOptionsValues, unsigned numJitOptions,
                               MUlibraryOption *libraryOptions, void **libraryOptionValues,
                               unsigned numLibraryOptions) {
  return driver<Needs::Init>([&] {
    requireDriver(library != nullptr && fileName != nullptr);
    checkOptions(jitOptions, jitOptionsValues, numJitOptions);
    checkOptions(libraryOptions, libraryOptionValues, numLibraryOptions);
    *library = addLibraryOfFile(fileName);
  });
}

MUresult muLibraryUnload(MUlibrary library) {
  return driver<Needs::Init>([&] { removeLibrary(library); });
}

MUresult muLibraryGetKernel(MUkernel *pKernel, MUlibrary library, const char *name) {
  return driver<Needs::Init>([&] {
    requireDriver(pKernel != nullptr && name != nullptr);
    const MUmodule module = moduleOf(library);
    *pKernel = kernelOf(functionOf(module, name), module);
  });
}

MUresult muLibraryGetKernelCount(unsigned *count, MUlibrary lib) {
  return driver<Needs::Init>([&] {
    requireDriver(count != nullptr);
    *count = static_cast<unsigned>(functionsOf(moduleOf(lib)).size());
  });
}

MUresult muLibraryEnumerateKernels(MUkernel *kernels, unsigned numKernels, MUlibrary lib) {
  return driver<Needs::Init>([&] { giveKernels(lib, kernels, numKernels); });
}

MUresult muLibraryGetModule(MUmodule *pMod, MUlibrary library) {
  return driver([&] {
    requireDriver(pMod != nullptr);
    *pMod = moduleOf(library);
  });
}

MUresult muLibraryGetGlobal(MUdeviceptr *dptr, size_t *bytes, MUlibrary library, const char *name) {
  return driver([&] { giveVariable(library, name, false, dptr, bytes); });
}

MUresult muLibraryGetManaged(MUdeviceptr *dptr, size_t *bytes, MUlibrary library,
                             const char *name) {
  return driver<Needs::Init>([&] { giveVariable(library, name, true, dptr, bytes); });
}

MUresult muKernelGetFunction(MUfunction *pFunc, MUkernel kernel) {
  return driver([&] {
    requireDriver(pFunc != nullptr);
    musart::functionOf(functionOf(kernel));
    *pFunc = functionOf(kernel);
  });
}

MUresult muKernelGetLibrary(MUlibrary *pLib, MUkernel kernel) {
  return driver<Needs::Init>([&] {
    requireDriver(pLib != nullptr);
    *pLib = reinterpret_cast<MUlibrary>(musart::moduleOf(functionOf(kernel)));
  });
}

MUresult muKernelGetName(const char **name, MUkernel hfunc) {
  return driver<Needs::Init>(
      [&] { return musaFuncGetName(name, musart::functionOf(functionOf(hfunc)).stub); });
}

MUresult muKernelGetAttribute(int *pi, MUfunction_attribute attrib, MUkernel kernel, MUdevice dev) {
  const MUresult result = driver<Needs::Init>([&] { requireDevice(dev); });
  return result == MUSA_SUCCESS ? muFuncGetAttribute(pi, attrib, functionOf(kernel)) : result;
}

MUresult muKernelSetAttribute(MUfunction_attribute attrib, int val, MUkernel kernel, MUdevice dev) {
  const MUresult result = driver<Needs::Init>([&] { requireDevice(dev); });
  return result == MUSA_SUCCESS ? muFuncSetAttribute(functionOf(kernel), attrib, val) : result;
}

MUresult muKernelSetCacheConfig(MUkernel kernel, MUfunc_cache config, MUdevice dev) {
  const MUresult result = driver<Needs::Init>([&] { requireDevice(dev); });
  return result == MUSA_SUCCESS ? muFuncSetCacheConfig(functionOf(kernel), config) : result;
}

MUresult muKernelGetParamInfo(MUkernel kernel, size_t paramIndex, size_t *paramOffset,
                              size_t *paramSize) {
  return driver<Needs::Init>([&] {
    return musaFuncGetParamInfo(musart::functionOf(functionOf(kernel)).stub, paramIndex,
                                paramOffset, paramSize);
  });
}

musaError_t musaLibraryLoadData(musaLibrary_t *library, const void *code, musaJitOption *jitOptions,
                                void **jitOptionsValues, unsigned numJitOptions,
                                musaLibraryOption *libraryOptions, void **libraryOptionValues,
                                unsigned numLibraryOptions) {
  return runtimeCall([&] {
    requireDriver(library != nullptr);
    checkOptions(jitOptions, jitOptionsValues, numJitOptions);
    checkOptions(libraryOptions, libraryOptionValues, numLibraryOptions);
    *library = addLibraryOfImage(code, "musaLibraryLoadData");
  });
}

musaError_t musaLibraryLoadFromFile(musaLibrary_t *library, const char *fileName,
                                    musaJitOption *jitOptions, void **jitOptionsValues,
                                    unsigned numJitOptions, musaLibraryOption *libraryOptions,
                                    void **libraryOptionValues, unsigned numLibraryOptions) {
  return runtimeCall([&] {
    requireDriver(library != nullptr && fileName != nullptr);
    checkOptions(jitOptions, jitOptionsValues, numJitOptions);
    checkOptions(libraryOptions, libraryOptionValues, numLibraryOptions);
    *library = addLibraryOfFile(fileName);
  });
}

musaError_t musaLibraryUnload(musaLibrary_t library) {
  return runtimeCall([&] { removeLibrary(library); });
}

musaError_t musaLibraryGetKernel(musaKernel_t *pKernel, musaLibrary_t library, const char *name) {
  return runtimeCall([&] {
    requireDriver(pKernel != nullptr && name != nullptr);
    const MUmodule module = moduleOf(library);
    *pKernel = kernelOf(functionOf(module, name), module);
  });
}

musaError_t musaGetFuncBySymbol(musaFunction_t *functionPtr, const void *symbolPtr) {
  return api([&] {
    require(functionPtr != nullptr);
    currentDevice(); // the driver API can be used from here on
    *functionPtr = handleOf(findFunction(symbolPtr));
  });
}

musaError_t musaGetKernel(musaKernel_t *kernelPtr, const void *entryFuncAddr) {
  return api([&] {
    require(kernelPtr != nullptr);
    currentDevice();
    *kernelPtr = kernelOf(findFunction(entryFuncAddr), nullptr);
  });
}

musaError_t musaLibraryGetKernelCount(unsigned *count, musaLibrary_t lib) {
  return runtimeCall([&] {
    requireDriver(count != nullptr);
    *count = static_cast<unsigned>(functionsOf(moduleOf(lib)).size());
  });
}

musaError_t musaLibraryEnumerateKernels(musaKernel_t *kernels, unsigned numKernels,
                                        musaLibrary_t lib) {
  return runtimeCall([&] { giveKernels(lib, kernels, numKernels); });
}

musaError_t musaLibraryGetGlobal(void **dptr, size_t *bytes, musaLibrary_t library,
                                 const char *name) {
  return runtimeCall([&] { giveVariable(library, name, false, dptr, bytes); });
}

musaError_t musaLibraryGetManaged(void **dptr, size_t *bytes, musaLibrary_t library,
                                  const char *name) {
  return runtimeCall([&] { giveVariable(library, name, true, dptr, bytes); });
}

} // extern "C"
