//===- torch/deploy.cpp - a scripted model on device musa, from C++ -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// usage: deploy MODEL: runs it on an input of ones, [1, 3, 32, 32], and prints the sum of each
// row's output, from a CPU and from device musa.
//===----------------------------------------------------------------------===//
#include <torch/script.h>

#include <cstdio>
#include <exception>

int main(int argc, char **argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: deploy MODEL\n");
    return 2;
  }
  try {
    const c10::InferenceMode inference;
    for (const char *name : {"cpu", "musa"}) {
      const at::Device device(name);
      torch::jit::Module model = torch::jit::load(argv[1], device);
      model.eval();
      const at::Tensor input = torch::ones({1, 3, 32, 32}, device);
      const at::Tensor output = model.forward({input}).toTensor();
      if (output.device().type() != device.type()) {
        std::fprintf(stderr, "the output is on %s\n", output.device().str().c_str());
        return 1;
      }
      const at::Tensor values = output.cpu().flatten();
      for (int64_t i = 0; i < values.numel(); ++i)
        std::printf("%.5f ", static_cast<double>(values[i].item<float>()));
      std::printf("\n");
    }
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
