//===- checks/arch_runtime_check.cpp ---------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "checks/arch_runtime_check.h"

#include "analysis/parse.h"
#include "dataflow/arch_outcome.h"

#include "clang/AST/ASTContext.h"
#include "llvm/ADT/StringSwitch.h"

using llvm::StringRef;

namespace musaport {
namespace {

enum class Part : uint8_t { None, Major, Minor };

StringRef nameOf(const clang::NamedDecl *declaration) {
  return declaration != nullptr && declaration->getIdentifier() != nullptr ? declaration->getName()
                                                                           : StringRef();
}

/// Of a cudaDeviceProp.
Part partOf(const clang::MemberExpr &member) {
  const auto *field = llvm::dyn_cast<clang::FieldDecl>(member.getMemberDecl());
  if (field == nullptr || nameOf(field->getParent()) != "cudaDeviceProp")
    return Part::None;
  return llvm::StringSwitch<Part>(nameOf(field))
      .Case("major", Part::Major)
      .Case("minor", Part::Minor)
      .Default(Part::None);
}

/// What a call of `name` writes through its argument of this number.
Part partOf(StringRef name, const clang::CallExpr &call, unsigned argument) {
  if (name == "cuDeviceComputeCapability")
    return argument == 0 ? Part::Major : argument == 1 ? Part::Minor : Part::None;
  if ((name != "cudaDeviceGetAttribute" && name != "cuDeviceGetAttribute") || argument != 0 ||
      call.getNumArgs() < 2)
    return Part::None;
  const auto *attribute = llvm::dyn_cast<clang::DeclRefExpr>(call.getArg(1)->IgnoreParenImpCasts());
  return llvm::StringSwitch<Part>(attribute != nullptr ? nameOf(attribute->getDecl()) : "")
      .Cases("cudaDevAttrComputeCapabilityMajor", "CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR",
             Part::Major)
      .Cases("cudaDevAttrComputeCapabilityMinor", "CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR",
             Part::Minor)
      .Default(Part::None);
}

/// What a label's code is: `case 7: case 8:` are one. Null if there is none.
const clang::Stmt *codeOf(const clang::SwitchCase *label) {
  const clang::Stmt *code = label;
  while (const auto *next = llvm::dyn_cast_or_null<clang::SwitchCase>(code))
    code = next->getSubStmt();
  return llvm::isa_and_nonnull<clang::BreakStmt>(code) ? nullptr : code;
}

/// What a label is for.
struct Numbers {
  int64_t first = 0, last = 0;
};

/// nullopt if they depend on a template's argument.
std::optional<Numbers> numbersOf(const clang::CaseStmt &label, const clang::ASTContext &ast) {
  auto numberOf = [&](const clang::Expr &bound) -> std::optional<int64_t> {
    clang::Expr::EvalResult result;
    if (bound.isValueDependent() || bound.containsErrors() || !bound.EvaluateAsInt(result, ast))
      return std::nullopt;
    return result.Val.getInt().tryExtValue();
  };
  const std::optional<int64_t> first = numberOf(*label.getLHS());
  const std::optional<int64_t> last =
      label.caseStmtIsGNURange() ? numberOf(*label.getRHS()) : first;
  return first && last ? std::optional<Numbers>({*first, *last}) : std::nullopt;
}

/// Where a value goes to in a switch.
struct Target {
  const clang::Stmt *code = nullptr; ///< null: past the switch
  std::string label;                 ///< as a message says it
};

/// nullopt if a label depends on a template's argument.
std::optional<Target> targetOf(const clang::SwitchStmt &statement, int64_t value,
                               const clang::ASTContext &ast) {
  Target otherwise = {nullptr, "none of its cases"};
  std::optional<Target> found;
  for (const clang::SwitchCase *label = statement.getSwitchCaseList(); label != nullptr;
       label = label->getNextSwitchCase()) {
    const auto *one = llvm::dyn_cast<clang::CaseStmt>(label);
    if (one == nullptr) {
      otherwise = {codeOf(label), "'default'"};
      continue;
    }
    const std::optional<Numbers> numbers = numbersOf(*one, ast);
    if (!numbers)
      return std::nullopt;
    if (numbers->first <= value && value <= numbers->last)
      found = {codeOf(label),
               "'case " + std::to_string(numbers->first) +
                   (one->caseStmtIsGNURange() ? " ... " + std::to_string(numbers->last) : "") +
                   "'"};
  }
  return found ? found : otherwise;
}

} // namespace

std::optional<int64_t> ArchRuntimeCheck::valueOf(const Source &source, int64_t number) {
  Part part = Part::None;
  if (source.argument) {
    const auto &call = *llvm::cast<clang::CallExpr>(source.expression);
    part = partOf(calleeName(call), call, *source.argument);
  } else if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(source.expression)) {
    part = partOf(*member);
  }
  if (part == Part::None)
    return std::nullopt;
  sawMajor |= part == Part::Major;
  return part == Part::Major ? number / 100 : number % 100 / 10;
}

void ArchRuntimeCheck::decide(const clang::Expr &comparison) {
  const Architecture &architecture = context.rules.architecture();
  auto holds = [&](int64_t number) -> std::optional<bool> {
    std::optional<int64_t> value = evaluate(comparison, number);
    return value ? std::optional<bool>(*value != 0) : std::nullopt;
  };
  const unsigned cuda = computeCapability(cudaArchitectureOf(architecture)) * 10;
  sawMajor = false;
  const std::optional<bool> meant = holds(cuda);
  if (!sawMajor) // a minor version says something beside the major one, which is reported
    return;
  const std::optional<bool> ported = holds(architecture.musaArch);
  if (!meant || !ported || *meant == *ported)
    return;
  const std::optional<unsigned> point = turningPoint(holds);
  const std::string capability = asCapability(architecture.musaArch);
  std::vector<std::string> notes;
  if (point && musaThreshold(*point))
    notes.push_back(describeThreshold(*point) + " have what compute capability " +
                    asCapability(*point) + " stands for: in the port, compare with " +
                    asCapability(*musaThreshold(*point)));
  else
    notes.push_back("decide which MUSA GPUs are meant, and compare with what they report "
                    "(docs/reference/guards.md)");
  report(ast().getSourceManager(), comparison.getBeginLoc(), Severity::Warning,
         textOf(comparison) + " is " + (*ported ? "true" : "false") + " on " +
             architecture.name.str() + ", which reports " + capability + ", but " +
             (*meant ? "true" : "false") + " on the NVIDIA GPUs that it stands for, which report " +
             asCapability(cuda),
         std::move(notes));
}

bool ArchRuntimeCheck::decideOpen(const clang::Expr &comparison, const clang::Expr &known) {
  sawMajor = false;
  evaluate(known, 1);
  if (!sawMajor)
    return false;
  const Architecture &architecture = context.rules.architecture();
  const unsigned cuda = computeCapability(cudaArchitectureOf(architecture)) * 10;
  report(ast().getSourceManager(), comparison.getBeginLoc(), Severity::Warning,
         textOf(comparison) + " compares a compute capability with an unknown value; " +
             architecture.name.str() + " reports " + asCapability(architecture.musaArch) +
             ", but the NVIDIA GPUs that it stands for report " + asCapability(cuda),
         {"decide which value the port has to compare it with (docs/reference/guards.md)"});
  return true;
}

void ArchRuntimeCheck::decideSwitch(const clang::SwitchStmt &statement) {
  const Architecture &architecture = context.rules.architecture();
  const unsigned cuda = computeCapability(cudaArchitectureOf(architecture)) * 10;
  sawMajor = false;
  const std::optional<int64_t> meant = evaluate(*statement.getCond(), cuda);
  const std::optional<int64_t> ported = evaluate(*statement.getCond(), architecture.musaArch);
  if (!sawMajor || !meant || !ported)
    return;
  const std::optional<Target> meantTarget = targetOf(statement, *meant, ast());
  const std::optional<Target> portedTarget = targetOf(statement, *ported, ast());
  if (!meantTarget || !portedTarget || meantTarget->code == portedTarget->code)
    return;
  report(ast().getSourceManager(), statement.getBeginLoc(), Severity::Warning,
         "the switch on " + textOf(*statement.getCond(), "a compute capability") + " goes to " +
             portedTarget->label + " on " + architecture.name.str() + ", which reports " +
             asCapability(architecture.musaArch) + ", but to " + meantTarget->label +
             " on the NVIDIA GPUs that it stands for, which report " + asCapability(cuda),
         {"decide which MUSA GPUs are meant, and add cases for what they report "
          "(docs/reference/guards.md)"});
}

} // namespace musaport
