%:include <musa_runtime.h>
void f(void *p) <%
  int a<:2:> = <%musaSuccess, musaErrorInvalidValue%>;
  musaFree(p);
%>
%:define FREE(p) musaFree(p)
template <class T> struct S<::musaError_t> {};
