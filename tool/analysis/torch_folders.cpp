//===- analysis/torch_folders.cpp -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "analysis/torch_folders.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

#include <algorithm>

using llvm::StringRef;

namespace musaport {
namespace {

constexpr StringRef interface = "/torch/csrc/api/include";

/// `folder`/python3* of all versions, the newest first.
std::vector<std::string> versions(const std::string &folder) {
  std::vector<std::pair<unsigned, std::string>> found;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    StringRef minor = llvm::sys::path::filename(entry->path());
    unsigned number = 0;
    if (minor.consume_front("python3.") && !minor.getAsInteger(10, number))
      found.emplace_back(number, entry->path());
  }
  llvm::sort(found, std::greater<>());
  std::vector<std::string> paths;
  paths.reserve(found.size());
  for (auto &[number, path] : found)
    paths.push_back(std::move(path));
  return paths;
}

/// Where torch/csrc/api/include may be, in the order of preference.
std::vector<std::string> candidates() {
  std::vector<std::string> folders;
  auto addPackages = [&](const std::string &library, StringRef packages) {
    for (const std::string &python : versions(library))
      folders.push_back((python + "/" + packages + "/torch/include").str());
  };
  for (const char *variable : {"VIRTUAL_ENV", "CONDA_PREFIX"})
    if (const auto prefix = llvm::sys::Process::GetEnv(variable))
      addPackages(*prefix + "/lib", "site-packages");
  addPackages("/usr/local/lib", "dist-packages");
  addPackages("/usr/local/lib", "site-packages");
  folders.insert(folders.end(), {"/usr/lib/python3/dist-packages/torch/include",
                                 "/usr/local/include", "/usr/include"});
  return folders;
}

} // namespace

bool isTorchHeader(StringRef name) {
  return llvm::any_of(llvm::ArrayRef<StringRef>({"torch/", "ATen/", "c10/"}),
                      [&](StringRef folder) { return name.starts_with(folder); });
}

std::vector<std::string> torchMacros() {
  return {"-D__CUDA_NO_HALF_OPERATORS__", "-D__CUDA_NO_HALF_CONVERSIONS__",
          "-D__CUDA_NO_HALF2_OPERATORS__", "-D__CUDA_NO_BFLOAT16_CONVERSIONS__"};
}

std::vector<std::string> torchFolders() {
  std::vector<std::string> folders;
  for (const std::string &folder : candidates()) {
    if (!llvm::sys::fs::is_directory(folder + interface))
      continue;
    if (folder != "/usr/include" && folder != "/usr/local/include") // searched anyway
      folders.push_back(folder);
    folders.push_back((folder + interface).str());
    break;
  }
  if (!folders.empty())
    for (const std::string &python : versions("/usr/include"))
      if (llvm::sys::fs::exists(python + "/Python.h")) {
        folders.push_back(python);
        break;
      }
  return folders;
}

} // namespace musaport
