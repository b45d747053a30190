//===- mcc/paths.h - where mcc's own files are -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_PATHS_H
#define MUSAPORT_MCC_PATHS_H

#include "llvm/Support/Error.h"

#include <string>

namespace musaport {

struct Paths {
  std::string program;        ///< mcc itself
  std::string include;        ///< where musa_runtime.h is
  std::string mutlass;        ///< where mutlass/ and mute/ are; the folder may not exist
  std::string library;        ///< where libmusart is
  std::string lackingNames;   ///< the list of them (lacking_names.h); the file may not exist
  std::string clangResources; ///< Clang's own headers are in include/ there
  std::string clang;          ///< Clang itself, of the same release
  std::string clangLibrary;   ///< and its libraries
};

/// Looks beside the program: PREFIX/bin/mcc, PREFIX/include, PREFIX/lib. An error says what is
/// missing where.
llvm::Expected<Paths> findPaths(const char *argv0);

} // namespace musaport

#endif // MUSAPORT_MCC_PATHS_H
