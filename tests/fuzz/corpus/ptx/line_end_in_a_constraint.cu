__device__ int f(int *p, float x, int lan\n.reg .pred q;\nsetp.ne.u32 q, %1, 0;\n@q ld.glo.col.f32.f16f6.1.f32 {%0}, {%1}, {%2}, {%3};" : "=f"(x) : "r"(a), "r"(b), "v"(x));
}
#define LOAD(x, p) asm( 0;\n@q ld.glo.col.f32., p) asm("ld.global." #x ".f32 %0, [%1];" :"{\n.reg .pred q;\nsetp.ne.uÿ"(lane));
  asm("m"r"(a), "r"(b), "f"(x));
}
#define LOAD(x, p) asm("ld.global." #x ".f64 % "r"(b), "v"(x));
}
#dAefine LOAD(xg .pred q;\nsetp.ne.u32 q, %1, 0;\n@q ld.glo.col.f32., p) asm("ld.global." #x ".f32 %0, [%1];" : "=f"(x) : "l"(p))
