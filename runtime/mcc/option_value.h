//===- mcc/option_value.h - another value for an option of LLVM's -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_OPTION_VALUE_H
#define MUSAPORT_MCC_OPTION_VALUE_H

#include "llvm/ADT/StringRef.h"

namespace llvm::cl {
class Option;
} // namespace llvm::cl

namespace musaport {

/// While it lives, an option of LLVM's has another value, in the whole process. For some limits of
/// passes it is the only way to say so. One that -mllvm sets is left alone.
class OptionValue {
public:
  OptionValue(llvm::StringRef name, llvm::StringRef value);
  ~OptionValue();
  OptionValue(const OptionValue &) = delete;
  OptionValue &operator=(const OptionValue &) = delete;

private:
  llvm::cl::Option &option;
  bool isMine;
};

} // namespace musaport

#endif // MUSAPORT_MCC_OPTION_VALUE_H
