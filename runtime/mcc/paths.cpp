//===- mcc/paths.cpp -------------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "paths.h"

#include "config.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace musaport {

Expected<Paths> findPaths(const char *argv0) {
  Paths paths;
  paths.program = sys::fs::getMainExecutable(argv0, nullptr);
  const StringRef prefix = sys::path::parent_path(sys::path::parent_path(paths.program));
  auto under = [&](StringRef folder) {
    SmallString<128> path = prefix;
    sys::path::append(path, folder);
    return path.str().str();
  };
  paths.include = under("include");
  paths.mutlass = under("share/musa-port/mutlass");
  paths.library = under("lib");
  paths.lackingNames = under("share/musa-port/lacking_names.txt");
  paths.clangResources = MUSAPORT_CLANG_RESOURCES;
  SmallString<128> clang(MUSAPORT_CLANG_RESOURCES "/../../../bin/clang");
  sys::path::remove_dots(clang, /*remove_dot_dot=*/true);
  paths.clang = clang.str().str();
  paths.clangLibrary = (sys::path::parent_path(sys::path::parent_path(clang)) + "/lib").str();
  if (!sys::fs::exists(paths.include + "/musa_runtime.h"))
    return createStringError("musa_runtime.h is not in " + paths.include +
                             ", the include folder beside mcc's own folder");
  if (!sys::fs::exists(paths.clangResources + "/include/stddef.h"))
    return createStringError("Clang's own headers are not in " + paths.clangResources +
                             "; install libclang-common-19-dev");
  return paths;
}

} // namespace musaport
