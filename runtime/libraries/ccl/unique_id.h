//===- libraries/ccl/unique_id.h - how ranks find each other ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_LIBRARIES_CCL_UNIQUE_ID_H
#define MUSAPORT_LIBRARIES_CCL_UNIQUE_ID_H

#include "mccl.h"

#include <sys/types.h>

namespace musaport::ccl {

/// The file has so many bytes, all 0, until the first rank comes.
constexpr size_t meetingHeaderBytes = 4096;

/// Makes a file in memory, which has no name and goes with the last process that has it. The ID
/// says where this process has it open.
mcclUniqueId makeUniqueId();

/// Where the ranks of an ID meet.
struct MeetingFile {
  int file = -1; ///< the caller closes it
  pid_t maker = 0;
};
/// Throws a Failure if the ID is none, was made on another machine, or its process has ended.
MeetingFile openMeeting(const mcclUniqueId &id);
/// If this process made the ID, closes its file. All ranks that it was for have theirs.
void forgetUniqueId(const mcclUniqueId &id);

/// An ID that the library makes for itself. It is forgotten at the end, however that comes.
struct OwnUniqueId {
  const mcclUniqueId id = makeUniqueId();

  OwnUniqueId() = default;
  ~OwnUniqueId() { forgetUniqueId(id); }
  OwnUniqueId(const OwnUniqueId &) = delete;
  OwnUniqueId &operator=(const OwnUniqueId &) = delete;
};

} // namespace musaport::ccl

#endif // MUSAPORT_LIBRARIES_CCL_UNIQUE_ID_H
