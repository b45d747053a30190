cudaMalloc(p, 1);
