//===- tree/source_files.cpp ------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tree/source_files.h"

#include "rewrite/free_functions.h"
#include "rewrite/namespaces.h"
#include "rewrite/variable_macros.h"
#include "source/included_files.h"

using llvm::StringRef;

namespace musaport {
namespace {

TreeContext sharedBySources(const PortContext &context) {
  const bool translatesPtx = context.options.translatePtx && context.rules.portsFromCuda();
  return {context.rules,
          context.tree,
          context.names.includes,
          context.declared.names,
          context.declared.usedOtherwise,
          context.declared.scopes,
          context.options.ownNames,
          context.declared.includeMacros,
          context.declared.includeGuards,
          context.declared.numbers,
          context.declared.pastings,
          context.declared.joinedNames,
          context.declared.deviceMembers,
          context.declared.deviceMacros,
          context.declared.variableMacros,
          context.declared.functions,
          context.declared.carryChains,
          context.declared.includesLibcudacxx,
          translatesPtx,
          context.options.judgeNames};
}

} // namespace

SourceFiles::SourceFiles(const PortContext &context)
    : KindOfFile(context), shared(sharedBySources(context)) {}

bool SourceFiles::tokenizeText(FileRecord &file) const {
  file.size = file.bytes.size();
  if (!file.isText("if it is source code, convert it to UTF-8"))
    return false;
  file.tokens = tokenize(file.bytes);
  file.tokenCount = file.tokens.size();
  return true;
}

void SourceFiles::declare(FileRecord &file, DeclaringThread &thread) const {
  if (!tokenizeText(file))
    return;
  if (!thread.names) {
    thread.names = std::make_unique<SearchedNames>(context.rules);
    for (const auto &errors : context.options.parseErrors)
      for (const ParsedUnit::Error &error : errors.second.ofNames)
        thread.names->add(error.unknownName);
  }
  file.declarations = findDeclarations(file.bytes, file.tokens,
                                       [&](StringRef name) { return thread.names->lookUp(name); });
  file.includesLibcudacxx = includesLibcudacxx(file.bytes, file.tokens, context.rules,
                                               context.names.includes, file.number);
  file.pastings = findPastings(file.bytes, file.tokens, context.rules);
  file.affixes = findAffixes(file.bytes, file.tokens, context.rules);
  file.deviceMembers = findDeviceMembers(file.bytes, file.tokens);
  file.deviceMacros = findDeviceMacros(file.bytes, file.tokens);
  file.variableMacros = findVariableMacros(file.bytes, file.tokens);
  file.pathMacros = findPathMacros(file.bytes, file.tokens);
  file.declaredFunctions = findDeclaredFunctions(file.bytes, file.tokens);
  if (shared.translatesPtx)
    file.carryFacts = findCarryFacts(file.bytes, file.tokens);
}

void SourceFiles::visitText(FileRecord &file,
                            llvm::function_ref<void(const SourceText &)> visit) const {
  if (file.unreadable.empty() && (!file.tokens.empty() || tokenizeText(file)))
    visit({file.bytes, file.tokens});
}

void SourceFiles::port(FileRecord &file, PortingThread &thread,
                       std::vector<Decision> *decisions) const {
  const bool isReadAgain = file.tokens.empty(); // or has none
  if (!file.unreadable.empty() || (isReadAgain && !tokenizeText(file))) {
    file.isCopied = true;
    return;
  }
  if (!thread.porter)
    thread.porter = std::make_unique<FilePorter>(shared);
  const auto errors = context.options.parseErrors.find(file.shownPath);
  const bool isParsed = errors != context.options.parseErrors.end();
  file.result = thread.porter->port(file.number, file.shownPath, file.bytes, file.tokens, decisions,
                                    isParsed ? &errors->second.facts : nullptr);
  file.ignores = findIgnoreComments(file.shownPath, file.bytes, CommentStyle::Cpp);
}

bool CopiedSources::has(StringRef path) {
  // Documents and what editors and version control leave: nothing is built of these.
  static constexpr StringRef others[] = {"bak",  "diff",  "htm", "html", "md", "old",
                                         "orig", "patch", "rej", "rst",  "txt"};
  const auto [stem, extension] = path.substr(path.rfind('/') + 1).rsplit('.');
  return !llvm::is_contained(others, extension.lower()) &&
         classifyFile(stem, {}) == FileKind::Source;
}

void CopiedSources::port(FileRecord &file, PortingThread &, std::vector<Decision> *) const {
  file.isCopied = true;
  if (whyNotTokenized(file.bytes).empty())
    noteUnportedInclude(file, context.rules);
}

void noteUnportedInclude(FileRecord &file, const RuleSet &rules) {
  std::string included;
  forEachInclude(file.bytes, [&](size_t, StringRef header) {
    llvm::SmallVector<const Rule *, 4> found;
    rules.header(header.drop_front().drop_back(), found);
    if (included.empty() && !found.empty() && found.front()->status != Status::Keep)
      included = header.str();
  });
  if (included.empty())
    return;
  const StringRef name = StringRef(file.shownPath).substr(file.shownPath.rfind('/') + 1);
  file.note("musa-build-script",
            "this file includes " + included + ": it is not ported as a source",
            "if it is one, port it with --extension " + name.substr(name.find('.')).str());
}

} // namespace musaport
