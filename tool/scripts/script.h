//===- scripts/script.h - what the ports of build scripts share -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each kind of build script has one function that ports it (scripts/script_kinds.h): (its number in
// the tree, how diagnostics name it, its bytes, ScriptContext) -> FileResult.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_SCRIPTS_SCRIPT_H
#define MUSAPORT_SCRIPTS_SCRIPT_H

#include "edits/result.h"
#include "rules/rule_set.h"
#include "source/include_resolver.h"
#include "source/text_places.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <optional>
#include <string>
#include <vector>

namespace musaport {

/// Of what cannot be ported for sure.
inline constexpr llvm::StringLiteral buildScriptId = "musa-build-script";

/// What the Makefiles of a tree say of their variables.
struct MakeVariables {
  llvm::StringSet<> assigned;
  llvm::StringSet<> compilers;     ///< hold nvcc
  llvm::StringSet<> toolkits;      ///< hold the folder where CUDA is installed
  llvm::StringSet<> architectures; ///< hold architectures: nvcc's flags refer to them
  llvm::StringSet<> givenToNvcc;   ///< stand in a call of nvcc
  llvm::StringSet<> givenToOthers; ///< stand in another command
};

/// From a variable to others.
using VariableEdges = llvm::StringMap<std::vector<std::string>>;

/// Adds to `variables` what the edges lead to from them, in any number of steps.
void growAlong(const VariableEdges &edges, llvm::StringSet<> &variables);

/// What the scripts of a tree declare themselves. What one script says never depends on another
/// one, since threads read them in any order; completeDeclarations() adds what follows from all.
struct ScriptDeclarations {
  llvm::StringSet<> variables; ///< by set(), option(), find_library()...
  llvm::StringSet<> commands;  ///< by function() and macro(); in lower case
  llvm::StringSet<> targets;   ///< by add_library() and add_executable()
  llvm::StringSet<> packages;  ///< that find_package() looks for
  llvm::StringSet<> toolkits;  ///< variables that hold the folder where CUDA is installed
  llvm::StringSet<> languages; ///< variables that hold names of languages, as project() is given
  llvm::StringSet<> macros;    ///< of the sources: by templates of headers
  VariableEdges copies;        ///< from a variable of CMake's to those that are set to it
  std::vector<std::string> makefiles; ///< their texts
  MakeVariables make;                 ///< what the Makefiles say together

  void add(const ScriptDeclarations &other);
};

/// What the port of a script has to know of its tree. Shared by all threads.
struct ScriptContext {
  const RuleSet &rules;
  const Tree &tree;
  const IncludeResolver &includes;
  const llvm::StringSet<> &declared; ///< see TreeContext
  const ScriptDeclarations &scripts;
  bool renamesSources = false;                ///< some .cu or .cuh gets a new name
  std::vector<Decision> *decisions = nullptr; ///< for `explain`: gets what was decided, and why
};

struct FileNames;

/// Collects what is done to one script, and why.
class ScriptRecorder {
public:
  ScriptRecorder(llvm::StringRef shownPath, llvm::StringRef buffer, const ScriptContext &context)
      : places(shownPath, buffer), context(context) {}

  /// In any order. Of edits that overlap the one that begins first is made, of those that begin
  /// alike the first one: a word may be a language's name and a part of an expression too.
  void edit(ByteRange range, std::string text);
  /// Counts what `rule` makes of the name at `range`, and reports what a person has to know of it.
  void count(const Rule &rule, ByteRange range, llvm::StringRef name, llvm::StringRef to);
  /// The same for a name that no rule of musa-port's decides about; `library` is what does, and
  /// outlives the result.
  void count(llvm::StringRef library, ByteRange range, llvm::StringRef name, llvm::StringRef to);
  /// The same for a name that follows a file of the tree.
  void countRenamedFile(ByteRange range, llvm::StringRef name, llvm::StringRef to);
  /// A name that stays. `rule`: may be null.
  void leave(const Rule *rule, ByteRange range, llvm::StringRef name, Outcome outcome,
             std::string reason);
  /// The same for one that `rule` leaves.
  void leave(const Rule &rule, ByteRange range, llvm::StringRef name);
  Diagnostic &diagnose(llvm::StringRef id, Severity severity, ByteRange range,
                       const llvm::Twine &message);
  /// What the port of a text within the script counted and reported, as if it stood at `range`.
  void countWithin(ByteRange range, const FileResult &inner);
  /// Says why the names of files in `text`, which stands at `range`, stay, if they do.
  void remarkOn(const FileNames &names, ByteRange range, llvm::StringRef text,
                llvm::StringRef advice);
  FileResult finish();

private:
  NameUse &useOf(NameUse use, ByteRange range);
  void report(const Rule &rule, ByteRange range, llvm::StringRef name, llvm::StringRef to);

  void decide(ByteRange range, std::string verdict, llvm::StringRef library = {},
              llvm::StringRef note = {});

  TextPlaces places;
  const ScriptContext &context;
  FileResult result;
  UseIndex useIndex;
};

/// What the port makes of the file names and patterns in `text` that stand for files of the tree;
/// offsets of the edits are those in `text`.
struct FileNameEdit {
  uint32_t begin = 0, end = 0;
  std::string text;
};
struct FileNames {
  std::vector<FileNameEdit> edits;
  bool isAmbiguous = false; ///< it could be one of several files, with different new names
  bool isMissing = false;   ///< it is called like a CUDA source, and is not in the tree
};
/// `from`: the script. `text`: one word of it, in which `${...}` stands for anything.
FileNames portFileNames(size_t from, llvm::StringRef text, const ScriptContext &context);

/// The rule for a macro of the C++ sources that a script defines, or null.
const Rule *findMacro(llvm::StringRef name, const RuleSet &rules);

} // namespace musaport

#endif // MUSAPORT_SCRIPTS_SCRIPT_H
