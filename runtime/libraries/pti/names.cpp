//===- libraries/pti/names.cpp ---------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "names.h"

#include <mutex>
#include <shared_mutex>
#include <unordered_map>
#include <unordered_set>

namespace musaport::pti {
namespace {

struct Named {
  unsigned number;
  const char *name;
  const char *function;
};
#include "enumerators.inc"

using Numbers = std::unordered_map<std::string, MUpti_CallbackId>;

template <size_t count> Numbers numbersOf(const Named (&rows)[count]) {
  Numbers result;
  for (const Named &row : rows)
    if (*row.function != '\0')
      result.emplace(row.function, row.number);
  return result;
}

template <size_t count> const char *find(const Named (&rows)[count], unsigned number) {
  for (const Named &row : rows)
    if (row.number == number)
      return row.name;
  return nullptr;
}

} // namespace

MUpti_CallbackId callbackOf(const char *function, bool isDriver) {
  static std::shared_mutex mutex;
  static auto *known = new std::unordered_map<const char *, MUpti_CallbackId>;
  {
    const std::shared_lock lock(mutex);
    if (const auto found = known->find(function); found != known->end())
      return found->second;
  }
  static const auto *runtime = new Numbers(numbersOf(runtimeFunctions));
  static const auto *driver = new Numbers(numbersOf(driverFunctions));
  const Numbers &numbers = isDriver ? *driver : *runtime;
  const auto found = numbers.find(function);
  const MUpti_CallbackId result = found == numbers.end() ? 0 : found->second;
  const std::unique_lock lock(mutex);
  known->emplace(function, result);
  return result;
}

const char *nameOf(MUpti_CallbackDomain domain, MUpti_CallbackId cbid) {
  if (domain == MUPTI_CB_DOMAIN_RUNTIME_API)
    return find(runtimeFunctions, cbid);
  if (domain == MUPTI_CB_DOMAIN_DRIVER_API)
    return find(driverFunctions, cbid);
  return nullptr;
}

size_t countOf(MUpti_CallbackDomain domain) {
  switch (domain) {
  case MUPTI_CB_DOMAIN_RUNTIME_API:
    return MUPTI_RUNTIME_TRACE_CBID_SIZE;
  case MUPTI_CB_DOMAIN_DRIVER_API:
    return MUPTI_DRIVER_TRACE_CBID_SIZE;
  case MUPTI_CB_DOMAIN_RESOURCE:
    return MUPTI_CBID_RESOURCE_MU_INIT_FINISHED + 1;
  case MUPTI_CB_DOMAIN_SYNCHRONIZE:
    return MUPTI_CBID_SYNCHRONIZE_SIZE;
  default:
    return 0;
  }
}

const char *kept(const char *text) {
  if (text == nullptr)
    return nullptr;
  static std::mutex mutex;
  static auto *all = new std::unordered_set<std::string>;
  const std::lock_guard lock(mutex);
  return all->emplace(text).first->c_str();
}

} // namespace musaport::pti

using namespace musaport::pti;

extern "C" {

MUptiResult muptiGetResultString(MUptiResult result, const char **str) {
  const char *name = find(results, result);
  if (str == nullptr || name == nullptr)
    return MUPTI_ERROR_INVALID_PARAMETER;
  *str = name;
  return MUPTI_SUCCESS;
}

MUptiResult muptiGetErrorMessage(MUptiResult result, const char **str) {
  if (const MUptiResult failed = muptiGetResultString(result, str); failed != MUPTI_SUCCESS)
    return failed;
  // MUPTI_ERROR_INVALID_KIND: "invalid kind".
  std::string text = *str;
  text = text.substr(text.find('_', sizeof "MUPTI_" - 1) + 1);
  for (char &letter : text)
    letter = letter == '_' ? ' ' : static_cast<char>(letter >= 'A' ? letter + ('a' - 'A') : letter);
  *str = result == MUPTI_SUCCESS ? "success" : kept(text.c_str());
  return MUPTI_SUCCESS;
}

MUptiResult muptiGetVersion(uint32_t *version) {
  if (version == nullptr)
    return MUPTI_ERROR_INVALID_PARAMETER;
  *version = MUPTI_API_VERSION;
  return MUPTI_SUCCESS;
}

MUptiResult muptiGetCallbackName(MUpti_CallbackDomain domain, uint32_t cbid, const char **name) {
  const char *found = nameOf(domain, cbid);
  if (name == nullptr || found == nullptr)
    return MUPTI_ERROR_INVALID_PARAMETER;
  *name = found;
  return MUPTI_SUCCESS;
}

} // extern "C"
