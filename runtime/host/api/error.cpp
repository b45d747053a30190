//===- host/api/error.cpp ---------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "api/error.h"

#include "musa_runtime_api.h"

#include <algorithm>

namespace musart {
namespace {

struct ErrorText {
  musaError_t code;
  const char *name;
  const char *text;
};

#define MUSART_ERROR(name, text) {musaError##name, "musaError" #name, text}
// In the order of their codes.
constexpr ErrorText errorTexts[] = {
    {musaSuccess, "musaSuccess", "no error"},
    MUSART_ERROR(InvalidValue, "invalid argument"),
    MUSART_ERROR(MemoryAllocation, "out of memory"),
    MUSART_ERROR(InitializationError, "initialization error"),
    MUSART_ERROR(MusartUnloading, "driver shutting down"),
    MUSART_ERROR(ProfilerDisabled, "profiler disabled while using external profiling tool"),
    MUSART_ERROR(ProfilerNotInitialized, "profiler not initialized: call musaProfilerInitialize()"),
    MUSART_ERROR(ProfilerAlreadyStarted, "profiler already started"),
    MUSART_ERROR(ProfilerAlreadyStopped, "profiler already stopped"),
    MUSART_ERROR(InvalidConfiguration, "invalid configuration argument"),
    MUSART_ERROR(InvalidPitchValue, "invalid pitch argument"),
    MUSART_ERROR(InvalidSymbol, "invalid device symbol"),
    MUSART_ERROR(InvalidHostPointer, "invalid host pointer"),
    MUSART_ERROR(InvalidDevicePointer, "invalid device pointer"),
    MUSART_ERROR(InvalidTexture, "invalid texture reference"),
    MUSART_ERROR(InvalidTextureBinding, "texture is not bound to a pointer"),
    MUSART_ERROR(InvalidChannelDescriptor, "invalid channel descriptor"),
    MUSART_ERROR(InvalidMemcpyDirection, "invalid copy direction for memcpy"),
    MUSART_ERROR(AddressOfConstant, "__constant__ memory with device pointer"),
    MUSART_ERROR(TextureFetchFailed, "fetch from texture failed"),
    MUSART_ERROR(TextureNotBound, "cannot fetch from a texture that is not bound"),
    MUSART_ERROR(SynchronizationError, "incorrect use of __syncthreads()"),
    MUSART_ERROR(InvalidFilterSetting, "linear filtering not supported for non-float type"),
    MUSART_ERROR(InvalidNormSetting, "read as normalized float not supported for 32-bit non float "
                                     "type"),
    MUSART_ERROR(MixedDeviceExecution, "device emulation mode and device execution mode cannot be "
                                       "mixed"),
    MUSART_ERROR(NotYetImplemented, "feature not yet implemented"),
    MUSART_ERROR(MemoryValueTooLarge, "memory size or pointer value too large to fit in 32 bit"),
    MUSART_ERROR(StubLibrary, "MUSA driver is a stub library"),
    MUSART_ERROR(InsufficientDriver, "MUSA driver version is insufficient for MUSA runtime "
                                     "version"),
    MUSART_ERROR(CallRequiresNewerDriver, "API call is not supported in the installed MUSA driver"),
    MUSART_ERROR(InvalidSurface, "invalid surface reference"),
    MUSART_ERROR(DuplicateVariableName, "duplicate global variable looked up by string name"),
    MUSART_ERROR(DuplicateTextureName, "duplicate texture looked up by string name"),
    MUSART_ERROR(DuplicateSurfaceName, "duplicate surface looked up by string name"),
    MUSART_ERROR(DevicesUnavailable, "MUSA-capable device(s) is/are busy or unavailable"),
    MUSART_ERROR(IncompatibleDriverContext, "incompatible driver context"),
    MUSART_ERROR(MissingConfiguration, "__global__ function call is not configured"),
    MUSART_ERROR(PriorLaunchFailure, "unspecified launch failure in prior launch"),
    MUSART_ERROR(LaunchMaxDepthExceeded, "launch would exceed maximum depth of nested launches"),
    MUSART_ERROR(LaunchFileScopedTex, "launch failed because kernel uses unsupported, file-scoped "
                                      "textures (texture objects are supported)"),
    MUSART_ERROR(LaunchFileScopedSurf, "launch failed because kernel uses unsupported, file-scoped "
                                       "surfaces (surface objects are supported)"),
    MUSART_ERROR(SyncDepthExceeded, "cannot synchronize deeper than the limit of nested launches"),
    MUSART_ERROR(LaunchPendingCountExceeded, "launch failed because the limit of pending launches "
                                             "is exceeded"),
    MUSART_ERROR(InvalidDeviceFunction, "invalid device function"),
    MUSART_ERROR(NoDevice, "no MUSA-capable device is detected"),
    MUSART_ERROR(InvalidDevice, "invalid device ordinal"),
    MUSART_ERROR(DeviceNotLicensed, "device doesn't have a valid license"),
    MUSART_ERROR(SoftwareValidityNotEstablished, "integrity checks failed"),
    MUSART_ERROR(StartupFailure, "startup failure in MUSA runtime"),
    MUSART_ERROR(InvalidKernelImage, "device kernel image is invalid"),
    MUSART_ERROR(DeviceUninitialized, "invalid device context"),
    MUSART_ERROR(MapBufferObjectFailed, "mapping of buffer object failed"),
    MUSART_ERROR(UnmapBufferObjectFailed, "unmapping of buffer object failed"),
    MUSART_ERROR(ArrayIsMapped, "array is mapped"),
    MUSART_ERROR(AlreadyMapped, "resource already mapped"),
    MUSART_ERROR(NoKernelImageForDevice, "no kernel image is available for execution on the "
                                         "device"),
    MUSART_ERROR(AlreadyAcquired, "resource already acquired"),
    MUSART_ERROR(NotMapped, "resource not mapped"),
    MUSART_ERROR(NotMappedAsArray, "resource not mapped as array"),
    MUSART_ERROR(NotMappedAsPointer, "resource not mapped as pointer"),
    MUSART_ERROR(ECCUncorrectable, "uncorrectable ECC error encountered"),
    MUSART_ERROR(UnsupportedLimit, "limit is not supported on this architecture"),
    MUSART_ERROR(DeviceAlreadyInUse, "exclusive-thread device already in use by a different "
                                     "thread"),
    MUSART_ERROR(PeerAccessUnsupported, "peer access is not supported between these two devices"),
    MUSART_ERROR(InvalidPtx, "a PTX JIT compilation failed"),
    MUSART_ERROR(InvalidGraphicsContext, "invalid OpenGL or DirectX context"),
    MUSART_ERROR(MtlinkUncorrectable, "uncorrectable MTLink error detected during the execution"),
    MUSART_ERROR(JitCompilerNotFound, "PTX JIT compiler library not found"),
    MUSART_ERROR(UnsupportedPtxVersion, "the provided PTX was compiled with an unsupported "
                                        "toolchain"),
    MUSART_ERROR(JitCompilationDisabled, "PTX JIT compilation was disabled"),
    MUSART_ERROR(UnsupportedExecAffinity, "the provided execution affinity is not supported"),
    MUSART_ERROR(UnsupportedDevSideSync, "the provided PTX contains unsupported call to "
                                         "musaDeviceSynchronize"),
    MUSART_ERROR(Contained, "invalidated by a contained error"),
    MUSART_ERROR(InvalidSource, "device kernel image is invalid"),
    MUSART_ERROR(FileNotFound, "file not found"),
    MUSART_ERROR(SharedObjectSymbolNotFound, "shared object symbol not found"),
    MUSART_ERROR(SharedObjectInitFailed, "shared object initialization failed"),
    MUSART_ERROR(OperatingSystem, "OS call failed or operation not supported on this OS"),
    MUSART_ERROR(InvalidResourceHandle, "invalid resource handle"),
    MUSART_ERROR(IllegalState, "the operation cannot be performed in the present state"),
    MUSART_ERROR(LossyQuery, "attempted introspection would be semantically lossy"),
    MUSART_ERROR(SymbolNotFound, "named symbol not found"),
    MUSART_ERROR(NotReady, "device not ready"),
    MUSART_ERROR(IllegalAddress, "an illegal memory access was encountered"),
    MUSART_ERROR(LaunchOutOfResources, "too many resources requested for launch"),
    MUSART_ERROR(LaunchTimeout, "the launch timed out and was terminated"),
    MUSART_ERROR(LaunchIncompatibleTexturing, "launch uses incompatible texturing mode"),
    MUSART_ERROR(PeerAccessAlreadyEnabled, "peer access is already enabled"),
    MUSART_ERROR(PeerAccessNotEnabled, "peer access has not been enabled"),
    MUSART_ERROR(SetOnActiveProcess, "cannot set while device is active in this process"),
    MUSART_ERROR(ContextIsDestroyed, "context is destroyed"),
    MUSART_ERROR(Assert, "device-side assert triggered"),
    MUSART_ERROR(TooManyPeers, "peer mapping resources exhausted"),
    MUSART_ERROR(HostMemoryAlreadyRegistered, "part or all of the requested memory range is "
                                              "already mapped"),
    MUSART_ERROR(HostMemoryNotRegistered, "pointer does not correspond to a registered memory "
                                          "region"),
    MUSART_ERROR(HardwareStackError, "hardware stack error"),
    MUSART_ERROR(IllegalInstruction, "an illegal instruction was encountered"),
    MUSART_ERROR(MisalignedAddress, "misaligned address"),
    MUSART_ERROR(InvalidAddressSpace, "operation not supported on global/shared address space"),
    MUSART_ERROR(InvalidPc, "invalid program counter"),
    MUSART_ERROR(LaunchFailure, "unspecified launch failure"),
    MUSART_ERROR(CooperativeLaunchTooLarge, "too many blocks in cooperative launch"),
    MUSART_ERROR(TensorMemoryLeak, "tensor memory not completely freed"),
    MUSART_ERROR(NotPermitted, "operation not permitted"),
    MUSART_ERROR(NotSupported, "operation not supported"),
    MUSART_ERROR(SystemNotReady, "system not yet initialized"),
    MUSART_ERROR(SystemDriverMismatch, "system has unsupported display driver / musa driver "
                                       "combination"),
    MUSART_ERROR(CompatNotSupportedOnDevice, "forward compatibility was attempted on non supported "
                                             "hardware"),
    MUSART_ERROR(MpsConnectionFailed, "MPS client failed to connect to the MPS control daemon or "
                                      "the MPS server"),
    MUSART_ERROR(MpsRpcFailure, "the remote procedural call between the MPS server and the MPS "
                                "client failed"),
    MUSART_ERROR(MpsServerNotReady, "MPS server is not ready to accept new MPS client requests"),
    MUSART_ERROR(MpsMaxClientsReached, "the hardware resources required to create MPS client have "
                                       "been exhausted"),
    MUSART_ERROR(MpsMaxConnectionsReached, "the hardware resources required to support device "
                                           "connections have been exhausted"),
    MUSART_ERROR(MpsClientTerminated, "the MPS client has been terminated by the server"),
    MUSART_ERROR(CdpNotSupported, "the program uses nested launches, which the device does not "
                                  "support"),
    MUSART_ERROR(CdpVersionMismatch, "the program contains unsupported interaction between "
                                     "versions of nested launches"),
    MUSART_ERROR(StreamCaptureUnsupported, "operation not permitted when stream is capturing"),
    MUSART_ERROR(StreamCaptureInvalidated, "operation failed due to a previous error during "
                                           "capture"),
    MUSART_ERROR(StreamCaptureMerge, "operation would result in a merge of separate capture "
                                     "sequences"),
    MUSART_ERROR(StreamCaptureUnmatched, "capture was not ended in the same stream as it began"),
    MUSART_ERROR(StreamCaptureUnjoined, "capturing stream has unjoined work"),
    MUSART_ERROR(StreamCaptureIsolation, "dependency created on uncaptured work in another "
                                         "stream"),
    MUSART_ERROR(StreamCaptureImplicit, "operation would make the legacy stream depend on a "
                                        "capturing blocking stream"),
    MUSART_ERROR(CapturedEvent, "operation not permitted on an event last recorded in a capturing "
                                "stream"),
    MUSART_ERROR(StreamCaptureWrongThread, "attempt to terminate a thread-local capture sequence "
                                           "from another thread"),
    MUSART_ERROR(Timeout, "wait operation timed out"),
    MUSART_ERROR(GraphExecUpdateFailure, "the graph update was not performed because it included "
                                         "changes which violated constraints specific to "
                                         "instantiated graph update"),
    MUSART_ERROR(ExternalDevice, "an async error has occurred in external entity outside of MUSA"),
    MUSART_ERROR(InvalidClusterSize, "a kernel launch error has occurred due to cluster "
                                     "misconfiguration"),
    MUSART_ERROR(FunctionNotLoaded, "the function handle is not loaded"),
    MUSART_ERROR(InvalidResourceType, "one or more resources passed in are not valid resource "
                                      "types for the operation"),
    MUSART_ERROR(InvalidResourceConfiguration, "one or more resources are insufficient or "
                                               "non-applicable for the operation"),
    MUSART_ERROR(Unknown, "unknown error"),
    MUSART_ERROR(ApiFailureBase, "api failure base"),
};
#undef MUSART_ERROR

const ErrorText *find(musaError_t error) {
  const auto *row =
      std::lower_bound(std::begin(errorTexts), std::end(errorTexts), error,
                       [](const ErrorText &one, musaError_t code) { return one.code < code; });
  return row != std::end(errorTexts) && row->code == error ? row : nullptr;
}

} // namespace

} // namespace musart

using namespace musart;

extern "C" {

musaError_t musaGetLastError(void) {
  TracedCall call(__func__, nullptr, false);
  const musaError_t result = lastErrorOfThread();
  clearError();
  return call.end(result);
}

musaError_t musaPeekAtLastError(void) {
  TracedCall call(__func__, nullptr, false);
  return call.end(lastErrorOfThread());
}

const char *musaGetErrorName(musaError_t error) {
  const ErrorText *row = find(error);
  return row != nullptr ? row->name : "unrecognized error code";
}

const char *musaGetErrorString(musaError_t error) {
  const ErrorText *row = find(error);
  return row != nullptr ? row->text : "unrecognized error code";
}

} // extern "C"
