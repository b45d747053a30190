//===- rewrite/brackets.h - brackets that tokens open and close -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_REWRITE_BRACKETS_H
#define MUSAPORT_REWRITE_BRACKETS_H

#include "source/tokens.h"

namespace musaport {

/// How many < (or >) the token consists of.
unsigned anglesOf(const Token &token, bool isOpening);

/// 1 for an opening bracket, -1 for a closing one; angles are none.
int depthOf(const Token &token);

} // namespace musaport

#endif // MUSAPORT_REWRITE_BRACKETS_H
