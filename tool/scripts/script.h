//===- scripts/script.h - what all ports of build scripts share -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each kind of build script has one function that ports it (scripts/script_kinds.h). It takes the
// script's index in the tree, its name in diagnostics, its bytes and a ScriptContext, and returns a
// FileResult.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_SCRIPTS_SCRIPT_H
#define MUSAPORT_SCRIPTS_SCRIPT_H

#include "edits/result.h"
#include "rules/rule_set.h"
#include "source/include_resolver.h"
#include "source/text_places.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <optional>
#include <string>
#include <vector>

namespace musaport {

/// The diagnostic for what cannot be ported with certainty.
inline constexpr llvm::StringLiteral buildScriptId = "musa-build-script";

/// What the Makefiles of a tree say about variables: each set holds names of variables.
struct MakeVariables {
  llvm::StringSet<> assigned;
  llvm::StringSet<> compilers;     ///< hold nvcc
  llvm::StringSet<> toolkits;      ///< hold the folder where CUDA is installed
  llvm::StringSet<> architectures; ///< hold architectures: nvcc's flags use them
  llvm::StringSet<> libraries;     ///< hold libraries: -l is put before each
  llvm::StringSet<> givenToNvcc;   ///< are used in calls of nvcc
  llvm::StringSet<> givenToOthers; ///< are used in other commands
};

/// A graph: variable -> other variables.
using VariableEdges = llvm::StringMap<std::vector<std::string>>;

/// Adds to `variables` all variables that can be reached from them along `edges`.
void growAlong(const VariableEdges &edges, llvm::StringSet<> &variables);

/// What the scripts of a tree declare. What is read from one script never depends on another:
/// threads read them in any order. completeDeclarations() adds what follows from all of them.
struct ScriptDeclarations {
  llvm::StringSet<> variables;        ///< by set(), option(), find_library()...
  llvm::StringSet<> options;          ///< those whose values users choose: set(... CACHE ...)
  llvm::StringSet<> commands;         ///< by function() and macro(); in lower case
  llvm::StringSet<> targets;          ///< by add_library() and add_executable()
  llvm::StringSet<> packages;         ///< arguments of find_package()
  llvm::StringSet<> compilers;        ///< variables that hold nvcc
  llvm::StringSet<> toolkits;         ///< variables that hold the folder where CUDA is installed
  llvm::StringSet<> languages;        ///< variables that hold names of languages, as for project()
  llvm::StringSet<> libraries;        ///< variables whose values are linked
  llvm::StringSet<> macros;           ///< macros of the sources, by header templates
  VariableEdges copies;               ///< from a CMake variable to those that are set to it
  VariableEdges elements;             ///< from a CMake variable to those that its value has
  std::vector<std::string> makefiles; ///< their texts
  MakeVariables make;                 ///< what the Makefiles say together

  void add(const ScriptDeclarations &other);
};

/// What porting a script needs to know about its tree. Shared by all threads.
struct ScriptContext {
  const RuleSet &rules;
  const Tree &tree;
  const IncludeResolver &includes;
  const llvm::StringSet<> &declared; ///< see TreeContext
  const ScriptDeclarations &scripts;
  bool renamesSources = false;                ///< some .cu or .cuh is renamed
  std::vector<Decision> *decisions = nullptr; ///< for `explain`: receives all decisions
};

struct FileNames;

/// Records what is done to one script, and why.
class ScriptRecorder {
public:
  ScriptRecorder(llvm::StringRef shownPath, llvm::StringRef buffer, const ScriptContext &context)
      : places(shownPath, buffer), context(context) {}

  /// Adds an edit, in any order. Of overlapping edits, the one that begins first wins; if they
  /// begin at the same place, the one added first. Edits may overlap because a word may be both a
  /// language's name and part of an expression.
  void edit(ByteRange range, std::string text);
  /// Counts that `rule` turns the name at `range` into `to`, and reports what the user has to know
  /// about it.
  void count(const Rule &rule, ByteRange range, llvm::StringRef name, llvm::StringRef to);
  /// The same for a name that no rule of musa-port is about. `library` says what decided; it must
  /// outlive the result.
  void count(llvm::StringRef library, ByteRange range, llvm::StringRef name, llvm::StringRef to);
  /// The same for a name that changes with a file of the tree.
  void countRenamedFile(ByteRange range, llvm::StringRef name, llvm::StringRef to);
  /// `name` stays. `rule` may be null.
  void leave(const Rule *rule, ByteRange range, llvm::StringRef name, Outcome outcome,
             std::string reason);
  /// `name` stays because of `rule`.
  void leave(const Rule &rule, ByteRange range, llvm::StringRef name);
  Diagnostic &diagnose(llvm::StringRef id, Severity severity, ByteRange range,
                       const llvm::Twine &message);
  /// Adds the counts and diagnostics of porting a text inside the script, as if made at `range`.
  void countWithin(ByteRange range, const FileResult &inner);
  /// If file names in `text`, which is at `range`, stay, reports why.
  void remarkOn(const FileNames &names, ByteRange range, llvm::StringRef text,
                llvm::StringRef advice);
  /// Says why an edit at `range` was made, or why there is none.
  void decide(ByteRange range, std::string verdict, llvm::StringRef library = {},
              llvm::StringRef note = {});
  FileResult finish();

private:
  NameUse &useOf(NameUse use, ByteRange range);
  void report(const Rule &rule, ByteRange range, llvm::StringRef name, llvm::StringRef to);

  TextPlaces places;
  const ScriptContext &context;
  FileResult result;
  UseIndex useIndex;
};

/// The port of file names and patterns in a text that refer to files of the tree. Offsets are
/// relative to the text.
struct FileNameEdit {
  uint32_t begin = 0, end = 0;
  std::string text;
};
struct FileNames {
  std::vector<FileNameEdit> edits;
  bool isAmbiguous = false; ///< it may refer to several files with different new names
  bool isMissing = false;   ///< it looks like a CUDA source, but is not in the tree
};
/// `from`: index of the script. `text`: one word of it, in which `${...}` matches anything. A
/// folder is one of several parts of a path.
FileNames portFileNames(size_t from, llvm::StringRef text, const ScriptContext &context);
/// The same for a text that is a path, and may be one folder's name alone.
FileNames portFolderNames(llvm::StringRef path, const ScriptContext &context);

/// The parts of `text` between the separators that stand outside of references to variables:
/// /a:$(B:x=y)/b. Without a separator that is all of it.
llvm::SmallVector<llvm::StringRef, 4> splitOutsideReferences(llvm::StringRef text, char separator);

/// The rule for a macro of the C++ sources that a script defines, as it holds in scripts: the note
/// of a macro that differs is about how scripts define it, and is not said there.
std::optional<Rule> findMacro(llvm::StringRef name, const RuleSet &rules);

} // namespace musaport

#endif // MUSAPORT_SCRIPTS_SCRIPT_H
