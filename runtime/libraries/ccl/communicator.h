//===- libraries/ccl/communicator.h - a rank's place among others -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_LIBRARIES_CCL_COMMUNICATOR_H
#define MUSAPORT_LIBRARIES_CCL_COMMUNICATOR_H

#include "board.h"
#include "reduction.h"

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace musaport::ccl {

/// A reduction that mcclRedOpCreatePreMulSum has made.
struct PreMultiplied {
  mcclDataType_t type;
  Factor factor; ///< unless the device has it
  const void *onDevice = nullptr;
};

class Communicator {
public:
  Communicator(int size, int rank, int device) : size(size), rank(rank), device(device) {}
  Communicator(const Communicator &) = delete;
  Communicator &operator=(const Communicator &) = delete;

  const int size;
  const int rank;
  const int device;
  std::shared_ptr<Board> board; ///< null until the rank has joined
  std::atomic<bool> isReady = false;
  std::mutex running; ///< for work: that of a graph may overlap with other work

  /// Puts `work` into the stream, behind the communicator's earlier work, which may be in other
  /// streams, and behind what is in `others`.
  void submit(musaStream_t stream, const std::vector<musaStream_t> &others,
              std::function<void()> work);
  /// Waits for all that was submitted.
  void finish();
  /// Ends it for all ranks. Those that still need this one get mcclRemoteError. Nothing uses the
  /// rank's buffers any more when it returns.
  void abort();
  /// After the last call. A graph may still have work of it, which then does nothing.
  void close();
  /// Makes it fail, for the others too. Those of this process do not use the rank's buffers any
  /// more when it returns.
  void fail(const Failure &failure);
  bool hasFailed() const;
  /// Also sees that another rank has failed or has died.
  mcclResult_t asyncError();

  mcclRedOp_t addOperation(PreMultiplied operation);
  void removeOperation(mcclRedOp_t operation);
  PreMultiplied operation(mcclRedOp_t operation) const;

private:
  void look();

  mutable std::mutex mutex;
  Failure error = {mcclSuccess, ""};
  musaEvent_t lastWork = nullptr;
  musaStream_t lastStream = nullptr;
  std::map<int, PreMultiplied> operations;
};

/// The handles that programs have. Throws mcclInvalidArgument for others.
mcclComm_t addCommunicator(std::shared_ptr<Communicator> communicator);
std::shared_ptr<Communicator> findCommunicator(mcclComm_t handle);
std::shared_ptr<Communicator> removeCommunicator(mcclComm_t handle);

/// While this object exists, calls of the runtime are for the device.
class OnDevice {
public:
  explicit OnDevice(int device);
  ~OnDevice();
  OnDevice(const OnDevice &) = delete;
  OnDevice &operator=(const OnDevice &) = delete;

private:
  int before = 0;
};

} // namespace musaport::ccl

#endif // MUSAPORT_LIBRARIES_CCL_COMMUNICATOR_H
