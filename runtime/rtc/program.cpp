//===- rtc/program.cpp -----------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "program.h"

#include "musa_port/host/device_image.h"
#include "musa_runtime_api.h"
#include "options.h"
#include "temporary_folder.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <dlfcn.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace fs = std::filesystem;

namespace mtrtc {
namespace {

/// The expressions' values are in variables of these names, followed by a number.
constexpr std::string_view variableOfName = "__mtrtc_name_";

/// PREFIX/bin/mcc, for PREFIX/lib/libmtrtc.so; empty if nobody knows where that is.
fs::path findCompiler() {
  Dl_info own;
  std::error_code failure;
  if (dladdr(reinterpret_cast<const void *>(&findCompiler), &own) == 0)
    return {};
  const fs::path library = fs::canonical(own.dli_fname, failure);
  return failure ? fs::path() : library.parent_path().parent_path() / "bin" / "mcc";
}

/// Looked for as the library is loaded: its name may be relative, and the program go elsewhere.
const fs::path compiler = findCompiler();

/// Of the current device: mp_31.
std::string currentArchitecture() {
  int device = 0, major = 0, minor = 0;
  if (musaGetDevice(&device) != musaSuccess ||
      musaDeviceGetAttribute(&major, musaDevAttrComputeCapabilityMajor, device) != musaSuccess ||
      musaDeviceGetAttribute(&minor, musaDevAttrComputeCapabilityMinor, device) != musaSuccess)
    return "native";
  return "mp_" + std::to_string(major) + std::to_string(minor);
}

/// Runs a command whose output goes to `log`. False if it cannot be started, or fails.
bool run(const std::vector<std::string> &command, const fs::path &log) {
  std::vector<char *> arguments;
  arguments.reserve(command.size() + 1);
  for (const std::string &word : command)
    arguments.push_back(const_cast<char *>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, log.c_str(), O_WRONLY | O_CREAT, 0600);
  posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
  // Not with the signals that the program ignores or blocks.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  sigset_t signals;
  sigfillset(&signals);
  posix_spawnattr_setsigdefault(&attributes, &signals);
  sigemptyset(&signals);
  posix_spawnattr_setsigmask(&attributes, &signals);
  pid_t process = 0;
  const int failure =
      posix_spawn(&process, arguments[0], &files, &attributes, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  if (failure != 0) {
    TemporaryFolder::write(
        log, "cannot run '" + command[0] +
                 "': " + std::error_code(failure, std::generic_category()).message() + "\n");
    return false;
  }
  int status = 0;
  while (waitpid(process, &status, 0) < 0)
    if (errno != EINTR) // the program has waited for it, or wants no children: see what was made
      return true;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
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
  fs::create_directories(include);
  for (const Header &header : headers) {
    const fs::path path = (include / header.name).lexically_normal();
    if (path.string().rfind(folder.path().string() + "/", 0) != 0) {
      messages = "mtrtc: error: a header cannot be called '" + header.name + "'\n";
      return MTRTC_ERROR_INVALID_INPUT;
    }
    TemporaryFolder::write(path, header.text);
  }
  if (compiler.empty()) {
    messages = "mtrtc: error: it is not known where libmtrtc, and so mcc, is\n";
    return MTRTC_ERROR_BUILTIN_OPERATION_FAILURE;
  }
  // Beside the headers, where quoted includes look first.
  const fs::path file = include / "mtrtc-source.mu", made = folder.path() / "code.so",
                 log = folder.path() / "log";
  TemporaryFolder::write(file, text(options));
  std::vector<std::string> command = {compiler, "-O2"};
  command.insert(command.end(), options.ofMcc.begin(), options.ofMcc.end());
  command.insert(command.end(),
                 {"--offload-arch=" +
                      (options.architecture.empty() ? currentArchitecture() : options.architecture),
                  "-D__MUSACC_RTC__=1", "-fno-color-diagnostics", "-I" + include.string(), "-fPIC",
                  "-shared", file, "-o", made});
  if (options.searchesSource) {
    const fs::path folderOfSource = fs::path(name).parent_path();
    command.insert(command.end(), {"-iquote", include.string(), "-iquote",
                                   folderOfSource.empty() ? "." : folderOfSource.string()});
  }
  const bool isDone = run(command, log);
  messages = TemporaryFolder::read(log);
  if (!isDone || !fs::exists(made))
    return MTRTC_ERROR_COMPILATION;
  const mtrtcResult lowered = names.empty() ? MTRTC_SUCCESS : lowerNames(made.c_str());
  if (lowered == MTRTC_SUCCESS)
    library = TemporaryFolder::read(made);
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
