//===- rules/build_names.cpp ------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rules/build_names.h"

using llvm::StringRef;

namespace musaport {

bool applies(const Rule &rule, FlagsOf of) {
  return rule.contexts == 0 || ((rule.contexts & InDevice) && of == FlagsOf::Nvcc) ||
         ((rule.contexts & InFlags) && of != FlagsOf::Others);
}

const Rule *findToolkitFolder(const RuleSet &rules, StringRef folder,
                              llvm::SmallVectorImpl<const Rule *> &found) {
  if (!folder.starts_with("/"))
    return nullptr;
  rules.script(RuleKind::Folder, folder, found);
  if (found.empty()) {
    StringRef name = folder.rtrim("0123456789.");
    if (name.size() < folder.size() && name.consume_back("-"))
      rules.script(RuleKind::Folder, name, found);
  }
  return found.empty() ? nullptr : found.front();
}

std::optional<FlagUse> findFlag(const RuleSet &rules, StringRef word, std::optional<StringRef> next,
                                FlagsOf of) {
  llvm::SmallVector<const Rule *, 4> found;
  if (!word.starts_with("-"))
    return std::nullopt;
  rules.script(RuleKind::Flag, word, found);
  std::optional<FlagUse> best;
  unsigned bestForm = 0;
  for (const Rule *rule : found) {
    if (!applies(*rule, of))
      continue;
    StringRef head = rule->from;
    const bool hasValue = head.consume_back("$value");
    auto isWithin = [&](StringRef text, StringRef begin) {
      return text.starts_with(begin) && (text.size() > begin.size()) == hasValue;
    };
    const size_t end = head.find_first_of(" ="); // nvcc takes a blank where it takes a '='
    const bool isInTwo = end != StringRef::npos && next && word == head.take_front(end) &&
                         isWithin(*next, head.substr(end + 1));
    if (!isInTwo && !isWithin(word, head))
      continue;
    FlagUse use;
    use.rule = rule;
    use.takesNext = isInTwo;
    if (hasValue)
      use.value = isInTwo ? next->drop_front(head.size() - end - 1) : word.drop_front(head.size());
    // Of one file's rules the one that has the argument in it, then the one that reads more, and
    // then the one in this form.
    const bool isInForm = !isInTwo || head[end] == ' ';
    const unsigned form = (hasValue ? 0 : 4) + (isInTwo ? 2 : 0) + (isInForm ? 1 : 0);
    if (best && (best->rule->file != rule->file || bestForm >= form))
      continue;
    best = use;
    bestForm = form;
  }
  return best;
}

std::string replacementOf(const FlagUse &use, const RuleSet &rules) {
  std::string to = use.rule->to.str();
  const auto replace = [&](StringRef mark, StringRef text) {
    if (const size_t place = to.find(mark); place != std::string::npos)
      to.replace(place, mark.size(), text.str());
  };
  replace("$arch", rules.architecture().name);
  replace("$value", use.value);
  return to;
}

} // namespace musaport
