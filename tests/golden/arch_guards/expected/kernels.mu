#if defined(__MUSA_ARCH__) && __MUSA_ARCH__ >= 220
#elif __MUSA_ARCH__ >= 310
#elif __MUSA_ARCH__ < 100
#elif (__MUSA_ARCH__ >= 100) && !(__MUSA_ARCH__ >= 310)
#elif 100 <= __MUSA_ARCH__
#endif

#ifndef __MUSA_ARCH__
#error "device code only"
#endif
#ifdef __MUSA_ARCH__
#endif
#if __MUSA_ARCH__
#elif !__MUSA_ARCH__
#endif

#if __MUSA_ARCH__ >= 220 && \
    defined(__MUSACC__)
#endif

#if __MUSA_ARCH__ >= 100 || !defined(__MUSA_ARCH__)
__device__ int wide() {
  if constexpr (__MUSA_ARCH__ >= 220)
    return 1;
  return 0;
}
#endif
