//===- libraries/ccl/api.cpp - communicators of the API -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "making.h"
#include "unique_id.h"

#include <algorithm>
#include <set>
#include <span>
#include <utility>

namespace musaport::ccl {
namespace {

constexpr unsigned configMagic = 0xcafebeef;

/// All of its wishes are about speed, or about calls that return early, and change nothing.
void check(const mcclConfig_t *config) {
  require(config == nullptr ||
              (config->magic == configMagic && config->size == sizeof(mcclConfig_t)),
          "the configuration was not made with MCCL_CONFIG_INITIALIZER");
}

int currentDevice() {
  int device = 0;
  requireMusa(musaGetDevice(&device));
  return device;
}

/// Adds it to the group. Returns its handle.
mcclComm_t initRank(int ranks, const std::shared_ptr<const mcclUniqueId> &id, int rank,
                    int device) {
  const auto communicator = std::make_shared<Communicator>(ranks, rank, device);
  add(joinRank(id, communicator));
  return addCommunicator(communicator);
}

/// Runs `body`, which fills `comms`, as a group. If it fails, all of them are null.
void makeAll(mcclComm_t *comms, int count, const std::function<void()> &body) {
  const std::span<mcclComm_t> all(comms, comms != nullptr && count > 0 ? count : 0);
  std::fill(all.begin(), all.end(), nullptr);
  try {
    inGroup([&] {
      require(comms != nullptr, "the place of the communicator is null");
      require(count > 0, "a communicator has at least one device");
      body();
    });
  } catch (...) {
    for (mcclComm_t &comm : all)
      if (comm != nullptr)
        removeCommunicator(std::exchange(comm, nullptr));
    throw;
  }
}

std::vector<int> devicesOf(int count, const int *list) {
  int all = 0;
  requireMusa(musaGetDeviceCount(&all));
  std::vector<int> result;
  for (int i = 0; i < count; ++i) {
    result.push_back(list != nullptr ? list[i] : i);
    require(result.back() >= 0 && result.back() < all,
            "there is no such device; MUSA_HOST_DEVICES sets how many there are");
  }
  require(std::set<int>(result.begin(), result.end()).size() == result.size(), mcclInvalidUsage,
          "a device is in the list twice");
  return result;
}

template <typename T> mcclResult_t give(mcclComm_t comm, T Communicator::*member, int *result) {
  return api([&] {
    require(result != nullptr, "the place of the result is null");
    *result = (*findCommunicator(comm)).*member;
  });
}

} // namespace
} // namespace musaport::ccl

using namespace musaport::ccl;

extern "C" {

mcclResult_t mcclGetVersion(int *version) {
  return api([&] {
    require(version != nullptr, "the place of the version is null");
    *version = MCCL_VERSION_CODE;
  });
}

const char *mcclGetErrorString(mcclResult_t result) {
  switch (result) {
  case mcclSuccess:
    return "no error";
  case mcclUnhandledMusaError:
    return "the MUSA runtime has failed (MCCL_DEBUG=WARN says why)";
  case mcclSystemError:
    return "the system has failed (MCCL_DEBUG=WARN says why)";
  case mcclInternalError:
    return "internal error";
  case mcclInvalidArgument:
    return "invalid argument (MCCL_DEBUG=WARN says why)";
  case mcclInvalidUsage:
    return "invalid usage (MCCL_DEBUG=WARN says why)";
  case mcclRemoteError:
    return "another rank has ended or failed";
  case mcclInProgress:
    return "in progress";
  default:
    return "unknown result";
  }
}

const char *mcclGetLastError(mcclComm_t) {
  thread_local std::string shown;
  shown = lastMessage();
  return shown.c_str();
}

mcclResult_t mcclGetUniqueId(mcclUniqueId *uniqueId) {
  return api([&] {
    require(uniqueId != nullptr, "the place of the ID is null");
    *uniqueId = makeUniqueId();
  });
}

mcclResult_t mcclCommInitRank(mcclComm_t *comm, int nranks, mcclUniqueId commId, int rank) {
  return mcclCommInitRankConfig(comm, nranks, commId, rank, nullptr);
}

mcclResult_t mcclCommInitRankConfig(mcclComm_t *comm, int nranks, mcclUniqueId commId, int rank,
                                    mcclConfig_t *config) {
  return api([&] {
    makeAll(comm, 1, [&] {
      require(nranks > 0 && rank >= 0 && rank < nranks,
              "the rank is not below the number of ranks");
      check(config);
      *comm = initRank(nranks, std::make_shared<mcclUniqueId>(commId), rank, currentDevice());
    });
  });
}

mcclResult_t mcclCommInitAll(mcclComm_t *comm, int ndev, const int *devlist) {
  return api([&] {
    makeAll(comm, ndev, [&] {
      const std::vector<int> devices = devicesOf(ndev, devlist);
      const auto own = std::make_shared<OwnUniqueId>();
      for (int rank = 0; rank < ndev; ++rank)
        comm[rank] = initRank(ndev, {own, &own->id}, rank, devices[rank]);
    });
  });
}

mcclResult_t mcclCommSplit(mcclComm_t comm, int color, int key, mcclComm_t *newcomm,
                           mcclConfig_t *config) {
  return api([&] {
    inGroup([&] {
      const auto communicator = findCommunicator(comm);
      require(newcomm != nullptr, "the place of the communicator is null");
      require(communicator->isReady, mcclInvalidUsage,
              "the communicator is made when the group ends");
      require(color >= 0 || color == MCCL_SPLIT_NOCOLOR, "a color is not negative");
      check(config);
      add(split(communicator, {color, key}, newcomm));
    });
  });
}

mcclResult_t mcclCommFinalize(mcclComm_t comm) {
  return api([&] { findCommunicator(comm)->finish(); });
}

mcclResult_t mcclCommDestroy(mcclComm_t comm) {
  return api([&] {
    if (comm == MCCL_COMM_NULL)
      return;
    const auto communicator = removeCommunicator(comm);
    communicator->finish();
    if (communicator->board != nullptr)
      communicator->board->leave();
    communicator->close();
  });
}

mcclResult_t mcclCommAbort(mcclComm_t comm) {
  return api([&] {
    if (comm == MCCL_COMM_NULL)
      return;
    const auto communicator = removeCommunicator(comm);
    if (communicator->board != nullptr)
      communicator->abort();
    communicator->close();
  });
}

mcclResult_t mcclCommGetAsyncError(mcclComm_t comm, mcclResult_t *asyncError) {
  return api([&] {
    require(asyncError != nullptr, "the place of the result is null");
    *asyncError = findCommunicator(comm)->asyncError();
  });
}

mcclResult_t mcclCommCount(const mcclComm_t comm, int *count) {
  return give(comm, &Communicator::size, count);
}
mcclResult_t mcclCommMuDevice(const mcclComm_t comm, int *device) {
  return give(comm, &Communicator::device, device);
}
mcclResult_t mcclCommUserRank(const mcclComm_t comm, int *rank) {
  return give(comm, &Communicator::rank, rank);
}

mcclResult_t mcclMemAlloc(void **ptr, size_t size) {
  return api([&] {
    require(ptr != nullptr, "the place of the pointer is null");
    requireMusa(musaMalloc(ptr, size));
  });
}
mcclResult_t mcclMemFree(void *ptr) {
  return api([&] { requireMusa(musaFree(ptr)); });
}

mcclResult_t mcclCommRegister(const mcclComm_t comm, void *buff, size_t size, void **handle) {
  return api([&] {
    findCommunicator(comm);
    require(buff != nullptr && size != 0 && handle != nullptr, "a pointer is null");
    *handle = buff;
  });
}
mcclResult_t mcclCommDeregister(const mcclComm_t comm, void *handle) {
  return api([&] {
    findCommunicator(comm);
    require(handle != nullptr, "the handle is null");
  });
}

mcclResult_t mcclRedOpCreatePreMulSum(mcclRedOp_t *op, void *scalar, mcclDataType_t datatype,
                                      mcclScalarResidence_t residence, mcclComm_t comm) {
  return api([&] {
    const auto communicator = findCommunicator(comm);
    require(op != nullptr && scalar != nullptr, "a pointer is null");
    require(sizeOf(datatype) != 0, "there is no such type");
    require(residence == mcclScalarDevice || residence == mcclScalarHostImmediate,
            "there is no such residence");
    PreMultiplied made = {datatype, {}};
    if (residence == mcclScalarDevice)
      made.onDevice = scalar;
    else
      made.factor = factorAt(scalar, datatype);
    *op = communicator->addOperation(made);
  });
}
mcclResult_t mcclRedOpDestroy(mcclRedOp_t op, mcclComm_t comm) {
  return api([&] { findCommunicator(comm)->removeOperation(op); });
}

} // extern "C"
