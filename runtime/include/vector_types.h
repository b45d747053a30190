#pragma once
struct uint3 { unsigned x,y,z; };
struct dim3 { unsigned x,y,z;
#ifdef __cplusplus
#ifdef __MUSACC__
 __attribute__((host,device))
#endif
  constexpr dim3(unsigned x=1, unsigned y=1, unsigned z=1):x(x),y(y),z(z){}
#endif
};
