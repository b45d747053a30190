//===- libraries/ccl/making.cpp --------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "making.h"

#include "unique_id.h"

#include <algorithm>
#include <utility>

namespace musaport::ccl {
namespace {

void join(const mcclUniqueId &id, Communicator &communicator) {
  communicator.board = Board::join(id, communicator.size, communicator.rank, communicator.device);
}
void waitForAll(const mcclUniqueId &id, Communicator &communicator) {
  communicator.board->waitForAll();
  forgetUniqueId(id);
  communicator.isReady = true;
}

/// What the ranks tell each other. The ID is used if the rank comes first in the new communicator.
struct Note {
  Wish wish;
  mcclUniqueId id;
};

/// Of one rank, from step to step.
struct Split {
  const std::shared_ptr<Communicator> from;
  const Wish wish;
  mcclComm_t *const result;
  std::unique_ptr<const OwnUniqueId> own;
  mcclUniqueId used = {};
  std::shared_ptr<Communicator> made;

  Note &noteOf(int rank) const { return from->board->note<Note>(Party::Program, rank); }

  void ask() {
    own = std::make_unique<OwnUniqueId>();
    noteOf(from->rank) = {wish, own->id};
    from->board->arrive(Party::Program);
  }
  void join() {
    from->board->waitForArrivals(Party::Program);
    std::vector<std::pair<int, int>> members; // key, rank: the order of the new ranks
    for (int rank = 0; rank < from->size; ++rank)
      if (noteOf(rank).wish.color == wish.color)
        members.emplace_back(noteOf(rank).wish.key, rank);
    std::sort(members.begin(), members.end());
    used = noteOf(members.front().second).id;
    const auto mine = std::find(members.begin(), members.end(), std::pair(wish.key, from->rank));
    require(mine != members.end(), mcclInternalError, "the rank's wish is not there");
    if (wish.color != MCCL_SPLIT_NOCOLOR) {
      made = std::make_shared<Communicator>(static_cast<int>(members.size()),
                                            static_cast<int>(mine - members.begin()), from->device);
      ccl::join(used, *made);
    }
    from->board->arrive(Party::Program);
  }
  void finish() {
    from->board->waitForArrivals(Party::Program); // a rank that dies before is missed here
    if (made != nullptr)
      waitForAll(used, *made);
    *result = made != nullptr ? addCommunicator(made) : MCCL_COMM_NULL;
  }
};

} // namespace

Making joinRank(const std::shared_ptr<const mcclUniqueId> &id,
                const std::shared_ptr<Communicator> &communicator) {
  return {communicator,
          {[=] { join(*id, *communicator); }, [=] { waitForAll(*id, *communicator); }}};
}

Making split(const std::shared_ptr<Communicator> &communicator, Wish wish, mcclComm_t *result) {
  const auto state =
      std::make_shared<Split>(Split{communicator, wish, result, nullptr, {}, nullptr});
  return {communicator, {[=] { state->ask(); }, [=] { state->join(); }, [=] { state->finish(); }}};
}

} // namespace musaport::ccl
