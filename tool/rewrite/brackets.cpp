//===- rewrite/brackets.cpp -------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/brackets.h"

namespace musaport {

unsigned anglesOf(const Token &token, bool isOpening) {
  switch (token.kind) {
  case clang::tok::less:
    return isOpening ? 1 : 0;
  case clang::tok::lessless:
    return isOpening ? 2 : 0;
  case clang::tok::lesslessless:
    return isOpening ? 3 : 0;
  case clang::tok::greater:
    return isOpening ? 0 : 1;
  case clang::tok::greatergreater:
    return isOpening ? 0 : 2;
  case clang::tok::greatergreatergreater:
    return isOpening ? 0 : 3;
  default:
    return 0;
  }
}

int depthOf(const Token &token) {
  switch (token.kind) {
  case clang::tok::l_paren:
  case clang::tok::l_square:
  case clang::tok::l_brace:
    return 1;
  case clang::tok::r_paren:
  case clang::tok::r_square:
  case clang::tok::r_brace:
    return -1;
  default:
    return 0;
  }
}

} // namespace musaport
