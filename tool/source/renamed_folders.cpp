//===- source/renamed_folders.cpp -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "source/renamed_folders.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using llvm::StringRef;

namespace musaport {
namespace {

/// Whether `folder` is called `path` from somewhere in the tree.
bool isCalled(StringRef folder, StringRef path) {
  return folder.consume_back(path) && (folder.empty() || folder.ends_with("/"));
}

} // namespace

RenamedFolders::RenamedFolders(const Tree &tree, llvm::ArrayRef<std::string> outputs) {
  llvm::StringSet<> seen;
  for (size_t i = 0; i < outputs.size(); ++i) {
    StringRef path = tree.files[i].path, output = outputs[i];
    if (path.count('/') != output.count('/') ||
        path.take_front(path.rfind('/') + 1) == output.take_front(output.rfind('/') + 1))
      continue;
    for (size_t end = path.find('/'); end != StringRef::npos; end = path.find('/', end + 1)) {
      StringRef name = path.take_front(end);
      name = name.substr(name.rfind('/') + 1);
      auto [newName, rest] = output.split('/');
      output = rest;
      if (name != newName && seen.insert(path.take_front(end)).second)
        byName[name].push_back({path.take_front(end).str(), newName.str()});
    }
  }
}

llvm::SmallVector<RenamedFolders::Name, 1> RenamedFolders::namesIn(StringRef path) const {
  llvm::SmallVector<Name, 1> names;
  if (byName.empty())
    return names;
  size_t begin = 0;
  if (path.starts_with("-")) // of an option: its letters end where a folder that there is begins
    begin = path.starts_with("-isystem") ? 8 : std::min<size_t>(2, path.size());
  size_t known = begin; // where the parts begin that say which folder it is
  bool isAbsolute = path.substr(begin).starts_with("/");
  while (begin < path.size()) {
    const size_t end = std::min(path.find_first_of("/:", begin), path.size());
    StringRef part = path.slice(begin, end);
    const bool isUnknown = part.find_first_of("${}()@*<>?") != StringRef::npos;
    isAbsolute &= !isUnknown;
    if (isUnknown || part.empty() || part == "." || part == "..") {
      known = end + 1;
    } else if (auto found = byName.find(part); found != byName.end() && !isAbsolute) {
      StringRef newName;
      bool differs = false;
      for (const Folder &folder : found->second)
        if (isCalled(folder.path, path.slice(known, end))) {
          differs |= !newName.empty() && newName != folder.newName;
          newName = folder.newName;
        }
      if (!newName.empty() && !differs)
        names.push_back({begin, end, newName.str()});
    }
    begin = end + 1;
    if (end < path.size() && path[end] == ':') { // of a list: VPATH = src:src/cuda
      known = begin;
      isAbsolute = path.substr(begin).starts_with("/");
    }
  }
  return names;
}

} // namespace musaport
