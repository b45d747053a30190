//===- rewrite/carry_chains.h - PTX's carry flag between asm statements -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `add.cc` in one asm statement, `addc` in the next: the flag is a thread's, and C++ has none. The
// statements use the name musaPortCarry (ptx/translation.h). A function that begins and ends its
// chain gets a variable of this name. Without one the name is that of <musa_port/carry_flag.h>,
// which passes from function to function, and is slow.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_REWRITE_CARRY_CHAINS_H
#define MUSAPORT_REWRITE_CARRY_CHAINS_H

#include "ptx/translation.h"
#include "rewrite/source_text.h"

#include "llvm/ADT/StringMap.h"

#include <string>
#include <vector>

namespace musaport {

/// What several statements have to do with the flag, in the order of the text.
struct CarryFlow {
  bool isUsed = false; ///< one of them uses it
  bool reads = false;  ///< the first that uses it reads what none of them has written
  bool leaves = false; ///< the last that uses it leaves it to others
  bool isClosed() const { return isUsed && !reads && !leaves; }
  void append(const CarryFlow &next);
};

/// Pass 1: what a file has.
struct CarryFacts {
  struct Macro {
    std::string name;
    CarryFlow flow;
  };
  std::vector<Macro> macros; ///< whose text uses the flag, also by a macro of the same file
  bool isRead = false;       ///< a statement reads what another one has written
  bool isLeft = false;       ///< a statement leaves it to others
};
CarryFacts findCarryFacts(llvm::StringRef buffer, llvm::ArrayRef<Token> tokens);

/// The same of a tree.
struct CarryChains {
  llvm::StringMap<CarryFlow> macros; ///< of several definitions: what any of them does
  bool isRead = false, isLeft = false;

  /// Whether a statement may read the flag of another one.
  bool passes() const { return isRead && isLeft; }
  void add(const CarryFacts &facts);
};

/// A function that uses the flag. What is in it, such as a lambda, is a part of it.
struct CarryFunction {
  size_t brace = 0;    ///< the { of its body
  size_t firstUse = 0; ///< the asm or the macro
  CarryFlow flow;
};
std::vector<CarryFunction> findCarryFunctions(const SourceText &text, const CarryChains &chains);

} // namespace musaport

#endif // MUSAPORT_REWRITE_CARRY_CHAINS_H
