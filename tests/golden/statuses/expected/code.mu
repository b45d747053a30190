supported_2(supported_2);
unverified_2();
differs_2(); differs_2();
gone_1(); gone_1();
replaced_2();
kept_1();
#include <other.h>
#include <gone.h>
#include <kept.h>
#include <tame/card/x.h>
unknown(cudaBrandNew, cudaBrandNew, CUmadeup);
