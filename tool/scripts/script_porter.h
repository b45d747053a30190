//===- scripts/script_porter.h - what names and words become ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the ports of all kinds of build scripts have in common: names that rules decide about, and
// the words of command lines for compilers. A kind of script says which words there are, and
// where. All text that is handed over is a part of the script.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_SCRIPTS_SCRIPT_PORTER_H
#define MUSAPORT_SCRIPTS_SCRIPT_PORTER_H

#include "scripts/script.h"

#include "llvm/ADT/StringExtras.h"

#include <optional>
#include <vector>

namespace musaport {

/// The rule for the folder where CUDA is installed; /usr/local/cuda-11.8 has that of
/// /usr/local/cuda. `found` is for the look-up.
const Rule *findToolkitFolder(const RuleSet &rules, llvm::StringRef folder,
                              llvm::SmallVectorImpl<const Rule *> &found);

/// What is done to one script. The ports of a kind of scripts are made of it.
class ScriptPorter {
public:
  ScriptPorter(size_t file, llvm::StringRef shownPath, llvm::StringRef buffer,
               const ScriptContext &context)
      : file(file), buffer(buffer), context(context), rules(context.rules),
        recorder(shownPath, buffer, context) {}
  virtual ~ScriptPorter() = default;

  // What only a kind of script knows.

  /// What follows a reference to the folder where CUDA is installed, if `path` begins with one:
  /// ${CUDA_TOOLKIT_ROOT_DIR}/lib64
  virtual std::optional<llvm::StringRef> behindToolkit(llvm::StringRef path) = 0;
  /// What takes the place of the architecture that `flag` says.
  virtual std::string architectureFor(llvm::StringRef flag);

  // What becomes of a name, as it is reported.

  virtual void count(const Rule &rule, ByteRange range, llvm::StringRef name, llvm::StringRef to);
  virtual void leave(const Rule &rule, ByteRange range, llvm::StringRef name);
  /// Of what cannot be ported for sure. `advice`: what to do about it.
  virtual void warn(ByteRange range, const llvm::Twine &what, const llvm::Twine &advice);

  ByteRange rangeOf(llvm::StringRef part) const {
    const auto begin = static_cast<uint32_t>(part.data() - buffer.data());
    return {begin, begin + static_cast<uint32_t>(part.size())};
  }
  void edit(ByteRange range, std::string text) {
    edited.push_back(range);
    recorder.edit(range, std::move(text));
  }

  /// The rule that decides about `name`, or null; one that leaves it to the tree counts as none.
  const Rule *ruleFor(RuleKind kind, llvm::StringRef name);
  /// Applies the rule for `name`, which stands at `range`; null if there is none.
  const Rule *apply(RuleKind kind, llvm::StringRef name, ByteRange range);
  void applyRule(const Rule &rule, llvm::StringRef name, ByteRange range, llvm::StringRef to);
  bool isDeclared(const Rule &rule, llvm::StringRef name) const;

  /// A flag of nvcc's that stays, and why; `advice`: what it is for mcc.
  void warnOfFlag(ByteRange range, llvm::StringRef flag, const llvm::Twine &why,
                  const llvm::Twine &advice);

  // Each of these returns true if the word is done with.

  /// The name of a macro of the C++ sources.
  virtual bool portMacro(llvm::StringRef name);
  /// The same in -DNAME=1, -UNAME, or NAME=1 among definitions; in the value paths may stand.
  bool portDefinition(llvm::StringRef word, bool isDefinition);
  /// -lcudart, -l:libcudart.so, and cudart among libraries.
  bool portLibrary(llvm::StringRef word, bool isLibrary);
  /// .../libcudart.so.11: the file of a library, wherever it stands.
  bool portLibraryFile(llvm::StringRef word);
  /// /usr/local/cuda/..., /usr/local/cuda-11.8/..., maybe behind an option.
  bool portFolder(llvm::StringRef word);
  /// A folder within that where CUDA is installed: /lib64/stubs behind $(CUDA_PATH).
  bool portToolkitFolder(llvm::StringRef rest);
  /// The same without the slash.
  bool portFolderWithin(llvm::StringRef folder);
  /// .../nvcc, and nvcc where a program is called or looked for.
  bool portProgram(llvm::StringRef word, bool isCalled);
  /// All that paths in a word can name: folders, files of libraries, programs.
  bool portPaths(llvm::StringRef word, bool isCalled);
  /// A word of a compiler's command line that is no flag of nvcc's: any of the above.
  bool portCompilersWord(llvm::StringRef word);

  /// Names and patterns of the tree's files. `shape`: the word with all references to variables
  /// written as ${...} and all patterns with *; as long as the word. `advice`: what to do about a
  /// CUDA source that is not there.
  void portFiles(llvm::StringRef word, llvm::StringRef shape, llvm::StringRef advice);

  size_t file;
  llvm::StringRef buffer;
  const ScriptContext &context;
  const RuleSet &rules;
  ScriptRecorder recorder;
  llvm::SmallVector<const Rule *, 4> found; ///< of a look-up
  std::vector<ByteRange> edited;            ///< in the command or line that is visited
};

/// In place of a port that `reader` would not read as it reads the script: no edits, and an error.
FileResult refusePort(llvm::StringRef reader, llvm::StringRef shownPath, llvm::StringRef buffer,
                      const ScriptContext &context);

/// 70, 90a-real, native: what a list of CUDA's architectures has.
bool isCudaArchitecture(llvm::StringRef word);

} // namespace musaport

#endif // MUSAPORT_SCRIPTS_SCRIPT_PORTER_H
