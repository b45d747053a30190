//===- host/driver/module.cpp - modules, and the kernels in them --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device code on the host is part of the program or of a shared library. A module is a name for the
// images of one of these: of one that is there, or of one that the module loads.
//===----------------------------------------------------------------------===//
#include "driver/module.h"

#include "api/launch.h"
#include "compiler/code_text.h"
#include "driver/device_file.h"
#include "driver/device_link.h"
#include "driver/driver.h"
#include "driver/loaded_library.h"
#include "driver/prepared_launch.h"
#include "exec/kernel.h"
#include "model/image.h"
#include "musa_runtime_api.h"

#include <algorithm>
#include <dlfcn.h>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <sys/stat.h>
#include <unordered_map>
#include <vector>

namespace musart {
namespace {

/// Which images; of the program's own module all, also of libraries that are loaded later.
struct Module {
  bool isProgram = false;
  std::vector<const __musa_device_image *> images;
  std::shared_ptr<const LoadedLibrary> library = nullptr; ///< if it is the module's
  bool isLibrary = false;                                 ///< an MUlibrary is the same handle

  std::vector<const __musa_device_image *> all() const {
    return isProgram ? registeredImages() : images;
  }
};

/// What a MUfunction stands for: a kernel, as modules give it.
struct ModuleFunction {
  const Function *function = nullptr;
  std::vector<MUmodule> modules; ///< the last one to give it is at the end
  std::shared_ptr<SharedPreparedLaunch> prepared = std::make_shared<SharedPreparedLaunch>();
};

struct Modules {
  std::shared_mutex mutex;
  std::unordered_map<MUmodule, std::unique_ptr<Module>> all;
  std::unordered_map<MUfunction, std::unique_ptr<ModuleFunction>> functions; ///< given away
};

Modules &modules() {
  static auto *result = new Modules;
  return *result;
}

MUmodule addModule(Module module) {
  Modules &known = modules();
  auto made = std::make_unique<Module>(std::move(module));
  const auto handle = reinterpret_cast<MUmodule>(made.get());
  const std::unique_lock lock(known.mutex);
  known.all[handle] = std::move(made);
  return handle;
}

Module findModule(MUmodule handle) {
  Modules &known = modules();
  const std::shared_lock lock(known.mutex);
  const auto found = known.all.find(handle);
  requireDriver(found != known.all.end(), MUSA_ERROR_INVALID_HANDLE);
  return *found->second;
}

/// The same handle each time.
MUfunction giveFunction(const Function &function, MUmodule from) {
  Modules &known = modules();
  const std::unique_lock lock(known.mutex);
  for (const auto &[handle, given] : known.functions)
    if (given->function == &function && std::ranges::count(given->modules, from) != 0)
      return handle;
  auto made = std::make_unique<ModuleFunction>(ModuleFunction{&function, {from}});
  const auto handle = reinterpret_cast<MUfunction>(made.get());
  known.functions[handle] = std::move(made);
  return handle;
}

ModuleFunction findModuleFunction(MUfunction handle) {
  Modules &known = modules();
  const std::shared_lock lock(known.mutex);
  const auto found = known.functions.find(handle);
  requireDriver(found != known.functions.end(), MUSA_ERROR_INVALID_HANDLE);
  return *found->second;
}

std::vector<const Function *> functionsOf(const Module &module) {
  std::vector<const Function *> result;
  for (const __musa_device_image *image : module.all())
    for (uint32_t i = 0; i < image->kernel_count; ++i)
      if (const Function *function = findFunctionNamed(image->kernels[i].name, image))
        result.push_back(function);
  return result;
}

[[noreturn]] void refuse(const std::string &what) {
  printError(what + ": the host runs only device code that mcc has compiled: load a shared library "
                    "(mcc -shared -fPIC), what MTRTC has compiled, or \"\" for the program itself");
  throw DriverError{MUSA_ERROR_NOT_SUPPORTED};
}

Module moduleOfLibrary(std::string_view bytes, const std::string &what) {
  std::string reason;
  std::shared_ptr<const LoadedLibrary> library = LoadedLibrary::load(bytes, reason);
  if (library == nullptr) {
    printError(what + ": " + reason);
    throw DriverError{MUSA_ERROR_INVALID_IMAGE};
  }
  return {false, library->images(), library};
}

/// Of a file's bytes. `what`: the call, for a message.
Module moduleOfBytes(DeviceFile kind, std::string_view bytes, const std::string &what) {
  switch (kind) {
  case DeviceFile::Library:
    return moduleOfLibrary(bytes, what);
  case DeviceFile::Object:
    if (isRelocatable(bytes)) {
      std::string log;
      try {
        return moduleOfLibrary(
            linkDevice({{DeviceFile::Object, std::string(bytes)}}, std::nullopt, log), what);
      } catch (const DriverError &) {
        printError(what + ":\n" + log.substr(0, log.find_last_not_of('\n') + 1));
        throw;
      }
    }
    [[fallthrough]];
  default:
    refuse(what);
  }
}

bool isSameFile(const struct stat &a, const char *path) {
  struct stat b;
  return stat(path, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

Module moduleOfFile(const char *path) {
  if (path[0] == '\0')
    return {true, {}};
  struct stat file;
  requireDriver(stat(path, &file) == 0, MUSA_ERROR_FILE_NOT_FOUND);
  if (isSameFile(file, "/proc/self/exe"))
    return {true, {}};
  Module module;
  for (const __musa_device_image *image : registeredImages()) {
    Dl_info where;
    if (dladdr(image, &where) != 0 && isSameFile(file, where.dli_fname))
      module.images.push_back(image);
  }
  if (!module.images.empty())
    return module;
  const std::string bytes = codeOf(readFile(path));
  return moduleOfBytes(kindOf(bytes), bytes, "muModuleLoad of '" + std::string(path) + "'");
}

Module moduleOfImage(const void *image, const char *function) {
  requireDriver(image != nullptr);
  const std::vector<const __musa_device_image *> known = registeredImages();
  if (std::find(known.begin(), known.end(), image) != known.end())
    return {false, {static_cast<const __musa_device_image *>(image)}};
  if (const std::optional<std::string> code = codeOfText(static_cast<const char *>(image)))
    return moduleOfBytes(kindOf(*code), *code, function);
  const DeviceFile kind = kindOf(image);
  const bool hasSize = kind == DeviceFile::Library || kind == DeviceFile::Object;
  return moduleOfBytes(kind, {static_cast<const char *>(image), hasSize ? sizeOfElf(image) : 0},
                       hasSize ? function
                               : std::string(function) + " of an image that is not the program's");
}

MUmodule addLibrary(Module module) {
  module.isLibrary = true;
  return addModule(std::move(module));
}

/// `wrongKind`: the error if it is a library and should not be, or the other way round.
void removeModule(MUmodule handle, bool isLibrary, MUresult wrongKind) {
  Modules &known = modules();
  std::unique_ptr<Module> removed; // its library waits for kernels, which may look up modules
  const std::unique_lock lock(known.mutex);
  const auto found = known.all.find(handle);
  requireDriver(found != known.all.end(), MUSA_ERROR_INVALID_HANDLE);
  requireDriver(found->second->isLibrary == isLibrary, wrongKind);
  removed = std::move(found->second);
  known.all.erase(found);
  std::erase_if(known.functions, [=](const auto &one) {
    std::vector<MUmodule> &givers = one.second->modules;
    return std::erase(givers, handle) != 0 && givers.empty();
  });
}

/// `arguments`, or those that `extra` names; at most one of them is given.
struct Arguments {
  std::vector<void *> ofBuffer;
  void **all;
  Arguments(const Function &function, void **arguments, void **extra) : all(arguments) {
    requireDriver(arguments == nullptr || extra == nullptr);
    if (extra == nullptr)
      return;
    ofBuffer = argumentsOf(*function.kernel, extra);
    all = ofBuffer.data();
  }
};

/// A configuration as the runtime API takes it.
class RuntimeConfig {
public:
  explicit RuntimeConfig(const MUlaunchConfig *config) {
    requireDriver(config != nullptr && (config->numAttrs == 0 || config->attrs != nullptr));
    attributes.resize(config->numAttrs);
    for (unsigned i = 0; i < config->numAttrs; ++i) {
      attributes[i].id = static_cast<musaLaunchAttributeID>(config->attrs[i].id);
      attributes[i].val = config->attrs[i].value;
    }
    same.gridDim = dim3(config->gridDimX, config->gridDimY, config->gridDimZ);
    same.blockDim = dim3(config->blockDimX, config->blockDimY, config->blockDimZ);
    same.dynamicSmemBytes = config->sharedMemBytes;
    same.stream = config->hStream;
    same.attrs = attributes.data();
    same.numAttrs = config->numAttrs;
  }
  const musaLaunchConfig_t *get() const { return &same; }

private:
  std::vector<musaLaunchAttribute> attributes;
  musaLaunchConfig_t same = {};
};

} // namespace

MUlibrary addLibraryOfImage(const void *image, const char *call) {
  return reinterpret_cast<MUlibrary>(addLibrary(moduleOfImage(image, call)));
}

MUlibrary addLibraryOfFile(const char *path) {
  return reinterpret_cast<MUlibrary>(addLibrary(moduleOfFile(path)));
}

MUmodule moduleOf(MUlibrary library) {
  const auto handle = reinterpret_cast<MUmodule>(library);
  requireDriver(findModule(handle).isLibrary, MUSA_ERROR_INVALID_HANDLE);
  return handle;
}

void removeLibrary(MUlibrary library) {
  removeModule(reinterpret_cast<MUmodule>(library), true, MUSA_ERROR_INVALID_HANDLE);
}

const Function &functionOf(MUmodule handle, const char *name) {
  for (const __musa_device_image *image : findModule(handle).all())
    if (const Function *found = findFunctionNamed(name, image))
      return *found;
  throw DriverError{MUSA_ERROR_NOT_FOUND};
}

std::vector<const Function *> functionsOf(MUmodule handle) {
  return functionsOf(findModule(handle));
}

const __musa_variable &variableOf(MUmodule handle, const char *name) {
  if (const __musa_variable *found = findVariableNamed(name, findModule(handle).all()))
    return *found;
  throw DriverError{MUSA_ERROR_NOT_FOUND};
}

MUfunction giveAddress(const Function &function, MUmodule from) {
  const auto handle = reinterpret_cast<MUfunction>(const_cast<void *>(function.stub));
  Modules &known = modules();
  const std::unique_lock lock(known.mutex);
  std::unique_ptr<ModuleFunction> &given = known.functions[handle];
  if (given == nullptr)
    given = std::make_unique<ModuleFunction>(ModuleFunction{&function, {}});
  std::erase(given->modules, from);
  given->modules.push_back(from);
  return handle;
}

const Function &functionOf(MUfunction handle) { return *findModuleFunction(handle).function; }

std::shared_ptr<SharedPreparedLaunch> preparedLaunchOf(MUfunction handle) {
  return findModuleFunction(handle).prepared;
}

MUmodule moduleOf(MUfunction handle) { return findModuleFunction(handle).modules.back(); }

MUfunction handleOf(const Function &function) {
  {
    Modules &known = modules();
    const std::shared_lock lock(known.mutex);
    for (const auto &[handle, given] : known.functions)
      if (given->function == &function)
        return handle;
  }
  return giveFunction(function, nullptr);
}

} // namespace musart

using namespace musart;

extern "C" {

// ------------------------------------------------------------------------------- modules

MUresult muModuleLoad(MUmodule *module, const char *fname) {
  return driver([&] {
    requireDriver(module != nullptr && fname != nullptr);
    *module = addModule(moduleOfFile(fname));
  });
}

MUresult muModuleLoadData(MUmodule *module, const void *image) {
  return driver([&] {
    requireDriver(module != nullptr);
    *module = addModule(moduleOfImage(image, "muModuleLoadData"));
  });
}
MUresult muModuleLoadDataEx(MUmodule *module, const void *image, unsigned numOptions,
                            MUjit_option *options, void **optionValues) {
  return driver([&] {
    requireDriver(module != nullptr);
    requireDriver(numOptions == 0 || (options != nullptr && optionValues != nullptr));
    *module = addModule(moduleOfImage(image, "muModuleLoadDataEx"));
  });
}
MUresult muModuleLoadFatBinary(MUmodule *module, const void *fatCubin) {
  return driver([&] {
    requireDriver(module != nullptr);
    *module = addModule(moduleOfImage(fatCubin, "muModuleLoadFatBinary"));
  });
}

MUresult muModuleUnload(MUmodule hmod) {
  return driver([&] { removeModule(hmod, false, MUSA_ERROR_NOT_PERMITTED); });
}

MUresult muModuleGetFunction(MUfunction *hfunc, MUmodule hmod, const char *name) {
  return driver([&] {
    requireDriver(hfunc != nullptr && name != nullptr);
    *hfunc = giveFunction(functionOf(hmod, name), hmod);
  });
}

MUresult muModuleGetFunctionCount(unsigned *count, MUmodule mod) {
  return driver([&] {
    requireDriver(count != nullptr);
    *count = static_cast<unsigned>(functionsOf(mod).size());
  });
}

MUresult muModuleEnumerateFunctions(MUfunction *functions, unsigned numFunctions, MUmodule mod) {
  return driver([&] {
    requireDriver(functions != nullptr && numFunctions > 0);
    const std::vector<const Function *> all = functionsOf(mod);
    for (size_t i = 0; i < std::min<size_t>(numFunctions, all.size()); ++i)
      functions[i] = giveFunction(*all[i], mod);
  });
}

MUresult muModuleGetGlobal(MUdeviceptr *dptr, size_t *bytes, MUmodule hmod, const char *name) {
  return driver([&] {
    requireDriver(name != nullptr && (dptr != nullptr || bytes != nullptr));
    const __musa_variable &found = variableOf(hmod, name);
    if (dptr != nullptr)
      *dptr = reinterpret_cast<MUdeviceptr>(found.address);
    if (bytes != nullptr)
      *bytes = found.size;
  });
}

// ------------------------------------------------------------------------------- launches

MUresult muLaunchKernel(MUfunction f, unsigned gridDimX, unsigned gridDimY, unsigned gridDimZ,
                        unsigned blockDimX, unsigned blockDimY, unsigned blockDimZ,
                        unsigned sharedMemBytes, MUstream hStream, void **kernelParams,
                        void **extra) {
  return driver([&] {
    const Function &function = functionOf(f);
    const Arguments arguments(function, kernelParams, extra);
    return musaLaunchKernel(function.stub, dim3(gridDimX, gridDimY, gridDimZ),
                            dim3(blockDimX, blockDimY, blockDimZ), arguments.all, sharedMemBytes,
                            hStream);
  });
}

MUresult muLaunchCooperativeKernel(MUfunction f, unsigned gridDimX, unsigned gridDimY,
                                   unsigned gridDimZ, unsigned blockDimX, unsigned blockDimY,
                                   unsigned blockDimZ, unsigned sharedMemBytes, MUstream hStream,
                                   void **kernelParams) {
  return driver([&] {
    return musaLaunchCooperativeKernel(functionOf(f).stub, dim3(gridDimX, gridDimY, gridDimZ),
                                       dim3(blockDimX, blockDimY, blockDimZ), kernelParams,
                                       sharedMemBytes, hStream);
  });
}

MUresult muLaunchKernelEx(const MUlaunchConfig *config, MUfunction f, void **kernelParams,
                          void **extra) {
  return driver([&] {
    const RuntimeConfig same(config);
    const Function &function = functionOf(f);
    const Arguments arguments(function, kernelParams, extra);
    return musaLaunchKernelExC(same.get(), function.stub, arguments.all);
  });
}

// ------------------------------------------------------------------------------- functions

MUresult muFuncGetAttribute(int *pi, MUfunction_attribute attrib, MUfunction hfunc) {
  return driver([&] {
    requireDriver(pi != nullptr);
    musaFuncAttributes all;
    check(musaFuncGetAttributes(&all, functionOf(hfunc).stub));
    switch (attrib) {
    case MU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
      *pi = all.maxThreadsPerBlock;
      return;
    case MU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
      *pi = static_cast<int>(all.sharedSizeBytes);
      return;
    case MU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
      *pi = static_cast<int>(all.constSizeBytes);
      return;
    case MU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
      *pi = static_cast<int>(all.localSizeBytes);
      return;
    case MU_FUNC_ATTRIBUTE_NUM_REGS:
      *pi = all.numRegs;
      return;
    case MU_FUNC_ATTRIBUTE_PTX_VERSION:
      *pi = all.ptxVersion;
      return;
    case MU_FUNC_ATTRIBUTE_BINARY_VERSION:
      *pi = all.binaryVersion;
      return;
    case MU_FUNC_ATTRIBUTE_CACHE_MODE_CA:
      *pi = all.cacheModeCA;
      return;
    case MU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
      *pi = all.maxDynamicSharedSizeBytes;
      return;
    case MU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
      *pi = all.preferredShmemCarveout;
      return;
    case MU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET:
      *pi = all.clusterDimMustBeSet;
      return;
    case MU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH:
      *pi = all.requiredClusterWidth;
      return;
    case MU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT:
      *pi = all.requiredClusterHeight;
      return;
    case MU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH:
      *pi = all.requiredClusterDepth;
      return;
    case MU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED:
      *pi = all.nonPortableClusterSizeAllowed;
      return;
    case MU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
      *pi = all.clusterSchedulingPolicyPreference;
      return;
    case MU_FUNC_ATTRIBUTE_MAX:
      break;
    }
    throw DriverError{MUSA_ERROR_INVALID_VALUE};
  });
}

MUresult muFuncSetAttribute(MUfunction hfunc, MUfunction_attribute attrib, int value) {
  return driver([&] {
    return musaFuncSetAttribute(functionOf(hfunc).stub, static_cast<musaFuncAttribute>(attrib),
                                value);
  });
}

MUresult muFuncSetCacheConfig(MUfunction hfunc, MUfunc_cache config) {
  return driver([&] {
    return musaFuncSetCacheConfig(functionOf(hfunc).stub, static_cast<musaFuncCache>(config));
  });
}
MUresult muFuncSetSharedMemConfig(MUfunction hfunc, MUsharedconfig config) {
  return driver([&] {
    return musaFuncSetSharedMemConfig(functionOf(hfunc).stub,
                                      static_cast<musaSharedMemConfig>(config));
  });
}

MUresult muFuncGetName(const char **name, MUfunction hfunc) {
  return driver([&] { return musaFuncGetName(name, functionOf(hfunc).stub); });
}

MUresult muFuncGetModule(MUmodule *hmod, MUfunction hfunc) {
  return driver([&] {
    requireDriver(hmod != nullptr);
    *hmod = moduleOf(hfunc);
  });
}

MUresult muFuncGetParamInfo(MUfunction func, size_t paramIndex, size_t *paramOffset,
                            size_t *paramSize) {
  return driver([&] {
    return musaFuncGetParamInfo(functionOf(func).stub, paramIndex, paramOffset, paramSize);
  });
}

// ------------------------------------------------------------------------------- occupancy

MUresult muOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *numBlocks, MUfunction func,
                                                              int blockSize, size_t dynamicSMemSize,
                                                              unsigned flags) {
  return driver([&] {
    return ::musaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        numBlocks, functionOf(func).stub, blockSize, dynamicSMemSize, flags);
  });
}
MUresult muOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, MUfunction func, int blockSize,
                                                     size_t dynamicSMemSize) {
  return muOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      numBlocks, func, blockSize, dynamicSMemSize, MU_OCCUPANCY_DEFAULT);
}

MUresult muOccupancyAvailableDynamicSMemPerBlock(size_t *dynamicSmemSize, MUfunction func,
                                                 int numBlocks, int blockSize) {
  return driver([&] {
    return ::musaOccupancyAvailableDynamicSMemPerBlock(dynamicSmemSize, functionOf(func).stub,
                                                       numBlocks, blockSize);
  });
}

MUresult muOccupancyMaxPotentialBlockSizeWithFlags(int *minGridSize, int *blockSize,
                                                   MUfunction func,
                                                   MUoccupancyB2DSize blockSizeToDynamicSMemSize,
                                                   size_t dynamicSMemSize, int blockSizeLimit,
                                                   unsigned flags) {
  return driver([&] {
    const auto shared = [=](int size) {
      return blockSizeToDynamicSMemSize != nullptr ? blockSizeToDynamicSMemSize(size)
                                                   : dynamicSMemSize;
    };
    return musaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
        minGridSize, blockSize, functionOf(func).stub, shared, blockSizeLimit, flags);
  });
}
MUresult muOccupancyMaxPotentialBlockSize(int *minGridSize, int *blockSize, MUfunction func,
                                          MUoccupancyB2DSize blockSizeToDynamicSMemSize,
                                          size_t dynamicSMemSize, int blockSizeLimit) {
  return muOccupancyMaxPotentialBlockSizeWithFlags(minGridSize, blockSize, func,
                                                   blockSizeToDynamicSMemSize, dynamicSMemSize,
                                                   blockSizeLimit, MU_OCCUPANCY_DEFAULT);
}

MUresult muOccupancyMaxPotentialClusterSize(int *clusterSize, MUfunction func,
                                            const MUlaunchConfig *config) {
  return driver([&] {
    return ::musaOccupancyMaxPotentialClusterSize(clusterSize, functionOf(func).stub,
                                                  RuntimeConfig(config).get());
  });
}
MUresult muOccupancyMaxActiveClusters(int *numClusters, MUfunction func,
                                      const MUlaunchConfig *config) {
  return driver([&] {
    return ::musaOccupancyMaxActiveClusters(numClusters, functionOf(func).stub,
                                            RuntimeConfig(config).get());
  });
}

} // extern "C"
