/*===- musa_port/nvtx3.h - NVTX's marks and ranges, where there is no NVTX --*- C -*-===
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * MUSA has no NVTX. An annotation changes nothing that a program computes, so a port keeps its
 * names and includes this header in place of nvToolsExt.h (NVTX 2) and nvtx3/nvToolsExt.h. Nothing
 * happens where nobody listens: a call is a test of an address, ranges return
 * NVTX_NO_PUSH_POP_TRACKING, handles are null. A profiler listens by a definition of
 * musaPortNvtxListener.
 *
 * Plain C and C++, any compiler; no library. Payload schemas, counters, memory regions and OpenCL's
 * names (NVTX's extensions) are not here.
 *===----------------------------------------------------------------------===*/
#ifndef MUSA_PORT_NVTX3_H
#define MUSA_PORT_NVTX3_H

#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

#define NVTX_VERSION 3
#define NVTX_SUCCESS 0
#define NVTX_FAIL 1
#define NVTX_NO_PUSH_POP_TRACKING (-2) /* what a push or a pop returns if nobody counts levels */
#define NVTX_API
#define NVTX_DECLSPEC static __inline__ __attribute__((unused))
#define NVTX_INLINE_STATIC static __inline__ __attribute__((unused))

#define NVTX_RESOURCE_CLASS_GENERIC 1
#define NVTX_RESOURCE_CLASS_CUDA 4
#define NVTX_RESOURCE_CLASS_CUDART 5
#define NVTX_RESOURCE_MAKE_TYPE(CLASS, INDEX) ((NVTX_RESOURCE_CLASS_##CLASS << 16) | (INDEX))

#if defined(__cplusplus)
extern "C" {
#endif

typedef uint64_t nvtxRangeId_t;
typedef struct nvtxDomainRegistration_st nvtxDomainRegistration;
typedef nvtxDomainRegistration *nvtxDomainHandle_t;
typedef struct nvtxStringRegistration_st nvtxStringRegistration;
typedef nvtxStringRegistration *nvtxStringHandle_t;
typedef struct nvtxResourceHandle *nvtxResourceHandle_t;
typedef struct nvtxSyncUser *nvtxSyncUser_t;

typedef enum nvtxColorType_t { NVTX_COLOR_UNKNOWN = 0, NVTX_COLOR_ARGB = 1 } nvtxColorType_t;
typedef enum nvtxMessageType_t {
  NVTX_MESSAGE_UNKNOWN = 0,
  NVTX_MESSAGE_TYPE_ASCII = 1,
  NVTX_MESSAGE_TYPE_UNICODE = 2,
  NVTX_MESSAGE_TYPE_REGISTERED = 3
} nvtxMessageType_t;
typedef enum nvtxPayloadType_t {
  NVTX_PAYLOAD_UNKNOWN = 0,
  NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 = 1,
  NVTX_PAYLOAD_TYPE_INT64 = 2,
  NVTX_PAYLOAD_TYPE_DOUBLE = 3,
  NVTX_PAYLOAD_TYPE_UNSIGNED_INT32 = 4,
  NVTX_PAYLOAD_TYPE_INT32 = 5,
  NVTX_PAYLOAD_TYPE_FLOAT = 6
} nvtxPayloadType_t;
typedef enum nvtxResourceGenericType_t {
  NVTX_RESOURCE_TYPE_UNKNOWN = 0,
  NVTX_RESOURCE_TYPE_GENERIC_POINTER = NVTX_RESOURCE_MAKE_TYPE(GENERIC, 1),
  NVTX_RESOURCE_TYPE_GENERIC_HANDLE = NVTX_RESOURCE_MAKE_TYPE(GENERIC, 2),
  NVTX_RESOURCE_TYPE_GENERIC_THREAD_NATIVE = NVTX_RESOURCE_MAKE_TYPE(GENERIC, 3),
  NVTX_RESOURCE_TYPE_GENERIC_THREAD_POSIX = NVTX_RESOURCE_MAKE_TYPE(GENERIC, 4)
} nvtxResourceGenericType_t;
typedef enum nvtxResourceCUDAType_t {
  NVTX_RESOURCE_TYPE_CUDA_DEVICE = NVTX_RESOURCE_MAKE_TYPE(CUDA, 1),
  NVTX_RESOURCE_TYPE_CUDA_CONTEXT = NVTX_RESOURCE_MAKE_TYPE(CUDA, 2),
  NVTX_RESOURCE_TYPE_CUDA_STREAM = NVTX_RESOURCE_MAKE_TYPE(CUDA, 3),
  NVTX_RESOURCE_TYPE_CUDA_EVENT = NVTX_RESOURCE_MAKE_TYPE(CUDA, 4)
} nvtxResourceCUDAType_t;
typedef enum nvtxResourceCUDARTType_t {
  NVTX_RESOURCE_TYPE_CUDART_DEVICE = NVTX_RESOURCE_MAKE_TYPE(CUDART, 0),
  NVTX_RESOURCE_TYPE_CUDART_STREAM = NVTX_RESOURCE_MAKE_TYPE(CUDART, 1),
  NVTX_RESOURCE_TYPE_CUDART_EVENT = NVTX_RESOURCE_MAKE_TYPE(CUDART, 2)
} nvtxResourceCUDARTType_t;

typedef union nvtxMessageValue_t {
  const char *ascii;
  const wchar_t *unicode;
  nvtxStringHandle_t registered;
} nvtxMessageValue_t;

/* What an annotation shows. Those that set it write all of it: `= {0}`, then the members. */
typedef struct nvtxEventAttributes_v2 {
  uint16_t version; /* NVTX_VERSION */
  uint16_t size;    /* NVTX_EVENT_ATTRIB_STRUCT_SIZE */
  uint32_t category;
  int32_t colorType;
  uint32_t color;
  int32_t payloadType;
  int32_t reserved0;
  union payload_t {
    uint64_t ullValue;
    int64_t llValue;
    double dValue;
    uint32_t uiValue;
    int32_t iValue;
    float fValue;
  } payload;
  int32_t messageType;
  nvtxMessageValue_t message;
} nvtxEventAttributes_v2;
typedef struct nvtxEventAttributes_v2 nvtxEventAttributes_t;
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)(sizeof(nvtxEventAttributes_t)))

typedef struct nvtxResourceAttributes_v0 {
  uint16_t version;
  uint16_t size;
  int32_t identifierType;
  union identifier_t {
    const void *pValue;
    uint64_t ullValue;
  } identifier;
  int32_t messageType;
  nvtxMessageValue_t message;
} nvtxResourceAttributes_v0;
typedef struct nvtxResourceAttributes_v0 nvtxResourceAttributes_t;
#define NVTX_RESOURCE_ATTRIB_STRUCT_SIZE ((uint16_t)(sizeof(nvtxResourceAttributes_t)))

typedef struct nvtxSyncUserAttributes_v0 {
  uint16_t version;
  uint16_t size;
  int32_t messageType;
  nvtxMessageValue_t message;
} nvtxSyncUserAttributes_v0;
typedef struct nvtxSyncUserAttributes_v0 nvtxSyncUserAttributes_t;
#define NVTX_SYNCUSER_ATTRIB_STRUCT_SIZE ((uint16_t)(sizeof(nvtxSyncUserAttributes_t)))

/* What a profiler wants to be told. A member may be null. The domain of a call that has none is
   null. A push returns the level of the new range, counted from 0; a pop that of the range that
   ends. `what` is "thread", "device", "stream", "event" or "context". */
typedef struct musaPortNvtxFunctions {
  void (*mark)(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *attributes);
  int (*push)(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *attributes);
  int (*pop)(nvtxDomainHandle_t domain);
  nvtxRangeId_t (*start)(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *attributes);
  void (*end)(nvtxDomainHandle_t domain, nvtxRangeId_t range);
  nvtxDomainHandle_t (*createDomain)(const char *name);
  void (*destroyDomain)(nvtxDomainHandle_t domain);
  nvtxStringHandle_t (*registerString)(nvtxDomainHandle_t domain, const char *text);
  void (*nameCategory)(nvtxDomainHandle_t domain, uint32_t category, const char *name);
  void (*nameObject)(const char *what, uint64_t object, const char *name);
} musaPortNvtxFunctions;

/* Defined by the program or by a library that it loads first, or by nobody. */
extern const musaPortNvtxFunctions *musaPortNvtxListener __attribute__((weak));

#define MUSA_PORT_NVTX_CALL(function, nothing, arguments)                                          \
  (&musaPortNvtxListener != NULL && musaPortNvtxListener != NULL &&                                \
           musaPortNvtxListener->function != NULL                                                  \
       ? musaPortNvtxListener->function arguments                                                  \
       : nothing)

NVTX_DECLSPEC nvtxEventAttributes_t musaPortNvtxAscii(const char *message) {
  nvtxEventAttributes_t attributes;
  __builtin_memset(&attributes, 0, sizeof attributes);
  attributes.version = NVTX_VERSION;
  attributes.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  attributes.messageType = NVTX_MESSAGE_TYPE_ASCII;
  attributes.message.ascii = message;
  return attributes;
}
NVTX_DECLSPEC nvtxEventAttributes_t musaPortNvtxWide(const wchar_t *message) {
  nvtxEventAttributes_t attributes = musaPortNvtxAscii(NULL);
  attributes.messageType = NVTX_MESSAGE_TYPE_UNICODE;
  attributes.message.unicode = message;
  return attributes;
}

NVTX_DECLSPEC void nvtxInitialize(const void *reserved) { (void)reserved; }

/* Marks. */
NVTX_DECLSPEC void nvtxDomainMarkEx(nvtxDomainHandle_t domain,
                                    const nvtxEventAttributes_t *attributes) {
  MUSA_PORT_NVTX_CALL(mark, (void)0, (domain, attributes));
}
NVTX_DECLSPEC void nvtxMarkEx(const nvtxEventAttributes_t *attributes) {
  nvtxDomainMarkEx(NULL, attributes);
}
NVTX_DECLSPEC void nvtxMarkA(const char *message) {
  const nvtxEventAttributes_t attributes = musaPortNvtxAscii(message);
  nvtxMarkEx(&attributes);
}
NVTX_DECLSPEC void nvtxMarkW(const wchar_t *message) {
  const nvtxEventAttributes_t attributes = musaPortNvtxWide(message);
  nvtxMarkEx(&attributes);
}

/* Ranges that any thread may end. */
NVTX_DECLSPEC nvtxRangeId_t nvtxDomainRangeStartEx(nvtxDomainHandle_t domain,
                                                   const nvtxEventAttributes_t *attributes) {
  return MUSA_PORT_NVTX_CALL(start, 0, (domain, attributes));
}
NVTX_DECLSPEC nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t *attributes) {
  return nvtxDomainRangeStartEx(NULL, attributes);
}
NVTX_DECLSPEC nvtxRangeId_t nvtxRangeStartA(const char *message) {
  const nvtxEventAttributes_t attributes = musaPortNvtxAscii(message);
  return nvtxRangeStartEx(&attributes);
}
NVTX_DECLSPEC nvtxRangeId_t nvtxRangeStartW(const wchar_t *message) {
  const nvtxEventAttributes_t attributes = musaPortNvtxWide(message);
  return nvtxRangeStartEx(&attributes);
}
NVTX_DECLSPEC void nvtxDomainRangeEnd(nvtxDomainHandle_t domain, nvtxRangeId_t range) {
  MUSA_PORT_NVTX_CALL(end, (void)0, (domain, range));
}
NVTX_DECLSPEC void nvtxRangeEnd(nvtxRangeId_t range) { nvtxDomainRangeEnd(NULL, range); }

/* Ranges of a thread, nested. */
NVTX_DECLSPEC int nvtxDomainRangePushEx(nvtxDomainHandle_t domain,
                                        const nvtxEventAttributes_t *attributes) {
  return MUSA_PORT_NVTX_CALL(push, NVTX_NO_PUSH_POP_TRACKING, (domain, attributes));
}
NVTX_DECLSPEC int nvtxRangePushEx(const nvtxEventAttributes_t *attributes) {
  return nvtxDomainRangePushEx(NULL, attributes);
}
NVTX_DECLSPEC int nvtxRangePushA(const char *message) {
  const nvtxEventAttributes_t attributes = musaPortNvtxAscii(message);
  return nvtxRangePushEx(&attributes);
}
NVTX_DECLSPEC int nvtxRangePushW(const wchar_t *message) {
  const nvtxEventAttributes_t attributes = musaPortNvtxWide(message);
  return nvtxRangePushEx(&attributes);
}
NVTX_DECLSPEC int nvtxDomainRangePop(nvtxDomainHandle_t domain) {
  return MUSA_PORT_NVTX_CALL(pop, NVTX_NO_PUSH_POP_TRACKING, (domain));
}
NVTX_DECLSPEC int nvtxRangePop(void) { return nvtxDomainRangePop(NULL); }

/* Domains, and what is registered and named in them. Nobody is told of wide names. */
NVTX_DECLSPEC nvtxDomainHandle_t nvtxDomainCreateA(const char *name) {
  return MUSA_PORT_NVTX_CALL(createDomain, NULL, (name));
}
NVTX_DECLSPEC nvtxDomainHandle_t nvtxDomainCreateW(const wchar_t *name) {
  (void)name;
  return NULL;
}
NVTX_DECLSPEC void nvtxDomainDestroy(nvtxDomainHandle_t domain) {
  MUSA_PORT_NVTX_CALL(destroyDomain, (void)0, (domain));
}
NVTX_DECLSPEC int nvtxDomainIsEnabled(nvtxDomainHandle_t domain) { return domain != NULL; }
NVTX_DECLSPEC nvtxStringHandle_t nvtxDomainRegisterStringA(nvtxDomainHandle_t domain,
                                                           const char *text) {
  return MUSA_PORT_NVTX_CALL(registerString, NULL, (domain, text));
}
NVTX_DECLSPEC nvtxStringHandle_t nvtxDomainRegisterStringW(nvtxDomainHandle_t domain,
                                                           const wchar_t *text) {
  (void)domain, (void)text;
  return NULL;
}
NVTX_DECLSPEC void nvtxDomainNameCategoryA(nvtxDomainHandle_t domain, uint32_t category,
                                           const char *name) {
  MUSA_PORT_NVTX_CALL(nameCategory, (void)0, (domain, category, name));
}
NVTX_DECLSPEC void nvtxDomainNameCategoryW(nvtxDomainHandle_t domain, uint32_t category,
                                           const wchar_t *name) {
  (void)domain, (void)category, (void)name;
}
NVTX_DECLSPEC void nvtxNameCategoryA(uint32_t category, const char *name) {
  nvtxDomainNameCategoryA(NULL, category, name);
}
NVTX_DECLSPEC void nvtxNameCategoryW(uint32_t category, const wchar_t *name) {
  nvtxDomainNameCategoryW(NULL, category, name);
}
NVTX_DECLSPEC void nvtxNameOsThreadA(uint32_t thread, const char *name) {
  MUSA_PORT_NVTX_CALL(nameObject, (void)0, ("thread", thread, name));
}
NVTX_DECLSPEC void nvtxNameOsThreadW(uint32_t thread, const wchar_t *name) {
  (void)thread, (void)name;
}
NVTX_DECLSPEC nvtxResourceHandle_t nvtxDomainResourceCreate(nvtxDomainHandle_t domain,
                                                            nvtxResourceAttributes_t *attributes) {
  (void)domain, (void)attributes;
  return NULL;
}
NVTX_DECLSPEC void nvtxDomainResourceDestroy(nvtxResourceHandle_t resource) { (void)resource; }

/* Locks of the program's own. Nobody is told. */
NVTX_DECLSPEC nvtxSyncUser_t nvtxDomainSyncUserCreate(nvtxDomainHandle_t domain,
                                                      const nvtxSyncUserAttributes_t *attributes) {
  (void)domain, (void)attributes;
  return NULL;
}
NVTX_DECLSPEC void nvtxDomainSyncUserDestroy(nvtxSyncUser_t lock) { (void)lock; }
NVTX_DECLSPEC void nvtxDomainSyncUserAcquireStart(nvtxSyncUser_t lock) { (void)lock; }
NVTX_DECLSPEC void nvtxDomainSyncUserAcquireFailed(nvtxSyncUser_t lock) { (void)lock; }
NVTX_DECLSPEC void nvtxDomainSyncUserAcquireSuccess(nvtxSyncUser_t lock) { (void)lock; }
NVTX_DECLSPEC void nvtxDomainSyncUserReleasing(nvtxSyncUser_t lock) { (void)lock; }

#if defined(__cplusplus)
} /* extern "C" */
#endif

#if defined(UNICODE)
#define MUSA_PORT_NVTX_TEXT(name) name##W
#else
#define MUSA_PORT_NVTX_TEXT(name) name##A
#endif
#define nvtxMark MUSA_PORT_NVTX_TEXT(nvtxMark)
#define nvtxRangeStart MUSA_PORT_NVTX_TEXT(nvtxRangeStart)
#define nvtxRangePush MUSA_PORT_NVTX_TEXT(nvtxRangePush)
#define nvtxNameCategory MUSA_PORT_NVTX_TEXT(nvtxNameCategory)
#define nvtxNameOsThread MUSA_PORT_NVTX_TEXT(nvtxNameOsThread)
#define nvtxDomainCreate MUSA_PORT_NVTX_TEXT(nvtxDomainCreate)
#define nvtxDomainRegisterString MUSA_PORT_NVTX_TEXT(nvtxDomainRegisterString)
#define nvtxDomainNameCategory MUSA_PORT_NVTX_TEXT(nvtxDomainNameCategory)

#endif /* MUSA_PORT_NVTX3_H */
