musaGetErrorName(e);
cudaLaunchDevice(f);
cudaBrandNew();
