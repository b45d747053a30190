// reached through an include folder at best: CUDA's is meant
#pragma once
