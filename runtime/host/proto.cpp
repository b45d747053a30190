#include "scheduler.h"
#include "musa_runtime_api.h"
#include "vector_types.h"
#include <unordered_map>
#include <cstdio>
#include <cstring>
#include <string>
using namespace musart;
namespace { struct Cfg { dim3 g,b; size_t s; musaStream_t st; }; thread_local Cfg cfg; std::unordered_map<const void*, const __musa_kernel*> reg; }
#pragma GCC visibility push(default)
extern "C" {
unsigned __musaPushCallConfiguration(dim3 g, dim3 b, size_t s, musaStream_t st) { cfg={g,b,s,st}; return 0; }
int __musaPopCallConfiguration(dim3*g, dim3*b, size_t*s, void*st) { *g=cfg.g;*b=cfg.b;*s=cfg.s;*(musaStream_t*)st=cfg.st; return 0; }
void **__musaRegisterFatBinary(void *w) { return (void**)((char**)w)[1]; }
void __musaRegisterFatBinaryEnd(void**) {}
void __musaUnregisterFatBinary(void**) {}
int __musaRegisterFunction(void **h, const void *stub, char*, const char *name, int, void*,void*,void*,void*,int*) {
  auto *im=(__musa_device_image*)h; for (unsigned i=0;i<im->kernel_count;i++) if (!strcmp(im->kernels[i].name,name)) reg[stub]=&im->kernels[i]; return 0; }
void __musaRegisterVar(void **h, char*, char*, const char*, int, size_t, int, int) {}
musaError_t musaLaunchKernel(const void *f, dim3 g, dim3 b, void **args, size_t sh, musaStream_t) {
  Launch l; l.kernel=reg.at(f); l.grid={g.x,g.y,g.z}; l.block={b.x,b.y,b.z}; l.dynamicSharedBytes=sh; l.parameters=packParameters(*l.kernel,args);
  thread_local Scheduler s(Scheduler::Options{});
  if (l.kernel->run_thread) { auto r=s.run(l,0,l.blocks()); if (r) fprintf(stderr,"%s\n",r->message.c_str()); }
  else { thread_local std::vector<char> arena; arena.resize(l.sharedBytes()+1024); __musa_grid gr{l.grid,l.block,l.kernel->static_shared_bytes,(unsigned)sh,arena.data()}; l.kernel->run_blocks(l.parameters.data(),&gr,0,l.blocks()); }
  return musaSuccess; }
musaError_t musaDeviceSynchronize() { return musaSuccess; }
}
