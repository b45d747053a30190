//===- rewrite/shown_values.h - values that are only shown ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_REWRITE_SHOWN_VALUES_H
#define MUSAPORT_REWRITE_SHOWN_VALUES_H

#include "rewrite/source_text.h"

namespace musaport {

/// Whether the value of tokens[i], or of its call, is certainly only shown to people: written to a
/// stream, joined to a text by +, or an argument of what prints, formats, logs or throws.
bool isOnlyShown(const SourceText &text, size_t i);

} // namespace musaport

#endif // MUSAPORT_REWRITE_SHOWN_VALUES_H
