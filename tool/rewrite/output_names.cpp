//===- rewrite/output_names.cpp --------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/output_names.h"

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

} // namespace

std::string renameExtension(StringRef path) {
  StringRef stem = path;
  if (stem.consume_back(".cu"))
    return (stem + ".mu").str();
  if (stem.consume_back(".cuh"))
    return (stem + ".muh").str();
  return path.str();
}

std::string outputPath(StringRef path, FileKind kind, const RuleSet &rules, bool renameFolders) {
  std::string result = path.str();
  for (const PathRule &rule : rules.paths())
    applyPathRule(result, rule);
  if (renameFolders) {
    auto [folder, name] = StringRef(result).rsplit('/');
    if (!name.empty()) {
      std::string renamed = replaceWord(replaceWord(folder, "cuda", "musa"), "CUDA", "MUSA");
      result = renamed + "/" + name.str();
    }
  }
  return kind == FileKind::Source ? renameExtension(result) : result;
}

std::vector<std::string> outputPaths(const Tree &tree, const RuleSet &rules, bool renameFolders,
                                     std::vector<Diagnostic> &diagnostics) {
  std::vector<std::string> outputs;
  outputs.reserve(tree.files.size());
  llvm::StringMap<size_t> owner;
  for (const TreeFile &file : tree.files) {
    outputs.emplace_back();
    if (file.kind == FileKind::Skipped)
      continue;
    // A link is renamed as the file it stands for would be.
    FileKind kind = file.kind == FileKind::Link ? classifyFile(file.path, {}) : file.kind;
    outputs.back() = outputPath(file.path, kind, rules, renameFolders);
    const size_t index = outputs.size() - 1;
    auto [entry, isNew] = owner.try_emplace(outputs.back(), index);
    if (isNew)
      continue;

    const TreeFile &other = tree.files[entry->second];
    Diagnostic diagnostic;
    diagnostic.id = "musa-output-collision";
    diagnostic.severity = Severity::Error;
    diagnostic.place.file = file.path;
    diagnostic.message =
        "'" + file.path + "' and '" + other.path + "' would both become '" + outputs.back() + "'";
    if (file.path == outputs.back()) {
      diagnostic.notes.push_back("'" + file.path + "' is kept; '" + other.path + "' is not ported");
      outputs[entry->second].clear();
      entry->second = index;
    } else if (other.path == outputs.back()) {
      diagnostic.place.file = other.path;
      diagnostic.notes.push_back("'" + other.path + "' is kept; '" + file.path + "' is not ported");
      outputs.back().clear();
    } else {
      diagnostic.notes.push_back("neither is written");
      outputs[entry->second].clear();
      outputs.back().clear();
    }
    diagnostic.notes.push_back("rename one of them, or leave one out with --exclude");
    diagnostics.push_back(std::move(diagnostic));
  }
  return outputs;
}

} // namespace musaport
