//===- rules/rule_reader.h - the values of a rule file ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_RULES_RULE_READER_H
#define MUSAPORT_RULES_RULE_READER_H

#include "report/diagnostic.h"
#include "rules/rule.h"
#include "rules/rule_file.h"
#include "source/json_text.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

#include <string>
#include <vector>

namespace musaport {

inline constexpr llvm::StringLiteral ruleFileId = "musa-rule-file";
inline constexpr llvm::StringLiteral nativeFormat = "musa-port-rules-1";

/// "'supported', 'unverified'"
std::string listOf(llvm::ArrayRef<llvm::StringRef> names);

/// Reads values and reports errors in them. A function that returns false has reported an error.
class RuleReader {
public:
  RuleReader(const TextPlaces &places, RuleFile &file, std::vector<Diagnostic> &diagnostics)
      : file(file), places(places), diagnostics(diagnostics) {}

  /// The number of errors so far.
  size_t faults() const { return faultCount; }
  /// Reports an error. Notes can be added to the result.
  Diagnostic &error(ByteRange range, const llvm::Twine &message);

  /// `what`: the name of the value in messages.
  bool expect(const JsonValue &value, JsonValue::Kind kind, const llvm::Twine &what);
  bool readString(const JsonValue &value, const llvm::Twine &what, llvm::StringRef &result);
  void refuseOthers(const JsonValue &object, llvm::ArrayRef<llvm::StringRef> known,
                    const llvm::Twine &what);
  bool checkText(ByteRange range, llvm::StringRef text, const llvm::Twine &what);
  bool checkIdentifier(ByteRange range, llvm::StringRef name, const llvm::Twine &what);

  /// Makes a rule with the name and line of `entry`.
  Rule makeRule(RuleKind kind, Status status, const JsonMember &entry);
  uint32_t lineOf(const JsonMember &entry) const { return places.line(entry.keyRange.begin); }
  /// A copy that lives as long as the file.
  llvm::StringRef save(llvm::StringRef text) { return text.copy(*file.storage); }

  RuleFile &file; ///< the file being read

private:
  const TextPlaces &places;
  std::vector<Diagnostic> &diagnostics;
  size_t faultCount = 0;
};

/// The native form (docs/reference/rules.md).
void readNativeRules(const JsonValue &document, RuleReader &reader);

/// The flat form: strings mapped to strings.
void readFlatRules(const JsonValue &document, RuleReader &reader);

/// Whether `rule`, written at `entry`, is valid for its kind.
bool checkRule(const JsonMember &entry, const Rule &rule, RuleReader &reader);
/// Whether `path`, one side of a path rule, is relative and normalized, so that no output can leave
/// its tree.
bool checkPath(ByteRange range, llvm::StringRef path, RuleReader &reader);

} // namespace musaport

#endif // MUSAPORT_RULES_RULE_READER_H
