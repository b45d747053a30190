//===- rules/rule.h - one mapping rule --------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plain values for the rules that docs/reference/rules.md describes. They do not own their text: it
// lives in the embedded default tables (static) or in the RuleFile that was read.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_RULES_RULE_H
#define MUSAPORT_RULES_RULE_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace musaport {

/// The part of a source that a rule is about; see docs/reference/rules.md, "Sections".
enum class RuleKind : uint8_t {
  Identifier,     ///< a whole identifier
  Header,         ///< the name in an #include (maybe with a trailing *)
  Namespace,      ///< a qualified namespace; only its last component is edited
  Pattern,        ///< a sequence of tokens
  IdentifierPart, ///< flat form only: a part of an identifier, at word boundaries
  HeaderPart,     ///< flat form only: a part of an include path
  // For build scripts: docs/reference/rules.md, "cmake", "build" and "python".
  CMakeCommand,
  CMakePackage,    ///< an argument of find_package()
  CMakeModule,     ///< an argument of include()
  CMakeLanguage,   ///< CUDA
  CMakeCompiler,   ///< a value of CMAKE_<LANG>_COMPILER_ID
  CMakeTarget,     ///< CUDA::cudart
  CMakeVariable,   ///< maybe with a trailing *
  CMakeProperty,   ///< of a target, source file or folder
  CMakeFeature,    ///< a compiler feature: an argument of target_compile_features()
  CMakeExpression, ///< the name of a generator expression
  Flag,            ///< a compiler flag, with $value for its argument
  Environment,     ///< an environment variable
  Program,         ///< the file name of a program
  Library,         ///< an argument of -l
  Folder,          ///< the absolute path of an installation
  PythonMember,    ///< a member of a Python module; `to` is the new last component
};
constexpr unsigned ruleKinds = static_cast<unsigned>(RuleKind::PythonMember) + 1;

enum class Status : uint8_t { Supported, Unverified, Differs, Unsupported, Keep };

/// The names of Status in rule files, in the order of the enum.
inline constexpr llvm::StringRef statusNames[] = {"supported", "unverified", "differs",
                                                  "unsupported", "keep"};
inline llvm::StringRef nameOf(Status status) { return statusNames[static_cast<size_t>(status)]; }

/// Whether the host backend (runtime/) has the MUSA name of a default rule; from
/// rules/host/names.tsv.
enum class Host : uint8_t {
  Unknown, ///< not looked up: a rule of the user, a framework or a build script, or one for a
           ///< family of names
  Implements,
  Declares, ///< calls compile, but do not link or only report that they are not supported
  Lacks,
};

/// The names of Host in that table and in `rules show`, in the order of the enum.
inline constexpr llvm::StringRef hostNames[] = {"", "implements", "declares", "lacks"};

/// Who owns the name `from`. It decides whether the rule or the tree wins where the tree declares
/// that name.
enum class Owner : uint8_t { Cuda, Framework, User };

/// What a variable or property of a build script holds.
enum class Holds : uint8_t {
  Anything,
  Flags,
  Architectures,
  Languages,
  Compiler, ///< the compiler's name
  Program,
  Toolkit,   ///< the folder where CUDA is installed
  Libraries, ///< names of libraries to link; no rule says so, but where a variable is used
};

/// Where a rule applies: a set of bits. 0 means everywhere except in strings.
enum Context : uint8_t {
  InMacro = 1,  ///< a name in a preprocessor directive
  InCall = 2,   ///< followed by a parenthesis
  InType = 4,   ///< not followed by a parenthesis, not in a directive
  InString = 8, ///< a word of a string literal
  InInclude = 16,
  InDevice = 32, ///< a flag in a list for the device compiler only
  InFlags = 64,  ///< a flag anywhere but in another program's command
};

struct Rule {
  RuleKind kind = RuleKind::Identifier;
  Status status = Status::Supported;
  Owner owner = Owner::Cuda;
  uint8_t contexts = 0; ///< Context bits
  uint8_t archs = 0;    ///< bit i: architecture i of the table; 0: all
  Host host = Host::Unknown;
  uint16_t file = 0; ///< index of the rule file in the RuleSet
  uint32_t line = 0; ///< line in that file, from 1
  llvm::StringRef from;
  llvm::StringRef to; ///< empty for Keep, and for Unsupported without a replacement
  llvm::StringRef note;
  Holds holds = Holds::Anything; ///< for CMakeVariable, CMakeProperty and Environment
  llvm::StringRef level;         ///< CMakeVariable: what comparisons use instead; may be empty
  /// CUDA's replacement for a name that CUDA deprecated or removed; may be empty.
  llvm::StringRef deprecated;
  bool hasReverse = true; ///< false: a port from MUSA to CUDA does not undo it
  /// A macro that build scripts define. The note is for a tree none of whose ported scripts does.
  bool isDefinedByScripts = false;
  /// The note is for code that compares the text that the name gives with one of CUDA's names.
  bool isNotedIfCompared = false;

  bool edits() const {
    return status != Status::Keep && !(status == Status::Unsupported && to.empty());
  }
  /// Whether the rule applies at a place that has exactly the properties `place` (Context bits).
  bool appliesIn(uint8_t place) const { return contexts == 0 || (contexts & place) != 0; }
  /// Whether the rule has a `when`.
  bool isLimited() const { return contexts != 0 || archs != 0; }
};

/// How to translate comparisons of a macro with numbers; see docs/reference/rules.md, "guards".
struct GuardRule {
  enum class Kind : uint8_t { Architecture, Version };
  Kind kind = Kind::Version;
  uint16_t file = 0;
  uint32_t line = 0;
  llvm::StringRef macro; ///< CUDA's
  llvm::StringRef to;    ///< MUSA's macro, for uses other than comparisons
  llvm::StringRef level; ///< for Version: the macro that comparisons use instead
  unsigned least = 0;    ///< for Version: the level is at least this, whatever a build sets it to
};

/// The header that defines the level macros. A ported file that uses one includes it.
inline constexpr llvm::StringLiteral levelHeader = "musa_port/cuda_level.h";

/// A part of an output path; see docs/reference/rules.md, "paths".
struct PathRule {
  uint16_t file = 0;
  uint32_t line = 0;
  llvm::StringRef from;
  llvm::StringRef to;
};

} // namespace musaport

#endif // MUSAPORT_RULES_RULE_H
