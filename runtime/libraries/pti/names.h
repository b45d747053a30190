//===- libraries/pti/names.h - enumerators by number ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_LIBRARIES_PTI_NAMES_H
#define MUSAPORT_LIBRARIES_PTI_NAMES_H

#include "mupti.h"

#include <string>

namespace musaport::pti {

/// The number of a function that libmusart tells of, such as `musaMemcpy`; 0: it has none. A
/// literal's address is looked up once.
MUpti_CallbackId callbackOf(const char *function, bool isDriver);
/// `musaMemcpy_v3020`; null: there is none.
const char *nameOf(MUpti_CallbackDomain domain, MUpti_CallbackId cbid);
/// How many functions the domain has, with number 0.
size_t countOf(MUpti_CallbackDomain domain);

/// The same text, which lives as long as the process. Null stays null.
const char *kept(const char *text);

} // namespace musaport::pti

#endif // MUSAPORT_LIBRARIES_PTI_NAMES_H
