//===- host/api/per_thread_stream.cpp ---------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a program calls that is compiled with MUSA_API_PER_THREAD_DEFAULT_STREAM: the same
// functions, with another stream 0.
//===----------------------------------------------------------------------===//
#include "model/stream.h"
#include "musa_runtime_api.h"

using musart::perThread;

#pragma GCC visibility push(default)
extern "C" {

musaError_t musaMemcpy_ptds(void *dst, const void *src, size_t count, musaMemcpyKind kind) {
  return perThread([=] { return musaMemcpy(dst, src, count, kind); });
}

musaError_t musaMemcpyToSymbol_ptds(const void *symbol, const void *src, size_t count,
                                    size_t offset, musaMemcpyKind kind) {
  return perThread([=] { return musaMemcpyToSymbol(symbol, src, count, offset, kind); });
}

musaError_t musaMemcpyFromSymbol_ptds(void *dst, const void *symbol, size_t count, size_t offset,
                                      musaMemcpyKind kind) {
  return perThread([=] { return musaMemcpyFromSymbol(dst, symbol, count, offset, kind); });
}

musaError_t musaMemcpy2D_ptds(void *dst, size_t dpitch, const void *src, size_t spitch,
                              size_t width, size_t height, musaMemcpyKind kind) {
  return perThread([=] { return musaMemcpy2D(dst, dpitch, src, spitch, width, height, kind); });
}

musaError_t musaMemcpy2DToArray_ptds(musaArray_t dst, size_t wOffset, size_t hOffset,
                                     const void *src, size_t spitch, size_t width, size_t height,
                                     musaMemcpyKind kind) {
  return perThread(
      [=] { return musaMemcpy2DToArray(dst, wOffset, hOffset, src, spitch, width, height, kind); });
}

musaError_t musaMemcpy2DFromArray_ptds(void *dst, size_t dpitch, musaArray_const_t src,
                                       size_t wOffset, size_t hOffset, size_t width, size_t height,
                                       musaMemcpyKind kind) {
  return perThread([=] {
    return musaMemcpy2DFromArray(dst, dpitch, src, wOffset, hOffset, width, height, kind);
  });
}

musaError_t musaMemcpy2DArrayToArray_ptds(musaArray_t dst, size_t wOffsetDst, size_t hOffsetDst,
                                          musaArray_const_t src, size_t wOffsetSrc,
                                          size_t hOffsetSrc, size_t width, size_t height,
                                          musaMemcpyKind kind) {
  return perThread([=] {
    return musaMemcpy2DArrayToArray(dst, wOffsetDst, hOffsetDst, src, wOffsetSrc, hOffsetSrc, width,
                                    height, kind);
  });
}

musaError_t musaMemcpyToArray_ptds(musaArray_t dst, size_t wOffset, size_t hOffset, const void *src,
                                   size_t count, musaMemcpyKind kind) {
  return perThread([=] { return musaMemcpyToArray(dst, wOffset, hOffset, src, count, kind); });
}

musaError_t musaMemcpyFromArray_ptds(void *dst, musaArray_const_t src, size_t wOffset,
                                     size_t hOffset, size_t count, musaMemcpyKind kind) {
  return perThread([=] { return musaMemcpyFromArray(dst, src, wOffset, hOffset, count, kind); });
}

musaError_t musaMemcpyArrayToArray_ptds(musaArray_t dst, size_t wOffsetDst, size_t hOffsetDst,
                                        musaArray_const_t src, size_t wOffsetSrc, size_t hOffsetSrc,
                                        size_t count, musaMemcpyKind kind) {
  return perThread([=] {
    return musaMemcpyArrayToArray(dst, wOffsetDst, hOffsetDst, src, wOffsetSrc, hOffsetSrc, count,
                                  kind);
  });
}

musaError_t musaMemcpy3D_ptds(const musaMemcpy3DParms *p) {
  return perThread([=] { return musaMemcpy3D(p); });
}

musaError_t musaMemcpy3DPeer_ptds(const musaMemcpy3DPeerParms *p) {
  return perThread([=] { return musaMemcpy3DPeer(p); });
}

musaError_t musaMemset_ptds(void *devPtr, int value, size_t count) {
  return perThread([=] { return musaMemset(devPtr, value, count); });
}

musaError_t musaMemset2D_ptds(void *devPtr, size_t pitch, int value, size_t width, size_t height) {
  return perThread([=] { return musaMemset2D(devPtr, pitch, value, width, height); });
}

musaError_t musaMemset3D_ptds(musaPitchedPtr pitchedDevPtr, int value, musaExtent extent) {
  return perThread([=] { return musaMemset3D(pitchedDevPtr, value, extent); });
}

musaError_t musaMemcpyAsync_ptsz(void *dst, const void *src, size_t count, musaMemcpyKind kind,
                                 musaStream_t stream) {
  return perThread([=] { return musaMemcpyAsync(dst, src, count, kind, stream); });
}

musaError_t musaMemcpyToSymbolAsync_ptsz(const void *symbol, const void *src, size_t count,
                                         size_t offset, musaMemcpyKind kind, musaStream_t stream) {
  return perThread(
      [=] { return musaMemcpyToSymbolAsync(symbol, src, count, offset, kind, stream); });
}

musaError_t musaMemcpyFromSymbolAsync_ptsz(void *dst, const void *symbol, size_t count,
                                           size_t offset, musaMemcpyKind kind,
                                           musaStream_t stream) {
  return perThread(
      [=] { return musaMemcpyFromSymbolAsync(dst, symbol, count, offset, kind, stream); });
}

musaError_t musaMemcpy2DAsync_ptsz(void *dst, size_t dpitch, const void *src, size_t spitch,
                                   size_t width, size_t height, musaMemcpyKind kind,
                                   musaStream_t stream) {
  return perThread(
      [=] { return musaMemcpy2DAsync(dst, dpitch, src, spitch, width, height, kind, stream); });
}

musaError_t musaMemcpy2DToArrayAsync_ptsz(musaArray_t dst, size_t wOffset, size_t hOffset,
                                          const void *src, size_t spitch, size_t width,
                                          size_t height, musaMemcpyKind kind, musaStream_t stream) {
  return perThread([=] {
    return musaMemcpy2DToArrayAsync(dst, wOffset, hOffset, src, spitch, width, height, kind,
                                    stream);
  });
}

musaError_t musaMemcpy2DFromArrayAsync_ptsz(void *dst, size_t dpitch, musaArray_const_t src,
                                            size_t wOffset, size_t hOffset, size_t width,
                                            size_t height, musaMemcpyKind kind,
                                            musaStream_t stream) {
  return perThread([=] {
    return musaMemcpy2DFromArrayAsync(dst, dpitch, src, wOffset, hOffset, width, height, kind,
                                      stream);
  });
}

musaError_t musaMemcpyToArrayAsync_ptsz(musaArray_t dst, size_t wOffset, size_t hOffset,
                                        const void *src, size_t count, musaMemcpyKind kind,
                                        musaStream_t stream) {
  return perThread(
      [=] { return musaMemcpyToArrayAsync(dst, wOffset, hOffset, src, count, kind, stream); });
}

musaError_t musaMemcpyFromArrayAsync_ptsz(void *dst, musaArray_const_t src, size_t wOffset,
                                          size_t hOffset, size_t count, musaMemcpyKind kind,
                                          musaStream_t stream) {
  return perThread(
      [=] { return musaMemcpyFromArrayAsync(dst, src, wOffset, hOffset, count, kind, stream); });
}

musaError_t musaMemcpy3DAsync_ptsz(const musaMemcpy3DParms *p, musaStream_t stream) {
  return perThread([=] { return musaMemcpy3DAsync(p, stream); });
}

musaError_t musaMemcpy3DPeerAsync_ptsz(const musaMemcpy3DPeerParms *p, musaStream_t stream) {
  return perThread([=] { return musaMemcpy3DPeerAsync(p, stream); });
}

musaError_t musaMemsetAsync_ptsz(void *devPtr, int value, size_t count, musaStream_t stream) {
  return perThread([=] { return musaMemsetAsync(devPtr, value, count, stream); });
}

musaError_t musaMemset2DAsync_ptsz(void *devPtr, size_t pitch, int value, size_t width,
                                   size_t height, musaStream_t stream) {
  return perThread([=] { return musaMemset2DAsync(devPtr, pitch, value, width, height, stream); });
}

musaError_t musaMemset3DAsync_ptsz(musaPitchedPtr pitchedDevPtr, int value, musaExtent extent,
                                   musaStream_t stream) {
  return perThread([=] { return musaMemset3DAsync(pitchedDevPtr, value, extent, stream); });
}

musaError_t musaMemPrefetchAsync_ptsz(const void *devPtr, size_t count, int dstDevice,
                                      musaStream_t stream) {
  return perThread([=] { return musaMemPrefetchAsync(devPtr, count, dstDevice, stream); });
}

musaError_t musaMemPrefetchAsync_v2_ptsz(const void *devPtr, size_t count, musaMemLocation location,
                                         unsigned flags, musaStream_t stream) {
  return perThread([=] { return musaMemPrefetchAsync_v2(devPtr, count, location, flags, stream); });
}

musaError_t musaMallocAsync_ptsz(void **devPtr, size_t size, musaStream_t stream) {
  return perThread([=] { return musaMallocAsync(devPtr, size, stream); });
}

musaError_t musaMallocFromPoolAsync_ptsz(void **ptr, size_t size, musaMemPool_t memPool,
                                         musaStream_t stream) {
  return perThread([=] { return musaMallocFromPoolAsync(ptr, size, memPool, stream); });
}

musaError_t musaFreeAsync_ptsz(void *devPtr, musaStream_t stream) {
  return perThread([=] { return musaFreeAsync(devPtr, stream); });
}

musaError_t musaStreamGetPriority_ptsz(musaStream_t stream, int *priority) {
  return perThread([=] { return musaStreamGetPriority(stream, priority); });
}

musaError_t musaStreamGetFlags_ptsz(musaStream_t stream, unsigned *flags) {
  return perThread([=] { return musaStreamGetFlags(stream, flags); });
}

musaError_t musaStreamGetId_ptsz(musaStream_t stream, unsigned long long *streamId) {
  return perThread([=] { return musaStreamGetId(stream, streamId); });
}

musaError_t musaStreamGetDevice_ptsz(musaStream_t stream, int *device) {
  return perThread([=] { return musaStreamGetDevice(stream, device); });
}

musaError_t musaStreamWaitEvent_ptsz(musaStream_t stream, musaEvent_t event, unsigned flags) {
  return perThread([=] { return musaStreamWaitEvent(stream, event, flags); });
}

musaError_t musaStreamAddCallback_ptsz(musaStream_t stream, musaStreamCallback_t callback,
                                       void *userData, unsigned flags) {
  return perThread([=] { return musaStreamAddCallback(stream, callback, userData, flags); });
}

musaError_t musaStreamAttachMemAsync_ptsz(musaStream_t stream, void *devPtr, size_t length,
                                          unsigned flags) {
  return perThread([=] { return musaStreamAttachMemAsync(stream, devPtr, length, flags); });
}

musaError_t musaStreamSynchronize_ptsz(musaStream_t stream) {
  return perThread([=] { return musaStreamSynchronize(stream); });
}

musaError_t musaStreamQuery_ptsz(musaStream_t stream) {
  return perThread([=] { return musaStreamQuery(stream); });
}

musaError_t musaStreamCopyAttributes_ptsz(musaStream_t dst, musaStream_t src) {
  return perThread([=] { return musaStreamCopyAttributes(dst, src); });
}

musaError_t musaStreamGetAttribute_ptsz(musaStream_t stream, musaLaunchAttributeID attr,
                                        musaLaunchAttributeValue *value) {
  return perThread([=] { return musaStreamGetAttribute(stream, attr, value); });
}

musaError_t musaStreamSetAttribute_ptsz(musaStream_t stream, musaLaunchAttributeID attr,
                                        const musaLaunchAttributeValue *value) {
  return perThread([=] { return musaStreamSetAttribute(stream, attr, value); });
}

musaError_t musaEventRecord_ptsz(musaEvent_t event, musaStream_t stream) {
  return perThread([=] { return musaEventRecord(event, stream); });
}

musaError_t musaEventRecordWithFlags_ptsz(musaEvent_t event, musaStream_t stream, unsigned flags) {
  return perThread([=] { return musaEventRecordWithFlags(event, stream, flags); });
}

musaError_t musaLaunchKernel_ptsz(const void *func, dim3 gridDim, dim3 blockDim, void **args,
                                  size_t sharedMem, musaStream_t stream) {
  return perThread(
      [=] { return musaLaunchKernel(func, gridDim, blockDim, args, sharedMem, stream); });
}

musaError_t musaLaunchKernelExC_ptsz(const musaLaunchConfig_t *config, const void *func,
                                     void **args) {
  return perThread([=] { return musaLaunchKernelExC(config, func, args); });
}

musaError_t musaLaunchCooperativeKernel_ptsz(const void *func, dim3 gridDim, dim3 blockDim,
                                             void **args, size_t sharedMem, musaStream_t stream) {
  return perThread([=] {
    return musaLaunchCooperativeKernel(func, gridDim, blockDim, args, sharedMem, stream);
  });
}

musaError_t musaLaunchHostFunc_ptsz(musaStream_t stream, musaHostFn_t fn, void *userData) {
  return perThread([=] { return musaLaunchHostFunc(stream, fn, userData); });
}

} // extern "C"
#pragma GCC visibility pop
