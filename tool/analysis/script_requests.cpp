//===- analysis/script_requests.cpp -----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "analysis/script_requests.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace musaport {
namespace {

/// What stands right before the number; behind CXX_STANDARD there are blanks.
constexpr StringRef introductions[] = {"CXX_STANDARD", "CUDA_STANDARD", "cxx_std_", "cuda_std_",
                                       "std=c++",      "std=gnu++",     "std c++",  "std gnu++",
                                       "std:c++",      "stdcpp"};
constexpr StringRef newStandards[] = {"20", "2a", "23", "2b", "26", "2c"};

/// nvcc's flags, as words; CMake's property and Visual Studio's, before their value.
constexpr StringRef relocatableFlags[] = {"-dc", "--device-c", "-rdc=true",
                                          "--relocatable-device-code=true"};
constexpr StringRef relocatableProperties[] = {"CUDA_SEPARABLE_COMPILATION",
                                               "<GenerateRelocatableDeviceCode>"};
constexpr StringRef valuesForYes[] = {"on", "true", "yes", "y", "1"};
/// What else has a flag -dc.
constexpr StringRef decompressors[] = {"gzip", "gunzip", "xz", "unxz", "bzip2", "zstd"};

bool isWordCharacter(char character) {
  return llvm::isAlnum(character) || llvm::is_contained("-_./$", character);
}

bool follows(StringRef before, llvm::ArrayRef<StringRef> programs) {
  return llvm::any_of(programs,
                      [&](StringRef program) { return before.rtrim().ends_with(program); });
}

/// Calls `takes` with what follows each `wanted` outside of comments, until it returns true.
bool anyOccurrence(StringRef script, StringRef wanted,
                   llvm::function_ref<bool(StringRef before, StringRef after)> takes) {
  for (size_t at = script.find(wanted); at != StringRef::npos; at = script.find(wanted, at + 1)) {
    const StringRef line = script.take_front(at).substr(script.take_front(at).rfind('\n') + 1);
    if (!line.contains('#') && takes(script.take_front(at), script.substr(at + wanted.size())))
      return true;
  }
  return false;
}

} // namespace

bool asksForCxx20(StringRef script) {
  return llvm::any_of(introductions, [&](StringRef introduction) {
    return anyOccurrence(script, introduction, [&](StringRef, StringRef number) {
      if (introduction.ends_with("STANDARD"))
        number = number.ltrim(" \t\"");
      return llvm::is_contained(newStandards, number.take_while(llvm::isAlnum));
    });
  });
}

bool asksForRelocatableCode(StringRef script) {
  return llvm::any_of(relocatableFlags,
                      [&](StringRef flag) {
                        return anyOccurrence(script, flag, [](StringRef before, StringRef after) {
                          return (before.empty() || !isWordCharacter(before.back())) &&
                                 (after.empty() || !isWordCharacter(after.front())) &&
                                 !follows(before, decompressors);
                        });
                      }) ||
         llvm::any_of(relocatableProperties, [&](StringRef property) {
           return anyOccurrence(script, property, [](StringRef, StringRef after) {
             const StringRef value = after.ltrim(" \t\r\n\"").take_while(llvm::isAlnum);
             return llvm::is_contained(valuesForYes, value.lower());
           });
         });
}

} // namespace musaport
