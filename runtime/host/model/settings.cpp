//===- host/model/settings.cpp ----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "model/settings.h"

#include "musa_runtime_api.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <sched.h>
#include <sstream>
#include <unistd.h>

namespace musart {
namespace {

std::string variable(const char *name) {
  const char *value = std::getenv(name);
  return value == nullptr ? std::string() : value;
}

void warn(const char *name, const std::string &value, const std::string &used) {
  std::fprintf(stderr, "musa: warning: %s=%s is not understood; %s is used\n", name, value.c_str(),
               used.c_str());
}

template <typename Number> void readCount(const char *name, Number &result, Number least) {
  const std::string text = variable(name);
  if (text.empty())
    return;
  const std::optional<size_t> value = parseSize(text);
  if (value && *value >= least && *value <= size_t{1} << 62)
    result = static_cast<Number>(*value);
  else
    warn(name, text, std::to_string(result));
}

unsigned cores() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0)
    return static_cast<unsigned>(CPU_COUNT(&set));
  return 1;
}

bool isOn(const char *name) {
  const std::string text = variable(name);
  return !text.empty() && text != "0";
}

Settings read() {
  Settings result;
  result.workers = cores();
  readCount("MUSA_HOST_WORKERS", result.workers, 1U);
  result.workers = std::min(result.workers, 4096U);
  readCount("MUSA_HOST_DEVICES", result.devices, 0U);
  result.devices = std::min(result.devices, 64U);
  const long pages = sysconf(_SC_PHYS_PAGES);
  result.memoryBytes = static_cast<size_t>(pages) * static_cast<size_t>(sysconf(_SC_PAGESIZE)) / 2;
  readCount("MUSA_HOST_MEMORY", result.memoryBytes, size_t{1});
  result.architecture = variable("MUSA_HOST_ARCH");
  result.sdkVersion = MUSART_VERSION;
  readCount("MUSA_HOST_SDK_VERSION", result.sdkVersion, 1U);
  result.sdkVersion = std::min(result.sdkVersion, 999999U);
  result.check = isOn("MUSA_HOST_CHECK");
  result.blockingLaunches = isOn("MUSA_LAUNCH_BLOCKING");
  result.abort = isOn("MUSA_HOST_ABORT");
  if (const char *visible = std::getenv("MUSA_VISIBLE_DEVICES")) {
    result.visible = parseDeviceList(visible, result.devices);
  } else {
    for (unsigned i = 0; i < result.devices; ++i)
      result.visible.push_back(static_cast<int>(i));
  }
  return result;
}

} // namespace

const Settings &settings() {
  static const auto *result = new Settings(read()); // threads may ask while the program exits
  return *result;
}

std::optional<int> Settings::deviceOfNumber(int number) const {
  const auto found = std::find(visible.begin(), visible.end(), number);
  if (found == visible.end())
    return std::nullopt;
  return static_cast<int>(found - visible.begin());
}

std::optional<size_t> parseSize(const std::string &text) {
  if (text.empty() || std::isdigit(static_cast<unsigned char>(text[0])) == 0)
    return std::nullopt;
  char *end = nullptr;
  size_t value = std::strtoull(text.c_str(), &end, 10);
  switch (std::toupper(static_cast<unsigned char>(*end))) {
  case 'G':
    value <<= 10;
    [[fallthrough]];
  case 'M':
    value <<= 10;
    [[fallthrough]];
  case 'K':
    value <<= 10;
    ++end;
    break;
  default:
    break;
  }
  return *end == '\0' ? std::optional(value) : std::nullopt;
}

std::vector<int> parseDeviceList(const std::string &text, unsigned devices) {
  std::vector<int> result;
  std::istringstream in(text);
  for (std::string item; std::getline(in, item, ',');) {
    char *end = nullptr;
    const long device = std::strtol(item.c_str(), &end, 10);
    if (end == item.c_str() || *end != '\0' || device < 0 || device >= static_cast<long>(devices) ||
        std::find(result.begin(), result.end(), device) != result.end())
      break;
    result.push_back(static_cast<int>(device));
  }
  return result;
}

} // namespace musart
