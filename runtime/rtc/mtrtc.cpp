//===- rtc/mtrtc.cpp - MUSA's compiler as a library -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "mtrtc.h"

#include "compiler/code_text.h"
#include "model/device.h"
#include "musa_port/cuda_level.h"
#include "program.h"

#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <unordered_map>

using mtrtc::Program;

namespace {

/// Programs may be used from several threads, but one of them not from two at a time.
struct Programs {
  std::mutex mutex;
  std::unordered_map<mtrtcProgram, std::unique_ptr<Program>> all;
};

Programs &programs() {
  static auto *result = new Programs;
  return *result;
}

Program *find(mtrtcProgram handle) {
  Programs &known = programs();
  const std::lock_guard lock(known.mutex);
  const auto found = known.all.find(handle);
  return found == known.all.end() ? nullptr : found->second.get();
}

/// Calls `use` with the program of `handle`. No exception leaves the library.
template <typename Use> mtrtcResult with(mtrtcProgram handle, bool isValid, Use use) {
  Program *program = find(handle);
  if (program == nullptr)
    return MTRTC_ERROR_INVALID_PROGRAM;
  if (!isValid)
    return MTRTC_ERROR_INVALID_INPUT;
  try {
    return use(*program);
  } catch (const std::bad_alloc &) {
    return MTRTC_ERROR_OUT_OF_MEMORY;
  } catch (const std::exception &) {
    return MTRTC_ERROR_INTERNAL_ERROR;
  }
}

enum class Form { Bytes, Text };

/// What the program has become; empty if there is no code. Text ends with a null.
std::string codeIn(Form form, const Program &program) {
  if (form == Form::Bytes || program.code().empty())
    return program.code();
  return musart::textOfCode(program.code()) + '\0';
}

/// 0 without any code, and no error, as NVRTC says it.
mtrtcResult returnSize(mtrtcProgram handle, size_t *size, Form form) {
  return with(handle, size != nullptr, [&](const Program &program) {
    *size = codeIn(form, program).size();
    return MTRTC_SUCCESS;
  });
}

mtrtcResult copyCode(mtrtcProgram handle, char *to, Form form) {
  return with(handle, to != nullptr, [&](const Program &program) {
    const std::string code = codeIn(form, program);
    if (code.empty())
      return MTRTC_ERROR_INVALID_PROGRAM;
    std::memcpy(to, code.data(), code.size());
    return MTRTC_SUCCESS;
  });
}

} // namespace

#pragma GCC visibility push(default)
extern "C" {

const char *mtrtcGetErrorString(mtrtcResult result) {
  switch (result) {
#define NAMED(name)                                                                                \
  case name:                                                                                       \
    return #name
    NAMED(MTRTC_SUCCESS);
    NAMED(MTRTC_ERROR_OUT_OF_MEMORY);
    NAMED(MTRTC_ERROR_PROGRAM_CREATION_FAILURE);
    NAMED(MTRTC_ERROR_INVALID_INPUT);
    NAMED(MTRTC_ERROR_INVALID_PROGRAM);
    NAMED(MTRTC_ERROR_INVALID_OPTION);
    NAMED(MTRTC_ERROR_COMPILATION);
    NAMED(MTRTC_ERROR_BUILTIN_OPERATION_FAILURE);
    NAMED(MTRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION);
    NAMED(MTRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION);
    NAMED(MTRTC_ERROR_NAME_EXPRESSION_NOT_VALID);
    NAMED(MTRTC_ERROR_INTERNAL_ERROR);
    NAMED(MTRTC_ERROR_TIME_FILE_WRITE_FAILED);
    NAMED(MTRTC_ERROR_NO_PCH_CREATE_ATTEMPTED);
    NAMED(MTRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED);
    NAMED(MTRTC_ERROR_PCH_CREATE);
    NAMED(MTRTC_ERROR_CANCELLED);
    NAMED(MTRTC_ERROR_TIME_TRACE_FILE_WRITE_FAILED);
#undef NAMED
  }
  return "MTRTC_ERROR unknown";
}

mtrtcResult mtrtcVersion(int *major, int *minor) {
  if (major == nullptr || minor == nullptr)
    return MTRTC_ERROR_INVALID_INPUT;
  *major = MUSAPORT_CUDA_LEVEL / 1000;
  *minor = MUSAPORT_CUDA_LEVEL % 1000 / 10;
  return MTRTC_SUCCESS;
}

mtrtcResult mtrtcGetNumSupportedArchs(int *numArchs) {
  if (numArchs == nullptr)
    return MTRTC_ERROR_INVALID_INPUT;
  *numArchs = static_cast<int>(musart::architectureCount);
  return MTRTC_SUCCESS;
}

mtrtcResult mtrtcGetSupportedArchs(int *supportedArchs) {
  if (supportedArchs == nullptr)
    return MTRTC_ERROR_INVALID_INPUT;
  for (size_t i = 0; i < musart::architectureCount; ++i)
    supportedArchs[i] = static_cast<int>(musart::architectures[i].musaArch / 10);
  return MTRTC_SUCCESS;
}

mtrtcResult mtrtcCreateProgram(mtrtcProgram *prog, const char *src, const char *name,
                               int numHeaders, const char *const *headers,
                               const char *const *includeNames) {
  if (prog == nullptr)
    return MTRTC_ERROR_INVALID_PROGRAM;
  if (src == nullptr || numHeaders < 0 ||
      (numHeaders > 0 && (headers == nullptr || includeNames == nullptr)))
    return MTRTC_ERROR_INVALID_INPUT;
  try {
    std::vector<Program::Header> all;
    for (int i = 0; i < numHeaders; ++i) {
      if (headers[i] == nullptr || includeNames[i] == nullptr)
        return MTRTC_ERROR_INVALID_INPUT;
      all.push_back({includeNames[i], headers[i]});
    }
    auto made =
        std::make_unique<Program>(src, name == nullptr ? "default_program" : name, std::move(all));
    Programs &known = programs();
    const std::lock_guard lock(known.mutex);
    *prog = reinterpret_cast<mtrtcProgram>(made.get());
    known.all[*prog] = std::move(made);
    return MTRTC_SUCCESS;
  } catch (const std::bad_alloc &) {
    return MTRTC_ERROR_OUT_OF_MEMORY;
  }
}

mtrtcResult mtrtcDestroyProgram(mtrtcProgram *prog) {
  if (prog == nullptr)
    return MTRTC_ERROR_INVALID_PROGRAM;
  Programs &known = programs();
  const std::lock_guard lock(known.mutex);
  if (known.all.erase(*prog) == 0)
    return MTRTC_ERROR_INVALID_PROGRAM;
  *prog = nullptr;
  return MTRTC_SUCCESS;
}

mtrtcResult mtrtcCompileProgram(mtrtcProgram prog, int numOptions, const char *const *options) {
  const bool isValid = numOptions == 0 || (numOptions > 0 && options != nullptr);
  return with(prog, isValid, [&](Program &program) {
    std::vector<std::string_view> all;
    for (int i = 0; i < numOptions; ++i) {
      if (options[i] == nullptr)
        return MTRTC_ERROR_INVALID_INPUT;
      all.emplace_back(options[i]);
    }
    return program.compile(all);
  });
}

mtrtcResult mtrtcGetMUSASize(mtrtcProgram prog, size_t *codeSizeRet) {
  return returnSize(prog, codeSizeRet, Form::Text);
}
mtrtcResult mtrtcGetMUSA(mtrtcProgram prog, char *code) { return copyCode(prog, code, Form::Text); }
mtrtcResult mtrtcGetFatBinSize(mtrtcProgram prog, size_t *fatBinSizeRet) {
  return returnSize(prog, fatBinSizeRet, Form::Bytes);
}
mtrtcResult mtrtcGetFatBin(mtrtcProgram prog, char *fatBin) {
  return copyCode(prog, fatBin, Form::Bytes);
}

mtrtcResult mtrtcGetLTOIRSize(mtrtcProgram, size_t *) { return MTRTC_ERROR_INVALID_PROGRAM; }
mtrtcResult mtrtcGetLTOIR(mtrtcProgram, char *) { return MTRTC_ERROR_INVALID_PROGRAM; }
mtrtcResult mtrtcGetOptiXIRSize(mtrtcProgram, size_t *) { return MTRTC_ERROR_INVALID_PROGRAM; }
mtrtcResult mtrtcGetOptiXIR(mtrtcProgram, char *) { return MTRTC_ERROR_INVALID_PROGRAM; }

mtrtcResult mtrtcGetProgramLogSize(mtrtcProgram prog, size_t *logSizeRet) {
  return with(prog, logSizeRet != nullptr, [&](const Program &program) {
    *logSizeRet = program.log().size() + 1;
    return MTRTC_SUCCESS;
  });
}

mtrtcResult mtrtcGetProgramLog(mtrtcProgram prog, char *log) {
  return with(prog, log != nullptr, [&](const Program &program) {
    std::memcpy(log, program.log().c_str(), program.log().size() + 1);
    return MTRTC_SUCCESS;
  });
}

mtrtcResult mtrtcAddNameExpression(mtrtcProgram prog, const char *name_expression) {
  return with(prog, name_expression != nullptr,
              [&](Program &program) { return program.addName(name_expression); });
}

mtrtcResult mtrtcGetLoweredName(mtrtcProgram prog, const char *name_expression,
                                const char **lowered_name) {
  return with(
      prog, name_expression != nullptr && lowered_name != nullptr,
      [&](const Program &program) { return program.loweredName(name_expression, *lowered_name); });
}

mtrtcResult mtrtcSetFlowCallback(mtrtcProgram prog, int (*callback)(void *, void *),
                                 void *payload) {
  return with(prog, callback != nullptr, [&](Program &program) {
    program.callback = callback;
    program.payload = payload;
    return MTRTC_SUCCESS;
  });
}

mtrtcResult mtrtcGetPCHHeapSize(size_t *ret) {
  if (ret == nullptr)
    return MTRTC_ERROR_INVALID_INPUT;
  *ret = 0;
  return MTRTC_SUCCESS;
}
mtrtcResult mtrtcSetPCHHeapSize(size_t) { return MTRTC_SUCCESS; }
mtrtcResult mtrtcGetPCHCreateStatus(mtrtcProgram prog) {
  return with(prog, true, [](const Program &) { return MTRTC_ERROR_NO_PCH_CREATE_ATTEMPTED; });
}
mtrtcResult mtrtcGetPCHHeapSizeRequired(mtrtcProgram prog, size_t *size) {
  return with(prog, size != nullptr,
              [](const Program &) { return MTRTC_ERROR_NO_PCH_CREATE_ATTEMPTED; });
}

} // extern "C"
#pragma GCC visibility pop
