//===- rewrite/headers.cpp --------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/headers.h"

#include "rewrite/computed_includes.h"
#include "rewrite/macro_definition.h"
#include "rules/side_names.h"

#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace musaport {
namespace {

/// A rule's `to` with the rest that a trailing * stands for.
std::string replacementOf(const Rule &rule, StringRef name) {
  if (!rule.from.ends_with("*"))
    return rule.to.str();
  StringRef rest = name.drop_front(rule.from.size() - 1);
  StringRef to = rule.to;
  size_t star = to.rfind('*');
  if (star == StringRef::npos)
    return to.str();
  return (to.take_front(star) + rest + to.substr(star + 1)).str();
}

/// `name` in the delimiters of `old`, unless it brings its own. Without, if `old` has none.
std::string delimited(StringRef old, StringRef name) {
  if (!old.starts_with("\"") && !old.starts_with("<"))
    return name.trim("\"<>").str();
  if (name.starts_with("\"") || name.starts_with("<"))
    return name.str();
  return (llvm::Twine(old.front()) + name + llvm::Twine(old.back())).str();
}

std::string replacePart(StringRef name, const Rule &part) {
  // "/cuda/" also means a name that begins with cuda/; ".cuh" only an extension.
  std::string result = name.str();
  const bool isExtension = part.from.starts_with(".") && !part.from.contains('/');
  if (isExtension) {
    if (name.ends_with(part.from))
      result = (name.drop_back(part.from.size()) + part.to).str();
    return result;
  }
  std::string padded = "/" + result;
  for (size_t at = padded.find(part.from); at != std::string::npos;) {
    const size_t end = at + part.from.size();
    const bool starts = part.from.starts_with("/") || padded[at - 1] == '/';
    const bool ends = part.from.ends_with("/") || end == padded.size() || padded[end] == '/' ||
                      padded[end] == '.';
    if (starts && ends)
      padded.replace(at, part.from.size(), part.to.str());
    at = padded.find(part.from, at + (starts && ends ? std::max<size_t>(part.to.size(), 1) : 1));
  }
  return padded.substr(1);
}

} // namespace

void HeaderPorter::visitName(size_t i) {
  visit({i, i + 1}, spelling(port.text.buffer, port.text.tokens[i], storage));
}

void HeaderPorter::visitMacro(size_t i) {
  if (port.context.includeMacros.empty())
    return;
  const SourceText &text = port.text;
  const std::optional<MacroDefinition> macro = findMacroDefinition(text, i);
  if (!macro || macro->text.first == macro->text.last ||
      !port.context.includeMacros.contains(text.bytes(macro->name)))
    return;
  visitParts(macro->text, macro->parameters);
}

void HeaderPorter::visitInclude(size_t i) {
  const SourceText &text = port.text;
  if (!text.is(i + 3, clang::tok::l_paren) || !text.tokens[i + 2].isIdentifier())
    return;
  visitParts({i + 3, text.behindDirective(i + 3)}, {});
}

void HeaderPorter::visitParts(TokenRange tokens, llvm::ArrayRef<StringRef> parameters) {
  ComputedIncludes(port, parameters, [&](TokenRange header, StringRef text) {
    visit(header, text);
  }).visit(tokens);
}

/// NAME in "/usr/local/cuda-12.1/targets/x86_64-linux/include/NAME"; empty if `path` is no such.
StringRef HeaderPorter::behindToolkit(StringRef path) const {
  constexpr StringRef folder = "/include/";
  const size_t at = path.rfind(folder);
  if (at == StringRef::npos || !path.take_front(at).contains_insensitive(port.source.word))
    return {};
  return path.substr(at + folder.size());
}

/// The first that applies decides: a rule of the user's; a file beside this one, for a name in
/// quotes; a file of the tree whose path ends with folders and name (a copy of CUB for
/// <cub/cub.cuh>); a rule for CUDA's own headers, since a file that is merely called cuda.h is not
/// the toolkit's, unless nobody has seen MUSA's; a file found through some folder of the tree;
/// another rule; rules for parts.
void HeaderPorter::visit(TokenRange tokens, StringRef text) {
  const bool isBare = !text.starts_with("<") && !text.starts_with("\"");
  const StringRef spelled = isBare ? text : text.drop_front().drop_back();
  const std::string slashed = withSlashes(spelled);
  Header header{tokens, text, spelled, slashed};
  std::optional<IncludeResolver::Resolution> inTree =
      port.context.includes.resolve(port.file, header.name, IncludeResolver::formOf(header.text));
  llvm::SmallVector<const Rule *, 2> candidates;
  port.rules.header(header.name, candidates);
  if (!inTree && candidates.empty()) {
    const StringRef ofToolkit = behindToolkit(header.name);
    port.rules.header(ofToolkit, candidates);
    if (!candidates.empty())
      header.name = ofToolkit;
  }
  const Rule *rule = candidates.empty() ? nullptr : candidates.front();
  needed.see(header.name);
  level.see(header.name, rule && rule->owner == Owner::Cuda && !inTree);

  if (rule && rule->owner == Owner::User)
    return applyRule(header, *rule);
  if (inTree && (inTree->found == IncludeResolver::Found::Beside || header.name.contains('/')))
    return followFile(header, *inTree);
  if (rule && rule->owner == Owner::Cuda && !(inTree && rule->status == Status::Unverified))
    return applyRule(header, *rule);
  if (inTree)
    return followFile(header, *inTree);
  if (rule)
    return applyRule(header, *rule);
  if (applyParts(header))
    return;
  respell(header);
  if (reportMadeOfRenamed(header))
    return;
  if (looksLikeHeader(port.rules.direction(), header.name))
    reportUnknown(header);
}

void HeaderPorter::followFile(const Header &header, const IncludeResolver::Resolution &file) {
  const auto &files = port.context.tree.files;
  const size_t i = header.tokens.first;
  if (file.otherwise)
    port.recorder.diagnose(i, "musa-include-ambiguous", Severity::Warning,
                           "'" + header.name.str() + "' could mean '" + files[file.file].path +
                               "' or '" + files[*file.otherwise].path +
                               "', which get different names",
                           "the port assumes the first; check the include path");
  port.recorder.includeOfTree(header.tokens);
  port.recorder.decide(i, "in the tree: " + files[file.file].path, NameUse::ofTree, {},
                       header.tokens);
  if (file.newName != header.spelled)
    edit(header, file.newName, port.recorder.useOfTree(header.name, file.newName, i));
}

/// A name that stays gets slashes: the compilers of one system take backslashes, all take these.
void HeaderPorter::respell(const Header &header) {
  if (header.name != header.spelled)
    edit(header, header.name,
         port.recorder.useOfTree(header.spelled, header.name, header.tokens.first));
}

void HeaderPorter::applyRule(const Header &header, const Rule &rule) {
  const size_t i = header.tokens.first;
  const std::string to = replacementOf(rule, header.name);
  Recorder &recorder = port.recorder;
  recorder.report(i, header.name, rule, to);
  if (rule.edits()) {
    edit(header, to, recorder.useOf(rule, header.name, to, i));
    recorder.decide(i, recorder.describe(rule, header.name, to), rule, header.tokens);
    return;
  }
  respell(header);
  if (rule.status == Status::Keep)
    recorder.keep(i, header.name, rule, looksLikeHeader(port.rules.direction(), header.name));
  else
    recorder.leaveUnsupported(i, header.name, rule);
  recorder.decide(i, "not edited: " + recorder.place(rule) + ": " + rule.note.str());
}

bool HeaderPorter::applyParts(const Header &header) {
  const Rule *first = nullptr;
  std::string to = header.name.str();
  for (const Rule *part : port.rules.headerParts()) {
    to = replacePart(to, *part);
    if (!first && to != header.name)
      first = part;
  }
  if (!first)
    return false;
  const size_t i = header.tokens.first;
  edit(header, to, port.recorder.useOf(*first, header.name, to, i));
  port.recorder.decide(i, port.recorder.describe(*first, header.name, to), *first, header.tokens);
  return true;
}

/// "k.cuh.inc", which a build makes of k.cuh: whether the port's build calls it so is not known.
bool HeaderPorter::reportMadeOfRenamed(const Header &header) {
  if (port.context.includes.hasTemplateOf(header.name))
    return false;
  for (const StringRef extension : {port.source.headerExtension, port.source.sourceExtension}) {
    const size_t at = header.name.rfind((extension + ".").str());
    if (at == StringRef::npos)
      continue;
    const StringRef stem = header.name.take_front(at + extension.size());
    const std::optional<IncludeResolver::Resolution> file =
        port.context.includes.resolve(port.file, stem, IncludeResolver::formOf(header.text));
    if (!file || file->newName == stem)
      continue;
    const size_t i = header.tokens.first;
    port.recorder.leave(i, header.name, Outcome::NoAnswer, nullptr, "made of a file of the tree");
    port.recorder.diagnose(i, "musa-unknown-header", Severity::Warning,
                           "'" + header.name.str() + "' is not in the tree, and '" + stem.str() +
                               "' is called '" + file->newName + "' in the port",
                           "if the build makes the header from that file, write the header's new "
                           "name");
    port.recorder.decide(i, "stays: the build may make it of '" + file->newName + "'");
    return true;
  }
  return false;
}

void HeaderPorter::reportUnknown(const Header &header) {
  const size_t i = header.tokens.first;
  const std::string name = header.name.str();
  if (port.context.includes.hasTemplateOf(name)) {
    port.recorder.leave(i, name, Outcome::Declared, nullptr, "made from a template of the tree");
    return port.recorder.decide(i, "stays: the build makes it from a template of the tree");
  }
  port.recorder.leave(i, name, Outcome::NoAnswer, nullptr, "no rule knows this header");
  port.recorder.diagnose(i, "musa-unknown-header", Severity::Warning,
                         "no rule knows the header '" + name + "', and it is not in the tree",
                         "add a rule for it: { \"#include <" + name + ">\": \"#include <...>\" }");
  port.recorder.decide(i, "looks like " + port.source.title.str() + "'s, and no rule knows it");
}

void HeaderPorter::edit(const Header &header, StringRef to, size_t use) {
  if (port.edits.replaceHeader(header.tokens, delimited(header.text, to), use))
    ++port.recorder.result.includesRewritten;
}

} // namespace musaport
