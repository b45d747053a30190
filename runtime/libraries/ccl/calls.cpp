//===- libraries/ccl/calls.cpp - collectives and messages of the API ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "group.h"

namespace musaport::ccl {
namespace {

template <typename Body> mcclResult_t callInGroup(const Body &body) {
  return api([&] { inGroup(body); });
}

std::shared_ptr<Communicator> readyCommunicator(mcclComm_t handle) {
  std::shared_ptr<Communicator> result = findCommunicator(handle);
  require(result->isReady, mcclInvalidUsage,
          "the communicator is made when the group ends, and can be used after that");
  return result;
}

struct Arguments {
  Collective::Kind kind;
  const void *send;
  void *receive;
  size_t count;
  mcclDataType_t type;
  mcclRedOp_t operation = mcclSum;
  int root = 0;
};

void setReduction(const Communicator &communicator, const Arguments &arguments, Collective &call) {
  call.reduction = {arguments.type, arguments.operation};
  require(arguments.operation >= 0, "there is no such reduction");
  if (arguments.operation < mcclNumOps)
    return;
  const PreMultiplied made = communicator.operation(arguments.operation);
  require(made.type == arguments.type, "the reduction was made for another type");
  call.reduction = {arguments.type, mcclSum, true};
  call.factor = made.factor;
  call.factorOnDevice = made.onDevice;
}

mcclResult_t call(const Arguments &arguments, mcclComm_t handle, musaStream_t stream) {
  using Kind = Collective::Kind;
  return callInGroup([&] {
    const std::shared_ptr<Communicator> communicator = readyCommunicator(handle);
    const bool isRoot = arguments.root == communicator->rank;
    require(sizeOf(arguments.type) != 0, "there is no such type");
    require(arguments.root >= 0 && arguments.root < communicator->size, "the root is no rank");
    const bool reads = arguments.kind != Kind::Broadcast || isRoot;
    const bool writes = arguments.kind != Kind::Reduce || isRoot;
    require(arguments.count == 0 || ((!reads || arguments.send != nullptr) &&
                                     (!writes || arguments.receive != nullptr)),
            "a buffer is null");
    Collective collective = {arguments.kind, arguments.send, arguments.receive, arguments.count, {},
                             arguments.root};
    setReduction(*communicator, arguments, collective);
    if (arguments.count != 0)
      add(Call{communicator, stream, collective});
  });
}

mcclResult_t call(Message::Direction direction, void *data, size_t count, mcclDataType_t type,
                  int peer, mcclComm_t handle, musaStream_t stream) {
  return callInGroup([&] {
    const std::shared_ptr<Communicator> communicator = readyCommunicator(handle);
    require(sizeOf(type) != 0, "there is no such type");
    require(peer >= 0 && peer < communicator->size, "the peer is no rank");
    require(count == 0 || data != nullptr, "a buffer is null");
    add(Call{communicator, stream,
             Message{direction, peer, static_cast<std::byte *>(data), count * sizeOf(type)}});
  });
}

} // namespace
} // namespace musaport::ccl

using namespace musaport::ccl;
using Kind = Collective::Kind;

extern "C" {

mcclResult_t mcclReduce(const void *sendbuff, void *recvbuff, size_t count, mcclDataType_t datatype,
                        mcclRedOp_t op, int root, mcclComm_t comm, musaStream_t stream) {
  return call({Kind::Reduce, sendbuff, recvbuff, count, datatype, op, root}, comm, stream);
}

mcclResult_t mcclBcast(void *buff, size_t count, mcclDataType_t datatype, int root, mcclComm_t comm,
                       musaStream_t stream) {
  return mcclBroadcast(buff, buff, count, datatype, root, comm, stream);
}

mcclResult_t mcclBroadcast(const void *sendbuff, void *recvbuff, size_t count,
                           mcclDataType_t datatype, int root, mcclComm_t comm,
                           musaStream_t stream) {
  return call({Kind::Broadcast, sendbuff, recvbuff, count, datatype, mcclSum, root}, comm, stream);
}

mcclResult_t mcclAllReduce(const void *sendbuff, void *recvbuff, size_t count,
                           mcclDataType_t datatype, mcclRedOp_t op, mcclComm_t comm,
                           musaStream_t stream) {
  return call({Kind::AllReduce, sendbuff, recvbuff, count, datatype, op}, comm, stream);
}

mcclResult_t mcclReduceScatter(const void *sendbuff, void *recvbuff, size_t recvcount,
                               mcclDataType_t datatype, mcclRedOp_t op, mcclComm_t comm,
                               musaStream_t stream) {
  return call({Kind::ReduceScatter, sendbuff, recvbuff, recvcount, datatype, op}, comm, stream);
}

mcclResult_t mcclAllGather(const void *sendbuff, void *recvbuff, size_t sendcount,
                           mcclDataType_t datatype, mcclComm_t comm, musaStream_t stream) {
  return call({Kind::AllGather, sendbuff, recvbuff, sendcount, datatype}, comm, stream);
}

mcclResult_t mcclSend(const void *sendbuff, size_t count, mcclDataType_t datatype, int peer,
                      mcclComm_t comm, musaStream_t stream) {
  return call(Message::Direction::Send, const_cast<void *>(sendbuff), count, datatype, peer, comm,
              stream);
}

mcclResult_t mcclRecv(void *recvbuff, size_t count, mcclDataType_t datatype, int peer,
                      mcclComm_t comm, musaStream_t stream) {
  return call(Message::Direction::Receive, recvbuff, count, datatype, peer, comm, stream);
}

mcclResult_t mcclGroupStart(void) {
  return api([] { startGroup(); });
}

mcclResult_t mcclGroupEnd(void) {
  return api([] { endGroup(); });
}

} // extern "C"
