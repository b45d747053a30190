//===- libraries/pti/listening.h - whom libmusart tells ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// libmusart tells only while a kind of record is enabled, or somebody has subscribed to calls.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_LIBRARIES_PTI_LISTENING_H
#define MUSAPORT_LIBRARIES_PTI_LISTENING_H

#include "mupti.h"

#include "musa_port/host/trace.h"

namespace musaport::pti {

/// Begins or ends to listen, after a change of what is enabled.
void updateListening();

/// Whether there are records of this kind.
bool isEnabled(MUpti_ActivityKind kind);
bool isAnyEnabled();

/// The program's clock, if it has registered one; else nanoseconds since 1970. Both times of a
/// record are by the same one.
using Clock = MUpti_TimestampCallbackFunc;
Clock currentClock();
inline uint64_t now() { return currentClock()(); }
uint32_t processId();
uint32_t threadId();

// What activities.cpp and callbacks.cpp make of what libmusart tells.
void recordBegin(const __musa_traced_call &call);
void recordEnd(const __musa_traced_call &call, MUpti_CallbackId cbid, uint64_t start, uint64_t end);
void recordWork(const __musa_traced_work &work);
bool hasSubscriber();
void unsubscribeAny();
void callBack(__musa_traced_call &call, MUpti_CallbackId cbid, MUpti_ApiCallbackSite site);

/// The host has one context a device. Numbers of contexts begin with 1.
constexpr uint32_t contextOf(int device) { return static_cast<uint32_t>(device) + 1; }

} // namespace musaport::pti

#endif // MUSAPORT_LIBRARIES_PTI_LISTENING_H
