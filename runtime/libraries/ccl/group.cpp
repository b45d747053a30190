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
    } catch (...) {
      communicator->fail(currentFailure());
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

void submit(const Batch &batch) {
  const musaStream_t first = batch.streams.front();
  const std::vector<musaStream_t> others(batch.streams.begin() + 1, batch.streams.end());
  batch.communicator->submit(first, others, [batch] { batch.run(); });
}

/// If it fails, so do the communicators whose work has not begun: the other ranks wait for it.
void submit(const std::vector<Call> &calls) {
  std::vector<Batch> batches;
  auto next = batches.cbegin();
  try {
    batches = batchesOf(calls);
    for (next = batches.cbegin(); next != batches.cend(); ++next)
      submit(*next);
  } catch (...) {
    const Failure failure = currentFailure();
    for (const Call &call : calls)
      if (std::none_of(batches.cbegin(), next,
                       [&](const Batch &begun) { return begun.communicator == call.communicator; }))
        call.communicator->fail(failure);
    throw;
  }
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
  } catch (...) { // the other ranks wait for these
    const Failure failure = currentFailure();
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
  submit(ended.calls);
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
  } catch (...) {
    failure = currentFailure();
    if (!group.failure)
      group.failure = failure;
  }
  endGroup();
  if (failure) // of a call that is not the whole group
    throw *failure;
}

} // namespace musaport::ccl
