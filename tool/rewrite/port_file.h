//===- rewrite/port_file.h - one file's port --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tokens and rules in, edits and diagnostics out. A file's port depends on its bytes, the rules and
// what is known of the tree, so files are ported in parallel and in any order.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_REWRITE_PORT_FILE_H
#define MUSAPORT_REWRITE_PORT_FILE_H

#include "report/diagnostic.h"
#include "rewrite/edit.h"
#include "rewrite/include_resolver.h"
#include "rules/rule_set.h"
#include "source/tokens.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <memory>
#include <string>
#include <vector>

namespace musaport {

/// What the port of one file has to know of the others. Shared by all threads.
struct TreeContext {
  const RuleSet &rules;
  const Tree &tree;
  llvm::ArrayRef<std::string> outputs;
  const IncludeResolver &includes;
  /// Names of frameworks, and names that look like CUDA's, that the tree itself declares.
  const llvm::StringSet<> &declared;
  /// Names like CUDA's that are the tree's own wherever they stand.
  const llvm::StringSet<> &ownNames;
  /// Macros that some #include names.
  const llvm::StringSet<> &includeMacros;
  /// Include guards that follow their file's new extension.
  const llvm::StringMap<std::string> &includeGuards;
  bool translatesPtx = false;
  /// What is good to know of names that are ported is said, too: deprecated and unverified ones.
  bool judgesNames = false;
};

/// What was done with a name, and why.
enum class Outcome : uint8_t {
  Edited,
  Kept,        ///< a `keep` rule
  Declared,    ///< the tree declares it
  Unsupported, ///< no MUSA counterpart, no replacement
  NoAnswer,    ///< a guard that could not be translated, a header that no rule knows
  Unknown,     ///< an identifier that looks like CUDA's, no rule knows it
};

/// All uses of one name in one file that ended alike.
struct NameUse {
  std::string name; ///< or the header of an #include
  Outcome outcome = Outcome::Edited;
  Status status = Status::Supported;
  uint16_t file = noFile; ///< the rule's file in the RuleSet
  std::string to;         ///< Edited: the new text
  std::string reason;     ///< otherwise
  uint64_t count = 0;
  uint32_t line = 0, column = 0; ///< the first one

  static constexpr uint16_t noFile = 0xffff;
  static constexpr llvm::StringLiteral ofTree = "renamed files";
  /// Without a rule: what decided. By default, that a file of the tree got a new name.
  llvm::StringRef library = ofTree;
};

/// For `explain` and the HTML report: one rule's say on one place.
struct Decision {
  uint32_t offset = 0, end = 0; ///< what it is about
  std::string text;             ///< what stands there; of a long place, at its begin
  std::string verdict; ///< "cudaMalloc -> musaMalloc by rules/cuda-runtime.json:12 (supported)"
  llvm::StringRef library, note; ///< of the rule; may be empty
};

struct FileResult {
  std::vector<Edit> edits;
  std::vector<Diagnostic> diagnostics;
  std::vector<NameUse> uses;
  uint64_t includesRewritten = 0;
  uint64_t guardsTranslated = 0;
};

/// Ports files one after the other; keeps what it has looked up. One a thread.
class FilePorter {
public:
  explicit FilePorter(const TreeContext &context);
  ~FilePorter();
  /// `file`: index in the tree. `shownPath`: how diagnostics name it. `decisions`: if not null,
  /// gets one entry for every rule that was considered, in order of offset.
  FileResult port(size_t file, llvm::StringRef shownPath, llvm::StringRef buffer,
                  llvm::ArrayRef<Token> tokens, std::vector<Decision> *decisions = nullptr);

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};

/// "cudaMalloc -> musaMalloc by rules/cuda-runtime.json:12 (supported)", for a Decision.
std::string describeEdit(const Rule &rule, const RuleSet &rules, llvm::StringRef from,
                         llvm::StringRef to);

/// What the include guard `guard` of a file that becomes `output` is called afterwards: the part of
/// it that stands for the extension follows (X_CUH -> X_MUH, X_CU_H_ -> X_MU_H_); unchanged if
/// there is none.
std::string renameIncludeGuard(llvm::StringRef guard, llvm::StringRef path, llvm::StringRef output,
                               Direction direction);

} // namespace musaport

#endif // MUSAPORT_REWRITE_PORT_FILE_H
