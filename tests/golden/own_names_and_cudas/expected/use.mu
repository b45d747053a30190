#include "pool.muh"

void use(Pool &pool) { pool.musaFree(pool.musaMalloc(16)); }
