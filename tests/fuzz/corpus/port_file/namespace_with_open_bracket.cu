TORCH_LIBRARY_IMPL(xnÿÿÿûÿÿ¹¹¹¹ÿÿÿÿÿÿÿ;;)
namespace at({ n+++amespace cf(Ø {  _C
%:i t.cuda();:AT_CUDACU__nppsNVML_ÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿH
#definpace cuda { class CUDõSto)eam
 amespace at { namespace cuda { class CUDõStr)eam
 {}; } voidŒ 