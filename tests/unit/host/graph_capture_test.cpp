//===- unit/host/graph_capture_test.cpp -------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "model/graph_capture.h"

#include "device_test.h"
#include "model/graph_exec.h"
#include "gmock/gmock.h"

#include <thread>

namespace musart {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// An edge to that node, without data.
auto isOf(const Node *node) {
  return ::testing::AllOf(
      ::testing::Field(&Edge::node, node),
      ::testing::ResultOf([](const Edge &edge) { return isSameData(edge.data, {}); }, true));
}

class GraphCaptureTest : public DeviceTest {
protected:
  ~GraphCaptureTest() override {
    for (const std::shared_ptr<Stream> &one : {stream, other})
      leaveCapture(*one); // where a test has left it open
  }

  void begin(const std::shared_ptr<Stream> &where,
             musaStreamCaptureMode mode = musaStreamCaptureModeGlobal) {
    const std::lock_guard lock(graphMutex());
    auto graph = std::make_shared<Graph>();
    beginCapture(where, mode, graph, true, {});
    publish(graph);
  }
  std::shared_ptr<Graph> end(Stream &where) {
    const std::lock_guard lock(graphMutex());
    return endCapture(where);
  }
  musaError_t errorOfEnd(Stream &where) {
    return errorOf([&] { end(where); });
  }
  bool record(Stream &where, const std::shared_ptr<Event> &event) {
    return captureRecord(where, nullptr, event, musaEventRecordDefault);
  }
  bool wait(Stream &where, const std::shared_ptr<Event> &event) {
    return captureWait(where, nullptr, event, musaEventWaitDefault);
  }
  /// `to` comes behind what `from` has done so far.
  void join(Stream &from, Stream &to) {
    const std::shared_ptr<Event> event = makeEvent();
    EXPECT_TRUE(record(from, event));
    EXPECT_TRUE(wait(to, event));
  }
  std::shared_ptr<Event> makeEvent() const {
    return std::make_shared<Event>(device.ordinal, musaEventDefault);
  }

  const std::shared_ptr<Stream> stream = makeStream();
  const std::shared_ptr<Stream> other = makeStream();
};

TEST_F(GraphCaptureTest, WorkBecomesNodesInTheStreamsOrderAndIsNotRun) {
  begin(stream);
  EXPECT_TRUE(isCaptured(*stream));
  EXPECT_FALSE(isCaptured(*other));
  stream->submit(say("a"));
  stream->submit(say("b"));
  const std::shared_ptr<Graph> graph = end(*stream);
  EXPECT_FALSE(isCaptured(*stream));
  EXPECT_THAT(log, IsEmpty());
  ASSERT_EQ(graph->nodes().size(), 2U);
  const Node &a = *graph->nodes()[0];
  const Node &b = *graph->nodes()[1];
  EXPECT_THAT(a.dependencies, IsEmpty());
  EXPECT_THAT(b.dependencies, ElementsAre(isOf(&a)));
  EXPECT_EQ(typeOf(a.work), musaGraphNodeTypeHost);

  Executable::Fault fault;
  Executable executable(*graph, 0, fault);
  executable.launch(*stream);
  stream->finish();
  EXPECT_THAT(log, ElementsAre("a", "b"));
}

TEST_F(GraphCaptureTest, AnotherStreamJoinsInByAnEvent) {
  begin(stream);
  stream->submit(say("fork"));
  join(*stream, *other);
  EXPECT_TRUE(isCaptured(*other));
  other->submit(say("right"));
  stream->submit(say("left"));
  join(*other, *stream);
  stream->submit(say("join"));
  const std::shared_ptr<Graph> graph = end(*stream);
  EXPECT_FALSE(isCaptured(*other));
  ASSERT_EQ(graph->nodes().size(), 4U);
  const Node *fork = graph->nodes()[0].get();
  const Node *right = graph->nodes()[1].get();
  const Node *left = graph->nodes()[2].get();
  const Node *joined = graph->nodes()[3].get();
  EXPECT_THAT(right->dependencies, ElementsAre(isOf(fork)));
  EXPECT_THAT(left->dependencies, ElementsAre(isOf(fork)));
  EXPECT_THAT(joined->dependencies, ElementsAre(isOf(left), isOf(right)));
}

TEST_F(GraphCaptureTest, ACaptureMayContinueAGraph) {
  const auto graph = std::make_shared<Graph>();
  Node &before = graph->add(EmptyWork{}, device, {});
  {
    const std::lock_guard lock(graphMutex());
    beginCapture(stream, musaStreamCaptureModeGlobal, graph, false, {{&before, {}}});
  }
  stream->submit(say("behind"));
  EXPECT_EQ(end(*stream), graph);
  EXPECT_THAT(graph->nodes()[1]->dependencies, ElementsAre(isOf(&before)));
}

TEST_F(GraphCaptureTest, WhatAStreamHasDoneMustBeJoined) {
  begin(stream);
  join(*stream, *other);
  other->submit(say("alone"));
  EXPECT_EQ(errorOfEnd(*stream), musaErrorStreamCaptureUnjoined);
  EXPECT_FALSE(isCaptured(*stream));
  EXPECT_FALSE(isCaptured(*other));
}

TEST_F(GraphCaptureTest, NobodyWaitsForWorkThatIsNotRun) {
  begin(stream);
  EXPECT_EQ(errorOf([&] { stream->submit(say("a"), true); }), musaErrorStreamCaptureUnsupported);
  // The capture is invalid from then on.
  EXPECT_EQ(errorOf([&] { stream->submit(say("b")); }), musaErrorStreamCaptureInvalidated);
  EXPECT_EQ(errorOfEnd(*stream), musaErrorStreamCaptureInvalidated);
  stream->submit(say("c"), true);
  EXPECT_THAT(log, ElementsAre("c"));
}

TEST_F(GraphCaptureTest, NobodyAsksHowFarItIs) {
  const std::shared_ptr<Event> event = makeEvent();
  begin(stream);
  EXPECT_TRUE(record(*stream, event));
  EXPECT_EQ(errorOf([&] { requireNotCaptured(*event); }), musaErrorCapturedEvent);
  EXPECT_EQ(errorOfEnd(*stream), musaErrorStreamCaptureInvalidated);
  begin(stream);
  EXPECT_EQ(errorOf([&] { requireNotCaptured(*stream); }), musaErrorStreamCaptureUnsupported);
  EXPECT_EQ(errorOfEnd(*stream), musaErrorStreamCaptureInvalidated);
  begin(stream);
  EXPECT_EQ(errorOf([&] { requireNotCaptured(device); }), musaErrorStreamCaptureUnsupported);
  EXPECT_EQ(errorOfEnd(*stream), musaErrorStreamCaptureInvalidated);
}

TEST_F(GraphCaptureTest, StreamZeroIsNotCapturedAndHasNoPartInIt) {
  const std::shared_ptr<Stream> legacy = device.legacyStream();
  EXPECT_EQ(errorOf([&] { begin(legacy); }), musaErrorStreamCaptureUnsupported);
  begin(stream);
  // It would wait for the stream that is captured.
  EXPECT_EQ(errorOf([&] { legacy->submit(say("a")); }), musaErrorStreamCaptureImplicit);
  EXPECT_EQ(errorOfEnd(*stream), musaErrorStreamCaptureInvalidated);
  const std::shared_ptr<Stream> apart = makeStream(musaStreamNonBlocking);
  begin(apart);
  legacy->submit(say("b"), true);
  EXPECT_EQ(errorOfEnd(*apart), musaSuccess);
  EXPECT_THAT(log, ElementsAre("b"));
}

TEST_F(GraphCaptureTest, TwoCapturesDoNotMerge) {
  const std::shared_ptr<Event> event = makeEvent();
  begin(stream);
  begin(other);
  EXPECT_TRUE(record(*stream, event));
  EXPECT_EQ(errorOf([&] { wait(*other, event); }), musaErrorStreamCaptureMerge);
  EXPECT_EQ(errorOfEnd(*stream), musaErrorStreamCaptureInvalidated);
  EXPECT_EQ(errorOfEnd(*other), musaErrorStreamCaptureInvalidated);
}

TEST_F(GraphCaptureTest, ACapturedStreamDoesNotWaitForWorkOutsideOfIt) {
  begin(stream);
  EXPECT_EQ(errorOf([&] { wait(*stream, makeEvent()); }), musaErrorStreamCaptureIsolation);
  EXPECT_EQ(errorOfEnd(*stream), musaErrorStreamCaptureInvalidated);
}

TEST_F(GraphCaptureTest, ItEndsWhereAndByWhomItBegan) {
  EXPECT_EQ(errorOfEnd(*stream), musaErrorIllegalState);
  begin(stream);
  EXPECT_EQ(errorOf([&] { begin(stream); }), musaErrorIllegalState);
  musaError_t ofOther = musaSuccess;
  std::thread([&] { ofOther = errorOfEnd(*stream); }).join();
  EXPECT_EQ(ofOther, musaErrorStreamCaptureWrongThread);
  join(*stream, *other);
  EXPECT_EQ(errorOfEnd(*other), musaErrorStreamCaptureUnmatched);
  EXPECT_EQ(errorOfEnd(*stream), musaErrorStreamCaptureInvalidated);

  begin(stream, musaStreamCaptureModeRelaxed);
  std::thread([&] { ofOther = errorOfEnd(*stream); }).join();
  EXPECT_EQ(ofOther, musaSuccess);
}

TEST_F(GraphCaptureTest, AModeSaysWhomItForbidsUnsafeCalls) {
  const auto unsafe = [] { return errorOf([] { requireNoUnsafeCall(); }); };
  const auto inAnotherThread = [&] {
    musaError_t result = musaSuccess;
    std::thread([&] { result = unsafe(); }).join();
    return result;
  };
  EXPECT_EQ(unsafe(), musaSuccess);
  begin(stream, musaStreamCaptureModeRelaxed);
  EXPECT_EQ(unsafe(), musaSuccess);
  end(*stream);
  begin(stream, musaStreamCaptureModeThreadLocal);
  EXPECT_EQ(inAnotherThread(), musaSuccess);
  EXPECT_EQ(unsafe(), musaErrorStreamCaptureUnsupported);
  EXPECT_EQ(errorOfEnd(*stream), musaErrorStreamCaptureInvalidated);
  begin(stream, musaStreamCaptureModeGlobal);
  EXPECT_EQ(exchangeCaptureMode(musaStreamCaptureModeRelaxed), musaStreamCaptureModeGlobal);
  EXPECT_EQ(unsafe(), musaSuccess);
  EXPECT_EQ(exchangeCaptureMode(musaStreamCaptureModeGlobal), musaStreamCaptureModeRelaxed);
  EXPECT_EQ(inAnotherThread(), musaErrorStreamCaptureUnsupported);
  EXPECT_EQ(errorOfEnd(*stream), musaErrorStreamCaptureInvalidated);
}

TEST_F(GraphCaptureTest, ADestroyedStreamEndsItsCapture) {
  begin(stream);
  join(*stream, *other);
  leaveCapture(*other); // its work still counts
  EXPECT_TRUE(isCaptured(*other));
  leaveCapture(*stream);
  EXPECT_FALSE(isCaptured(*stream));
  EXPECT_FALSE(isCaptured(*other));
  EXPECT_EQ(errorOfEnd(*stream), musaErrorIllegalState);
}

} // namespace
} // namespace musart
