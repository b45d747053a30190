// Another's types that are declared here are not the tree's own.
namespace c10::cuda {
class CUDAStream;
}
struct CUDAEvent;

class Hooks : public CUDAHooksInterface {
public:
  void wait(c10::cuda::CUDAStream stream, CUDAEvent &event);
};
