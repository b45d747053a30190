// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Events that another process records or waits for.
// STDERR: has ended before the work in front of an event
#include "check.h"
#include "other_process.h"

#include <cstring>
#include <musa_runtime.h>
#include <string>
#include <sys/resource.h>
#include <thread>
#include <vector>

namespace {

constexpr unsigned flags = musaEventInterprocess | musaEventDisableTiming;

struct Handles {
  musaIpcEventHandle_t first, second, third, fourth;
};

void waitForByte(void *file) { receive<char>(*static_cast<int *>(file)); }
void setFlag(void *flag) { *static_cast<bool *>(flag) = true; }
void sleepForever(void *) {
  while (true)
    pause();
}

int child() {
  const auto handles = receive<Handles>(fromParent);
  musaEvent_t first = nullptr, second = nullptr, third = nullptr, fourth = nullptr;
  musaEvent_t again = nullptr;
  CHECK_MUSA(musaIpcOpenEventHandle(&first, handles.first));
  CHECK_MUSA(musaIpcOpenEventHandle(&second, handles.second));
  CHECK_MUSA(musaIpcOpenEventHandle(&third, handles.third));
  CHECK_MUSA(musaIpcOpenEventHandle(&fourth, handles.fourth));
  CHECK_MUSA(musaIpcOpenEventHandle(&again, handles.second));
  CHECK_MUSA(musaEventDestroy(again));
  float ms = 0;
  CHECK_EQUAL(musaEventElapsedTime(&ms, first, second), musaErrorInvalidResourceHandle);

  // The parent has recorded the first, behind work that waits for us.
  CHECK_EQUAL(musaEventQuery(first), musaErrorNotReady);
  CHECK_EQUAL(musaEventQuery(second), musaSuccess); // never recorded
  musaStream_t stream = nullptr;
  CHECK_MUSA(musaStreamCreate(&stream));
  bool flag = false;
  CHECK_MUSA(musaStreamWaitEvent(stream, first, 0));
  CHECK_MUSA(musaLaunchHostFunc(stream, setFlag, &flag));
  CHECK_MUSA(musaEventRecord(second, stream));
  send(toParent, 'r');
  CHECK_MUSA(musaEventSynchronize(second));
  CHECK(flag);
  CHECK_EQUAL(musaEventQuery(first), musaSuccess);

  // A third that is never reached: once with a wait, once with a query.
  CHECK_MUSA(musaLaunchHostFunc(stream, sleepForever, nullptr));
  CHECK_MUSA(musaEventRecord(third, stream));
  CHECK_MUSA(musaEventRecord(fourth, stream));
  send(toParent, check::failures);
  receive<char>(fromParent);
  _exit(CHECK_RESULT());
}

void testTwoProcesses() {
  musaEvent_t first = nullptr, second = nullptr, third = nullptr, fourth = nullptr;
  Handles handles = {};
  CHECK_MUSA(musaEventCreateWithFlags(&first, flags));
  CHECK_MUSA(musaEventCreateWithFlags(&second, flags));
  CHECK_MUSA(musaEventCreateWithFlags(&third, flags));
  CHECK_MUSA(musaEventCreateWithFlags(&fourth, flags));
  CHECK_MUSA(musaIpcGetEventHandle(&handles.first, first));
  CHECK_MUSA(musaIpcGetEventHandle(&handles.second, second));
  CHECK_MUSA(musaIpcGetEventHandle(&handles.third, third));
  CHECK_MUSA(musaIpcGetEventHandle(&handles.fourth, fourth));
  musaEvent_t own = nullptr;
  CHECK_EQUAL(musaIpcOpenEventHandle(&own, handles.first), musaErrorDeviceUninitialized);

  int gate[2];
  CHECK(pipe(gate) == 0);
  musaStream_t stream = nullptr, other = nullptr;
  CHECK_MUSA(musaStreamCreateWithFlags(&stream, musaStreamNonBlocking));
  CHECK_MUSA(musaStreamCreateWithFlags(&other, musaStreamNonBlocking));
  CHECK_MUSA(musaLaunchHostFunc(stream, waitForByte, &gate[0]));
  CHECK_MUSA(musaEventRecord(first, stream));
  CHECK_EQUAL(musaEventQuery(first), musaErrorNotReady);

  const OtherProcess process;
  send(process.in, handles);
  CHECK_EQUAL(receive<char>(process.out), 'r');
  CHECK_EQUAL(musaEventQuery(second), musaErrorNotReady); // recorded by the child
  bool flag = false;
  CHECK_MUSA(musaStreamWaitEvent(other, second, 0));
  CHECK_MUSA(musaLaunchHostFunc(other, setFlag, &flag));
  send(gate[1], 'g');
  CHECK_MUSA(musaStreamSynchronize(other));
  CHECK(flag);
  CHECK_EQUAL(musaEventQuery(second), musaSuccess);
  CHECK_EQUAL(receive<int>(process.out), 0);

  // The child ends, and nobody has asked how: it is there still, as a zombie.
  CHECK_EQUAL(musaEventQuery(third), musaErrorNotReady);
  send(process.in, 'x');
  CHECK_MUSA(musaEventSynchronize(third));
  CHECK_EQUAL(musaEventQuery(third), musaSuccess);
  while (musaEventQuery(fourth) == musaErrorNotReady)
    std::this_thread::yield();
  CHECK(process.succeeds());

  // It can be recorded again.
  CHECK_MUSA(musaEventRecord(third, stream));
  CHECK_MUSA(musaEventSynchronize(third));
  CHECK_MUSA(musaEventDestroy(first));
  CHECK_MUSA(musaEventDestroy(second));
  CHECK_MUSA(musaEventDestroy(third));
  CHECK_MUSA(musaEventDestroy(fourth));
}

/// As for other events, a wait is for what was recorded before it, whatever is recorded after it.
void testRecordedTwice() {
  musaEvent_t event = nullptr;
  musaStream_t slow = nullptr, fast = nullptr, waiting = nullptr;
  CHECK_MUSA(musaEventCreateWithFlags(&event, flags));
  for (musaStream_t *one : {&slow, &fast, &waiting})
    CHECK_MUSA(musaStreamCreateWithFlags(one, musaStreamNonBlocking));
  int gate[2];
  CHECK(pipe(gate) == 0);
  bool flag = false;
  CHECK_MUSA(musaLaunchHostFunc(slow, waitForByte, &gate[0]));
  CHECK_MUSA(musaEventRecord(event, slow));
  CHECK_MUSA(musaStreamWaitEvent(waiting, event, 0));
  CHECK_MUSA(musaLaunchHostFunc(waiting, setFlag, &flag));
  CHECK_MUSA(musaEventRecord(event, fast));
  CHECK_MUSA(musaEventSynchronize(event));
  CHECK_EQUAL(musaEventQuery(event), musaSuccess);
  CHECK_EQUAL(musaStreamQuery(waiting), musaErrorNotReady);
  CHECK(!flag);
  send(gate[1], 'g');
  CHECK_MUSA(musaStreamSynchronize(waiting));
  CHECK(flag);
  CHECK_MUSA(musaEventDestroy(event));
}

/// Many events need no more files than one.
void testManyEvents() {
  const rlimit few = {64, 64};
  CHECK_EQUAL(setrlimit(RLIMIT_NOFILE, &few), 0);
  std::vector<musaEvent_t> events(5000);
  for (musaEvent_t &event : events) {
    CHECK_MUSA(musaEventCreateWithFlags(&event, flags));
    CHECK_MUSA(musaEventRecord(event, nullptr));
  }
  musaIpcEventHandle_t handle = {}, other = {};
  CHECK_MUSA(musaIpcGetEventHandle(&handle, events[0]));
  CHECK_MUSA(musaIpcGetEventHandle(&other, events[4999]));
  CHECK(std::memcmp(&handle, &other, sizeof handle) != 0);
  for (const musaEvent_t event : events) {
    CHECK_MUSA(musaEventSynchronize(event));
    CHECK_MUSA(musaEventDestroy(event));
  }
}

void testErrors() {
  musaEvent_t event = nullptr;
  musaIpcEventHandle_t handle = {};
  CHECK_EQUAL(musaEventCreateWithFlags(&event, musaEventInterprocess), musaErrorInvalidValue);
  CHECK_MUSA(musaEventCreateWithFlags(&event, musaEventDisableTiming));
  CHECK_EQUAL(musaIpcGetEventHandle(&handle, event), musaErrorInvalidResourceHandle);
  CHECK_EQUAL(musaIpcGetEventHandle(nullptr, event), musaErrorInvalidValue);
  CHECK_MUSA(musaEventDestroy(event));
  CHECK_EQUAL(musaIpcOpenEventHandle(&event, handle), musaErrorInvalidResourceHandle);
  CHECK_EQUAL(musaIpcOpenEventHandle(nullptr, handle), musaErrorInvalidValue);
}

} // namespace

int main(int argc, char **) {
  if (argc > 1)
    return child();
  testErrors();
  testTwoProcesses();
  testRecordedTwice();
  testManyEvents();
  return CHECK_RESULT();
}
