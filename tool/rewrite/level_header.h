//===- rewrite/level_header.h - <musa_port/cuda_level.h> --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A guard that compares versions uses a level macro (rewrite/guards.h). The header that defines
// these macros has to be included before the first use.
//
// A file that only CUDA's compiler takes, or that includes a header of CUDA's wherever it is
// compiled, includes it once, at its first #include outside any #if, or at its start. Any other
// file may be a part of a build without CUDA, where CUDA_VERSION is 0 in an #if, and where nobody
// has the header. So it is included right before the use, if a header of MUSA's was included by
// then. What a macro's text says is read later: there it is included if it is found.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_REWRITE_LEVEL_HEADER_H
#define MUSAPORT_REWRITE_LEVEL_HEADER_H

#include "rewrite/source_port.h"

#include "llvm/ADT/SmallVector.h"

namespace musaport {

class LevelHeader {
public:
  explicit LevelHeader(SourcePort &port) : port(port) {}

  /// Call this once per token, in order.
  void visit(size_t i);
  /// A level macro is used at tokens[i].
  void useAt(size_t i);
  bool isUsed() const { return !uses.empty(); }
  /// The file includes the header `name`, which is CUDA's own if a rule says so.
  void see(llvm::StringRef name, bool isCudas);
  /// Call this at the end of the file.
  void insertIfUsed();
  /// Before which token's line a header goes that tokens[use] needs: the file's first #include
  /// outside any #if and any braces, or its start. Call this at the end of the file.
  size_t placeBefore(size_t use) const;

private:
  /// An #if, and what is inside of it up to here. The first one stands for the file.
  struct Group {
    size_t begin = 0;      ///< the # of the #if
    bool hasLevel = false; ///< in this branch, if the header goes before each use
  };

  /// A place where the header has to be.
  struct Use {
    size_t before = 0;      ///< the token
    bool isInMacro = false; ///< read where the macro is used
  };

  size_t fileStart() const;
  void insert(size_t at, llvm::ArrayRef<llvm::StringRef> lines);

  static constexpr size_t nowhere = ~size_t(0);

  SourcePort &port;
  llvm::SmallVector<Group, 8> groups = {Group()};
  /// The tokens before which the header has to be there: of all uses, those that no other one
  /// speaks for.
  llvm::SmallVector<Use, 4> uses;
  size_t firstInclude = nowhere, firstUse = nowhere;
  size_t directive = 0; ///< the last one's #
  size_t statement = 0; ///< where the last statement begins that begins a line
  int parentheses = 0;  ///< that are open in the code
  int braces = 0;       ///< the same
  bool isIncluded = false, needsCuda = false;
};

} // namespace musaport

#endif // MUSAPORT_REWRITE_LEVEL_HEADER_H
