//===- mcc/structure_arguments.h - structures for variadic functions --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_STRUCTURE_ARGUMENTS_H
#define MUSAPORT_MCC_STRUCTURE_ARGUMENTS_H

#include "clang/AST/ASTConsumer.h"

#include <memory>

namespace musaport {

/// Has a structure that is passed for the `...` of a function passed by the address of its copy, as
/// va_arg() in device code expects it (musa_port/device/variable_arguments.h). Clang passes its
/// members for nvptx, one by one, and nothing tells where it begins. Comes before the consumer that
/// makes code.
std::unique_ptr<clang::ASTConsumer> passStructuresByAddress();

} // namespace musaport

#endif // MUSAPORT_MCC_STRUCTURE_ARGUMENTS_H
