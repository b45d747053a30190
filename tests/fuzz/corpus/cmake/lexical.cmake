#[[ a ]] set(x [==[ ]] ]==] "a\"b\
" ${a_${b}} $ENV{CUDA_HOME} @X@ -Da="b c" $(Y) (z)) # end
@PACKAGE_INIT@
add_compile_options($<$<COMPILE_LANGUAGE:CUDA>:-G;-lineinfo
  -Xcompiler=-a,-b> "SHELL:-Xptxas -v")
