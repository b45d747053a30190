// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Texture and surface references of modules: binding, how they are read, what they tell, wrong use.
// MCC: -lmupti -lmusa
#include "check.h"

#include <algorithm>
#include <mupti.h>
#include <musa.h>
#include <string>
#include <vector>

texture<float, 1, musaReadModeElementType> linear;
texture<float, 2> plane;
texture<unsigned char, 2, musaReadModeNormalizedFloat> bytes;
surface<void, 2> written;
__device__ int number;

extern "C" __global__ void readLinear(float *out) {
  out[threadIdx.x] = tex1Dfetch(linear, static_cast<int>(threadIdx.x));
}
extern "C" __global__ void readPlane(float *out, float x, float y) { *out = tex2D(plane, x, y); }
extern "C" __global__ void readBytes(float *out, float x, float y) { *out = tex2D(bytes, x, y); }
extern "C" __global__ void write(int x, int y, float value) {
  surf2Dwrite(value, written, x * 4, y);
}

namespace {

#define CHECK_MU(call) CHECK_EQUAL(call, MUSA_SUCCESS)

constexpr unsigned width = 4, height = 3;

MUmodule module;
float *out; ///< managed

MUtexref textureOf(const char *name) {
  MUtexref found = nullptr, again = nullptr;
  CHECK_MU(muModuleGetTexRef(&found, module, name));
  CHECK_MU(muModuleGetTexRef(&again, module, name));
  CHECK(found != nullptr && found == again);
  return found;
}

float at(const char *kernel, float x, float y) {
  MUfunction function = nullptr;
  CHECK_MU(muModuleGetFunction(&function, module, kernel));
  void *arguments[] = {&out, &x, &y};
  CHECK_MU(muLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
  CHECK_MU(muCtxSynchronize());
  return *out;
}

MUarray makeArray(MUarray_format format, unsigned flags, const void *data, size_t elementBytes) {
  MUSA_ARRAY3D_DESCRIPTOR descriptor = {};
  descriptor.Width = width;
  descriptor.Height = height;
  descriptor.Format = format;
  descriptor.NumChannels = 1;
  descriptor.Flags = flags;
  MUarray array = nullptr;
  CHECK_MU(muArray3DCreate(&array, &descriptor));
  MUSA_MEMCPY2D copy = {};
  copy.srcMemoryType = MU_MEMORYTYPE_HOST;
  copy.srcHost = data;
  copy.srcPitch = copy.WidthInBytes = width * elementBytes;
  copy.dstMemoryType = MU_MEMORYTYPE_ARRAY;
  copy.dstArray = array;
  copy.Height = height;
  CHECK_MU(muMemcpy2D(&copy));
  return array;
}

void testMemory() {
  constexpr int n = 16;
  const MUtexref texref = textureOf("linear");
  MUarray_format format = MU_AD_FORMAT_HALF;
  int channels = 0;
  CHECK_MU(muTexRefGetFormat(&format, &channels, texref)); // the variable's own
  CHECK_EQUAL(format, MU_AD_FORMAT_FLOAT);
  CHECK_EQUAL(channels, 1);
  std::vector<float> values(n);
  for (int i = 0; i < n; ++i)
    values[static_cast<size_t>(i)] = static_cast<float>(i) * 1.5f;
  MUdeviceptr memory = 0, found = 0;
  CHECK_MU(muMemAlloc(&memory, n * sizeof(float)));
  CHECK_MU(muMemcpyHtoD(memory, values.data(), n * sizeof(float)));
  size_t offset = 5;
  CHECK_EQUAL(muTexRefGetAddress(&found, texref), MUSA_ERROR_INVALID_VALUE); // nothing is bound
  CHECK_MU(muTexRefSetAddress(&offset, texref, memory, n * sizeof(float)));
  CHECK_EQUAL(offset, size_t{0});
  CHECK_MU(muTexRefGetAddress(&found, texref));
  CHECK_EQUAL(found, memory);
  MUfunction function = nullptr;
  CHECK_MU(muModuleGetFunction(&function, module, "readLinear"));
  void *arguments[] = {&out};
  CHECK_MU(muLaunchKernel(function, 1, 1, 1, n, 1, 1, 0, nullptr, arguments, nullptr));
  CHECK_MU(muCtxSynchronize());
  CHECK(std::equal(values.begin(), values.end(), out));

  // Another format, for what is bound.
  CHECK_MU(muTexRefSetFormat(texref, MU_AD_FORMAT_UNSIGNED_INT8, 1));
  CHECK_MU(muTexRefSetFormat(texref, MU_AD_FORMAT_FLOAT, 2));
  CHECK_MU(muLaunchKernel(function, 1, 1, 1, 4, 1, 1, 0, nullptr, arguments, nullptr));
  CHECK_MU(muCtxSynchronize());
  CHECK_EQUAL(out[3], 9.0f); // the first of the fourth pair
  CHECK_MU(muTexRefSetFormat(texref, MU_AD_FORMAT_FLOAT, 1));

  // The runtime API binds the same variable.
  CHECK_MUSA(musaBindTexture(nullptr, linear, reinterpret_cast<void *>(memory + 4), 8));
  CHECK_MU(muLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
  CHECK_MU(muCtxSynchronize());
  CHECK_EQUAL(*out, 1.5f);
  CHECK_MU(muTexRefSetAddress(nullptr, texref, 0, 0)); // unbinds
  CHECK_EQUAL(musaGetTextureAlignmentOffset(&offset, linear), musaErrorInvalidTextureBinding);

  // Rows with a pitch.
  const std::vector<float> rows = {1, 2, 3, 4, 0, 0, 0, 0, 5, 6, 7, 8, 0, 0, 0, 0};
  CHECK_MU(muMemcpyHtoD(memory, rows.data(), n * sizeof(float)));
  const MUSA_ARRAY_DESCRIPTOR descriptor = {4, 2, MU_AD_FORMAT_FLOAT, 1};
  const MUtexref two = textureOf("plane");
  CHECK_MU(muTexRefSetAddress2D(two, &descriptor, memory, 8 * sizeof(float)));
  CHECK_EQUAL(at("readPlane", 2.5f, 1.5f), 7.0f);
  CHECK_MU(muTexRefGetAddress(&found, two));
  CHECK_EQUAL(found, memory);
  CHECK_EQUAL(muTexRefSetAddress2D(two, nullptr, memory, 32), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(at("readPlane", 2.5f, 1.5f), 7.0f); // as before
  CHECK_MU(muTexRefSetArray(two, nullptr, MU_TRSA_OVERRIDE_FORMAT));
  CHECK_MU(muMemFree(memory));
}

void testArrays() {
  std::vector<float> values(width * height);
  std::vector<unsigned char> small(width * height);
  for (size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<float>(i);
    small[i] = static_cast<unsigned char>(i * 17);
  }
  const MUarray array = makeArray(MU_AD_FORMAT_FLOAT, MUSA_ARRAY3D_SURFACE_LDST, values.data(), 4);
  const MUarray ofBytes = makeArray(MU_AD_FORMAT_UNSIGNED_INT8, 0, small.data(), 1);
  const MUtexref texref = textureOf("plane"), normalized = textureOf("bytes");
  CHECK_EQUAL(muTexRefSetArray(texref, array, 0), MUSA_ERROR_INVALID_VALUE);
  CHECK_MU(muTexRefSetArray(texref, array, MU_TRSA_OVERRIDE_FORMAT));
  CHECK_EQUAL(at("readPlane", 1.5f, 2.5f), 9.0f);
  MUarray found = nullptr;
  CHECK_MU(muTexRefGetArray(&found, texref));
  CHECK(found == array);
  MUmipmappedArray levels = nullptr;
  CHECK_EQUAL(muTexRefGetMipmappedArray(&levels, texref), MUSA_ERROR_INVALID_VALUE);

  // What is bound is read as the reference says from now on.
  CHECK_MU(muTexRefSetFilterMode(texref, MU_TR_FILTER_MODE_LINEAR));
  CHECK_EQUAL(at("readPlane", 2.0f, 0.5f), 1.5f);
  CHECK_MU(muTexRefSetFlags(texref, MU_TRSF_NORMALIZED_COORDINATES));
  CHECK_EQUAL(at("readPlane", 0.5f, 0.5f), 5.5f);
  CHECK_MU(muTexRefSetFilterMode(texref, MU_TR_FILTER_MODE_POINT));
  CHECK_EQUAL(at("readPlane", 1.125f, 0.5f), 7.0f); // clamped
  for (int dim = 0; dim < 2; ++dim)
    CHECK_MU(muTexRefSetAddressMode(texref, dim, MU_TR_ADDRESS_MODE_WRAP));
  CHECK_EQUAL(at("readPlane", 1.125f, 0.5f), 4.0f);
  CHECK_MU(muTexRefSetFlags(texref, 0));
  float border[4] = {-3, 0, 0, 0}, color[4] = {};
  CHECK_MU(muTexRefSetBorderColor(texref, border));
  CHECK_MU(muTexRefGetBorderColor(color, texref));
  CHECK_EQUAL(color[0], -3.0f);
  for (int dim = 0; dim < 2; ++dim)
    CHECK_MU(muTexRefSetAddressMode(texref, dim, MU_TR_ADDRESS_MODE_BORDER));
  CHECK_EQUAL(at("readPlane", 4.5f, 0.5f), -3.0f);
  MUaddress_mode mode = MU_TR_ADDRESS_MODE_WRAP;
  MUfilter_mode filter = MU_TR_FILTER_MODE_LINEAR;
  unsigned flags = 9;
  CHECK_MU(muTexRefGetAddressMode(&mode, texref, 1));
  CHECK_MU(muTexRefGetFilterMode(&filter, texref));
  CHECK_MU(muTexRefGetFlags(&flags, texref));
  CHECK_EQUAL(mode, MU_TR_ADDRESS_MODE_BORDER);
  CHECK_EQUAL(filter, MU_TR_FILTER_MODE_POINT);
  CHECK_EQUAL(flags, 0u);

  // Integers are read as numbers from 0 to 1.
  CHECK_MU(muTexRefSetArray(normalized, ofBytes, MU_TRSA_OVERRIDE_FORMAT));
  MUarray_format format = MU_AD_FORMAT_HALF;
  CHECK_MU(muTexRefGetFormat(&format, nullptr, normalized));
  CHECK_EQUAL(format, MU_AD_FORMAT_UNSIGNED_INT8);
  CHECK_EQUAL(at("readBytes", 1.5f, 1.5f), 85.0f / 255);

  MUsurfref surfref = nullptr, same = nullptr;
  CHECK_MU(muModuleGetSurfRef(&surfref, module, "written"));
  CHECK_MU(muModuleGetSurfRef(&same, module, "written"));
  CHECK(surfref == same);
  CHECK_EQUAL(muSurfRefGetArray(&found, surfref), MUSA_ERROR_INVALID_VALUE);
  CHECK_MU(muSurfRefSetArray(surfref, array, 0));
  CHECK_MU(muSurfRefGetArray(&found, surfref));
  CHECK(found == array);
  write<<<1, 1>>>(1, 2, 44);
  CHECK_EQUAL(at("readPlane", 1.5f, 2.5f), 44.0f);
  CHECK_EQUAL(muSurfRefSetArray(surfref, array, 1), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muSurfRefSetArray(surfref, ofBytes, 0), MUSA_ERROR_INVALID_VALUE); // not for surfaces
  CHECK_EQUAL(muSurfRefSetArray(surfref, nullptr, 0), MUSA_ERROR_INVALID_VALUE);
}

void testLevels() {
  MUSA_ARRAY3D_DESCRIPTOR descriptor = {};
  descriptor.Width = descriptor.Height = 4;
  descriptor.Format = MU_AD_FORMAT_FLOAT;
  descriptor.NumChannels = 1;
  MUmipmappedArray levels = nullptr, found = nullptr;
  CHECK_MU(muMipmappedArrayCreate(&levels, &descriptor, 2));
  const MUtexref texref = textureOf("plane");
  CHECK_EQUAL(muTexRefSetMipmappedArray(texref, levels, MU_TRSA_OVERRIDE_FORMAT),
              MUSA_ERROR_INVALID_VALUE); // levels need normalized coordinates
  CHECK_MU(muTexRefSetFlags(texref, MU_TRSF_NORMALIZED_COORDINATES));
  CHECK_MU(muTexRefSetMipmappedArray(texref, levels, MU_TRSA_OVERRIDE_FORMAT));
  CHECK_MU(muTexRefGetMipmappedArray(&found, texref));
  CHECK(found == levels);
  CHECK_MU(muTexRefSetMipmapFilterMode(texref, MU_TR_FILTER_MODE_LINEAR));
  CHECK_MU(muTexRefSetMipmapLevelBias(texref, 0.5f));
  CHECK_MU(muTexRefSetMipmapLevelClamp(texref, 0.25f, 1));
  CHECK_MU(muTexRefSetMaxAnisotropy(texref, 4));
  MUfilter_mode filter = MU_TR_FILTER_MODE_POINT;
  float bias = 0, least = 0, most = 0;
  int anisotropy = 0;
  CHECK_MU(muTexRefGetMipmapFilterMode(&filter, texref));
  CHECK_MU(muTexRefGetMipmapLevelBias(&bias, texref));
  CHECK_MU(muTexRefGetMipmapLevelClamp(&least, &most, texref));
  CHECK_MU(muTexRefGetMaxAnisotropy(&anisotropy, texref));
  CHECK_EQUAL(filter, MU_TR_FILTER_MODE_LINEAR);
  CHECK_EQUAL(bias, 0.5f);
  CHECK_EQUAL(least, 0.25f);
  CHECK_EQUAL(most, 1.0f);
  CHECK_EQUAL(anisotropy, 4);
  CHECK_MU(muTexRefSetMipmappedArray(texref, nullptr, MU_TRSA_OVERRIDE_FORMAT));
}

void testErrors() {
  MUtexref texref = nullptr;
  MUsurfref surfref = nullptr;
  CHECK_EQUAL(muModuleGetTexRef(&texref, module, "missing"), MUSA_ERROR_NOT_FOUND);
  CHECK_EQUAL(muModuleGetTexRef(&texref, module, "number"), MUSA_ERROR_NOT_FOUND);
  CHECK_EQUAL(muModuleGetTexRef(&texref, module, "written"), MUSA_ERROR_NOT_FOUND);
  CHECK_EQUAL(muModuleGetSurfRef(&surfref, module, "plane"), MUSA_ERROR_NOT_FOUND);
  CHECK_EQUAL(muModuleGetTexRef(nullptr, module, "plane"), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muModuleGetTexRef(&texref, nullptr, "plane"), MUSA_ERROR_INVALID_HANDLE);
  texref = textureOf("plane");
  CHECK_EQUAL(muTexRefDestroy(texref), MUSA_ERROR_INVALID_VALUE); // the module's
  CHECK_EQUAL(muTexRefSetAddressMode(texref, 3, MU_TR_ADDRESS_MODE_CLAMP),
              MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muTexRefSetAddressMode(texref, 0, static_cast<MUaddress_mode>(4)),
              MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muTexRefSetFilterMode(texref, static_cast<MUfilter_mode>(2)),
              MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muTexRefSetFlags(texref, 0x100), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muTexRefSetFormat(texref, MU_AD_FORMAT_FLOAT, 3), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muTexRefGetFlags(nullptr, texref), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muTexRefSetBorderColor(texref, nullptr), MUSA_ERROR_INVALID_VALUE);

  MUtexref own = nullptr;
  CHECK_MU(muTexRefCreate(&own));
  CHECK_MU(muTexRefSetFormat(own, MU_AD_FORMAT_SIGNED_INT16, 2));
  int channels = 0;
  MUarray_format format = MU_AD_FORMAT_FLOAT;
  CHECK_MU(muTexRefGetFormat(&format, &channels, own));
  CHECK_EQUAL(format, MU_AD_FORMAT_SIGNED_INT16);
  CHECK_EQUAL(channels, 2);
  CHECK_MU(muTexRefDestroy(own));
}

/// Names of calls, as a profiler is told them.
std::vector<std::string> told;

void onCall(void *, MUpti_CallbackDomain, MUpti_CallbackId, const void *data) {
  const auto &call = *static_cast<const MUpti_CallbackData *>(data);
  if (call.callbackSite == MUPTI_API_ENTER)
    told.emplace_back(call.functionName);
}

template <typename Calls> std::vector<std::string> namesOf(Calls calls) {
  MUpti_SubscriberHandle subscriber = nullptr;
  told.clear();
  CHECK_EQUAL(muptiSubscribe(&subscriber, onCall, nullptr), MUPTI_SUCCESS);
  CHECK_EQUAL(muptiEnableDomain(1, subscriber, MUPTI_CB_DOMAIN_DRIVER_API), MUPTI_SUCCESS);
  calls();
  CHECK_EQUAL(muptiUnsubscribe(subscriber), MUPTI_SUCCESS);
  return told;
}

void testNames() {
  const MUtexref texref = textureOf("linear");
  MUfilter_mode mode;
  const std::vector<std::string> names = namesOf([&] {
    CHECK_MU(muTexRefSetArray(texref, nullptr, MU_TRSA_OVERRIDE_FORMAT));
    CHECK_MU(muTexRefSetMipmapLevelBias(texref, 0));
    CHECK_EQUAL(muTexRefSetFilterMode(texref, static_cast<MUfilter_mode>(2)),
                MUSA_ERROR_INVALID_VALUE);
    CHECK_MU(muTexRefGetFilterMode(&mode, texref));
  });
  CHECK(names == (std::vector<std::string>{"muTexRefSetArray", "muTexRefSetMipmapLevelBias",
                                           "muTexRefSetFilterMode", "muTexRefGetFilterMode"}));
}

} // namespace

int main() {
  CHECK_MU(muInit(0));
  CHECK_MUSA(musaMallocManaged(&out, 64 * sizeof(float)));
  CHECK_MU(muModuleLoad(&module, ""));
  testMemory();
  testArrays();
  testLevels();
  testErrors();
  testNames();
  return CHECK_RESULT();
}
