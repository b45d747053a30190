//===- rewrite/string_names.cpp ---------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/string_names.h"

#include "rules/build_names.h"
#include "rules/side_names.h"
#include "source/name_characters.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace musaport {
namespace {

constexpr StringRef id = "musa-name-in-string";

/// The port of one string.
class StringName {
public:
  StringName(SourcePort &port, size_t i, StringRef text) : port(port), i(i), text(text) {}

  bool run() {
    const bool isLibrary = portLibraryFile(); // in a folder that may be the toolkit's
    return portFolder() || isLibrary || nameCompiler() || nameFlag() || nameArchitecture() ||
           portDevice() || namePython() || nameFunction();
  }

private:
  bool portLibraryFile();
  bool portFolder();
  void portWithinToolkit(StringRef rest);
  bool nameCompiler();
  bool nameFlag();
  bool nameArchitecture();
  bool portDevice();
  bool namePython();
  bool nameFunction();

  const Rule *ruleFor(RuleKind kind, StringRef name) {
    port.rules.script(kind, name, found);
    return found.empty() ? nullptr : found.front();
  }
  bool apply(const Rule &rule, StringRef part, StringRef to);
  void replace(StringRef part, StringRef to, size_t use) {
    port.edits.replaceWithin(i, static_cast<uint32_t>(part.data() - port.text.buffer.data()),
                             static_cast<uint32_t>(part.size()), to, use);
  }
  bool say(const llvm::Twine &what, const llvm::Twine &advice) {
    port.recorder.diagnose(i, id, Severity::Warning, what.str(), advice.str());
    return true;
  }
  StringRef callee() const;
  bool isComparedWithDevice() const;

  SourcePort &port;
  const size_t i;
  const StringRef text; ///< without its quotes
  llvm::SmallVector<const Rule *, 4> found;
};

/// `part` of the string becomes `to`, which `rule` says.
bool StringName::apply(const Rule &rule, StringRef part, StringRef to) {
  port.recorder.report(i, part, rule, rule.to);
  if (!rule.edits()) {
    port.recorder.leaveUnsupported(i, part, rule);
    return true;
  }
  replace(part, to, port.recorder.useOf(rule, part, to, i));
  port.recorder.decide(i, port.recorder.describe(rule, part, to), rule);
  return true;
}

/// libcudart.so.12, libcuda.so.1, in any folder. The versions of MUSA's files are others.
bool StringName::portLibraryFile() {
  const StringRef file = text.substr(text.rfind('/') + 1);
  StringRef name = file.take_until([](char c) { return c == '.'; });
  const StringRef extension = file.drop_front(name.size());
  if (!name.consume_front("lib") || !extension.starts_with(".so"))
    return false;
  const Rule *rule = ruleFor(RuleKind::Library, name);
  if (rule == nullptr)
    return false;
  if (!rule->note.empty() || text.ends_with(".")) // another library, or a part of a name
    return say("'" + file + "' names a library of CUDA's, and stays",
               rule->note.empty() ? "MUSA's is 'lib" + rule->to.str() + ".so'" : rule->note.str());
  return apply(*rule, file, ("lib" + rule->to + ".so").str());
}

/// lib64 of /lib64/stubs, behind the toolkit's folder.
void StringName::portWithinToolkit(StringRef rest) {
  if (!rest.consume_front("/"))
    return;
  for (StringRef folder = rest; !folder.empty();
       folder = folder.take_front(folder.contains('/') ? folder.rfind('/') : 0))
    if (const Rule *rule = ruleFor(RuleKind::Folder, folder)) {
      apply(*rule, folder, rule->to);
      return;
    }
}

/// /usr/local/cuda-12.1/lib64, alone, behind an option or in a list of paths.
bool StringName::portFolder() {
  bool isOne = false;
  for (size_t at = text.find('/'); at != StringRef::npos; at = text.find('/', at + 1)) {
    const StringRef before = text.take_front(at);
    const bool begins = before.empty() || StringRef(":;=").contains(before.back()) ||
                        (before.size() == 2 && before.front() == '-');
    if (!begins)
      continue;
    StringRef path = text.substr(at).take_until(
        [](char c) { return StringRef(":; \"'").contains(c) || c == '%' || c == '{'; });
    for (StringRef folder = path; folder.size() > 1; folder = folder.take_front(folder.rfind('/')))
      if (const Rule *rule = findToolkitFolder(port.rules, folder, found)) {
        isOne = apply(*rule, folder, rule->to);
        portWithinToolkit(path.drop_front(folder.size()));
        break;
      }
  }
  return isOne;
}

/// "nvcc -c x.cu", a command.
bool StringName::nameCompiler() {
  const auto [command, rest] = text.split(' ');
  const Rule *rule = ruleFor(RuleKind::Program, command.substr(command.rfind('/') + 1));
  const StringRef options = rest.substr(rest.find('-'));
  if (rule == nullptr || !rule->edits() || options.size() < 2 ||
      !(llvm::isAlnum(options[1]) || options[1] == '-'))
    return false;
  return say("this string calls '" + rule->from + "', and stays",
             "MUSA's program is called '" + rule->to + "'");
}

/// "--gpu-architecture=compute_80", for nvcc or NVRTC. Other programs' flags are called alike.
bool StringName::nameFlag() {
  if (!text.starts_with("-") || text.contains(' '))
    return false;
  const std::optional<FlagUse> use = findFlag(port.rules, text, std::nullopt, FlagsOf::Others);
  if (!use || (!use->rule->edits() && use->rule->status != Status::Unsupported))
    return false;
  const std::string to = replacementOf(*use, port.rules);
  return say("'" + text + "' is an nvcc flag, and stays in this string",
             use->rule->status == Status::Unsupported ? use->rule->note.str()
             : to.empty()                             ? "mcc does not need it"
                                                      : "for mcc it is '" + to + "'");
}

/// "sm_80", "sm_", "compute_80", "-arch=compute_".
bool StringName::nameArchitecture() {
  StringRef name = text.substr(text.rfind('=') + 1);
  const bool isWhole = name.size() == text.size();
  const bool isReal = name.consume_front("sm_");
  if ((!isReal && !name.consume_front("compute_")) || (!isReal && isWhole && name.empty()) ||
      !llvm::all_of(name.drop_back(name.ends_with("a") ? 1 : 0), llvm::isDigit))
    return false;
  return say("'" + text + "' names an NVIDIA architecture, and stays",
             "MUSA's are called like '" + port.rules.architecture().name + "'");
}

/// The function or method that the string is given to; empty if it is given to none.
StringRef StringName::callee() const {
  constexpr size_t farthest = 32;
  unsigned depth = 0;
  for (size_t k = i; k > 1 && i - k < farthest; --k) {
    const SourceText &source = port.text;
    if (source.is(k - 1, clang::tok::semi) || source.is(k - 1, clang::tok::l_brace))
      return {};
    if (source.is(k - 1, clang::tok::r_paren))
      ++depth;
    else if (source.is(k - 1, clang::tok::l_paren) && depth-- == 0)
      return source.tokens[k - 2].isIdentifier() ? source.bytes(k - 2) : StringRef();
  }
  return {};
}

/// `device == "cuda"`.
bool StringName::isComparedWithDevice() const {
  const auto compares = [&](size_t k) {
    return port.text.is(k, clang::tok::equalequal) || port.text.is(k, clang::tok::exclaimequal);
  };
  return compares(i + 1) || (i > 0 && compares(i - 1));
}

/// "cuda", "cuda:0": PyTorch's device is registered by the name musa.
bool StringName::portDevice() {
  StringRef number = text;
  if (!number.consume_front(port.source.word) ||
      !(number.empty() || (number.consume_front(":") && llvm::all_of(number, llvm::isDigit))))
    return false;
  const StringRef buffer = port.text.buffer;
  if (!buffer.contains("<torch/") && !buffer.contains("<ATen/") && !buffer.contains("<c10/"))
    return false;
  const StringRef function = callee();
  if (!function.equals_insensitive("device") && function != "to")
    return say("'" + text + "' stays: nothing says that it is a PyTorch device",
               "if it is one, write \"" + port.target.word + "\"" +
                   (isComparedWithDevice() ? ": the device that it is compared with says so" : ""));
  const StringRef word = text.take_front(port.source.word.size());
  replace(word, port.target.word, port.recorder.useOfTree(word, port.target.word, i));
  port.recorder.decide(i, "becomes the name of PyTorch's device for MUSA");
  return true;
}

/// "torch.cuda", which Python imports.
bool StringName::namePython() {
  const StringRef name = findTorchMember(port.source, text);
  return !name.empty() && name == text &&
         say("this string names '" + name + "' of Python's, and stays", "write it for torch_musa");
}

/// dlsym(driver, "cuInit"). The check of an analysis says it with what the compiler knows.
bool StringName::nameFunction() {
  if (port.context.translatesPtx || !llvm::all_of(text, isNameCharacter))
    return false;
  const std::string function = callee().lower();
  if (llvm::none_of(std::initializer_list<StringRef>{"sym", "procaddress", "entrypoint", "load"},
                    [&](StringRef part) { return StringRef(function).contains(part); }))
    return false;
  llvm::SmallVector<const Rule *, 4> rules;
  port.rules.identifier(text, rules);
  if (rules.empty() || rules.front()->owner != Owner::Cuda || rules.front()->status == Status::Keep)
    return false;
  return say("this string names CUDA's '" + text + "', and stays",
             rules.front()->edits() ? "MUSA has '" + rules.front()->to.str() + "'"
                                    : rules.front()->note.str());
}

} // namespace

bool portStringName(SourcePort &port, size_t i) {
  constexpr size_t longest = 256;
  StringRef text = port.text.bytes(i);
  // Most strings end here.
  if (text.size() > longest || !port.rules.portsFromCuda() || port.edits.covers(i) ||
      !text.consume_front("\"") || !text.consume_back("\"") || text.contains('\\') ||
      port.directives.word() == "line")
    return false;
  constexpr StringRef parts[] = {"cu", "nv", "sm_", "compute_", "-"};
  return llvm::any_of(parts, [&](StringRef part) { return text.contains(part); }) &&
         StringName(port, i, text).run();
}

} // namespace musaport
