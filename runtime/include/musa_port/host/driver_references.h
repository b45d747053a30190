//===- musa_port/host/driver_references.h - texture and surface references --*- C -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Part of musa.h, for C and C++: the references of modules, as CUDA had them until version 11.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_HOST_DRIVER_REFERENCES_H
#define MUSA_PORT_HOST_DRIVER_REFERENCES_H

#define muTexRefSetAddress muTexRefSetAddress_v2
#define muTexRefSetAddress2D muTexRefSetAddress2D_v3
#define muTexRefGetAddress muTexRefGetAddress_v2

#define MU_TRSA_OVERRIDE_FORMAT 0x01
#define MU_PARAM_TR_DEFAULT -1

typedef struct MUtexref_st *MUtexref;
typedef struct MUsurfref_st *MUsurfref;

#if defined(__cplusplus)
extern "C" {
#endif
#pragma GCC visibility push(default)

MUresult muModuleGetTexRef(MUtexref *pTexRef, MUmodule hmod, const char *name);
MUresult muModuleGetSurfRef(MUsurfref *pSurfRef, MUmodule hmod, const char *name);

MUresult muTexRefCreate(MUtexref *pTexRef);
MUresult muTexRefDestroy(MUtexref hTexRef);
MUresult muTexRefSetArray(MUtexref hTexRef, MUarray hArray, unsigned int Flags);
MUresult muTexRefSetMipmappedArray(MUtexref hTexRef, MUmipmappedArray hMipmappedArray,
                                   unsigned int Flags);
MUresult muTexRefSetAddress(size_t *ByteOffset, MUtexref hTexRef, MUdeviceptr dptr, size_t bytes);
MUresult muTexRefSetAddress2D(MUtexref hTexRef, const MUSA_ARRAY_DESCRIPTOR *desc, MUdeviceptr dptr,
                              size_t Pitch);
MUresult muTexRefSetFormat(MUtexref hTexRef, MUarray_format fmt, int NumPackedComponents);
MUresult muTexRefSetAddressMode(MUtexref hTexRef, int dim, MUaddress_mode am);
MUresult muTexRefSetFilterMode(MUtexref hTexRef, MUfilter_mode fm);
MUresult muTexRefSetMipmapFilterMode(MUtexref hTexRef, MUfilter_mode fm);
MUresult muTexRefSetMipmapLevelBias(MUtexref hTexRef, float bias);
MUresult muTexRefSetMipmapLevelClamp(MUtexref hTexRef, float minMipmapLevelClamp,
                                     float maxMipmapLevelClamp);
MUresult muTexRefSetMaxAnisotropy(MUtexref hTexRef, unsigned int maxAniso);
MUresult muTexRefSetBorderColor(MUtexref hTexRef, float *pBorderColor);
MUresult muTexRefSetFlags(MUtexref hTexRef, unsigned int Flags);
MUresult muTexRefGetAddress(MUdeviceptr *pdptr, MUtexref hTexRef);
MUresult muTexRefGetArray(MUarray *phArray, MUtexref hTexRef);
MUresult muTexRefGetMipmappedArray(MUmipmappedArray *phMipmappedArray, MUtexref hTexRef);
MUresult muTexRefGetAddressMode(MUaddress_mode *pam, MUtexref hTexRef, int dim);
MUresult muTexRefGetFilterMode(MUfilter_mode *pfm, MUtexref hTexRef);
MUresult muTexRefGetFormat(MUarray_format *pFormat, int *pNumChannels, MUtexref hTexRef);
MUresult muTexRefGetMipmapFilterMode(MUfilter_mode *pfm, MUtexref hTexRef);
MUresult muTexRefGetMipmapLevelBias(float *pbias, MUtexref hTexRef);
MUresult muTexRefGetMipmapLevelClamp(float *pminMipmapLevelClamp, float *pmaxMipmapLevelClamp,
                                     MUtexref hTexRef);
MUresult muTexRefGetMaxAnisotropy(int *pmaxAniso, MUtexref hTexRef);
MUresult muTexRefGetBorderColor(float *pBorderColor, MUtexref hTexRef);
MUresult muTexRefGetFlags(unsigned int *pFlags, MUtexref hTexRef);

MUresult muSurfRefSetArray(MUsurfref hSurfRef, MUarray hArray, unsigned int Flags);
MUresult muSurfRefGetArray(MUarray *phArray, MUsurfref hSurfRef);

#pragma GCC visibility pop
#if defined(__cplusplus)
} // extern "C"
#endif

#endif /* MUSA_PORT_HOST_DRIVER_REFERENCES_H */
