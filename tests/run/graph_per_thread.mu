// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// With stream 0 being the thread's own, it can be captured.
// MCC: -DMUSA_API_PER_THREAD_DEFAULT_STREAM
// ENV: MUSA_LAUNCH_BLOCKING=1
#include "check.h"

namespace {

__global__ void add(int *data, int addend) { atomicAdd(data, addend); }

} // namespace

int main() {
  int *data = nullptr;
  int result = 0;
  CHECK_MUSA(musaMalloc(&data, sizeof(int)));
  CHECK_MUSA(musaStreamBeginCapture(0, musaStreamCaptureModeGlobal));
  CHECK_MUSA(musaMemsetAsync(data, 0, sizeof(int)));
  add<<<2, 32, 0, musaStreamPerThread>>>(data, 3);
  CHECK_MUSA(musaMemcpyAsync(&result, data, sizeof(int), musaMemcpyDeviceToHost));
  musaStreamCaptureStatus status;
  unsigned long long id = 0;
  CHECK_MUSA(musaStreamIsCapturing(musaStreamPerThread, &status));
  CHECK_EQUAL(status, musaStreamCaptureStatusActive);
  CHECK_MUSA(musaStreamGetCaptureInfo(0, &status, &id));
  CHECK(id != 0);
  musaGraph_t graph = nullptr;
  CHECK_MUSA(musaStreamEndCapture(0, &graph));
  size_t nodes = 0;
  CHECK_MUSA(musaGraphGetNodes(graph, nullptr, &nodes));
  CHECK_EQUAL(nodes, 3u);
  musaGraphExec_t exec = nullptr;
  CHECK_MUSA(musaGraphInstantiate(&exec, graph));
  CHECK_EQUAL(result, 0);
  CHECK_MUSA(musaGraphUpload(exec, 0));
  CHECK_MUSA(musaGraphLaunch(exec, 0));
  CHECK_MUSA(musaStreamSynchronize(0));
  CHECK_EQUAL(result, 192);
  // A call that returns when it is done cannot be captured.
  CHECK_MUSA(musaStreamBeginCapture(0, musaStreamCaptureModeRelaxed));
  CHECK_EQUAL(musaMemcpy(&result, data, sizeof(int), musaMemcpyDeviceToHost),
              musaErrorStreamCaptureUnsupported);
  CHECK_EQUAL(musaStreamEndCapture(0, &graph), musaErrorStreamCaptureInvalidated);
  CHECK_MUSA(musaGraphExecDestroy(exec));
  CHECK_MUSA(musaFree(data));
  return CHECK_RESULT();
}
