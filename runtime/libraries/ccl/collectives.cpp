//===- libraries/ccl/collectives.cpp ---------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ranks of one process read and write each other's buffers. Others pass the data on in rounds, in
// slots of the board.
//===----------------------------------------------------------------------===//
#include "collectives.h"

#include "copy.h"

#include <algorithm>
#include <cstring>

namespace musaport::ccl {
namespace {

using Kind = Collective::Kind;

/// What the ranks tell each other.
struct Note {
  Kind kind;
  size_t count;
  mcclDataType_t type;
  mcclRedOp_t operation;
  bool hasFactors;
  int root;
  const std::byte *send;
  std::byte *receive;
  Factor factor;
};

bool agree(const Note &a, const Note &b) {
  return a.kind == b.kind && a.count == b.count && a.type == b.type && a.operation == b.operation &&
         a.hasFactors == b.hasFactors && a.root == b.root;
}

/// Elements from `first` to `end`.
struct Part {
  size_t first, end;
  size_t size() const { return end - first; }
};
/// The rank's, of `count` elements that all divide among them.
Part partOf(size_t count, int rank, int ranks) {
  constexpr size_t together = 64; // so that no cache line has two writers
  const size_t each = (count / ranks + together - 1) / together * together;
  const size_t first = std::min(count, rank * each);
  return {first, rank == ranks - 1 ? count : std::min(count, first + each)};
}

void copyBytes(std::byte *to, const std::byte *from, size_t bytes) {
  if (to != from && bytes != 0)
    std::memcpy(to, from, bytes);
}
/// A part of a result.
void copyBytes(std::byte *to, const std::byte *from, size_t bytes, bool isPastCaches) {
  if (to != from && bytes != 0)
    copyResult(to, from, bytes, isPastCaches);
}

class Run {
public:
  Run(Board &board, const Collective &collective)
      : board(board), reduction(collective.reduction), count(collective.count),
        width(sizeOf(collective.reduction.type)), ranks(board.size), rank(board.rank),
        root(collective.root) {
    own() = {collective.kind,
             collective.count,
             reduction.type,
             reduction.operation,
             reduction.hasFactors,
             root,
             static_cast<const std::byte *>(collective.send),
             static_cast<std::byte *>(collective.receive),
             collective.factorOnDevice != nullptr
                 ? factorAt(collective.factorOnDevice, reduction.type)
                 : collective.factor};
  }

  void run() {
    board.meet(Party::Stream);
    for (int other = 0; other < ranks; ++other)
      require(agree(noteOf(0), noteOf(other)), mcclInvalidUsage,
              "the ranks call different collectives, or with different arguments");
    if (board.isOneProcess())
      direct();
    else
      inRounds();
    board.meet(Party::Stream); // nobody needs the others' buffers and notes any more
  }

private:
  Note &noteOf(int other) const { return board.note<Note>(Party::Stream, other); }
  Note &own() const { return noteOf(rank); }
  bool isRoot() const { return rank == root; }
  /// Whether a rank's result is written past the caches. Not in place: what has just been read is
  /// in a cache.
  bool isPastCaches(int other) const {
    return isBeyondCache(count * width) && noteOf(other).receive != noteOf(other).send;
  }
  void meet() { board.meet(Party::Stream); }

  /// `at(other)` for each rank.
  template <typename At> std::vector<Source> sources(At at) const {
    std::vector<Source> result;
    result.reserve(ranks);
    for (int other = 0; other < ranks; ++other)
      result.push_back({at(other), noteOf(other).factor});
    return result;
  }

  void direct() {
    const DirectCopy copy(board);
    switch (own().kind) {
    case Kind::AllReduce:
    case Kind::Reduce:
      return reducePart();
    case Kind::ReduceScatter:
      return reduce(reduction, sources([this](int other) {
                      return noteOf(other).send + rank * count * width;
                    }),
                    count, {{own().receive, isPastCaches(rank)}});
    case Kind::Broadcast:
      return copyBytes(own().receive, noteOf(root).send, count * width);
    case Kind::AllGather:
      for (int other = 0; other < ranks; ++other)
        copyBytes(own().receive + other * count * width, noteOf(other).send, count * width);
    }
  }

  /// Each rank computes a part for all who want it.
  void reducePart() {
    const Part part = partOf(count, rank, ranks);
    std::vector<Destination> destinations;
    for (int other = 0; other < ranks; ++other)
      if (own().kind == Kind::AllReduce || other == root)
        destinations.push_back({noteOf(other).receive + part.first * width, isPastCaches(other)});
    reduce(reduction, sources([&](int other) { return noteOf(other).send + part.first * width; }),
           part.size(), destinations);
  }

  void inRounds() {
    switch (own().kind) {
    case Kind::AllReduce:
    case Kind::Reduce:
      return reduceInRounds();
    case Kind::ReduceScatter:
      return reduceScatterInRounds();
    case Kind::Broadcast:
      return broadcastInRounds();
    case Kind::AllGather:
      return gatherInRounds();
    }
  }

  /// Rounds of at most so many elements.
  template <typename Round> void forRounds(size_t elements, Round round) {
    int number = 0;
    for (size_t first = 0; first < count; first += elements)
      round(Part{first, std::min(count, first + elements)}, number++ % 2);
  }
  /// A half of a rank's slot. It is written again two rounds later: all have been to a meeting
  /// since they have read it.
  std::byte *half(int ofRank, int number) const {
    return board.slot(ofRank) + number * (Board::slotBytes / 2);
  }
  size_t halfElements() const { return Board::slotBytes / 2 / width; }

  /// One meeting a round: the ranks put the elements of a round where the others find them, combine
  /// those of the round before, and fetch the results of the one before that.
  void reduceInRounds() {
    const size_t elements = halfElements();
    const size_t rounds = (count + elements - 1) / elements;
    const auto roundOf = [&](size_t number) {
      return Part{number * elements, std::min(count, (number + 1) * elements)};
    };
    for (size_t number = 0; number < rounds + 2; ++number) {
      if (number != 0)
        meet();
      if (number < rounds)
        putForOthers(roundOf(number), number % 2);
      if (number >= 1 && number <= rounds)
        reduceOwnPart(roundOf(number - 1), (number - 1) % 2);
      if (number >= 2 && hasResults())
        fetchFromOthers(roundOf(number - 2), (number - 2) % 2);
    }
  }
  bool hasResults() const { return own().kind == Kind::AllReduce || isRoot(); }

  void putForOthers(Part round, int number) {
    for (int other = 0; other < ranks; ++other)
      if (const Part part = partOf(round.size(), other, ranks); other != rank)
        copyForOthers(half(rank, number) + part.first * width,
                      own().send + (round.first + part.first) * width, part.size() * width);
  }
  void reduceOwnPart(Part round, int number) {
    const Part part = partOf(round.size(), rank, ranks);
    const size_t place = (round.first + part.first) * width;
    std::vector<Destination> destinations = {
        {half(ranks, number) + part.first * width, /*isPastCaches=*/true}};
    if (hasResults())
      destinations.push_back({own().receive + place, isPastCaches(rank)});
    reduce(reduction, sources([&](int other) {
             return other == rank ? own().send + place : half(other, number) + part.first * width;
           }),
           part.size(), destinations);
  }
  void fetchFromOthers(Part round, int number) {
    for (int other = 0; other < ranks; ++other)
      if (const Part part = partOf(round.size(), other, ranks); other != rank)
        copyBytes(own().receive + (round.first + part.first) * width,
                  half(ranks, number) + part.first * width, part.size() * width,
                  isPastCaches(rank));
  }

  void reduceScatterInRounds() {
    const size_t elements = std::max<size_t>(1, halfElements() / ranks);
    forRounds(elements, [&](Part round, int number) {
      const auto place = [&](int from, int to) {
        return half(from, number) + to * elements * width;
      };
      const auto sendTo = [&](int other) {
        return own().send + (other * count + round.first) * width;
      };
      for (int other = 0; other < ranks; ++other)
        if (other != rank)
          copyForOthers(place(rank, other), sendTo(other), round.size() * width);
      meet();
      reduce(reduction,
             sources([&](int other) { return other == rank ? sendTo(rank) : place(other, rank); }),
             round.size(), {{own().receive + round.first * width, /*isPastCaches=*/false}});
    });
  }

  void broadcastInRounds() {
    forRounds(halfElements(), [this](Part round, int number) {
      const size_t bytes = round.size() * width;
      if (isRoot())
        copyForOthers(half(root, number), own().send + round.first * width, bytes);
      meet();
      copyBytes(own().receive + round.first * width,
                isRoot() ? own().send + round.first * width : half(root, number), bytes,
                isPastCaches(rank));
    });
  }

  void gatherInRounds() {
    forRounds(halfElements(), [this](Part round, int number) {
      const size_t bytes = round.size() * width;
      const auto fromOther = [&](int other) {
        return other == rank ? own().send + round.first * width : half(other, number);
      };
      copyForOthers(half(rank, number), own().send + round.first * width, bytes);
      meet();
      for (int other = 0; other < ranks; ++other)
        copyBytes(own().receive + (other * count + round.first) * width, fromOther(other), bytes);
    });
  }

  Board &board;
  const Reduction reduction;
  const size_t count, width;
  const int ranks, rank, root;
};

} // namespace

void run(Board &board, const Collective &collective) { Run(board, collective).run(); }

} // namespace musaport::ccl
