//===- host/exec/execution.cpp ----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "exec/execution.h"

#include "exec/child_grids.h"
#include "exec/moving_pages.h"
#include "exec/sanitizers.h"
#include "musa_port/host/of_thread.h"

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <sched.h>
#include <thread>
#include <ucontext.h>
#include <utility>
#include <xmmintrin.h>

namespace musart {
namespace {

constexpr size_t signalStackBytes = 64 << 10;
constexpr int faultSignals[] = {SIGSEGV, SIGBUS, SIGFPE};

// A plain pointer, usable as long as the thread is.
thread_local Execution *runningHere = nullptr;

struct sigaction previous[std::size(faultSignals)];

/// Kernels round to nearest and keep denormals, whatever the program does on the host: one that is
/// linked with -ffast-math flushes them, and the threads that it makes do too.
class KernelArithmetic {
public:
  KernelArithmetic() { _mm_setcsr(_MM_MASK_MASK); }
  ~KernelArithmetic() { _mm_setcsr(ofHost); }
  KernelArithmetic(const KernelArithmetic &) = delete;
  KernelArithmetic &operator=(const KernelArithmetic &) = delete;

private:
  unsigned ofHost = _mm_getcsr();
};

/// Whether the processor says only that something is wrong with an address, and not which one it
/// is. It has read the instruction then, which need not be so for other faults: a call of a null
/// pointer.
bool saysNoAddress(int signal, int code) { return signal == SIGSEGV && code == SI_KERNEL; }

/// True if the instruction moves a vector whose address has to be a multiple of its size: movaps,
/// movapd, movdqa, movntps, movntpd, movntdq, in their SSE, VEX and EVEX forms.
bool needsAlignment(const uint8_t *code) {
  bool isInteger = false; // movdqa and movntdq have the prefix 66; with another one it is movdqu
  if (*code == 0xc5 || *code == 0xc4 || *code == 0x62) {
    const size_t last = *code == 0xc5 ? 1 : 2;
    isInteger = (code[last] & 3) == 1;
    code += *code == 0x62 ? 4 : last + 1;
  } else {
    for (; *code == 0x66 || (*code & 0xf0) == 0x40; ++code)
      isInteger |= *code == 0x66;
    if (*code++ != 0x0f)
      return false;
  }
  switch (*code) {
  case 0x28:
  case 0x29:
  case 0x2b:
    return true;
  case 0x6f:
  case 0x7f:
  case 0xe7:
    return isInteger;
  default:
    return false;
  }
}

} // namespace

struct FaultHandler {
  /// Under a sanitizer that wants to see the signal itself nothing is installed.
  static void install() {
    if (underAddressSanitizer() || underThreadSanitizer())
      return;
    static std::once_flag once;
    std::call_once(once, [] {
      for (size_t i = 0; i < std::size(faultSignals); ++i)
        take(faultSignals[i], &previous[i]);
    });
  }

  static void take(int signal, struct sigaction *before) {
    struct sigaction action = {};
    action.sa_sigaction = &handle;
    // The handler is left by a jump, so that nothing would unblock the signal again.
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigemptyset(&action.sa_mask);
    sigaction(signal, &action, before);
  }

  static void handle(int signal, siginfo_t *info, void *context) {
    const auto &registers = static_cast<const ucontext_t *>(context)->uc_mcontext.gregs;
    const bool isWrite = (registers[REG_ERR] & 2) != 0;
    if (signal == SIGSEGV && info->si_code == SEGV_ACCERR && isWrite &&
        MovingPages::contain(info->si_addr)) {
      sched_yield(); // the instruction runs again
      return;
    }
    Execution *execution = runningHere;
    if (execution == nullptr || info->si_code <= 0) { // of the host's code, or sent by kill()
      forward(signal, info, context);
      return;
    }
    constexpr greg_t frame = 64 << 10; // no function's is larger, nearly
    const greg_t distance = reinterpret_cast<greg_t>(info->si_addr) - registers[REG_RSP];
    execution->fault = {signal,
                        info->si_code,
                        info->si_addr,
                        isWrite,
                        -frame < distance && distance < frame,
                        saysNoAddress(signal, info->si_code) &&
                            needsAlignment(reinterpret_cast<const uint8_t *>(registers[REG_RIP]))};
    siglongjmp(execution->resume, 1);
  }

  /// As if we had never been installed.
  static void forward(int signal, siginfo_t *info, void *context) {
    for (size_t i = 0; i < std::size(faultSignals); ++i) {
      if (faultSignals[i] != signal)
        continue;
      if ((previous[i].sa_flags & SA_SIGINFO) != 0 && previous[i].sa_sigaction != nullptr) {
        previous[i].sa_sigaction(signal, info, context);
      } else if (previous[i].sa_handler != SIG_DFL && previous[i].sa_handler != SIG_IGN) {
        previous[i].sa_handler(signal);
      } else {
        // The instruction that faulted runs again, and the system does what it does.
        sigaction(signal, &previous[i], nullptr);
        if (info->si_code <= 0)
          raise(signal);
      }
    }
  }
};

FirstFaultHandler::FirstFaultHandler() {
  FaultHandler::install();
  sigaction(SIGSEGV, nullptr, &others);
  if (others.sa_sigaction != &FaultHandler::handle)
    FaultHandler::take(SIGSEGV, nullptr);
}

FirstFaultHandler::~FirstFaultHandler() {
  if (others.sa_sigaction == &FaultHandler::handle)
    return;
  std::this_thread::sleep_for(std::chrono::milliseconds(1)); // a fault may be on its way
  sigaction(SIGSEGV, &others, nullptr);
}

Execution &Execution::ofThread() { return musart::ofThread<Execution>(); }

Execution *Execution::running() { return runningHere; }

Execution::Execution() {
  FaultHandler::install();
  stack_t old = {};
  if (sigaltstack(nullptr, &old) == 0 && (old.ss_flags & SS_DISABLE) == 0)
    return;
  signalStack = std::make_unique<char[]>(signalStackBytes);
  stack_t mine = {};
  mine.ss_sp = signalStack.get();
  mine.ss_size = signalStackBytes;
  ownsSignalStack = sigaltstack(&mine, nullptr) == 0;
}

Execution::~Execution() {
  if (!ownsSignalStack)
    return;
  stack_t none = {};
  none.ss_flags = SS_DISABLE;
  sigaltstack(&none, nullptr);
}

void Execution::prepareScheduler(const ExecutionOptions &options) {
  if (scheduler != nullptr && schedulerOptions == options)
    return;
  scheduler.reset();
  Scheduler::Options wanted;
  wanted.warpSize = options.warpSize;
  wanted.stackBytes = options.stackBytes;
  wanted.strict = options.strict;
  scheduler = std::make_unique<Scheduler>(wanted);
  schedulerOptions = options;
}

/// Runs `body`, and what a fault in it makes of the CPU thread is undone.
template <typename Body>
std::optional<KernelFailure> Execution::guarded(const Launch &launch, ChildGrids &children,
                                                uint64_t first, uint64_t last, const Body &body) {
  const ExecutionOptions &options = children.options;
  if (launch.kernel->run_thread != nullptr)
    prepareScheduler(options);
  strict = options.strict;
  if (lanes != nullptr)
    lanes->clear(); // a failure leaves them as they were
  const KernelArithmetic arithmetic;
  Execution *const outer = runningHere;
  current = &launch;
  currentChildren = &children;
  if (sigsetjmp(resume, 0) != 0) {
    runningHere = outer;
    current = nullptr;
    if (failure)
      return std::exchange(failure, std::nullopt);
    return faultFailure(launch, options, first, last);
  }
  std::optional<KernelFailure> result = body();
  runningHere = outer;
  current = nullptr;
  return result;
}

std::optional<KernelFailure> Execution::run(const Launch &launch, ChildGrids &children,
                                            uint64_t first, uint64_t last) {
  const bool areBlocks = launch.blocksPerCluster() == 1; // otherwise they are all over the grid
  return guarded(launch, children, areBlocks ? first : 0, areBlocks ? last : launch.blocks(),
                 [&]() -> std::optional<KernelFailure> {
                   if (launch.kernel->run_thread != nullptr) {
                     runningHere = this;
                     return scheduler->run(launch, first, last);
                   }
                   runBlocks(launch, first, last);
                   return std::nullopt;
                 });
}

/// Of a kernel whose threads are no fibers: none waits for another block.
void Execution::runBlocks(const Launch &launch, uint64_t first, uint64_t last) {
  const unsigned perCluster = launch.blocksPerCluster();
  shared.prepare(perCluster, launch.sharedBytes());
  __musa_grid grid{launch.grid,
                   launch.block,
                   launch.kernel->dynamic_shared_offset,
                   launch.dynamicSharedBytes,
                   shared.ofBlock(0),
                   frames.ofAtLeast(size_t{launch.kernel->frame_bytes} * launch.threadsPerBlock())};
  runningHere = this;
  if (perCluster == 1) {
    launch.kernel->run_blocks(launch.parameters.data(), &grid, first, last);
    return;
  }
  for (uint64_t cluster = first; cluster < last; ++cluster)
    for (unsigned rank = 0; rank < perCluster; ++rank) {
      const __musa_dim at = blockOfCluster(launch, cluster, rank);
      const uint64_t block =
          at.x + uint64_t{launch.grid.x} * (at.y + uint64_t{launch.grid.y} * at.z);
      grid.shared = shared.ofBlock(rank);
      launch.kernel->run_blocks(launch.parameters.data(), &grid, block, block + 1);
    }
}

std::optional<KernelFailure> Execution::run(const Launch &launch, ChildGrids &children,
                                            ClusterSource &source) {
  return guarded(launch, children, 0, launch.blocks(), [&] {
    runningHere = this;
    return scheduler->run(launch, source);
  });
}

void Execution::fail(__musa_thread &thread, KernelFailure::Kind kind, const char *what) {
  if (current->kernel->run_thread != nullptr)
    scheduler->fail(kind, what, reinterpret_cast<Fiber *>(&thread));
  failure = {kind, "kernel '" + demangle(current->kernel->name) + "', block " +
                       text(thread.block_idx) + ", thread " + text(thread.thread_idx) + ": " +
                       what};
  siglongjmp(resume, 1);
}

void Execution::fail(KernelFailure::Kind kind, const char *what) {
  failure = {kind, "kernel '" + demangle(current->kernel->name) + "': " + what};
  siglongjmp(resume, 1);
}

const BlockMemory &Execution::sharedMemory() const {
  return current->kernel->run_thread != nullptr ? scheduler->sharedMemory() : shared;
}

LaneMemory &Execution::laneMemory() {
  if (lanes == nullptr)
    lanes = std::make_unique<LaneMemory>();
  return *lanes;
}

std::string Execution::lanesText(const Launch &launch) const {
  __musa_thread thread = {};
  thread.block_dim = launch.block;
  placeThread(thread, lanes->first);
  std::string result = "block " + text(lanes->block) + ", ";
  if (lanes->count == 1)
    return result + "thread " + text(thread.thread_idx);
  result += "one of threads " + text(thread.thread_idx);
  placeThread(thread, lanes->first + lanes->count - 1);
  return result + " to " + text(thread.thread_idx);
}

KernelFailure Execution::faultFailure(const Launch &launch, const ExecutionOptions &options,
                                      uint64_t first, uint64_t last) {
  const auto facts = [&] {
    return options.factsOf == nullptr ? AddressFacts() : options.factsOf(fault.address);
  };
  KernelFailure::Kind kind = KernelFailure::Kind::Memory;
  std::string what;
  if (fault.signal == SIGFPE) {
    kind = KernelFailure::Kind::Trap;
    what = "divides an integer by zero, or the quotient overflows";
  } else if (scheduler != nullptr && launch.kernel->run_thread != nullptr &&
             scheduler->isStackGuard(fault.address)) {
    kind = KernelFailure::Kind::StackOverflow;
    what = "stack overflow: a thread has " + std::to_string(scheduler->stackBytes() / 1024) +
           " KiB (musaDeviceSetLimit(musaLimitStackSize, ...) gives more)";
  } else if (fault.isOnStack && launch.kernel->run_thread == nullptr && !facts().isMemory) {
    kind = KernelFailure::Kind::StackOverflow;
    what =
        "stack overflow: the kernel runs on the stack of a CPU thread, whose size the system sets";
  } else if (saysNoAddress(fault.signal, fault.code)) {
    kind = fault.needsAlignment ? KernelFailure::Kind::Misaligned : KernelFailure::Kind::Memory;
    what = fault.needsAlignment ? "uses a vector at an address that is not a multiple of its size"
                                : "uses an address that no memory can have";
  } else {
    what = (fault.isWrite ? "writes to " : "reads from ") + facts().text;
  }
  if (launch.kernel->run_thread != nullptr)
    return scheduler->abandon(kind, what);
  if (lanes != nullptr && lanes->count > 0)
    return {kind,
            "kernel '" + demangle(launch.kernel->name) + "', " + lanesText(launch) + ": " + what};
  // A loop over threads keeps no record of where it is.
  std::string where = "kernel '" + demangle(launch.kernel->name) + "'";
  where += last - first == 1
               ? ", block " + std::to_string(first)
               : ", one of blocks " + std::to_string(first) + " to " + std::to_string(last - 1);
  where += " of " + std::to_string(launch.blocks());
  return {kind, where + ": " + what};
}

} // namespace musart
