//===- musa_port/helper_image.h - images, numbers in files, comparisons -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The port's own header of a name that comes with NVIDIA's samples, see helper_string.h. Images are
// binary PGM (grey, P5) and PPM (red, green, blue, P6). What a function loads into a null pointer
// is from malloc(), and the caller frees it; another pointer has room for an image of *w times *h.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_HELPER_IMAGE_H
#define MUSA_PORT_HELPER_IMAGE_H

#include <musa_port/helper_string.h>

#include <algorithm>
#include <assert.h>
#include <fstream>
#include <iostream>
#include <iterator>
#include <math.h>
#include <stdint.h>
#include <string>
#include <type_traits>
#include <vector>

#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif
#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif
#ifndef __MIN_EPSILON_ERROR
#define __MIN_EPSILON_ERROR 1e-3f
#endif

namespace musa_port {

/// A number of an image's header; 0 if there is none. Comments stand between numbers, too.
inline unsigned int imageNumber(std::istream &in) {
  unsigned int number = 0;
  while ((in >> std::ws) && in.peek() == '#')
    in.ignore(1 << 20, '\n');
  return in >> number ? number : 0;
}

/// Gives `data` room for `size` elements. If it has some already, it is for `known` elements.
template <class T> bool makeRoom(T **data, size_t known, size_t size) {
  if (*data != nullptr)
    return known == size;
  *data = static_cast<T *>(malloc(size * sizeof(T)));
  return *data != nullptr;
}

/// A byte of a pixel as the program has it: between 0 and 1, or as it is.
template <class T> T fromByte(unsigned char byte) {
  return std::is_floating_point<T>::value ? static_cast<T>(static_cast<float>(byte) / 255.0f)
                                          : static_cast<T>(byte);
}
template <class T> unsigned char toByte(T value) {
  if (!std::is_floating_point<T>::value)
    return static_cast<unsigned char>(value);
  const float scaled = static_cast<float>(value) * 255.0f;
  return static_cast<unsigned char>(scaled > 0.0f ? (scaled < 255.0f ? scaled : 255.0f) : 0.0f);
}

/// Loads `channels` a pixel, and writes `stride`; those that the file has not are 0.
template <class T>
bool loadImage(const char *file, unsigned int channels, unsigned int stride, T **data,
               unsigned int *w, unsigned int *h) {
  std::ifstream in(file, std::ios::binary);
  char magic[2] = {};
  if (!in.read(magic, 2) || magic[0] != 'P' || magic[1] != (channels == 1 ? '5' : '6')) {
    std::cerr << file << ": no " << (channels == 1 ? "PGM (P5)" : "PPM (P6)") << " image\n";
    return false;
  }
  const unsigned int width = imageNumber(in), height = imageNumber(in), most = imageNumber(in);
  in.get(); // one character ends the header
  std::vector<unsigned char> bytes;
  if (most > 0 && most < 256)
    bytes.assign(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  const size_t pixels = static_cast<size_t>(width) * height;
  if (pixels == 0 || bytes.size() / channels < pixels) {
    std::cerr << file << ": the image's header or its bytes are not complete\n";
    return false;
  }
  const size_t room = *data != nullptr && *w == width && *h == height ? pixels * stride : 0;
  if (!makeRoom(data, room, pixels * stride)) {
    std::cerr << file << ": there is no room for " << width << " x " << height << " pixels\n";
    return false;
  }
  for (size_t pixel = 0; pixel < pixels; ++pixel)
    for (unsigned int i = 0; i < stride; ++i)
      (*data)[pixel * stride + i] =
          i < channels ? fromByte<T>(bytes[pixel * channels + i]) : static_cast<T>(0);
  *w = width;
  *h = height;
  return true;
}

/// Writes the first `channels` of each `stride`.
template <class T>
bool saveImage(const char *file, unsigned int channels, unsigned int stride, const T *data,
               unsigned int w, unsigned int h) {
  assert(data != nullptr && w > 0 && h > 0);
  std::ofstream out(file, std::ios::binary);
  out << (channels == 1 ? "P5\n" : "P6\n") << w << "\n" << h << "\n255\n";
  for (size_t pixel = 0; pixel < static_cast<size_t>(w) * h; ++pixel)
    for (unsigned int i = 0; i < channels; ++i)
      out.put(static_cast<char>(toByte(data[pixel * stride + i])));
  out.close();
  if (!out)
    std::cerr << file << ": cannot be written\n";
  return static_cast<bool>(out);
}

/// With a threshold, that share of the elements may differ; says so if any does.
inline bool areFew(size_t errors, size_t elements, float threshold) {
  if (errors == 0)
    return true;
  const double share = static_cast<double>(errors) / static_cast<double>(elements);
  std::cout << errors << " of " << elements << " elements differ (" << 100 * share << " %)\n";
  return threshold > 0.0f && share < static_cast<double>(threshold);
}

} // namespace musa_port

template <class T>
inline bool sdkLoadPGM(const char *file, T **data, unsigned int *w, unsigned int *h) {
  return musa_port::loadImage(file, 1, 1, data, w, h);
}

/// Four channels a pixel, of which the last is 0.
template <class T>
inline bool sdkLoadPPM4(const char *file, T **data, unsigned int *w, unsigned int *h) {
  return musa_port::loadImage(file, 3, 4, data, w, h);
}

inline bool sdkLoadPPM4ub(const char *file, unsigned char **data, unsigned int *w,
                          unsigned int *h) {
  return musa_port::loadImage(file, 3, 4, data, w, h);
}

inline bool sdkLoadPPMub(const char *file, unsigned char **data, unsigned int *w, unsigned int *h) {
  return musa_port::loadImage(file, 3, 3, data, w, h);
}

template <class T>
inline bool sdkSavePGM(const char *file, T *data, unsigned int w, unsigned int h) {
  return musa_port::saveImage(file, 1, 1, data, w, h);
}

inline bool sdkSavePPMub(const char *file, unsigned char *data, unsigned int w, unsigned int h) {
  return musa_port::saveImage(file, 3, 3, data, w, h);
}

/// The fourth channel is not written.
inline bool sdkSavePPM4ub(const char *file, unsigned char *data, unsigned int w, unsigned int h) {
  return musa_port::saveImage(file, 3, 4, data, w, h);
}

/// Whatever the file has, and how many channels that is.
inline bool __loadPPM(const char *file, unsigned char **data, unsigned int *w, unsigned int *h,
                      unsigned int *channels) {
  std::ifstream in(file, std::ios::binary);
  *channels = in.get() == 'P' && in.get() == '5' ? 1 : 3;
  return musa_port::loadImage(file, *channels, *channels, data, w, h);
}

inline bool __savePPM(const char *file, unsigned char *data, unsigned int w, unsigned int h,
                      unsigned int channels) {
  return musa_port::saveImage(file, channels, channels, data, w, h);
}

/// Numbers as text, with white space between them; a line with a # is a comment. *len is how many
/// `data` has room for, and is set if it has none yet.
template <class T>
inline bool sdkReadFile(const char *filename, T **data, unsigned int *len, bool verbose) {
  std::ifstream in(filename);
  if (!in) {
    if (verbose)
      std::cerr << filename << ": cannot be read\n";
    return false;
  }
  std::vector<T> values;
  for (T value; (in >> std::ws) && in.peek() != EOF;) {
    if (in.peek() == '#')
      in.ignore(1 << 20, '\n');
    else if (in >> value)
      values.push_back(value);
  }
  if (!musa_port::makeRoom(data, *len, values.size())) {
    if (verbose)
      std::cerr << filename << ": " << values.size() << " numbers, not " << *len << "\n";
    return false;
  }
  std::copy(values.begin(), values.end(), *data);
  *len = static_cast<unsigned int>(values.size());
  return true;
}

/// One block of a file of elements, in memory that is for data[block_num]; *len is how many they
/// are.
template <class T>
inline bool sdkReadFileBlocks(const char *filename, T **data, unsigned int *len,
                              unsigned int block_num, unsigned int block_size, bool verbose) {
  std::ifstream in(filename, std::ios::binary);
  data[block_num] = in ? static_cast<T *>(malloc(block_size)) : nullptr;
  if (data[block_num] == nullptr) {
    if (verbose)
      std::cerr << filename << ": cannot be read\n";
    return false;
  }
  in.seekg(static_cast<std::streamoff>(block_num) * block_size);
  in.read(reinterpret_cast<char *>(data[block_num]), block_size);
  *len = static_cast<unsigned int>(static_cast<size_t>(in.gcount()) / sizeof(T));
  return true;
}

/// As sdkReadFile() reads it; a comment says the epsilon that is for comparisons.
template <class T, class S>
inline bool sdkWriteFile(const char *filename, const T *data, unsigned int len, const S epsilon,
                         bool verbose, bool append = false) {
  std::ofstream out(filename, append ? std::ios::app : std::ios::trunc);
  if (!append)
    out << "# " << epsilon << "\n";
  for (unsigned int i = 0; i < len; ++i)
    out << data[i] << ' ';
  out << "\n";
  out.close();
  if (!out && verbose)
    std::cerr << filename << ": cannot be written\n";
  return static_cast<bool>(out);
}

template <class T, class S>
inline bool compareData(const T *reference, const T *data, const unsigned int len, const S epsilon,
                        const float threshold) {
  const double most = static_cast<double>(epsilon);
  size_t errors = 0;
  for (unsigned int i = 0; i < len; ++i)
    errors += !(fabs(static_cast<double>(reference[i]) - static_cast<double>(data[i])) <= most);
  return musa_port::areFew(errors, len, threshold);
}

/// An epsilon below __MIN_EPSILON_ERROR counts as that.
template <class T, class S>
inline bool compareDataAsFloatThreshold(const T *reference, const T *data, const unsigned int len,
                                        const S epsilon, const float threshold) {
  const float most = MAX(static_cast<float>(epsilon), __MIN_EPSILON_ERROR);
  size_t errors = 0;
  for (unsigned int i = 0; i < len; ++i)
    errors += !(fabsf(static_cast<float>(reference[i]) - static_cast<float>(data[i])) < most);
  return musa_port::areFew(errors, len, threshold);
}

/// Whether the difference's norm is small beside the reference's.
inline bool sdkCompareL2fe(const float *reference, const float *data, const unsigned int len,
                           const float epsilon) {
  double error = 0, norm = 0;
  for (unsigned int i = 0; i < len; ++i) {
    const double difference = static_cast<double>(reference[i]) - static_cast<double>(data[i]);
    error += difference * difference;
    norm += static_cast<double>(reference[i]) * static_cast<double>(reference[i]);
  }
  if (sqrt(norm) < 1e-7) {
    std::cerr << "the reference is 0: nothing can be compared with its norm\n";
    return false;
  }
  return sqrt(error / norm) < static_cast<double>(epsilon);
}

inline void sdkDumpBin(void *data, unsigned int bytes, const char *filename) {
  std::ofstream out(filename, std::ios::binary);
  out.write(static_cast<const char *>(data), bytes);
  out.close();
  if (!out)
    std::cerr << filename << ": cannot be written\n";
}

namespace musa_port {

/// The first elements of a file of sdkDumpBin().
template <class T>
bool readElements(const char *file, unsigned int count, std::vector<T> &elements) {
  elements.resize(count);
  std::ifstream in(file != nullptr ? file : "", std::ios::binary);
  in.read(reinterpret_cast<char *>(elements.data()),
          static_cast<std::streamsize>(count * sizeof(T)));
  if (!in)
    std::cerr << (file != nullptr ? file : "the reference") << ": has no " << count
              << " elements\n";
  return static_cast<bool>(in);
}

/// The two files' elements; the reference is found as data files are.
template <class T>
bool readBoth(const char *source, const char *reference, unsigned int count, const char *executable,
              std::vector<T> &results, std::vector<T> &expected) {
  char *path = sdkFindFilePath(reference, executable);
  const bool isRead = readElements(source, count, results) && readElements(path, count, expected);
  free(path);
  return isRead;
}

/// Two images as they are loaded by `load`, with `channels` a pixel.
template <class Load>
bool compareImages(Load load, unsigned int channels, const char *source, const char *reference,
                   float epsilon, float threshold, bool verbose) {
  unsigned char *results = nullptr, *expected = nullptr;
  unsigned int w = 0, h = 0, expectedW = 0, expectedH = 0;
  bool isSame =
      load(source, &results, &w, &h) && load(reference, &expected, &expectedW, &expectedH);
  if (isSame && (w != expectedW || h != expectedH)) {
    std::cerr << source << " and " << reference << " have not the same size\n";
    isSame = false;
  }
  isSame = isSame && compareData(expected, results, w * h * channels, epsilon, threshold);
  if (verbose)
    std::cout << source << (isSame ? " is as " : " is not as ") << reference << "\n";
  free(results);
  free(expected);
  return isSame;
}

} // namespace musa_port

inline bool sdkCompareBin2BinUint(const char *src_file, const char *ref_file,
                                  unsigned int nelements, const float epsilon,
                                  const float threshold, char *exec_path) {
  std::vector<unsigned int> results, expected;
  return musa_port::readBoth(src_file, ref_file, nelements, exec_path, results, expected) &&
         compareData(expected.data(), results.data(), nelements, epsilon, threshold);
}

inline bool sdkCompareBin2BinFloat(const char *src_file, const char *ref_file,
                                   unsigned int nelements, const float epsilon,
                                   const float threshold, char *exec_path) {
  std::vector<float> results, expected;
  return musa_port::readBoth(src_file, ref_file, nelements, exec_path, results, expected) &&
         compareDataAsFloatThreshold(expected.data(), results.data(), nelements, epsilon,
                                     threshold);
}

inline bool sdkComparePPM(const char *src_file, const char *ref_file, const float epsilon,
                          const float threshold, bool verboseErrors) {
  return musa_port::compareImages(sdkLoadPPM4ub, 4, src_file, ref_file, epsilon, threshold,
                                  verboseErrors);
}

inline bool sdkComparePGM(const char *src_file, const char *ref_file, const float epsilon,
                          const float threshold, bool verboseErrors) {
  return musa_port::compareImages(sdkLoadPGM<unsigned char>, 1, src_file, ref_file, epsilon,
                                  threshold, verboseErrors);
}

#endif // MUSA_PORT_HELPER_IMAGE_H
