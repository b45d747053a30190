//===- musa_port/helper_timer.h - stop watches of the host -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The port's own header of a name that comes with NVIDIA's samples, see helper_string.h. Times are
// in milliseconds, and of a clock that nobody sets.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_HELPER_TIMER_H
#define MUSA_PORT_HELPER_TIMER_H

#include <chrono>
#include <ctime> // programs that include this count on it
#include <sys/time.h>
#include <vector>

#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif

class StopWatchInterface {
public:
  virtual ~StopWatchInterface() {}
  virtual void start() = 0;
  virtual void stop() = 0;
  /// To zero; a watch that runs goes on from there.
  virtual void reset() = 0;
  virtual float getTime() = 0;
  /// Of the times between a start and its stop.
  virtual float getAverageTime() = 0;
};

class StopWatchLinux : public StopWatchInterface {
public:
  void start() override {
    started = std::chrono::steady_clock::now();
    running = true;
  }
  void stop() override {
    if (!running)
      return;
    total += sinceStart();
    ++stops;
    running = false;
  }
  void reset() override {
    total = 0;
    stops = 0;
    started = std::chrono::steady_clock::now();
  }
  float getTime() override { return static_cast<float>(running ? total + sinceStart() : total); }
  float getAverageTime() override { return stops > 0 ? static_cast<float>(total / stops) : 0.0f; }

private:
  double sinceStart() const {
    const std::chrono::duration<double, std::milli> time =
        std::chrono::steady_clock::now() - started;
    return time.count();
  }

  std::chrono::steady_clock::time_point started;
  double total = 0;
  int stops = 0;
  bool running = false;
};

inline bool sdkCreateTimer(StopWatchInterface **timer_interface) {
  *timer_interface = new StopWatchLinux;
  return true;
}

inline bool sdkDeleteTimer(StopWatchInterface **timer_interface) {
  delete *timer_interface;
  *timer_interface = nullptr;
  return true;
}

// Without a watch the others do nothing, and say 0.

inline bool sdkStartTimer(StopWatchInterface **timer_interface) {
  if (*timer_interface != nullptr)
    (*timer_interface)->start();
  return true;
}

inline bool sdkStopTimer(StopWatchInterface **timer_interface) {
  if (*timer_interface != nullptr)
    (*timer_interface)->stop();
  return true;
}

inline bool sdkResetTimer(StopWatchInterface **timer_interface) {
  if (*timer_interface != nullptr)
    (*timer_interface)->reset();
  return true;
}

inline float sdkGetAverageTimerValue(StopWatchInterface **timer_interface) {
  return *timer_interface != nullptr ? (*timer_interface)->getAverageTime() : 0.0f;
}

inline float sdkGetTimerValue(StopWatchInterface **timer_interface) {
  return *timer_interface != nullptr ? (*timer_interface)->getTime() : 0.0f;
}

#endif // MUSA_PORT_HELPER_TIMER_H
