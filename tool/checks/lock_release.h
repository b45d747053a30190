//===- checks/lock_release.h - locks that are released early ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_CHECKS_LOCK_RELEASE_H
#define MUSAPORT_CHECKS_LOCK_RELEASE_H

#include "checks/lane_meetings.h"
#include "dataflow/shared_place.h"

namespace musaport {

/// One lane releases a lock, and does not wait for what another one does under it.
struct EarlyRelease {
  const clang::Expr *release = nullptr;
  const clang::Expr *before = nullptr; ///< the other lane's write, or how it takes the lock
};

/// Those in `function`, at most one for each release. Only locks that one lane takes in a loop
/// (`while (atomicCAS(lock, 0, 1) != 0)`), in memory that `places` finds. `lanes`: LaneIndices.
std::vector<EarlyRelease> earlyReleases(const clang::FunctionDecl &function, SharedPlaces &places,
                                        const SharedPlaces::Parameters &lanes,
                                        LaneMeetings &meetings);

} // namespace musaport

#endif // MUSAPORT_CHECKS_LOCK_RELEASE_H
