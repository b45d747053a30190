//===- libraries/ccl/messages.cpp ------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "messages.h"

#include "copy.h"

#include <algorithm>
#include <cstring>
#include <deque>
#include <map>
#include <set>
#include <utility>

namespace musaport::ccl {
namespace {

using Direction = Message::Direction;

/// A message on its way.
class Transfer {
public:
  Transfer(Board &board, const Message &message)
      : board(board), message(message), isDirect(board.isInThisProcess(message.peer)),
        from(message.direction == Direction::Send ? board.rank : message.peer),
        to(message.direction == Direction::Send ? message.peer : board.rank),
        box(board.mailbox(from, to)) {}

  /// Does what can be done without a wait. Returns whether that is anything.
  bool advance() { return message.direction == Direction::Send ? send() : receive(); }
  bool isDone() const { return done; }

private:
  bool send() {
    if (isPosted) { // the receiver copies
      done = box.received >= last;
      return done;
    }
    bool any = false;
    while (!done && !isPosted && box.sent - box.received < (isDirect ? 1 : pieces)) {
      sendPiece();
      any = true;
    }
    return any;
  }
  void sendPiece() {
    const uint64_t number = box.sent;
    const size_t bytes = isDirect ? message.bytes : std::min(pieceBytes, message.bytes - moved);
    if (!isDirect)
      copyForOthers(board.piece(from, to, number), message.data + moved, bytes);
    box.pieces[number % pieces] = {message.data, bytes, message.bytes};
    box.sent = number + 1;
    board.ring();
    moved += bytes;
    last = number + 1;
    isPosted = isDirect;
    done = !isDirect && moved == message.bytes;
  }

  bool receive() {
    bool any = false;
    while (!done && box.sent > box.received) {
      receivePiece();
      any = true;
    }
    return any;
  }
  void receivePiece() {
    const DirectCopy copy(board);
    const uint64_t number = box.received;
    const Mailbox::Piece piece = box.pieces[number % pieces];
    require(piece.messageBytes == message.bytes, mcclInvalidUsage,
            "a message and what receives it have different sizes");
    if (piece.bytes != 0)
      std::memmove(message.data + moved, isDirect ? piece.data : board.piece(from, to, number),
                   piece.bytes);
    moved += piece.bytes;
    done = moved == message.bytes;
    box.received = number + 1;
    board.ring();
  }

  Board &board;
  const Message message;
  const bool isDirect;
  const int from, to;
  Mailbox &box;
  size_t moved = 0;
  uint64_t last = 0;
  bool isPosted = false;
  bool done = false;
};

} // namespace

void run(Board &board, const std::vector<Message> &messages) {
  std::map<std::pair<Direction, int>, std::deque<Transfer>> queues;
  for (const Message &message : messages)
    queues[{message.direction, message.peer}].emplace_back(board, message);
  board.waitUntil([&] {
    std::set<int> gone;
    for (const auto &[key, queue] : queues)
      if (board.hasLeft(key.second))
        gone.insert(key.second);
    for (bool any = true; any;) {
      any = false;
      for (auto &[key, queue] : queues)
        while (!queue.empty() && queue.front().advance()) {
          any = true;
          if (queue.front().isDone())
            queue.pop_front();
        }
      std::erase_if(queues, [](const auto &entry) { return entry.second.empty(); });
    }
    for (const auto &[key, queue] : queues)
      if (gone.count(key.second) != 0)
        board.failWithout(key.second);
    return queues.empty();
  });
}

} // namespace musaport::ccl
