#include "common.h"
musaFree(p);
