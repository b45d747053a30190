//===- rewrite/carry_chains.h - PTX's carry flag between asm statements -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `add.cc` in one asm statement, `addc` in the next: PTX has a carry flag for each thread, C++ has
// no such flag. If no function of the tree reads the flag of another, each function that uses it
// gets a variable, `musaPortCarry`. Otherwise the flag is that of <musa_port/carry_flag.h>, in all
// of the tree: it is slow, and the two must not be mixed.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_REWRITE_CARRY_CHAINS_H
#define MUSAPORT_REWRITE_CARRY_CHAINS_H

#include "rewrite/source_text.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"

#include <vector>

namespace musaport {

/// What several statements have to do with the flag, in the order of the text.
struct CarryFlow {
  bool isUsed = false; ///< one of them uses it
  bool reads = false;  ///< the first that uses it reads what none of them has written
  void append(const CarryFlow &next);
};

/// Pass 1: what the asm statements of a file do.
struct CarryFacts {
  bool isRead = false; ///< one reads what another one has written
  bool isLeft = false; ///< one leaves the flag to others
};
CarryFacts findCarryFacts(llvm::StringRef buffer, llvm::ArrayRef<Token> tokens);

/// The same of a tree.
class CarryChains {
public:
  void add(const CarryFacts &facts);
  /// Whether a statement may read the flag of another one.
  bool passes() const { return facts.isRead && facts.isLeft; }

  /// Calls its argument with the text of each source of the tree.
  using ForEachSource = llvm::function_ref<void(llvm::function_ref<void(const SourceText &)>)>;
  /// Looks at the sources again, if passes(): at macros, and then at functions.
  void follow(ForEachSource forEachSource);

  /// The name of the flag in the port; empty if it does not pass.
  llvm::StringRef variable() const;
  /// Whether it goes from function to function, or may do so.
  bool isShared() const { return shared; }
  /// The { of each function that uses the flag.
  std::vector<size_t> functions(const SourceText &text) const;

private:
  CarryFacts facts;
  llvm::StringMap<CarryFlow> macros; ///< whose text uses the flag; of several definitions any
  bool shared = false;
};

} // namespace musaport

#endif // MUSAPORT_REWRITE_CARRY_CHAINS_H
