//===- libraries/pti/buffers.h - where records go ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_LIBRARIES_PTI_BUFFERS_H
#define MUSAPORT_LIBRARIES_PTI_BUFFERS_H

#include "mupti.h"

namespace musaport::pti {

/// Puts a record behind the others. The program gets a buffer back when it is full. Without a
/// buffer the record is dropped, and counted.
void add(const void *record, size_t size);
template <typename Record> void add(const Record &record) { add(&record, sizeof record); }

/// Gives the program the buffer that has records. Returns when those that other threads are giving
/// have been taken, too; not if the program calls it while it takes one.
void flush();

/// The bytes of a record; 0: there is none of this kind.
size_t sizeOf(MUpti_ActivityKind kind);

} // namespace musaport::pti

#endif // MUSAPORT_LIBRARIES_PTI_BUFFERS_H
