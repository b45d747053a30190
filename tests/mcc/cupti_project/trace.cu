// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints which launch started which kernel, and which calls a subscriber saw, by CUPTI.
#include <cuda_runtime.h>
#include <cupti.h>
#include <generated_cuda_runtime_api_meta.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

#define CUPTI_CALL(call)                                                                           \
  do {                                                                                             \
    const CUptiResult status = (call);                                                             \
    if (status != CUPTI_SUCCESS) {                                                                 \
      const char *text = nullptr;                                                                  \
      cuptiGetResultString(status, &text);                                                         \
      std::fprintf(stderr, "%s: %s\n", #call, text);                                               \
      std::exit(1);                                                                                \
    }                                                                                              \
  } while (false)

__global__ void scale(float *data, float by) { data[threadIdx.x] *= by; }

static std::map<uint32_t, std::string> launches;

static void CUPTIAPI bufferRequested(uint8_t **buffer, size_t *size, size_t *maxNumRecords) {
  *size = 64 * 1024;
  *buffer = static_cast<uint8_t *>(std::aligned_alloc(8, *size));
  *maxNumRecords = 0;
}

static void CUPTIAPI bufferCompleted(CUcontext, uint32_t, uint8_t *buffer, size_t,
                                     size_t validSize) {
  CUpti_Activity *record = nullptr;
  while (cuptiActivityGetNextRecord(buffer, validSize, &record) == CUPTI_SUCCESS) {
    switch (record->kind) {
    case CUPTI_ACTIVITY_KIND_RUNTIME: {
      const auto *api = reinterpret_cast<CUpti_ActivityAPI *>(record);
      const char *name = nullptr;
      CUPTI_CALL(cuptiGetCallbackName(CUPTI_CB_DOMAIN_RUNTIME_API, api->cbid, &name));
      launches[api->correlationId] = name;
      break;
    }
    case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL: {
      const auto *kernel = reinterpret_cast<CUpti_ActivityKernel9 *>(record);
      std::printf("kernel of %d threads, correlation %s, time %s\n", kernel->gridX * kernel->blockX,
                  kernel->correlationId != 0 ? "known" : "unknown",
                  kernel->start <= kernel->end ? "forward" : "backward");
      break;
    }
    case CUPTI_ACTIVITY_KIND_MEMCPY: {
      const auto *copy = reinterpret_cast<CUpti_ActivityMemcpy5 *>(record);
      std::printf("copy of %llu bytes, %s\n", static_cast<unsigned long long>(copy->bytes),
                  copy->copyKind == CUPTI_ACTIVITY_MEMCPY_KIND_DTOH ? "to the host" : "elsewhere");
      break;
    }
    default:
      break;
    }
  }
  std::free(buffer);
}

static void CUPTIAPI onCall(void *, CUpti_CallbackDomain domain, CUpti_CallbackId cbid,
                            const void *data) {
  const auto *call = static_cast<const CUpti_CallbackData *>(data);
  if (domain == CUPTI_CB_DOMAIN_RUNTIME_API &&
      cbid == CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernel_v7000 &&
      call->callbackSite == CUPTI_API_ENTER) {
    const auto *parameters =
        static_cast<const cudaLaunchKernel_v7000_params *>(call->functionParams);
    std::printf("launch of %u threads\n", parameters->blockDim.x);
  }
}

int main() {
  CUPTI_CALL(cuptiActivityRegisterCallbacks(bufferRequested, bufferCompleted));
  CUPTI_CALL(cuptiActivityEnable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL));
  CUPTI_CALL(cuptiActivityEnable(CUPTI_ACTIVITY_KIND_RUNTIME));
  CUPTI_CALL(cuptiActivityEnable(CUPTI_ACTIVITY_KIND_MEMCPY));
  CUpti_SubscriberHandle subscriber;
  CUPTI_CALL(cuptiSubscribe(&subscriber, onCall, nullptr));
  CUPTI_CALL(cuptiEnableDomain(1, subscriber, CUPTI_CB_DOMAIN_RUNTIME_API));

  float *data = nullptr;
  float host[32] = {};
  cudaMalloc(&data, sizeof host);
  scale<<<1, 32>>>(data, 2);
  cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
  cudaDeviceSynchronize();
  CUPTI_CALL(cuptiUnsubscribe(subscriber));
  CUPTI_CALL(cuptiActivityFlushAll(0));
  bool launched = false;
  for (const auto &[correlation, name] : launches)
    launched |= name.find("LaunchKernel") != std::string::npos;
  std::printf("%s\n", launched ? "a launch was recorded" : "no launch was recorded");
  cudaFree(data);
  return 0;
}
