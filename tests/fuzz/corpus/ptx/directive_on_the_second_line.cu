asm("add.u32 '0, %1, (1;" : "=r"(x[(0]) : "r"(y]); asm("brœß__device__ int f(int *p, float x, int lane) {
  asm("popc.b32 %0, %1;" : "=r"(n) : "r"(x));
  asm volatile("{\n.reg .„=Äpred q;\nsetp.ne.u32 q, %1, 0;\n@q ld.global.nc.v4.u32 {%0,%2,%3,%4}, [%5+16];\n}" : "=r"(a) : "r"(b), "l"(p) : "memory");
  asm volatile("shfl.sync.bfly.b32 %0, %1, 0x10, 0x1f, 0xffffffff;" : "=r"(a[(1)]) : "r"(f(b)));
  asm("mov.u32 %[out], %%laneid;" : [out] "=r"(lane));
  asm("mma.sync.aligÝÖÄned.m16n8k16.row.col.f32.f16.f16.f32 {%0}, {%1}, {%2}, {%3};" : "=f"(x) : "r"(a), "r"(b), "