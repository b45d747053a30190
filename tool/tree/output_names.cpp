//===- tree/output_names.cpp ------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tree/output_names.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using llvm::StringRef;

namespace musaport {
namespace {

/// Replaces the first place where `from` stands as whole components: from the start or a / on, to a
/// / or the end.
void applyPathRule(std::string &path, const PathRule &rule) {
  for (size_t at = StringRef(path).find(rule.from); at != StringRef::npos;
       at = StringRef(path).find(rule.from, at + 1)) {
    const size_t end = at + rule.from.size();
    const bool starts = at == 0 || path[at - 1] == '/' || rule.from.starts_with("/");
    const bool ends = end == path.size() || path[end] == '/' || rule.from.ends_with("/");
    if (starts && ends) {
      path.replace(at, rule.from.size(), rule.to.str());
      return;
    }
  }
}

/// `word` -> `replacement` where no letter or digit stands on either side.
std::string replaceWord(StringRef text, StringRef word, StringRef replacement) {
  std::string result;
  size_t done = 0;
  for (size_t at = text.find(word); at != StringRef::npos; at = text.find(word, at + 1)) {
    const size_t end = at + word.size();
    const bool alone = (at == 0 || !llvm::isAlnum(text[at - 1])) &&
                       (end == text.size() || !llvm::isAlnum(text[end]));
    if (!alone)
      continue;
    result += text.slice(done, at);
    result += replacement;
    done = end;
  }
  result += text.substr(done);
  return result;
}

StringRef fileName(StringRef path) { return path.substr(path.rfind('/') + 1); }

} // namespace

std::string outputPath(StringRef path, FileKind kind, const RuleSet &rules, bool renameFolders) {
  std::string result = path.str();
  for (const PathRule &rule : rules.paths())
    applyPathRule(result, rule);
  if (renameFolders) {
    auto [folder, name] = StringRef(result).rsplit('/');
    if (!name.empty()) {
      const Side &from = sourceSide(rules.direction()), &to = targetSide(rules.direction());
      std::string renamed =
          replaceWord(replaceWord(folder, from.word, to.word), from.title, to.title);
      result = renamed + "/" + name.str();
    }
  }
  return kind == FileKind::Source ? renameExtension(result, rules.direction()) : result;
}

std::vector<std::string> outputPaths(const Tree &tree, const RuleSet &rules, bool renameFolders) {
  std::vector<std::string> outputs;
  outputs.reserve(tree.files.size());
  for (const TreeFile &file : tree.files) {
    // A link is renamed as the file it stands for would be.
    FileKind kind = file.kind == FileKind::Link ? classifyFile(file.path, {}) : file.kind;
    outputs.push_back(file.kind == FileKind::Skipped
                          ? std::string()
                          : outputPath(file.path, kind, rules, renameFolders));
  }
  return outputs;
}

std::vector<bool> withoutCollisions(const Tree &tree, llvm::ArrayRef<std::string> outputs,
                                    std::vector<Diagnostic> &diagnostics) {
  std::vector<bool> written(outputs.size());
  llvm::StringMap<size_t> owner;       // of each output file: who is to write it
  llvm::StringMap<size_t> folderOwner; // of each output folder: a file that needs it
  auto collide = [&](size_t a, size_t b, const llvm::Twine &what) {
    auto keepsName = [&](size_t file) { return tree.files[file].path == outputs[file]; };
    const size_t kept = keepsName(a) ? a : b, other = keepsName(a) ? b : a;
    written[other] = false;
    written[kept] = keepsName(kept);
    Diagnostic &diagnostic = diagnostics.emplace_back();
    diagnostic.id = "musa-output-collision";
    diagnostic.severity = Severity::Error;
    diagnostic.place.file = tree.files[keepsName(kept) ? kept : a].path;
    diagnostic.message = what.str();
    diagnostic.notes.push_back(written[kept] ? "'" + tree.files[kept].path + "' is kept; '" +
                                                   tree.files[other].path + "' is not ported"
                                             : "neither is written");
    diagnostic.notes.push_back("rename one of them, or leave one out with --exclude");
    return kept;
  };
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (outputs[i].empty())
      continue;
    written[i] = true;
    auto [entry, isNew] = owner.try_emplace(outputs[i], i);
    if (!isNew) {
      const size_t other = entry->second;
      entry->second = collide(i, other,
                              "'" + tree.files[i].path + "' and '" + tree.files[other].path +
                                  "' would both become '" + outputs[i] + "'");
    }
    for (StringRef folder = StringRef(outputs[i]).rsplit('/').first, path = outputs[i];
         folder != path; path = folder, folder = folder.rsplit('/').first)
      if (!folderOwner.try_emplace(folder, i).second)
        break; // and so have the folders above it
  }
  for (size_t i = 0; i < outputs.size(); ++i) {
    auto folder = folderOwner.find(outputs[i]);
    if (written[i] && folder != folderOwner.end() && tree.files[i].path != outputs[i])
      collide(i, folder->second,
              "'" + tree.files[i].path + "' would become '" + outputs[i] +
                  "', which is the folder of '" + tree.files[folder->second].path + "'");
  }
  return written;
}

NewNames::NewNames(const Tree &tree, const RuleSet &rules, bool renameFolders,
                   std::vector<Diagnostic> &diagnostics)
    : paths(outputPaths(tree, rules, renameFolders)),
      isWritten(withoutCollisions(tree, paths, diagnostics)), includes(tree, paths), tree(tree) {
  for (Diagnostic &diagnostic : diagnostics)
    diagnostic.place.file = pathUnder(tree.root, diagnostic.place.file);
  for (size_t i = 0; i < paths.size(); ++i) {
    StringRef oldName = fileName(tree.files[i].path), newName = fileName(paths[i]);
    if (!isWritten[i] || oldName == newName)
      continue;
    renamed[oldName] = newName.str();
    renamesSources |= renameExtension(oldName, rules.direction()) != oldName;
  }
}

std::string NewNames::newTarget(size_t file) const {
  const std::string &target = tree.files[file].target;
  if (std::optional<std::string> folder = includes.newFolderName(file, target))
    return *folder;
  std::optional<IncludeResolver::Resolution> inTree =
      includes.resolve(file, target, IncludeResolver::Form::Quoted);
  return inTree && inTree->found == IncludeResolver::Found::Beside ? inTree->newName : target;
}

} // namespace musaport
