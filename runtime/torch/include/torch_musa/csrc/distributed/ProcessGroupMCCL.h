//===- distributed/ProcessGroupMCCL.h - torch.distributed on musa -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TORCH_MUSA_DISTRIBUTED_PROCESS_GROUP_MCCL_H
#define TORCH_MUSA_DISTRIBUTED_PROCESS_GROUP_MCCL_H

#include <torch/csrc/distributed/c10d/Backend.hpp>
#include <torch/csrc/distributed/c10d/Store.hpp>

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace c10d {

constexpr const char *MCCL_BACKEND_NAME = "mccl";

class Coalescing;

/// The backend `mccl`. Communicators are made when they are first used, with the device of the
/// tensors: one for the collectives, by all ranks at once, and one for each peer and direction that
/// messages go in, behind the caller's back. So no order of sends and receives can block.
class ProcessGroupMCCL final : public Backend {
public:
  using Millis = std::chrono::milliseconds;
  struct Lane;        ///< a communicator and the stream of its work
  struct MessageLane; ///< one that a thread serves
  using Tensors = std::vector<at::Tensor>;
  using WorkPtr = c10::intrusive_ptr<Work>;

  ProcessGroupMCCL(c10::intrusive_ptr<Store> store, int rank, int size, Millis timeout);
  ~ProcessGroupMCCL() override;

  const std::string getBackendName() const override { return MCCL_BACKEND_NAME; }
  void setSequenceNumberForGroup() override {}
  uint64_t getSequenceNumberForGroup() override { return sequence; }

  /// The calls in between begin at once; their works are one.
  void startCoalescing() override;
  WorkPtr endCoalescing() override;

  WorkPtr broadcast(Tensors &tensors, const BroadcastOptions &options) override;
  WorkPtr allreduce(Tensors &tensors, const AllreduceOptions &options) override;
  WorkPtr allreduce_coalesced(Tensors &tensors, const AllreduceCoalescedOptions &options) override;
  WorkPtr reduce(Tensors &tensors, const ReduceOptions &options) override;
  WorkPtr allgather(std::vector<Tensors> &outputs, Tensors &inputs,
                    const AllgatherOptions &options) override;
  WorkPtr _allgather_base(at::Tensor &output, at::Tensor &input,
                          const AllgatherOptions &options) override;
  WorkPtr allgather_into_tensor_coalesced(Tensors &outputs, Tensors &inputs,
                                          const AllgatherOptions &options) override;
  WorkPtr gather(std::vector<Tensors> &outputs, Tensors &inputs,
                 const GatherOptions &options) override;
  WorkPtr scatter(Tensors &outputs, std::vector<Tensors> &inputs,
                  const ScatterOptions &options) override;
  WorkPtr reduce_scatter(Tensors &outputs, std::vector<Tensors> &inputs,
                         const ReduceScatterOptions &options) override;
  WorkPtr _reduce_scatter_base(at::Tensor &output, at::Tensor &input,
                               const ReduceScatterOptions &options) override;
  WorkPtr reduce_scatter_tensor_coalesced(Tensors &outputs, Tensors &inputs,
                                          const ReduceScatterOptions &options) override;
  WorkPtr alltoall_base(at::Tensor &output, at::Tensor &input, std::vector<int64_t> &outputSizes,
                        std::vector<int64_t> &inputSizes, const AllToAllOptions &options) override;
  WorkPtr alltoall(Tensors &outputs, Tensors &inputs, const AllToAllOptions &options) override;
  WorkPtr send(Tensors &tensors, int to, int tag) override;
  WorkPtr recv(Tensors &tensors, int from, int tag) override;
  WorkPtr barrier(const BarrierOptions &options) override;

private:
  /// MCCL's calls of a collective. The stream is the current one.
  using Calls = std::function<void(const Lane &)>;
  /// `key`: of the lane, if it is not the tensors' device.
  WorkPtr run(OpType type, Tensors outputs, const Tensors &inputs, Millis timeout,
              const Calls &calls, std::optional<c10::DeviceIndex> key = std::nullopt);
  WorkPtr runMessage(OpType type, Tensors &tensors, int from, int to);
  std::shared_ptr<Lane> makeLane(const std::string &name, c10::DeviceIndex device, int number,
                                 int ranks);

  const c10::intrusive_ptr<Store> store;
  const Millis timeout;
  const std::unique_ptr<Coalescing> coalescing;
  uint64_t sequence = 0;
  std::mutex mutex;
  /// By the device of the tensors. Ranks know each other's lanes by the order in which they are
  /// made, so a barrier must not make one for a device that this rank's tensors do not have.
  std::map<c10::DeviceIndex, std::shared_ptr<Lane>> lanes;
  std::optional<c10::DeviceIndex> lastDevice; ///< of a collective: barriers wait there
  /// The lane of barriers before any collective, and its device.
  static constexpr c10::DeviceIndex ofBarriers = -1;
  std::optional<c10::DeviceIndex> barrierDevice;
  std::map<std::pair<int, int>, std::unique_ptr<MessageLane>> messageLanes; ///< from, to
};

/// The same for ranks on several hosts, where they cannot share memory: Gloo's backend sums and
/// sends copies of the tensors, on the CPU. Types and operations are Gloo's, and averages.
c10::intrusive_ptr<Backend> newBackendAcrossHosts(c10::intrusive_ptr<Backend> gloo);

} // namespace c10d

#endif // TORCH_MUSA_DISTRIBUTED_PROCESS_GROUP_MCCL_H
