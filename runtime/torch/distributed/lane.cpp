//===- torch/distributed/lane.cpp ------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "lane.h"

#include <algorithm>
#include <c10/musa/MUSAGraphsC10Utils.h>
#include <c10/musa/MUSAGuard.h>
#include <torch/csrc/distributed/c10d/ProcessGroup.hpp>

namespace c10d {

using Lane = ProcessGroupMCCL::Lane;
using MessageLane = ProcessGroupMCCL::MessageLane;
using Millis = ProcessGroupMCCL::Millis;

void checkMCCL(mcclResult_t result, const char *call) {
  if (result != mcclSuccess)
    C10_THROW_ERROR(DistBackendError, c10::str("MCCL: ", call, ": ", mcclGetErrorString(result),
                                               ": ", mcclGetLastError(nullptr)));
}

Lane::~Lane() {
  if (comm == nullptr)
    return;
  if (error() == mcclSuccess)
    mcclCommDestroy(comm);
  else
    mcclCommAbort(comm);
}

void Lane::abort() {
  const std::lock_guard lock(mutex);
  mcclCommAbort(std::exchange(comm, nullptr));
}

mcclResult_t Lane::error() const {
  const std::lock_guard lock(mutex);
  mcclResult_t result = mcclRemoteError;
  if (comm != nullptr)
    mcclCommGetAsyncError(comm, &result);
  return result;
}

MessageLane::MessageLane() : thread([this] { serve(); }) {}

MessageLane::~MessageLane() {
  {
    const std::lock_guard lock(mutex);
    isEnding = true;
  }
  wake.notify_one();
  thread.join();
}

void MessageLane::add(std::function<void()> message) {
  {
    const std::lock_guard lock(mutex);
    queue.push_back(std::move(message));
  }
  wake.notify_one();
}

void MessageLane::serve() {
  std::unique_lock lock(mutex);
  for (;;) {
    wake.wait(lock, [this] { return isEnding || !queue.empty(); });
    if (queue.empty())
      return;
    const std::function<void()> message = std::move(queue.front());
    queue.pop_front();
    lock.unlock();
    message();
    lock.lock();
  }
}

WorkMCCL::WorkMCCL(int rank, OpType type, at::Device device, Tensors outputs, Tensors inputs,
                   Millis timeout)
    : Work(rank, type), device(device), outputs(std::move(outputs)), inputs(std::move(inputs)),
      timeout(timeout),
      future(c10::make_intrusive<c10::ivalue::Future>(c10::ListType::create(c10::TensorType::get()),
                                                      std::vector<at::Device>{device})) {}

void WorkMCCL::begin(std::shared_ptr<Lane> in) {
  end.record(in->stream);
  for (const Tensors &some : {outputs, inputs})
    for (const at::Tensor &tensor : some)
      c10::musa::MUSACachingAllocator::recordStream(tensor.storage().data_ptr(), in->stream);
  // Whoever waits for the future has his stream wait for the lane's.
  const c10::musa::MUSAStreamGuard guard(in->stream);
  future->markCompleted(outputs);
  {
    const std::lock_guard lock(mutex_);
    lane = std::move(in);
  }
  cv_.notify_all();
}

void WorkMCCL::fail(std::exception_ptr why) {
  future->setError(why);
  finish(std::move(why));
}

bool WorkMCCL::isCompleted() {
  const std::lock_guard lock(mutex_);
  return completed_ || (lane != nullptr && end.query());
}

bool WorkMCCL::isSuccess() const {
  const std::lock_guard lock(mutex_);
  return exception_ == nullptr && (lane == nullptr || lane->error() == mcclSuccess);
}

void WorkMCCL::throwIfFailed() {
  std::unique_lock lock(mutex_);
  if (exception_ != nullptr)
    std::rethrow_exception(exception_);
  if (lane != nullptr && lane->error() != mcclSuccess)
    C10_THROW_ERROR(DistBackendError, c10::str(opTypeToString(opType_), " of rank ", rank_,
                                               " has failed: ", mcclGetErrorString(lane->error()),
                                               ": ", mcclGetLastError(nullptr)));
}

bool WorkMCCL::wait(Millis limit) {
  if (limit == kNoTimeout || limit == kUnsetTimeout)
    limit = timeout;
  const bool isCaptured =
      c10::musa::currentStreamCaptureStatusMayInitCtx() != c10::musa::CaptureStatus::None;
  const auto until = std::chrono::steady_clock::now() + limit;
  auto pause = std::chrono::microseconds(20);
  while (!isCaptured && !isCompleted()) {
    if (std::chrono::steady_clock::now() > until) {
      if (lane != nullptr)
        lane->abort();
      C10_THROW_ERROR(DistBackendError,
                      c10::str(opTypeToString(opType_), " of rank ", rank_, " has not ended in ",
                               limit.count(), " ms; the communicator is aborted"));
    }
    std::this_thread::sleep_for(pause);
    pause = std::min(2 * pause, std::chrono::microseconds(1000));
  }
  throwIfFailed();
  synchronize();
  // PyTorch keeps a work for wait_tensor() then, unless somebody has waited for it.
  if (allow_inflight_collective_as_graph_input())
    unregister_work(c10::intrusive_ptr<Work>::unsafe_reclaim_from_nonowning(this));
  return true;
}

void WorkMCCL::synchronize() { end.block(c10::musa::getCurrentMUSAStream(device.index())); }

} // namespace c10d
