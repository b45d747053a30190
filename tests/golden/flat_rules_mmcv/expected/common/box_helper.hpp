#ifndef BOX_HELPER_HPP
#define BOX_HELPER_HPP

#ifdef __MUSACC__
#define HOST_DEVICE __host__ __device__
#else
#define HOST_DEVICE
#endif

HOST_DEVICE inline float area(float w, float h) { return w * h; }

#endif  // BOX_HELPER_HPP
