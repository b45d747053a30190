set(ENV{CUDA_HOME} "/usr/local/cuda")
find_program(COMPILER NAMES nvcc HINTS $ENV{CUDA_HOME}/bin /usr/local/cuda/bin)
set_tests_properties(run PROPERTIES ENVIRONMENT "CUDA_VISIBLE_DEVICES=0;MODE=cuda")
