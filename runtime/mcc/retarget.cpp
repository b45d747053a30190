//===- mcc/retarget.cpp ----------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "retarget.h"

#include "call_graph.h"
#include "device_launches.h"
#include "float_to_integer.h"
#include "kernel_entries.h"
#include "runtime_calls.h"
#include "shared_memory.h"
#include "spin_waiting.h"
#include "thread_parameter.h"
#include "variadic_functions.h"
#include "warp_meetings.h"

#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"

using namespace llvm;

namespace musaport {
namespace {

/// A frame begins with the number of the segment that the thread goes on with.
constexpr uint64_t segmentNumberBytes = 4;

constexpr StringLiteral marksName = "llvm.global.annotations";

/// Calls `body` with what keywords.h marks with `wanted`, and the mark's arguments.
void forEachMark(const Module &module, StringRef wanted,
                 function_ref<void(const Constant &, const Constant &)> body) {
  const GlobalVariable *marks = module.getNamedGlobal(marksName);
  if (marks == nullptr)
    return;
  for (const Use &row : cast<ConstantArray>(marks->getInitializer())->operands()) {
    const auto *fields = cast<ConstantStruct>(row.get());
    const auto *text = dyn_cast<GlobalVariable>(fields->getOperand(1)->stripPointerCasts());
    const auto *bytes = text != nullptr && text->hasInitializer()
                            ? dyn_cast<ConstantDataArray>(text->getInitializer())
                            : nullptr;
    if (bytes != nullptr && bytes->isCString() && bytes->getAsCString() == wanted)
      body(*fields->getOperand(0)->stripPointerCasts(), *fields->getOperand(4));
  }
}

/// The numbers of __cluster_dims__: x, y, z, of which the last ones are 1 if they are not given.
std::array<uint32_t, 3> clusterSize(const Constant &arguments) {
  const auto *variable = dyn_cast<GlobalVariable>(arguments.stripPointerCasts());
  if (variable == nullptr || !variable->hasInitializer())
    return {};
  std::array<uint32_t, 3> result = {1, 1, 1};
  const Constant &given = *variable->getInitializer();
  for (unsigned i = 0; i < result.size(); ++i)
    if (const Constant *element = given.getAggregateElement(i))
      result[i] = static_cast<uint32_t>(cast<ConstantInt>(element)->getLimitedValue(~0U));
  return result;
}

/// What a module says of the target it was made for.
void dropTargetMetadata(Module &module) {
  for (const char *name : {"nvvm.annotations", "nvvmir.version", "llvm.ident"})
    if (NamedMDNode *node = module.getNamedMetadata(name))
      module.eraseNamedMetadata(node);
  dropTargetFlags(module);
}

void setTarget(Module &module, const HostTarget &target) {
  module.setTargetTriple(target.triple);
  module.setDataLayout(target.dataLayout);
  for (Function &function : module) {
    function.removeFnAttr("target-cpu");
    function.removeFnAttr("tune-cpu");
    function.removeFnAttr("target-features");
    function.removeFnAttr("uniform-work-group-size");
    // Threads run one after the other here: nothing has to stay together.
    function.removeFnAttr(Attribute::Convergent);
    if (function.isIntrinsic())
      continue;
    if (!function.isDeclaration()) {
      function.addFnAttr("target-cpu", target.cpu);
      function.addFnAttr("target-features", target.features);
    } else {
      function.setDSOLocal(false);
    }
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&instruction))
        call->removeFnAttr(Attribute::Convergent);
  }
}

/// No instruction of a GPU reads or writes more than these bytes at once, so that none minds where
/// a larger value is.
const Align widestAccess(16);

/// Gives a thread's variables of 16 bytes and more what x86-64's own code gives arrays: kernels
/// read and write theirs as vectors.
void alignVariables(Function &function) {
  const DataLayout &layout = function.getDataLayout();
  for (Instruction &instruction : instructions(function))
    if (auto *variable = dyn_cast<AllocaInst>(&instruction)) {
      const std::optional<TypeSize> size = variable->getAllocationSize(layout);
      if (!size || size->getFixedValue() >= widestAccess.value())
        variable->setAlignment(std::max(variable->getAlign(), widestAccess));
    }
}

/// Takes back what is claimed of addresses beyond widestAccess. ATen copies arrays of a thread as
/// structures of four doubles, aligned to 32 bytes, which on a GPU are two accesses.
void limitAlignment(Function &function) {
  const auto limited = [](Align align) { return std::min(align, widestAccess); };
  // Of parameters, and of what is returned. A structure that is passed by value is a copy, which is
  // aligned as its type wants it.
  const auto limitClaims = [](auto &called) {
    const Attribute align = Attribute::getWithAlignment(called.getContext(), widestAccess);
    if (called.getAttributes().getRetAlignment().valueOrOne() > widestAccess) {
      called.removeRetAttr(Attribute::Alignment);
      called.addRetAttr(align);
    }
    for (unsigned i = 0; i != called.arg_size(); ++i)
      if (called.getParamAlign(i).valueOrOne() > widestAccess &&
          !called.getAttributes().hasParamAttr(i, Attribute::ByVal)) {
        called.removeParamAttr(i, Attribute::Alignment);
        called.addParamAttr(i, align);
      }
  };
  limitClaims(function);
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (auto *load = dyn_cast<LoadInst>(&instruction))
      load->setAlignment(limited(load->getAlign()));
    else if (auto *store = dyn_cast<StoreInst>(&instruction))
      store->setAlignment(limited(store->getAlign()));
    else if (auto *assume = dyn_cast<AssumeInst>(&instruction);
             assume && assume->getOperandBundle("align"))
      assume->eraseFromParent(); // __builtin_assume_aligned()
    else if (auto *call = dyn_cast<CallBase>(&instruction))
      limitClaims(*call);
}

void internalize(Module &module) {
  for (const char *name : {"llvm.used", "llvm.compiler.used"})
    if (GlobalVariable *used = module.getNamedGlobal(name))
      used->eraseFromParent();
  // The same list for a GPU's linker, one for each separately compiled file.
  for (GlobalVariable &used : make_early_inc_range(module.globals()))
    if (used.getName().starts_with("__clang_gpu_used_external"))
      used.eraseFromParent();
  for (GlobalObject &object : module.global_objects()) {
    if (object.isDeclaration() || object.getName().starts_with("llvm."))
      continue;
    object.setComdat(nullptr);
    object.setVisibility(GlobalValue::DefaultVisibility);
    object.setLinkage(object.hasPrivateLinkage() ? GlobalValue::PrivateLinkage
                                                 : GlobalValue::InternalLinkage);
    object.setDSOLocal(true);
  }
}

/// Moves a variable to the one address space that the host has.
GlobalVariable *moveToHost(GlobalVariable &variable) {
  auto *moved = new GlobalVariable(*variable.getParent(), variable.getValueType(),
                                   variable.isConstant(), variable.getLinkage(), nullptr, "",
                                   &variable, GlobalValue::NotThreadLocal, 0);
  moved->copyAttributesFrom(&variable);
  moved->copyMetadata(&variable, 0);
  if (variable.hasInitializer())
    moved->setInitializer(variable.getInitializer());
  moved->takeName(&variable);
  // Clang names the variable through a cast to a generic pointer.
  Constant *old = ConstantExpr::getAddrSpaceCast(moved, variable.getType());
  SmallVector<User *, 8> users(variable.users());
  for (User *user : users)
    if (auto *cast = dyn_cast<ConstantExpr>(user);
        cast && cast->getOpcode() == Instruction::AddrSpaceCast &&
        cast->getType() == moved->getType())
      cast->replaceAllUsesWith(moved);
  variable.removeDeadConstantUsers();
  variable.replaceAllUsesWith(old);
  variable.eraseFromParent();
  return moved;
}

/// The variables that the host can name: those of the program, in their new address space.
std::vector<DeviceVariable> lowerVariables(Module &module, ArrayRef<std::string> managed) {
  std::vector<DeviceVariable> result;
  SmallVector<GlobalVariable *, 16> old;
  for (GlobalVariable &variable : module.globals())
    if (variable.getAddressSpace() != 0)
      old.push_back(&variable);
  for (GlobalVariable *variable : old) {
    GlobalVariable *moved = moveToHost(*variable);
    if (!moved->isDeclaration() && !moved->hasPrivateLinkage())
      result.push_back({moved, is_contained(managed, moved->getName())});
  }
  return result;
}

/// Casts between address spaces mean nothing on the host.
void dropAddressSpaceCasts(Module &module) {
  for (Function &function : module) {
    for (Instruction &instruction : make_early_inc_range(instructions(function))) {
      auto *cast = dyn_cast<AddrSpaceCastInst>(&instruction);
      if (cast == nullptr)
        continue;
      auto *inner = dyn_cast<AddrSpaceCastInst>(cast->getOperand(0));
      if (inner == nullptr || inner->getOperand(0)->getType() != cast->getType())
        continue;
      cast->replaceAllUsesWith(inner->getOperand(0));
      cast->eraseFromParent();
      if (inner->use_empty())
        inner->eraseFromParent();
    }
  }
}

constexpr StringLiteral asLoop = "runs as a loop over its threads";

std::string counted(size_t count, StringRef what) {
  return (Twine(count) + " " + what + (count == 1 ? "" : "s")).str();
}

std::string wayOf(const SplitKernel &split, const SegmentRows &rows) {
  const auto exchanges = static_cast<size_t>(
      count_if(split.segments, [](const auto &segment) { return segment.isExchange; }));
  const size_t barriers = split.segments.size() - 1 - exchanges;
  std::string cuts = barriers > 0 || exchanges == 0 ? counted(barriers, "barrier") : "";
  if (exchanges > 0)
    cuts += (barriers > 0 ? " and " : "") + counted(exchanges, "exchange");
  SmallDenseSet<unsigned, 16> inRows;
  for (const SegmentRow &row : rows)
    inRows.insert(row.rest.begin(), row.rest.end());
  if (!inRows.empty())
    cuts += ", " + Twine(inRows.size()).str() + " of them in rows";
  return "is split at " + cuts + ", and keeps " + counted(split.frameBytes, "byte") + " a thread";
}

/// Splits a kernel that waits, if it can be.
void split(KernelEntry &entry, KernelSummary &summary, const CallGraph &graph,
           const HostTarget &target) {
  summary.way = "runs as fibers";
  if (!target.splitsAtBarriers) {
    summary.whyFibers = "no kernel is split at -O0, or with AddressSanitizer";
    return;
  }
  const Cuts cuts = target.splitsAtLanes ? Cuts::BarriersAndLanes : Cuts::Barriers;
  Expected<SplitKernel> result =
      splitKernel(*entry.kernel, graph, cuts, segmentNumberBytes, target.joinsExchanges);
  if (!result) {
    summary.whyFibers = toString(result.takeError());
    return;
  }
  entry.needsFibers = false;
  summary.way = asLoop.str();
  if (result->segments.empty())
    return;
  entry.rows = target.joinsExchanges ? findRows(*result) : SegmentRows(result->segments.size());
  summary.way = wayOf(*result, entry.rows);
  entry.split = std::move(*result);
}

/// What threads that are fibers read behind a wait, others may have written before it: also by
/// another pointer, whatever __restrict__ says. nvcc moves no access over a barrier.
void forgetAliases(Module &module, ArrayRef<KernelEntry> kernels) {
  const CallGraph graph(module);
  SmallPtrSet<const Function *, 16> reached;
  for (const KernelEntry &entry : kernels)
    if (entry.needsFibers)
      for (const Function *function : graph.reachable(*entry.kernel))
        reached.insert(function);
  for (Function &function : module)
    if (reached.contains(&function) &&
        any_of(graph.reachable(function), [](const Function *it) { return isWait(*it); }))
      for (Argument &argument : function.args())
        if (!argument.hasByValAttr())
          argument.removeAttr(Attribute::NoAlias);
}

/// Nothing that is left may belong to the GPU.
Error checkIntrinsics(const Module &module) {
  for (const Function &function : module)
    if (function.getName().starts_with("llvm.nvvm.") && !function.use_empty())
      return createStringError("device code uses " + function.getName() +
                               ", which the host target does not have");
  return Error::success();
}

} // namespace

std::vector<std::string> managedVariables(const Module &module, bool localToo) {
  std::vector<std::string> result;
  forEachMark(module, "musa_managed", [&](const Constant &marked, const Constant &) {
    const auto *variable = dyn_cast<GlobalVariable>(&marked);
    if (variable != nullptr && (localToo || !variable->hasLocalLinkage()))
      result.push_back(variable->getName().str());
  });
  return result;
}

void dropTargetFlags(Module &module) {
  SmallVector<Module::ModuleFlagEntry, 8> flags;
  module.getModuleFlagsMetadata(flags);
  if (NamedMDNode *node = module.getModuleFlagsMetadata())
    module.eraseNamedMetadata(node);
  for (const Module::ModuleFlagEntry &flag : flags)
    if (flag.Key->getString() == "Debug Info Version" || flag.Key->getString() == "Dwarf Version")
      module.addModuleFlag(flag.Behavior, flag.Key->getString(), flag.Val);
}

std::string describe(const GlobalValue &value) {
  return (isa<Function>(value) ? "the device function '" : "the device variable '") +
         demangle(value.getName().str()) + "'";
}

std::vector<const GlobalValue *> findUndefined(const Module &module) {
  std::vector<const GlobalValue *> result;
  for (const GlobalObject &object : module.global_objects())
    if (object.isDeclaration() && !object.use_empty() && !object.hasExternalWeakLinkage() &&
        object.getAddressSpace() != sharedAddressSpace)
      result.push_back(&object);
  return result;
}

std::vector<unsigned> findAssembly(const Module &module, bool isSeparate) {
  SmallPtrSet<const Function *, 16> kernels;
  for (const DeviceKernel &kernel : findKernels(module))
    kernels.insert(kernel.function);
  SetVector<unsigned> places;
  for (const Function &function : module) {
    const bool isForOthers = isSeparate && !function.hasLocalLinkage();
    if (function.use_empty() && !isForOthers && !kernels.contains(&function))
      continue;
    for (const Instruction &instruction : instructions(function)) {
      const auto *call = dyn_cast<CallBase>(&instruction);
      const auto *assembly = call ? dyn_cast<InlineAsm>(call->getCalledOperand()) : nullptr;
      if (assembly == nullptr || StringRef(assembly->getAsmString()).trim().empty())
        continue;
      const MDNode *node = call->getMetadata("srcloc");
      const auto *place = node ? mdconst::dyn_extract<ConstantInt>(node->getOperand(0)) : nullptr;
      places.insert(place ? static_cast<unsigned>(place->getZExtValue()) : 0);
    }
  }
  std::vector<unsigned> result(places.begin(), places.end());
  sort(result); // functions are not in the order of the file
  return result;
}

std::vector<DeviceKernel> findKernels(const Module &module) {
  const NamedMDNode *annotations = module.getNamedMetadata("nvvm.annotations");
  if (annotations == nullptr)
    return {};
  SetVector<Function *> kernels;
  DenseMap<Function *, uint32_t> maxThreads;
  for (const MDNode *node : annotations->operands()) {
    auto *function = mdconst::dyn_extract_or_null<Function>(node->getOperand(0));
    if (function == nullptr || function->isDeclaration())
      continue;
    for (unsigned i = 1; i + 1 < node->getNumOperands(); i += 2) {
      const auto *key = dyn_cast<MDString>(node->getOperand(i));
      const auto *value = mdconst::dyn_extract<ConstantInt>(node->getOperand(i + 1));
      if (key == nullptr || value == nullptr)
        continue;
      if (key->getString() == "kernel")
        kernels.insert(function);
      else if (key->getString() == "maxntidx")
        maxThreads[function] = static_cast<uint32_t>(value->getZExtValue());
    }
  }
  DenseMap<const Constant *, std::array<uint32_t, 3>> clusters;
  forEachMark(module, "musa_cluster_dims", [&](const Constant &marked, const Constant &arguments) {
    clusters[&marked] = clusterSize(arguments);
  });
  std::vector<DeviceKernel> result;
  for (Function *kernel : kernels)
    result.push_back({kernel, maxThreads.lookup(kernel), clusters.lookup(kernel)});
  return result;
}

Expected<std::vector<KernelSummary>> retarget(Module &module, const HostTarget &target) {
  std::vector<KernelEntry> kernels;
  SmallVector<Function *, 16> functions;
  for (const DeviceKernel &found : findKernels(module)) {
    KernelEntry &entry = kernels.emplace_back();
    entry.kernel = found.function;
    entry.maxThreads = found.maxThreads;
    entry.cluster = found.cluster;
    functions.push_back(found.function);
  }
  const std::vector<std::string> managed = managedVariables(module, /*localToo=*/!target.isLinked);
  if (GlobalVariable *marks = module.getNamedGlobal(marksName))
    marks->eraseFromParent();
  if (Error error = expandVariadicFunctions(module))
    return error;
  dropTargetMetadata(module);
  setTarget(module, target);
  for (Function &function : module) {
    alignVariables(function);
    limitAlignment(function);
  }
  internalize(module);
  connectDevice(module);
  if (Error error = checkIntrinsics(module))
    return error;
  if (Error error = lowerDeviceLaunches(module, functions))
    return error;
  saturateConversions(module);
  yieldInSpinLoops(module);
  meetAtSharedMemory(module);

  std::vector<KernelSharedMemory> shared = lowerSharedMemory(module, functions);
  const std::vector<DeviceVariable> variables = lowerVariables(module, managed);
  dropAddressSpaceCasts(module);

  const CallGraph graph(module);
  std::vector<KernelSummary> summaries;
  for (auto [entry, memory] : zip(kernels, shared)) {
    KernelSummary summary;
    summary.name = entry.kernel->getName().str();
    summary.sharedBytes = memory.bytes;
    entry.shared = memory;
    for (const Function *function : graph.reachable(*entry.kernel))
      entry.needsFibers |= isWait(*function);
    summaries.push_back(std::move(summary));
  }

  addThreadParameter(module, isTemplate);
  for (auto [entry, summary] : zip(kernels, summaries))
    entry.kernel = module.getFunction(summary.name);
  const CallGraph threaded(module);
  for (auto [entry, summary] : zip(kernels, summaries)) {
    if (entry.needsFibers)
      split(entry, summary, threaded, target);
    else
      summary.way = asLoop;
  }
  forgetAliases(module, kernels);
  emitDeviceImage(module, kernels, variables, target.musaArch);
  for (auto [variable, isManaged] : variables)
    if (isManaged) {
      variable->setName(managedPrefix + variable->getName());
      variable->setLinkage(GlobalValue::ExternalLinkage);
      variable->setDSOLocal(false); // another file may have the one that all use
    }

  std::string message;
  raw_string_ostream stream(message);
  if (verifyModule(module, &stream))
    return createStringError("internal error: the device code is malformed: " + stream.str());
  return summaries;
}

} // namespace musaport
