//===- pti_records.h - the records of a program, in a list ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_TESTS_RUN_PTI_RECORDS_H
#define MUSAPORT_TESTS_RUN_PTI_RECORDS_H

#include "check.h"

#include "mupti.h"

#include <cstdlib>
#include <cstring>
#include <mutex>
#include <vector>

#define CHECK_MUPTI(call) CHECK_EQUAL(static_cast<int>(call), static_cast<int>(MUPTI_SUCCESS))

/// The records of all buffers that came back, as bytes that stay.
struct Records {
  static constexpr size_t bufferBytes = 4096;
  std::mutex mutex;
  std::vector<std::vector<uint8_t>> buffers;

  static Records &all() {
    static Records records;
    return records;
  }
  static void request(uint8_t **buffer, size_t *size, size_t *maxNumRecords) {
    *buffer = static_cast<uint8_t *>(std::aligned_alloc(ACTIVITY_RECORD_ALIGNMENT, bufferBytes));
    *size = bufferBytes;
    *maxNumRecords = 0;
  }
  static void complete(MUcontext, uint32_t, uint8_t *buffer, size_t, size_t validSize) {
    const std::lock_guard lock(all().mutex);
    all().buffers.emplace_back(buffer, buffer + validSize);
    std::free(buffer);
  }

  /// Flushes, and gives those of a kind in their order. Records are of the struct `Record`.
  template <typename Record> static std::vector<Record> of(MUpti_ActivityKind kind) {
    CHECK_MUPTI(muptiActivityFlushAll(0));
    const std::lock_guard lock(all().mutex);
    std::vector<Record> result;
    for (std::vector<uint8_t> &buffer : all().buffers) {
      MUpti_Activity *record = nullptr;
      while (muptiActivityGetNextRecord(buffer.data(), buffer.size(), &record) == MUPTI_SUCCESS)
        if (record->kind == kind)
          result.push_back(*reinterpret_cast<Record *>(record));
    }
    return result;
  }
};

#endif // MUSAPORT_TESTS_RUN_PTI_RECORDS_H
