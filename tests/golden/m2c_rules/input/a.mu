#ifdef _GPU_MUH
MUSA_CHECK(mineFree(musaGetLastError()));
#endif
