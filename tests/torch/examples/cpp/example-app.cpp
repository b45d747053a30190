//===- examples/cpp/example-app.cpp - a model on device musa, from C++ -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// usage: example-app MODEL: runs it on an image of ones, and prints the first five outputs.
//===----------------------------------------------------------------------===//
#include <torch/script.h>
#include <torch_musa/csrc/core/Device.h>

#include <iostream>

int main(int argc, char **argv) {
  if (argc != 2) {
    std::cerr << "usage: example-app MODEL\n";
    return 2;
  }
  try {
    const c10::InferenceMode inference;
    torch::jit::Module model = torch::jit::load(argv[1]);
    const at::Tensor image = torch::ones({1, 3, 224, 224}).to("musa");
    const at::Tensor output = model.forward({image}).toTensor();
    std::cout << output.slice(/*dim=*/1, /*start=*/0, /*end=*/5) << '\n';
  } catch (const std::exception &error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
  return 0;
}
