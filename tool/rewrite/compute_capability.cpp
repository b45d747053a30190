//===- rewrite/compute_capability.cpp ---------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/compute_capability.h"

#include "llvm/ADT/StringSwitch.h"

using llvm::StringRef;

namespace musaport {
namespace {

/// The first token of the object whose member is tokens[i]: of `p.major`, `props[k]->p.major`.
size_t beginOfObject(const SourceText &text, size_t i) {
  while (i > 1 && (text.is(i - 1, clang::tok::period) || text.is(i - 1, clang::tok::arrow))) {
    i -= 2;
    if (text.is(i, clang::tok::r_square)) {
      while (i > 0 && !text.is(i, clang::tok::l_square))
        --i;
      i -= i > 0 ? 1 : 0;
    }
  }
  return i;
}

/// Whether the member is compared, or part of a number that will be: `p.major >= 8`,
/// `p->major * 10 + p->minor`. What is only printed is not.
bool isCounted(const SourceText &text, size_t i) {
  if (i == 0 || !(text.is(i - 1, clang::tok::period) || text.is(i - 1, clang::tok::arrow)))
    return false;
  if (i + 1 >= text.tokens.size())
    return false;
  switch (text.tokens[i + 1].kind) {
  case clang::tok::lessless: { // `p.major << 4`, unless `std::cout << p.major << "."`
    const size_t begin = beginOfObject(text, i);
    return begin == 0 || !text.is(begin - 1, clang::tok::lessless);
  }
  case clang::tok::less:
  case clang::tok::lessequal:
  case clang::tok::greater:
  case clang::tok::greaterequal:
  case clang::tok::equalequal:
  case clang::tok::exclaimequal:
  case clang::tok::star:
    return true;
  default:
    return false;
  }
}

} // namespace

CapabilityName capabilityNameOf(StringRef name) {
  return llvm::StringSwitch<CapabilityName>(name)
      .Cases("cudaDeviceProp", "cudaGetDeviceProperties", "getCurrentDeviceProperties",
             "getDeviceProperties", CapabilityName::Properties)
      .Case("major", CapabilityName::Member)
      .Cases("cudaDevAttrComputeCapabilityMajor", "CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR",
             "cuDeviceComputeCapability", CapabilityName::Attribute)
      .Default(CapabilityName::None);
}

void ComputeCapability::visitName(size_t i, CapabilityName name) {
  hasProperties |= name == CapabilityName::Properties;
  const bool isRead =
      name == CapabilityName::Attribute
          ? !port.text.isDeclared(i)
          : name == CapabilityName::Member && hasProperties && isCounted(port.text, i);
  if (!isRead)
    return;
  port.recorder
      .diagnose(i, "musa-arch-runtime", Severity::Warning,
                "the program reads a compute capability, which in the port is MUSA's number",
                "port with --analyze: it says which comparisons have another result")
      .once = "compute capability"; // in the tree
}

} // namespace musaport
