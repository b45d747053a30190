//===- rewrite/carry_variables.h - what stands for PTX's carry flag --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_REWRITE_CARRY_VARIABLES_H
#define MUSAPORT_REWRITE_CARRY_VARIABLES_H

#include "rewrite/carry_chains.h"
#include "rewrite/needed_headers.h"
#include "rewrite/source_port.h"

#include <vector>

namespace musaport {

/// Gives each function that uses the flag a variable. If the flag is shared, includes its header,
/// and says so once a file.
class CarryVariables {
public:
  /// `isNested`: a text that a pattern made has no functions.
  CarryVariables(SourcePort &port, bool isNested);

  /// Call this once per token, in order.
  void visit(size_t i);
  /// The asm statement at tokens[i] was translated.
  void translated(size_t i, bool usesCarry, NeededHeaders &headers);

private:
  SourcePort &port;
  std::vector<size_t> functions; ///< the { of each that gets a variable
  size_t next = 0;               ///< of `functions`
};

} // namespace musaport

#endif // MUSAPORT_REWRITE_CARRY_VARIABLES_H
