//===- libraries/ccl/group.h - calls that begin together ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_LIBRARIES_CCL_GROUP_H
#define MUSAPORT_LIBRARIES_CCL_GROUP_H

#include "collectives.h"
#include "communicator.h"
#include "messages.h"

#include <functional>
#include <memory>
#include <variant>
#include <vector>

namespace musaport::ccl {

/// A collective or a message of a communicator, to be put into a stream.
struct Call {
  std::shared_ptr<Communicator> communicator;
  musaStream_t stream;
  std::variant<Collective, Message> what;
};

/// Making a communicator. A step waits for what all ranks do in the step before. So each step is
/// run for all of the group's before the next one.
struct Making {
  std::shared_ptr<Communicator> communicator;
  std::vector<std::function<void()>> steps;
};

/// The calling thread's. A call without a group is a group of one.
void startGroup();
/// Begins what was added, at the end of the outermost group. Throws what went wrong in the group.
void endGroup();
void add(Call call);
void add(Making making);
/// Runs the body of a call that adds to the group. If it throws, nothing of the group begins.
void inGroup(const std::function<void()> &body);

} // namespace musaport::ccl

#endif // MUSAPORT_LIBRARIES_CCL_GROUP_H
