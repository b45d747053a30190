musaFree(p);
