TORCH_LIBRA
namespace at(¥ namespace cf(Ø {  _C
%:i t.cuda();:AT^CUDACU__npps~ÿÿUÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿH
#definpace cuda { class CUD;;)
namessp]ce cudss CUDAStream {}; } ~oid f() {õStr)ea™ÛÛðm
# m) { a( {i