//===- texture_types.h - what a texture object is made of --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For C and C++.
//===----------------------------------------------------------------------===//
#ifndef __TEXTURE_TYPES_H__
#define __TEXTURE_TYPES_H__

#include "driver_types.h"

#define musaTextureType1D 0x01
#define musaTextureType2D 0x02
#define musaTextureType3D 0x03
#define musaTextureTypeCubemap 0x0C
#define musaTextureType1DLayered 0xF1
#define musaTextureType2DLayered 0xF2
#define musaTextureTypeCubemapLayered 0xFC

typedef unsigned long long musaTextureObject_t;

enum musaTextureAddressMode {
  musaAddressModeWrap = 0,
  musaAddressModeClamp = 1,
  musaAddressModeMirror = 2,
  musaAddressModeBorder = 3
};

enum musaTextureFilterMode { musaFilterModePoint = 0, musaFilterModeLinear = 1 };

enum musaTextureReadMode { musaReadModeElementType = 0, musaReadModeNormalizedFloat = 1 };

struct musaTextureDesc {
  enum musaTextureAddressMode addressMode[3];
  enum musaTextureFilterMode filterMode;
  enum musaTextureReadMode readMode;
  int sRGB;
  float borderColor[4];
  int normalizedCoords;
  unsigned int maxAnisotropy;
  enum musaTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias;
  float minMipmapLevelClamp;
  float maxMipmapLevelClamp;
  int disableTrilinearOptimization;
  int seamlessCubemap;
};

/* The host's part of a texture reference, a variable of the type texture<>. It is read when memory
   is bound to the variable. */
struct textureReference {
  int normalized; /* whether coordinates are */
  enum musaTextureFilterMode filterMode;
  enum musaTextureAddressMode addressMode[3];
  struct musaChannelFormatDesc channelDesc;
  int sRGB;
  unsigned int maxAnisotropy;
  enum musaTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias;
  float minMipmapLevelClamp;
  float maxMipmapLevelClamp;
  int disableTrilinearOptimization;
};

// -------------------------------------------------------------- the memory that is read or written

enum musaResourceType {
  musaResourceTypeArray = 0,
  musaResourceTypeMipmappedArray = 1,
  musaResourceTypeLinear = 2,
  musaResourceTypePitch2D = 3
};

struct musaResourceDesc {
  enum musaResourceType resType;
  union {
    struct {
      musaArray_t array;
    } array;
    struct {
      musaMipmappedArray_t mipmap;
    } mipmap;
    struct {
      void *devPtr;
      struct musaChannelFormatDesc desc;
      size_t sizeInBytes;
    } linear;
    struct {
      void *devPtr;
      struct musaChannelFormatDesc desc;
      size_t width;  /* elements */
      size_t height; /* elements */
      size_t pitchInBytes;
    } pitch2D;
  } res;
};

enum musaResourceViewFormat {
  musaResViewFormatNone = 0x00,
  musaResViewFormatUnsignedChar1 = 0x01,
  musaResViewFormatUnsignedChar2 = 0x02,
  musaResViewFormatUnsignedChar4 = 0x03,
  musaResViewFormatSignedChar1 = 0x04,
  musaResViewFormatSignedChar2 = 0x05,
  musaResViewFormatSignedChar4 = 0x06,
  musaResViewFormatUnsignedShort1 = 0x07,
  musaResViewFormatUnsignedShort2 = 0x08,
  musaResViewFormatUnsignedShort4 = 0x09,
  musaResViewFormatSignedShort1 = 0x0a,
  musaResViewFormatSignedShort2 = 0x0b,
  musaResViewFormatSignedShort4 = 0x0c,
  musaResViewFormatUnsignedInt1 = 0x0d,
  musaResViewFormatUnsignedInt2 = 0x0e,
  musaResViewFormatUnsignedInt4 = 0x0f,
  musaResViewFormatSignedInt1 = 0x10,
  musaResViewFormatSignedInt2 = 0x11,
  musaResViewFormatSignedInt4 = 0x12,
  musaResViewFormatHalf1 = 0x13,
  musaResViewFormatHalf2 = 0x14,
  musaResViewFormatHalf4 = 0x15,
  musaResViewFormatFloat1 = 0x16,
  musaResViewFormatFloat2 = 0x17,
  musaResViewFormatFloat4 = 0x18,
  musaResViewFormatUnsignedBlockCompressed1 = 0x19,
  musaResViewFormatUnsignedBlockCompressed2 = 0x1a,
  musaResViewFormatUnsignedBlockCompressed3 = 0x1b,
  musaResViewFormatUnsignedBlockCompressed4 = 0x1c,
  musaResViewFormatSignedBlockCompressed4 = 0x1d,
  musaResViewFormatUnsignedBlockCompressed5 = 0x1e,
  musaResViewFormatSignedBlockCompressed5 = 0x1f,
  musaResViewFormatUnsignedBlockCompressed6H = 0x20,
  musaResViewFormatSignedBlockCompressed6H = 0x21,
  musaResViewFormatUnsignedBlockCompressed7 = 0x22
};

struct musaResourceViewDesc {
  enum musaResourceViewFormat format;
  size_t width;
  size_t height;
  size_t depth;
  unsigned int firstMipmapLevel;
  unsigned int lastMipmapLevel;
  unsigned int firstLayer;
  unsigned int lastLayer;
};

#endif // __TEXTURE_TYPES_H__
