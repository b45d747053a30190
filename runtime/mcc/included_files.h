//===- mcc/included_files.h - the files that a compilation reads -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_INCLUDED_FILES_H
#define MUSAPORT_MCC_INCLUDED_FILES_H

#include "clang/Frontend/Utils.h"

namespace musaport {

/// The names of the files that are read.
class DependencyNames : public clang::DependencyCollector {
public:
  explicit DependencyNames(bool system) : system(system) {}
  bool needSystemDependencies() override { return system; }

private:
  bool system;
};

/// Makes an error of each include in the program's own files that would find one of NVIDIA's
/// headers among the system's. The host backend has headers of its own in their place, and lacks
/// some; Thrust and libcu++ are the system's on purpose. A program's own copy is found before.
class NoForeignHeaders : public clang::DependencyCollector {
public:
  void attachToPreprocessor(clang::Preprocessor &preprocessor) override;
};

} // namespace musaport

#endif // MUSAPORT_MCC_INCLUDED_FILES_H
