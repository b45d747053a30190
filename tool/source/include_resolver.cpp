//===- source/include_resolver.cpp ------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "source/include_resolver.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using llvm::StringRef;

namespace musaport {
namespace {

StringRef folderOf(StringRef path) {
  size_t slash = path.rfind('/');
  return slash == StringRef::npos ? StringRef() : path.substr(0, slash);
}

StringRef nameOf(StringRef path) { return path.substr(path.rfind('/') + 1); }

/// folder/name without . and .. components; nullopt if it leads out of the tree.
std::optional<std::string> joinInTree(StringRef folder, StringRef name) {
  llvm::SmallVector<StringRef, 8> components;
  for (StringRef part : {folder, name}) {
    while (!part.empty()) {
      auto [component, rest] = part.split('/');
      part = rest;
      if (component.empty() || component == ".")
        continue;
      if (component != "..") {
        components.push_back(component);
      } else if (components.empty()) {
        return std::nullopt;
      } else {
        components.pop_back();
      }
    }
  }
  return llvm::join(components, "/");
}

/// `to` as seen from `folder`; both relative to the same root.
std::string relativePath(StringRef folder, StringRef to) {
  llvm::SmallVector<StringRef, 8> from, target;
  folder.split(from, '/', -1, /*KeepEmpty=*/false);
  to.split(target, '/', -1, /*KeepEmpty=*/false);
  size_t common = 0;
  while (common < from.size() && common + 1 < target.size() && from[common] == target[common])
    ++common;
  std::string result;
  for (size_t i = common; i < from.size(); ++i)
    result += "../";
  for (size_t i = common; i < target.size(); ++i) {
    result += target[i];
    if (i + 1 < target.size())
      result += '/';
  }
  return result;
}

/// How many leading folders two paths have in common.
size_t sharedFolders(StringRef a, StringRef b) {
  const size_t same =
      size_t(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
  return a.take_front(same).count('/');
}

/// The last `count` components.
StringRef lastComponents(StringRef path, size_t count) {
  size_t at = path.size();
  while (count-- > 0 && at != StringRef::npos && at > 0)
    at = path.rfind('/', at - 1 < path.size() ? at - 1 : path.size());
  return at == StringRef::npos || at == 0 ? path : path.substr(at + 1);
}

} // namespace

IncludeResolver::IncludeResolver(const Tree &tree, llvm::ArrayRef<std::string> outputs)
    : tree(tree), outputs(outputs), renamedFolders(tree, outputs) {
  for (size_t i = 0; i < tree.files.size(); ++i) {
    const TreeFile &file = tree.files[i];
    if (file.kind == FileKind::Skipped)
      continue;
    byPath[file.path] = i;
    byName[nameOf(file.path)].push_back(i);
  }
}

bool IncludeResolver::hasTemplateOf(StringRef name) const {
  static constexpr StringRef extensions[] = {".in", ".cmake", ".cmake.in", ".cmakein"};
  return llvm::any_of(extensions, [&](StringRef extension) {
    const std::string path = (name + extension).str();
    const auto found = byName.find(nameOf(path));
    return found != byName.end() && llvm::any_of(found->second, [&](size_t file) {
             const StringRef end = tree.files[file].path;
             return end == path || end.ends_with("/" + path);
           });
  });
}

std::optional<size_t> IncludeResolver::fileAt(std::string path) const {
  // As many links as a path can sensibly go through; a circle ends here too.
  for (int links = 0; links < 8; ++links) {
    auto found = byPath.find(path);
    if (found != byPath.end())
      return found->second;
    std::optional<std::string> behind;
    for (size_t slash = path.find('/'); slash != std::string::npos && !behind;
         slash = path.find('/', slash + 1)) {
      auto folder = byPath.find(StringRef(path).take_front(slash));
      if (folder != byPath.end() && tree.files[folder->second].kind == FileKind::Link)
        behind = joinInTree(folderOf(folder->first()),
                            tree.files[folder->second].target + path.substr(slash));
    }
    if (!behind)
      return std::nullopt;
    path = std::move(*behind);
  }
  return std::nullopt;
}

std::string IncludeResolver::newNameFor(size_t file, StringRef name, size_t includer,
                                        Found found) const {
  StringRef oldPath = tree.files[file].path;
  StringRef renamed = outputs[file];
  if (oldPath == renamed &&
      (found == Found::Above || outputs[includer] == tree.files[includer].path))
    return name.str();

  if (found == Found::Above) {
    // The folders that the name spells keep their number; those above it are the include path's.
    return lastComponents(renamed, name.count('/') + 1).str();
  }
  const bool sameFolders = folderOf(oldPath) == folderOf(renamed) &&
                           folderOf(tree.files[includer].path) == folderOf(outputs[includer]);
  if (sameFolders)
    return (name.drop_back(nameOf(name).size()) + nameOf(renamed)).str();
  return relativePath(folderOf(outputs[includer]), renamed);
}

std::optional<std::string> IncludeResolver::newFolderName(size_t from, StringRef name) const {
  std::optional<std::string> folder = joinInTree(folderOf(tree.files[from].path), name);
  if (!folder || name.starts_with("/"))
    return std::nullopt;
  // The files are sorted: those of a folder stand together.
  const std::string prefix = *folder + "/";
  auto inside = std::lower_bound(
      tree.files.begin(), tree.files.end(), prefix,
      [](const TreeFile &file, const std::string &path) { return file.path < path; });
  if (inside == tree.files.end() || !StringRef(inside->path).starts_with(prefix))
    return std::nullopt;
  StringRef renamed = outputs[size_t(inside - tree.files.begin())];
  for (size_t below = StringRef(inside->path).drop_front(folder->size()).count('/'); below > 0;
       --below)
    renamed = folderOf(renamed);
  if (renamed == *folder && folderOf(outputs[from]) == folderOf(tree.files[from].path))
    return name.str();
  return relativePath(folderOf(outputs[from]), renamed);
}

std::string withSlashes(StringRef name) {
  std::string result = name.str();
  std::replace(result.begin(), result.end(), '\\', '/');
  return result;
}

std::optional<IncludeResolver::Resolution>
IncludeResolver::resolve(size_t includer, StringRef spelled, Form form) const {
  const std::string slashed = spelled.contains('\\') ? withSlashes(spelled) : std::string();
  const StringRef name = slashed.empty() ? spelled : slashed;
  if (name.starts_with("/"))
    return std::nullopt;
  if (form == Form::Quoted || name.contains("./"))
    if (std::optional<Resolution> beside = resolveBeside(includer, name))
      return beside;
  // Compilers look for "./a/b.h" and "../a/b.h" from the folders of the include path, too.
  StringRef rest = name;
  while (rest.consume_front("./") || rest.consume_front("../"))
    continue;
  if (rest.contains("./") || !joinInTree(folderOf(tree.files[includer].path), name))
    return std::nullopt;
  std::optional<Resolution> above = resolveAbove(includer, rest);
  if (above)
    above->newName.insert(0, name.drop_back(rest.size()));
  return above;
}

std::optional<IncludeResolver::Resolution> IncludeResolver::resolveBeside(size_t includer,
                                                                          StringRef name) const {
  std::optional<std::string> path = joinInTree(folderOf(tree.files[includer].path), name);
  const std::optional<size_t> file = path ? fileAt(std::move(*path)) : std::nullopt;
  if (!file)
    return std::nullopt;
  return Resolution{Found::Beside, *file, newNameFor(*file, name, includer, Found::Beside), {}};
}

std::optional<IncludeResolver::Resolution> IncludeResolver::resolveAbove(size_t includer,
                                                                         StringRef name) const {
  auto candidates = byName.find(nameOf(name));
  if (candidates == byName.end())
    return std::nullopt;
  const StringRef from = tree.files[includer].path;
  std::optional<size_t> nearest;
  size_t shared = 0; // by the nearest one's path and the includer's
  llvm::SmallVector<size_t, 4> named;
  for (size_t file : candidates->second) {
    const StringRef path = tree.files[file].path;
    const bool isNamed =
        path == name || (path.ends_with(name) && path[path.size() - name.size() - 1] == '/');
    if (!isNamed || file == includer) // no file includes itself: another one is meant
      continue;
    named.push_back(file);
    const size_t withThis = sharedFolders(path, from);
    if (!nearest || withThis > shared) {
      nearest = file;
      shared = withThis;
    }
  }
  if (!nearest)
    return std::nullopt;
  Resolution found{Found::Above, *nearest, newNameFor(*nearest, name, includer, Found::Above), {}};
  for (size_t file : named)
    if (newNameFor(file, name, includer, Found::Above) != found.newName) {
      found.otherwise = file;
      break;
    }
  return found;
}

} // namespace musaport
