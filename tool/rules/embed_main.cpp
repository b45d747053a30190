//===- rules/embed_main.cpp - writes the embedded tables --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs at build time: reads the default rules and writes them as a C++ file of constants
// (rules/embedded.h). Faults of the rules are printed as diagnostics and fail the build.
//
//   embed_rules RULES.cpp ARCHITECTURES.cpp HOST_ARCHITECTURES.cpp LACKING.txt RULES_FOLDER
//               FILE.json...
//
// The architectures are a file of their own, for mcc: it has no rules in it, and stays the same
// program when one changes. For the same reason mcc reads LACKING.txt when it runs: MUSA's names
// that the host backend lacks, one a line, as `rules show` says them. HOST_ARCHITECTURES.cpp has
// what a device of the host backend reports (runtime/host/model/device.h).
//===----------------------------------------------------------------------===//
#include "report/report.h"
#include "rules/architecture.h"
#include "rules/embedded.h"
#include "rules/pattern.h"
#include "rules/rule_file.h"
#include "rules/table_storage.h"
#include "source/json_schema.h"
#include "source/name_characters.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <limits>
#include <set>
#include <tuple>

namespace musaport {
namespace {

/// What only the host backend knows of an architecture.
struct HostColumns {
  unsigned sharedMemoryPerMultiprocessor = 0; ///< bytes
  unsigned constantMemory = 0;                ///< bytes
  llvm::StringRef product;                    ///< the first; may be empty
};
constexpr unsigned cudasConstantMemory = 65536;

/// What the reader of rule files looks up in the tables, before there are any.
struct Inputs {
  std::string ruleSchema;
  std::vector<std::unique_ptr<llvm::MemoryBuffer>> buffers;
  std::vector<Architecture> architectures;
  unsigned defaultArchitecture = 0;
  std::vector<embedded::Threshold> thresholds;
};

Inputs &inputs() {
  static Inputs instance;
  return instance;
}

class Generator {
public:
  Generator(llvm::StringRef folder, llvm::raw_ostream &errors) : folder(folder), errors(errors) {}

  bool readArchitectures();
  bool readHostNames();
  Host hostOf(const Rule &rule) const;
  bool readRules(llvm::ArrayRef<llvm::StringRef> paths);
  void writeRules(llvm::raw_ostream &out);
  void writeArchitectures(llvm::raw_ostream &out);
  void writeHostArchitectures(llvm::raw_ostream &out);
  void writeLacking(llvm::raw_ostream &out);
  bool save(llvm::StringRef path, const std::string &text);

private:
  bool read(const llvm::Twine &path, llvm::StringRef &text);
  bool print(llvm::ArrayRef<Diagnostic> diagnostics);
  bool fail(const llvm::Twine &message) {
    errors << "embed_rules: error: " << message << "\n";
    return false;
  }

  void fill(embedded::TableStorage &made) const;

  llvm::StringRef folder;
  llvm::raw_ostream &errors;
  llvm::BumpPtrAllocator storage;
  std::vector<RuleFile> files;
  llvm::StringMap<Host> hosts;          ///< by MUSA name
  std::vector<HostColumns> hostColumns; ///< a row for each architecture
};

bool Generator::read(const llvm::Twine &path, llvm::StringRef &text) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return fail("cannot read '" + path + "': " + buffer.getError().message());
  text = (*buffer)->getBuffer();
  inputs().buffers.push_back(std::move(*buffer));
  return true;
}

bool Generator::print(llvm::ArrayRef<Diagnostic> diagnostics) {
  for (const Diagnostic &diagnostic : diagnostics)
    printDiagnostic(errors, diagnostic, /*color=*/false);
  return diagnostics.empty();
}

bool Generator::readArchitectures() {
  llvm::StringRef text, schema, ruleSchema;
  const std::string path = (folder + "/gpu/architectures.json").str();
  if (!read(path, text) || !read(folder + "/schema/architectures.schema.json", schema) ||
      !read(folder + "/schema/rules.schema.json", ruleSchema))
    return false;
  inputs().ruleSchema = ruleSchema.str();

  constexpr llvm::StringLiteral id = "musa-rule-file";
  const TextPlaces places(path, text);
  std::vector<Diagnostic> diagnostics;
  std::optional<JsonValue> document = parseJson(places, id, diagnostics);
  if (!document || !checkSchema(*document, schema, places, id, diagnostics))
    return print(diagnostics), false;

  // The schema has said that all of this is there.
  auto number = [](const JsonValue &object, llvm::StringRef key) {
    return static_cast<unsigned>(object.find(key)->number);
  };
  auto numberOr = [&](const JsonValue &object, llvm::StringRef key, unsigned otherwise) {
    return object.find(key) ? number(object, key) : otherwise;
  };
  for (const JsonValue &row : document->find("architectures")->elements) {
    const unsigned sharedMemory = number(row, "shared_memory_per_block");
    inputs().architectures.push_back({llvm::StringRef(row.find("name")->string).copy(storage),
                                      number(row, "musa_arch"), number(row, "warp_size"),
                                      sharedMemory,
                                      number(*document, "shared_memory_reserved_per_kernel")});
    const std::vector<JsonValue> &products = row.find("products")->elements;
    hostColumns.push_back(
        {numberOr(row, "shared_memory_per_multiprocessor", sharedMemory),
         numberOr(row, "constant_memory", cudasConstantMemory),
         products.empty() ? "" : llvm::StringRef(products.front().string).copy(storage)});
  }
  if (!llvm::is_sorted(inputs().architectures, [](const Architecture &a, const Architecture &b) {
        return a.musaArch < b.musaArch;
      }))
    return fail("the architectures do not stand in ascending order");
  const JsonValue &usual = *document->find("default");
  if (std::optional<unsigned> index = findArchitecture(usual.string))
    inputs().defaultArchitecture = *index;
  else
    return print(places.diagnostic(id, Severity::Error, usual.range,
                                   "no architecture is called " + quote(usual.string))),
           false;
  for (const JsonValue &row : document->find("thresholds")->elements)
    inputs().thresholds.push_back({number(row, "cuda"), number(row, "musa")});
  if (inputs().architectures.size() > std::numeric_limits<uint8_t>::digits)
    return fail("more architectures than Rule::archs has bits");
  return true;
}

bool Generator::readHostNames() {
  llvm::StringRef text;
  if (!read(folder + "/host/names.tsv", text))
    return false;
  while (!text.empty()) {
    llvm::StringRef line;
    std::tie(line, text) = text.split('\n');
    const auto [name, word] = line.split('\t');
    const auto *found = llvm::find(hostNames, word);
    if (found == std::end(hostNames) || word.empty())
      return fail("names.tsv: '" + line + "' is neither a name that is implemented nor declared");
    hosts[name] = static_cast<Host>(found - std::begin(hostNames));
  }
  return true;
}

/// As the table and mcc have it: a header without its brackets.
llvm::StringRef musaName(const Rule &rule) { return rule.to.trim("<>\""); }

/// What the table has of the rule's name; it lacks all others that tests/backend looks up.
Host Generator::hostOf(const Rule &rule) const {
  const llvm::StringRef name = musaName(rule);
  const bool isName = rule.kind == RuleKind::Header ||
                      (rule.kind == RuleKind::Identifier && llvm::all_of(name, isNameCharacter));
  if (!isName || name.empty() || rule.owner != Owner::Cuda || name.contains('*'))
    return Host::Unknown;
  auto found = hosts.find(name);
  return found == hosts.end() ? Host::Lacks : found->second;
}

bool Generator::readRules(llvm::ArrayRef<llvm::StringRef> paths) {
  bool ok = true;
  for (llvm::StringRef path : paths) {
    llvm::StringRef text;
    if (!read(path, text))
      return false;
    std::vector<Diagnostic> diagnostics;
    RuleFile &file = files.emplace_back();
    ok &= parseRuleFile(path, text, file, diagnostics);
    print(diagnostics);
    // What reports and `rules show` say, wherever the checkout is.
    file.path = ("rules/" + llvm::sys::path::filename(path)).str();
    for (Rule &rule : file.rules) {
      rule.file = static_cast<uint16_t>(files.size() - 1);
      rule.host = hostOf(rule);
    }
  }
  return ok;
}

/// `text` as a StringRef with constant initialisation.
struct Literal {
  llvm::StringRef text;
};

llvm::raw_ostream &operator<<(llvm::raw_ostream &out, Literal literal) {
  if (literal.text.empty())
    return out << "{}";
  out << "{\"";
  out.write_escaped(literal.text);
  return out << "\", " << literal.text.size() << "}";
}

/// An array of constants and a reference to it; there are no arrays without elements.
template <typename Range, typename Print>
void writeArray(llvm::raw_ostream &out, llvm::StringRef type, llvm::StringRef name,
                const Range &range, Print print) {
  if (range.empty()) {
    out << "constexpr llvm::ArrayRef<" << type << "> " << name << ";\n\n";
    return;
  }
  out << "constexpr " << type << " " << name << "[] = {\n";
  for (const auto &element : range) {
    out << "    {";
    print(element);
    out << "},\n";
  }
  out << "};\n\n";
}

void writeNumbers(llvm::raw_ostream &out, llvm::StringRef name, llvm::ArrayRef<uint32_t> numbers) {
  if (numbers.empty()) {
    out << "constexpr llvm::ArrayRef<uint32_t> " << name << ";\n\n";
    return;
  }
  out << "constexpr uint32_t " << name << "[] = {";
  for (size_t i = 0; i < numbers.size(); ++i)
    out << (i % 16 == 0 ? "\n    " : " ") << numbers[i] << ",";
  out << "\n};\n\n";
}

void Generator::fill(embedded::TableStorage &made) const {
  for (size_t i = 0; i < files.size(); ++i) {
    const RuleFile &file = files[i];
    const auto number = static_cast<uint16_t>(i);
    made.files.push_back({file.path, file.library, file.title, file.package});
    made.rules.insert(made.rules.end(), file.rules.begin(), file.rules.end());
    for (GuardRule guard : file.guards) {
      guard.file = number;
      made.guards.push_back(guard);
    }
    for (PathRule path : file.paths) {
      path.file = number;
      made.paths.push_back(path);
    }
    for (const std::string &library : file.portsDeclared)
      made.portsDeclared.push_back({number, library});
  }
  made.finish();
}

void Generator::writeRules(llvm::raw_ostream &out) {
  embedded::TableStorage made;
  fill(made);
  const embedded::Tables tables = made.tables();

  out << "// Written by embed_rules from rules/*.json at build time. Do not edit.\n"
         "#include \"rules/embedded.h\"\n\n"
         "namespace musaport {\n"
         "namespace {\n\n"
         "constexpr auto kind(int number) { return static_cast<RuleKind>(number); }\n"
         "constexpr auto status(int number) { return static_cast<Status>(number); }\n"
         "constexpr auto owner(int number) { return static_cast<Owner>(number); }\n"
         "constexpr auto host(int number) { return static_cast<Host>(number); }\n"
         "constexpr auto holds(int number) { return static_cast<Holds>(number); }\n"
         "constexpr auto guardKind(int number) { return static_cast<GuardRule::Kind>(number); "
         "}\n\n";
  writeArray(out, "embedded::File", "files", tables.files, [&](const embedded::File &file) {
    out << Literal{file.path} << ", " << Literal{file.library} << ", " << Literal{file.title}
        << ", " << Literal{file.package};
  });
  writeArray(out, "Rule", "rules", tables.rules, [&](const Rule &rule) {
    out << "kind(" << int(rule.kind) << "), status(" << int(rule.status) << "), owner("
        << int(rule.owner) << "), " << int(rule.contexts) << ", " << int(rule.archs) << ", host("
        << int(rule.host) << "), " << rule.file << ", " << rule.line << ", " << Literal{rule.from}
        << ", " << Literal{rule.to} << ", " << Literal{rule.note} << ", holds(" << int(rule.holds)
        << "), " << Literal{rule.level} << ", " << Literal{rule.deprecated} << ", "
        << (rule.hasReverse ? "true" : "false") << ", "
        << (rule.isDefinedByScripts ? "true" : "false") << ", "
        << (rule.isNotedIfCompared ? "true" : "false");
  });
  writeArray(out, "GuardRule", "guards", tables.guards, [&](const GuardRule &guard) {
    out << "guardKind(" << int(guard.kind) << "), " << guard.file << ", " << guard.line << ", "
        << Literal{guard.macro} << ", " << Literal{guard.to} << ", " << Literal{guard.level} << ", "
        << guard.least;
  });
  writeArray(out, "PathRule", "paths", tables.paths, [&](const PathRule &path) {
    out << path.file << ", " << path.line << ", " << Literal{path.from} << ", " << Literal{path.to};
  });
  writeArray(out, "embedded::PortsDeclared", "portsDeclared", tables.portsDeclared,
             [&](const embedded::PortsDeclared &entry) {
               out << entry.file << ", " << Literal{entry.library};
             });
  writeNumbers(out, "order", tables.order);
  writeNumbers(out, "index", tables.index);

  out << "constexpr embedded::Tables allTables = {files, rules, guards, paths, portsDeclared, "
         "order, index, "
      << tables.indexed << ", " << int(tables.contexts) << "};\n\n"
      << "} // namespace\n\n"
      << "const embedded::Tables &embedded::tables() { return allTables; }\n"
      << "llvm::StringRef embedded::ruleSchema() {\n  return ";
  llvm::StringRef rest = inputs().ruleSchema;
  while (!rest.empty()) { // one literal a line
    size_t length = std::min(rest.find('\n'), rest.size() - 1) + 1;
    out << "\n      \"";
    out.write_escaped(rest.take_front(length)) << "\"";
    rest = rest.drop_front(length);
  }
  out << ";\n}\n\n} // namespace musaport\n";
}

void Generator::writeArchitectures(llvm::raw_ostream &out) {
  out << "// Written by embed_rules from rules/gpu/architectures.json at build time. Do not edit.\n"
         "#include \"rules/architecture.h\"\n"
         "#include \"rules/embedded.h\"\n\n"
         "namespace musaport {\n"
         "namespace {\n\n";
  writeArray(out, "Architecture", "architectureTable", inputs().architectures,
             [&](const Architecture &architecture) {
               out << Literal{architecture.name} << ", " << architecture.musaArch << ", "
                   << architecture.warpSize << ", " << architecture.sharedMemoryPerBlock << ", "
                   << architecture.sharedMemoryReserved;
             });
  writeArray(out, "embedded::Threshold", "thresholdTable", inputs().thresholds,
             [&](const embedded::Threshold &threshold) {
               out << threshold.cuda << ", " << threshold.musa;
             });
  out << "} // namespace\n\n"
         "llvm::ArrayRef<Architecture> architectures() { return architectureTable; }\n"
         "unsigned defaultArchitecture() { return "
      << inputs().defaultArchitecture
      << "; }\n"
         "llvm::ArrayRef<embedded::Threshold> embedded::thresholds() { return thresholdTable; }\n\n"
         "} // namespace musaport\n";
}

void Generator::writeHostArchitectures(llvm::raw_ostream &out) {
  auto quoted = [&](llvm::StringRef text) -> llvm::raw_ostream & {
    out << '"';
    return out.write_escaped(text) << '"';
  };
  const llvm::ArrayRef<Architecture> all = inputs().architectures;
  out << "// Written by embed_rules from rules/gpu/architectures.json at build time. Do not edit.\n"
         "#include \"model/device.h\"\n\n"
         "const musart::Architecture musart::architectures[] = {\n";
  for (const auto &[row, host] : llvm::zip_equal(all, hostColumns)) {
    out << "    {";
    quoted(row.name) << ", " << row.musaArch << ", " << row.warpSize << ", "
                     << row.sharedMemoryPerBlock << ", " << host.sharedMemoryPerMultiprocessor
                     << ", " << host.constantMemory << ", ";
    quoted(host.product) << "},\n";
  }
  out << "};\n"
      << "const size_t musart::architectureCount = " << all.size() << ";\n"
      << "const musart::Architecture &musart::defaultArchitecture = musart::architectures["
      << inputs().defaultArchitecture << "];\n"
      << "const size_t musart::sharedMemoryReserved = " << all.front().sharedMemoryReserved
      << ";\n";
}

void Generator::writeLacking(llvm::raw_ostream &out) {
  std::set<llvm::StringRef> names;
  for (const RuleFile &file : files)
    for (const Rule &rule : file.rules)
      if (rule.host == Host::Lacks)
        names.insert(musaName(rule));
  for (llvm::StringRef name : names)
    out << name << "\n";
}

/// Leaves a file that is the same already, and with it what is compiled from it.
bool Generator::save(llvm::StringRef path, const std::string &text) {
  if (const auto old = llvm::MemoryBuffer::getFile(path); old && (*old)->getBuffer() == text)
    return true;
  std::error_code fault;
  llvm::raw_fd_ostream out(path, fault);
  if (!fault) {
    out << text;
    out.close();
    fault = out.error();
    out.clear_error();
  }
  return !fault || fail("cannot write '" + path + "': " + fault.message());
}

} // namespace

llvm::ArrayRef<Architecture> architectures() { return inputs().architectures; }
unsigned defaultArchitecture() { return inputs().defaultArchitecture; }
llvm::ArrayRef<embedded::Threshold> embedded::thresholds() { return inputs().thresholds; }
llvm::StringRef embedded::ruleSchema() { return inputs().ruleSchema; }

} // namespace musaport

int main(int argc, char **argv) {
  using namespace musaport;
  llvm::raw_ostream &errors = llvm::errs();
  if (argc < 6) {
    errors << "usage: embed_rules RULES.cpp ARCHITECTURES.cpp HOST_ARCHITECTURES.cpp LACKING.txt "
              "RULES_FOLDER FILE.json...\n";
    return 2;
  }
  Generator generator(argv[5], errors);
  llvm::SmallVector<llvm::StringRef, 64> paths(argv + 6, argv + argc);
  llvm::sort(paths);
  if (!generator.readArchitectures() || !generator.readHostNames() || !generator.readRules(paths))
    return 1;
  using Write = void (Generator::*)(llvm::raw_ostream &);
  const Write outputs[] = {&Generator::writeRules, &Generator::writeArchitectures,
                           &Generator::writeHostArchitectures, &Generator::writeLacking};
  for (const auto &[number, write] : llvm::enumerate(outputs)) {
    std::string text;
    llvm::raw_string_ostream out(text);
    (generator.*write)(out);
    if (!generator.save(argv[1 + number], text))
      return 1;
  }
  return 0;
}
