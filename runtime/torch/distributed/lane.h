//===- torch/distributed/lane.h - a communicator and its stream ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_TORCH_DISTRIBUTED_LANE_H
#define MUSAPORT_TORCH_DISTRIBUTED_LANE_H

#include "torch_musa/csrc/distributed/ProcessGroupMCCL.h"

#include <ATen/core/ivalue.h>
#include <ATen/musa/MUSAEvent.h>
#include <c10/musa/MUSAStream.h>
#include <condition_variable>
#include <deque>
#include <mccl.h>
#include <thread>

namespace c10d {

/// Throws DistBackendError.
void checkMCCL(mcclResult_t result, const char *call);
#define MCCL_CHECK(call) checkMCCL((call), #call)

struct ProcessGroupMCCL::Lane {
  mcclComm_t comm;
  c10::musa::MUSAStream stream;

  Lane(mcclComm_t comm, c10::musa::MUSAStream stream) : comm(comm), stream(stream) {}
  ~Lane();
  Lane(const Lane &) = delete;
  Lane &operator=(const Lane &) = delete;
  /// What waits ends.
  void abort();
  /// mcclSuccess, or why its work has ended.
  mcclResult_t error() const;

private:
  mutable std::mutex mutex;
};

/// What is asked of the lane goes through a queue, as making its communicator waits for the peer.
struct ProcessGroupMCCL::MessageLane {
  std::shared_ptr<Lane> lane; ///< of the thread

  MessageLane();
  ~MessageLane();
  void add(std::function<void()> message);

private:
  void serve();
  std::mutex mutex;
  std::condition_variable wake;
  std::deque<std::function<void()>> queue;
  bool isEnding = false;
  std::thread thread;
};

/// A call of the group. wait() returns when it has run, and throws if it has failed, or has not
/// ended in time.
class WorkMCCL final : public Work {
public:
  using Tensors = ProcessGroupMCCL::Tensors;
  WorkMCCL(int rank, OpType type, at::Device device, Tensors outputs, Tensors inputs,
           ProcessGroupMCCL::Millis timeout);

  /// Its calls have been put into the lane's stream, or could not be.
  void begin(std::shared_ptr<ProcessGroupMCCL::Lane> in);
  void fail(std::exception_ptr why);

  bool isCompleted() override;
  bool isSuccess() const override;
  bool wait(ProcessGroupMCCL::Millis limit) override;
  void synchronize() override;
  Tensors result() override { return outputs; }
  c10::intrusive_ptr<c10::ivalue::Future> getFuture() override { return future; }

private:
  void throwIfFailed();

  const at::Device device;
  const Tensors outputs;
  const Tensors inputs; ///< are kept until the work has run
  const ProcessGroupMCCL::Millis timeout;
  std::shared_ptr<ProcessGroupMCCL::Lane> lane; ///< null until it has begun
  at::musa::MUSAEvent end;
  c10::intrusive_ptr<c10::ivalue::Future> future;
};

} // namespace c10d

#endif // MUSAPORT_TORCH_DISTRIBUTED_LANE_H
