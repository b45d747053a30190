//===- unit/host/stream_test.cpp --------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "model/stream.h"

#include "device_test.h"
#include "model/event.h"
#include "musa_port/host/failing.h"
#include "test_kernel.h"
#include "gmock/gmock.h"

#include <thread>

namespace musart {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class StreamTest : public DeviceTest {};

TEST_F(StreamTest, OperationsRunInTheirOrder) {
  const std::shared_ptr<Stream> stream = makeStream();
  for (const char *what : {"a", "b", "c"})
    stream->submit(say(what));
  stream->finish();
  EXPECT_TRUE(stream->isDone());
  EXPECT_THAT(log, ElementsAre("a", "b", "c"));
}

TEST_F(StreamTest, TheStreamRunsWithoutAnybodyWaitingForIt) {
  Gate ran;
  const std::shared_ptr<Stream> stream = makeStream();
  stream->submit(call([&] { ran.open(); }));
  ran.pass();
}

TEST_F(StreamTest, WhoWaitsForAnIdleStreamRunsItsWork) {
  std::thread::id runner;
  const std::shared_ptr<Stream> stream = makeStream();
  stream->submit(call([&] { runner = std::this_thread::get_id(); }), true);
  EXPECT_EQ(runner, std::this_thread::get_id());
}

TEST_F(StreamTest, WaitingForATicketLeavesWhatIsBehindIt) {
  Gate gate;
  const std::shared_ptr<Stream> stream = makeStream();
  const uint64_t first = stream->submit(say("first"));
  stream->submit(pass(gate));
  stream->waitFor(first);
  EXPECT_FALSE(stream->isDone());
  gate.open();
  stream->finish();
  EXPECT_THAT(log, ElementsAre("first"));
}

TEST_F(StreamTest, StreamsDoNotWaitForEachOther) {
  Gate gate;
  const std::shared_ptr<Stream> held = makeStream();
  const std::shared_ptr<Stream> other = makeStream();
  held->submit(pass(gate));
  held->submit(say("held"));
  other->submit(say("other"));
  other->finish();
  EXPECT_FALSE(held->isDone());
  gate.open();
  held->finish();
  EXPECT_THAT(log, ElementsAre("other", "held"));
}

TEST_F(StreamTest, StreamZeroWaitsForBlockingStreamsAndTheyForIt) {
  Gate gate;
  const std::shared_ptr<Stream> blocking = makeStream();
  const std::shared_ptr<Stream> legacy = device.legacyStream();
  blocking->submit(pass(gate));
  blocking->submit(say("before"));
  legacy->submit(say("stream 0"));
  blocking->submit(say("after"));
  EXPECT_FALSE(legacy->isDone());
  EXPECT_FALSE(device.isIdle());
  gate.open();
  device.synchronize();
  EXPECT_TRUE(device.isIdle());
  EXPECT_THAT(log, ElementsAre("before", "stream 0", "after"));
}

TEST_F(StreamTest, ANonBlockingStreamAndStreamZeroAreApart) {
  Gate gate;
  const std::shared_ptr<Stream> apart = makeStream(musaStreamNonBlocking);
  apart->submit(pass(gate));
  device.legacyStream()->submit(say("stream 0"), true);
  EXPECT_FALSE(apart->isDone());
  EXPECT_TRUE(device.isIdle()); // as musaStreamQuery(0) asks
  gate.open();
  apart->finish();
  EXPECT_THAT(log, ElementsAre("stream 0"));
}

TEST_F(StreamTest, AnEventHoldsBackAStreamUntilAnotherHasComeToIt) {
  Gate gate;
  const auto moment = std::make_shared<Moment>();
  const std::shared_ptr<Stream> from = makeStream();
  const std::shared_ptr<Stream> to = makeStream();
  from->submit(pass(gate));
  from->submit(say("recorded"));
  from->submit(ReachMoment{moment});
  from->submit(say("behind the event"));
  to->submit(WaitForMoment{moment});
  to->submit(say("waited"));
  EXPECT_FALSE(moment->isReached());
  EXPECT_FALSE(to->isDone());
  gate.open();
  to->finish();
  EXPECT_TRUE(moment->isReached());
  from->finish();
  EXPECT_THAT(log, ::testing::UnorderedElementsAre("recorded", "waited", "behind the event"));
  EXPECT_EQ(log.front(), "recorded");
}

TEST_F(StreamTest, WhoHasWaitedForAnEventFindsItsStreamAsFar) {
  const std::shared_ptr<Stream> stream = makeStream();
  for (int i = 0; i < 200; ++i) {
    const auto moment = std::make_shared<Moment>();
    stream->submit(ReachMoment{moment});
    moment->wait();
    EXPECT_TRUE(stream->isDone());
  }
}

TEST_F(StreamTest, EventsAreInTheOrderOfTheirTimes) {
  const auto first = std::make_shared<Moment>();
  const auto second = std::make_shared<Moment>();
  const std::shared_ptr<Stream> stream = makeStream();
  stream->submit(ReachMoment{first});
  stream->submit(call([] { std::this_thread::sleep_for(std::chrono::milliseconds(2)); }));
  stream->submit(ReachMoment{second});
  stream->finish();
  EXPECT_GE(second->time() - first->time(), std::chrono::milliseconds(2));
}

TEST_F(StreamTest, ADestroyedStreamDoesItsWorkAndItsHandleIsNone) {
  Gate gate;
  Gate last;
  const std::shared_ptr<Stream> stream = makeStream();
  const musaStream_t handle = addStream(stream);
  EXPECT_EQ(findStream(handle), stream);
  stream->submit(pass(gate));
  stream->submit(say("still done"));
  stream->submit(call([&] { last.open(); }));
  destroyStream(handle);
  EXPECT_EQ(errorOf([=] { findStream(handle); }), musaErrorInvalidResourceHandle);
  EXPECT_EQ(errorOf([=] { destroyStream(handle); }), musaErrorInvalidResourceHandle);
  gate.open();
  last.pass();
  EXPECT_THAT(log, ElementsAre("still done"));
}

TEST_F(StreamTest, EachThreadHasADefaultStreamOfItsOwn) {
  const std::shared_ptr<Stream> mine = findStream(musaStreamPerThread);
  EXPECT_EQ(findStream(musaStreamPerThread), mine);
  EXPECT_EQ(findStream(nullptr), device.legacyStream());
  EXPECT_EQ(perThread([] { return findStream(nullptr); }), mine);
  std::shared_ptr<Stream> others;
  std::thread([&] { others = findStream(musaStreamPerThread); }).join();
  EXPECT_NE(others, mine);
}

TEST_F(StreamTest, AFailedKernelLosesTheDeviceAndWhatFollowsIsNotRun) {
  const LoopKernel traps("traps", [](const __musa_grid &, uint64_t) {
    __musa_thread thread = {};
    __musa_trap(&thread, "a.mu", 3);
  });
  bool ran = false;
  const LoopKernel runs("runs", [&](const __musa_grid &, uint64_t) { ran = true; });
  const auto moment = std::make_shared<Moment>();
  musaError_t told = musaSuccess;
  const std::shared_ptr<Stream> stream = makeStream();
  testing::internal::CaptureStderr();
  stream->submit(RunKernel{nullptr, traps.launch({1, 1, 1})});
  stream->submit(RunKernel{nullptr, runs.launch({1, 1, 1})});
  stream->submit(say("host function"));
  stream->submit(ReachMoment{moment});
  stream->submit(CallBack{[](musaStream_t, musaError_t status, void *data) {
                            *static_cast<musaError_t *>(data) = status;
                          },
                          nullptr, &told});
  stream->finish();
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              HasSubstr("musa: error: kernel 'traps', block (0, 0, 0), thread (0, 0, 0): trap at "
                        "a.mu:3\n"));
  EXPECT_EQ(device.error(), musaErrorLaunchFailure);
  EXPECT_FALSE(ran);
  EXPECT_THAT(log, ElementsAre());
  EXPECT_TRUE(moment->isReached()); // nobody waits in vain
  EXPECT_EQ(told, musaErrorLaunchFailure);
}

TEST_F(StreamTest, AHostFunctionMustNotCallTheApi) {
  EXPECT_FALSE(inHostFunction);
  bool inside = false;
  makeStream()->submit(call([&] { inside = inHostFunction; }), true);
  EXPECT_TRUE(inside);
  EXPECT_FALSE(inHostFunction);
}

} // namespace
} // namespace musart
