#include <musa_runtime.h>
musaFree(p);
