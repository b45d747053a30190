//===- mcc/option_value.cpp ------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "option_value.h"

#include "llvm/Support/CommandLine.h"

using namespace llvm;

namespace musaport {

OptionValue::OptionValue(StringRef name, StringRef value)
    : option(*cl::getRegisteredOptions().lookup(name)), isMine(option.getNumOccurrences() == 0) {
  if (isMine)
    option.addOccurrence(0, option.ArgStr, value);
}

OptionValue::~OptionValue() {
  if (isMine)
    option.reset();
}

} // namespace musaport
