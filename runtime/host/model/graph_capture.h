//===- host/model/graph_capture.h - graphs recorded from streams -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Between musaStreamBeginCapture and musaStreamEndCapture, work submitted to a stream becomes nodes
// of a graph instead. Other streams join by waiting for an event of a captured stream. The
// functions of streams and events ask here first; while nothing is being captured, that costs one
// read of a counter.
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
  std::thread::id thread; ///< the thread that began it
  const Stream *origin = nullptr;
  std::shared_ptr<Graph> graph;
  bool ownsGraph = true; ///< false with musaStreamBeginCaptureToGraph
  bool isValid = true;
  bool isOver = false;
  std::vector<std::shared_ptr<Stream>> streams; ///< participating streams
};

/// The nodes that the next work of a captured stream depends on.
struct CaptureBranch {
  std::shared_ptr<Capture> capture;
  struct Dependency {
    std::shared_ptr<Node> node;
    musaGraphEdgeData data = {};
  };
  std::vector<Dependency> last;
  std::vector<musaGraphNode_t> handles; ///< for musaStreamGetCaptureInfo
  std::vector<musaGraphEdgeData> edges; ///< the same nodes' edges
};

extern std::atomic<unsigned> activeCaptures;
inline bool anyCapture() { return activeCaptures.load(std::memory_order_acquire) != 0; }

// For work that must not be captured, these throw the same error as CUDA and invalidate the
// capture.

/// Returns true if the stream is being captured: the operation is now in the graph and must not be
/// run. `wait`: the caller wants to wait for it.
bool captureOperation(Stream &stream, const Operation &operation, bool wait);
/// The same for work that is not a stream operation.
bool captureWork(Stream &stream, Work work);
/// For musaEventRecord and musaStreamWaitEvent. Returns false if neither stream nor event is being
/// captured.
bool captureRecord(Stream &stream, musaEvent_t handle, const std::shared_ptr<Event> &event,
                   unsigned flags);
bool captureWait(Stream &stream, musaEvent_t handle, const std::shared_ptr<Event> &event,
                 unsigned flags);
/// For musaMallocAsync and musaFreeAsync.
bool captureAllocation(Stream &stream, Device &device, size_t bytes, void **memory);
bool captureFree(Stream &stream, void *memory);
bool isCaptured(const Stream &stream);
/// For a launch that fails: a graph without it would not be the program's.
void spoilCapture(const Stream &stream);
/// For calls that query the progress of a stream, an event or a device.
void requireNotCaptured(Stream &stream);
void requireNotCaptured(const Event &event);
void requireNotCaptured(const Device &device);
/// For calls that may wait. A capture that is not relaxed forbids them to its own thread; one in
/// global mode also to other threads in global mode.
void requireNoUnsafeCall();
/// The stream is being destroyed: ends a capture that began in it.
void leaveCapture(Stream &stream);

// Call the following under graphMutex().

/// The first captured work depends on `dependencies`, nodes of the graph.
void beginCapture(const std::shared_ptr<Stream> &stream, musaStreamCaptureMode mode,
                  std::shared_ptr<Graph> graph, bool ownsGraph,
                  const std::vector<Edge> &dependencies);
/// Ends the capture that began in the stream.
std::shared_ptr<Graph> endCapture(Stream &stream);
void requireValid(const Capture &capture);
/// The current position of a captured stream; null if it is not being captured. Throws for stream 0
/// while it would wait for a captured stream.
std::shared_ptr<CaptureBranch> branchOf(const Stream &stream);
/// The nodes that the next work depends on, without those that the program has destroyed.
std::vector<Edge> dependenciesOf(CaptureBranch &branch);
void addDependencies(CaptureBranch &branch, const std::vector<Edge> &dependencies);
/// Sets the calling thread's mode, which requireNoUnsafeCall() checks; returns the previous one.
musaStreamCaptureMode exchangeCaptureMode(musaStreamCaptureMode mode);

} // namespace musart

#endif // MUSAPORT_HOST_MODEL_GRAPH_CAPTURE_H
