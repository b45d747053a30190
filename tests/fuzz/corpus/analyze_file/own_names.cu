namespace mine {
struct cudaEvent { int cudaFree; };
inline int cudaMalloc(int x) { return x; }
#define cudaCheck(e) do { if ((e) != cudaSuccess) throw "cudaSuccess"; } while (0)
}
static int cublasCreate(cudaEvent_t) { return mine::cudaMalloc(1); }
namespace cuda { int barrier(); }
int f(mine::cudaEvent e) { cudaCheck(cudaDeviceSynchronize()); return e.cudaFree + cublasCreate(0) + cuda::barrier(); }
