//===- source/project_file.cpp - .musa-port.json --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "source/project_file.h"

#include "source/file_io.h"
#include "source/git.h"
#include "source/json_text.h"
#include "source/suggestion.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <variant>

using namespace llvm;

namespace musaport {

namespace {

constexpr StringLiteral projectFileId = "musa-project-file";

struct Setting {
  enum Meaning { Plain, Path };
  StringLiteral name;
  std::variant<std::vector<std::string> ProjectFile::*, std::optional<std::string> ProjectFile::*,
               std::optional<bool> ProjectFile::*>
      field;
  Meaning meaning = Plain;
};

const Setting settings[] = {
    {"arch", &ProjectFile::arch},
    {"default-rules", &ProjectFile::defaultRules},
    {"exclude", &ProjectFile::exclude},
    {"extensions", &ProjectFile::extensions},
    {"include", &ProjectFile::include},
    {"launch", &ProjectFile::launch, Setting::Path},
    {"output", &ProjectFile::output, Setting::Path},
    {"python", &ProjectFile::python},
    {"rename-dirs", &ProjectFile::renameDirs},
    {"rules", &ProjectFile::rules, Setting::Path},
    {"sources", &ProjectFile::sources, Setting::Path},
    {"without", &ProjectFile::without},
};

class Reader {
public:
  Reader(const TextPlaces &places, StringRef root, ProjectFile &file,
         std::vector<Diagnostic> &diagnostics)
      : places(places), root(root), file(file), diagnostics(diagnostics) {}

  void read(const JsonValue &document) {
    if (!document.isObject())
      return fail(document.range, "expected an object, found " + describe(document.kind));
    for (const JsonMember &member : document.members)
      readSetting(member);
  }

private:
  void fail(ByteRange range, const Twine &message) {
    diagnostics.push_back(places.diagnostic(projectFileId, Severity::Error, range, message));
  }

  void readSetting(const JsonMember &member) {
    const Setting *setting =
        find_if(settings, [&](const Setting &known) { return known.name == member.key; });
    if (setting == std::end(settings)) {
      auto names = map_range(settings, [](const Setting &known) { return known.name.str(); });
      fail(member.keyRange, "unknown setting '" + Twine(member.key) + "'" +
                                didYouMean(member.key, std::vector(names.begin(), names.end())));
      diagnostics.back().notes.push_back("the settings are " + join(names, ", "));
      return;
    }
    std::visit([&](auto field) { store(*setting, member.value, file.*field); }, setting->field);
  }

  bool expect(const Setting &setting, const JsonValue &value, JsonValue::Kind kind,
              StringRef expected) {
    if (value.kind == kind)
      return true;
    fail(value.range,
         "'" + setting.name + "' must be " + expected + ", not " + describe(value.kind));
    return false;
  }

  std::string text(const Setting &setting, const JsonValue &value) {
    if (value.string.empty())
      fail(value.range, "'" + setting.name + "' must not be empty");
    if (setting.meaning == Setting::Plain)
      return value.string;
    std::string path = joined(value.string);
    if (!mayName(realPath(path))) {
      fail(value.range, quote(value.string) + " is outside of '" + root + "', and not beside it");
      diagnostics.back().notes.push_back("name it on the command line, or trust the tree with "
                                         "--trust-project-file");
    }
    return path;
  }

  /// Joined to the project file's folder, unless it is absolute. Without `..`, which behind a link
  /// would lead elsewhere for the system than for who reads it.
  std::string joined(const std::string &path) const {
    SmallString<256> joined;
    if (!sys::path::is_absolute(path))
      joined = sys::path::parent_path(places.path());
    sys::path::append(joined, path);
    sys::path::remove_dots(joined, /*remove_dot_dot=*/true);
    return joined.empty() ? "." : joined.str().str();
  }

  bool mayName(StringRef path) const {
    return root.empty() || isWithin(path, root) ||
           sys::path::parent_path(path) == sys::path::parent_path(root);
  }

  void store(const Setting &setting, const JsonValue &value, std::vector<std::string> &field) {
    if (!expect(setting, value, JsonValue::Kind::Array, "an array of strings"))
      return;
    for (const JsonValue &element : value.elements)
      if (expect(setting, element, JsonValue::Kind::String, "an array of strings"))
        field.push_back(text(setting, element));
  }

  void store(const Setting &setting, const JsonValue &value, std::optional<std::string> &field) {
    if (expect(setting, value, JsonValue::Kind::String, "a string"))
      field = text(setting, value);
  }

  void store(const Setting &setting, const JsonValue &value, std::optional<bool> &field) {
    if (expect(setting, value, JsonValue::Kind::Boolean, "true or false"))
      field = value.boolean;
  }

  const TextPlaces &places;
  StringRef root;
  ProjectFile &file;
  std::vector<Diagnostic> &diagnostics;
};

} // namespace

std::optional<FoundProjectFile> findProjectFile(StringRef folder) {
  const std::string root = gitRoot(folder);
  for (StringRef at = folder; !at.empty(); at = sys::path::parent_path(at)) {
    SmallString<256> path(at);
    sys::path::append(path, projectFileName);
    if (sys::fs::exists(path))
      return FoundProjectFile{path.str().str(), root.empty() ? at.str() : root};
    if (at == root)
      break;
  }
  return std::nullopt;
}

bool parseProjectFile(StringRef path, StringRef text, ProjectFile &file,
                      std::vector<Diagnostic> &diagnostics, StringRef root) {
  size_t before = diagnostics.size();
  file.path = path.str();
  file.root = root.str();
  TextPlaces places(path, text);
  if (std::optional<JsonValue> document = parseJson(places, projectFileId, diagnostics))
    Reader(places, root, file, diagnostics).read(*document);
  return diagnostics.size() == before;
}

} // namespace musaport
