//===- rewrite/compute_capability.h - a device's, read in code --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A port whose sources are parsed says which comparisons of a compute capability have another
// result (checks/arch_runtime_check.h). Other ports say in one place of the tree that there are
// such reads.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_REWRITE_COMPUTE_CAPABILITY_H
#define MUSAPORT_REWRITE_COMPUTE_CAPABILITY_H

#include "rewrite/source_port.h"

namespace musaport {

/// What a name has to do with the compute capability of a device.
enum class CapabilityName : uint8_t {
  None,
  Properties, ///< a type that has it as members, or a function that returns one
  Member,     ///< major
  Attribute,  ///< a function or an attribute that gives it
};

CapabilityName capabilityNameOf(llvm::StringRef name);

/// Visits the names of a source from the first to the last.
class ComputeCapability {
public:
  explicit ComputeCapability(SourcePort &port) : port(port) {}

  /// tokens[i] is an identifier, `name` what it is.
  void visitName(size_t i, CapabilityName name);

private:
  SourcePort &port;
  bool hasProperties = false; ///< of the tokens up to here
};

} // namespace musaport

#endif // MUSAPORT_REWRITE_COMPUTE_CAPABILITY_H
