//===- rules/rule.h - one mapping rule --------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plain values for what docs/reference/rules.md describes. All text is borrowed: from the
// embedded default tables (static) or from the RuleFile that was read.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_RULES_RULE_H
#define MUSAPORT_RULES_RULE_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace musaport {

/// What of the source a rule speaks about; see docs/reference/rules.md, "Sections".
enum class RuleKind : uint8_t {
  Identifier,     ///< a whole identifier
  Header,         ///< the name in an #include (maybe with a trailing *)
  Namespace,      ///< a qualified namespace; the last component is edited
  Pattern,        ///< a sequence of tokens
  IdentifierPart, ///< flat form only: a part of an identifier, at word boundaries
  HeaderPart,     ///< flat form only: a part of an include path
  // Of build scripts; docs/reference/rules.md, "cmake", "build" and "python".
  CMakeCommand,
  CMakePackage,    ///< what find_package() is given
  CMakeModule,     ///< what include() is given
  CMakeLanguage,   ///< CUDA
  CMakeCompiler,   ///< a value of CMAKE_<LANG>_COMPILER_ID
  CMakeTarget,     ///< CUDA::cudart
  CMakeVariable,   ///< maybe with a trailing *
  CMakeProperty,   ///< of a target, source file or folder
  CMakeFeature,    ///< of a compiler: what target_compile_features() is given
  CMakeExpression, ///< the name of a generator expression
  Flag,            ///< of the compiler's command line, with $value for its argument
  Environment,     ///< a variable of the environment
  Program,         ///< the file name of a program
  Library,         ///< what -l is given
  Folder,          ///< an absolute path where something is installed
  PythonMember,    ///< what a Python module has; `to` is the new last word
};
constexpr unsigned ruleKinds = static_cast<unsigned>(RuleKind::PythonMember) + 1;

enum class Status : uint8_t { Supported, Unverified, Differs, Unsupported, Keep };

/// In that order: what rule files call them.
inline constexpr llvm::StringRef statusNames[] = {"supported", "unverified", "differs",
                                                  "unsupported", "keep"};
inline llvm::StringRef nameOf(Status status) { return statusNames[static_cast<size_t>(status)]; }

/// Whether the host backend (runtime/) has the MUSA name of a default rule; rules/host/names.tsv.
enum class Host : uint8_t {
  Unknown, ///< not looked up: a user's rule, a framework's name, a build script's, a family of
           ///< names
  Implements,
  Declares, ///< it compiles, and does not link, or only says that it is not supported
  Lacks,
};

/// In that order: what the table and `rules show` call them.
inline constexpr llvm::StringRef hostNames[] = {"", "implements", "declares", "lacks"};

/// Whose name `from` is; decides who wins where the tree declares it.
enum class Owner : uint8_t { Cuda, Framework, User };

/// What the value of a variable or property of a build script is.
enum class Holds : uint8_t {
  Anything,
  Flags,
  Architectures,
  Languages,
  Compiler, ///< its name
  Program,
  Toolkit, ///< the folder where CUDA is installed
};

/// Where a rule applies; a set of bits, 0 means everywhere but strings.
enum Context : uint8_t {
  InMacro = 1,  ///< a name in a preprocessor directive
  InCall = 2,   ///< followed by a parenthesis
  InType = 4,   ///< not followed by a parenthesis, not in a directive
  InString = 8, ///< a word of a string literal
  InInclude = 16,
  InDevice = 32, ///< a flag where only those of the GPU's compiler stand
};

struct Rule {
  RuleKind kind = RuleKind::Identifier;
  Status status = Status::Supported;
  Owner owner = Owner::Cuda;
  uint8_t contexts = 0; ///< Context bits
  uint8_t archs = 0;    ///< bit i: architecture i of the table; 0: all
  Host host = Host::Unknown;
  uint16_t file = 0; ///< index of its rule file in the RuleSet
  uint32_t line = 0; ///< its line there, from 1
  llvm::StringRef from;
  llvm::StringRef to; ///< empty for Keep, and for Unsupported without a replacement
  llvm::StringRef note;
  Holds holds = Holds::Anything; ///< CMakeVariable, CMakeProperty, Environment
  llvm::StringRef level;         ///< CMakeVariable: what comparisons use instead; or empty
  /// What CUDA has instead of a name that it deprecated or removed; or empty.
  llvm::StringRef deprecated;

  bool edits() const {
    return status != Status::Keep && !(status == Status::Unsupported && to.empty());
  }
  /// Whether it applies where `place` (Context bits) is all that a `when` can ask for.
  bool appliesIn(uint8_t place) const { return contexts == 0 || (contexts & place) != 0; }
  /// True if it has a `when`.
  bool isLimited() const { return contexts != 0 || archs != 0; }
};

/// How comparisons of a macro with numbers are translated; see docs/reference/rules.md, "guards".
struct GuardRule {
  enum class Kind : uint8_t { Architecture, Version };
  Kind kind = Kind::Version;
  uint16_t file = 0;
  uint32_t line = 0;
  llvm::StringRef macro; ///< CUDA's
  llvm::StringRef to;    ///< MUSA's, for uses that are no comparison
  llvm::StringRef level; ///< Version: what comparisons use instead
};

/// Defines the levels; a ported file that uses one includes it.
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
