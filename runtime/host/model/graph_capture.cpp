//===- host/model/graph_capture.cpp -----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "model/graph_capture.h"

#include "model/device.h"
#include "model/error.h"
#include "model/graph_memory.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace musart {

std::atomic<unsigned> activeCaptures = 0;

void requireValid(const Capture &capture) {
  require(capture.isValid, musaErrorStreamCaptureInvalidated);
}

/// Nodes that the program destroyed meanwhile are no dependencies any more.
std::vector<Edge> dependenciesOf(CaptureBranch &branch) {
  std::erase_if(branch.last, [](const auto &one) { return one.node->graph == nullptr; });
  std::vector<Edge> result;
  result.reserve(branch.last.size());
  for (const CaptureBranch::Dependency &one : branch.last)
    result.push_back({one.node.get(), one.data});
  return result;
}

namespace {

thread_local musaStreamCaptureMode modeOfThread = musaStreamCaptureModeGlobal;

/// Those that have begun and not ended; under graphMutex().
std::vector<std::shared_ptr<Capture>> &captures() {
  static auto *result = new std::vector<std::shared_ptr<Capture>>;
  return *result;
}

[[noreturn]] void invalidate(Capture &capture, musaError_t error) {
  capture.isValid = false;
  throw ApiError{error};
}

void join(const std::shared_ptr<Capture> &capture, Stream &stream) {
  auto branch = std::make_shared<CaptureBranch>();
  branch->capture = capture;
  stream.captured = std::move(branch);
  capture->streams.push_back(stream.shared_from_this());
}

/// The graph is the program's if it is whole.
void end(const std::shared_ptr<Capture> &capture, bool isWhole) {
  capture->isOver = true;
  if (!isWhole && capture->ownsGraph)
    unpublish(*capture->graph);
  for (const std::shared_ptr<Stream> &stream : capture->streams)
    stream->captured = nullptr;
  capture->streams.clear();
  std::erase(captures(), capture);
  --activeCaptures;
}

/// Stream 0 would wait for a stream that is captured, and that for stream 0.
void requireNotImplicit(const Stream &stream) {
  if (stream.kind != Stream::Kind::Legacy)
    return;
  for (const std::shared_ptr<Capture> &capture : captures())
    for (const std::shared_ptr<Stream> &one : capture->streams)
      if (one->kind == Stream::Kind::Blocking && &one->device == &stream.device)
        invalidate(*capture, musaErrorStreamCaptureImplicit);
}

std::shared_ptr<Node> shared(const Graph &graph, const Node &node) {
  // Mostly one of the last.
  const auto found = std::find_if(graph.nodes().rbegin(), graph.nodes().rend(),
                                  [&](const auto &one) { return one.get() == &node; });
  return *found;
}

void addWork(Stream &stream, Work work) {
  CaptureBranch &branch = *stream.captured;
  Graph &graph = *branch.capture->graph;
  const Node &node = graph.add(std::move(work), stream.device, dependenciesOf(branch));
  branch.last = {{shared(graph, node)}};
}

/// Unless it is one already.
void addDependency(CaptureBranch &branch, const CaptureBranch::Dependency &dependency) {
  const auto isKnown = [&](const auto &one) { return one.node == dependency.node; };
  if (dependency.node->graph != nullptr && std::ranges::none_of(branch.last, isKnown))
    branch.last.push_back(dependency);
}

Work workOf(const Operation &operation, Capture &capture) {
  struct Maker {
    Capture &capture;
    Work operator()(const Nothing &) const { return EmptyWork{}; }
    Work operator()(const RunKernel &run) const { return KernelWork{run, {}, {}}; }
    Work operator()(const Copy &copy) const { return CopyWork{copy, {}}; }
    Work operator()(const Fill &fill) const { return FillWork{fill}; }
    Work operator()(const CallHost &call) const { return HostWork{call}; }
    Work operator()(const CallBack &) const { refuse(); }
    Work operator()(const ReachMoment &) const { refuse(); }
    Work operator()(const WaitForMoment &) const { refuse(); }
    Work operator()(const FreeMemory &) const { refuse(); }
    Work operator()(const RunConditional &) const { refuse(); }
    Work operator()(const AccessWords &) const { refuse(); }
    Work operator()(const RunGraph &) const { refuse(); }
    [[noreturn]] void refuse() const { invalidate(capture, musaErrorStreamCaptureUnsupported); }
  };
  return std::visit(Maker{capture}, operation);
}

/// Everything that `nodes` come behind, and they themselves.
std::unordered_set<const Node *> ancestors(const std::vector<Edge> &nodes) {
  std::unordered_set<const Node *> result;
  std::vector<Edge> open = nodes;
  while (!open.empty()) {
    const Node *node = open.back().node;
    open.pop_back();
    if (result.insert(node).second)
      open.insert(open.end(), node->dependencies.begin(), node->dependencies.end());
  }
  return result;
}

/// The origin comes behind all that the other streams have done.
bool isJoined(Capture &capture) {
  const auto before = ancestors(dependenciesOf(*capture.origin->captured));
  return std::all_of(capture.streams.begin(), capture.streams.end(), [&](const auto &stream) {
    const std::vector<Edge> last = dependenciesOf(*stream->captured);
    return std::all_of(last.begin(), last.end(),
                       [&](const Edge &one) { return before.count(one.node) != 0; });
  });
}

} // namespace

bool captureWork(Stream &stream, Work work) {
  if (!anyCapture())
    return false;
  const std::lock_guard lock(graphMutex());
  if (stream.captured == nullptr) {
    requireNotImplicit(stream);
    return false;
  }
  requireValid(*stream.captured->capture);
  addWork(stream, std::move(work));
  return true;
}

bool captureOperation(Stream &stream, const Operation &operation, bool wait) {
  if (!anyCapture())
    return false;
  const std::lock_guard lock(graphMutex());
  if (stream.captured == nullptr) {
    requireNotImplicit(stream);
    return false;
  }
  Capture &capture = *stream.captured->capture;
  requireValid(capture);
  if (wait)
    invalidate(capture, musaErrorStreamCaptureUnsupported);
  addWork(stream, workOf(operation, capture));
  return true;
}

bool captureRecord(Stream &stream, musaEvent_t handle, const std::shared_ptr<Event> &event,
                   unsigned flags) {
  if (!anyCapture() && !event->isCaptured)
    return false;
  const std::lock_guard lock(graphMutex());
  if (stream.captured == nullptr) {
    requireNotImplicit(stream);
    event->isCaptured = false;
    event->captured = nullptr;
    return false;
  }
  CaptureBranch &branch = *stream.captured;
  requireValid(*branch.capture);
  if ((flags & musaEventRecordExternal) != 0) {
    addWork(stream, RecordWork{handle, event});
    return true;
  }
  event->captured = std::make_shared<CaptureBranch>(branch);
  event->isCaptured = true;
  return true;
}

bool captureWait(Stream &stream, musaEvent_t handle, const std::shared_ptr<Event> &event,
                 unsigned flags) {
  if (!anyCapture() && !event->isCaptured)
    return false;
  const std::lock_guard lock(graphMutex());
  CaptureBranch *const branch = stream.captured.get();
  if (branch == nullptr)
    requireNotImplicit(stream);
  else
    requireValid(*branch->capture);
  if (branch != nullptr && (flags & musaEventWaitExternal) != 0) {
    addWork(stream, WaitWork{handle, event});
    return true;
  }
  const std::shared_ptr<CaptureBranch> point = event->captured;
  if (point == nullptr) {
    if (branch == nullptr)
      return false;
    invalidate(*branch->capture, musaErrorStreamCaptureIsolation);
  }
  const std::shared_ptr<Capture> &capture = point->capture;
  if (branch != nullptr && branch->capture != capture) {
    branch->capture->isValid = false;
    invalidate(*capture, musaErrorStreamCaptureMerge);
  }
  require(!capture->isOver, musaErrorCapturedEvent);
  requireValid(*capture);
  if (branch == nullptr) {
    if (stream.kind == Stream::Kind::Legacy)
      invalidate(*capture, musaErrorStreamCaptureImplicit);
    join(capture, stream);
  }
  for (const CaptureBranch::Dependency &one : point->last)
    addDependency(*stream.captured, one);
  return true;
}

bool captureAllocation(Stream &stream, Device &device, size_t bytes, void **memory) {
  if (!isCaptured(stream))
    return false;
  AllocateWork work = {};
  work.memory = GraphMemory::make(device, bytes);
  work.parameters.poolProps.allocType = musaMemAllocationTypePinned;
  work.parameters.poolProps.location = {musaMemLocationTypeDevice, device.ordinal};
  work.parameters.bytesize = bytes;
  work.parameters.dptr = work.memory->address();
  *memory = work.memory->address();
  return captureWork(stream, std::move(work));
}

/// Of a graph's memory, which may be another one's; a graph can free nothing else.
bool captureFree(Stream &stream, void *memory) {
  if (!isCaptured(stream))
    return false;
  require(findGraphMemory(memory) != nullptr);
  return captureWork(stream, FreeWork{memory});
}

bool isCaptured(const Stream &stream) {
  if (!anyCapture())
    return false;
  const std::lock_guard lock(graphMutex());
  return stream.captured != nullptr;
}

void requireNotCaptured(Stream &stream) {
  if (!anyCapture())
    return;
  const std::lock_guard lock(graphMutex());
  if (stream.captured != nullptr)
    invalidate(*stream.captured->capture, musaErrorStreamCaptureUnsupported);
  requireNotImplicit(stream);
}

void spoilCapture(const Stream &stream) {
  if (!anyCapture())
    return;
  const std::lock_guard lock(graphMutex());
  if (stream.captured != nullptr)
    stream.captured->capture->isValid = false;
}

void requireNotCaptured(const Event &event) {
  if (!event.isCaptured)
    return;
  const std::lock_guard lock(graphMutex());
  if (event.captured != nullptr)
    invalidate(*event.captured->capture, musaErrorCapturedEvent);
}

void requireNotCaptured(const Device &device) {
  if (!anyCapture())
    return;
  const std::lock_guard lock(graphMutex());
  bool found = false;
  for (const std::shared_ptr<Capture> &capture : captures())
    for (const std::shared_ptr<Stream> &stream : capture->streams)
      if (&stream->device == &device) {
        capture->isValid = false;
        found = true;
      }
  require(!found, musaErrorStreamCaptureUnsupported);
}

void requireNoUnsafeCall() {
  if (!anyCapture() || modeOfThread == musaStreamCaptureModeRelaxed)
    return;
  const std::lock_guard lock(graphMutex());
  for (const std::shared_ptr<Capture> &capture : captures()) {
    const bool isMine = capture->thread == std::this_thread::get_id();
    const bool forbids = isMine ? capture->mode != musaStreamCaptureModeRelaxed
                                : capture->mode == musaStreamCaptureModeGlobal &&
                                      modeOfThread == musaStreamCaptureModeGlobal;
    if (forbids)
      invalidate(*capture, musaErrorStreamCaptureUnsupported);
  }
}

void leaveCapture(Stream &stream) {
  if (!anyCapture())
    return;
  const std::lock_guard lock(graphMutex());
  // What another stream than the origin has done still counts: the end asks whether it is joined.
  if (stream.captured == nullptr || stream.captured->capture->origin != &stream)
    return;
  const std::shared_ptr<Capture> capture = stream.captured->capture;
  capture->isValid = false;
  end(capture, false);
}

void beginCapture(const std::shared_ptr<Stream> &stream, musaStreamCaptureMode mode,
                  std::shared_ptr<Graph> graph, bool ownsGraph,
                  const std::vector<Edge> &dependencies) {
  static uint64_t lastId = 0;
  require(mode >= musaStreamCaptureModeGlobal && mode <= musaStreamCaptureModeRelaxed);
  require(stream->kind != Stream::Kind::Legacy, musaErrorStreamCaptureUnsupported);
  require(stream->captured == nullptr, musaErrorIllegalState);
  auto capture = std::make_shared<Capture>();
  capture->id = ++lastId;
  capture->mode = mode;
  capture->thread = std::this_thread::get_id();
  capture->origin = stream.get();
  capture->graph = std::move(graph);
  capture->ownsGraph = ownsGraph;
  join(capture, *stream);
  addDependencies(*stream->captured, dependencies);
  captures().push_back(capture);
  ++activeCaptures;
}

std::shared_ptr<Graph> endCapture(Stream &stream) {
  require(stream.captured != nullptr, musaErrorIllegalState);
  const std::shared_ptr<Capture> capture = stream.captured->capture;
  if (capture->origin != &stream)
    invalidate(*capture, musaErrorStreamCaptureUnmatched);
  if (capture->mode != musaStreamCaptureModeRelaxed)
    require(capture->thread == std::this_thread::get_id(), musaErrorStreamCaptureWrongThread);
  const bool isWhole = capture->isValid && isJoined(*capture);
  end(capture, isWhole);
  requireValid(*capture);
  require(isWhole, musaErrorStreamCaptureUnjoined);
  return capture->graph;
}

std::shared_ptr<CaptureBranch> branchOf(const Stream &stream) {
  if (stream.captured == nullptr)
    requireNotImplicit(stream);
  return stream.captured;
}

void addDependencies(CaptureBranch &branch, const std::vector<Edge> &dependencies) {
  for (const Edge &one : dependencies)
    addDependency(branch, {shared(*branch.capture->graph, *one.node), one.data});
}

musaStreamCaptureMode exchangeCaptureMode(musaStreamCaptureMode mode) {
  return std::exchange(modeOfThread, mode);
}

} // namespace musart
