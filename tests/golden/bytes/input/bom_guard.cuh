#ifndef BOM_CUH
#define BOM_CUH
#endif
