#pragma once
#define RUN(stream) run(stream, musaMemcpyDeviceToDevice)
#define STRING(x) #x
