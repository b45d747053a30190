//===- mcc/kernel_entries.cpp ----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "kernel_entries.h"

#include "device_launches.h"
#include "device_passes.h"
#include "musa_port/host/device_image.h"
#include "retarget.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

#include <map>

using namespace llvm;

namespace musaport {
namespace {

// The functions of musa_port/host/kernel_entry.h that entries are made from,
constexpr StringLiteral blocksTemplate = "__musa_run_blocks_of";
constexpr StringLiteral threadTemplate = "__musa_run_thread_of";
constexpr StringLiteral splitTemplate = "__musa_run_split_of";
constexpr StringLiteral allTemplate = "__musa_run_all_of";
constexpr StringLiteral someTemplate = "__musa_run_some_of";
constexpr StringLiteral lanesTemplate = "__musa_run_lanes_of";
constexpr StringLiteral laneSegmentTemplate = "__musa_run_lane_segment_of";
constexpr StringLiteral linkTemplate = "__musa_run_link_of";
constexpr StringLiteral rowTemplate = "__musa_run_row_of";
constexpr StringLiteral openRowTemplate = "__musa_run_open_row_of";
constexpr StringLiteral templates[] = {
    blocksTemplate, threadTemplate,      splitTemplate, allTemplate, someTemplate,
    lanesTemplate,  laneSegmentTemplate, linkTemplate,  rowTemplate, openRowTemplate};
// and what stands in them for what an entry is made for.
constexpr StringLiteral bodyPlaceholder = "__musa_body";
constexpr StringLiteral segmentBodyPlaceholder = "__musa_segment_body";
constexpr StringLiteral segmentsPlaceholder = "__musa_segments";
constexpr StringLiteral laneSegmentBodyPlaceholder = "__musa_lane_segment_body";
constexpr StringLiteral laneSegmentsPlaceholder = "__musa_lane_segments";
constexpr StringLiteral firstOfRowPlaceholder = "__musa_first_of_row";
constexpr StringLiteral wholeRowPlaceholder = "__musa_whole_row";
constexpr StringLiteral secondOfRowPlaceholder = "__musa_second_of_row";
constexpr StringLiteral takeCommonPlaceholder = "__musa_take_common";
constexpr StringLiteral placeholders[] = {bodyPlaceholder,         segmentBodyPlaceholder,
                                          segmentsPlaceholder,     laneSegmentBodyPlaceholder,
                                          laneSegmentsPlaceholder, firstOfRowPlaceholder,
                                          wholeRowPlaceholder,     secondOfRowPlaceholder,
                                          takeCommonPlaceholder};
constexpr uint64_t parameterAlignment = 16;
constexpr uint64_t dynamicSharedAlignment = 128;

class ImageBuilder {
public:
  ImageBuilder(Module &module, unsigned musaArch)
      : module(module), layout(module.getDataLayout()), context(module.getContext()),
        musaArch(musaArch), pointer(PointerType::getUnqual(context)),
        int32(Type::getInt32Ty(context)), int64(Type::getInt64Ty(context)) {}

  void run(ArrayRef<KernelEntry> kernels, ArrayRef<DeviceVariable> variables) {
    markThreadLoop(blocksTemplate, bodyPlaceholder);
    markThreadLoop(allTemplate, segmentBodyPlaceholder, segmentLoopMark);
    markThreadLoop(laneSegmentTemplate, laneSegmentBodyPlaceholder, segmentLoopMark);
    markThreadLoop(linkTemplate, laneSegmentBodyPlaceholder, segmentLoopMark);
    auto *kernelType =
        StructType::get(context, {pointer, pointer, pointer, pointer, int32, int32, int32, int32,
                                  int32, int32, int32, int32, int32, int32});
    SmallVector<Constant *, 16> rows;
    for (const KernelEntry &kernel : kernels)
      rows.push_back(kernelRow(kernel, kernelType));
    Constant *kernelTable = array(kernelType, rows, "__musa_kernels");
    for (auto [i, kernel] : enumerate(kernels))
      connectDeviceLaunches(module, kernel.kernel->getName(),
                            *ConstantExpr::getInBoundsGetElementPtr(kernelType, kernelTable,
                                                                    ConstantInt::get(int64, i)));

    auto *variableType = StructType::get(context, {pointer, pointer, int64, int32, int32});
    SmallVector<Constant *, 16> variableRows;
    for (auto [variable, managed] : variables)
      variableRows.push_back(ConstantStruct::get(
          variableType, {string(variable->getName()), variable,
                         ConstantInt::get(int64, layout.getTypeAllocSize(variable->getValueType())),
                         number(managed), number(0)}));
    Constant *variableTable = array(variableType, variableRows, "__musa_variables");

    auto *imageType =
        StructType::get(context, {int32, int32, int32, int32, pointer, int32, int32, pointer});
    auto *image = new GlobalVariable(
        module, imageType, /*isConstant=*/true, GlobalValue::ExternalLinkage,
        ConstantStruct::get(imageType,
                            {number(__MUSA_DEVICE_IMAGE_MAGIC), number(__MUSA_DEVICE_IMAGE_VERSION),
                             number(musaArch), number(kernels.size()), kernelTable,
                             number(variables.size()), number(0), variableTable}),
        deviceImageName);
    // Each file has one: AddressSanitizer would take them for definitions of the same variable.
    GlobalValue::SanitizerMetadata unchecked;
    unchecked.NoAddress = true;
    image->setSanitizerMetadata(unchecked);
    for (StringRef name : concat<const StringLiteral>(templates, handoverFunctions, placeholders))
      if (GlobalValue *value = module.getNamedValue(name)) {
        value->removeDeadConstantUsers(); // lists that are gone
        if (value->use_empty())
          value->eraseFromParent();
      }
  }

private:
  Constant *number(uint64_t value) { return ConstantInt::get(int32, value); }

  Constant *string(StringRef text) {
    Constant *bytes = ConstantDataArray::getString(context, text);
    auto *variable = new GlobalVariable(module, bytes->getType(), true, GlobalValue::PrivateLinkage,
                                        bytes, ".musa.name");
    variable->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
    return variable;
  }

  Constant *array(Type *element, ArrayRef<Constant *> rows, const Twine &name) {
    if (rows.empty())
      return ConstantPointerNull::get(pointer);
    auto *type = ArrayType::get(element, rows.size());
    return new GlobalVariable(module, type, true, GlobalValue::InternalLinkage,
                              ConstantArray::get(type, rows), name);
  }

  /// What lies in the packed parameters for one of the kernel's.
  static Type *storedType(const Argument &argument) {
    Type *byValue = argument.getParamByValType();
    return byValue != nullptr ? byValue : argument.getType();
  }

  Constant *kernelRow(const KernelEntry &entry, StructType *type) {
    Function &kernel = *entry.kernel;
    SmallVector<uint64_t, 8> offsets;
    SmallVector<Constant *, 8> parameters;
    auto *parameterType = StructType::get(context, {int32, int32});
    uint64_t end = 0;
    for (const Argument &argument : drop_end(kernel.args())) {
      Type *stored = storedType(argument);
      Align align = layout.getABITypeAlign(stored);
      if (MaybeAlign given = argument.getParamAlign())
        align = std::max(align, *given);
      end = alignTo(end, align);
      offsets.push_back(end);
      const uint64_t size = layout.getTypeStoreSize(stored);
      parameters.push_back(ConstantStruct::get(parameterType, {number(end), number(size)}));
      end += layout.getTypeAllocSize(stored);
    }
    // Over-allocated: an integer's store size may be larger than its argument's, never smaller.
    end = alignTo(end, parameterAlignment);

    Constant *null = ConstantPointerNull::get(pointer);
    Function *run = nullptr;
    if (entry.split && entry.split->exchanges)
      run = instantiate(lanesTemplate, laneSegmentsPlaceholder,
                        *laneSegmentTable(kernel, entry, offsets, end));
    else if (entry.split)
      run = instantiate(splitTemplate, segmentsPlaceholder,
                        *segmentTable(kernel, *entry.split, offsets, end));
    else
      run = instantiate(entry.needsFibers ? threadTemplate : blocksTemplate, bodyPlaceholder,
                        *makeBody(kernel, kernel, offsets, end, 0));
    run->setName(kernel.getName() + ".entry");
    describe(*run, kernel, end);
    // Device code does not write to what a thread or a grid says of itself.
    run->addParamAttr(1, Attribute::NoAlias);
    return ConstantStruct::get(
        type,
        {string(kernel.getName()), entry.needsFibers ? null : run, entry.needsFibers ? run : null,
         array(parameterType, parameters, kernel.getName() + ".parameters"),
         number(parameters.size()), number(end), number(entry.shared.bytes),
         number(entry.maxThreads), number(entry.split ? entry.split->frameBytes : 0),
         number(alignTo(entry.shared.end, dynamicSharedAlignment)), number(entry.cluster[0]),
         number(entry.cluster[1]), number(entry.cluster[2]), number(0)});
  }

  /// The array of __musa_segment that stands for __musa_segments.
  Constant *segmentTable(Function &kernel, const SplitKernel &split, ArrayRef<uint64_t> offsets,
                         uint64_t bytes) {
    auto *type = StructType::get(context, {pointer, pointer, pointer, int32, int32});
    SmallVector<Constant *, 8> rows;
    for (const SplitKernel::Segment &segment : split.segments) {
      Function *body = makeBody(*segment.function, kernel, offsets, bytes, segmentArguments);
      Function *all = instantiate(
          allTemplate, {{segmentBodyPlaceholder, body}, {takeCommonPlaceholder, split.takeCommon}});
      all->setName(segment.function->getName() + ".all");
      // The other way is taken rarely: its code is not worth a copy of the segment.
      Function *some = instantiate(someTemplate, {{segmentBodyPlaceholder, body},
                                                  {takeCommonPlaceholder, split.takeCommon}});
      some->setName(segment.function->getName() + ".some");
      describe(*all, kernel, bytes);
      describe(*some, kernel, bytes);
      rows.push_back(ConstantStruct::get(
          type,
          {all, some, segment.file != nullptr ? segment.file : ConstantPointerNull::get(pointer),
           segment.line != nullptr ? segment.line : number(0), number(0)}));
    }
    return array(type, rows, kernel.getName() + ".segments");
  }

  /// The array of __musa_lane_segment that stands for __musa_lane_segments.
  Constant *laneSegmentTable(Function &kernel, const KernelEntry &entry, ArrayRef<uint64_t> offsets,
                             uint64_t bytes) {
    const SplitKernel &split = *entry.split;
    Type *int16 = Type::getInt16Ty(context);
    auto *type = StructType::get(context, {pointer, pointer, int32, int32, int32, int16, int16});
    Constant *none = ConstantPointerNull::get(pointer);
    LaneSegments lanes{kernel, *split.takeCommon, bytes};
    for (const SplitKernel::Segment &segment : split.segments) {
      Function *body =
          makeBody(*segment.function, kernel, offsets, bytes, segmentArguments + exchangeArguments);
      lanes.bodies.push_back(body);
      Function *run = instantiate(laneSegmentTemplate, {{laneSegmentBodyPlaceholder, body},
                                                        {takeCommonPlaceholder, split.takeCommon}});
      run->setName(segment.function->getName() + ".run");
      describe(*run, kernel, bytes);
      describeHandover(*run, 4);
      lanes.runs.push_back(run);
    }
    SmallVector<Constant *, 8> rows;
    for (auto [i, segment] : enumerate(split.segments)) {
      const bool varies =
          segment.isExchange && (segment.width == nullptr || segment.mask == nullptr);
      const SegmentRow &row = entry.rows[i];
      Function *run = row.rest.empty() ? lanes.runs[i] : makeRow(lanes, i, row);
      // A warp runs the first segment's row before any takes turns.
      const size_t early = i == 0 ? 0 : row.rest.size();
      rows.push_back(ConstantStruct::get(
          type, {run, segment.file != nullptr ? segment.file : none,
                 segment.line != nullptr ? segment.line : number(0),
                 segment.width != nullptr ? segment.width : number(segment.isExchange ? 1 : 0),
                 segment.mask != nullptr ? segment.mask : number(0),
                 ConstantInt::get(int16, varies), ConstantInt::get(int16, early)}));
    }
    return array(type, rows, kernel.getName() + ".segments");
  }

  /// The thread, what lanes have handed over, which is parameter `in`, and what they will.
  void describeHandover(Function &function, unsigned in) {
    for (unsigned parameter : {1U, in, in + 1})
      function.addParamAttr(parameter, Attribute::NoAlias);
    function.addParamAttr(in, Attribute::get(context, commonValueMark));
  }

  /// What runs the segments of a kernel that is cut at exchanges.
  struct LaneSegments {
    const Function &kernel;
    Function &takeCommon;
    uint64_t parameterBytes;
    SmallVector<Function *, 8> bodies = {}, runs = {}; ///< by segment
    /// By segment, and by whether it follows another one in its row: rows may share them.
    std::map<std::pair<size_t, bool>, Function *> links = {};
  };

  /// Runs segment `first`, and then those of `row`, if all lanes of a warp do.
  Function *makeRow(LaneSegments &lanes, size_t first, const SegmentRow &row) {
    Function *alone = lanes.runs[first];
    SmallVector<size_t, 8> whole(row.rest.begin(), row.rest.end());
    if (!row.isOpen)
      whole.insert(whole.begin(), first);
    SmallVector<std::pair<StringRef, Constant *>, 3> replacements = {
        {firstOfRowPlaceholder, alone},
        {wholeRowPlaceholder, makeWholeRow(lanes, whole, /*follows=*/row.isOpen)}};
    if (row.isOpen) {
      // It hands over to a variable of the row. Inlined there, its lanes would seem to share that,
      // and the loop over them would not be parallel.
      alone->addFnAttr(Attribute::NoInline);
      replacements.emplace_back(secondOfRowPlaceholder, array(int32, {number(row.rest.front())},
                                                              alone->getName() + ".second"));
    }
    Function *run = instantiate(row.isOpen ? openRowTemplate : rowTemplate, replacements);
    run->setName(alone->getName() + ".row");
    describe(*run, lanes.kernel, lanes.parameterBytes);
    return run;
  }

  /// Runs segments of which each always follows the one before. `follows`: the first of them
  /// follows one, too.
  Function *makeWholeRow(LaneSegments &lanes, ArrayRef<size_t> segments, bool follows) {
    Type *types[] = {pointer, pointer, pointer, pointer, pointer, pointer, pointer};
    Function *whole =
        Function::Create(FunctionType::get(int32, types, false), GlobalValue::InternalLinkage,
                         lanes.runs[segments.front()]->getName() + ".whole", module);
    copyTarget(lanes.kernel, *whole);
    describe(*whole, lanes.kernel, lanes.parameterBytes);
    Argument *parameters = whole->getArg(0), *thread = whole->getArg(1), *frames = whole->getArg(2);
    Value *in = whole->getArg(3), *turn = whole->getArg(4), *otherTurn = whole->getArg(5);
    IRBuilder<> builder(BasicBlock::Create(context, "", whole));
    for (size_t segment : drop_end(segments)) {
      builder.CreateCall(linkOf(lanes, segment, follows),
                         {parameters, thread, frames, in, turn, builder.getInt1(follows)});
      in = std::exchange(turn, otherTurn);
      otherTurn = in;
      follows = true;
    }
    builder.CreateRet(builder.CreateCall(
        lanes.runs[segments.back()],
        {parameters, thread, ConstantInt::get(int32, 32), frames, in, whole->getArg(6)}));
    return whole;
  }

  Function *linkOf(LaneSegments &lanes, size_t segment, bool follows) {
    Function *&link = lanes.links[{segment, follows}];
    if (link != nullptr)
      return link;
    link = instantiate(linkTemplate, {{laneSegmentBodyPlaceholder, lanes.bodies[segment]},
                                      {takeCommonPlaceholder, &lanes.takeCommon}});
    link->setName(lanes.runs[segment]->getName() + ".link");
    link->addFnAttr(Attribute::NoInline);
    describe(*link, lanes.kernel, lanes.parameterBytes);
    describeHandover(*link, 3);
    return link;
  }

  /// T FUNCTION.body(const void *parameters, __musa_thread *thread, ...), to be inlined: calls
  /// `function` with the kernel's arguments, the thread, and its last `more` arguments.
  Function *makeBody(Function &function, Function &kernel, ArrayRef<uint64_t> offsets,
                     uint64_t bytes, unsigned more) {
    SmallVector<Type *, 8> types = {pointer, pointer};
    for (unsigned i = 0; i < more; ++i)
      types.push_back(function.getArg(function.arg_size() - more + i)->getType());
    auto *type = FunctionType::get(function.getReturnType(), types, false);
    Function *body =
        Function::Create(type, GlobalValue::InternalLinkage, function.getName() + ".body", module);
    copyTarget(kernel, *body);
    describe(*body, kernel, bytes);
    IRBuilder<> builder(BasicBlock::Create(context, "", body));
    SmallVector<Value *, 8> arguments;
    for (auto [argument, offset] : zip(drop_end(kernel.args()), offsets)) {
      Value *address =
          builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), body->getArg(0), offset);
      if (argument.getParamByValType() != nullptr) {
        arguments.push_back(address);
        continue;
      }
      LoadInst *load = builder.CreateLoad(argument.getType(), address, argument.getName());
      // Nobody writes to a launch's parameters, so they are read once, before the loop.
      load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(context, {}));
      arguments.push_back(load);
    }
    for (Argument &argument : drop_begin(body->args()))
      arguments.push_back(&argument);
    CallInst *call = builder.CreateCall(&function, arguments);
    call->setCallingConv(function.getCallingConv());
    call->setAttributes(function.getAttributes());
    if (function.getReturnType()->isVoidTy())
      builder.CreateRetVoid();
    else
      builder.CreateRet(call);
    for (Function *inlined : {body, &function}) {
      inlined->removeFnAttr(Attribute::NoInline);
      inlined->removeFnAttr(Attribute::OptimizeNone);
      inlined->addFnAttr(Attribute::AlwaysInline);
    }
    call->removeFnAttr(Attribute::NoInline);
    call->removeFnAttr(Attribute::OptimizeNone);
    return body;
  }

  /// The loop of a template that calls `body` is one over threads that do not wait.
  void markThreadLoop(StringRef name, StringRef body, const char *mark = nullptr) {
    Function *function = module.getFunction(name);
    if (function == nullptr) // there is no kernel
      return;
    const DominatorTree dominators(*function);
    const LoopInfo loops(dominators);
    for (const User *user : module.getFunction(body)->users())
      if (const auto *call = dyn_cast<CallInst>(user);
          call != nullptr && call->getFunction() == function) {
        Loop *loop = loops.getLoopFor(call->getParent());
        addStringMetadataToLoop(loop, threadLoopMark, 1);
        if (mark != nullptr)
          addStringMetadataToLoop(loop, mark, 1);
      }
  }

  /// A copy of a template in which `with` takes the place of `placeholder`.
  Function *instantiate(StringRef name, StringRef placeholder, Constant &with) {
    return instantiate(name, {{placeholder, &with}});
  }
  Function *instantiate(StringRef name, ArrayRef<std::pair<StringRef, Constant *>> replacements) {
    Function *original = module.getFunction(name);
    ValueToValueMapTy map;
    for (auto [placeholder, with] : replacements)
      map[module.getNamedValue(placeholder)] = with;
    Function *function = CloneFunction(original, map);
    function->setLinkage(GlobalValue::InternalLinkage);
    return function;
  }

  /// The packed parameters can be read at any time, so reads of them can leave a loop. What the
  /// kernel is inlined into, a sanitizer treats as the kernel.
  void describe(Function &function, const Function &kernel, uint64_t bytes) {
    AttrBuilder attributes(context);
    attributes.addAlignmentAttr(Align(parameterAlignment));
    attributes.addAttribute(Attribute::NoAlias);
    attributes.addAttribute(Attribute::ReadOnly);
    attributes.addDereferenceableAttr(bytes);
    function.addParamAttrs(0, attributes);
    for (Attribute::AttrKind kind : {Attribute::SanitizeAddress, Attribute::SanitizeThread}) {
      function.removeFnAttr(kind);
      if (kernel.hasFnAttribute(kind))
        function.addFnAttr(kind);
    }
  }

  static void copyTarget(const Function &from, Function &to) {
    for (const char *name : {"target-cpu", "target-features", "frame-pointer"})
      if (Attribute attribute = from.getFnAttribute(name); attribute.isValid())
        to.addFnAttr(attribute);
    if (from.doesNotThrow())
      to.setDoesNotThrow();
  }

  Module &module;
  const DataLayout &layout;
  LLVMContext &context;
  unsigned musaArch;
  PointerType *pointer;
  Type *int32;
  Type *int64;
};

} // namespace

bool isTemplate(const Function &function) {
  return is_contained(templates, function.getName()) ||
         is_contained(handoverFunctions, function.getName());
}

void emitDeviceImage(Module &module, ArrayRef<KernelEntry> kernels,
                     ArrayRef<DeviceVariable> variables, unsigned musaArch) {
  ImageBuilder(module, musaArch).run(kernels, variables);
}

} // namespace musaport
