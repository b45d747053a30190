//===- host/device/printf.cpp - printf() of device code ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clang lays the arguments out as the members of a struct, promoted as those of a variadic call,
// and passes its address. What each of them is, the format says.
//===----------------------------------------------------------------------===//
#include "musa_port/host/waiting.h"

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>

namespace {

class Arguments {
public:
  explicit Arguments(const void *data) : next(static_cast<const char *>(data)) {}
  template <typename T> T take() {
    const auto address = reinterpret_cast<uintptr_t>(next);
    next += (sizeof(T) - address % sizeof(T)) % sizeof(T);
    T value;
    std::memcpy(static_cast<void *>(&value), next, sizeof(T));
    next += sizeof(T);
    ++taken;
    return value;
  }
  int count() const { return taken; }

private:
  const char *next;
  int taken = 0;
};

template <typename T> void append(std::string &text, const std::string &conversion, T value) {
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wformat-nonliteral"
#pragma clang diagnostic ignored "-Wformat-security"
  const int length = std::snprintf(nullptr, 0, conversion.c_str(), value);
  if (length <= 0)
    return;
  const size_t before = text.size();
  text.resize(before + static_cast<size_t>(length) + 1); // snprintf() ends with a zero
  std::snprintf(&text[before], static_cast<size_t>(length) + 1, conversion.c_str(), value);
#pragma clang diagnostic pop
  text.pop_back();
}

/// Reads digits, or takes an argument for '*'; its digits go to `conversion`.
const char *number(const char *at, std::string &conversion, Arguments &arguments) {
  if (*at == '*') {
    conversion += std::to_string(arguments.take<int>());
    return at + 1;
  }
  while (*at >= '0' && *at <= '9')
    conversion += *at++;
  return at;
}

/// Handles the conversion that begins behind a '%'; returns what is behind it.
const char *convert(const char *at, std::string &text, Arguments &arguments) {
  const char *const begin = at;
  std::string conversion = "%";
  while (*at != 0 && std::strchr("-+ #0", *at) != nullptr)
    conversion += *at++;
  at = number(at, conversion, arguments);
  if (*at == '.') {
    conversion += *at++;
    at = number(at, conversion, arguments);
  }
  bool isLong = false;
  std::string length;
  while (*at != 0 && std::strchr("hlLqjzt", *at) != nullptr) {
    isLong |= *at != 'h';
    length += *at++;
  }
  const char kind = *at;
  if (kind != 0 && std::strchr("diouxX", kind) != nullptr) {
    if (isLong)
      append(text, conversion + "ll" + kind, arguments.take<long long>());
    else
      append(text, conversion + length + kind, arguments.take<int>());
  } else if (kind != 0 && std::strchr("eEfFgGaA", kind) != nullptr) {
    append(text, conversion + kind, arguments.take<double>());
  } else if (kind == 'c') {
    append(text, conversion + kind, arguments.take<int>());
  } else if (kind == 's') {
    const char *string = arguments.take<const char *>();
    append(text, conversion + kind, string == nullptr ? "(null)" : string);
  } else if (kind == 'p') {
    append(text, conversion + kind, arguments.take<const void *>());
  } else if (kind == '%') {
    text += '%';
  } else { // no conversion of printf's: as it stands
    text += '%';
    return begin;
  }
  return at + 1;
}

} // namespace

/// Returns the number of arguments, as CUDA's printf() does; -1 without a format.
extern "C" __MUSA_DEVICE_API int __musa_vprintf(const char *format, const void *data) {
  if (format == nullptr)
    return -1;
  Arguments arguments(data);
  std::string text;
  for (const char *at = format; *at != 0;) {
    if (*at == '%') {
      at = convert(at + 1, text, arguments);
    } else {
      const char *end = std::strchr(at, '%');
      const size_t length = end != nullptr ? static_cast<size_t>(end - at) : std::strlen(at);
      text.append(at, length);
      at += length;
    }
  }
  std::fwrite(text.data(), 1, text.size(), stdout); // at once: no other output comes between
  return arguments.count();
}
