int n = tileSize128 + mma(warpSize);
