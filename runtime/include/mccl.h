/*===- mccl.h - collective communication ----------------------------*- C -*-===//
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The part of NCCL's API that docs/reference/libraries.md lists; programs link with -lmccl. Calls
 * queue their work in a stream. The names that rules/nccl.json calls supported are those that
 * torch_musa uses (torch_musa/csrc/distributed/MCCLUtils.cpp, ProcessGroupMCCL.cpp); the others
 * follow them, and values are NCCL's.
 *===----------------------------------------------------------------------===*/
#ifndef MCCL_H_
#define MCCL_H_

#include "musa_bf16.h"
#include "musa_fp16.h"
#include "musa_runtime.h"
#include <limits.h>
#include <stddef.h>

/* The level that code ported from NCCL is compiled for: MUSAPORT_NCCL_LEVEL. */
#define MCCL_MAJOR 2
#define MCCL_MINOR 15
#define MCCL_PATCH 5
#define MCCL_SUFFIX ""
#define MCCL_VERSION(X, Y, Z) ((X) * 10000 + (Y) * 100 + (Z))
#define MCCL_VERSION_CODE MCCL_VERSION(MCCL_MAJOR, MCCL_MINOR, MCCL_PATCH)

#pragma GCC visibility push(default)
#if defined(__cplusplus)
extern "C" {
#endif

typedef struct mcclComm *mcclComm_t;
#define MCCL_COMM_NULL NULL

#define MCCL_UNIQUE_ID_BYTES 128
typedef struct {
  char internal[MCCL_UNIQUE_ID_BYTES];
} mcclUniqueId;

typedef enum {
  mcclSuccess = 0,
  mcclUnhandledMusaError = 1,
  mcclSystemError = 2,
  mcclInternalError = 3,
  mcclInvalidArgument = 4,
  mcclInvalidUsage = 5,
  mcclRemoteError = 6,
  mcclInProgress = 7,
  mcclNumResults = 8
} mcclResult_t;

#define MCCL_CONFIG_UNDEF_INT INT_MIN
#define MCCL_CONFIG_UNDEF_PTR NULL
#define MCCL_SPLIT_NOCOLOR (-1)

typedef struct mcclConfig_v21700 {
  size_t size; /* these three are what the initializer sets */
  unsigned int magic;
  unsigned int version;
  int blocking;
  int cgaClusterSize;
  int minCTAs;
  int maxCTAs;
  const char *netName;
  int splitShare;
} mcclConfig_t;

#define MCCL_CONFIG_INITIALIZER                                                                    \
  {sizeof(mcclConfig_t),  0xcafebeef,                                                              \
   MCCL_VERSION_CODE,     MCCL_CONFIG_UNDEF_INT,                                                   \
   MCCL_CONFIG_UNDEF_INT, MCCL_CONFIG_UNDEF_INT,                                                   \
   MCCL_CONFIG_UNDEF_INT, MCCL_CONFIG_UNDEF_PTR,                                                   \
   MCCL_CONFIG_UNDEF_INT}

typedef enum { mcclNumOps_dummy = 5 } mcclRedOp_dummy_t;
typedef enum {
  mcclSum = 0,
  mcclProd = 1,
  mcclMax = 2,
  mcclMin = 3,
  mcclAvg = 4,
  mcclNumOps = 5, /* those that mcclRedOpCreatePreMulSum makes have values from here on */
  mcclMaxRedOp = 0x7fffffff
} mcclRedOp_t;

typedef enum {
  mcclInt8 = 0,
  mcclChar = 0,
  mcclUint8 = 1,
  mcclInt32 = 2,
  mcclInt = 2,
  mcclUint32 = 3,
  mcclInt64 = 4,
  mcclUint64 = 5,
  mcclFloat16 = 6,
  mcclHalf = 6,
  mcclFloat32 = 7,
  mcclFloat = 7,
  mcclFloat64 = 8,
  mcclDouble = 8,
  mcclBfloat16 = 9,
  mcclNumTypes = 10
} mcclDataType_t;

typedef enum { mcclScalarDevice = 0, mcclScalarHostImmediate = 1 } mcclScalarResidence_t;

mcclResult_t mcclGetVersion(int *version);
const char *mcclGetErrorString(mcclResult_t result);
/* What the last failure of the process was, in words. Valid until the thread's next call. */
const char *mcclGetLastError(mcclComm_t comm);

/* The process that makes an ID must live until all ranks are there. */
mcclResult_t mcclGetUniqueId(mcclUniqueId *uniqueId);
/* Returns when all ranks are there; in a group, mcclGroupEnd does. */
mcclResult_t mcclCommInitRank(mcclComm_t *comm, int nranks, mcclUniqueId commId, int rank);
mcclResult_t mcclCommInitRankConfig(mcclComm_t *comm, int nranks, mcclUniqueId commId, int rank,
                                    mcclConfig_t *config);
mcclResult_t mcclCommInitAll(mcclComm_t *comm, int ndev, const int *devlist);
mcclResult_t mcclCommSplit(mcclComm_t comm, int color, int key, mcclComm_t *newcomm,
                           mcclConfig_t *config);
mcclResult_t mcclCommFinalize(mcclComm_t comm);
/* Waits for the communicator's work. */
mcclResult_t mcclCommDestroy(mcclComm_t comm);
/* Ends it. The other ranks' work ends with mcclRemoteError. */
mcclResult_t mcclCommAbort(mcclComm_t comm);
mcclResult_t mcclCommGetAsyncError(mcclComm_t comm, mcclResult_t *asyncError);
mcclResult_t mcclCommCount(const mcclComm_t comm, int *count);
mcclResult_t mcclCommMuDevice(const mcclComm_t comm, int *device);
mcclResult_t mcclCommUserRank(const mcclComm_t comm, int *rank);

mcclResult_t mcclMemAlloc(void **ptr, size_t size);
mcclResult_t mcclMemFree(void *ptr);
mcclResult_t mcclCommRegister(const mcclComm_t comm, void *buff, size_t size, void **handle);
mcclResult_t mcclCommDeregister(const mcclComm_t comm, void *handle);

mcclResult_t mcclRedOpCreatePreMulSum(mcclRedOp_t *op, void *scalar, mcclDataType_t datatype,
                                      mcclScalarResidence_t residence, mcclComm_t comm);
mcclResult_t mcclRedOpDestroy(mcclRedOp_t op, mcclComm_t comm);

mcclResult_t mcclReduce(const void *sendbuff, void *recvbuff, size_t count, mcclDataType_t datatype,
                        mcclRedOp_t op, int root, mcclComm_t comm, musaStream_t stream);
mcclResult_t mcclBcast(void *buff, size_t count, mcclDataType_t datatype, int root, mcclComm_t comm,
                       musaStream_t stream);
mcclResult_t mcclBroadcast(const void *sendbuff, void *recvbuff, size_t count,
                           mcclDataType_t datatype, int root, mcclComm_t comm, musaStream_t stream);
mcclResult_t mcclAllReduce(const void *sendbuff, void *recvbuff, size_t count,
                           mcclDataType_t datatype, mcclRedOp_t op, mcclComm_t comm,
                           musaStream_t stream);
mcclResult_t mcclReduceScatter(const void *sendbuff, void *recvbuff, size_t recvcount,
                               mcclDataType_t datatype, mcclRedOp_t op, mcclComm_t comm,
                               musaStream_t stream);
mcclResult_t mcclAllGather(const void *sendbuff, void *recvbuff, size_t sendcount,
                           mcclDataType_t datatype, mcclComm_t comm, musaStream_t stream);
mcclResult_t mcclSend(const void *sendbuff, size_t count, mcclDataType_t datatype, int peer,
                      mcclComm_t comm, musaStream_t stream);
mcclResult_t mcclRecv(void *recvbuff, size_t count, mcclDataType_t datatype, int peer,
                      mcclComm_t comm, musaStream_t stream);

/* The calls between these two begin together. */
mcclResult_t mcclGroupStart(void);
mcclResult_t mcclGroupEnd(void);

#if defined(__cplusplus)
}
#endif
#pragma GCC visibility pop

#endif
