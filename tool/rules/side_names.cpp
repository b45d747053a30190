//===- rules/side_names.cpp -------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rules/side_names.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace musaport {
namespace {

bool startsFamily(const Side &side, StringRef name) {
  for (StringRef family : side.lowerFamilies)
    if (name.size() > family.size() && name.starts_with(family) &&
        llvm::isUpper(name[family.size()]))
      return true;
  for (StringRef family : side.upperFamilies)
    if (name.starts_with(family))
      return true;
  // Driver API types: CUdevice, CUstream_st.
  return name.size() > 3 && name.starts_with(side.title.take_front(2)) && llvm::isLower(name[2]);
}

/// cuda_utils.h and my-cuda.h, not barracuda.h.
bool hasWord(StringRef text, StringRef word) {
  for (size_t at = text.find(word); at != StringRef::npos; at = text.find(word, at + 1))
    if (at == 0 || !llvm::isAlnum(text[at - 1]))
      return true;
  return false;
}

} // namespace

bool looksLike(const Side &side, StringRef identifier) {
  StringRef name = identifier.ltrim('_');
  if (startsFamily(side, name))
    return true;
  // __nv_bfloat16, __NV_NOSAT
  const std::string vendor = (side.vendor + "_").str();
  if (identifier != name &&
      (name.starts_with(vendor) || name.starts_with(StringRef(vendor).upper())))
    return true;
  // CUDAStream, FreeCudaMemory
  const std::string capitalized = side.title.take_front(1).str() + side.word.drop_front().str();
  return identifier.contains(side.title) || identifier.contains(capitalized);
}

bool looksLikeLibraryFunction(const Side &side, StringRef name) {
  return llvm::any_of(side.lowerFamilies, [&](StringRef family) {
    const bool isOfRuntime = family == side.word || family == side.word.take_front(2);
    return !isOfRuntime && name.size() > family.size() && name.starts_with(family) &&
           llvm::isUpper(name[family.size()]);
  });
}

bool looksLikeHeader(Direction direction, StringRef name) {
  const Side &from = sourceSide(direction), &to = targetSide(direction);
  if (name.starts_with("cub/") || name.starts_with("thrust/")) // keep their names
    return false;
  if (name.ends_with(to.headerExtension) || name.ends_with(to.sourceExtension) ||
      (!to.ownHeaders.empty() && name.starts_with(to.ownHeaders)))
    return false;
  if (name.ends_with(from.headerExtension) || name.ends_with(from.sourceExtension))
    return true;
  for (StringRef rest = name; !rest.empty();) {
    auto [component, tail] = rest.split('/');
    if ((component == from.oldHeaders && !component.empty()) || hasWord(component, from.word) ||
        looksLike(from, component))
      return true;
    // cudnn.h, cudnn-wrapper.h; "cu" alone begins too many words.
    for (StringRef family : from.lowerFamilies)
      if (family.size() >= 4 && component.starts_with(family))
        return true;
    rest = tail;
  }
  return false;
}

StringRef findTorchMember(const Side &side, StringRef text) {
  constexpr StringRef root = "torch.";
  for (size_t at = text.find(root); at != StringRef::npos; at = text.find(root, at + 1)) {
    if (at > 0 && (llvm::isAlnum(text[at - 1]) || StringRef("_.").contains(text[at - 1])))
      continue;
    const StringRef name =
        text.substr(at).take_while([](char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; });
    llvm::SmallVector<StringRef, 4> words;
    name.split(words, '.');
    if (llvm::is_contained(words, side.word))
      return name.rtrim('.');
  }
  return {};
}

} // namespace musaport
