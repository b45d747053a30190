//===- rewrite/dead_branches.h - branches that no port takes ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Some branches of #if are dead in the port, whatever the build defines: MUSA defines no
// __CUDACC_VER__, so nothing behind `#ifdef __CUDACC_VER__` needs a person's decision. Whether
// `#elif defined(__CUDACC__)` is taken after `#if defined(__CUDACC__) && __CUDACC_VER_MAJOR__ >= 9`
// depends on the compiler, and each of them has an answer: no. Others are dead on every GPU: behind
// `#if __CUDA_ARCH__ < 300` may be code for the host, but no PTX.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_REWRITE_DEAD_BRANCHES_H
#define MUSAPORT_REWRITE_DEAD_BRANCHES_H

#include "rewrite/source_text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <vector>

namespace musaport {

class DeadBranches {
public:
  /// Answers about the macro at a token; nothing if the answer is not known.
  using Answer = llvm::function_ref<std::optional<bool>(size_t)>;
  struct Facts {
    Answer isDefined; ///< in the port
    Answer compares;  ///< whether its comparison, `X >= 300` or `300 <= X`, is true
  };

  explicit DeadBranches(const SourceText &text) : text(text) {}

  /// Call this once per token, in order. `directive`: see DirectiveTracker::word(). `compilers`:
  /// what each compiler that may read the file knows, in the same order at each token.
  void visit(size_t i, llvm::StringRef directive, llvm::ArrayRef<Facts> compilers) {
    if (!text.startsLine(i) || !text.is(i, clang::tok::hash))
      return;
    readers.resize(compilers.size());
    for (auto [reader, facts] : llvm::zip_equal(readers, compilers))
      beginDirective(i, directive, facts, reader);
  }

  /// Whether no compiler of the port compiles the token at `i`, which is the one visited last.
  bool isDead(size_t i) const;
  /// Whether the token at `i` is a name whose condition asks only whether it is defined, or true.
  static bool isQuestion(const SourceText &text, size_t i, llvm::StringRef directive);
  /// Whether the condition of the directive that begins at the # at `i` is true; nothing if that
  /// depends on the build. `unread`: gets the parts of it that && or || passes over.
  static std::optional<bool> isTrue(const SourceText &text, size_t i, llvm::StringRef directive,
                                    Facts facts, std::vector<TokenRange> &unread);

private:
  struct Level {
    bool isParentDead = false;
    bool isTaken = false; ///< an earlier branch is certainly compiled
    bool isDead = false;  ///< the present branch is not
  };

  /// The file as one compiler reads it.
  struct Reader {
    bool isDead(size_t i) const;

    std::vector<Level> levels;
    std::vector<TokenRange> unread; ///< parts of the present condition that && or || passes over
  };

  void beginDirective(size_t i, llvm::StringRef directive, Facts facts, Reader &reader) const;

  const SourceText &text;
  llvm::SmallVector<Reader, 2> readers;
};

} // namespace musaport

#endif // MUSAPORT_REWRITE_DEAD_BRANCHES_H
