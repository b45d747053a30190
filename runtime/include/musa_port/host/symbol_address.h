//===- musa_port/host/symbol_address.h - where a symbol is --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSA_PORT_HOST_SYMBOL_ADDRESS_H
#define MUSA_PORT_HOST_SYMBOL_ADDRESS_H

namespace __musa_port {
/// The address of a device variable, also of a volatile one, as C functions take it.
template <class T> inline const void *symbolAddress(const T &symbol) {
  return const_cast<const void *>(static_cast<const volatile void *>(&symbol));
}
} // namespace __musa_port

#endif // MUSA_PORT_HOST_SYMBOL_ADDRESS_H
