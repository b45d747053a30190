//===- rules/build_names.h - finds what rules for builds are about -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_RULES_BUILD_NAMES_H
#define MUSAPORT_RULES_BUILD_NAMES_H

#include "rules/rule_set.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>

namespace musaport {

/// The rule for the CUDA toolkit's folder; /usr/local/cuda-11.8 uses the rule for /usr/local/cuda.
/// `found` is a buffer for the lookup.
const Rule *findToolkitFolder(const RuleSet &rules, llvm::StringRef folder,
                              llvm::SmallVectorImpl<const Rule *> &found);

/// A use of an nvcc flag that a rule is about.
struct FlagUse {
  const Rule *rule = nullptr;
  bool takesNext = false; ///< its argument, or the rest of it, is in the next word
  llvm::StringRef value;  ///< its argument, the value of $value
};

/// Whose flags occur at a place. Some of nvcc's have names that other programs' flags have, too.
enum class FlagsOf : uint8_t {
  Others, ///< those of a program other than nvcc
  Any,    ///< nvcc's, or those of another program
  Nvcc,   ///< nvcc's alone
};

inline FlagsOf nvccsOrAny(bool isNvccs) { return isNvccs ? FlagsOf::Nvcc : FlagsOf::Any; }

/// Whether the rule for a flag is about those of `of`.
bool applies(const Rule &rule, FlagsOf of);

/// The flag that `word` is, or starts with. `next`: the next word, if any.
std::optional<FlagUse> findFlag(const RuleSet &rules, llvm::StringRef word,
                                std::optional<llvm::StringRef> next, FlagsOf of);

/// What the flag becomes: its rule's text with the architecture of the port and its own argument.
std::string replacementOf(const FlagUse &use, const RuleSet &rules);

} // namespace musaport

#endif // MUSAPORT_RULES_BUILD_NAMES_H
