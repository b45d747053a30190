//===- host/driver/texture_reference.cpp - references of modules -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The runtime API reads how a texture is sampled from the program's variable when it binds; here
// each call changes one thing, and what is bound is bound anew.
//===----------------------------------------------------------------------===//
#include "model/texture_reference.h"
#include "driver/addresses.h"
#include "driver/array_format.h"
#include "driver/driver.h"
#include "driver/module.h"
#include "driver/sampling.h"
#include "model/handles.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

using namespace musart;

namespace {

/// Which of a module's references it is.
struct ModuleVariable {
  const void *shadow = nullptr; ///< in host code; null: it is no module's
  uint64_t registration = 0;
};

struct TexRef {
  ModuleVariable variable;
  MUSA_TEXTURE_DESC sampling = {};
  ArrayFormat format = {MU_AD_FORMAT_FLOAT, 1}; ///< of memory that has none of its own
  std::optional<musaResourceDesc> resource;
};

struct SurfRef {
  ModuleVariable variable;
  MUarray array = nullptr;
};

template <typename Handle, typename Object> struct References {
  explicit References(const char *what) : table(what) {}
  HandleTable<Handle, Object> table;
  std::mutex mutex;
  std::map<const void *, Handle> ofModules; ///< by the address in host code
};

References<MUtexref, TexRef> &texRefs() {
  static auto *result = new References<MUtexref, TexRef>("a texture reference");
  return *result;
}
References<MUsurfref, SurfRef> &surfRefs() {
  static auto *result = new References<MUsurfref, SurfRef>("a surface reference");
  return *result;
}

/// Throws MUSA_ERROR_INVALID_HANDLE, also if the module is gone.
TextureReference referenceOf(const void *shadow, bool isTexture) {
  try {
    return findReference(shadow, isTexture, musaErrorInvalidResourceHandle);
  } catch (const ApiError &) {
    throw DriverError{MUSA_ERROR_INVALID_HANDLE};
  }
}

/// The same, also if another module is where it was.
TextureReference referenceOf(const ModuleVariable &variable, bool isTexture) {
  const TextureReference found = referenceOf(variable.shadow, isTexture);
  requireDriver(found.registration == variable.registration, MUSA_ERROR_INVALID_HANDLE);
  return found;
}

/// The same handle each time, as long as the module is loaded.
template <typename Handle, typename Object, typename Make>
Handle giveReference(References<Handle, Object> &all, MUmodule module, const char *name,
                     bool isTexture, Make make) {
  const void *shadow = findReferenceOf(variableOf(module, name).address, isTexture);
  requireDriver(shadow != nullptr, MUSA_ERROR_NOT_FOUND);
  const ModuleVariable variable = {shadow, referenceOf(shadow, isTexture).registration};
  const std::scoped_lock lock(all.mutex);
  Handle &handle = all.ofModules[shadow];
  if (handle != nullptr && all.table.find(handle)->variable.registration != variable.registration)
    all.table.remove(std::exchange(handle, nullptr)); // of a module that was there before
  if (handle == nullptr)
    handle = all.table.add(make(variable));
  return handle;
}

std::shared_ptr<TexRef> findTexRef(MUtexref handle) {
  std::shared_ptr<TexRef> found = texRefs().table.find(handle);
  if (found->variable.shadow != nullptr)
    referenceOf(found->variable, true);
  return found;
}

/// What CUDA's runtime has compiled into the variable is where it starts.
std::shared_ptr<TexRef> makeTexRef(const ModuleVariable &variable) {
  auto made = std::make_shared<TexRef>();
  made->variable = variable;
  std::fill(made->sampling.addressMode, made->sampling.addressMode + 3, MU_TR_ADDRESS_MODE_CLAMP);
  if (variable.shadow != nullptr)
    made->format = formatOf(static_cast<const textureReference *>(variable.shadow)->channelDesc);
  return made;
}

void bindTexture(const TexRef &of) {
  if (of.variable.shadow == nullptr)
    return;
  std::shared_ptr<Texture> bound;
  if (of.resource)
    bound = makeTexture(*of.resource, samplingOf(of.sampling, elementsOf(*of.resource)));
  bindReference(referenceOf(of.variable, true), std::move(bound));
}

/// Changes a reference, unless it cannot be bound then.
template <typename Change>
MUresult changeTexture(MUtexref handle, Change change, const char *caller = __builtin_FUNCTION()) {
  return driver(
      [&] {
        const std::shared_ptr<TexRef> found = findTexRef(handle);
        TexRef changed = *found;
        change(changed);
        bindTexture(changed);
        *found = std::move(changed);
      },
      caller);
}

/// For functions that change one member of the sampling.
template <typename Value>
MUresult set(MUtexref handle, Value MUSA_TEXTURE_DESC::*member, Value value,
             const char *caller = __builtin_FUNCTION()) {
  return changeTexture(
      handle, [&](TexRef &reference) { reference.sampling.*member = value; }, caller);
}

MUresult setFilter(MUtexref handle, MUfilter_mode MUSA_TEXTURE_DESC::*member, MUfilter_mode mode,
                   const char *caller = __builtin_FUNCTION()) {
  return changeTexture(
      handle,
      [&](TexRef &reference) {
        requireDriver(mode == MU_TR_FILTER_MODE_POINT || mode == MU_TR_FILTER_MODE_LINEAR);
        reference.sampling.*member = mode;
      },
      caller);
}

template <typename Result, typename Value>
MUresult get(MUtexref handle, Value MUSA_TEXTURE_DESC::*member, Result *result,
             const char *caller = __builtin_FUNCTION()) {
  return driver(
      [&] {
        requireDriver(result != nullptr);
        *result = static_cast<Result>(findTexRef(handle)->sampling.*member);
      },
      caller);
}

/// The resource, if it is of this type.
const musaResourceDesc &boundOf(const TexRef &reference, musaResourceType type) {
  requireDriver(reference.resource && reference.resource->resType == type);
  return *reference.resource;
}

} // namespace

extern "C" {

MUresult muModuleGetTexRef(MUtexref *pTexRef, MUmodule hmod, const char *name) {
  return driver([&] {
    requireDriver(pTexRef != nullptr && name != nullptr);
    *pTexRef = giveReference(texRefs(), hmod, name, true, makeTexRef);
  });
}

MUresult muModuleGetSurfRef(MUsurfref *pSurfRef, MUmodule hmod, const char *name) {
  return driver([&] {
    requireDriver(pSurfRef != nullptr && name != nullptr);
    *pSurfRef = giveReference(surfRefs(), hmod, name, false, [](const ModuleVariable &variable) {
      return std::make_shared<SurfRef>(SurfRef{variable, nullptr});
    });
  });
}

MUresult muTexRefCreate(MUtexref *pTexRef) {
  return driver([&] {
    requireDriver(pTexRef != nullptr);
    *pTexRef = texRefs().table.add(makeTexRef({}));
  });
}

/// A module's own reference goes with the module.
MUresult muTexRefDestroy(MUtexref hTexRef) {
  return driver([&] {
    requireDriver(findTexRef(hTexRef)->variable.shadow == nullptr);
    texRefs().table.remove(hTexRef);
  });
}

// ------------------------------------------------------------------------------- what is bound

MUresult muTexRefSetArray(MUtexref hTexRef, MUarray hArray, unsigned Flags) {
  return changeTexture(hTexRef, [&](TexRef &reference) {
    requireDriver(Flags == MU_TRSA_OVERRIDE_FORMAT);
    reference.resource.reset();
    if (hArray == nullptr)
      return;
    musaResourceDesc resource = {};
    resource.resType = musaResourceTypeArray;
    resource.res.array.array = arrayOf(hArray);
    reference.format = formatOf(elementsOf(resource));
    reference.resource = resource;
  });
}

MUresult muTexRefSetMipmappedArray(MUtexref hTexRef, MUmipmappedArray hMipmappedArray,
                                   unsigned Flags) {
  return changeTexture(hTexRef, [&](TexRef &reference) {
    requireDriver(Flags == MU_TRSA_OVERRIDE_FORMAT);
    reference.resource.reset();
    if (hMipmappedArray == nullptr)
      return;
    musaResourceDesc resource = {};
    resource.resType = musaResourceTypeMipmappedArray;
    resource.res.mipmap.mipmap = mipmappedArrayOf(hMipmappedArray);
    reference.format = formatOf(elementsOf(resource));
    reference.resource = resource;
  });
}

/// Any address will do: the offset is 0.
MUresult muTexRefSetAddress(size_t *ByteOffset, MUtexref hTexRef, MUdeviceptr dptr, size_t bytes) {
  return changeTexture(hTexRef, [&](TexRef &reference) {
    reference.resource.reset();
    if (ByteOffset != nullptr)
      *ByteOffset = 0;
    if (dptr == 0)
      return;
    musaResourceDesc resource = {};
    resource.resType = musaResourceTypeLinear;
    resource.res.linear = {pointer(dptr),
                           channelsOf(reference.format.format, reference.format.channels), bytes};
    reference.resource = resource;
  });
}

MUresult muTexRefSetAddress2D(MUtexref hTexRef, const MUSA_ARRAY_DESCRIPTOR *desc, MUdeviceptr dptr,
                              size_t Pitch) {
  return changeTexture(hTexRef, [&](TexRef &reference) {
    requireDriver(desc != nullptr);
    reference.format = {desc->Format, desc->NumChannels};
    musaResourceDesc resource = {};
    resource.resType = musaResourceTypePitch2D;
    resource.res.pitch2D = {pointer(dptr), channelsOf(desc->Format, desc->NumChannels), desc->Width,
                            desc->Height, Pitch};
    reference.resource = resource;
  });
}

MUresult muTexRefGetAddress(MUdeviceptr *pdptr, MUtexref hTexRef) {
  return driver([&] {
    requireDriver(pdptr != nullptr);
    const std::shared_ptr<TexRef> found = findTexRef(hTexRef);
    requireDriver(found->resource.has_value());
    *pdptr = found->resource->resType == musaResourceTypePitch2D
                 ? address(found->resource->res.pitch2D.devPtr)
                 : address(boundOf(*found, musaResourceTypeLinear).res.linear.devPtr);
  });
}

MUresult muTexRefGetArray(MUarray *phArray, MUtexref hTexRef) {
  return driver([&] {
    requireDriver(phArray != nullptr);
    *phArray = reinterpret_cast<MUarray>(
        boundOf(*findTexRef(hTexRef), musaResourceTypeArray).res.array.array);
  });
}

MUresult muTexRefGetMipmappedArray(MUmipmappedArray *phMipmappedArray, MUtexref hTexRef) {
  return driver([&] {
    requireDriver(phMipmappedArray != nullptr);
    *phMipmappedArray = reinterpret_cast<MUmipmappedArray>(
        boundOf(*findTexRef(hTexRef), musaResourceTypeMipmappedArray).res.mipmap.mipmap);
  });
}

/// Of memory, bound now or later. Arrays have formats of their own.
MUresult muTexRefSetFormat(MUtexref hTexRef, MUarray_format fmt, int NumPackedComponents) {
  return changeTexture(hTexRef, [&](TexRef &reference) {
    requireDriver(NumPackedComponents == 1 || NumPackedComponents == 2 || NumPackedComponents == 4);
    const auto channels = static_cast<unsigned>(NumPackedComponents);
    const musaChannelFormatDesc elements = channelsOf(fmt, channels);
    reference.format = {fmt, channels};
    if (reference.resource && reference.resource->resType == musaResourceTypeLinear)
      reference.resource->res.linear.desc = elements;
    else if (reference.resource && reference.resource->resType == musaResourceTypePitch2D)
      reference.resource->res.pitch2D.desc = elements;
  });
}

MUresult muTexRefGetFormat(MUarray_format *pFormat, int *pNumChannels, MUtexref hTexRef) {
  return driver([&] {
    const ArrayFormat format = findTexRef(hTexRef)->format;
    if (pFormat != nullptr)
      *pFormat = format.format;
    if (pNumChannels != nullptr)
      *pNumChannels = static_cast<int>(format.channels);
  });
}

// ------------------------------------------------------------------------------- how it is read

MUresult muTexRefSetAddressMode(MUtexref hTexRef, int dim, MUaddress_mode am) {
  return changeTexture(hTexRef, [&](TexRef &reference) {
    requireDriver(dim >= 0 && dim < 3 && am >= MU_TR_ADDRESS_MODE_WRAP &&
                  am <= MU_TR_ADDRESS_MODE_BORDER);
    reference.sampling.addressMode[dim] = am;
  });
}
MUresult muTexRefGetAddressMode(MUaddress_mode *pam, MUtexref hTexRef, int dim) {
  return driver([&] {
    requireDriver(pam != nullptr && dim >= 0 && dim < 3);
    *pam = findTexRef(hTexRef)->sampling.addressMode[dim];
  });
}

MUresult muTexRefSetFilterMode(MUtexref hTexRef, MUfilter_mode fm) {
  return setFilter(hTexRef, &MUSA_TEXTURE_DESC::filterMode, fm);
}
MUresult muTexRefGetFilterMode(MUfilter_mode *pfm, MUtexref hTexRef) {
  return get(hTexRef, &MUSA_TEXTURE_DESC::filterMode, pfm);
}
MUresult muTexRefSetMipmapFilterMode(MUtexref hTexRef, MUfilter_mode fm) {
  return setFilter(hTexRef, &MUSA_TEXTURE_DESC::mipmapFilterMode, fm);
}
MUresult muTexRefGetMipmapFilterMode(MUfilter_mode *pfm, MUtexref hTexRef) {
  return get(hTexRef, &MUSA_TEXTURE_DESC::mipmapFilterMode, pfm);
}
MUresult muTexRefSetMipmapLevelBias(MUtexref hTexRef, float bias) {
  return set(hTexRef, &MUSA_TEXTURE_DESC::mipmapLevelBias, bias);
}
MUresult muTexRefGetMipmapLevelBias(float *pbias, MUtexref hTexRef) {
  return get(hTexRef, &MUSA_TEXTURE_DESC::mipmapLevelBias, pbias);
}
MUresult muTexRefSetMipmapLevelClamp(MUtexref hTexRef, float minMipmapLevelClamp,
                                     float maxMipmapLevelClamp) {
  return changeTexture(hTexRef, [&](TexRef &reference) {
    reference.sampling.minMipmapLevelClamp = minMipmapLevelClamp;
    reference.sampling.maxMipmapLevelClamp = maxMipmapLevelClamp;
  });
}
MUresult muTexRefGetMipmapLevelClamp(float *pminMipmapLevelClamp, float *pmaxMipmapLevelClamp,
                                     MUtexref hTexRef) {
  return driver([&] {
    requireDriver(pminMipmapLevelClamp != nullptr && pmaxMipmapLevelClamp != nullptr);
    const std::shared_ptr<TexRef> found = findTexRef(hTexRef);
    *pminMipmapLevelClamp = found->sampling.minMipmapLevelClamp;
    *pmaxMipmapLevelClamp = found->sampling.maxMipmapLevelClamp;
  });
}
MUresult muTexRefSetMaxAnisotropy(MUtexref hTexRef, unsigned maxAniso) {
  return set(hTexRef, &MUSA_TEXTURE_DESC::maxAnisotropy, maxAniso);
}
MUresult muTexRefGetMaxAnisotropy(int *pmaxAniso, MUtexref hTexRef) {
  return get(hTexRef, &MUSA_TEXTURE_DESC::maxAnisotropy, pmaxAniso);
}
MUresult muTexRefSetBorderColor(MUtexref hTexRef, float *pBorderColor) {
  return changeTexture(hTexRef, [&](TexRef &reference) {
    requireDriver(pBorderColor != nullptr);
    std::copy(pBorderColor, pBorderColor + 4, reference.sampling.borderColor);
  });
}
MUresult muTexRefGetBorderColor(float *pBorderColor, MUtexref hTexRef) {
  return driver([&] {
    requireDriver(pBorderColor != nullptr);
    const std::shared_ptr<TexRef> found = findTexRef(hTexRef);
    std::copy(found->sampling.borderColor, found->sampling.borderColor + 4, pBorderColor);
  });
}
MUresult muTexRefSetFlags(MUtexref hTexRef, unsigned Flags) {
  return changeTexture(hTexRef, [&](TexRef &reference) {
    reference.sampling.flags = Flags;
    samplingOf(reference.sampling, channelsOf(MU_AD_FORMAT_FLOAT, 1)); // are there such flags?
  });
}
MUresult muTexRefGetFlags(unsigned *pFlags, MUtexref hTexRef) {
  return get(hTexRef, &MUSA_TEXTURE_DESC::flags, pFlags);
}

// ------------------------------------------------------------------------------- surfaces

MUresult muSurfRefSetArray(MUsurfref hSurfRef, MUarray hArray, unsigned Flags) {
  return driver([&] {
    const std::shared_ptr<SurfRef> found = surfRefs().table.find(hSurfRef);
    const TextureReference reference = referenceOf(found->variable, false);
    requireDriver(Flags == 0 && hArray != nullptr);
    musaResourceDesc resource = {};
    resource.resType = musaResourceTypeArray;
    resource.res.array.array = arrayOf(hArray);
    bindReference(reference, makeSurface(resource));
    found->array = hArray;
  });
}

MUresult muSurfRefGetArray(MUarray *phArray, MUsurfref hSurfRef) {
  return driver([&] {
    const std::shared_ptr<SurfRef> found = surfRefs().table.find(hSurfRef);
    referenceOf(found->variable, false);
    requireDriver(phArray != nullptr && found->array != nullptr);
    *phArray = found->array;
  });
}

} // extern "C"
