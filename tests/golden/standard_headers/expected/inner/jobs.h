#pragma once

#ifdef _WIN32
#include <windows.h>
#endif

// A list of functions.
struct Jobs {
  void add(std::function<void(int)> job) { last = job; }
  std::function<void(int)> last;
};
