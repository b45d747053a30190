//===- ptx/draft.h - the state of a translation -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_PTX_DRAFT_H
#define MUSAPORT_PTX_DRAFT_H

#include "ptx/asm_statement.h"
#include "ptx/instruction.h"
#include "ptx/table.h"
#include "ptx/translation.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

#include <string>

namespace musaport::ptx {

CarryUse carryUseOf(const Program &program, const Table &table);

/// What the parts that translate a statement share.
struct Draft {
  Draft(const AsmStatement &statement, const Table &table, const Program &program,
        const Surroundings &surroundings);

  const AsmStatement &statement;
  const Table &table;
  const Program &program;
  const bool inMacro;
  const bool hasWideWarps; ///< the target's warps have more lanes than NVIDIA's
  /// The variable that has the carry flag between statements; empty if this one does not use it.
  const llvm::StringRef carryBetween;

  /// The variable that has the carry flag.
  llvm::StringRef carry() const;

  Translation result;
  const Instruction *current = nullptr; ///< the one being translated

  /// Records that the current instruction has no translation. Returns false.
  bool fail(const llvm::Twine &reason);
  /// Records that a row or a special register is used.
  void use(const std::string &name);
  /// Records that the text may use what the header declares; `header` may be empty.
  void useHeader(llvm::StringRef header);
  /// Records a difference in behaviour; `text` may be empty.
  void note(const std::string &instruction, llvm::StringRef text);
};

} // namespace musaport::ptx

#endif // MUSAPORT_PTX_DRAFT_H
