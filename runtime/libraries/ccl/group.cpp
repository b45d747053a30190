//===- libraries/ccl/group.cpp ---------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "group.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace musaport::ccl {
namespace {

struct Group {
  int depth = 0;
  std::vector<Call> calls;
  std::vector<Making> makings;
  std::optional<Failure> failure;
};
thread_local Group group;

/// What a group does with a communicator: one work of a stream.
struct Batch {
  std::shared_ptr<Communicator> communicator;
  std::vector<musaStream_t> streams;
  std::vector<Collective> collectives;
  std::vector<Message> messages;

  void add(const Call &call) {
    if (std::find(streams.begin(), streams.end(), call.stream) == streams.end())
      streams.push_back(call.stream);
    if (const auto *collective = std::get_if<Collective>(&call.what))
      collectives.push_back(*collective);
    else
      messages.push_back(std::get<Message>(call.what));
  }

  void run() const {
    const std::lock_guard lock(communicator->running);
    if (communicator->hasFailed())
      return;
    try {
      for (const Collective &collective : collectives)
        ccl::run(*communicator->board, collective);
      if (!messages.empty())
        ccl::run(*communicator->board, messages);
    } catch (const Failure &failure) {
      communicator->fail(failure);
    }
  }
};

std::vector<Batch> batchesOf(const std::vector<Call> &calls) {
  std::vector<Batch> result;
  for (const Call &call : calls) {
    auto found = std::find_if(result.begin(), result.end(), [&](const Batch &batch) {
      return batch.communicator == call.communicator;
    });
    if (found == result.end())
      found = result.insert(result.end(), {call.communicator, {}, {}, {}});
    found->add(call);
  }
  return result;
}

void submit(Batch batch) {
  const musaStream_t first = batch.streams.front();
  const std::vector<musaStream_t> others(batch.streams.begin() + 1, batch.streams.end());
  Communicator &communicator = *batch.communicator;
  communicator.submit(first, others, [batch = std::move(batch)] { batch.run(); });
}

void make(const std::vector<Making> &makings) {
  try {
    for (size_t step = 0, any = 1; any != 0; ++step) {
      any = 0;
      for (const Making &making : makings)
        if (step < making.steps.size()) {
          making.steps[step]();
          any = 1;
        }
    }
  } catch (const Failure &failure) { // the other ranks wait for these
    for (const Making &making : makings)
      if (making.communicator->board != nullptr)
        making.communicator->fail(failure);
    throw;
  }
}

} // namespace

void startGroup() { ++group.depth; }

void endGroup() {
  require(group.depth > 0, mcclInvalidUsage, "there is no group that could end");
  if (--group.depth > 0)
    return;
  const Group ended = std::exchange(group, {});
  if (ended.failure)
    throw *ended.failure;
  make(ended.makings);
  for (Batch &batch : batchesOf(ended.calls))
    submit(std::move(batch));
}

void add(Call call) { group.calls.push_back(std::move(call)); }
void add(Making making) {
  for (const Making &other : group.makings) // their steps would mix
    require(other.communicator != making.communicator, mcclInvalidUsage,
            "a group splits a communicator once");
  group.makings.push_back(std::move(making));
}

void inGroup(const std::function<void()> &body) {
  startGroup();
  std::optional<Failure> failure;
  try {
    body();
  } catch (const Failure &thrown) {
    failure = thrown;
    if (!group.failure)
      group.failure = failure;
  }
  endGroup();
  if (failure) // of a call that is not the whole group
    throw *failure;
}

} // namespace musaport::ccl
