#include <musa_runtime.h>
musaFree(p);
	musaFree(p);
