cudaFree(p); "an open string
cudaFree(p); 'x
#if
cudaFree(p);
#include
#include "open
#include <open
}}}} ))) cudaFree(p) `$@
cudaFree(p); /* an open comment cudaFree(p)
