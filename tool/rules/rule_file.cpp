//===- rules/rule_file.cpp - reading rule files -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reader knows the format well enough to say in plain words what is wrong. The JSON schema, for
// editors and other programs, says the same more formally; a file that the reader takes is held
// against it, too, so that the two cannot drift apart.
//===----------------------------------------------------------------------===//
#include "rules/rule_file.h"

#include "rules/embedded.h"
#include "rules/rule_reader.h"
#include "source/json_schema.h"

#include "llvm/ADT/STLExtras.h"

namespace musaport {

ByteRange placeOfRule(const TextPlaces &places, uint32_t line, llvm::StringRef from) {
  llvm::StringRef text = places.lineText(line);
  const size_t key = text.find(("\"" + from + "\"").str());
  const size_t column = key != llvm::StringRef::npos ? key : text.find_first_not_of(" \t");
  const auto begin = static_cast<uint32_t>(text.data() - places.text().data() +
                                           (column == llvm::StringRef::npos ? 0 : column));
  const size_t length = key != llvm::StringRef::npos ? from.size() + 2 : 1;
  return {begin, begin + static_cast<uint32_t>(length)};
}

bool parseRuleFile(llvm::StringRef path, llvm::StringRef text, RuleFile &file,
                   std::vector<Diagnostic> &diagnostics) {
  file = RuleFile();
  file.path = path.str();
  file.text = text.str();
  const TextPlaces places(file.path, file.text);
  std::optional<JsonValue> document = parseJson(places, ruleFileId, diagnostics);
  if (!document)
    return false;

  RuleReader reader(places, file, diagnostics);
  if (!document->isObject()) {
    reader.error(document->range, "a rule file is an object, not " + describe(document->kind));
    return false;
  }
  if (document->find("format")) {
    readNativeRules(*document, reader);
    return reader.faults() == 0 &&
           checkSchema(*document, embedded::ruleSchema(), places, ruleFileId, diagnostics);
  }
  auto other =
      llvm::find_if(document->members, [](const JsonMember &m) { return !m.value.isString(); });
  if (other != document->members.end()) {
    reader
        .error(other->value.range, quote(other->key) + " is " + describe(other->value.kind) +
                                       ", and the file has no 'format'")
        .notes.push_back(
            "a flat rule file maps strings to strings; any other begins with \"format\": \"" +
            nativeFormat.str() + "\"");
    return false;
  }
  readFlatRules(*document, reader);
  return reader.faults() == 0;
}

} // namespace musaport
