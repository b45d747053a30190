//===- torch/distributed/across_hosts.cpp ----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gloo computes with copies of the tensors, on the CPU.
//===----------------------------------------------------------------------===//
#include "coalescing.h"
#include "torch_musa/csrc/distributed/ProcessGroupMCCL.h"

#include <ATen/core/ivalue.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/div.h>
#include <ATen/ops/empty.h>
#include <mutex>

namespace c10d {
namespace {

using Tensors = std::vector<at::Tensor>;
using WorkPtr = c10::intrusive_ptr<Work>;
using Millis = std::chrono::milliseconds;
using Future = c10::ivalue::Future;

/// Without gaps, in the CPU's memory. Waits for what the current stream computes.
at::Tensor onHost(const at::Tensor &tensor) { return tensor.cpu().contiguous(); }
Tensors onHost(const Tensors &tensors) {
  Tensors result;
  for (const at::Tensor &tensor : tensors)
    result.push_back(onHost(tensor));
  return result;
}
std::vector<Tensors> onHost(const std::vector<Tensors> &lists) {
  std::vector<Tensors> result;
  for (const Tensors &tensors : lists)
    result.push_back(onHost(tensors));
  return result;
}
Tensors joined(const std::vector<Tensors> &lists) {
  Tensors result;
  for (const Tensors &tensors : lists)
    result.insert(result.end(), tensors.begin(), tensors.end());
  return result;
}

/// A call of Gloo. When it is done, the results go to the device: in wait(), or before.
class WorkAcrossHosts final : public Work {
public:
  WorkAcrossHosts(int rank, OpType type, WorkPtr work, Tensors outputs, Tensors results,
                  int64_t divisor)
      : Work(rank, type), work(std::move(work)), outputs(std::move(outputs)),
        results(std::move(results)), divisor(divisor) {}

  bool isCompleted() override {
    if (!work->isCompleted())
      return false;
    if (work->isSuccess())
      finish();
    return true;
  }
  bool isSuccess() const override { return work->isSuccess(); }
  std::exception_ptr exception() const override { return work->exception(); }
  int sourceRank() const override { return work->sourceRank(); }
  bool wait(Millis timeout) override {
    work->wait(timeout);
    finish();
    return true;
  }
  void synchronize() override { wait(kNoTimeout); }
  void abort() override { work->abort(); }
  Tensors result() override {
    finish();
    return outputs;
  }

  c10::intrusive_ptr<Future> getFuture() override {
    std::vector<at::Device> devices;
    if (!outputs.empty() && !outputs[0].is_cpu())
      devices.push_back(outputs[0].device());
    auto future = c10::make_intrusive<Future>(c10::ListType::create(c10::TensorType::get()),
                                              std::move(devices));
    const auto self = c10::intrusive_ptr<WorkAcrossHosts>::reclaim_copy(this);
    work->getFuture()->addCallback([self, future](Future &done) {
      if (done.hasError())
        return future->setError(done.exception_ptr());
      try {
        self->finish();
        future->markCompleted(self->outputs);
      } catch (...) {
        future->setError(std::current_exception());
      }
    });
    return future;
  }

private:
  void finish() {
    std::call_once(isFinished, [this] {
      for (size_t i = 0; i < outputs.size(); ++i)
        outputs[i].copy_(divided(results[i]).view_as(outputs[i]));
    });
  }
  at::Tensor divided(const at::Tensor &sum) const {
    if (divisor == 1)
      return sum;
    return at::isIntegralType(sum.scalar_type(), /*includeBool=*/true) ? sum.div(divisor, "trunc")
                                                                       : sum.div(divisor);
  }

  const WorkPtr work;
  const Tensors outputs; ///< the caller's
  const Tensors results; ///< Gloo's
  const int64_t divisor; ///< of an average, which Gloo has as a sum
  std::once_flag isFinished;
};

class AcrossHosts final : public Backend {
public:
  explicit AcrossHosts(c10::intrusive_ptr<Backend> gloo)
      : Backend(gloo->getRank(), gloo->getSize()), gloo(std::move(gloo)) {
    init();
  }

  const std::string getBackendName() const override { return MCCL_BACKEND_NAME; }
  void setSequenceNumberForGroup() override { gloo->setSequenceNumberForGroup(); }
  uint64_t getSequenceNumberForGroup() override { return gloo->getSequenceNumberForGroup(); }
  void startCoalescing() override { coalescing.start(); }
  WorkPtr endCoalescing() override { return coalescing.end(rank_); }

  WorkPtr broadcast(Tensors &tensors, const BroadcastOptions &options) override {
    Tensors copies = onHost(tensors);
    return done(OpType::BROADCAST, gloo->broadcast(copies, options), tensors, copies);
  }
  WorkPtr allreduce(Tensors &tensors, const AllreduceOptions &options) override {
    Tensors copies = onHost(tensors);
    return done(OpType::ALLREDUCE, gloo->allreduce(copies, asSum(options)), tensors, copies,
                divisorOf(options.reduceOp));
  }
  WorkPtr allreduce_coalesced(Tensors &tensors, const AllreduceCoalescedOptions &options) override {
    Tensors copies = onHost(tensors);
    return done(OpType::COALESCED, gloo->allreduce_coalesced(copies, asSum(options)), tensors,
                copies, divisorOf(options.reduceOp));
  }
  WorkPtr reduce(Tensors &tensors, const ReduceOptions &options) override {
    Tensors copies = onHost(tensors);
    const bool isRoot = options.rootRank == rank_;
    return done(OpType::REDUCE, gloo->reduce(copies, asSum(options)), isRoot ? tensors : Tensors{},
                copies, divisorOf(options.reduceOp));
  }

  WorkPtr allgather(std::vector<Tensors> &outputs, Tensors &inputs,
                    const AllgatherOptions &options) override {
    std::vector<Tensors> results = onHost(outputs);
    Tensors copies = onHost(inputs);
    return done(OpType::ALLGATHER, gloo->allgather(results, copies, options), joined(outputs),
                joined(results));
  }
  WorkPtr _allgather_base(at::Tensor &output, at::Tensor &input,
                          const AllgatherOptions &options) override {
    at::Tensor result = onHost(output), copy = onHost(input);
    return done(OpType::_ALLGATHER_BASE, gloo->_allgather_base(result, copy, options), {output},
                {result});
  }
  WorkPtr allgather_into_tensor_coalesced(Tensors &outputs, Tensors &inputs,
                                          const AllgatherOptions &options) override {
    Tensors results = onHost(outputs), copies = onHost(inputs);
    return done(OpType::COALESCED, gloo->allgather_into_tensor_coalesced(results, copies, options),
                outputs, results);
  }
  WorkPtr gather(std::vector<Tensors> &outputs, Tensors &inputs,
                 const GatherOptions &options) override {
    std::vector<Tensors> results = onHost(outputs);
    Tensors copies = onHost(inputs);
    return done(OpType::GATHER, gloo->gather(results, copies, options), joined(outputs),
                joined(results));
  }
  WorkPtr scatter(Tensors &outputs, std::vector<Tensors> &inputs,
                  const ScatterOptions &options) override {
    Tensors results = onHost(outputs);
    std::vector<Tensors> copies = onHost(inputs);
    return done(OpType::SCATTER, gloo->scatter(results, copies, options), outputs, results);
  }

  /// Gloo has none of lists.
  WorkPtr reduce_scatter(Tensors &outputs, std::vector<Tensors> &inputs,
                         const ReduceScatterOptions &options) override {
    TORCH_CHECK(outputs.size() == 1 && inputs.size() == 1, "there must be one list of inputs");
    Tensors flat;
    for (const at::Tensor &input : onHost(inputs[0]))
      flat.push_back(input.reshape({-1}));
    at::Tensor result = onHost(outputs[0]), copy = at::cat(flat);
    at::Tensor flatResult = result.view({-1});
    return done(OpType::REDUCE_SCATTER,
                gloo->_reduce_scatter_base(flatResult, copy, asSum(options)), outputs, {result},
                divisorOf(options.reduceOp));
  }
  WorkPtr _reduce_scatter_base(at::Tensor &output, at::Tensor &input,
                               const ReduceScatterOptions &options) override {
    at::Tensor result = onHost(output), copy = onHost(input);
    return done(OpType::_REDUCE_SCATTER_BASE,
                gloo->_reduce_scatter_base(result, copy, asSum(options)), {output}, {result},
                divisorOf(options.reduceOp));
  }
  WorkPtr reduce_scatter_tensor_coalesced(Tensors &outputs, Tensors &inputs,
                                          const ReduceScatterOptions &options) override {
    Tensors results = onHost(outputs), copies = onHost(inputs);
    return done(OpType::COALESCED,
                gloo->reduce_scatter_tensor_coalesced(results, copies, asSum(options)), outputs,
                results, divisorOf(options.reduceOp));
  }

  WorkPtr alltoall_base(at::Tensor &output, at::Tensor &input, std::vector<int64_t> &outputSizes,
                        std::vector<int64_t> &inputSizes, const AllToAllOptions &options) override {
    at::Tensor result = onHost(output), copy = onHost(input);
    return done(OpType::ALLTOALL_BASE,
                gloo->alltoall_base(result, copy, outputSizes, inputSizes, options), {output},
                {result});
  }
  /// Gloo has none of lists.
  WorkPtr alltoall(Tensors &outputs, Tensors &inputs, const AllToAllOptions &options) override {
    std::vector<int64_t> outputSizes, inputSizes;
    Tensors flat, parts;
    for (const at::Tensor &input : onHost(inputs)) {
      flat.push_back(input.reshape({-1}));
      inputSizes.push_back(input.numel());
    }
    int64_t elements = 0;
    for (const at::Tensor &output : outputs) {
      outputSizes.push_back(output.numel());
      elements += output.numel();
    }
    at::Tensor copy = at::cat(flat), result = at::empty({elements}, copy.options());
    for (const at::Tensor &part : result.split_with_sizes(outputSizes))
      parts.push_back(part);
    return done(OpType::ALLTOALL,
                gloo->alltoall_base(result, copy, outputSizes, inputSizes, options), outputs,
                parts);
  }

  WorkPtr send(Tensors &tensors, int to, int tag) override {
    Tensors copies = onHost(tensors);
    // Gloo's work has the buffer's address only.
    return done(OpType::SEND, gloo->send(copies, to, tag), {}, copies);
  }
  WorkPtr recv(Tensors &tensors, int from, int tag) override {
    Tensors copies = onHost(tensors);
    return done(OpType::RECV, gloo->recv(copies, from, tag), tensors, copies);
  }
  WorkPtr recvAnysource(Tensors &tensors, int tag) override {
    Tensors copies = onHost(tensors);
    return done(OpType::RECVANYSOURCE, gloo->recvAnysource(copies, tag), tensors, copies);
  }
  WorkPtr barrier(const BarrierOptions &options) override { return gloo->barrier(options); }

private:
  WorkPtr done(OpType type, WorkPtr work, Tensors outputs, Tensors results, int64_t divisor = 1) {
    return coalescing.add(c10::make_intrusive<WorkAcrossHosts>(
        rank_, type, std::move(work), std::move(outputs), std::move(results), divisor));
  }
  template <typename Options> static Options asSum(Options options) {
    if (options.reduceOp == ReduceOp::AVG)
      options.reduceOp = ReduceOp::SUM;
    return options;
  }
  int64_t divisorOf(const ReduceOp &operation) const {
    return operation == ReduceOp::AVG ? size_ : 1;
  }

  const c10::intrusive_ptr<Backend> gloo;
  Coalescing coalescing;
};

} // namespace

c10::intrusive_ptr<Backend> newBackendAcrossHosts(c10::intrusive_ptr<Backend> gloo) {
  return c10::make_intrusive<AcrossHosts>(std::move(gloo));
}

} // namespace c10d
