//===- opinfo/trace.cpp - what a program asks the device to do --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Preloaded before a program: counts kernels that are launched, and calls of libraries that put
// work into a stream, while it is enabled, and keeps the kernels' names.
//===----------------------------------------------------------------------===//
#include <musa_runtime_api.h>

#include <cxxabi.h>
#include <dlfcn.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace {

struct Trace {
  std::mutex mutex;
  std::map<std::string, uint64_t> names;
  uint64_t count = 0;
  std::string joined;
};

Trace &trace() {
  static Trace trace;
  return trace;
}
std::atomic<bool> enabled{false};

void add(const std::string &name) {
  const std::scoped_lock lock(trace().mutex);
  ++trace().count;
  ++trace().names[name];
}

std::string demangled(const char *name) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void *)> text(
      abi::__cxa_demangle(name, nullptr, nullptr, &status), std::free);
  std::string result = text ? text.get() : name;
  // Template arguments say little here, and are long.
  if (const size_t angle = result.find('<'); angle != std::string::npos)
    result.resize(angle);
  return result;
}

void addKernel(const void *function) {
  if (!enabled)
    return;
  const char *name = nullptr;
  if (musaFuncGetName(&name, function) == musaSuccess && name)
    add(demangled(name));
  else
    add("(a kernel without a name)");
}

using Launch = musaError_t(const void *, dim3, dim3, void **, size_t, musaStream_t);

template <typename Function> Function *next(const char *name) {
  return reinterpret_cast<Function *>(dlsym(RTLD_NEXT, name));
}

} // namespace

extern "C" {

musaError_t musaLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments,
                             size_t sharedBytes, musaStream_t stream) {
  static auto *const original = next<Launch>("musaLaunchKernel");
  addKernel(function);
  return original(function, grid, block, arguments, sharedBytes, stream);
}

musaError_t musaLaunchCooperativeKernel(const void *function, dim3 grid, dim3 block,
                                        void **arguments, size_t sharedBytes, musaStream_t stream) {
  static auto *const original = next<Launch>("musaLaunchCooperativeKernel");
  addKernel(function);
  return original(function, grid, block, arguments, sharedBytes, stream);
}

// The libraries compute in functions that streams call.
musaError_t musaLaunchHostFunc(musaStream_t stream, musaHostFn_t function, void *data) {
  static auto *const original = next<decltype(musaLaunchHostFunc)>("musaLaunchHostFunc");
  if (enabled) {
    Dl_info info = {};
    if (dladdr(reinterpret_cast<void *>(function), &info) && info.dli_fname) {
      const std::string path = info.dli_fname;
      add(path.substr(path.rfind('/') + 1));
    }
  }
  return original(stream, function, data);
}

void musaTraceEnable(int on) { enabled = on != 0; }

uint64_t musaTraceCount() {
  const std::scoped_lock lock(trace().mutex);
  return trace().count;
}

/// One name a line; valid until the next call.
const char *musaTraceNames() {
  const std::scoped_lock lock(trace().mutex);
  trace().joined.clear();
  for (const auto &[name, count] : trace().names)
    trace().joined += name + "\n";
  return trace().joined.c_str();
}

void musaTraceReset() {
  const std::scoped_lock lock(trace().mutex);
  trace().count = 0;
  trace().names.clear();
}
}
