//===- host/driver/link.cpp - linking device code at run time ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program collects device code, and gets one module of it. What mcc and MTRTC make of a whole
// program is a module already; relocatable device code is linked by mcc.
//===----------------------------------------------------------------------===//
#include "compiler/code_text.h"
#include "driver/device_link.h"
#include "driver/driver.h"
#include "driver/jit_log.h"
#include "model/handles.h"

#include <chrono>

using namespace musart;

namespace {

struct Link {
  JitLog log;
  std::vector<LinkInput> inputs;
  std::optional<std::string> linked; ///< the program reads it as long as the link is there
};

HandleTable<MUlinkState, Link> &links() {
  static auto *result = new HandleTable<MUlinkState, Link>("a link");
  return *result;
}

/// Says so in the program's log, behind the name of the input.
[[noreturn]] void refuse(Link &link, const std::string &name, const char *why, MUresult code) {
  link.log.addError("'" + name + "' " + why);
  throw DriverError{code};
}

/// Throws if the host has no use for such an input.
void checkInput(Link &link, MUjitInputType type, const LinkInput &input, const std::string &name) {
  const bool isLibrary = type == MU_JIT_INPUT_LIBRARY;
  const bool isFile = input.kind == DeviceFile::Object || input.kind == DeviceFile::Library;
  if (isLibrary && input.kind != DeviceFile::Archive)
    refuse(link, name, "is no static library", MUSA_ERROR_INVALID_IMAGE);
  if (!isLibrary && input.kind == DeviceFile::Ptx)
    refuse(link, name, "is PTX, which is a GPU's: the host links what MTRTC and mcc have compiled",
           MUSA_ERROR_INVALID_PTX);
  if (!isLibrary && !isFile)
    refuse(link, name, "is no device code that MTRTC or mcc has compiled",
           type == MU_JIT_INPUT_PTX ? MUSA_ERROR_INVALID_PTX : MUSA_ERROR_INVALID_IMAGE);
  if (input.kind == DeviceFile::Object && !isRelocatable(input.bytes))
    refuse(link, name,
           "has no relocatable device code: compile it with 'mcc -dc', or with MTRTC's "
           "--relocatable-device-code=true",
           MUSA_ERROR_INVALID_IMAGE);
  const bool isWhole = input.kind == DeviceFile::Library ||
                       (!link.inputs.empty() && link.inputs.front().kind == DeviceFile::Library);
  if (isWhole && !link.inputs.empty())
    refuse(link, name,
           "cannot be linked with the other input, since one of them is a whole program: compile "
           "both with --relocatable-device-code=true",
           MUSA_ERROR_NOT_SUPPORTED);
}

void addInput(MUlinkState state, MUjitInputType type, std::string bytes, const std::string &name,
              unsigned count, const MUjit_option *options, void **values) {
  requireDriver(type >= 0 && type < MU_JIT_NUM_INPUT_TYPES);
  const std::shared_ptr<Link> link = links().find(state);
  requireDriver(!link->linked);
  const JitLog ofInput(count, options, values); // which says how code for a GPU is made of it
  bytes = codeOf(std::move(bytes));
  LinkInput input = {kindOf(bytes), std::move(bytes)};
  checkInput(*link, type, input, name);
  link->inputs.push_back(std::move(input));
}

void complete(Link &link) {
  const auto begin = std::chrono::steady_clock::now();
  if (link.inputs.empty()) {
    link.log.addError("there is nothing to link");
    throw DriverError{MUSA_ERROR_INVALID_IMAGE};
  }
  if (link.inputs.front().kind == DeviceFile::Library) {
    link.linked = link.inputs.front().bytes;
  } else {
    std::string messages;
    try {
      link.linked = linkDevice(link.inputs, link.log.level, messages);
    } catch (const DriverError &) {
      link.log.addErrors(messages);
      throw;
    }
    link.log.addInformation(messages);
  }
  link.log.finish(
      std::chrono::duration<float, std::milli>(std::chrono::steady_clock::now() - begin).count());
}

} // namespace

extern "C" {

MUresult muLinkCreate(unsigned numOptions, MUjit_option *options, void **optionValues,
                      MUlinkState *stateOut) {
  return driver([&] {
    requireDriver(stateOut != nullptr);
    *stateOut = links().add(
        std::make_shared<Link>(Link{JitLog(numOptions, options, optionValues), {}, {}}));
  });
}

MUresult muLinkAddData(MUlinkState state, MUjitInputType type, void *data, size_t size,
                       const char *name, unsigned numOptions, MUjit_option *options,
                       void **optionValues) {
  return driver([&] {
    requireDriver(data != nullptr && size > 0);
    addInput(state, type, {static_cast<const char *>(data), size}, name != nullptr ? name : "input",
             numOptions, options, optionValues);
  });
}

MUresult muLinkAddFile(MUlinkState state, MUjitInputType type, const char *path,
                       unsigned numOptions, MUjit_option *options, void **optionValues) {
  return driver([&] {
    requireDriver(path != nullptr);
    addInput(state, type, readFile(path), path, numOptions, options, optionValues);
  });
}

MUresult muLinkComplete(MUlinkState state, void **mubinOut, size_t *sizeOut) {
  return driver([&] {
    requireDriver(mubinOut != nullptr);
    const std::shared_ptr<Link> link = links().find(state);
    if (!link->linked)
      complete(*link);
    *mubinOut = link->linked->data();
    if (sizeOut != nullptr)
      *sizeOut = link->linked->size();
  });
}

MUresult muLinkDestroy(MUlinkState state) {
  return driver([&] { links().remove(state); });
}

} // extern "C"
