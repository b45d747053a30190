supported_1(supported_1);
unverified_1();
differs_1(); differs_1();
gone_1(); gone_1();
replaced_1();
kept_1();
#include <differs.h>
#include <gone.h>
#include <kept.h>
#include <wild/card/x.h>
unknown(cudaBrandNew, cudaBrandNew, CUmadeup);
