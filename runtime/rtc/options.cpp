//===- rtc/options.cpp -----------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The options are those of NVRTC's documentation. Most are about code for a GPU and change nothing
// on a CPU.
//===----------------------------------------------------------------------===//
#include "options.h"

#include <algorithm>
#include <iterator>

namespace mtrtc {
namespace {

enum class Value : unsigned char {
  None,
  Optional, ///< =true, =false
  Needed,   ///< after = or in the next option; behind -D, -U and -I also without
};

struct Known {
  std::string_view name, letter;
  Value value = Value::None;
  std::string_view ofMcc = {}; ///< separated by blanks; $ stands for the value
};

constexpr Known known[] = {
    {"--gpu-architecture", "-arch", Value::Needed},
    {"--offload-arch", "-arch", Value::Needed},
    {"--device-c", "-dc"},
    {"--device-w", "-dw"},
    {"--relocatable-device-code", "-rdc", Value::Optional},
    {"--extensible-whole-program", "-ewp"},
    {"--device-debug", "-G", Value::None, "-g -O0"},
    {"--generate-line-info", "-lineinfo", Value::None, "-gline-tables-only"},
    {"--dopt", "-dopt", Value::Needed},
    {"--ptxas-options", "-Xptxas", Value::Needed},
    {"--maxrregcount", "-maxrregcount", Value::Needed},
    {"--ftz", "-ftz", Value::Optional},
    {"--prec-sqrt", "-prec-sqrt", Value::Optional},
    {"--prec-div", "-prec-div", Value::Optional},
    {"--fmad", "-fmad", Value::Optional},
    {"--use_fast_math", "-use_fast_math", Value::None, "-use_fast_math"},
    {"--extra-device-vectorization", "-extra-device-vectorization"},
    {"--modify-stack-limit", "-modify-stack-limit", Value::Optional},
    {"--dlink-time-opt", "-dlto"},
    {"--gen-opt-lto", "-gen-opt-lto"},
    {"--define-macro", "-D", Value::Needed, "-D$"},
    {"--undefine-macro", "-U", Value::Needed, "-U$"},
    {"--include-path", "-I", Value::Needed, "-I$"},
    {"--pre-include", "-include", Value::Needed, "-include $"},
    {"--no-source-include", "-no-source-include"},
    {"--std", "-std", Value::Needed, "-std=$"},
    {"--builtin-move-forward", "-builtin-move-forward", Value::Optional},
    {"--builtin-initializer-list", "-builtin-initializer-list", Value::Optional},
    {"--disable-warnings", "-w", Value::None, "-w"},
    {"--restrict", "-restrict"},
    {"--device-as-default-execution-space", "-default-device"},
    {"--device-int128", "-device-int128"},
    {"--device-float128", "-device-float128"},
    {"--optimization-info", "-opt-info", Value::Needed},
    {"--display-error-number", "-err-no"},
    {"--no-display-error-number", "-no-err-no"},
    {"--diag-error", "-diag-error", Value::Needed},
    {"--diag-suppress", "-diag-suppress", Value::Needed},
    {"--diag-warn", "-diag-warn", Value::Needed},
    {"--brief-diagnostics", "-brief-diag", Value::Optional},
    {"--split-compile", "-split-compile", Value::Needed},
    {"--minimal", "-minimal"},
    {"--version-ident", "-version-ident", Value::Optional},
};

/// Options of mcc's begin with one of these.
constexpr std::string_view mccs[] = {"-f", "-m", "-W", "-O", "-g"};

/// Whether `option` is `name`, with or without a value, which `value` then is.
bool isCalled(std::string_view option, std::string_view name, const Known &what,
              std::string_view &value) {
  if (!option.starts_with(name))
    return false;
  value = option.substr(name.size());
  if (value.empty())
    return true;
  if (what.value == Value::None)
    return false;
  if (value.front() == '=') {
    value.remove_prefix(1);
    return true;
  }
  return name.size() == 2 && what.value == Value::Needed; // -DNAME
}

void add(std::string_view words, std::string_view value, std::vector<std::string> &options) {
  while (!words.empty()) {
    const size_t end = std::min(words.find(' '), words.size());
    std::string word(words.substr(0, end));
    if (const size_t at = word.find('$'); at != std::string::npos)
      word.replace(at, 1, value);
    options.push_back(std::move(word));
    words.remove_prefix(std::min(end + 1, words.size()));
  }
}

void take(const Known &what, std::string_view value, CompileOptions &options) {
  if (what.letter == "-arch" && value.starts_with("mp_"))
    options.architecture = value; // compute_80 and sm_80 are no architectures of MUSA's
  else if (what.letter == "-default-device")
    options.allIsDevice = true;
  else if (what.letter == "-dc" || what.letter == "-dw")
    options.relocatable = what.letter == "-dc";
  else if (what.letter == "-rdc")
    options.relocatable = value != "false";
  else if (what.letter == "-no-source-include")
    options.searchesSource = false;
  else if (what.letter == "-fmad" && value == "false")
    options.ofMcc.emplace_back("-ffp-contract=off");
  else
    add(what.ofMcc, value, options.ofMcc);
}

/// compute_80, sm_90a: a number of two digits or three, and perhaps a letter.
bool isCudas(std::string_view architecture) {
  for (const std::string_view prefix : {"compute_", "sm_", "lto_"})
    if (architecture.starts_with(prefix)) {
      architecture.remove_prefix(prefix.size());
      const size_t digits =
          std::min(architecture.find_first_not_of("0123456789"), architecture.size());
      return digits >= 2 && digits <= 3 && architecture.size() - digits <= 1;
    }
  return false;
}

bool isValid(const Known &what, std::string_view value) {
  if (what.letter == "-arch")
    return value.starts_with("mp_") || isCudas(value);
  if (what.letter != "-std")
    return true;
  constexpr std::string_view years[] = {"03", "11", "14", "17", "20", "23"};
  const size_t plus = value.find("++");
  return (value.starts_with("c++") || value.starts_with("gnu++")) &&
         std::find(std::begin(years), std::end(years), value.substr(plus + 2)) != std::end(years);
}

} // namespace

bool readOptions(const std::vector<std::string_view> &given, CompileOptions &options,
                 std::string &fault) {
  for (size_t i = 0; i < given.size(); ++i) {
    const std::string_view option = given[i];
    std::string_view value;
    const auto *const found =
        std::find_if(std::begin(known), std::end(known), [&](const Known &each) {
          return isCalled(option, each.name, each, value) ||
                 isCalled(option, each.letter, each, value);
        });
    if (found == std::end(known)) {
      if (std::none_of(std::begin(mccs), std::end(mccs),
                       [&](std::string_view begin) { return option.starts_with(begin); })) {
        fault = "unrecognized option " + std::string(option) + " found";
        return false;
      }
      options.ofMcc.emplace_back(option);
      continue;
    }
    if (found->value == Value::Needed && value.empty()) {
      if (++i == given.size()) {
        fault = "'" + std::string(option) + "' needs a value";
        return false;
      }
      value = given[i];
    }
    if (!isValid(*found, value)) {
      fault =
          "invalid value for " + std::string(found->name) + " (" + std::string(found->letter) + ")";
      return false;
    }
    take(*found, value, options);
  }
  return true;
}

} // namespace mtrtc
