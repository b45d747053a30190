//===- rewrite/name_map.h - macros that stand for another name --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_REWRITE_NAME_MAP_H
#define MUSAPORT_REWRITE_NAME_MAP_H

#include "rewrite/source_text.h"

#include <optional>

namespace musaport {

/// A #define whose text is one other name: `#define a b`, `#define a(x, y) b(x, y)`.
struct NameMap {
  TokenRange tokens; ///< the whole directive
  size_t name = 0;   ///< token of the macro's name
  size_t target = 0; ///< token of the other name
};

/// The one that begins at tokens[i], which is a #.
std::optional<NameMap> findNameMap(const SourceText &text, size_t i);

} // namespace musaport

#endif // MUSAPORT_REWRITE_NAME_MAP_H
