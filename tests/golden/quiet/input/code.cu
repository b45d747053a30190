cudaGetErrorName(e);
cudaLaunchDevice(f);
cudaBrandNew();
