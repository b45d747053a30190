//===- features/feature.cpp ------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "features/feature.h"

#include "llvm/ADT/STLExtras.h"

namespace musaport {

Feature::Status Feature::on(const Architecture &architecture) const {
  return statuses[*findArchitecture(architecture.name)];
}

bool Feature::hasName(llvm::StringRef qualified) const {
  return llvm::any_of(names, [&](llvm::StringRef each) {
    return each.consume_back("*") ? qualified.starts_with(each) : qualified == each;
  });
}

const Feature *findFeature(llvm::StringRef name) {
  const Feature *found =
      llvm::find_if(features(), [&](const Feature &each) { return each.name == name; });
  return found == features().end() ? nullptr : found;
}

} // namespace musaport
