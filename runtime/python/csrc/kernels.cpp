//===- csrc/kernels.cpp - kernels written while a program runs ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "bindings.h"

#include <c10/musa/MUSAFunctions.h>
#include <c10/musa/MUSAGuard.h>
#include <c10/musa/MUSAStream.h>
#include <c10/musa/driver_api.h>
#include <mtrtc.h>
#include <musa.h>
#include <torch/csrc/autograd/python_variable.h>
#include <torch/csrc/utils/python_numbers.h>

namespace py = pybind11;

namespace torch_musa::python {
namespace {

void check(mtrtcResult result, const char *what) {
  TORCH_CHECK(result == MTRTC_SUCCESS, what, ": ", mtrtcGetErrorString(result));
}

/// What muModuleLoadData() takes. An error has the compiler's messages.
std::string compile(const std::string &name, const std::string &source,
                    const std::vector<std::pair<std::string, std::string>> &headers,
                    const std::vector<std::string> &options) {
  std::vector<const char *> headerNames;
  std::vector<const char *> headerTexts;
  for (const auto &[headerName, text] : headers) {
    headerNames.push_back(headerName.c_str());
    headerTexts.push_back(text.c_str());
  }
  std::vector<const char *> optionTexts;
  for (const std::string &option : options)
    optionTexts.push_back(option.c_str());
  mtrtcProgram program = nullptr;
  check(mtrtcCreateProgram(&program, source.c_str(), name.c_str(), static_cast<int>(headers.size()),
                           headerTexts.data(), headerNames.data()),
        "mtrtcCreateProgram");
  const auto destroy = [](mtrtcProgram other) { mtrtcDestroyProgram(&other); };
  const std::unique_ptr<std::remove_pointer_t<mtrtcProgram>, decltype(destroy)> owner(program,
                                                                                      destroy);
  const mtrtcResult result =
      mtrtcCompileProgram(program, static_cast<int>(options.size()), optionTexts.data());
  if (result != MTRTC_SUCCESS) {
    size_t size = 0;
    check(mtrtcGetProgramLogSize(program, &size), "mtrtcGetProgramLogSize");
    std::string log(size, '\0');
    check(mtrtcGetProgramLog(program, log.data()), "mtrtcGetProgramLog");
    TORCH_CHECK(false, name, ": ", mtrtcGetErrorString(result), '\n', log.c_str());
  }
  size_t size = 0;
  check(mtrtcGetFatBinSize(program, &size), "mtrtcGetFatBinSize");
  std::string binary(size, '\0');
  check(mtrtcGetFatBin(program, binary.data()), "mtrtcGetFatBin");
  return binary;
}

/// A kernel that is loaded on a device when it is first launched there. It stays loaded: its last
/// launch may not have ended when nobody names it any more.
class Kernel {
public:
  Kernel(std::string binary, std::string name)
      : binary(std::move(binary)), name(std::move(name)), functions(c10::musa::device_count()) {}

  /// On the current stream of the first tensor's device. Arguments are tensors, which become
  /// pointers, and numbers, which become int64_t and double.
  void launch(unsigned blocks, unsigned threads, const py::args &arguments) {
    union Argument {
      void *pointer;
      int64_t integer;
      double number;
    };
    std::vector<Argument> values(arguments.size());
    std::vector<void *> parameters(arguments.size());
    c10::musa::OptionalMUSAGuard guard;
    for (size_t i = 0; i < arguments.size(); ++i) {
      PyObject *object = arguments[i].ptr();
      if (THPVariable_Check(object)) {
        const at::Tensor &tensor = THPVariable_Unpack(object);
        if (!guard.current_device())
          guard.set_device(tensor.device());
        values[i].pointer = tensor.data_ptr();
      } else if (PyFloat_Check(object)) {
        values[i].number = PyFloat_AsDouble(object);
      } else {
        values[i].integer = THPUtils_unpackLong(object);
      }
      parameters[i] = &values[i];
    }
    if (blocks == 0)
      return;
    const c10::musa::MUSAStream stream = c10::musa::getCurrentMUSAStream();
    MUfunction function = load(stream.device_index());
    const py::gil_scoped_release unlocked;
    C10_MUSA_DRIVER_CHECK(muLaunchKernel(function, blocks, 1, 1, threads, 1, 1, 0, stream.stream(),
                                         parameters.data(), nullptr));
  }

private:
  MUfunction load(c10::DeviceIndex device) {
    MUfunction &function = functions.at(device);
    if (function == nullptr) {
      MUmodule module = nullptr;
      C10_MUSA_DRIVER_CHECK(muModuleLoadData(&module, binary.data()));
      C10_MUSA_DRIVER_CHECK(muModuleGetFunction(&function, module, name.c_str()));
    }
    return function;
  }

  std::string binary;
  std::string name;
  std::vector<MUfunction> functions; ///< by device; null where it is not loaded
};

} // namespace

void bindKernels(py::module_ &module) {
  module.def("_compile_kernel",
             waiting([](const std::string &name, const std::string &source,
                        const std::vector<std::pair<std::string, std::string>> &headers,
                        const std::vector<std::string> &options) {
               const std::string binary = compile(name, source, headers, options);
               const py::gil_scoped_acquire locked;
               return py::bytes(binary);
             }));
  py::class_<Kernel>(module, "_Kernel")
      .def(py::init<std::string, std::string>())
      .def("__call__",
           [](Kernel &kernel, unsigned blocks, unsigned threads, const py::args &arguments) {
             kernel.launch(blocks, threads, arguments);
           });
}

} // namespace torch_musa::python
