//===- rules/architecture.cpp -----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rules/architecture.h"

#include "rules/embedded.h"

#include "llvm/ADT/STLExtras.h"

namespace musaport {

std::optional<unsigned> findArchitecture(llvm::StringRef name) {
  llvm::ArrayRef<Architecture> all = architectures();
  for (unsigned i = 0; i < all.size(); ++i)
    if (all[i].name == name)
      return i;
  return std::nullopt;
}

std::string listOfArchitectures() {
  std::string result;
  for (const Architecture &each : architectures()) {
    if (!result.empty())
      result += ", ";
    result += each.name;
    if (&each == &architectures()[defaultArchitecture()])
      result += " (default)";
  }
  return result;
}

std::optional<unsigned> musaThreshold(unsigned cudaArch) {
  if (cudaArch == 0)
    return 0;
  for (const embedded::Threshold &threshold : embedded::thresholds())
    if (cudaArch <= threshold.cuda)
      return threshold.musa;
  return std::nullopt;
}

} // namespace musaport
