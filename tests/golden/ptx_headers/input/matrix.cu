// What lanes hold of matrices is exchanged by functions of a header of musa-port's own.
__global__ void kernel(const unsigned short *tile, const unsigned *b, float *d) {
  __shared__ __align__(16) unsigned short rows[16 * 16];
  for (unsigned i = threadIdx.x; i < 256; i += 32)
    rows[i] = tile[i];
  __syncthreads();
  unsigned a[4];
  const unsigned at = (unsigned)__cvta_generic_to_shared(rows + threadIdx.x % 16 * 16 + threadIdx.x / 16 * 8);
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(a[0]), "=r"(a[1]), "=r"(a[2]), "=r"(a[3])
               : "r"(at));
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};\n"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
