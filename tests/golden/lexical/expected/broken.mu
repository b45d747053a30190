musaFree(p); "an open string
musaFree(p); 'x
#if
musaFree(p);
#include
#include "open
#include <open
}}}} ))) musaFree(p) `$@
musaFree(p); /* an open comment cudaFree(p)
