//===- tree/source_files.cpp ------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tree/source_files.h"

#include "rules/side_names.h"

using llvm::StringRef;

namespace musaport {
namespace {

TreeContext sharedBySources(const PortContext &context) {
  const bool translatesPtx = context.options.analyze && context.rules.hasDefaults() &&
                             context.rules.direction() == Direction::CudaToMusa;
  return {context.rules,
          context.tree,
          context.names.includes,
          context.declared.names,
          context.options.ownNames,
          context.declared.includeMacros,
          context.declared.includeGuards,
          translatesPtx,
          context.options.analyze};
}

} // namespace

SourceFiles::SourceFiles(const PortContext &context)
    : KindOfFile(context), shared(sharedBySources(context)) {
  context.rules.forEachPattern([&](const Pattern &pattern) {
    if (pattern.rule->owner == Owner::Framework)
      patternNames.insert(firstNameOf(pattern));
  });
}

bool SourceFiles::tokenizeText(FileRecord &file) const {
  file.size = file.bytes.size();
  if (!file.isText("if it is source code, convert it to UTF-8"))
    return false;
  file.tokens = tokenize(file.bytes);
  file.tokenCount = file.tokens.size();
  return true;
}

DeclarationSearch SourceFiles::searchFor(StringRef name) const {
  llvm::SmallVector<const Rule *, 2> found;
  context.rules.identifier(name, found);
  if (patternNames.contains(name) || (!found.empty() && found.front()->owner == Owner::Framework))
    return DeclarationSearch::Certain;
  if (found.empty() && looksLike(sourceSide(context.rules.direction()), name))
    return DeclarationSearch::Likely;
  return DeclarationSearch::No;
}

void SourceFiles::declare(FileRecord &file, DeclaringThread &thread) const {
  if (!tokenizeText(file))
    return;
  file.declarations = findDeclarations(file.bytes, file.tokens, [&](StringRef name) {
    auto [known, isNew] = thread.searches.try_emplace(name, DeclarationSearch::No);
    if (isNew)
      known->second = searchFor(name);
    return known->second;
  });
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
  file.result =
      thread.porter->port(file.number, file.shownPath, file.bytes, file.tokens, decisions);
  file.ignores = findIgnoreComments(file.shownPath, file.bytes, CommentStyle::Cpp);
}

} // namespace musaport
