//===- host/driver/stream_memory.cpp - what streams and graphs do with words of memory -*- C++
//-*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "driver/stream_memory.h"
#include "driver/addresses.h"
#include "driver/driver.h"
#include "model/allocations.h"
#include "model/memory_word.h"
#include "model/stream.h"

using namespace musart;

namespace {

constexpr unsigned mostOfBatch = 255;

/// Memory that CUDA allows: not managed, and not the program's own that it has not registered.
void *wordAt(MUdeviceptr address, bool is64) {
  const size_t bytes = is64 ? 8 : 4;
  void *word = pointer(address);
  requireDriver(address % bytes == 0);
  const std::optional<Allocation> memory = allocations().find(word);
  requireDriver(memory && !memory->isManaged() && memory->contains(word, bytes));
  return word;
}

WordAccess::Kind conditionOf(unsigned flags) {
  switch (flags & ~static_cast<unsigned>(MU_STREAM_WAIT_VALUE_FLUSH)) {
  case MU_STREAM_WAIT_VALUE_GEQ:
    return WordAccess::Kind::WaitAtLeast;
  case MU_STREAM_WAIT_VALUE_EQ:
    return WordAccess::Kind::WaitEqual;
  case MU_STREAM_WAIT_VALUE_AND:
    return WordAccess::Kind::WaitAnd;
  case MU_STREAM_WAIT_VALUE_NOR:
    return WordAccess::Kind::WaitNor;
  default:
    throw DriverError{MUSA_ERROR_INVALID_VALUE};
  }
}

WordAccess waitOf(MUdeviceptr address, uint64_t value, unsigned flags, bool is64) {
  return {conditionOf(flags), is64, wordAt(address, is64), value};
}

/// A write without a barrier is one with it.
WordAccess writeOf(MUdeviceptr address, uint64_t value, unsigned flags, bool is64) {
  requireDriver(flags <= MU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER);
  return {WordAccess::Kind::Write, is64, wordAt(address, is64), value};
}

WordAccess accessOf(const MUstreamBatchMemOpParams &one) {
  const auto &wait = one.waitValue;
  const auto &write = one.writeValue;
  switch (one.operation) {
  case MU_STREAM_MEM_OP_WAIT_VALUE_32:
    return waitOf(wait.address, wait.value, wait.flags, false);
  case MU_STREAM_MEM_OP_WAIT_VALUE_64:
    return waitOf(wait.address, wait.value64, wait.flags, true);
  case MU_STREAM_MEM_OP_WRITE_VALUE_32:
    return writeOf(write.address, write.value, write.flags, false);
  case MU_STREAM_MEM_OP_WRITE_VALUE_64:
    return writeOf(write.address, write.value64, write.flags, true);
  case MU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES:
    requireDriver(one.flushRemoteWrites.flags == 0);
    return WordAccess{};
  case MU_STREAM_MEM_OP_BARRIER:
    requireDriver(one.memoryBarrier.flags <= MU_STREAM_MEMORY_BARRIER_TYPE_GPU);
    return WordAccess{};
  default:
    throw DriverError{MUSA_ERROR_INVALID_VALUE};
  }
}

/// All of them are checked before any is done.
std::vector<WordAccess> accessesOf(unsigned count, const MUstreamBatchMemOpParams *params,
                                   unsigned flags) {
  requireDriver(flags == 0 && count > 0 && count <= mostOfBatch && params != nullptr);
  std::vector<WordAccess> accesses;
  for (unsigned i = 0; i < count; ++i)
    accesses.push_back(accessOf(params[i]));
  return accesses;
}

/// What a program reads of a node: it points to a copy that the node keeps.
struct NodeParameters {
  MUSA_BATCH_MEM_OP_NODE_PARAMS params;
  std::vector<MUstreamBatchMemOpParams> operations;
};

void submit(MUstream stream, std::vector<WordAccess> accesses) {
  findStream(stream)->submit(AccessWords{std::move(accesses)});
}

} // namespace

namespace musart {

WordsWork wordsOf(const MUSA_BATCH_MEM_OP_NODE_PARAMS *params) {
  requireDriver(params != nullptr);
  WordsWork work;
  work.access.accesses = accessesOf(params->count, params->paramArray, params->flags);
  auto kept = std::make_shared<NodeParameters>();
  kept->params = *params;
  kept->operations.assign(params->paramArray, params->paramArray + params->count);
  kept->params.paramArray = kept->operations.data();
  work.parameters = std::move(kept);
  return work;
}

MUSA_BATCH_MEM_OP_NODE_PARAMS paramsOf(const WordsWork &work) {
  return static_cast<const NodeParameters *>(work.parameters.get())->params;
}

} // namespace musart

extern "C" {

MUresult muStreamWaitValue32(MUstream stream, MUdeviceptr addr, muuint32_t value, unsigned flags) {
  return driver([&] { submit(stream, {waitOf(addr, value, flags, false)}); });
}
MUresult muStreamWaitValue64(MUstream stream, MUdeviceptr addr, muuint64_t value, unsigned flags) {
  return driver([&] { submit(stream, {waitOf(addr, value, flags, true)}); });
}
MUresult muStreamWriteValue32(MUstream stream, MUdeviceptr addr, muuint32_t value, unsigned flags) {
  return driver([&] { submit(stream, {writeOf(addr, value, flags, false)}); });
}
MUresult muStreamWriteValue64(MUstream stream, MUdeviceptr addr, muuint64_t value, unsigned flags) {
  return driver([&] { submit(stream, {writeOf(addr, value, flags, true)}); });
}

MUresult muStreamBatchMemOp(MUstream stream, unsigned count, MUstreamBatchMemOpParams *paramArray,
                            unsigned flags) {
  return driver([&] { submit(stream, accessesOf(count, paramArray, flags)); });
}

} // extern "C"
