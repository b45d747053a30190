//===- mcc/variadic_functions.h - a variable number of arguments -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_VARIADIC_FUNCTIONS_H
#define MUSAPORT_MCC_VARIADIC_FUNCTIONS_H

#include "llvm/Support/Error.h"

namespace llvm {
class Module;
} // namespace llvm

namespace musaport {

/// Gives each variadic function that is defined here a last parameter in place of the `...`: the
/// address of a structure of the arguments, which va_list walks through. So these functions are
/// cut, inlined and given the thread as all others. `module` is still nvptx64's. The C library's
/// keep their form; an error for those of them that take a va_list, which is another on the host.
llvm::Error expandVariadicFunctions(llvm::Module &module);

} // namespace musaport

#endif // MUSAPORT_MCC_VARIADIC_FUNCTIONS_H
