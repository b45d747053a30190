/*===- mupti_callbacks.h - calls of a program's functions -------------*- C -*-===
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * CUPTI's callback API; values are CUPTI's. Calls that a callback makes have no callbacks.
 *===----------------------------------------------------------------------===*/
#ifndef MUPTI_CALLBACKS_H
#define MUPTI_CALLBACKS_H

#include "mupti_driver_cbid.h"
#include "mupti_result.h"
#include "mupti_runtime_cbid.h"
#include "musa.h"

#pragma GCC visibility push(default)
#if defined(__cplusplus)
extern "C" {
#endif

typedef enum {
  MUPTI_CB_DOMAIN_INVALID = 0,
  MUPTI_CB_DOMAIN_DRIVER_API = 1,
  MUPTI_CB_DOMAIN_RUNTIME_API = 2,
  MUPTI_CB_DOMAIN_RESOURCE = 3,
  MUPTI_CB_DOMAIN_SYNCHRONIZE = 4,
  MUPTI_CB_DOMAIN_MTTX = 5,
  MUPTI_CB_DOMAIN_STATE = 6,
  MUPTI_CB_DOMAIN_SIZE = 7,
  MUPTI_CB_DOMAIN_FORCE_INT = 0x7fffffff
} MUpti_CallbackDomain;

typedef enum {
  MUPTI_API_ENTER = 0,
  MUPTI_API_EXIT = 1,
  MUPTI_API_CBSITE_FORCE_INT = 0x7fffffff
} MUpti_ApiCallbackSite;

typedef enum {
  MUPTI_CBID_RESOURCE_INVALID = 0,
  MUPTI_CBID_RESOURCE_CONTEXT_CREATED = 1,
  MUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING = 2,
  MUPTI_CBID_RESOURCE_STREAM_CREATED = 3,
  MUPTI_CBID_RESOURCE_STREAM_DESTROY_STARTING = 4,
  MUPTI_CBID_RESOURCE_MU_INIT_FINISHED = 5,
  MUPTI_CBID_RESOURCE_FORCE_INT = 0x7fffffff
} MUpti_CallbackIdResource;

typedef enum {
  MUPTI_CBID_SYNCHRONIZE_INVALID = 0,
  MUPTI_CBID_SYNCHRONIZE_STREAM_SYNCHRONIZED = 1,
  MUPTI_CBID_SYNCHRONIZE_CONTEXT_SYNCHRONIZED = 2,
  MUPTI_CBID_SYNCHRONIZE_SIZE = 3,
  MUPTI_CBID_SYNCHRONIZE_FORCE_INT = 0x7fffffff
} MUpti_CallbackIdSync;

typedef uint32_t MUpti_CallbackId;

/* Of the domains of the runtime and the driver. */
typedef struct {
  MUpti_ApiCallbackSite callbackSite;
  const char *functionName;
  /* Of the types in generated_musa_runtime_api_meta.h; null if the function has none there. */
  const void *functionParams;
  void *functionReturnValue; /* a musaError_t or a MUresult; null on entry */
  const char *symbolName;    /* of a launch by the runtime: the kernel's, mangled; else null */
  MUcontext context;
  uint32_t contextUid;
  uint64_t *correlationData; /* what the callback on entry leaves there, that on exit finds */
  uint32_t correlationId;
} MUpti_CallbackData;

/* Of the domain of resources: streams of the runtime. */
typedef struct {
  MUcontext context;
  union {
    MUstream stream;
  } resourceHandle;
  void *resourceDescriptor; /* null */
} MUpti_ResourceData;

/* Of the domain of synchronizations. */
typedef struct {
  MUcontext context;
  MUstream stream;
} MUpti_SynchronizeData;

/* `cbdata` is one of the types above. */
typedef void(MUPTIAPI *MUpti_CallbackFunc)(void *userdata, MUpti_CallbackDomain domain,
                                           MUpti_CallbackId cbid, const void *cbdata);
typedef struct MUpti_Subscriber_st *MUpti_SubscriberHandle;
typedef MUpti_CallbackDomain *MUpti_DomainTable;

/* A process has one subscriber: MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED. */
MUptiResult MUPTIAPI muptiSubscribe(MUpti_SubscriberHandle *subscriber, MUpti_CallbackFunc callback,
                                    void *userdata);
MUptiResult MUPTIAPI muptiUnsubscribe(MUpti_SubscriberHandle subscriber);
/* NOT_SUPPORTED: the domain has no callbacks on the host (NVTX, states). */
MUptiResult MUPTIAPI muptiEnableCallback(uint32_t enable, MUpti_SubscriberHandle subscriber,
                                         MUpti_CallbackDomain domain, MUpti_CallbackId cbid);
MUptiResult MUPTIAPI muptiEnableDomain(uint32_t enable, MUpti_SubscriberHandle subscriber,
                                       MUpti_CallbackDomain domain);
MUptiResult MUPTIAPI muptiEnableAllDomains(uint32_t enable, MUpti_SubscriberHandle subscriber);
MUptiResult MUPTIAPI muptiGetCallbackState(uint32_t *enable, MUpti_SubscriberHandle subscriber,
                                           MUpti_CallbackDomain domain, MUpti_CallbackId cbid);
/* The enumerator's function, such as musaMemcpy_v3020. */
MUptiResult MUPTIAPI muptiGetCallbackName(MUpti_CallbackDomain domain, uint32_t cbid,
                                          const char **name);
MUptiResult MUPTIAPI muptiSupportedDomains(size_t *domainCount, MUpti_DomainTable *domainTable);

#if defined(__cplusplus)
}
#endif
#pragma GCC visibility pop

#endif /* MUPTI_CALLBACKS_H */
