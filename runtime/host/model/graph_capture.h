//===- host/model/graph_capture.h - graphs that are recorded from streams --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Between musaStreamBeginCapture and musaStreamEndCapture what is put into a stream becomes nodes
// of a graph. Other streams join in by waiting for an event of a stream that is captured. The
// functions of streams and events ask here first; while nothing is captured that costs the reading
// of a number.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_HOST_MODEL_GRAPH_CAPTURE_H
#define MUSAPORT_HOST_MODEL_GRAPH_CAPTURE_H

#include "model/graph.h"
#include "model/stream.h"

#include <atomic>
#include <thread>

namespace musart {

struct Capture {
  uint64_t id = 0;
  musaStreamCaptureMode mode = musaStreamCaptureModeGlobal;
  std::thread::id thread; ///< that began it
  const Stream *origin = nullptr;
  std::shared_ptr<Graph> graph;
  bool ownsGraph = true; ///< not of musaStreamBeginCaptureToGraph
  bool isValid = true;
  bool isOver = false;
  std::vector<std::shared_ptr<Stream>> streams; ///< that take part
};

/// What a captured stream does next comes behind these nodes.
struct CaptureBranch {
  std::shared_ptr<Capture> capture;
  std::vector<std::shared_ptr<Node>> last;
  std::vector<musaGraphNode_t> handles; ///< for musaStreamGetCaptureInfo
};

extern std::atomic<unsigned> activeCaptures;
inline bool anyCapture() { return activeCaptures.load(std::memory_order_acquire) != 0; }

// Each throws what CUDA answers to what may not be captured, and makes the capture invalid.

/// True if the stream is captured: the operation is in the graph now, and is not to be run.
/// `wait`: the caller wants to wait for it.
bool captureOperation(Stream &stream, const Operation &operation, bool wait);
/// The same for what is no operation of a stream.
bool captureWork(Stream &stream, Work work);
/// For musaEventRecord and musaStreamWaitEvent. False if neither stream nor event is captured.
bool captureRecord(Stream &stream, musaEvent_t handle, const std::shared_ptr<Event> &event,
                   unsigned flags);
bool captureWait(Stream &stream, musaEvent_t handle, const std::shared_ptr<Event> &event,
                 unsigned flags);
/// For musaMallocAsync and musaFreeAsync.
bool captureAllocation(Stream &stream, Device &device, size_t bytes, void **memory);
bool captureFree(Stream &stream, void *memory);
bool isCaptured(const Stream &stream);
/// For what needs to know how far a stream, an event or a device has come.
void requireNotCaptured(Stream &stream);
void requireNotCaptured(const Event &event);
void requireNotCaptured(const Device &device);
/// For what a capture that is not relaxed forbids everybody, or its own thread, because it may
/// wait.
void requireNoUnsafeCall();
/// The stream is destroyed; a capture that began in it is over.
void leaveCapture(Stream &stream);

// What follows is under graphMutex().

/// The first work comes behind `dependencies`, which are the graph's.
void beginCapture(const std::shared_ptr<Stream> &stream, musaStreamCaptureMode mode,
                  std::shared_ptr<Graph> graph, bool ownsGraph,
                  const std::vector<Node *> &dependencies);
/// Ends what began in the stream.
std::shared_ptr<Graph> endCapture(Stream &stream);
void requireValid(const Capture &capture);
/// Where a stream that is captured has come to; null if it is not. Stream 0 cannot be asked while
/// it would wait for one that is.
std::shared_ptr<CaptureBranch> branchOf(const Stream &stream);
/// What comes next comes behind them. Nodes that the program destroyed meanwhile are left out.
std::vector<Node *> dependenciesOf(CaptureBranch &branch);
void addDependencies(CaptureBranch &branch, const std::vector<Node *> &nodes);
/// Sets the calling thread's mode, which requireNoUnsafeCall() asks for; returns the one before.
musaStreamCaptureMode exchangeCaptureMode(musaStreamCaptureMode mode);

} // namespace musart

#endif // MUSAPORT_HOST_MODEL_GRAPH_CAPTURE_H
