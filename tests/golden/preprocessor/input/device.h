#pragma once
#define RUN(stream) run(stream, cudaMemcpyDeviceToDevice)
#define STRING(x) #x
