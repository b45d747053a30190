/*===- mudnn.h - operations of neural networks --------------------*- C++ -*-===//
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * muDNN's C++ interface, as far as docs/reference/libraries.md lists it; programs link with
 *-lmudnn. A call puts its work into the handle's stream.
 *===----------------------------------------------------------------------===*/
#ifndef MUDNN_H
#define MUDNN_H

#include "mudnn_base.h"
#include "mudnn_math.h"
#include "mudnn_nn.h"
#include "mudnn_tensor.h"

#endif /* MUDNN_H */
