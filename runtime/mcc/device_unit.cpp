//===- mcc/device_unit.cpp --------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "device_unit.h"

#include "retarget.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Object/OffloadBinary.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;
using object::OffloadBinary;

namespace musaport {
namespace {

constexpr StringLiteral imagePrefix = "__musa_device_image.";
/// LLVM's own section for device code. Linkers leave it out of programs.
constexpr StringLiteral sectionName = ".llvm.offloading";
/// Says that a unit is mcc's.
constexpr StringLiteral formatName = "musa-port ";
/// And which fields it has, and which templates of musa_port/host/kernel_entry.h, that units have
/// in common. A change of either gets a new number.
constexpr StringLiteral format = "musa-port 2";

class UnitReader {
public:
  Error read(MemoryBufferRef buffer);
  std::vector<DeviceUnit> take();

private:
  Error readArchive(MemoryBufferRef buffer);
  Error readObject(MemoryBufferRef buffer);

  std::vector<DeviceUnit> units;
  StringMap<size_t> ids; ///< and where each is in `units`
  StringSet<> linked;
};

Error UnitReader::read(MemoryBufferRef buffer) {
  // Most inputs of a link are others', and some are large.
  const StringRef bytes = buffer.getBuffer();
  const file_magic kind = identify_magic(bytes);
  if (kind == file_magic::archive)
    return bytes.starts_with("!<thin>") || bytes.contains(sectionName) ||
                   bytes.contains(imagePrefix)
               ? readArchive(buffer)
               : Error::success();
  if (kind == file_magic::elf_relocatable)
    return readObject(buffer);
  return Error::success();
}

Error UnitReader::readArchive(MemoryBufferRef buffer) {
  auto archive = object::Archive::create(buffer);
  if (!archive)
    return archive.takeError();
  Error error = Error::success();
  for (const object::Archive::Child &child : (*archive)->children(error)) {
    auto member = child.getMemoryBufferRef();
    if (!member)
      return joinErrors(member.takeError(), std::move(error));
    if (Error inMember = read(*member))
      return joinErrors(std::move(inMember), std::move(error));
  }
  return error;
}

Error UnitReader::readObject(MemoryBufferRef buffer) {
  if (buffer.getBuffer().contains(imagePrefix)) {
    auto file = object::ObjectFile::createObjectFile(buffer);
    if (!file)
      return file.takeError();
    for (const object::SymbolRef &symbol : (*file)->symbols()) {
      auto name = symbol.getName();
      auto flags = symbol.getFlags();
      if (!name || !flags)
        return joinErrors(name.takeError(), flags.takeError());
      StringRef id = *name;
      if ((*flags & object::SymbolRef::SF_Undefined) == 0 && id.consume_front(imagePrefix))
        linked.insert(id);
    }
  }
  if (!buffer.getBuffer().contains(sectionName))
    return Error::success();
  SmallVector<object::OffloadFile, 2> found;
  if (Error error = object::extractOffloadBinaries(buffer, found))
    return error;
  for (const object::OffloadFile &file : found) {
    const OffloadBinary &binary = *file.getBinary();
    if (!binary.getString("format").starts_with(formatName))
      continue;
    if (binary.getString("format") != format)
      return createStringError("'" + binary.getString("source") +
                               "' was compiled by another version of mcc; compile it again");
    const auto [known, isNew] = ids.try_emplace(binary.getString("id"), units.size());
    if (!isNew && units[known->second].bitcode != binary.getImage())
      return createStringError("'" + binary.getString("source") +
                               "' was compiled twice by the same command, with different results; "
                               "give each object file a name of its own when you compile it");
    if (!isNew)
      continue;
    DeviceUnit &unit = units.emplace_back();
    unit.id = binary.getString("id");
    unit.source = binary.getString("source");
    unit.architecture = binary.getArch();
    binary.getString("level").getAsInteger(10, unit.level);
    SmallVector<StringRef, 8> undefined;
    binary.getString("undefined").split(undefined, ' ', -1, /*KeepEmpty=*/false);
    unit.undefined.assign(undefined.begin(), undefined.end());
    unit.bitcode = binary.getImage();
  }
  return Error::success();
}

std::vector<DeviceUnit> UnitReader::take() {
  erase_if(units, [&](const DeviceUnit &unit) { return linked.contains(unit.id); });
  return std::move(units);
}

/// What only one unit may define.
bool isStrongDefinition(const GlobalValue &value) {
  return !value.isDeclaration() && value.hasExternalLinkage();
}

} // namespace

std::string imageNameOf(StringRef id) { return (imagePrefix + id).str(); }

void embedUnit(Module &host, const DeviceUnit &unit) {
  OffloadBinary::OffloadingImage image;
  image.TheImageKind = object::IMG_Bitcode;
  image.TheOffloadKind = object::OFK_Cuda;
  image.Flags = 0;
  const std::string level = std::to_string(unit.level);
  const std::string undefined = join(unit.undefined, " ");
  image.StringData["format"] = format;
  image.StringData["id"] = unit.id;
  image.StringData["source"] = unit.source;
  image.StringData["arch"] = unit.architecture;
  image.StringData["level"] = level;
  image.StringData["undefined"] = undefined;
  image.Image = MemoryBuffer::getMemBuffer(unit.bitcode, "", /*RequiresNullTerminator=*/false);
  const SmallString<0> bytes = OffloadBinary::write(image);
  embedBufferInModule(host, MemoryBufferRef(bytes, unit.source), sectionName,
                      Align(OffloadBinary::getAlignment()));
}

Expected<std::vector<DeviceUnit>> readUnits(ArrayRef<std::string> files) {
  UnitReader reader;
  for (const std::string &file : files) {
    auto buffer = MemoryBuffer::getFile(file, /*IsText=*/false, /*RequiresNullTerminator=*/false);
    if (!buffer)
      continue; // the linker says it better
    if (Error error = reader.read(**buffer))
      return createStringError(file + ": " + toString(std::move(error)));
  }
  return reader.take();
}

Expected<std::unique_ptr<Module>> linkUnits(ArrayRef<DeviceUnit> units, LLVMContext &context) {
  auto result = std::make_unique<Module>("device code", context);
  Linker linker(*result);
  StringMap<StringRef> definedIn;
  Error errors = Error::success();
  auto fail = [&](const Twine &message) {
    errors = joinErrors(std::move(errors), createStringError(message));
  };
  const DeviceUnit *first = nullptr; ///< of those that are for one architecture
  for (const DeviceUnit &unit : units) {
    if (unit.architecture != "any") {
      if (first != nullptr && unit.architecture != first->architecture)
        fail(unit.source + ": is compiled for " + unit.architecture + ", and " + first->source +
             " for " + first->architecture + "; compile both for one architecture");
      first = first == nullptr ? &unit : first;
    }
    auto module = parseBitcodeFile(MemoryBufferRef(unit.bitcode, unit.source), context);
    if (!module)
      return joinErrors(std::move(errors),
                        createStringError(unit.source + ": " + toString(module.takeError())));
    dropTargetFlags(**module);
    bool isTwice = false;
    for (const GlobalValue &value : (*module)->global_values()) {
      if (!isStrongDefinition(value))
        continue;
      const auto [known, isNew] = definedIn.try_emplace(value.getName(), unit.source);
      isTwice |= !isNew;
      if (!isNew)
        fail(unit.source + ": " + describe(value) + " is also defined in " + known->second);
    }
    if (!isTwice && linker.linkInModule(std::move(*module)))
      fail(unit.source + ": its device code cannot be linked with that of the other files");
  }
  StringSet<> missing;
  for (const DeviceUnit &unit : units)
    for (const std::string &name : unit.undefined) {
      const GlobalValue *value = result->getNamedValue(name);
      if (value != nullptr && value->isDeclaration() && missing.insert(name).second)
        fail(unit.source + ": " + describe(*value) +
             " is not defined in the files that are linked");
    }
  if (errors)
    return std::move(errors);
  return std::move(result);
}

} // namespace musaport
