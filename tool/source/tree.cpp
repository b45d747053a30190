//===- source/tree.cpp - the files of a source tree -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "source/tree.h"

#include "source/file_io.h"
#include "source/script_names.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"

#include <cerrno>
#include <climits>
#include <deque>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;

namespace musaport {

namespace {

std::string join(StringRef folder, StringRef name) {
  if (folder.empty())
    return name.str();
  return (folder + (folder.ends_with("/") ? "" : "/") + name).str();
}

StringRef parentOf(StringRef path) {
  size_t slash = path.rfind('/');
  return slash == StringRef::npos ? StringRef() : path.take_front(slash);
}

/// Names that no one wants ported, whatever they are: version control's data and caches.
bool isLeftOutByDefault(StringRef name) {
  return name == ".git" || name == ".hg" || name == ".svn" || name == "__pycache__" ||
         isTemporaryName(name);
}

bool marksBuildFolder(StringRef name) {
  return name == "CMakeCache.txt" || name == "build.ninja" || name == ".ninja_log";
}

StringRef describeSpecialFile(mode_t mode) {
  if (S_ISFIFO(mode))
    return "a named pipe";
  if (S_ISSOCK(mode))
    return "a socket";
  return "a device";
}

std::string readLink(int folder, const char *name) {
  std::string target(PATH_MAX, '\0');
  ssize_t size = readlinkat(folder, name, target.data(), target.size());
  target.resize(std::max<ssize_t>(size, 0));
  return target;
}

class Lister {
public:
  Lister(Tree &tree, const TreeOptions &options) : tree(tree), options(options) {}

  Error run();

private:
  struct Folder {
    std::string path;        ///< relative; empty for the root
    bool included = false;   ///< matches an include pattern, or is in a folder that does
    bool keepAnyway = false; ///< brought back by a pattern, though it may be a build folder
  };
  struct Entry {
    std::string name;
    unsigned char type;
  };

  Error listFolder(const Folder &folder);
  void addFile(std::string path, int folder, const std::string &name, unsigned char type);
  void checkLinks();
  bool isInTree(StringRef path) const;
  /// Why a link cannot be kept, or an empty string.
  StringRef faultOf(const TreeFile &link) const;

  Tree &tree;
  const TreeOptions &options;
  std::deque<Folder> pending;
  StringSet<> folders; ///< those listed
};

Error Lister::run() {
  pending.push_back({"", options.include.empty(), true});
  while (!pending.empty()) {
    Folder folder = std::move(pending.front());
    pending.pop_front();
    if (Error error = listFolder(folder))
      return error;
  }
  llvm::sort(tree.files, [](const TreeFile &a, const TreeFile &b) { return a.path < b.path; });
  llvm::sort(tree.emptyFolders);
  checkLinks();
  return Error::success();
}

Error Lister::listFolder(const Folder &folder) {
  std::string absolute = folder.path.empty() ? tree.root : join(tree.root, folder.path);
  // The root may be a link: the user named it.
  int flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (folder.path.empty() ? 0 : O_NOFOLLOW);
  int descriptor = ::open(absolute.c_str(), flags);
  if (descriptor < 0)
    return errnoError(absolute, errno);
  std::unique_ptr<DIR, int (*)(DIR *)> stream(fdopendir(descriptor), closedir);

  std::vector<Entry> entries;
  errno = 0;
  while (dirent *entry = readdir(stream.get())) {
    StringRef name = entry->d_name;
    if (name != "." && name != "..")
      entries.push_back({name.str(), entry->d_type});
    errno = 0;
  }
  if (errno != 0)
    return errnoError(absolute, errno);

  if (!folder.keepAnyway &&
      any_of(entries, [](const Entry &entry) { return marksBuildFolder(entry.name); })) {
    ++tree.excluded;
    return Error::success();
  }
  folders.insert(folder.path);
  if (entries.empty() && folder.included && !folder.path.empty())
    tree.emptyFolders.push_back(folder.path);

  for (const Entry &entry : entries) {
    std::string path = join(folder.path, entry.name);
    unsigned char type = entry.type;
    if (type == DT_UNKNOWN) {
      struct stat status;
      if (fstatat(descriptor, entry.name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0)
        return errnoError(join(tree.root, path), errno);
      type = IFTODT(status.st_mode);
    }
    bool isFolder = type == DT_DIR;

    IgnoreList::Match excluded = options.exclude.match(path, isFolder);
    bool leftOut = excluded == IgnoreList::Match::Ignore ||
                   (excluded == IgnoreList::Match::None && isLeftOutByDefault(entry.name)) ||
                   path == manifestName;
    IgnoreList::Match matched = options.include.match(path, isFolder);
    bool included = matched == IgnoreList::Match::Ignore ||
                    (matched == IgnoreList::Match::None && folder.included);
    if (leftOut || (!included && !isFolder)) {
      ++tree.excluded;
      continue;
    }
    if (isFolder)
      pending.push_back({std::move(path), included, excluded == IgnoreList::Match::Negated});
    else
      addFile(std::move(path), descriptor, entry.name, type);
  }
  return Error::success();
}

void Lister::addFile(std::string path, int folder, const std::string &name, unsigned char type) {
  TreeFile file;
  file.path = std::move(path);
  if (type == DT_REG) {
    file.kind = classifyFile(file.path, options);
  } else if (type == DT_LNK) {
    file.kind = FileKind::Link;
    file.target = readLink(folder, name.c_str());
  } else {
    file.kind = FileKind::Skipped;
    file.reason = describeSpecialFile(DTTOIF(type));
  }
  tree.files.push_back(std::move(file));
}

void Lister::checkLinks() {
  for (TreeFile &file : tree.files)
    if (file.kind == FileKind::Link)
      file.reason = faultOf(file).str();
  // Only now: the links on the way to a target were looked for as what they are.
  for (TreeFile &file : tree.files)
    if (file.kind == FileKind::Link && !file.reason.empty())
      file.kind = FileKind::Skipped;
}

bool Lister::isInTree(StringRef path) const {
  auto file = llvm::lower_bound(tree.files, path, [](const TreeFile &file, StringRef path) {
    return StringRef(file.path) < path;
  });
  if (file != tree.files.end() && file->path == path)
    return file->kind != FileKind::Skipped;
  return folders.contains(path);
}

/// Walks to the target name by name, as the system does, so that a link on the way is seen.
StringRef Lister::faultOf(const TreeFile &link) const {
  constexpr unsigned maxLinks = 40; // Linux's own limit
  unsigned links = 0;
  std::string place = parentOf(link.path).str();
  std::vector<std::string> names; // still to go, the next one last
  auto follow = [&](StringRef target) {
    SmallVector<StringRef> parts;
    target.split(parts, '/');
    for (StringRef part : llvm::reverse(parts))
      names.push_back(part.str());
    return !target.starts_with("/") && ++links <= maxLinks;
  };

  if (!follow(link.target))
    return "a link to an absolute path";
  while (!names.empty()) {
    std::string name = std::move(names.back());
    names.pop_back();
    if (name.empty() || name == ".")
      continue;
    if (name == "..") {
      if (place.empty())
        return "a link that leads out of the tree";
      place = parentOf(place).str();
      continue;
    }
    std::string next = join(place, name);
    std::string absolute = join(tree.root, next);
    struct stat status;
    bool exists = lstat(absolute.c_str(), &status) == 0;
    if (exists && !isInTree(next))
      return "a link to something that is left out";
    if (!exists || !S_ISLNK(status.st_mode))
      place = std::move(next);
    else if (!follow(readLink(AT_FDCWD, absolute.c_str())))
      return links > maxLinks ? "a link that leads in a circle"
                              : "a link to a link to an absolute path";
  }
  return "";
}

} // namespace

std::string pathUnder(StringRef root, StringRef path) {
  if (root.empty() || root == ".")
    return path.str();
  return (root + "/" + path).str();
}

Expected<Tree> listTree(StringRef root, const TreeOptions &options) {
  Tree tree;
  StringRef trimmed = root.rtrim('/');
  tree.root = trimmed.empty() ? root.take_front(1).str() : trimmed.str();
  if (Error error = Lister(tree, options).run())
    return std::move(error);
  return tree;
}

FileKind classifyFile(StringRef path, const TreeOptions &options) {
  StringRef name = path.substr(path.rfind('/') + 1);
  for (StringRef extension : options.extraExtensions)
    if (name.ends_with(extension))
      return FileKind::Source;

  if (scriptTypeOf(name))
    return FileKind::BuildScript;
  name.consume_back(".in"); // a template for configure_file() or autoconf
  size_t dot = name.rfind('.');
  if (dot == StringRef::npos)
    return FileKind::Other;
  return StringSwitch<FileKind>(name.substr(dot))
      .Cases(".cu", ".cuh", ".mu", ".muh", FileKind::Source)
      .Cases(".c", ".cc", ".cpp", ".cxx", ".C", FileKind::Source)
      .Cases(".h", ".hh", ".hpp", ".hxx", ".H", FileKind::Source)
      .Cases(".inl", ".inc", ".ipp", ".tpp", FileKind::Source)
      .Default(FileKind::Other);
}

} // namespace musaport
