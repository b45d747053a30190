//===- libraries/ccl/board.cpp ---------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "board.h"

#include "unique_id.h"

#include <cerrno>
#include <climits>
#include <linux/futex.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

namespace musaport::ccl {
namespace {

/// How long a rank sleeps before it looks whether another has died.
constexpr long sleepNanoseconds = 50'000'000;
/// How often it looks before it sleeps: what all wait for is often about to come.
constexpr int looks = 300;

/// std::atomic's own waiting is for the threads of one process.
long futex(std::atomic<uint32_t> &word, int operation, uint32_t value, const timespec *timeout) {
  return syscall(SYS_futex, &word, operation, value, timeout, nullptr, 0);
}

int openProcess(pid_t process) { return static_cast<int>(syscall(SYS_pidfd_open, process, 0)); }

bool hasEnded(int process) {
  pollfd asked = {process, POLLIN, 0};
  return process >= 0 && poll(&asked, 1, 0) > 0;
}

constexpr unsigned resultBits = 8;

std::string nameOf(int rank) { return "rank " + std::to_string(rank); }

} // namespace

struct Board::Header {
  std::atomic<int> size;
  std::atomic<int> joined;
  std::atomic<uint32_t> rings;
  std::atomic<uint32_t> listeners;
  std::atomic<uint32_t> failure; ///< an mcclResult_t, and above that the rank
};

struct alignas(64) Board::RankState {
  struct Meetings {
    std::atomic<uint64_t> arrivals;
    alignas(16) std::array<std::byte, noteBytes> note;
  };
  std::atomic<bool> isTaken, isThere, hasLeft;
  pid_t process;
  int device;
  std::atomic<int> copies; ///< how many DirectCopy it has
  std::array<Meetings, 2> meetings;
};

namespace {
constexpr size_t page = 4096;
size_t toPages(size_t bytes) { return (bytes + page - 1) / page * page; }

/// The file's parts, one after the other. What no rank touches takes no memory.
struct Offsets {
  size_t states, mailboxes, slots, pieceData, end;
};
Offsets offsetsFor(size_t size, size_t stateBytes) {
  Offsets result = {};
  result.states = meetingHeaderBytes;
  result.mailboxes = result.states + toPages(size * stateBytes);
  result.slots = result.mailboxes + toPages(size * size * sizeof(Mailbox));
  result.pieceData = result.slots + (size + 1) * Board::slotBytes;
  result.end = result.pieceData + size * size * pieces * pieceBytes;
  return result;
}
} // namespace

std::shared_ptr<Board> Board::join(const mcclUniqueId &id, int size, int rank, int device) {
  const MeetingFile meeting = openMeeting(id);
  struct Closing {
    int file;
    ~Closing() { close(file); }
  } const closing{meeting.file};
  std::shared_ptr<Board> board(new Board(size, rank, meeting.maker));

  void *first =
      mmap(nullptr, meetingHeaderBytes, PROT_READ | PROT_WRITE, MAP_SHARED, meeting.file, 0);
  require(first != MAP_FAILED, mcclSystemError, "the ranks' memory cannot be mapped");
  int known = 0;
  const bool agree =
      static_cast<Header *>(first)->size.compare_exchange_strong(known, size) || known == size;
  munmap(first, meetingHeaderBytes);
  require(agree, mcclInvalidUsage, "ranks give the communicator different sizes");

  const size_t bytes = offsetsFor(size, sizeof(RankState)).end;
  void *memory = MAP_FAILED;
  if (ftruncate(meeting.file, static_cast<off_t>(bytes)) == 0) // the same for every rank
    memory =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, meeting.file, 0);
  require(memory != MAP_FAILED, mcclSystemError, "there is no memory for the ranks to share");
  board->memory = static_cast<std::byte *>(memory);
  board->bytes = bytes;
  board->enter(device);
  return board;
}

void Board::enter(int device) {
  processes.assign(size, -1);
  RankState &mine = state(rank);
  require(!mine.isTaken.exchange(true), mcclInvalidUsage, "two ranks have one number");
  mine.process = getpid();
  mine.device = device;
  mine.isThere = true;
  ++header().joined;
  ring();
}

Board::~Board() {
  for (const int process : processes)
    if (process >= 0)
      close(process);
  if (makerProcess >= 0)
    close(makerProcess);
  if (memory != nullptr)
    munmap(memory, bytes);
}

void Board::waitForAll() {
  if (maker != getpid())
    makerProcess = openProcess(maker);
  waitUntil([this] { return header().joined == size; });
  if (makerProcess >= 0)
    close(makerProcess);
  makerProcess = -1;
  oneProcess = true;
  for (int other = 0; other < size; ++other) {
    const RankState &theirs = state(other);
    if (theirs.process != getpid()) {
      oneProcess = false;
      processes[other] = openProcess(theirs.process);
      if (processes[other] < 0 && errno == ESRCH && !theirs.hasLeft)
        fail(mcclRemoteError, other);
    } else if (other != rank && theirs.device == state(rank).device) {
      fail(mcclInvalidUsage, rank);
      throw Failure{mcclInvalidUsage, nameOf(rank) + " and " + nameOf(other) +
                                          " of one process are on one device; " +
                                          "MUSA_HOST_DEVICES sets how many devices there are"};
    }
  }
}

bool Board::isInThisProcess(int other) const { return state(other).process == getpid(); }

void Board::arrive(Party party) {
  ++state(rank).meetings[static_cast<size_t>(party)].arrivals;
  ring();
}

void Board::waitForArrivals(Party party) {
  const auto arrivals = [this, party](int ofRank) -> uint64_t {
    return state(ofRank).meetings[static_cast<size_t>(party)].arrivals;
  };
  const uint64_t all = arrivals(rank);
  waitUntil([&] {
    for (int other = 0; other < size; ++other)
      if (const bool isGone = hasLeft(other); arrivals(other) < all) {
        if (isGone)
          failWithout(other);
        return false;
      }
    return true;
  });
}

Board::RankState &Board::state(int ofRank) const {
  return reinterpret_cast<RankState *>(memory + meetingHeaderBytes)[ofRank];
}
std::byte *Board::noteAt(Party party, int ofRank) const {
  return state(ofRank).meetings[static_cast<size_t>(party)].note.data();
}
std::byte *Board::slot(int ofRank) const {
  return memory + offsetsFor(size, sizeof(RankState)).slots + ofRank * slotBytes;
}
Mailbox &Board::mailbox(int from, int to) const {
  const size_t offset = offsetsFor(size, sizeof(RankState)).mailboxes;
  return reinterpret_cast<Mailbox *>(memory + offset)[from * size + to];
}
std::byte *Board::piece(int from, int to, uint64_t number) const {
  const size_t index = (size_t(from) * size + to) * pieces + number % pieces;
  return memory + offsetsFor(size, sizeof(RankState)).pieceData + index * pieceBytes;
}

uint32_t Board::lastRing() const { return header().rings; }

void Board::ring() {
  ++header().rings;
  if (header().listeners != 0)
    futex(header().rings, FUTEX_WAKE, INT_MAX, nullptr);
}

void Board::listen(uint32_t heard) {
  for (int look = 0; look < looks; ++look) {
    if (lastRing() != heard)
      return;
    __builtin_ia32_pause();
  }
  ++header().listeners;
  const timespec timeout = {0, sleepNanoseconds};
  const bool isTooLong =
      futex(header().rings, FUTEX_WAIT, heard, &timeout) != 0 && errno == ETIMEDOUT;
  --header().listeners;
  if (isTooLong)
    lookForTheDead();
}

void Board::lookForTheDead() {
  require(!hasEnded(makerProcess), mcclSystemError,
          "the process that made the unique ID has ended");
  if (oneProcess)
    return;
  std::vector<pollfd> asked;
  for (const int process : processes)
    asked.push_back({process, POLLIN, 0}); // -1 is passed over
  if (poll(asked.data(), asked.size(), 0) <= 0)
    return;
  for (int other = 0; other < size; ++other)
    if (asked[other].revents != 0 && !state(other).hasLeft)
      fail(mcclRemoteError, other);
}

void Board::check() {
  lookForTheDead();
  throwIfOver();
}

void Board::fail(mcclResult_t result, int ofRank) {
  uint32_t none = mcclSuccess;
  const uint32_t failure = static_cast<uint32_t>(ofRank) << resultBits | result;
  if (header().failure.compare_exchange_strong(none, failure))
    ring();
}

void Board::throwIfOver() const {
  const uint32_t failure = header().failure;
  if (failure == mcclSuccess)
    return;
  throw Failure{static_cast<mcclResult_t>(failure % (1U << resultBits)),
                nameOf(static_cast<int>(failure >> resultBits)) +
                    " has ended, has aborted, or has made a wrong call"};
}

bool Board::hasLeft(int other) const { return state(other).hasLeft; }
void Board::failWithout(int other) const {
  throwIfOver(); // why it has left
  throw Failure{mcclRemoteError, nameOf(other) + " has destroyed its communicator, or has ended"};
}

void Board::waitForCopies() {
  for (;;) {
    const uint32_t heard = lastRing();
    bool any = false;
    for (int other = 0; other < size; ++other)
      any |= isInThisProcess(other) && state(other).copies != 0;
    if (!any)
      return;
    listen(heard);
  }
}

void Board::leave() {
  state(rank).hasLeft = true;
  ring();
}

// Who fails first makes that known and then looks for copies. So either it sees this one, or this
// one sees the failure.
DirectCopy::DirectCopy(Board &board) : board(board) {
  ++board.state(board.rank).copies;
  try {
    board.throwIfOver();
  } catch (...) {
    --board.state(board.rank).copies;
    board.ring();
    throw;
  }
}
DirectCopy::~DirectCopy() {
  --board.state(board.rank).copies;
  if (board.header().failure != mcclSuccess)
    board.ring();
}

} // namespace musaport::ccl
