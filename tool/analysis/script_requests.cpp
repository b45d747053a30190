//===- analysis/language_standard.cpp ---------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "analysis/language_standard.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace musaport {
namespace {

/// What stands right before the number; behind CXX_STANDARD there are blanks.
constexpr StringRef introductions[] = {"CXX_STANDARD", "CUDA_STANDARD", "cxx_std_",
                                       "cuda_std_",    "std=c++",       "std=gnu++"};
constexpr StringRef newStandards[] = {"20", "2a", "23", "2b", "26", "2c"};

} // namespace

bool asksForCxx20(StringRef script) {
  return llvm::any_of(introductions, [&](StringRef introduction) {
    for (size_t at = script.find(introduction); at != StringRef::npos;
         at = script.find(introduction, at + 1)) {
      const StringRef line = script.take_front(at).rsplit('\n').second;
      if (line.contains('#'))
        continue; // a comment
      StringRef number = script.substr(at + introduction.size());
      if (introduction.ends_with("STANDARD"))
        number = number.ltrim(" \t\"");
      if (llvm::is_contained(newStandards, number.take_while(llvm::isAlnum)))
        return true;
    }
    return false;
  });
}

} // namespace musaport
