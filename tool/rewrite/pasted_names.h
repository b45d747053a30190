//===- rewrite/pasted_names.h - names that macros join ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `#define CALL(f) cuda##f` makes names that stand in no file. Where the macro's part of the name
// changes as the names do, the macro is ported. The callers for which that is wrong are named.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_REWRITE_PASTED_NAMES_H
#define MUSAPORT_REWRITE_PASTED_NAMES_H

#include "rewrite/joined_names.h"
#include "rules/rule_set.h"
#include "source/tokens.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"

#include <optional>
#include <string>
#include <vector>

namespace musaport {

struct Joined;
struct MacroDefinition;
struct SourcePort;

/// How a macro joins one kind of name.
struct Pasting {
  struct Part {
    std::string word;   ///< if it is no parameter
    int parameter = -1; ///< its number
    bool operator==(const Part &other) const {
      return word == other.word && parameter == other.parameter;
    }
  };
  std::string macro;
  std::vector<Part> parts;   ///< the first is a word that CUDA's names begin with
  std::string prefix;        ///< the macro that stands for that word: `#define PREFIX cuda`
  std::string through;       ///< the macro that joins, if `macro` passes its parameters on to it
  bool hasParameters = true; ///< of the macro; without, each use of it is a call
  std::string to;            ///< what that word is in the port's names
  bool isPorted = true;      ///< false if the calls beside the definition speak against it
  bool isOfHeader = false;   ///< other files may mean it

  bool isSameAs(const Pasting &other) const {
    return macro == other.macro && parts == other.parts && prefix == other.prefix &&
           through == other.through;
  }
};

/// The macros of a file that names are made with.
struct JoiningMacros {
  /// What each that stands for a word that CUDA's names begin with stands for.
  llvm::StringMap<std::vector<std::string>> prefixes;
  /// Those that join their arguments and do nothing else: `#define GLUE(a, b) a##b`.
  llvm::StringSet<> joining;
};

/// By the macro's name.
using Pastings = llvm::StringMap<std::vector<Pasting>>;

/// How the macros of a file join names of CUDA's.
std::vector<Pasting> findPastings(llvm::StringRef buffer, llvm::ArrayRef<Token> tokens,
                                  const RuleSet &rules);

/// Adds those of a file to those of the tree. A macro that has two definitions is ported if both
/// may be.
void addPastings(Pastings &all, llvm::ArrayRef<Pasting> found, bool isHeader);

/// Ports what the macros join, and names the calls that it is wrong for.
class PastedNames {
public:
  explicit PastedNames(SourcePort &port) : port(port) {}

  /// Call this for each # that begins a #define.
  void visitDefinition(size_t i);
  /// Call this for each identifier.
  void visitName(size_t i, llvm::StringRef name);

private:
  /// `#define PREFIX cuda`, of which a macro makes names.
  void visitPrefix(const MacroDefinition &definition);
  /// Ports the word at tokens[i] that the names of `pasting` begin with.
  void replaceWord(size_t i, const Pasting &pasting);
  bool isOnlyNamed(size_t i) const;
  /// Whether the macro whose definition is visited passes its parameters on to `macro`: then that
  /// one's calls are judged.
  bool isPassedOn(llvm::StringRef macro) const;
  void visitCall(llvm::ArrayRef<Pasting> pastings, size_t i);
  /// tokens[i] is a macro that stands for a word that the port changes, or that names are made of.
  void visitUseOfPrefix(const Pasting &prefix, size_t i);
  void findMacros();
  /// `joined`: null if the call's arguments are no words.
  void report(const Pasting &pasting, const Joined *joined, size_t i);

  SourcePort &port;
  Pastings ownMacros;                  ///< what this file defines up to here; none behind an #undef
  std::optional<JoiningMacros> macros; ///< this file's, once they are asked for
  llvm::StringMap<const Pasting *> prefixes;    ///< the tree's macros that stand for a first word
  llvm::StringRef aroundName;                   ///< the last one's name
  llvm::SmallVector<llvm::StringRef, 4> around; ///< and its parameters
};

} // namespace musaport

#endif // MUSAPORT_REWRITE_PASTED_NAMES_H
