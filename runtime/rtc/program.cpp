//===- rtc/program.cpp -----------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "program.h"

#include "compiler/mcc_process.h"
#include "compiler/temporary_folder.h"
#include "musa_port/host/device_image.h"
#include "musa_runtime_api.h"
#include "object_names.h"
#include "options.h"

#include <algorithm>
#include <dlfcn.h>
#include <filesystem>

namespace fs = std::filesystem;

using musart::compilerPath;
using musart::runCommand;
using musart::TemporaryFolder;

namespace mtrtc {
namespace {

/// The expressions' values are in variables of these names, followed by a number.
constexpr std::string_view variableOfName = "__mtrtc_name_";

/// Of the current device: mp_31.
std::string currentArchitecture() {
  int device = 0, major = 0, minor = 0;
  if (musaGetDevice(&device) != musaSuccess ||
      musaDeviceGetAttribute(&major, musaDevAttrComputeCapabilityMajor, device) != musaSuccess ||
      musaDeviceGetAttribute(&minor, musaDevAttrComputeCapabilityMinor, device) != musaSuccess)
    return "native";
  return "mp_" + std::to_string(major) + std::to_string(minor);
}

/// Whether `source` declares `name` in a typedef.
bool hasTypedef(std::string_view source, std::string_view name) {
  constexpr std::string_view word = "typedef";
  for (size_t at = source.find(word); at != source.npos; at = source.find(word, at + 1)) {
    std::string_view declared = source.substr(at, source.find(';', at) - at);
    declared = declared.substr(0, declared.find_last_not_of(" \t\n") + 1);
    const size_t begin = declared.size() - std::min(declared.size(), name.size() + 1);
    if (declared.substr(begin) == ' ' + std::string(name))
      return true;
  }
  return false;
}

/// Whether the C or C++ library may have a header of this name: math.h, type_traits. NVRTC has none
/// of them, and so programs bring their own, for their own code alone.
bool isOfStandardLibrary(std::string_view name) {
  constexpr std::string_view ofC =
      " assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal"
      " stdalign stdarg stdatomic stdbool stddef stdint stdio stdlib string tgmath threads time"
      " uchar wchar wctype ";
  constexpr std::string_view ofCxx =
      " algorithm any array atomic barrier bit bitset charconv chrono codecvt compare complex"
      " concepts condition_variable coroutine deque exception execution expected filesystem format"
      " forward_list fstream functional future initializer_list iomanip ios iosfwd iostream istream"
      " iterator latch limits list locale map memory memory_resource mutex new numbers numeric"
      " optional ostream queue random ranges ratio regex scoped_allocator semaphore set"
      " shared_mutex source_location span sstream stack stdexcept stop_token streambuf string"
      " string_view syncstream system_error thread tuple type_traits typeindex typeinfo"
      " unordered_map unordered_set utility valarray variant vector version ";
  const auto has = [](std::string_view names, std::string_view one) {
    return names.find(' ' + std::string(one) + ' ') != names.npos;
  };
  const bool isCsOfCxx = name.substr(0, 1) == "c" && has(ofC, name.substr(1)); // cmath
  const size_t stem = name.size() - std::min<size_t>(name.size(), 2);
  return has(ofCxx, name) || isCsOfCxx ||
         (name.substr(stem) == ".h" && has(ofC, name.substr(0, stem)));
}

std::string quoted(const std::string &text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      result += '\\';
    result += c == '\n' ? ' ' : c;
  }
  return result + '"';
}

} // namespace

mtrtcResult Program::addName(const std::string &expression) {
  if (tried)
    return MTRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION;
  names.try_emplace(expression);
  return MTRTC_SUCCESS;
}

mtrtcResult Program::loweredName(const std::string &expression, const char *&lowered) const {
  if (library.empty()) // also after a compilation that failed
    return MTRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION;
  const auto found = names.find(expression);
  if (found == names.end() || found->second.empty())
    return MTRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
  lowered = found->second.c_str();
  return MTRTC_SUCCESS;
}

/// The source, under its own name in messages, and the names that are asked for, which makes
/// instances of templates.
std::string Program::text(const CompileOptions &options) const {
  std::string all;
  // A program that knows no C library has its own, which may be of another type than the host's.
  for (const char *type : {"int64_t", "uint64_t"})
    if (hasTypedef(source, type))
      all += std::string("#define ") + type + " own_" + type + "\n";
  if (options.allIsDevice)
    all += "#pragma clang force_cuda_host_device begin\n";
  all += "#line 1 " + quoted(name) + "\n" + source + "\n";
  if (options.allIsDevice)
    all += "#pragma clang force_cuda_host_device end\n";
  size_t number = 0;
  for (const auto &[expression, mangled] : names) {
    all += "#line 1 " + quoted("the name expression " + expression) + "\n";
    all += "extern \"C\" __attribute__((used, visibility(\"default\"))) const void *const " +
           std::string(variableOfName) + std::to_string(number++) + " = (const void *)(" +
           expression + ");\n";
  }
  return all;
}

/// An object file cannot be loaded: others may define what it needs.
mtrtcResult Program::readNames(const std::string &object) {
  size_t number = 0;
  for (auto &[expression, mangled] : names) {
    mangled = nameOfTarget(object, std::string(variableOfName) + std::to_string(number++));
    if (mangled.empty())
      return MTRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
  }
  return MTRTC_SUCCESS;
}

/// Loads the library for a moment: its kernels and variables are registered by name and address.
mtrtcResult Program::lowerNames(const char *file) {
  void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    messages += std::string(dlerror()) + "\n";
    return MTRTC_ERROR_COMPILATION;
  }
  size_t number = 0;
  for (auto &[expression, mangled] : names) {
    const std::string variable = std::string(variableOfName) + std::to_string(number++);
    const auto *value = static_cast<const void *const *>(dlsym(handle, variable.c_str()));
    if (value == nullptr)
      continue;
    if (const char *named = __musaSymbolName(*value))
      mangled = named;
  }
  dlclose(handle);
  return MTRTC_SUCCESS;
}

mtrtcResult Program::compileIn(const TemporaryFolder &folder, const CompileOptions &options) {
  // An include that begins with ../ stays in the folder, too.
  const fs::path include = folder.path() / "i" / "i" / "i" / "i" / "i" / "i";
  // The compiler's own headers include these, and mean the system's.
  const fs::path standard = folder.path() / "standard";
  fs::create_directories(include);
  fs::create_directories(standard);
  for (const Header &header : headers) {
    const fs::path path =
        ((isOfStandardLibrary(header.name) ? standard : include) / header.name).lexically_normal();
    if (path.string().rfind(folder.path().string() + "/", 0) != 0) {
      messages = "mtrtc: error: a header cannot be called '" + header.name + "'\n";
      return MTRTC_ERROR_INVALID_INPUT;
    }
    TemporaryFolder::write(path, header.text);
  }
  if (compilerPath().empty()) {
    messages = "mtrtc: error: it is not known where libmtrtc, and so mcc, is\n";
    return MTRTC_ERROR_BUILTIN_OPERATION_FAILURE;
  }
  // Beside the headers, where quoted includes look first.
  const fs::path file = include / "mtrtc-source.mu", made = folder.path() / "code",
                 log = folder.path() / "log";
  TemporaryFolder::write(file, text(options));
  std::vector<std::string> command = {compilerPath(), "-O2"};
  command.insert(command.end(), options.ofMcc.begin(), options.ofMcc.end());
  command.insert(command.end(),
                 {"--offload-arch=" +
                      (options.architecture.empty() ? currentArchitecture() : options.architecture),
                  "-D__MUSACC_RTC__=1", "-fno-color-diagnostics", "-I" + include.string(),
                  "-iquote", standard.string(), "-idirafter", standard.string(), "-fPIC",
                  "-fmusa-source-name=" + name, options.relocatable ? "-dc" : "-shared", file, "-o",
                  made});
  if (options.searchesSource) {
    const fs::path folderOfSource = fs::path(name).parent_path();
    command.insert(command.end(), {"-iquote", include.string(), "-iquote",
                                   folderOfSource.empty() ? "." : folderOfSource.string()});
  }
  const bool isDone = runCommand(command, log);
  messages = TemporaryFolder::read(log);
  if (!isDone || !fs::exists(made))
    return MTRTC_ERROR_COMPILATION;
  std::string compiled = TemporaryFolder::read(made);
  const mtrtcResult lowered = names.empty()         ? MTRTC_SUCCESS
                              : options.relocatable ? readNames(compiled)
                                                    : lowerNames(made.c_str());
  if (lowered == MTRTC_SUCCESS)
    library = std::move(compiled);
  return lowered;
}

mtrtcResult Program::compile(const std::vector<std::string_view> &given) {
  messages.clear();
  library.clear();
  for (auto &[expression, mangled] : names)
    mangled.clear();
  if (callback != nullptr && callback(payload, nullptr) == 1)
    return MTRTC_ERROR_CANCELLED;
  CompileOptions options;
  std::string fault;
  if (!readOptions(given, options, fault)) {
    messages = "mtrtc: error: " + fault + "\n";
    return MTRTC_ERROR_INVALID_OPTION;
  }
  tried = true;
  try {
    return compileIn(TemporaryFolder(), options);
  } catch (const fs::filesystem_error &error) {
    messages += std::string("mtrtc: error: ") + error.what() + "\n";
    return MTRTC_ERROR_INTERNAL_ERROR;
  }
}

} // namespace mtrtc
