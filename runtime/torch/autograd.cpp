//===- torch/autograd.cpp - operators without a derivative ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What PyTorch has for each device that it knows, but not for PrivateUse1: an operator of
// somebody's library that says nothing of its derivative is called all the same.
//===----------------------------------------------------------------------===//
#include <torch/csrc/autograd/autograd_not_implemented_fallback.h>
#include <torch/library.h>

namespace torch_musa {
namespace {

TORCH_LIBRARY_IMPL(_, AutogradPrivateUse1, library) {
  library.fallback(torch::autograd::basicAutogradNotImplementedFallback());
}

} // namespace
} // namespace torch_musa
