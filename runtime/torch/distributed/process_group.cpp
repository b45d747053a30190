//===- torch/distributed/process_group.cpp ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "coalescing.h"
#include "lane.h"

#include <ATen/ops/cat.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/scalar_tensor.h>
#include <ATen/ops/view_as_real.h>
#include <algorithm>
#include <c10/musa/MUSAFunctions.h>
#include <c10/musa/MUSAGuard.h>
#include <cstring>

namespace c10d {
namespace {

using Tensors = ProcessGroupMCCL::Tensors;
using Lane = ProcessGroupMCCL::Lane;

/// Float8 has the type of bytes: it is moved only, see Operation.
mcclDataType_t typeOf(const at::Tensor &tensor) {
  switch (tensor.scalar_type()) {
  case at::kChar:
    return mcclInt8;
  case at::kFloat8_e4m3fn:
  case at::kFloat8_e4m3fnuz:
  case at::kFloat8_e5m2:
  case at::kFloat8_e5m2fnuz:
  case at::kByte:
  case at::kBool:
    return mcclUint8;
  case at::kInt:
    return mcclInt32;
  case at::kLong:
    return mcclInt64;
  case at::kHalf:
    return mcclFloat16;
  case at::kBFloat16:
    return mcclBfloat16;
  case at::kFloat:
    return mcclFloat32;
  case at::kDouble:
    return mcclFloat64;
  default:
    TORCH_CHECK(false, "MCCL has no type for ", tensor.scalar_type());
  }
}

/// What is done with the elements of a tensor. That of a factor lasts as long as this; calls may
/// last longer.
class Operation {
public:
  Operation(const ReduceOp &operation, const at::Tensor &tensor, const Lane &lane)
      : lane(lane), value(operation == ReduceOp::PREMUL_SUM ? withFactor(operation, tensor)
                                                            : plain(operation, tensor)) {
    TORCH_CHECK(!c10::isFloat8Type(tensor.scalar_type()), "MCCL has no reductions of ",
                tensor.scalar_type());
  }
  ~Operation() {
    if (value >= mcclNumOps)
      mcclRedOpDestroy(value, lane.comm);
  }
  Operation(const Operation &) = delete;
  Operation &operator=(const Operation &) = delete;
  operator mcclRedOp_t() const { return value; }

private:
  /// Booleans are sums and products of logic: a sum is true if any is.
  static mcclRedOp_t plain(const ReduceOp &operation, const at::Tensor &tensor) {
    const bool isBool = tensor.scalar_type() == at::kBool;
    switch (operation) {
    case ReduceOp::SUM:
      return isBool ? mcclMax : mcclSum;
    case ReduceOp::AVG:
      TORCH_CHECK(!isBool, "there is no average of booleans");
      return mcclAvg;
    case ReduceOp::PRODUCT:
      return isBool ? mcclMin : mcclProd;
    case ReduceOp::MIN:
      return mcclMin;
    case ReduceOp::MAX:
      return mcclMax;
    case ReduceOp::BAND:
      TORCH_CHECK_VALUE(false, "Cannot use ReduceOp.BAND with MCCL");
    case ReduceOp::BOR:
      TORCH_CHECK_VALUE(false, "Cannot use ReduceOp.BOR with MCCL");
    case ReduceOp::BXOR:
      TORCH_CHECK_VALUE(false, "Cannot use ReduceOp.BXOR with MCCL");
    default:
      TORCH_CHECK_VALUE(false, "MCCL has no such ReduceOp");
    }
  }

  mcclRedOp_t withFactor(const ReduceOp &operation, const at::Tensor &tensor) const {
    TORCH_CHECK(tensor.scalar_type() != at::kBool, "booleans have no factor");
    const auto *factor = dynamic_cast<const NCCLPreMulSumSupplement *>(operation.supplement_.get());
    TORCH_CHECK(factor != nullptr, "ReduceOp.PREMUL_SUM has no factor");
    at::Tensor scalar = factor->tensor_factor;
    if (!scalar.defined())
      scalar = at::scalar_tensor(factor->double_factor, tensor.scalar_type());
    scalar = scalar.to(tensor.scalar_type());
    const bool isOnDevice = scalar.device() == tensor.device();
    if (isOnDevice) // it is read when the work runs
      c10::musa::MUSACachingAllocator::recordStream(scalar.storage().data_ptr(), lane.stream);
    else
      scalar = scalar.cpu();
    mcclRedOp_t result = mcclSum;
    MCCL_CHECK(mcclRedOpCreatePreMulSum(&result, scalar.data_ptr(), typeOf(tensor),
                                        isOnDevice ? mcclScalarDevice : mcclScalarHostImmediate,
                                        lane.comm));
    return result;
  }

  const Lane &lane;
  const mcclRedOp_t value;
};

void check(const at::Tensor &tensor) {
  TORCH_CHECK(tensor.device().is_privateuseone(), "mccl is for tensors on musa, and this is on ",
              tensor.device());
  TORCH_CHECK(tensor.layout() == at::kStrided && tensor.is_non_overlapping_and_dense(),
              "mccl is for dense tensors without gaps");
}
const at::Tensor &only(const Tensors &tensors) {
  TORCH_CHECK(tensors.size() == 1, "mccl takes one tensor of a rank, and not ", tensors.size());
  check(tensors[0]);
  return tensors[0];
}
/// Complex numbers as pairs, for what adds or copies.
at::Tensor asReal(const at::Tensor &tensor) {
  return tensor.is_complex() ? at::view_as_real(tensor) : tensor;
}

struct MCCLGroup {
  MCCLGroup() { MCCL_CHECK(mcclGroupStart()); }
  void end() {
    isOpen = false;
    MCCL_CHECK(mcclGroupEnd());
  }
  ~MCCLGroup() {
    if (isOpen)
      mcclGroupEnd();
  }
  bool isOpen = true;
};

void send(const Lane &lane, const at::Tensor &tensor, int to) {
  const at::Tensor flat = asReal(tensor);
  MCCL_CHECK(
      mcclSend(flat.const_data_ptr(), flat.numel(), typeOf(flat), to, lane.comm, lane.stream));
}
void receive(const Lane &lane, const at::Tensor &tensor, int from) {
  const at::Tensor flat = asReal(tensor);
  MCCL_CHECK(
      mcclRecv(flat.mutable_data_ptr(), flat.numel(), typeOf(flat), from, lane.comm, lane.stream));
}

void allGather(const Lane &lane, const at::Tensor &output, const at::Tensor &input) {
  const at::Tensor to = asReal(output), from = asReal(input);
  MCCL_CHECK(mcclAllGather(from.const_data_ptr(), to.mutable_data_ptr(), from.numel(), typeOf(from),
                           lane.comm, lane.stream));
}
void reduceScatter(const Lane &lane, const at::Tensor &output, const at::Tensor &input,
                   const ReduceOp &operation) {
  const at::Tensor to = asReal(output), from = asReal(input);
  MCCL_CHECK(mcclReduceScatter(from.const_data_ptr(), to.mutable_data_ptr(), to.numel(), typeOf(to),
                               Operation(operation, to, lane), lane.comm, lane.stream));
}
void allReduce(const Lane &lane, const at::Tensor &tensor, const ReduceOp &operation) {
  TORCH_CHECK(!tensor.is_complex() || operation == ReduceOp::SUM || operation == ReduceOp::AVG,
              "complex numbers have sums and averages only");
  const at::Tensor flat = asReal(tensor);
  MCCL_CHECK(mcclAllReduce(flat.const_data_ptr(), flat.mutable_data_ptr(), flat.numel(),
                           typeOf(flat), Operation(operation, flat, lane), lane.comm, lane.stream));
}

// In the words of PyTorch's own backends.
void checkGathered(const at::Tensor &output, const at::Tensor &input, int ranks) {
  check(output);
  check(input);
  TORCH_CHECK_TYPE(output.scalar_type() == input.scalar_type(),
                   "output tensor must have the same type as input tensor");
  TORCH_CHECK_VALUE(output.numel() == input.numel() * ranks,
                    "output tensor size must be equal to world_size times input tensor size");
}
void checkScattered(const at::Tensor &output, const at::Tensor &input, int ranks) {
  check(output);
  check(input);
  TORCH_CHECK_TYPE(output.scalar_type() == input.scalar_type(),
                   "input tensor must be the same type as the output tensor.");
  TORCH_CHECK_VALUE(input.numel() == output.numel() * ranks,
                    "input tensor must be the same size as output size times world size");
}
void checkRoot(int64_t root, int ranks) {
  TORCH_CHECK_VALUE(root >= 0 && root < ranks, "invalid root rank: ", root);
}
void checkLike(const Tensors &tensors, const at::Tensor &one, int ranks) {
  TORCH_CHECK(static_cast<int>(tensors.size()) == ranks, "there must be a tensor for each rank");
  for (const at::Tensor &tensor : tensors) {
    check(tensor);
    TORCH_CHECK(tensor.numel() == one.numel() && tensor.scalar_type() == one.scalar_type(),
                "the ranks' tensors must have one size and type");
  }
}

/// Where each rank's rows begin, and how many elements they are.
std::vector<at::Tensor> rowsOfRanks(const at::Tensor &tensor, const std::vector<int64_t> &sizes,
                                    int ranks) {
  check(tensor);
  TORCH_CHECK_VALUE(tensor.is_contiguous(), "Tensors must be contiguous"); // PyTorch's words
  if (sizes.empty()) {
    TORCH_CHECK(tensor.size(0) % ranks == 0, "the rows do not divide among the ranks");
    return tensor.chunk(ranks);
  }
  TORCH_CHECK(static_cast<int>(sizes.size()) == ranks,
              "there must be a number of rows for each rank");
  return tensor.split_with_sizes(sizes);
}

} // namespace

ProcessGroupMCCL::ProcessGroupMCCL(c10::intrusive_ptr<Store> store, int rank, int size,
                                   Millis timeout)
    : Backend(rank, size), store(std::move(store)), timeout(timeout),
      coalescing(std::make_unique<Coalescing>()) {
  init();
}

ProcessGroupMCCL::~ProcessGroupMCCL() = default;

void ProcessGroupMCCL::startCoalescing() {
  const std::lock_guard lock(mutex);
  coalescing->start();
}
ProcessGroupMCCL::WorkPtr ProcessGroupMCCL::endCoalescing() {
  const std::lock_guard lock(mutex);
  return coalescing->end(rank_);
}

/// Number 0 of the ranks makes the ID.
std::shared_ptr<Lane> ProcessGroupMCCL::makeLane(const std::string &name, c10::DeviceIndex device,
                                                 int number, int ranks) {
  const c10::musa::MUSAGuard guard(device);
  mcclUniqueId id;
  if (number == 0) {
    MCCL_CHECK(mcclGetUniqueId(&id));
    const auto *bytes = reinterpret_cast<const uint8_t *>(id.internal);
    store->set(name, std::vector<uint8_t>(bytes, bytes + sizeof id.internal));
  } else {
    const std::vector<uint8_t> bytes = store->get(name);
    TORCH_CHECK(bytes.size() == sizeof id.internal, "the store has no ID of MCCL in ", name);
    std::memcpy(id.internal, bytes.data(), sizeof id.internal);
  }
  mcclComm_t comm = nullptr;
  MCCL_CHECK(mcclCommInitRank(&comm, ranks, id, number));
  return std::make_shared<Lane>(comm, c10::musa::getStreamFromPool(false, device));
}

ProcessGroupMCCL::WorkPtr ProcessGroupMCCL::run(OpType type, Tensors outputs, const Tensors &inputs,
                                                Millis limit, const Calls &calls,
                                                std::optional<c10::DeviceIndex> key) {
  const at::Device device = (inputs.empty() ? outputs : inputs).at(0).device();
  const std::lock_guard lock(mutex);
  std::shared_ptr<Lane> &lane = lanes[key.value_or(device.index())];
  if (lane == nullptr)
    lane =
        makeLane("mccl/collectives/" + std::to_string(lanes.size()), device.index(), rank_, size_);
  if (type != OpType::BARRIER)
    lastDevice = device.index();
  const c10::musa::MUSAGuard guard(device);
  at::musa::MUSAEvent ready;
  ready.record(c10::musa::getCurrentMUSAStream());
  ready.block(lane->stream);
  {
    const c10::musa::MUSAStreamGuard onLane(lane->stream);
    calls(*lane);
  }
  ++sequence;
  auto work = c10::make_intrusive<WorkMCCL>(rank_, type, device, std::move(outputs), inputs,
                                            limit == kUnsetTimeout ? timeout : limit);
  work->begin(lane);
  return coalescing->add(std::move(work));
}

ProcessGroupMCCL::WorkPtr ProcessGroupMCCL::runMessage(OpType type, Tensors &tensors, int from,
                                                       int to) {
  const at::Tensor tensor = only(tensors);
  const at::Device device = tensor.device();
  const c10::musa::MUSAGuard guard(device);
  const auto ready = std::make_shared<at::musa::MUSAEvent>();
  ready->record(c10::musa::getCurrentMUSAStream());
  auto work = c10::make_intrusive<WorkMCCL>(rank_, type, device, tensors, Tensors{}, timeout);
  const std::lock_guard lock(mutex);
  std::unique_ptr<MessageLane> &messages = messageLanes[{from, to}];
  if (messages == nullptr)
    messages = std::make_unique<MessageLane>();
  messages->add([=, &messages = *messages] {
    try {
      if (messages.lane == nullptr)
        messages.lane = makeLane("mccl/messages/" + std::to_string(from) + "/" + std::to_string(to),
                                 device.index(), rank_ == from ? 0 : 1, 2);
      const c10::musa::MUSAGuard onDevice(device);
      ready->block(messages.lane->stream);
      if (rank_ == from)
        c10d::send(*messages.lane, tensor, 1);
      else
        receive(*messages.lane, tensor, 0);
      work->begin(messages.lane);
    } catch (...) {
      work->fail(std::current_exception());
    }
  });
  return coalescing->add(std::move(work));
}

ProcessGroupMCCL::WorkPtr ProcessGroupMCCL::broadcast(Tensors &tensors,
                                                      const BroadcastOptions &options) {
  const at::Tensor tensor = only(tensors);
  return run(OpType::BROADCAST, tensors, {}, options.timeout, [&](const Lane &lane) {
    const at::Tensor flat = asReal(tensor);
    MCCL_CHECK(mcclBcast(flat.mutable_data_ptr(), flat.numel(), typeOf(flat), options.rootRank,
                         lane.comm, lane.stream));
  });
}

ProcessGroupMCCL::WorkPtr ProcessGroupMCCL::allreduce(Tensors &tensors,
                                                      const AllreduceOptions &options) {
  const at::Tensor tensor = only(tensors);
  return run(OpType::ALLREDUCE, tensors, {}, options.timeout,
             [&](const Lane &lane) { allReduce(lane, tensor, options.reduceOp); });
}

ProcessGroupMCCL::WorkPtr
ProcessGroupMCCL::allreduce_coalesced(Tensors &tensors, const AllreduceCoalescedOptions &options) {
  std::for_each(tensors.begin(), tensors.end(), check);
  return run(OpType::COALESCED, tensors, {}, options.timeout, [&](const Lane &lane) {
    MCCLGroup group;
    for (const at::Tensor &tensor : tensors)
      allReduce(lane, tensor, options.reduceOp);
    group.end();
  });
}

ProcessGroupMCCL::WorkPtr ProcessGroupMCCL::reduce(Tensors &tensors, const ReduceOptions &options) {
  const at::Tensor tensor = only(tensors);
  return run(OpType::REDUCE, tensors, {}, options.timeout, [&](const Lane &lane) {
    const at::Tensor flat = asReal(tensor);
    MCCL_CHECK(mcclReduce(flat.const_data_ptr(), flat.mutable_data_ptr(), flat.numel(),
                          typeOf(flat), Operation(options.reduceOp, flat, lane), options.rootRank,
                          lane.comm, lane.stream));
  });
}

ProcessGroupMCCL::WorkPtr ProcessGroupMCCL::allgather(std::vector<Tensors> &outputs,
                                                      Tensors &inputs,
                                                      const AllgatherOptions &options) {
  const at::Tensor input = only(inputs);
  TORCH_CHECK(outputs.size() == 1 && static_cast<int>(outputs[0].size()) == size_,
              "there must be an output for each rank");
  std::for_each(outputs[0].begin(), outputs[0].end(), check);
  // Each rank sends to all: their tensors may have different sizes.
  return run(OpType::ALLGATHER, outputs[0], inputs, options.timeout, [&](const Lane &lane) {
    MCCLGroup group;
    for (int other = 0; other < size_; ++other) {
      c10d::send(lane, input, other);
      receive(lane, outputs[0][other], other);
    }
    group.end();
  });
}

ProcessGroupMCCL::WorkPtr ProcessGroupMCCL::_allgather_base(at::Tensor &output, at::Tensor &input,
                                                            const AllgatherOptions &options) {
  checkGathered(output, input, size_);
  return run(OpType::_ALLGATHER_BASE, {output}, {input}, options.timeout,
             [&](const Lane &lane) { allGather(lane, output, input); });
}

ProcessGroupMCCL::WorkPtr
ProcessGroupMCCL::allgather_into_tensor_coalesced(Tensors &outputs, Tensors &inputs,
                                                  const AllgatherOptions &options) {
  TORCH_CHECK(outputs.size() == inputs.size(), "there must be an output for each input");
  for (size_t i = 0; i < inputs.size(); ++i)
    checkGathered(outputs[i], inputs[i], size_);
  return run(OpType::COALESCED, outputs, inputs, options.timeout, [&](const Lane &lane) {
    MCCLGroup group;
    for (size_t i = 0; i < inputs.size(); ++i)
      allGather(lane, outputs[i], inputs[i]);
    group.end();
  });
}

ProcessGroupMCCL::WorkPtr ProcessGroupMCCL::gather(std::vector<Tensors> &outputs, Tensors &inputs,
                                                   const GatherOptions &options) {
  const at::Tensor input = only(inputs);
  checkRoot(options.rootRank, size_);
  const bool isRoot = options.rootRank == rank_;
  TORCH_CHECK(outputs.size() == (isRoot ? 1 : 0), "the root has outputs, and no other rank");
  if (isRoot)
    checkLike(outputs[0], input, size_);
  return run(OpType::GATHER, isRoot ? outputs[0] : Tensors{}, inputs, options.timeout,
             [&](const Lane &lane) {
               MCCLGroup group;
               c10d::send(lane, input, static_cast<int>(options.rootRank));
               for (int other = 0; isRoot && other < size_; ++other)
                 receive(lane, outputs[0][other], other);
               group.end();
             });
}

ProcessGroupMCCL::WorkPtr ProcessGroupMCCL::scatter(Tensors &outputs, std::vector<Tensors> &inputs,
                                                    const ScatterOptions &options) {
  const at::Tensor output = only(outputs);
  checkRoot(options.rootRank, size_);
  const bool isRoot = options.rootRank == rank_;
  TORCH_CHECK(inputs.size() == (isRoot ? 1 : 0), "the root has inputs, and no other rank");
  if (isRoot)
    checkLike(inputs[0], output, size_);
  return run(OpType::SCATTER, outputs, isRoot ? inputs[0] : Tensors{}, options.timeout,
             [&](const Lane &lane) {
               MCCLGroup group;
               for (int other = 0; isRoot && other < size_; ++other)
                 c10d::send(lane, inputs[0][other], other);
               receive(lane, output, static_cast<int>(options.rootRank));
               group.end();
             });
}

ProcessGroupMCCL::WorkPtr ProcessGroupMCCL::reduce_scatter(Tensors &outputs,
                                                           std::vector<Tensors> &inputs,
                                                           const ReduceScatterOptions &options) {
  const at::Tensor output = only(outputs);
  TORCH_CHECK(inputs.size() == 1, "there must be one list of inputs");
  checkLike(inputs[0], output, size_);
  return run(OpType::REDUCE_SCATTER, outputs, inputs[0], options.timeout, [&](const Lane &lane) {
    Tensors flat;
    for (const at::Tensor &input : inputs[0])
      flat.push_back(input.reshape({-1}));
    reduceScatter(lane, output, at::cat(flat), options.reduceOp);
  });
}

ProcessGroupMCCL::WorkPtr
ProcessGroupMCCL::_reduce_scatter_base(at::Tensor &output, at::Tensor &input,
                                       const ReduceScatterOptions &options) {
  checkScattered(output, input, size_);
  return run(OpType::_REDUCE_SCATTER_BASE, {output}, {input}, options.timeout,
             [&](const Lane &lane) { reduceScatter(lane, output, input, options.reduceOp); });
}

ProcessGroupMCCL::WorkPtr
ProcessGroupMCCL::reduce_scatter_tensor_coalesced(Tensors &outputs, Tensors &inputs,
                                                  const ReduceScatterOptions &options) {
  TORCH_CHECK(outputs.size() == inputs.size(), "there must be an output for each input");
  for (size_t i = 0; i < inputs.size(); ++i)
    checkScattered(outputs[i], inputs[i], size_);
  return run(OpType::COALESCED, outputs, inputs, options.timeout, [&](const Lane &lane) {
    MCCLGroup group;
    for (size_t i = 0; i < inputs.size(); ++i)
      reduceScatter(lane, outputs[i], inputs[i], options.reduceOp);
    group.end();
  });
}

ProcessGroupMCCL::WorkPtr ProcessGroupMCCL::alltoall_base(at::Tensor &output, at::Tensor &input,
                                                          std::vector<int64_t> &outputSizes,
                                                          std::vector<int64_t> &inputSizes,
                                                          const AllToAllOptions &options) {
  Tensors outputs = rowsOfRanks(output, outputSizes, size_);
  Tensors inputs = rowsOfRanks(input, inputSizes, size_);
  return alltoall(outputs, inputs, options);
}

ProcessGroupMCCL::WorkPtr ProcessGroupMCCL::alltoall(Tensors &outputs, Tensors &inputs,
                                                     const AllToAllOptions &options) {
  TORCH_CHECK(static_cast<int>(inputs.size()) == size_ && static_cast<int>(outputs.size()) == size_,
              "there must be an input and an output for each rank");
  for (const Tensors &some : {inputs, outputs})
    std::for_each(some.begin(), some.end(), check);
  return run(OpType::ALLTOALL, outputs, inputs, options.timeout, [&](const Lane &lane) {
    MCCLGroup group;
    for (int other = 0; other < size_; ++other) {
      c10d::send(lane, inputs[other], other);
      receive(lane, outputs[other], other);
    }
    group.end();
  });
}

ProcessGroupMCCL::WorkPtr ProcessGroupMCCL::send(Tensors &tensors, int to, int /*tag*/) {
  return runMessage(OpType::SEND, tensors, rank_, to);
}

ProcessGroupMCCL::WorkPtr ProcessGroupMCCL::recv(Tensors &tensors, int from, int /*tag*/) {
  return runMessage(OpType::RECV, tensors, from, rank_);
}

ProcessGroupMCCL::WorkPtr ProcessGroupMCCL::barrier(const BarrierOptions &options) {
  std::optional<c10::DeviceIndex> device, key;
  if (!options.device_ids.empty()) {
    device = static_cast<c10::DeviceIndex>(options.device_ids[0]);
  } else {
    const std::lock_guard lock(mutex);
    device = lastDevice;
    if (!device) {
      if (!barrierDevice)
        barrierDevice = c10::musa::current_device();
      device = barrierDevice;
      key = ofBarriers;
    }
  }
  Tensors token = {
      at::empty({1}, at::TensorOptions().device(at::kPrivateUse1, *device).dtype(at::kByte))};
  return run(
      OpType::BARRIER, token, {}, options.timeout,
      [&](const Lane &lane) { allReduce(lane, token[0], ReduceOp::MAX); }, key);
}

} // namespace c10d
