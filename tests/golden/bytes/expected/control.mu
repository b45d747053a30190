musaFree();
