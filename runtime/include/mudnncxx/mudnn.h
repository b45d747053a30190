/*===- mudnncxx/mudnn.h - mudnn.h by its newer name ---------------*- C++ -*-===//
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*/
#ifndef MUDNNCXX_MUDNN_H
#define MUDNNCXX_MUDNN_H

#include "../mudnn.h"

#endif /* MUDNNCXX_MUDNN_H */
