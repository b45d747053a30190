//===- scripts/script_porter.h - ports names and words of scripts -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The common part of porting build scripts of all kinds: names that have rules, and the words of
// compilers' command lines. Each kind of script finds its words. All text passed in is part of the
// script.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_SCRIPTS_SCRIPT_PORTER_H
#define MUSAPORT_SCRIPTS_SCRIPT_PORTER_H

#include "scripts/script.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

namespace musaport {

/// Whether a command's first word is nvcc, or a path of it. `found` is a buffer for the
/// lookup.
bool isCudaCompiler(const RuleSet &rules, llvm::StringRef word,
                    llvm::SmallVectorImpl<const Rule *> &found);

/// Ports one script. Each kind of script derives from it or uses it.
class ScriptPorter {
public:
  ScriptPorter(size_t file, llvm::StringRef shownPath, llvm::StringRef buffer,
               const ScriptContext &context)
      : file(file), buffer(buffer), context(context), rules(context.rules),
        recorder(shownPath, buffer, context) {}
  virtual ~ScriptPorter() = default;

  // What depends on the kind of script.

  /// The rest of `path` after a reference to the CUDA toolkit's folder, if it begins with one:
  /// ${CUDA_TOOLKIT_ROOT_DIR}/lib64
  virtual std::optional<llvm::StringRef> behindToolkit(llvm::StringRef path) = 0;
  /// The replacement for the architecture that `flag` specifies.
  virtual std::string architectureFor(llvm::StringRef flag);

  // Applying rules to names, with reports.

  virtual void count(const Rule &rule, ByteRange range, llvm::StringRef name, llvm::StringRef to);
  virtual void leave(const Rule &rule, ByteRange range, llvm::StringRef name);
  /// Says what cannot be ported with certainty. `advice`: what to do about it.
  virtual void diagnose(Severity severity, ByteRange range, const llvm::Twine &what,
                        const llvm::Twine &advice);
  void warn(ByteRange range, const llvm::Twine &what, const llvm::Twine &advice) {
    diagnose(Severity::Warning, range, what, advice);
  }

  ByteRange rangeOf(llvm::StringRef part) const {
    const auto begin = static_cast<uint32_t>(part.data() - buffer.data());
    return {begin, begin + static_cast<uint32_t>(part.size())};
  }
  void edit(ByteRange range, std::string text) {
    uint32_t &end = edited[range.begin];
    end = std::max(end, range.end);
    recorder.edit(range, std::move(text));
  }

  /// The rule for `name`, or null; also null if the tree's own declaration takes precedence.
  const Rule *ruleFor(RuleKind kind, llvm::StringRef name);
  /// Applies the rule for `name`, which is at `range`, and returns it; null if there is none.
  const Rule *apply(RuleKind kind, llvm::StringRef name, ByteRange range);
  void applyRule(const Rule &rule, llvm::StringRef name, ByteRange range, llvm::StringRef to);
  bool isDeclared(const Rule &rule, llvm::StringRef name) const;
  /// If the tree's sources declare `name`, and its rule yields to that: records that it stays, and
  /// returns true.
  bool leaveTreesOwn(const Rule &rule, llvm::StringRef name);

  /// Says that a flag of nvcc stays, and why: an error if it is meant for the device's compiler,
  /// since mcc refuses it. `advice`: the corresponding flag of mcc.
  void sayFlagStays(ByteRange range, llvm::StringRef flag, bool isDevice, const llvm::Twine &why,
                    const llvm::Twine &advice);

  /// Says that a text, which is not read as Python, has one of PyTorch's names for CUDA.
  void warnOfPython(llvm::StringRef text);

  // Each of these returns true if the word needs no further porting.

  /// Ports the name of a macro of the C++ sources.
  virtual bool portMacro(llvm::StringRef name);
  /// The same in -DNAME=1, -UNAME, or NAME=1 among definitions; the value may contain paths.
  bool portDefinition(llvm::StringRef word, bool isDefinition);
  /// Ports `argument`, the word behind `option`, if that is -D, -U or -l alone. `isLinked`: -l is a
  /// compiler's here.
  bool portArgumentOf(llvm::StringRef option, llvm::StringRef argument, bool isLinked);
  /// Ports -lcudart, -l:libcudart.so, and cudart in a list of libraries.
  bool portLibrary(llvm::StringRef word, bool isLibrary);
  /// Ports the file of a library, in any folder: .../libcudart.so.11.
  bool portLibraryFile(llvm::StringRef word);
  /// Ports /usr/local/cuda/..., /usr/local/cuda-11.8/..., possibly after an option.
  bool portFolder(llvm::StringRef word);
  /// Ports a folder inside the CUDA toolkit's: /lib64/stubs after $(CUDA_PATH).
  bool portToolkitFolder(llvm::StringRef rest);
  /// The same without the slash.
  bool portFolderWithin(llvm::StringRef folder);
  /// Ports .../nvcc, and nvcc where a program is called or searched for.
  bool portProgram(llvm::StringRef word, bool isCalled);
  /// Ports whatever paths in a word can name: folders, files of libraries, programs.
  bool portPaths(llvm::StringRef word, bool isCalled);
  /// Ports a word of a compiler's command line that is not an nvcc flag: any of the above.
  bool portCompilersWord(llvm::StringRef word);

  /// Ports names and patterns of the tree's files. `shape`: the word with each reference to a
  /// variable written as ${...} and each pattern as *; it has the word's length. `advice`: what to
  /// do about a CUDA source that does not exist.
  void portFiles(llvm::StringRef word, llvm::StringRef shape, llvm::StringRef advice);

  /// Makes the edits of names in `word`.
  void applyNames(const FileNames &names, llvm::StringRef word);

  size_t file;
  llvm::StringRef buffer;
  const ScriptContext &context;
  const RuleSet &rules;
  ScriptRecorder recorder;
  llvm::SmallVector<const Rule *, 4> found; ///< buffer for lookups
  std::map<uint32_t, uint32_t> edited;      ///< begin and end, in the current command or line
};

/// The result if `reader` would parse the ported script differently from the original: no edits,
/// and an error.
FileResult refusePort(llvm::StringRef reader, llvm::StringRef shownPath, llvm::StringRef buffer,
                      const ScriptContext &context);

/// Whether `word` can be in a list of CUDA architectures: 70, 90a-real, native.
bool isCudaArchitecture(llvm::StringRef word);

} // namespace musaport

#endif // MUSAPORT_SCRIPTS_SCRIPT_PORTER_H
