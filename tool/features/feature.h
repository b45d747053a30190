//===- features/feature.h - what works on which GPU -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_FEATURES_FEATURE_H
#define MUSAPORT_FEATURES_FEATURE_H

#include "rules/architecture.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace musaport {

/// A row of rules/gpu/features.json, embedded at build time.
struct Feature {
  enum class Status : uint8_t { Unknown, Works, Differs, Unsupported };

  llvm::StringRef name;                  ///< "clusters"
  llvm::StringRef title;                 ///< "clusters of thread blocks"
  llvm::StringRef advice;                ///< what to do where it does not work as in CUDA
  llvm::ArrayRef<llvm::StringRef> names; ///< CUDA names; a trailing * matches any rest
  llvm::ArrayRef<Status> statuses;       ///< one per architecture, in the order of architectures()

  Status on(const Architecture &architecture) const;
  /// Whether `qualified` ("cooperative_groups::this_cluster") is one of its names.
  bool hasName(llvm::StringRef qualified) const;
};

llvm::ArrayRef<Feature> features();

/// Null if there is none.
const Feature *findFeature(llvm::StringRef name);

} // namespace musaport

#endif // MUSAPORT_FEATURES_FEATURE_H
