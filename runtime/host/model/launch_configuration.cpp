//===- host/model/launch_configuration.cpp ----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "model/launch_configuration.h"

#include "model/error.h"
#include "musa_port/host/of_thread.h"

#include <vector>

namespace musart {
namespace {

struct Pending {
  std::vector<LaunchConfiguration> all;
};

} // namespace

void pushConfiguration(const LaunchConfiguration &configuration) {
  ofThread<Pending>().all.push_back(configuration);
}

LaunchConfiguration popConfiguration() {
  std::vector<LaunchConfiguration> &pending = ofThread<Pending>().all;
  require(!pending.empty(), musaErrorMissingConfiguration);
  const LaunchConfiguration last = pending.back();
  pending.pop_back();
  return last;
}

} // namespace musart
