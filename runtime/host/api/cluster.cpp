//===- host/api/cluster.cpp -------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "api/cluster.h"

#include "api/error.h"
#include "api/launch.h"
#include "model/device.h"
#include "musa_runtime_api.h"

#include <algorithm>

namespace musart {
namespace {

bool isSet(__musa_dim size) { return size.x != 0 || size.y != 0 || size.z != 0; }
bool isSame(__musa_dim a, __musa_dim b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

/// What the kernel was compiled with, or what was set since; zeros: any.
__musa_dim requiredCluster(const Function &function) {
  const __musa_dim compiled = compiledCluster(*function.kernel);
  if (isSet(compiled))
    return compiled;
  const auto set = [&](unsigned i) { return static_cast<unsigned>(function.clusterSize[i]); };
  return {set(0), set(1), set(2)};
}

unsigned largestCluster(const Function &function) {
  return function.mayHaveLargeClusters ? largestClusterSize : portableClusterSize;
}

/// None: neither the kernel nor the launch says any.
std::optional<__musa_dim> chosenCluster(const Function &function,
                                        const std::optional<__musa_dim> &asked) {
  const __musa_dim required = requiredCluster(function);
  if (!isSet(required))
    return asked;
  require(!asked || isSame(*asked, required), musaErrorInvalidClusterSize);
  return required;
}

/// Of a launch of one cluster.
unsigned blocksOf(__musa_dim cluster, unsigned largest) {
  Launch launch;
  launch.grid = launch.cluster = cluster;
  require(clusterFits(launch, largest), musaErrorInvalidClusterSize);
  return launch.blocksPerCluster();
}

int residentBlocks(const Function &function, const LaunchRequest &request) {
  return residentBlocks(function,
                        static_cast<int>(request.block.x * request.block.y * request.block.z),
                        request.dynamicSharedBytes);
}

} // namespace

void setCluster(RunKernel &run, std::optional<__musa_dim> asked) {
  Launch changed;
  changed.grid = run.launch.grid;
  changed.cluster = chosenCluster(*run.function, asked).value_or(changed.cluster);
  require(clusterFits(changed, largestCluster(*run.function)), musaErrorInvalidClusterSize);
  run.launch.cluster = changed.cluster;
  run.hasOwnCluster = asked.has_value();
}

void setClusterAttribute(Function &function, musaFuncAttribute attribute, int value) {
  require(value >= 0);
  switch (attribute) {
  case musaFuncAttributeRequiredClusterWidth:
  case musaFuncAttributeRequiredClusterHeight:
  case musaFuncAttributeRequiredClusterDepth:
    // A launch finds out whether the three of them fit together.
    require(!isSet(compiledCluster(*function.kernel)), musaErrorNotPermitted);
    function.clusterSize[attribute - musaFuncAttributeRequiredClusterWidth] = value;
    return;
  case musaFuncAttributeNonPortableClusterSizeAllowed:
    require(value <= 1);
    function.mayHaveLargeClusters = value != 0;
    return;
  case musaFuncAttributeClusterSchedulingPolicyPreference:
    require(value <= musaClusterSchedulingPolicyLoadBalancing);
    function.clusterPolicy = value;
    return;
  default:
    throw ApiError{musaErrorInvalidValue};
  }
}

void getClusterAttributes(const Function &function, musaFuncAttributes &attributes) {
  const __musa_dim required = requiredCluster(function);
  attributes.requiredClusterWidth = static_cast<int>(required.x);
  attributes.requiredClusterHeight = static_cast<int>(required.y);
  attributes.requiredClusterDepth = static_cast<int>(required.z);
  attributes.nonPortableClusterSizeAllowed = function.mayHaveLargeClusters ? 1 : 0;
  attributes.clusterSchedulingPolicyPreference = function.clusterPolicy;
}

} // namespace musart

using namespace musart;

extern "C" {

musaError_t musaOccupancyMaxPotentialClusterSize(int *clusterSize, const void *func,
                                                 const musaLaunchConfig_t *launchConfig) {
  return api([&] {
    require(clusterSize != nullptr);
    const LaunchRequest request = requestOf(launchConfig, func);
    const Function &function = findFunction(func);
    const unsigned largest = largestCluster(function);
    const std::optional<__musa_dim> required = chosenCluster(function, std::nullopt);
    const unsigned blocks = required ? blocksOf(*required, largest) : largest;
    *clusterSize = residentBlocks(function, request) > 0 ? static_cast<int>(blocks) : 0;
  });
}

musaError_t musaOccupancyMaxActiveClusters(int *numClusters, const void *func,
                                           const musaLaunchConfig_t *launchConfig) {
  return api([&] {
    require(numClusters != nullptr);
    const LaunchRequest request = requestOf(launchConfig, func);
    const Function &function = findFunction(func);
    const std::optional<__musa_dim> size = chosenCluster(function, request.cluster);
    require(size.has_value(), musaErrorInvalidClusterSize);
    const auto perCluster = static_cast<int>(blocksOf(*size, largestCluster(function)));
    const int ofEach = residentBlocks(function, request);
    // One fits always: its blocks run on one CPU thread.
    *numClusters =
        ofEach == 0
            ? 0
            : std::max(1, ofEach * currentDevice().launchLimits().multiprocessors / perCluster);
  });
}

} // extern "C"
