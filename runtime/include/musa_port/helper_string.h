//===- musa_port/helper_string.h - a program's arguments and data files -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Many public programs use a header of this name, which comes with NVIDIA's samples and with no
// toolkit. This is the port's own, with the same functions. An option is -name or --name, in any
// case, and its value follows a '='.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_HELPER_STRING_H
#define MUSA_PORT_HELPER_STRING_H

#include <fstream>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <string>
#include <strings.h>
#include <sys/stat.h>
#include <type_traits>

#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif

// What differs between systems' C libraries.
#ifndef STRCASECMP
#define STRCASECMP strcasecmp
#endif
#ifndef STRNCASECMP
#define STRNCASECMP strncasecmp
#endif
#ifndef STRCPY
#define STRCPY(to, size, from) strcpy(to, from)
#endif
#ifndef FOPEN
#define FOPEN(file, name, mode) ((file) = fopen(name, mode))
#endif
#ifndef FOPEN_FAIL
#define FOPEN_FAIL(file) ((file) == NULL)
#endif
#ifndef SSCANF
#define SSCANF sscanf
#endif
#ifndef SPRINTF
#define SPRINTF sprintf
#endif

/// Where `string` goes on behind its leading delimiters; 0 if it does not.
inline int stringRemoveDelimiter(char delimiter, const char *string) {
  int start = 0;
  while (string[start] == delimiter && delimiter != '\0')
    ++start;
  return string[start] == '\0' ? 0 : start;
}

/// Sets *extension to what follows the last dot of the name, and returns where that begins. Without
/// a dot it is the end of the name.
inline int getFileExtension(char *filename, char **extension) {
  char *dot = strrchr(filename, '.');
  *extension =
      dot == nullptr || strchr(dot, '/') != nullptr ? filename + strlen(filename) : dot + 1;
  return static_cast<int>(*extension - filename);
}

namespace musa_port {

/// What follows the name in `argument`, if that is the option `name`; else null. With `joined` a
/// number may follow without a '='. Programs also call a name "device=".
inline const char *afterOption(const char *argument, const char *name, bool joined) {
  argument += stringRemoveDelimiter('-', argument);
  size_t length = strlen(name);
  if (length > 0 && name[length - 1] == '=')
    --length;
  if (strncasecmp(argument, name, length) != 0)
    return nullptr;
  const char *rest = argument + length;
  const bool ends = *rest == '\0' || *rest == '=';
  const bool isNumber = strspn(rest, "+-.0123456789") > 0 && strchr(rest, '=') == nullptr;
  return ends || (joined && isNumber) ? rest : nullptr;
}

/// The text of an option's value; null if the option is not there or has none. The last one counts.
inline const char *optionValue(int argc, const char **argv, const char *name, bool joined) {
  const char *found = nullptr;
  for (int i = 1; i < argc; ++i)
    if (const char *rest = afterOption(argv[i], name, joined))
      found = *rest == '=' ? rest + 1 : rest;
  return found != nullptr && *found != '\0' ? found : nullptr;
}

template <class T> T numberOf(const char *text, std::true_type /*floating*/) {
  return static_cast<T>(strtod(text, nullptr));
}
template <class T> T numberOf(const char *text, std::false_type /*floating*/) {
  return static_cast<T>(strtoll(text, nullptr, 10));
}

} // namespace musa_port

inline bool checkCmdLineFlag(const int argc, const char **argv, const char *string_ref) {
  for (int i = 1; i < argc; ++i)
    if (musa_port::afterOption(argv[i], string_ref, false) != nullptr)
      return true;
  return false;
}

/// Leaves *value alone if the option has no value.
template <class T>
inline bool getCmdLineArgumentValue(const int argc, const char **argv, const char *string_ref,
                                    T *value) {
  const char *text = musa_port::optionValue(argc, argv, string_ref, true);
  if (text != nullptr)
    *value = musa_port::numberOf<T>(text, std::is_floating_point<T>());
  return text != nullptr;
}

inline int getCmdLineArgumentInt(const int argc, const char **argv, const char *string_ref) {
  int value = 0;
  getCmdLineArgumentValue(argc, argv, string_ref, &value);
  return value;
}

inline float getCmdLineArgumentFloat(const int argc, const char **argv, const char *string_ref) {
  float value = 0;
  getCmdLineArgumentValue(argc, argv, string_ref, &value);
  return value;
}

/// Sets *string_retval to null if the option has no value.
inline bool getCmdLineArgumentString(const int argc, const char **argv, const char *string_ref,
                                     char **string_retval) {
  *string_retval = const_cast<char *>(musa_port::optionValue(argc, argv, string_ref, false));
  return *string_retval != nullptr;
}

/// The path of a data file, which the caller frees; null if there is none. It is looked for from
/// the working directory and from the executable's folder, in the folders that samples keep data
/// in, and in those of the folders above.
inline char *sdkFindFilePath(const char *filename, const char *executable_path) {
  if (filename == nullptr || *filename == '\0')
    return nullptr;
  const std::string executable = executable_path != nullptr ? executable_path : "";
  const size_t slash = executable.rfind('/');
  const std::string program = executable.substr(slash == std::string::npos ? 0 : slash + 1);
  const std::string beside = slash == std::string::npos ? "" : executable.substr(0, slash + 1);
  const std::string inside[] = {"",
                                "data/",
                                program + "/",
                                program + "/data/",
                                "common/",
                                "common/data/",
                                "Common/",
                                "Common/data/",
                                "src/" + program + "/",
                                "src/" + program + "/data/",
                                "inc/"};
  const int mostAbove = 5; // samples are built in folders of folders
  std::string above;
  for (int level = 0; level <= mostAbove; ++level, above += "../")
    for (int from = 0; from < (beside.empty() ? 1 : 2); ++from)
      for (const std::string &folder : inside) {
        const bool isAbsolute = *filename == '/';
        const std::string path =
            isAbsolute ? filename : (from == 0 ? "./" : beside) + above + folder + filename;
        struct stat status;
        if (stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode))
          return strdup(path.c_str());
        if (isAbsolute)
          return nullptr;
      }
  return nullptr;
}

#endif // MUSA_PORT_HELPER_STRING_H
