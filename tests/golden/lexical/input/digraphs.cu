%:include <cuda_runtime.h>
void f(void *p) <%
  int a<:2:> = <%cudaSuccess, cudaErrorInvalidValue%>;
  cudaFree(p);
%>
%:define FREE(p) cudaFree(p)
template <class T> struct S<::cudaError_t> {};
