int n = tileSize + mma31(warpSize);
