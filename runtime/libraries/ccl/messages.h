//===- libraries/ccl/messages.h - from one rank to another --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_LIBRARIES_CCL_MESSAGES_H
#define MUSAPORT_LIBRARIES_CCL_MESSAGES_H

#include "board.h"

#include <cstddef>
#include <vector>

namespace musaport::ccl {

struct Message {
  enum class Direction : uint8_t { Send, Receive };
  Direction direction;
  int peer;
  std::byte *data; ///< only read if sent
  size_t bytes;
};

/// Sends and receives all of them at once. Those with one peer in one direction keep their order.
void run(Board &board, const std::vector<Message> &messages);

} // namespace musaport::ccl

#endif // MUSAPORT_LIBRARIES_CCL_MESSAGES_H
