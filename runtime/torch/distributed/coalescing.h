//===- torch/distributed/coalescing.h - several calls as one work -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_TORCH_DISTRIBUTED_COALESCING_H
#define MUSAPORT_TORCH_DISTRIBUTED_COALESCING_H

#include <torch/csrc/distributed/c10d/Work.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace c10d {

/// Ends when all have ended.
class WorkOfAll final : public Work {
public:
  WorkOfAll(int rank, std::vector<c10::intrusive_ptr<Work>> works)
      : Work(rank, OpType::COALESCED), works(std::move(works)) {}

  bool isCompleted() override {
    return std::all_of(works.begin(), works.end(),
                       [](const auto &work) { return work->isCompleted(); });
  }
  bool isSuccess() const override {
    return std::all_of(works.begin(), works.end(),
                       [](const auto &work) { return work->isSuccess(); });
  }
  bool wait(std::chrono::milliseconds timeout) override {
    for (const auto &work : works)
      work->wait(timeout);
    return true;
  }
  void synchronize() override {
    for (const auto &work : works)
      work->synchronize();
  }

private:
  const std::vector<c10::intrusive_ptr<Work>> works;
};

/// A backend's calls between startCoalescing() and endCoalescing(). They begin at once.
class Coalescing {
public:
  void start() { isOn = true; }
  c10::intrusive_ptr<Work> add(c10::intrusive_ptr<Work> work) {
    if (isOn)
      works.push_back(work);
    return work;
  }
  c10::intrusive_ptr<Work> end(int rank) {
    isOn = false;
    return c10::make_intrusive<WorkOfAll>(rank, std::exchange(works, {}));
  }

private:
  bool isOn = false;
  std::vector<c10::intrusive_ptr<Work>> works;
};

} // namespace c10d

#endif // MUSAPORT_TORCH_DISTRIBUTED_COALESCING_H
