//===- libraries/ccl/board.h - memory that all ranks share --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_LIBRARIES_CCL_BOARD_H
#define MUSAPORT_LIBRARIES_CCL_BOARD_H

#include "failure.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <sys/types.h>
#include <vector>

namespace musaport::ccl {

/// Who takes part in a meeting: the streams, for collectives, or the program, for splits. The two
/// do not wait for each other.
enum class Party : uint8_t { Stream, Program };

/// Messages from one rank to another are passed on in pieces, as many as this at a time.
constexpr unsigned pieces = 2;
constexpr size_t pieceBytes = size_t{256} << 10;

/// What has been sent and received of the messages from one rank to another.
struct Mailbox {
  struct Piece {
    const void *data; ///< if both ranks are in one process: the whole message
    size_t bytes;
    size_t messageBytes;
  };
  std::atomic<uint64_t> sent;
  std::atomic<uint64_t> received;
  std::array<Piece, pieces> pieces;
};

/// One rank's view of the memory, which goes with the last process that has it. All waiting of the
/// library is here: it ends with a Failure if a rank has ended, has aborted, or has failed.
class Board {
public:
  /// Does not wait for the other ranks. Throws if ranks do not agree.
  static std::shared_ptr<Board> join(const mcclUniqueId &id, int size, int rank, int device);
  ~Board();
  Board(const Board &) = delete;
  Board &operator=(const Board &) = delete;

  const int size;
  const int rank;

  /// Returns when all ranks have joined. Throws mcclInvalidUsage if two have one device.
  void waitForAll();
  bool isInThisProcess(int other) const;
  bool isOneProcess() const { return oneProcess; }

  /// A meeting: each rank leaves a note, arrives, and reads the others' notes once all have come.
  /// A rank's note may change when all have come to the next meeting.
  template <typename Note> Note &note(Party party, int ofRank) const {
    static_assert(sizeof(Note) <= noteBytes);
    return *reinterpret_cast<Note *>(noteAt(party, ofRank));
  }
  void arrive(Party party);
  void waitForArrivals(Party party);
  void meet(Party party) {
    arrive(party);
    waitForArrivals(party);
  }

  /// Where a rank of another process puts data; and one more for all ranks.
  static constexpr size_t slotBytes = size_t{1} << 20;
  std::byte *slot(int ofRank) const;
  std::byte *commonSlot() const { return slot(size); }
  Mailbox &mailbox(int from, int to) const;
  std::byte *piece(int from, int to, uint64_t number) const;

  /// Waits until `isDone`, which is asked again when a rank has rung. It is not asked once the
  /// communicator has failed: what a failed rank has left is not to be used.
  template <typename Done> void waitUntil(Done isDone) {
    for (;;) {
      const uint32_t heard = lastRing();
      throwIfOver();
      if (isDone())
        return;
      listen(heard);
    }
  }
  void ring();
  /// Whether the rank is not going to do any more. Ask before you look what it has done.
  bool hasLeft(int other) const;
  /// It has left, and something of it is missing.
  [[noreturn]] void failWithout(int other) const;

  /// Throws if a rank has failed or has died.
  void check();
  /// Ends it for all ranks, unless another one has already. Waiting ends with this result, for
  /// which `ofRank` is the reason.
  void fail(mcclResult_t result, int ofRank);
  /// After a failure: waits until no rank of this process has a DirectCopy.
  void waitForCopies();
  /// The rank has done all that it was to do.
  void leave();

  static constexpr size_t noteBytes = 256;

private:
  friend class DirectCopy;
  struct Header;
  struct RankState;
  Board(int size, int rank, pid_t maker) : size(size), rank(rank), maker(maker) {}
  Header &header() const { return *reinterpret_cast<Header *>(memory); }
  RankState &state(int ofRank) const;
  std::byte *noteAt(Party party, int ofRank) const;
  void enter(int device);
  uint32_t lastRing() const;
  void throwIfOver() const;
  void listen(uint32_t heard);
  void lookForTheDead();

  const pid_t maker; ///< of the unique ID
  std::byte *memory = nullptr;
  size_t bytes = 0;
  bool oneProcess = false;
  std::vector<int> processes; ///< pidfds of the ranks in other processes, -1 for the rest
  int makerProcess = -1;
};

/// While it exists, the rank may use buffers of other ranks of this process. They are not given
/// back to their owners before, even if the communicator fails. Throws if it has failed.
class DirectCopy {
public:
  explicit DirectCopy(Board &board);
  ~DirectCopy();
  DirectCopy(const DirectCopy &) = delete;
  DirectCopy &operator=(const DirectCopy &) = delete;

private:
  Board &board;
};

} // namespace musaport::ccl

#endif // MUSAPORT_LIBRARIES_CCL_BOARD_H
