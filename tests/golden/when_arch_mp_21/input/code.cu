int n = tileSize + mma(warpSize);
