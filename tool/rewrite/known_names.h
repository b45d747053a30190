//===- rewrite/known_names.h - what is known of an identifier ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Caches for each name what the rules and the tree's declarations say about it. One table per
// thread.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_REWRITE_KNOWN_NAMES_H
#define MUSAPORT_REWRITE_KNOWN_NAMES_H

#include "rewrite/compute_capability.h"
#include "rewrite/tree_context.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"

#include <string>

namespace musaport {

struct KnownName {
  llvm::SmallVector<const Rule *, 1> rules;
  llvm::SmallVector<const Pattern *, 1> patterns; ///< patterns that begin with this name
  llvm::SmallVector<const Rule *, 1> namespaces;
  const GuardRule *guard = nullptr;
  const Rule *part = nullptr; ///< the part rule that made `partResult`
  std::string partResult;
  std::string joined;           ///< new name of one that macros join, see JoinedNames
  llvm::StringRef includeGuard; ///< new name of an include guard that follows its file
  bool isDeclared = false;      ///< see TreeContext::declared
  bool isOwn = false;           ///< see TreeContext::ownNames
  bool looksForeign = false;    ///< looks like a name of the source side
  bool isAsm = false;           ///< the keyword
  CapabilityName capability = CapabilityName::None;

  /// Nothing is to be edited or reported as CUDA's. True for most names.
  bool isPlain() const {
    return rules.empty() && patterns.empty() && namespaces.empty() && !guard && !part &&
           joined.empty() && includeGuard.empty() && !looksForeign && !isAsm;
  }
  bool hasRuleOfUser() const { return !rules.empty() && rules.front()->owner == Owner::User; }
  bool hasPartOfUser() const { return part != nullptr && part->owner == Owner::User; }
};

class KnownNames {
public:
  explicit KnownNames(const TreeContext &context);

  const KnownName &lookUp(llvm::StringRef name) {
    auto [position, isNew] = names.try_emplace(name);
    if (isNew)
      fill(position->second, name);
    return position->second;
  }
  /// Whether `name` is a framework's namespace that contains a namespace cuda (or musa): at, c10,
  /// torch.
  bool isFrameworkRoot(llvm::StringRef name) const { return frameworkRoots.contains(name); }

private:
  void fill(KnownName &known, llvm::StringRef name) const;

  const TreeContext &context;
  llvm::StringMap<KnownName> names;
  llvm::StringSet<> frameworkRoots;
};

} // namespace musaport

#endif // MUSAPORT_REWRITE_KNOWN_NAMES_H
