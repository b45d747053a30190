// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bits, casts, rounded arithmetic and packed lanes, with their edges. The values come from CUDA's
// documentation of each function.
#include "check.h"

#define EXPECT(condition)                                                                          \
  do {                                                                                             \
    if (!(condition))                                                                              \
      atomicCAS(wrong, 0, __LINE__);                                                               \
  } while (false)

constexpr int least = -0x7fffffff - 1;
constexpr long long leastLong = -0x7fffffffffffffffLL - 1;
constexpr unsigned long long mostLong = ~0ULL;

__global__ void bits(int *wrong) {
  EXPECT(__popc(0) == 0 && __popc(0xf0f00001) == 9 && __popcll(mostLong) == 64);
  EXPECT(__clz(0) == 32 && __clz(1) == 31 && __clz(-1) == 0);
  EXPECT(__clzll(0) == 64 && __clzll(1LL << 40) == 23 && __clzll(-1) == 0);
  EXPECT(__ffs(0) == 0 && __ffs(1) == 1 && __ffs(least) == 32);
  EXPECT(__ffsll(0) == 0 && __ffsll(1LL << 40) == 41);
  EXPECT(__brev(1) == 0x80000000 && __brev(0x12345678) == 0x1e6a2c48);
  EXPECT(__brevll(1) == 1ULL << 63);
  EXPECT(__fns(0x90, 0, 1) == 4 && __fns(0x90, 0, 2) == 7 && __fns(0x90, 0, 3) == 0xffffffff);
  EXPECT(__fns(0x90, 31, -1) == 7 && __fns(0x90, 4, 0) == 4 && __fns(0x90, 5, 0) == 0xffffffff);

  EXPECT(__byte_perm(0x33221100, 0x77665544, 0x3210) == 0x33221100);
  EXPECT(__byte_perm(0x33221100, 0x77665544, 0x7654) == 0x77665544);
  EXPECT(__byte_perm(0x33221100, 0x77665544, 0x0123) == 0x00112233);
  // Bit 3 of a nibble means nothing.
  EXPECT(__byte_perm(0x33228000, 0x77665544, 0xc9a8) == 0x44802200);
  EXPECT(__byte_perm(0x8090a0b0, 0xc0d0e0f0, 0xfedc) == 0xc0d0e0f0);
  EXPECT(__byte_perm(0x8090a0b0, 0xc0d0e0f0, 0x12348888) == 0xb0b0b0b0);
  EXPECT(__funnelshift_l(0x80000001, 0x12345678, 0) == 0x12345678);
  EXPECT(__funnelshift_l(0x80000001, 0x12345678, 4) == 0x23456788);
  EXPECT(__funnelshift_l(0x80000001, 0x12345678, 32) == 0x12345678);
  EXPECT(__funnelshift_lc(0x80000001, 0x12345678, 32) == 0x80000001);
  EXPECT(__funnelshift_lc(0x80000001, 0x12345678, 33) == 0x80000001);
  EXPECT(__funnelshift_r(0x80000001, 0x12345678, 4) == 0x88000000);
  EXPECT(__funnelshift_r(0x80000001, 0x12345678, 33) == 0x40000000);
  EXPECT(__funnelshift_rc(0x80000001, 0x12345678, 33) == 0x12345678);
  EXPECT(__bfe_u32(0xabcd1234, 8, 8) == 0x12 && __bfe_u32(0xabcd1234, 0, 32) == 0xabcd1234);
  EXPECT(__bfe_u32(0xabcd1234, 32, 4) == 0 && __bfe_u32(0xabcd1234, 4, 0) == 0);
  EXPECT(__bfe_i32(0x00001f80, 7, 5) == -1 && __bfe_i32(0x00000f80, 7, 6) == 0x1f);
  EXPECT(__bfe_i32(least, 31, 1) == -1 && __bfe_i32(least, 28, 9) == -8);
  EXPECT(__bfe_i32(least, 40, 3) == -1 && __bfe_i32(0x7fffffff, 40, 3) == 0);
  EXPECT(__bfe_i32(-1, 3, 0) == 0 && __bfe_i32(0x12345678, 0, 32) == 0x12345678);
  EXPECT(__bfi_u32(0xff, 0x12345678, 8, 8) == 0x1234ff78 && __bfi_u32(7, 0, 31, 3) == 0x80000000);
  EXPECT(__bfi_u32(0xff, 0x12345678, 32, 8) == 0x12345678);
  EXPECT(__bfi_u32(0xff, 0x12345678, 4, 0) == 0x12345678 && __bfi_u32(9, 0xffffffff, 0, 32) == 9);

  EXPECT(__mul24(0x00ffffff, 2) == -2 && __mul24(0x01000003, -5) == -15);
  EXPECT(__umul24(0xffffffff, 2) == 0x01fffffe);
  EXPECT(__mulhi(least, 2) == -1 && __umulhi(0x80000000, 2) == 1);
  EXPECT(__mul64hi(leastLong, 2) == -1 && __umul64hi(mostLong, mostLong) == mostLong - 1);
  EXPECT(__sad(least, 0x7fffffff, 1) == 0 && __sad(-3, 4, 10) == 17 && __usad(3, 9, 1) == 7);
  EXPECT(__hadd(least, -1) == (least >> 1) - 1 && __hadd(-3, 0) == -2 && __rhadd(-3, 0) == -1);
  EXPECT(__uhadd(0xffffffff, 0xfffffffe) == 0xfffffffe);
  EXPECT(__urhadd(0xffffffff, 0xfffffffe) == 0xffffffff);
  EXPECT(__dp4a(static_cast<int>(0xff02807f), 0x01020304, 5) ==
         -1 * 1 + 2 * 2 + -128 * 3 + 127 * 4 + 5);
  EXPECT(__dp4a(0xff02807fu, 0x01020304u, 5u) == 255 + 4 + 128 * 3 + 127 * 4 + 5);
  EXPECT(__dp4a(make_char4(1, -2, 3, -4), make_char4(5, 6, 7, 8), 100) == 5 - 12 + 21 - 32 + 100);
  EXPECT(__dp2a_lo(static_cast<int>(0xffff0002), 0x0403fe01, 1) == 2 * 1 + -1 * -2 + 1);
  EXPECT(__dp2a_hi(static_cast<int>(0xffff0002), 0x0403fe01, 1) == 2 * 3 + -1 * 4 + 1);
  EXPECT(__dp2a_hi(0xffff0002u, 0x0403fe01u, 1u) == 2 * 3 + 65535 * 4 + 1);
  EXPECT(__dp4a(make_uchar4(255, 2, 3, 4), make_uchar4(255, 6, 7, 8), 100u) ==
         65025 + 12 + 21 + 32 + 100);
  // Sums wrap around.
  EXPECT(__dp4a(make_char4(1, 0, 0, 0), make_char4(1, 0, 0, 0), 0x7fffffff) == least);
  EXPECT(__dp4a(make_uchar4(1, 0, 0, 0), make_uchar4(1, 0, 0, 0), 0xffffffffu) == 0);
  EXPECT(__dp2a_lo(make_short2(-300, 7), make_char4(2, -3, 4, 5), 1) == -600 - 21 + 1);
  EXPECT(__dp2a_hi(make_short2(-300, 7), make_char4(2, -3, 4, 5), 1) == -1200 + 35 + 1);
  EXPECT(__dp2a_lo(make_ushort2(65535, 7), make_uchar4(200, 3, 4, 5), 1u) == 13107000 + 21 + 1);
  EXPECT(__dp2a_hi(make_ushort2(65535, 7), make_uchar4(200, 3, 4, 5), 1u) == 262140 + 35 + 1);
  EXPECT(__dp2a_lo(make_short2(1, 0), make_char4(1, 0, 0, 0), 0x7fffffff) == least);
  bool first;
  EXPECT(__vibmax_s32(-1, 1, &first) == 1 && !first && __vibmax_s32(2, 2, &first) == 2 && first);
  EXPECT(__vibmin_s32(-1, 1, &first) == -1 && first && __vibmin_s32(3, 2, &first) == 2 && !first);
  EXPECT(__vibmax_u32(0xffffffff, 1, &first) == 0xffffffff && first);
  EXPECT(__vibmin_u32(0xffffffff, 1, &first) == 1 && !first);
  EXPECT(__vimax3_s32(-1, 5, 3) == 5 && __vimin3_u32(7, 0xffffffff, 9) == 7);
  EXPECT(__viaddmax_s32(2, 3, 4) == 5 && __viaddmin_s32_relu(-2, -3, 4) == 0);
}

__global__ void casts(int *wrong) {
  const float nan = __int_as_float(0x7fc00000);
  const float inf = __int_as_float(0x7f800000);
  const double bigNan = __longlong_as_double(0x7ff8000000000000);
  EXPECT(__float_as_int(-0.0f) == least && __float_as_uint(1.0f) == 0x3f800000);
  EXPECT(__uint_as_float(0x40490fdb) == 3.14159274f && isnan(nan) && isinf(inf));
  EXPECT(__double_as_longlong(1.0) == 0x3ff0000000000000);
  EXPECT(__double2hiint(-2.0) == static_cast<int>(0xc0000000) &&
         __double2loint(0.1) == -1717986918);
  EXPECT(__hiloint2double(0x3ff00000, 0) == 1.0 &&
         __hiloint2double(0, 1) == 4.9406564584124654e-324);

  EXPECT(__float2int_rn(2.5f) == 2 && __float2int_rn(3.5f) == 4 && __float2int_rn(-2.5f) == -2);
  EXPECT(__float2int_rz(-2.9f) == -2 && __float2int_ru(2.1f) == 3 && __float2int_rd(-2.1f) == -3);
  EXPECT(float2int(-2.9f) == -2 && float2int(2.5f, musaRoundNearest) == 2);
  EXPECT(float2int(2.1f, musaRoundPosInf) == 3 && float2int(-2.1f, musaRoundMinInf) == -3);
  EXPECT(float2uint(-1.0f) == 0 && float2uint(3.5f, musaRoundNearest) == 4);
  EXPECT(int2float(16777217) == 16777216.0f && uint2float(0xffffffff) == 4294967296.0f);
  EXPECT(int2float(16777217, musaRoundPosInf) == 16777218.0f &&
         int2float(-16777217, musaRoundMinInf) == -16777218.0f &&
         uint2float(0xffffffff, musaRoundZero) == 4294967040.0f);
  EXPECT(__float2int_rz(3e9f) == 0x7fffffff && __float2int_rz(-3e9f) == least);
  EXPECT(__float2int_rz(2147483648.0f) == 0x7fffffff && __float2int_rz(-2147483648.0f) == least);
  EXPECT(__float2int_rz(inf) == 0x7fffffff && __float2int_rn(-inf) == least);
  EXPECT(__float2int_rz(nan) == 0 && __float2uint_rn(nan) == 0);
  EXPECT(__float2uint_rz(-1.5f) == 0 && __float2uint_rz(5e9f) == 0xffffffff);
  EXPECT(__float2uint_ru(0.1f) == 1 && __float2uint_rz(4294967040.0f) == 4294967040U);
  EXPECT(__float2ll_rz(1e19f) == 0x7fffffffffffffff && __float2ll_rn(-1e19f) == leastLong);
  EXPECT(__float2ll_rz(nan) == leastLong && __float2ull_rz(nan) == 1ULL << 63);
  EXPECT(__float2ull_rz(3e19f) == mostLong && __float2ull_rz(-3.0f) == 0);
  EXPECT(__float2ull_rz(0x1p63f) == 1ULL << 63);
  EXPECT(__double2int_rn(0.5) == 0 && __double2int_rn(1.5) == 2 && __double2int_ru(-0.5) == 0);
  EXPECT(__double2int_rz(2147483647.9) == 0x7fffffff && __double2int_rd(-2147483648.5) == least);
  EXPECT(__double2int_rz(bigNan) == least && __double2uint_rz(bigNan) == 0x80000000);
  EXPECT(__double2uint_rn(4294967295.5) == 0xffffffff && __double2uint_rd(-1e-9) == 0);
  EXPECT(__double2ll_rz(-9.3e18) == leastLong && __double2ull_rz(1.9e19) == mostLong);
  EXPECT(__double2ull_rn(0x1.8p63) == 3ULL << 62 && __double2ll_rz(bigNan) == leastLong);

  EXPECT(__int2float_rn(16777217) == 16777216.0f && __int2float_ru(16777217) == 16777218.0f);
  EXPECT(__int2float_rd(-16777217) == -16777218.0f && __int2float_ru(-16777217) == -16777216.0f);
  EXPECT(__int2float_rz(least) == -2147483648.0f && __int2float_rz(0) == 0);
  EXPECT(__uint2float_rz(0xffffffff) == 4294967040.0f &&
         __uint2float_ru(0xffffffff) == 4294967296.0f);
  EXPECT(__ll2float_rd(leastLong + 1) == -0x1p63f &&
         __ll2float_ru(leastLong + 1) == -0x1.fffffep62f);
  EXPECT(__ull2float_ru(mostLong) == 0x1p64f && __ull2float_rz(mostLong) == 0x1.fffffep63f);
  EXPECT(__ll2double_rn((1LL << 53) + 1) == 0x1p53 &&
         __ll2double_ru((1LL << 53) + 1) == 0x1p53 + 2);
  EXPECT(__ull2double_rd(mostLong) == 0x1.fffffffffffffp63 && __ull2double_rn(mostLong) == 0x1p64);
  EXPECT(__int2double_rn(-7) == -7.0 && __uint2double_rn(0xffffffff) == 4294967295.0);
  const double third = 1.0 / 3;
  EXPECT(__double2float_rn(third) == 0x1.555556p-2f && __double2float_rz(third) == 0x1.555554p-2f);
  EXPECT(__double2float_ru(third) == 0x1.555556p-2f &&
         __double2float_rd(-third) == -0x1.555556p-2f);
  EXPECT(__double2float_rz(1e300) == 0x1.fffffep127f && isinf(__double2float_ru(1e300)));
  EXPECT(__double2float_ru(1e-300) == 0x1p-149f && __double2float_rd(1e-300) == 0);
  EXPECT(isnan(__double2float_ru(bigNan)) && isinf(__double2float_rz(__builtin_inf())));
}

/// What is computed must not be known when this is compiled.
__global__ void rounded(int *wrong, float tiny, double tinier) {
  const float up = 0x1.000002p0f;
  EXPECT(__fadd_rn(1, tiny) == 1 && __fadd_rz(1, tiny) == 1 && __fadd_rd(1, tiny) == 1);
  EXPECT(__fadd_ru(1, tiny) == up && __fadd_rd(-1, -tiny) == -up && __fadd_rz(-1, -tiny) == -1);
  EXPECT(__fsub_rd(1, tiny) == 0x1.fffffep-1f && __fsub_ru(1, tiny) == 1);
  EXPECT(__fmul_ru(up, up) == 0x1.000006p0f && __fmul_rd(up, up) == 0x1.000004p0f);
  EXPECT(__fmul_rz(-up, up) == -0x1.000004p0f && __fmul_rn(up, up) == 0x1.000004p0f);
  EXPECT(__fdiv_ru(1, 3) == 0x1.555556p-2f && __fdiv_rd(1, 3) == 0x1.555554p-2f);
  EXPECT(__frcp_rz(-3) == -0x1.555554p-2f && __frcp_rn(4) == 0.25f);
  EXPECT(__fsqrt_rd(2) == 0x1.6a09e6p0f && __fsqrt_ru(2) == 0x1.6a09e8p0f);
  EXPECT(__fsqrt_rn(2) == 0x1.6a09e6p0f && isnan(__fsqrt_ru(-1)));
  EXPECT(__fmaf_ru(1, 1, tiny) == up && __fmaf_rd(1, 1, tiny) == 1);
  EXPECT(__fmaf_rn(up, up, -0x1.000004p0f) == 0x1p-46f && __fmaf_rz(up, up, 0) == 0x1.000004p0f);
  EXPECT(__frsqrt_rn(4) == 0.5f);
  EXPECT(__fmul_rz(0x1p127f, 2) == 0x1.fffffep127f && isinf(__fmul_ru(0x1p127f, 2)));
  // A product and a sum, not a fused operation.
  EXPECT(__fadd_rn(__fmul_rn(up, up), -0x1.000004p0f) == 0);

  const double upper = 0x1.0000000000001p0;
  EXPECT(__dadd_rn(1, tinier) == 1 && __dadd_ru(1, tinier) == upper && __dadd_rz(1, tinier) == 1);
  EXPECT(__dsub_rd(1, tinier) == 0x1.fffffffffffffp-1 && __dsub_ru(1, tinier) == 1);
  EXPECT(__dmul_ru(upper, upper) == 0x1.0000000000003p0 &&
         __dmul_rd(upper, upper) == 0x1.0000000000002p0);
  EXPECT(__ddiv_ru(1, 3) == 0x1.5555555555556p-2 && __ddiv_rz(1, 3) == 0x1.5555555555555p-2);
  EXPECT(__drcp_rd(-3) == -0x1.5555555555556p-2 && __drcp_rn(8) == 0.125);
  EXPECT(__dsqrt_rd(2) == 0x1.6a09e667f3bccp0 && __dsqrt_ru(2) == 0x1.6a09e667f3bcdp0);
  EXPECT(__fma_ru(1, 1, tinier) == upper &&
         __fma_rn(upper, upper, -0x1.0000000000002p0) == 0x1p-104);
  EXPECT(__dadd_rn(__dmul_rn(upper, upper), -0x1.0000000000002p0) == 0);
  EXPECT(__fadd_rn(1, tiny) == 1 && 1 + tiny == 1.0f); // the mode is what it was

  EXPECT(__saturatef(-1) == 0 && __saturatef(0.5f) == 0.5f && __saturatef(9) == 1);
  EXPECT(__saturatef(__int_as_float(0x7fc00000)) == 0);
  EXPECT(__fdividef(1, 4) == 0.25f && fdividef(9.0f, 2.0f) == 4.5f);
}

__global__ void packed(int *wrong) {
  EXPECT(__vadd2(0xffff7fff, 0x00010001) == 0x00008000);
  EXPECT(__vaddss2(0x80007fff, 0xffff0001) == 0x80007fff);
  EXPECT(__vaddus2(0xffff0001, 0x00010001) == 0xffff0002);
  EXPECT(__vadd4(0xff7f0180, 0x01010180) == 0x00800200);
  EXPECT(__vaddss4(0xff7f0180, 0x0101ff80) == 0x007f0080);
  EXPECT(__vaddus4(0xff7f0180, 0x01010180) == 0xff8002ff);
  EXPECT(__vsub2(0x00000001, 0x00010002) == 0xffffffff);
  EXPECT(__vsubss2(0x80000001, 0x00010002) == 0x8000ffff);
  EXPECT(__vsubus4(0x05000180, 0x01010181) == 0x04000000);
  EXPECT(__vsub4(0x05000180, 0x01010181) == 0x04ff00ff && __vsubss4(0x80, 1) == 0x80);
  EXPECT(__vabs2(0x8000fffe) == 0x80000002 && __vabsss2(0x8000fffe) == 0x7fff0002);
  EXPECT(__vabs4(0x80ff0102) == 0x80010102 && __vabsss4(0x80ff0102) == 0x7f010102);
  EXPECT(__vneg2(0x80000001) == 0x8000ffff && __vnegss2(0x80000001) == 0x7fffffff);
  EXPECT(__vneg4(0x80000001) == 0x800000ff && __vnegss4(0x80000001) == 0x7f0000ff);
  EXPECT(__vabsdiffs2(0x8000ffff, 0x7fff0001) == 0xffff0002);
  EXPECT(__vabsdiffu2(0x8000ffff, 0x7fff0001) == 0x0001fffe);
  EXPECT(__vabsdiffs4(0x80ff0105, 0x7f010503) == 0xff020402);
  EXPECT(__vabsdiffu4(0x80ff0105, 0x7f010503) == 0x01fe0402);
  EXPECT(__vavgs2(0xffff0001, 0xfffe0002) == 0xfffe0002 &&
         __vavgu2(0xffff0001, 0xfffe0002) == 0xffff0002);
  EXPECT(__vavgs4(0xff01, 0xfe02) == 0xfe02 && __vavgu4(0xff01, 0xfe02) == 0xff02);
  EXPECT(__vhaddu2(0xffff0001, 0xfffe0002) == 0xfffe0001 && __vhaddu4(0xff01, 0xfe02) == 0xfe01);
  EXPECT(__vmaxs2(0xffff0001, 0x00010000) == 0x00010001 &&
         __vmaxu2(0xffff0001, 0x00010000) == 0xffff0001);
  EXPECT(__vmins2(0xffff0001, 0x00010000) == 0xffff0000 &&
         __vminu2(0xffff0001, 0x00010000) == 0x00010000);
  EXPECT(__vmaxs4(0xff01, 0x0100) == 0x0101 && __vmaxu4(0xff01, 0x0100) == 0xff01);
  EXPECT(__vmins4(0xff01, 0x0100) == 0xff00 && __vminu4(0xff01, 0x0100) == 0x0100);
  EXPECT(__vcmpeq2(0x00010002, 0x00010003) == 0xffff0000 &&
         __vcmpne4(0x01020304, 0x01020305) == 0xff);
  EXPECT(__vcmpgts2(0xffff0002, 0x00010001) == 0x0000ffff &&
         __vcmpgtu2(0xffff0002, 0x00010001) == 0xffffffff);
  EXPECT(__vcmpges4(0xff000201, 0x00000301) == 0x00ff00ff &&
         __vcmpgeu4(0xff000201, 0x00000301) == 0xffff00ff);
  EXPECT(__vcmplts4(0xff000201, 0x00000301) == 0xff00ff00 &&
         __vcmpltu4(0xff000201, 0x00000301) == 0x0000ff00);
  EXPECT(__vcmples2(0xffff0001, 0x00000001) == 0xffffffff &&
         __vcmpleu2(0xffff0001, 0x00000001) == 0x0000ffff);
  EXPECT(__vseteq2(0x00010002, 0x00010003) == 0x00010000 && __vsetne4(0x01020304, 0) == 0x01010101);
  EXPECT(__vsetgts4(0xff000201, 0x00000101) == 0x00000100 &&
         __vsetltu2(0xffff0001, 0x00010002) == 1);
  EXPECT(__vsetges2(0xffff0001, 1) == 1 && __vsetleu4(0xff000201, 0x00000301) == 0x00010101);
  EXPECT(__vsads2(0x80000001, 0x7fff0003) == 65535 + 2 &&
         __vsadu2(0x80000001, 0x7fff0003) == 1 + 2);
  EXPECT(__vsads4(0x80000001, 0x7f000003) == 255 + 2 && __vsadu4(0x80000001, 0x7f000003) == 1 + 2);
  EXPECT(__vimax3_s16x2(0xffff0001, 0x00050000, 0x00020003) == 0x00050003);
  EXPECT(__viaddmax_u16x2(0x00010001, 0x00010001, 0x00030001) == 0x00030002);
  EXPECT(__vimin_s16x2_relu(0xffff0004, 0x00050006) == 0x00000004);
}

int main() {
  static int wrong;
  bits<<<1, 1>>>(&wrong);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(wrong, 0);
  casts<<<1, 1>>>(&wrong);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(wrong, 0);
  rounded<<<1, 1>>>(&wrong, 0x1p-30f, 0x1p-60);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(wrong, 0);
  packed<<<1, 1>>>(&wrong);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(wrong, 0);
  return CHECK_RESULT();
}
