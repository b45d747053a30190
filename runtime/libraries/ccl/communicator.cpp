//===- libraries/ccl/communicator.cpp --------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "communicator.h"

#include "stream_work.h"

#include <cstdlib>
#include <unistd.h>

namespace musaport::ccl {
namespace {

struct Handles {
  std::mutex mutex;
  std::map<mcclComm_t, std::shared_ptr<Communicator>> communicators;
};
Handles &handles() {
  static auto *result = new Handles; // streams work while the program ends
  return *result;
}

pid_t process = 0; ///< that has the communicators

/// A program that ends without a wait does not wait for other ranks either. If the rank has nothing
/// to do any more, the others go on without it.
void endAll() {
  if (getpid() != process) // a child of fork() is no rank
    return;
  const std::lock_guard lock(handles().mutex);
  for (const auto &[handle, communicator] : handles().communicators)
    if (communicator->isReady)
      communicator->abort();
}
bool registerEnd() {
  waitForWorkAtExit(); // for what endAll() ends before
  process = getpid();
  return std::atexit(endAll) == 0;
}

bool isCaptured(musaStream_t stream) {
  musaStreamCaptureStatus status = musaStreamCaptureStatusNone;
  requireMusa(musaStreamIsCapturing(stream, &status));
  return status != musaStreamCaptureStatusNone;
}

/// `waiting` goes on when `other` has done what is in it now.
void join(musaStream_t waiting, musaStream_t other) {
  musaEvent_t reached = nullptr;
  requireMusa(musaEventCreateWithFlags(&reached, musaEventDisableTiming));
  const musaError_t recorded = musaEventRecord(reached, other);
  const musaError_t waits =
      recorded == musaSuccess ? musaStreamWaitEvent(waiting, reached, 0) : recorded;
  musaEventDestroy(reached);
  requireMusa(waits);
}

} // namespace

void Communicator::submit(musaStream_t stream, const std::vector<musaStream_t> &others,
                          std::function<void()> work) {
  const OnDevice onDevice(device);
  const std::lock_guard lock(mutex);
  look();
  if (error.result != mcclSuccess)
    throw error;
  for (musaStream_t other : others)
    join(stream, other);
  const bool captured = isCaptured(stream);
  if (!captured && lastWork != nullptr && lastStream != stream)
    requireMusa(musaStreamWaitEvent(stream, lastWork, 0));
  requireMusa(musaport::submit(stream, std::move(work), "mccl"));
  for (musaStream_t other : others)
    join(other, stream);
  if (captured)
    return;
  if (lastWork == nullptr)
    requireMusa(musaEventCreateWithFlags(&lastWork, musaEventDisableTiming));
  requireMusa(musaEventRecord(lastWork, stream));
  lastStream = stream;
}

void Communicator::finish() {
  musaEvent_t event = nullptr;
  {
    const std::lock_guard lock(mutex);
    event = lastWork;
  }
  if (event != nullptr)
    requireMusa(musaEventSynchronize(event));
}

void Communicator::abort() {
  bool isDone = false;
  {
    const std::lock_guard lock(mutex);
    isDone = lastWork == nullptr || musaEventQuery(lastWork) != musaErrorNotReady;
    if (error.result == mcclSuccess) // what has not begun does nothing
      error = {mcclInvalidUsage, "the communicator has been aborted"};
  }
  std::unique_lock idle(running, std::try_to_lock);
  if (isDone && idle.owns_lock())
    return board->leave();
  board->fail(mcclRemoteError, rank);
  board->waitForCopies();
  if (!idle.owns_lock())
    idle.lock(); // its own work has ended
}

void Communicator::close() {
  const std::lock_guard lock(mutex);
  if (lastWork != nullptr)
    musaEventDestroy(lastWork);
  lastWork = nullptr;
  error = {mcclInvalidUsage, "the communicator has been destroyed"};
}

void Communicator::fail(const Failure &failure) {
  {
    const std::lock_guard lock(mutex);
    if (error.result == mcclSuccess) {
      error = failure;
      note(failure);
    }
  }
  board->fail(failure.result == mcclInvalidUsage ? mcclInvalidUsage : mcclRemoteError, rank);
  board->waitForCopies();
}

bool Communicator::hasFailed() const {
  const std::lock_guard lock(mutex);
  return error.result != mcclSuccess;
}

mcclResult_t Communicator::asyncError() {
  const std::lock_guard lock(mutex);
  look();
  return error.result;
}

void Communicator::look() {
  if (error.result != mcclSuccess || !isReady)
    return;
  try {
    board->check();
  } catch (const Failure &failure) {
    error = failure;
    note(failure);
  }
}

mcclRedOp_t Communicator::addOperation(PreMultiplied operation) {
  const std::lock_guard lock(mutex);
  const int number = operations.empty() ? int{mcclNumOps} : operations.rbegin()->first + 1;
  operations[number] = operation;
  return static_cast<mcclRedOp_t>(number);
}
void Communicator::removeOperation(mcclRedOp_t operation) {
  const std::lock_guard lock(mutex);
  require(operations.erase(operation) == 1, "there is no such reduction");
}
PreMultiplied Communicator::operation(mcclRedOp_t operation) const {
  const std::lock_guard lock(mutex);
  const auto found = operations.find(operation);
  require(found != operations.end(), "there is no such reduction");
  return found->second;
}

mcclComm_t addCommunicator(std::shared_ptr<Communicator> communicator) {
  [[maybe_unused]] static const bool isRegistered = registerEnd();
  const std::lock_guard lock(handles().mutex);
  auto *handle = reinterpret_cast<mcclComm_t>(communicator.get());
  handles().communicators[handle] = std::move(communicator);
  return handle;
}
std::shared_ptr<Communicator> findCommunicator(mcclComm_t handle) {
  const std::lock_guard lock(handles().mutex);
  const auto found = handles().communicators.find(handle);
  require(found != handles().communicators.end(), "this is no communicator");
  return found->second;
}
std::shared_ptr<Communicator> removeCommunicator(mcclComm_t handle) {
  std::shared_ptr<Communicator> result = findCommunicator(handle);
  const std::lock_guard lock(handles().mutex);
  handles().communicators.erase(handle);
  return result;
}

OnDevice::OnDevice(int device) {
  requireMusa(musaGetDevice(&before));
  requireMusa(musaSetDevice(device));
}
OnDevice::~OnDevice() { musaSetDevice(before); }

} // namespace musaport::ccl
