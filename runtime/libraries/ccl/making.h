//===- libraries/ccl/making.h - how a communicator is made --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_LIBRARIES_CCL_MAKING_H
#define MUSAPORT_LIBRARIES_CCL_MAKING_H

#include "communicator.h"
#include "group.h"

namespace musaport::ccl {

/// The rank of an ID's communicator.
Making joinRank(const std::shared_ptr<const mcclUniqueId> &id,
                const std::shared_ptr<Communicator> &communicator);

/// What a rank wants of a split.
struct Wish {
  int color;
  int key;
};
/// Puts the new communicator into `result`, or null with the color MCCL_SPLIT_NOCOLOR.
Making split(const std::shared_ptr<Communicator> &communicator, Wish wish, mcclComm_t *result);

} // namespace musaport::ccl

#endif // MUSAPORT_LIBRARIES_CCL_MAKING_H
