//===- ptx/asm_statement.h - asm statements of a source file ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_PTX_ASM_STATEMENT_H
#define MUSAPORT_PTX_ASM_STATEMENT_H

#include "source/tokens.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace musaport::ptx {

struct AsmOperand {
  std::string name;       ///< of [name], or empty
  std::string constraint; ///< "=r"; empty where a macro stands for it
  bool isOutput = false;
  std::string expression; ///< what stands in its parentheses, one space between tokens at most
  /// Reading it twice, or before another operand, makes no difference: names, literals, members and
  /// elements, casts; no call, no assignment.
  bool isPlain = false;

  bool isReadWrite() const { return constraint.find('+') != std::string::npos; }
  /// The letter: 'r', 'l', 'h', 'f', 'd', 'n'; 0 if there is not exactly one.
  char letter() const;
};

struct AsmStatement {
  size_t first = 0, last = 0; ///< tokens [first, last): from asm to the closing parenthesis
  bool isVolatile = false;
  bool clobbersMemory = false;
  /// The template, its escapes read; a parameter of a macro that is made a string is "#name".
  std::string text;
  /// A macro, or anything else but a string literal, that is part of the template.
  std::string unreadable;
  bool hasAnother = false;          ///< one stands within it: ({ asm("..."); x; })
  std::vector<AsmOperand> operands; ///< outputs, then inputs
};

/// asm, or one of its names with underscores.
bool isAsmKeyword(llvm::StringRef name);

/// The statement whose `asm` (or __asm, __asm__) is tokens[at]. Nullopt if none is there, as where
/// asm is the name of a macro's parameter, or a label has no parentheses.
std::optional<AsmStatement> readAsmStatement(llvm::StringRef buffer, llvm::ArrayRef<Token> tokens,
                                             size_t at);

} // namespace musaport::ptx

#endif // MUSAPORT_PTX_ASM_STATEMENT_H
